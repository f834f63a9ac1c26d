"""Answers of an index after edits, beside `jps` alone, and when making it again pays.

    python benchmarks/index_edits.py                    a scenario of the GPPC's dynamic track
    python benchmarks/index_edits.py --maps orz900d     and maps after few edits and many
    python benchmarks/index_edits.py --maps orz900d --side 1   of single cells, open or closed

CPU time per query through Python with the path, best of several runs, `jps` and the index taking
turns. Every answer is checked: against the published lengths, and against `jps`.
"""

import argparse
import math
import time
from collections import Counter
from pathlib import Path

import numpy as np

import asterion as at
from changing_map import load, right
from common import DATA, MOVINGAI, best_times, duration, problems, table

HOWS = "index", "certified", "searched"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scenario", type=Path, default=DATA / "gppc-dynamic" / "dao_arena2.scen")
    parser.add_argument("--every", type=int, nargs="*", default=[0, 64, 16, 4, 1])
    parser.add_argument("--maps", nargs="*", default=[])
    parser.add_argument("--patches", type=int, nargs="*", default=[0, 1, 4, 16, 64])
    parser.add_argument("--side", type=int, default=6, help="of a patch; 1 toggles cells")
    parser.add_argument("--problems", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    shape, steps = load(options.scenario)
    rows = [on_scenario(shape, steps, None, options.repeats)]
    rows += [on_scenario(shape, steps, every, options.repeats) for every in options.every]
    table([("refreshed", "wrong", *HOWS, "query", "refresh, per query", "both"), *rows])
    for name in options.maps:
        print()
        head = (name, "wrong", *HOWS, "index", "jps", "jps/index", "a refresh", "pays after")
        table([head, *on_map(name, options)])


def on_scenario(shape, steps, every: int | None, repeats: int) -> tuple[str, ...]:
    """With a refresh before a query after this many patches; None: by jps alone."""
    best = None
    for _ in range(repeats):
        grid = at.Grid(np.ones(shape, bool))
        index = at.Index(grid)
        queries = refreshes = 0.0
        hows, wrong, patches = Counter(), 0, 0
        for step in steps:
            if isinstance(step[0], np.ndarray):
                patch, row, col = step
                grid[row : row + patch.shape[0], col : col + patch.shape[1]] = patch
                patches += 1
                continue
            begin = time.process_time()
            if every and patches >= every:
                index.refresh()
                patches = 0
            middle = time.process_time()
            if every is None:
                path = at.find_path(grid, step[0], step[1], algorithm="jps")
            else:
                path = index.find_path(step[0], step[1])
            queries += time.process_time() - middle
            refreshes += middle - begin
            hows[path.how] += 1
            wrong += not right(path.cost, step[2])
        if best is None or queries + refreshes < sum(best):
            best = queries, refreshes
    count = sum(hows.values())
    when = "never" if every == 0 else f"after {every} patches"
    return (
        "jps alone" if every is None else when,
        str(wrong),
        *shares(hows),
        *(duration(each / count) for each in (*best, sum(best))),
    )


def shares(hows: Counter) -> list[str]:
    return [f"{100 * hows[how] / sum(hows.values()):.0f} %" for how in HOWS]


def on_map(name: str, options):
    """A row for each number of patches since the index was made."""
    grid = at.load_map(MOVINGAI / f"{name}.map")
    queries = problems(name, options.problems)
    ends = {cell for query in queries for cell in (query.start, query.goal)}
    index = at.Index(grid)
    dice = np.random.default_rng(1)
    patched, fresh = 0, math.nan
    for patches in options.patches:
        for _ in range(patches - patched):
            patch_at_random(grid, dice, ends, options.side)
        patched = patches
        calls = {
            "index": lambda p: index.find_path(p.start, p.goal),
            "jps": lambda p: at.find_path(grid, p.start, p.goal, algorithm="jps"),
        }
        answers, times = best_times(calls, queries, options.repeats)
        wrong = sum(
            not math.isclose(a.cost, b.cost, rel_tol=1e-9) and a.found | b.found
            for a, b in zip(answers["index"], answers["jps"], strict=True)
        )
        if patches == 0:
            fresh = times["index"]
        begin = time.process_time()
        at.Index(grid)
        refresh = time.process_time() - begin
        gain = times["index"] - fresh
        yield (
            f"{patches} patches",
            str(wrong),
            *shares(Counter(path.how for path in answers["index"])),
            *(duration(times[each]) for each in calls),
            f"{times['jps'] / times['index']:.1f}x",
            duration(refresh),
            f"{refresh / gain:,.0f} queries" if gain > 1e-7 else "",
        )


def patch_at_random(grid: at.Grid, dice: np.random.Generator, ends: set, side: int) -> None:
    """A square of walls, or of floor, that leaves the ends of all queries free."""
    rows, cols = grid.shape
    while True:
        row, col = int(dice.integers(rows - side)), int(dice.integers(cols - side))
        square = grid.cost[row : row + side, col : col + side]
        value = int(dice.integers(2)) if side > 1 else int(not square.any())
        changes = (square > 0).sum() != side * side * value
        inside = any(row <= r < row + side and col <= c < col + side for r, c in ends)
        if changes and (square.any() or side == 1) and not (inside and value == 0):
            break
    grid[row : row + side, col : col + side] = value


if __name__ == "__main__":
    main()
