"""Heuristics compared: expansions, time and preprocessing, on three maps.

python benchmarks/heuristics.py

The times are for the first query of a goal, and for the next one of the same goal.
"""

import argparse
import os
import time
from math import isclose

import numpy as np

import asterion as at
from asterion.world.dice import Dice
from common import duration, table


def timed(call):
    begin = time.perf_counter()
    value = call()
    return value, time.perf_counter() - begin


def maps_of(side):
    yield "house", at.maps.rooms(side, size=31, extra=0.2, seed=1)
    yield "caves", at.maps.caves(side, seed=3)
    yield "rough ground", at.Grid(1 + np.floor(8 * Dice(1).fractions((side, side))))


def queries(grid, count):
    dice = Dice(1)
    free = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
    while count:
        start, goal = free[dice.below(len(free))], free[dice.below(len(free))]
        if at.find_path(grid, start, goal):
            yield start, goal
            count -= 1


def rows_of(name, grid, count):
    clusters, clusters_took = timed(lambda: at.ClusterHeuristic(grid))
    landmarks, landmarks_took = timed(lambda: at.Landmarks(grid))
    known = {"zero": "zero", "euclidean": "euclidean", "auto": "auto"}
    known |= {"clusters": clusters, "landmarks": landmarks}
    sums = {each: np.zeros(3) for each in (*known, "perfect")}
    for start, goal in queries(grid, count):
        best = at.find_path(grid, start, goal, algorithm="dijkstra").cost
        perfect, took = timed(lambda goal=goal: at.distances(grid, goal, direction="to"))
        perfect[np.isinf(perfect)] = 0
        for each, heuristic in (known | {"perfect": perfect}).items():

            def ask(start=start, goal=goal, heuristic=heuristic):
                return at.find_path(grid, start, goal, heuristic=heuristic, algorithm="astar")

            path, first = timed(ask)
            assert isclose(path.cost, best, rel_tol=1e-9)
            again = min(timed(ask)[1] for _ in range(3))
            sums[each] += path.stats.expanded, first + took * (each == "perfect"), again
    made = {"clusters": (clusters_took, clusters), "landmarks": (landmarks_took, landmarks)}
    for each, (expanded, first, again) in sums.items():
        took, knows = made.get(each, (None, None))
        yield (
            name,
            each,
            duration(took) if took else "",
            f"{knows.nbytes / 2**20:.1f} MiB" if knows else "",
            f"{expanded / count:,.0f}",
            duration(first / count),
            duration(again / count),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--side", type=int, default=511)
    parser.add_argument("--queries", type=int, default=30)
    options = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
    rows = [("map", "heuristic", "look", "memory", "expanded", "first", "next")]
    for name, grid in maps_of(options.side):
        rows += rows_of(name, grid, options.queries)
    table(rows)


if __name__ == "__main__":
    main()
