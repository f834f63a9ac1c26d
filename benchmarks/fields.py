"""CPU time of `distances` beside tcod's Dijkstra map in the same run, every cell compared.

    python benchmarks/fields.py                  (tcod is in benchmarks/peers.txt)
    python benchmarks/fields.py --maps empty --sides 512

Diagonal moves pass corners, as they do in tcod, which knows no other rule. It counts in whole
numbers, 2378 and 3363 for a straight and a diagonal move, so that the fields agree to 6e-8.
"""

import argparse

import numpy as np
import tcod.path

import asterion as at
from common import best_times, duration, table

STRAIGHT, DIAGONAL = 2378, 3363
MAPS = {
    "empty": lambda side: at.maps.field(side, diagonal="always"),
    "rooms": lambda side: at.maps.rooms(side, seed=1, diagonal="always"),
    "terrain": lambda side: at.maps.terrain(side, seed=1, diagonal="always"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--maps", nargs="*", default=list(MAPS), help=" ".join(MAPS))
    parser.add_argument("--sides", nargs="*", type=int, default=[512, 2048])
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    rows = [compare(name, side, options.repeats) for name in options.maps for side in options.sides]
    table([("map", "cells reached", "distances", "tcod", "ratio", "wrong"), *rows])


def compare(name: str, side: int, repeats: int) -> tuple[str, ...]:
    grid = MAPS[name](side)
    costs = np.ascontiguousarray(grid.cost, np.int32)
    source = source_of(grid)
    calls = {"ours": lambda cell: at.distances(grid, cell), "tcod": tcod_on(costs)}
    answers, times = best_times(calls, [source], repeats)
    ours, theirs = np.asarray(answers["ours"][0]), answers["tcod"][0]
    reached = np.isfinite(ours)
    wrong = (reached != (theirs < np.iinfo(np.int32).max)).sum()
    wrong += (~np.isclose(ours[reached], theirs[reached] / STRAIGHT, rtol=1e-7, atol=0)).sum()
    return (
        f"{name} {side}",
        str(reached.sum()),
        duration(times["ours"]),
        duration(times["tcod"]),
        f"{times['tcod'] / times['ours']:.1f}x",
        str(wrong),
    )


def source_of(grid: at.Grid) -> tuple[int, int]:
    """Choose the free cell from which most cells can be reached: land may be islands."""
    cells = np.random.default_rng(1).permutation(np.argwhere(grid.cost > 0))[:8].tolist()
    return max(map(tuple, cells), key=lambda cell: at.reachable(grid, cell).sum())


def tcod_on(costs):
    def distances(cell):
        field = tcod.path.maxarray(costs.shape, dtype=np.int32)
        field[cell] = 0
        return tcod.path.dijkstra2d(field, costs, STRAIGHT, DIAGONAL, out=field)

    return distances


if __name__ == "__main__":
    main()
