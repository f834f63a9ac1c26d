"""Tables of costs beside distances; benchmarks/border.py has batches of paths.

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
    parser.add_argument("--side", type=int, default=200, help="rows and columns of the table")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
    compare_tables(options.map, options.side, options.repeats)


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
