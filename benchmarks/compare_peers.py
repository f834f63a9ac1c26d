"""Mean CPU time per query beside PyPI peers in the same run, every answer checked.

    make bench                                    (all of it, with the peers installed)
    python benchmarks/compare_peers.py octile --maps arena2 --problems 50 --algorithms jps

octile    8-connected without corner cutting, against w9-pathfinding's A*
weighted  the same with random costs 1 to 9
terrain   the same on generated land: water, and four bands of cost
four      4-connected, against pyastar2d
"""

import argparse
from math import isclose, sqrt
from typing import NamedTuple

import numpy as np
import pyastar2d
from w9_pathfinding.envs import DiagonalMovement
from w9_pathfinding.envs import Grid as W9Grid
from w9_pathfinding.pf import AStar as W9AStar

import asterion as at
from common import MOVINGAI, best_times, duration, problems, table

MAPS = {
    "octile": "arena2 AR0011SR AcrosstheCape orz900d 16room_000 maze512-1-0 maze512-32-0 "
    "random512-35-0 Berlin_1_1024",
    "weighted": "AR0011SR AcrosstheCape 16room_000 random512-35-0",
    "terrain": "512 1024",
    "four": "AR0011SR AcrosstheCape 16room_000 random512-35-0 maze512-1-0",
}
PEER = {"octile": "w9 A*", "weighted": "w9 A*", "terrain": "w9 A*", "four": "pyastar2d"}
OURS = {
    "octile": ("auto", "jps", "astar"),
    "weighted": ("auto",),
    "terrain": ("auto",),
    "four": ("auto", "jps", "astar"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kinds", nargs="*", help="octile, weighted, terrain, four; all by default")
    parser.add_argument("--maps", nargs="*", help="names of maps, without .map; sides of terrain")
    parser.add_argument("--algorithms", nargs="*", help="auto, jps, astar; all by default")
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    for kind in options.kinds or MAPS:
        ours = options.algorithms or OURS[kind]
        print(f"\n{kind}")
        rows = [
            compare(kind, name, ours, options.problems, options.repeats)
            for name in options.maps or MAPS[kind].split()
        ]
        ratios = [head for name in ours for head in (name, "ratio")]
        table([("map", PEER[kind], *ratios, "wrong"), *rows])


def compare(kind: str, name: str, ours, count: int, repeats: int) -> tuple[str, ...]:
    if kind == "terrain":
        costs = np.asarray(at.maps.terrain(int(name), seed=1).cost, float)
        free = costs > 0
        queries = pairs_on(costs, count)
    else:
        queries = problems(name, count)
        free = np.asarray(at.load_map(MOVINGAI / f"{name}.map").cost) > 0
        costs = free.astype(float)
    if kind == "weighted":
        costs *= np.random.default_rng(1).integers(1, 10, free.shape)
    grid = at.Grid(costs, diagonal="never" if kind == "four" else "clear")
    calls = {algorithm: query_by(grid, algorithm) for algorithm in ours}
    calls["peer"] = pyastar2d_on(free) if kind == "four" else w9_on(costs)
    answers, times = best_times(calls, queries, repeats)
    wrong = 0
    for i, query in enumerate(queries):
        theirs = answers["peer"][i]
        cells = [tuple(c) for c in theirs] if kind == "four" else [(y, x) for x, y in theirs]
        length = at.validate(grid, cells)
        for algorithm in ours:
            cost = at.validate(grid, answers[algorithm][i])
            wrong += not isclose(cost, length, rel_tol=1e-7)
            wrong += kind == "octile" and not query.agrees(cost)
    columns = [
        column
        for algorithm in ours
        for column in (duration(times[algorithm]), f"{times['peer'] / times[algorithm]:.1f}x")
    ]
    return (name, duration(times["peer"]), *columns, str(wrong))


class Pair(NamedTuple):
    """A start and a goal; unlike a problem of a scenario, without a published length."""

    start: tuple[int, int]
    goal: tuple[int, int]


def pairs_on(costs, count):
    """Random starts and goals with a path between them."""
    grid, random = at.Grid(costs), np.random.default_rng(2)
    cells = np.argwhere(costs > 0)
    pairs = []
    while len(pairs) < count:
        start, goal = (tuple(cell) for cell in random.choice(cells, 2).tolist())
        if at.find_path(grid, start, goal):
            pairs.append(Pair(start, goal))
    return pairs


def query_by(grid, algorithm):
    if algorithm == "auto":
        return lambda query: at.find_path(grid, query.start, query.goal)
    return lambda query: at.find_path(grid, query.start, query.goal, algorithm=algorithm)


def w9_on(costs):
    env = W9Grid(
        weights=np.where(costs > 0, costs, -1.0).tolist(),
        diagonal_movement=DiagonalMovement.only_when_no_obstacle,
        diagonal_movement_cost_multiplier=sqrt(2),
    )
    finder = W9AStar(env)
    return lambda query: finder.find_path(query.start[::-1], query.goal[::-1])


def pyastar2d_on(free):
    weights = np.where(free, np.float32(1), np.float32(np.inf))
    return lambda query: pyastar2d.astar_path(weights, query.start, query.goal)


if __name__ == "__main__":
    main()
