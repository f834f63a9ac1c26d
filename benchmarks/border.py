"""The overhead of a query besides its search: Python to the core and back, and two threads.

python benchmarks/border.py
"""

import argparse
import os
import time

import numpy as np

import asterion as at
from common import MOVINGAI, duration, problems, table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--queries", type=int, default=20_000)
    parser.add_argument("--map", default="AR0011SR")
    parser.add_argument("--problems", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
    small_queries(options.queries, options.repeats)
    print()
    on_threads(options.map, options.problems, options.repeats)


def small_queries(queries: int, repeats: int) -> None:
    """Queries of no or one move, so that the rest besides the search counts; one thread."""
    side = 20
    grid = at.Grid(np.ones((side, side)))
    random = np.random.default_rng(1)
    starts = random.integers(0, side, (queries, 2))
    goals = np.clip(starts + random.integers(-1, 2, (queries, 2)), 0, side - 1)
    lists = [[*map(tuple, ends.tolist())] for ends in (starts, goals)]
    pairs = [*zip(*lists, strict=True)]
    arrays = [*zip(starts, goals, strict=True)]
    find = at.find_path

    def read(paths):
        return [*paths]

    calls = {
        "find_path": lambda: [find(grid, a, b) for a, b in pairs],
        "find_path, two options": lambda: [
            find(grid, a, b, algorithm="astar", max_cost=9.0) for a, b in pairs
        ],
        "find_path, cells in arrays": lambda: [find(grid, a, b) for a, b in arrays],
        "find_paths, lists of tuples": lambda: at.find_paths(grid, *lists, threads=1),
        "find_paths, arrays": lambda: at.find_paths(grid, starts, goals, threads=1),
        "find_paths, arrays; all read": lambda: read(at.find_paths(grid, starts, goals, threads=1)),
    }
    answers, seconds = best_of(calls, repeats, time.process_time)
    lengths = np.hypot(*(starts - goals).T)
    rows = [("queries of a move", "CPU time per query", "ratio", "wrong")]
    for name, paths in answers.items():
        found = np.array([path.cost for path in paths])
        wrong = int((~np.isclose(found, lengths)).sum())
        ratio = f"{seconds['find_path'] / seconds[name]:.1f}x"
        rows.append((name, f"{seconds[name] / queries * 1e6:.2f} us", ratio, str(wrong)))
    table(rows)


def on_threads(name: str, count: int, repeats: int) -> None:
    """Problems of a map, one call each and in batches."""
    grid = at.load_map(MOVINGAI / f"{name}.map")
    queries = problems(name, count)
    pairs = [(q.start, q.goal) for q in queries]
    starts, goals = (np.array(ends) for ends in zip(*pairs, strict=True))
    calls = {
        "find_path": lambda: [at.find_path(grid, *pair) for pair in pairs],
        "find_paths, 1 thread": lambda: at.find_paths(grid, starts, goals, threads=1),
        "find_paths, 2 threads": lambda: at.find_paths(grid, starts, goals, threads=2),
    }
    answers, seconds = best_of(calls, repeats, time.perf_counter)
    alone = seconds["find_paths, 1 thread"]
    rows = [(f"{name}, {count} problems", "wall time per query", "ratio", "wrong")]
    for what, paths in answers.items():
        wrong = sum(not query.agrees(path.cost) for path, query in zip(paths, queries, strict=True))
        a_query = duration(seconds[what] / count)
        rows.append((what, a_query, f"{alone / seconds[what]:.2f}x", str(wrong)))
    table(rows)


def best_of(calls, repeats: int, clock):
    """The answers of each call, and the best of its times; the calls take turns."""
    answers, best = {}, dict.fromkeys(calls, float("inf"))
    for _ in range(repeats):
        for name, call in calls.items():
            answers[name] = None  # free the previous ones outside the timing
            begin = clock()
            answers[name] = call()
            best[name] = min(best[name], clock() - begin)
    return answers, best


if __name__ == "__main__":
    main()
