"""The two uses of IDA* that lecture slides name, beside A* and jump point search.

python benchmarks/ida_uses.py
python benchmarks/ida_uses.py --queries 50

1. Nearly straight paths: 8 moves on ground of 128 x 128 cells with ever more scattered
   walls, 10, 20 and 40 cells from the start to the goal.
2. A unit that stands in the way for a moment: another unit has its path, and the next cell but one
   is taken. It tries again at every tick, for no more than its path cost, until the way is free.

Counted: expansions, and the most nodes that a search has kept (open and closed, or the path and
its untried moves). Measured: CPU time, the least of three. IDA* gives up after 100,000 expansions;
such queries count as stopped, with the time until then. Every path is checked against Dijkstra's.
"""

import argparse
import time
from math import isclose
from random import Random
from statistics import mean

import numpy as np

import asterion as at
from common import table

SIDE = 128
MOST = 100_000
SEARCHES = ("astar", "jps", "ida")
DENSITIES = (0, 0.02, 0.05, 0.1, 0.2)
LENGTHS = (10, 20, 40)
TICKS = 5  # that the other unit blocks it


def measured(world, start, goal, **options):
    """The path, and the least CPU time of three calls."""
    seconds = []
    for _ in range(3):
        begin = time.process_time()
        path = at.find_path(world, start, goal, **options)
        seconds.append(time.process_time() - begin)
    return path, min(seconds)


def kept(path, algorithm):
    """The largest number of nodes that the search has kept."""
    return path.stats.peak_open if algorithm == "ida" else path.stats.flood


def limits(algorithm):
    return {"max_expansions": MOST} if algorithm == "ida" else {}


def queries(grid, length, count, random):
    """Pairs of cells at this distance, with a path between them."""
    free = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
    found = []
    while len(found) < count:
        start = random.choice(free)
        goal = start[0] + random.randint(-length, length), start[1] + length
        inside = 0 <= goal[0] < SIDE and goal[1] < SIDE
        if inside and grid[goal] > 0 and at.find_path(grid, start, goal).found:
            found.append((start, goal))
    return found


def ground(density, seed):
    return at.maps.scattered(SIDE, density=density, seed=seed) if density else at.maps.field(SIDE)


def nearly_straight(count):
    """A line for each density and length: expansions and times of the three, side by side."""
    lines = []
    for density in DENSITIES:
        grid = ground(density, seed=13)
        for length in LENGTHS:
            random = Random(f"{density} {length}")  # noqa: S311
            rows = {name: [] for name in SEARCHES}
            stopped, detours = 0, []
            for start, goal in queries(grid, length, count, random):
                best = at.find_path(grid, start, goal, algorithm="dijkstra").cost
                estimate = at.Search(grid, start, goal, algorithm="astar").h[start]
                detours.append(best / estimate)
                for name in SEARCHES:
                    path, seconds = measured(grid, start, goal, algorithm=name, **limits(name))
                    stopped += path.status == "stopped"
                    assert path.status == "stopped" or isclose(path.cost, best), (name, start, goal)
                    rows[name].append((path.stats.expanded, kept(path, name), seconds))
            line = [f"{density:.0%}", str(length), f"{mean(detours):.3f}"]
            for name in SEARCHES:
                expanded, most, seconds = (mean(column) for column in zip(*rows[name], strict=True))
                line += [f"{expanded:,.0f}", f"{most:,.0f}", f"{1e6 * seconds:,.1f}"]
            lines.append([*line, str(stopped)])
    return lines


def in_the_way(count):
    """A row per density and search: tries while the path is blocked, and once it is free."""
    lines = []
    for density in DENSITIES:
        grid = ground(density, seed=14)
        random = Random(f"in the way {density}")  # noqa: S311
        cases = queries(grid, 20, count, random)
        for name in SEARCHES:
            taken, free, at_once, stopped = [], [], 0, 0
            for start, goal in cases:
                path = at.find_path(grid, start, goal, algorithm="dijkstra")
                other = path[2]
                grid[other] = 0
                # The bound ends the search: labels of components would only cost a pass each.
                bound = {"max_cost": path.cost, "components": False, **limits(name)}
                for _ in range(TICKS):
                    tried, seconds = measured(grid, start, goal, algorithm=name, **bound)
                    taken.append((tried.stats.expanded, kept(tried, name), seconds))
                    if tried.found:  # another path costs the same
                        assert isclose(tried.cost, path.cost)
                        at_once += 1
                        break
                    assert tried.status == "stopped"
                    stopped += tried.stats.expanded == MOST
                grid[other] = 1
                again, seconds = measured(grid, start, goal, algorithm=name, **bound)
                stopped += again.status == "stopped"
                assert again.status == "stopped" or isclose(again.cost, path.cost)
                free.append((again.stats.expanded, kept(again, name), seconds))
            line = [f"{density:.0%}", name, str(at_once)]
            for rows in (taken, free):
                expanded, most, seconds = (mean(column) for column in zip(*rows, strict=True))
                line += [f"{expanded:,.0f}", f"{most:,.0f}", f"{1e6 * seconds:,.1f}"]
            lines.append([*line, str(stopped)])
    return lines


def main():
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--queries", type=int, default=100, help="for each line of the tables")
    count = parser.parse_args().queries
    each = [f"{name} {what}" for name in SEARCHES for what in ("exp.", "kept", "us")]
    print("nearly straight paths: mean expansions, nodes kept at most, and CPU time")
    table([["walls", "cells", "cost / h", *each, "stopped"], *nearly_straight(count)])
    print("\na unit in the way: tries while it is there, and the first when it is gone")
    columns = [f"{when} {what}" for when in ("taken", "free") for what in ("exp.", "kept", "us")]
    table([["walls", "search", "at once", *columns, "stopped"], *in_the_way(count)])


if __name__ == "__main__":
    main()
