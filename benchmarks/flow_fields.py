"""CPU time of a flow field after an edit: a closed or opened cell, its repair and a look.

    python benchmarks/flow_fields.py
    python benchmarks/flow_fields.py --side 2048 --density 0.3

The look at the next node of a random cell has the edit repaired. From time to time all costs are
compared with `distances`.
"""

import argparse
import time

import numpy as np

import asterion as at
from common import duration, table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--density", type=float, default=0.15, help="share of walls")
    parser.add_argument("--edits", type=int, default=2000)
    parser.add_argument("--units", type=int, default=10_000)
    options = parser.parse_args()
    rows = [("map", "median", "90 %", "mean", "cells", "first", "distances", "follow", "wrong")]
    for name, cost in [("one cost", lambda _: 1), ("costs 1 to 9", lambda r: r.integers(1, 10))]:
        rows.append((f"{name} {options.side}", *repairs(options, cost)))
    table(rows)


def repairs(options, cost) -> tuple[str, ...]:
    random = np.random.default_rng(1)
    shape = options.side, options.side
    free = random.random(shape) >= options.density
    goal = options.side // 2, options.side // 2
    free[goal] = True
    grid = at.Grid(np.where(free, np.vectorize(lambda _: cost(random))(free), 0))
    field = at.FlowField(grid, goal)
    first = timed(lambda: field.next(goal))
    all_at_once = timed(lambda: at.distances(grid, goal, direction="to"))
    there = random.permutation(np.argwhere(np.isfinite(field.cost) & (field.cost > 0)))
    wrong, times = differs(field, grid, goal), []
    for i, cell in enumerate(map(tuple, there[: options.edits // 2].tolist())):
        look = tuple(there[-1 - i].tolist())
        for value in (0, cost(random)):
            begin = time.process_time()
            grid[cell] = value
            field.next(look)
            times.append(time.process_time() - begin)
        if i % 50 == 0:
            wrong += differs(field, grid, goal)
    units = random.choice(there, options.units)
    follow = min(timed(lambda: field.follow(units)) for _ in range(20))
    return (
        *map(duration, (np.median(times), np.quantile(times, 0.9), np.mean(times))),
        f"{field.stats.touched / len(times):.0f}",
        *map(duration, (first, all_at_once, follow)),
        str(wrong),
    )


def differs(field, grid, goal) -> int:
    return int((~np.isclose(field.cost, at.distances(grid, goal, direction="to"))).sum())


def timed(call) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin


if __name__ == "__main__":
    main()
