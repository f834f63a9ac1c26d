"""Meshes of game maps: time to build them, to search them, and to follow an edit.

    python benchmarks/any_angle.py
    python benchmarks/any_angle.py --maps arena2 den520d --queries 500

Queries are spread over each scenario, from cell to cell, through the batch call on one thread;
`any-angle` and `theta` are single calls on the grid (`theta` for a tenth of them), and `+` is by
how much longer the paths of `theta` are. No path may be longer than the scenario's, which is made
of moves. An edit closes or opens a block of 10 x 10 cells; `edit` is the time of the next query
less that of the same query again, and lengths are compared with those on a rebuilt mesh.
"""

import argparse
import time
from functools import partial

import numpy as np

import asterion as at
from common import MOVINGAI, duration, problems, table

MAPS = [
    "AR0011SR",
    "den520d",
    "arena2",
    "Berlin_1_1024",
    "AcrosstheCape",
    "16room_000",
    "orz900d",
    "random512-10-0",
    "maze512-1-0",
    "random512-35-0",
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--maps", nargs="+", default=MAPS)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--edits", type=int, default=100)
    options = parser.parse_args()
    rows = [("map", "polygons", "build", "query", "any-angle", "theta", "+", "edit", "wrong")]
    rows += [(name, *measured(name, options)) for name in options.maps]
    table(rows)


def measured(name: str, options) -> list[str]:
    grid = at.load_map(MOVINGAI / f"{name}.map")
    build = min(timed(lambda: at.Mesh.from_grid(grid)) for _ in range(5))
    mesh = at.Mesh.from_grid(grid)
    asked = problems(name, options.queries)
    starts = np.array([problem.start for problem in asked], float)
    goals = np.array([problem.goal for problem in asked], float)
    query = min(timed(lambda: at.find_paths(mesh, starts, goals, threads=1)) for _ in range(5))
    paths = at.find_paths(mesh, starts, goals, threads=1)
    single = timed_each(grid, asked, "any-angle")
    theta = timed_each(grid, asked[::10], "theta")
    ratio = sum(p.cost for p in theta[1]) / sum(p.cost for p in single[1][::10])
    wrong = sum(p.cost > q.length + 0.01 for p, q in zip(paths, asked, strict=True))
    wrong += sum(abs(p.cost - q.cost) > 1e-6 for p, q in zip(paths, single[1], strict=True))
    edit, differs = edits(grid, mesh, asked, options.edits)
    return [
        str(len(mesh.polygons)),
        duration(build),
        duration(query / len(asked)),
        duration(single[0]),
        duration(theta[0]),
        f"{ratio - 1:.1%}",
        duration(edit),
        str(wrong + differs),
    ]


def timed(call) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin


def timed_each(grid, asked, algorithm: str):
    """The mean time of a query by name, after a first one, and the paths."""
    at.find_path(grid, asked[0].start, asked[0].goal, algorithm=algorithm)
    begin = time.process_time()
    paths = [at.find_path(grid, p.start, p.goal, algorithm=algorithm) for p in asked]
    return (time.process_time() - begin) / len(asked), paths


def edits(grid, mesh, asked, count: int) -> tuple[float, int]:
    """The median time to follow an edit of a block, and the lengths that a rebuilt mesh denies."""
    dice, times, wrong = np.random.default_rng(1), [], 0
    rows, cols = grid.shape
    for i in range(count):
        row, col = dice.integers(0, rows - 10), dice.integers(0, cols - 10)
        block = slice(row, row + 10), slice(col, col + 10)
        before = np.array(grid.cost[block])
        for costs in (int(i % 2), before):
            grid[block] = costs
            free = next(p for p in asked if grid.cost[p.start] > 0)
            ask = partial(at.find_path, mesh, free.start, free.start)
            times.append(timed(ask) - timed(ask))
            if i % 25 == 0:
                rebuilt = at.Mesh.from_grid(grid)
                for p in asked[:20]:
                    if grid.cost[p.start] > 0:
                        ends = tuple(map(float, p.start)), tuple(map(float, p.goal))
                        a, b = (at.find_path(each, *ends).cost for each in (mesh, rebuilt))
                        wrong += abs(a - b) > 1e-9 and a != b
    return float(np.median(times)), wrong


if __name__ == "__main__":
    main()
