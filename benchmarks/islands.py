"""Expansions of A* and of island search, on four maps.

python benchmarks/islands.py

Counts, no times: they are the same on every machine, and a test compares those in the docs.
"""

import argparse
from collections.abc import Iterator
from math import isclose

import numpy as np

import asterion as at
from asterion.world.dice import Dice
from common import table

HEAD = ("map", "islands", "passed", "A*", "island search", "share")


def maps_of(side: int) -> Iterator[tuple[str, at.Grid]]:
    """Three maps that doors and corridors separate, and one without such places."""
    yield "rooms", at.maps.rooms(side, size=15, extra=0.2, seed=1)
    muddy = at.maps.rooms(side, size=15, extra=0.2, seed=1)
    muddy[:] = muddy.cost * (1 + np.floor(8 * Dice(1).fractions((side, side))))
    yield "rooms, mud", muddy
    yield "maze with loops", at.maps.maze(side, opened=side, seed=1)
    yield "caves", at.maps.caves(side, seed=3)


def row_of(name: str, grid: at.Grid, count: int) -> tuple[str, ...]:
    """The means over ``count`` queries that have a path."""
    known = at.IslandMap(grid)
    dice = Dice(1)
    free = [(row, col) for row, col in np.argwhere(grid.cost > 0).tolist()]
    passed = plain = searched = done = 0
    while done < count:
        start, goal = free[dice.below(len(free))], free[dice.below(len(free))]
        best = at.find_path(grid, start, goal, algorithm="astar")
        if best:
            plan = known.plan(start, goal)
            assert isclose(at.validate(grid, plan.path), best.cost, rel_tol=1e-9)
            passed += len(plan.islands)
            plain += best.stats.expanded
            searched += plan.expanded
            done += 1
    means = (passed / count, plain / count, searched / count)
    figures = (f"{means[0]:.1f}", f"{means[1]:,.0f}", f"{means[2]:,.0f}")
    return name, str(len(known.islands)), *figures, f"{searched / plain:.0%}"


def rows(side: int = 127, count: int = 50) -> list[tuple[str, ...]]:
    """The table in docs/graphs.md, without its head."""
    return [row_of(name, grid, count) for name, grid in maps_of(side)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--side", type=int, default=127)
    parser.add_argument("--queries", type=int, default=50)
    options = parser.parse_args()
    table([HEAD, *rows(options.side, options.queries)])


if __name__ == "__main__":
    main()
