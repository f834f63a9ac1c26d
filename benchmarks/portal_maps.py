"""Queries, first legs and repairs over portals and rooms, beside ``find_path``.

python benchmarks/portal_maps.py

CPU time, the calls in turns, best of several times each. Every path is walked, none may be cheaper
than the cheapest; after each edit the cost is compared with that of a new map.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from math import isclose

import numpy as np

import asterion as at
from asterion.world.dice import Dice
from asterion.world.grid import Cell
from common import best_times, duration, table

QUERIES = ("map", "cells", "find_path", "PortalMap", "its first leg", "detour", "RoomMap")
REPAIRS = ("map", "build", "in a chunk", "at a border", "at a corner", "whole map", "RoomMap")
CHUNK = 16


def maps_of(side: int) -> Iterator[tuple[str, at.Grid]]:
    """Cells of one cost, and cells of different costs."""
    made = {
        "rooms": at.maps.rooms(side, size=15, seed=4),
        "caves": at.maps.caves(side, seed=2),
        "scattered": at.maps.scattered(side, density=0.2, seed=1),
    }
    yield from made.items()
    for name, grid in made.items():
        rough = 1 + np.floor(8 * Dice(1).fractions((side, side)))
        yield f"{name}, rough", at.Grid(grid.cost * rough)


def some_queries(grid: at.Grid, count: int) -> list[tuple[Cell, Cell]]:
    """Pairs of cells with a path, in chunks that do not touch."""
    dice = Dice(7)
    free = [(row, col) for row, col in np.argwhere(grid.cost > 0).tolist()]
    known = at.PortalMap(grid, CHUNK)
    queries: list[tuple[Cell, Cell]] = []
    while len(queries) < count:
        start, goal = free[dice.below(len(free))], free[dice.below(len(free))]
        plan = known.plan(start, goal)
        if plan.path and plan.search:
            queries.append((start, goal))
    return queries


def row_of_queries(name: str, grid: at.Grid, count: int, repeats: int) -> tuple[str, ...]:
    known, rooms = at.PortalMap(grid, CHUNK), at.RoomMap(grid, CHUNK)
    calls = {
        "find_path": lambda query: at.find_path(grid, *query),
        "PortalMap": lambda query: known.find_path(*query),
        "leg": lambda query: next(known.legs(*query)),
        "RoomMap": lambda query: rooms.find_path(*query),
    }
    answers, seconds = best_times(calls, some_queries(grid, count), repeats)
    detours = []
    for best, path, leg, over in zip(*answers.values(), strict=True):
        for each in (path, over):
            assert at.validate(grid, each) >= best.cost * (1 - 1e-9)
        assert [*leg] == [*path][: len(leg)]
        detours.append(path.cost / best.cost)
    figures = (duration(seconds[each]) for each in ("find_path", "PortalMap", "leg"))
    detour = f"{sum(detours) / len(detours) - 1:.1%}"
    return name, f"{grid.cost.size:,}", *figures, detour, duration(seconds["RoomMap"])


def row_of_repairs(name: str, grid: at.Grid, repeats: int) -> tuple[str, ...]:
    """Open or close a cell; the best of several places and times."""
    query = some_queries(grid, 1)[0]
    known, rooms = at.PortalMap(grid, CHUNK), at.RoomMap(grid, CHUNK)
    dice = Dice(3)

    def measured(place: Callable[[], Cell], refresh: Callable[[], None]) -> str:
        times = []
        for _ in range(repeats):
            cell = place()
            if cell in query:
                continue
            grid[cell] = 0 if grid[cell] else 1
            begin = time.process_time()
            refresh()
            times.append(time.process_time() - begin)
            fresh = at.PortalMap(grid, CHUNK).find_path(*query)
            assert isclose(known.find_path(*query).cost, fresh.cost) or not fresh
        return duration(sorted(times)[len(times) // 2])

    def inside(first: int, last: int) -> int:
        chunk = dice.below(min(grid.shape) // CHUNK)
        return chunk * CHUNK + first + dice.below(last - first + 1)

    def made_again() -> None:
        at.PortalMap(grid, CHUNK)

    return (
        name,
        measured(lambda: (inside(5, 9), inside(5, 9)), made_again),
        measured(lambda: (inside(5, 9), inside(5, 9)), known.refresh),
        measured(lambda: (inside(0, 0), inside(5, 9)), known.refresh),
        measured(lambda: (inside(0, 0), inside(0, 0)), known.refresh),
        restarted(grid, known, repeats),
        measured(lambda: (inside(5, 9), inside(5, 9)), rooms.refresh),
    )


def restarted(grid: at.Grid, known: at.PortalMap, repeats: int) -> str:
    """More edits than the journal holds."""
    best = float("inf")
    for _ in range(min(repeats, 3)):
        grid[:] = np.where(grid.cost > 0, grid.cost % 9 + 1, 0)
        begin = time.process_time()
        known.refresh()
        best = min(best, time.process_time() - begin)
    return duration(best)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--side", type=int, default=511)
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    maps = [*maps_of(options.side)]
    rows = [row_of_queries(*each, options.queries, options.repeats) for each in maps]
    table([QUERIES, *rows])
    print("\nAfter an edit, the median:")
    table([REPAIRS, *(row_of_repairs(*each, options.repeats) for each in maps)])


if __name__ == "__main__":
    main()
