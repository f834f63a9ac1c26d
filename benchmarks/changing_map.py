"""Queries on a map that is patched between them: a scenario of the GPPC's dynamic track.

    python benchmarks/changing_map.py

CPU time per query, patches included, best of several runs of the whole scenario; every length is
checked against the published one.
"""

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import asterion as at
from common import DATA, duration, table

Patch = np.ndarray  # bool, True where free
# A question (start, goal, length), or a patch and its upper left corner.
Step = tuple[tuple[int, int], tuple[int, int], float] | tuple[Patch, int, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scenario", type=Path, default=DATA / "gppc-dynamic" / "dao_arena2.scen")
    parser.add_argument("--algorithms", nargs="*", default=["auto", "jps", "astar"])
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    shape, steps = load(options.scenario)
    rows = [measure(shape, steps, name, options.repeats) for name in options.algorithms]
    table([("algorithm", "queries", "wrong", "query", "patches", "both, per query"), *rows])


def load(path: Path) -> tuple[tuple[int, int], list[Step]]:
    header, body = {}, []
    for line in path.read_text().splitlines():
        name, *rest = line.split()
        (body if name in "QP" else header.setdefault(name, rest)).append(line.split())
    patches = load_patches(path.parent / header["patch"][0])
    steps: list[Step] = []
    for kind, _, *rest in body:
        if kind == "P":
            patch, x, y = map(int, rest)
            steps.append((patches[patch], y, x))
        else:
            x, y, to_x, to_y = map(int, rest[:4])
            steps.append(((y, x), (to_y, to_x), float(rest[4])))
    return (int(header["height"][0]), int(header["width"][0])), steps


def load_patches(path: Path) -> list[Patch]:
    def blocks(lines: Iterator[str]) -> Iterator[Patch]:
        for line in lines:
            if line.startswith("height"):
                height = int(line.split()[1])
                next(lines), next(lines)  # width, map
                yield np.array([[c in ".GS" for c in next(lines)] for _ in range(height)])

    return list(blocks(iter(path.read_text().splitlines())))


def measure(shape, steps, algorithm: str, repeats: int) -> tuple[str, ...]:
    best, wrong = None, 0
    for _ in range(repeats):
        grid = at.Grid(np.ones(shape, bool))
        spent = {"query": 0.0, "patch": 0.0}
        answers = []
        for step in steps:
            begin = time.process_time()
            if isinstance(step[0], np.ndarray):
                patch, row, col = step
                grid[row : row + patch.shape[0], col : col + patch.shape[1]] = patch
                spent["patch"] += time.process_time() - begin
            else:
                path = at.find_path(grid, step[0], step[1], algorithm=algorithm)
                spent["query"] += time.process_time() - begin
                answers.append((path.cost, step[2]))
        wrong = sum(not right(cost, length) for cost, length in answers)
        if best is None or sum(spent.values()) < sum(best.values()):
            best = spent
    count = len(answers)
    return (
        algorithm,
        str(count),
        str(wrong),
        duration(best["query"] / count),
        duration(best["patch"] / count),
        duration(sum(best.values()) / count),
    )


def right(cost: float, length: float) -> bool:
    """A negative length is published where there is no path; others have few digits."""
    if length < 0:
        return cost == float("inf")
    return math.isclose(cost, length, rel_tol=1e-4, abs_tol=0.005 + 1e-6)


if __name__ == "__main__":
    main()
