"""What many queries at once save: a batch beside single calls, a table of costs beside distances.

python benchmarks/batches.py
"""

import argparse
import os
import time

import numpy as np

import asterion as at
from common import MOVINGAI, duration, problems, table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--map", default="AcrosstheCape")
    parser.add_argument("--queries", type=int, default=20_000)
    parser.add_argument("--side", type=int, default=200, help="rows and columns of the table")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
    compare_batches(options.queries, options.repeats)
    print()
    compare_tables(options.map, options.side, options.repeats)


def compare_batches(queries: int, repeats: int) -> None:
    """Queries of no or one move, so that what is not search counts; one thread."""
    side = 20
    grid = at.Grid(np.ones((side, side)))
    random = np.random.default_rng(1)
    starts = random.integers(0, side, (queries, 2))
    goals = np.clip(starts + random.integers(-1, 2, (queries, 2)), 0, side - 1)
    lists = [[*map(tuple, ends.tolist())] for ends in (starts, goals)]
    pairs = [*zip(*lists, strict=True)]
    calls = {
        "find_path, one by one": lambda: [at.find_path(grid, *ends) for ends in pairs],
        "find_paths, lists of tuples": lambda: at.find_paths(grid, *lists, threads=1),
        "find_paths, arrays": lambda: at.find_paths(grid, starts, goals, threads=1),
    }
    answers, seconds = best_of(calls, repeats)
    costs = {name: [path.cost for path in paths] for name, paths in answers.items()}
    alone = "find_path, one by one"
    rows = [("queries of a move", "wall time a query", "ratio", "wrong")]
    for name in calls:
        wrong = sum(a != b for a, b in zip(costs[name], costs[alone], strict=True))
        ratio = f"{seconds[alone] / seconds[name]:.1f}x"
        rows.append((name, duration(seconds[name] / queries), ratio, str(wrong)))
    table(rows)


def compare_tables(name: str, side: int, repeats: int) -> None:
    """All costs between cells of a map's scenario, and the same read from distances."""
    grid = at.load_map(MOVINGAI / f"{name}.map")
    ends = problems(name, side)
    sources, targets = [q.start for q in ends], [q.goal for q in ends]
    place = tuple(np.array(targets).T)
    calls = {
        f"{side} x distances": lambda: np.array([at.distances(grid, s)[place] for s in sources]),
        "cost_table, 1 thread": lambda: at.cost_table(grid, sources, targets, threads=1),
        "cost_table": lambda: at.cost_table(grid, sources, targets),
    }
    answers, seconds = best_of(calls, repeats)
    alone = f"{side} x distances"
    rows = [(f"{name}, {side} x {side}", "wall time", "ratio", "wrong")]
    for what, found in answers.items():
        wrong = int((~np.isclose(found, answers[alone], rtol=1e-12, atol=0)).sum())
        ratio = f"{seconds[alone] / seconds[what]:.1f}x"
        rows.append((what, duration(seconds[what]), ratio, str(wrong)))
    table(rows)


def best_of(calls, repeats: int):
    """The answers of each call, and the best of its wall times; the calls take turns."""
    answers, best = {}, dict.fromkeys(calls, float("inf"))
    for _ in range(repeats):
        for name, call in calls.items():
            begin = time.perf_counter()
            answers[name] = call()
            best[name] = min(best[name], time.perf_counter() - begin)
    return answers, best


if __name__ == "__main__":
    main()
