"""Problems, clocks and tables for the benchmarks."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import asterion as at

DATA = Path(os.environ.get("ASTERION_DATA", Path(__file__).parents[2] / "shared" / "data"))
MOVINGAI = DATA / "movingai"


def problems(name: str, count: int) -> list[at.Problem]:
    """Choose ``count`` problems of a map, evenly over its scenario."""
    if not MOVINGAI.is_dir():
        sys.exit(f"no maps in {MOVINGAI}; ASTERION_DATA names the folder that holds movingai/")
    every = at.load_scenario(MOVINGAI / f"{name}.map.scen")
    return [every[int((i + 0.5) * len(every) / count)] for i in range(count)]


WARM_UP = 20  # queries


def best_times(calls: dict[str, Callable[[Any], Any]], queries: Sequence[Any], repeats: int):
    """For each call, return its answers and its mean CPU time per query in seconds.

    The calls take turns, each with all queries in a row, and of each query the best of several
    times counts, because the machine is never quiet. Some queries before do not count: else the
    first ones would pay for what the call before has driven out of the cache.
    """
    answers: dict[str, list[Any]] = {}
    best = {name: [float("inf")] * len(queries) for name in calls}
    for _ in range(repeats):
        for name, call in calls.items():
            answers[name] = []
            for query in queries[:WARM_UP]:
                call(query)
            for i, query in enumerate(queries):
                begin = time.process_time()
                answer = call(query)
                best[name][i] = min(best[name][i], time.process_time() - begin)
                answers[name].append(answer)
    return answers, {name: sum(times) / len(times) for name, times in best.items()}


def table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows of columns; the first row is the head, the first column is left-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = (
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *rest]), flush=True)


def duration(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"
