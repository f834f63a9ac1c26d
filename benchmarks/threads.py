"""``find_paths`` on several threads: wall time, and how idle the machine was.

python benchmarks/threads.py
"""

import argparse
import os
import time

import asterion as at
from common import MOVINGAI, duration, problems, table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--map", default="AcrosstheCape")
    parser.add_argument("--problems", type=int, default=2000)
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--algorithms", nargs="*", default=["jps", "astar"])
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
    queries = problems(options.map, options.problems)
    grid = at.load_map(MOVINGAI / f"{options.map}.map")
    starts, goals = [q.start for q in queries], [q.goal for q in queries]
    rows = []
    for algorithm in options.algorithms:
        best = dict.fromkeys(options.threads, float("inf"))
        for _ in range(options.repeats):
            for threads in options.threads:
                begin = time.perf_counter()
                paths = at.find_paths(grid, starts, goals, threads=threads, algorithm=algorithm)
                best[threads] = min(best[threads], time.perf_counter() - begin)
                assert all(paths)
        alone = best[options.threads[0]]
        for threads, seconds in best.items():
            a_query = duration(seconds / len(queries))
            rows.append((algorithm, str(threads), a_query, f"{alone / seconds:.2f}x"))
    table([("algorithm", "threads", "wall time per query", "ratio"), *rows])


if __name__ == "__main__":
    main()
