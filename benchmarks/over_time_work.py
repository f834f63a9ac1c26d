"""The figures of benchmarks/over_time.py: one for each kind of work in docs/performance.md.

Run by it as a program, once per round and version. It uses names that every version has, and
makes its maps from seeds; a figure whose names a version lacks is left out. Each is a function that
makes what it needs and returns the work; that returns a number, on which all versions must agree.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from math import isfinite

import numpy as np

import asterion as at

REPEATS = 3  # within a process; the best counts

Work = Callable[[], float]


def ends(grid, count: int) -> list:
    """Pairs of free cells."""
    free = [tuple(cell) for cell in np.argwhere(np.asarray(grid.cost) > 0).tolist()]
    dice = random.Random(1)  # noqa: S311 - problems, not secrets
    return [(dice.choice(free), dice.choice(free)) for _ in range(count)]


def queries(grid, count: int, **options) -> Work:
    """Run queries one after the other."""
    problems = ends(grid, count)

    def work() -> float:
        costs = [at.find_path(grid, a, b, **options).cost for a, b in problems]
        return sum(cost for cost in costs if isfinite(cost))

    return work


def query_in_rooms() -> Work:
    return queries(at.maps.rooms(400, seed=1), 200)


def query_in_caves() -> Work:
    return queries(at.maps.caves(400, seed=1), 200)


def query_among_scattered_walls() -> Work:
    return queries(at.maps.scattered(300, density=0.3, seed=1), 100)


def query_on_terrain() -> Work:
    return queries(at.maps.terrain(300, seed=1), 60)


def astar_in_rooms() -> Work:
    return queries(at.maps.rooms(300, seed=1), 100, algorithm="astar")


def dijkstra_in_caves() -> Work:
    return queries(at.maps.caves(300, seed=1), 60, algorithm="dijkstra")


def small_query() -> Work:
    grid = at.maps.field(20)

    def work() -> float:
        return sum(at.find_path(grid, (5, 5), (5, 6)).cost for _ in range(20_000))

    return work


def batch() -> Work:
    grid = at.maps.rooms(300, seed=2)
    starts, goals = map(np.array, zip(*ends(grid, 3000), strict=True))

    def work() -> float:
        paths = at.find_paths(grid, starts, goals, threads=1)
        return sum(path.cost for path in paths if path)

    return work


def fields() -> Work:
    grids = [at.maps.field(500), at.maps.caves(500, seed=1), at.maps.terrain(500, seed=1)]
    places = [ends(grid, 1)[0][0] for grid in grids]

    def work() -> float:
        total = 0.0
        for grid, place in zip(grids, places, strict=True):
            field = at.distances(grid, place)
            total += float(field[np.isfinite(field)].sum())
        return round(total, 3)

    return work


def graph() -> Work:
    rows = 80
    dice = random.Random(3)  # noqa: S311
    arcs = [
        ((r, c), (r + dr, c + dc), dice.randint(1, 9))
        for r in range(rows)
        for c in range(rows)
        for dr, dc in ((0, 1), (1, 0))
        if r + dr < rows and c + dc < rows
    ]
    world = at.Graph([*arcs, *((b, a, cost) for a, b, cost in arcs)])
    problems = [
        tuple((dice.randrange(rows), dice.randrange(rows)) for _ in range(2)) for _ in range(60)
    ]

    def work() -> float:
        return sum(at.find_path(world, a, b).cost for a, b in problems)

    return work


def edits() -> Work:
    grid = at.maps.field(200)

    def work() -> float:
        for i in range(40_000):
            grid[i % 200, i // 200 % 200] = 1 + i % 2
        grid[:] = 1
        return float(np.asarray(grid.cost).sum())

    return work


def navigator() -> Work:
    """An agent that is led along a row, while walls appear in front of it and vanish."""
    dice = random.Random(6)  # noqa: S311
    walls = [(dice.randrange(150), dice.randrange(60, 149)) for _ in range(3000)]

    def work() -> float:
        total = 0.0
        for algorithm in ("dstar-lite", "adaptive", "repeated-forward"):
            grid = at.maps.field(150)
            agent = at.Navigator(grid, (75, 0), (75, 149), algorithm=algorithm)
            for i in range(50):
                for cell in walls[60 * i : 60 * i + 60]:
                    grid[cell] = 0 if i % 3 else 1
                agent.move_to((75, i))
                total += agent.path.cost
        return round(total, 6)

    return work


def explorer() -> Work:
    grid = at.maps.scattered(100, density=0.3, seed=4)
    problems = [
        pair for pair in ends(grid, 60) if at.find_path(grid, *pair, algorithm="dijkstra").found
    ][:20]

    def work() -> float:
        # Not the steps: they depend on when a version looks for a new path.
        return sum(at.explore(grid, a, b, algorithm="dstar-lite").reached for a, b in problems)

    return work


def states() -> Work:
    """The 8-puzzle: a search over Python's states."""

    class Puzzle:
        start = (8, 1, 3, 4, 0, 2, 7, 6, 5)

        def actions(self, state):
            row, col = divmod(state.index(0), 3)
            return [
                (r, c)
                for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
                if 0 <= r < 3 and 0 <= c < 3
            ]

        def apply(self, state, action):
            tiles, hole, there = list(state), state.index(0), action[0] * 3 + action[1]
            tiles[hole], tiles[there] = tiles[there], 0
            return tuple(tiles)

        def cost(self, _state, _action, _result):
            return 1

        def is_goal(self, state):
            return state == (1, 2, 3, 4, 5, 6, 7, 8, 0)

    return lambda: float(at.solve(Puzzle()).cost)


def index() -> Work:
    grid = at.maps.rooms(300, seed=5)
    starts, goals = map(np.array, zip(*ends(grid, 2000), strict=True))

    def work() -> float:
        costs = at.Index(grid).costs(starts, goals)
        return round(float(costs[np.isfinite(costs)].sum()), 6)

    return work


FIGURES: dict[str, Callable[[], Work]] = {
    make.__name__.replace("_", " "): make
    for make in (
        query_in_rooms,
        query_in_caves,
        query_among_scattered_walls,
        query_on_terrain,
        astar_in_rooms,
        dijkstra_in_caves,
        small_query,
        batch,
        fields,
        graph,
        edits,
        navigator,
        explorer,
        states,
        index,
    )
}


def main() -> None:
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    told = {"from": {"seconds": 0.0, "answer": at.__file__}}
    for name, make in FIGURES.items():
        if only not in name:
            continue
        try:
            work = make()
            answer = work()  # warms up caches
        except (AttributeError, TypeError):  # in a version without it
            continue
        best = float("inf")
        for _ in range(REPEATS):
            begin = time.process_time()
            again = work()
            best = min(best, time.process_time() - begin)
        told[name] = {"seconds": best, "answer": round(again, 6)}
        if round(answer, 6) != told[name]["answer"]:
            sys.exit(f"{name}: {answer} at first, then {again}")
    print(json.dumps(told))


if __name__ == "__main__":
    main()
