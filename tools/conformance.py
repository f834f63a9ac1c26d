"""Solve public benchmark problems and check each length and each path.

python tools/conformance.py FOLDER [--maps den520d] [--sample 200] [--algorithms astar jps index]

FOLDER holds MovingAI maps with their scenarios. Without --sample every problem is solved; with it,
a number per map, picked by a fixed seed. Algorithms are find_path's, "index", which prepares each
map first (at.Index), and "mesh": paths on the mesh of the map are walked, are no longer than those
over cells, and are as long as those on the same mesh of triangles, which are not merged. Exit
status 1 if an answer is wrong.
"""

import argparse
import sys
import time
from math import isclose
from pathlib import Path
from typing import Any

import asterion as at
from asterion import _core
from asterion.world.dice import Dice


def main() -> int:
    """Print a line per map and the sum; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--maps", nargs="+", help="only these")
    parser.add_argument("--sample", type=int, help="this many problems of each map")
    parser.add_argument("--algorithms", nargs="+", default=["astar", "jps", "index"])
    options = parser.parse_args()

    maps = sorted(options.folder.glob("*.map"))
    if options.maps:
        maps = [path for path in maps if path.stem in options.maps]
    if not maps:
        print(f"{options.folder} holds no maps")
        return 2
    begin = time.perf_counter()
    solved = wrong = 0
    for path in maps:
        problems = at.load_scenario(path.with_name(path.name + ".scen"))
        problems = sample(problems, options.sample)
        grid = at.load_map(path)
        faults = [fault for name in options.algorithms for fault in check(grid, problems, name)]
        solved += len(problems) * len(options.algorithms)
        wrong += len(faults)
        print(f"{path.stem:24} {len(problems):6} problems {len(faults):4} wrong", flush=True)
        for fault in faults[:5]:
            print(f"    {fault}")
    seconds = time.perf_counter() - begin
    names = ", ".join(options.algorithms)
    print(f"{len(maps)} maps by {names}: {solved} answers, {wrong} wrong, {seconds:.0f} s")
    print(f"{solved - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


def sample(problems: list[at.Problem], count: int | None) -> list[at.Problem]:
    """The first ``count`` of a shuffle by a fixed seed, in the order of the file."""
    if count is None or count >= len(problems):
        return problems
    dice = Dice(1)
    order = list(range(len(problems)))
    for i in range(count):
        j = i + dice.below(len(order) - i)
        order[i], order[j] = order[j], order[i]
    return [problems[i] for i in sorted(order[:count])]


def check(grid: at.Grid, problems: list[at.Problem], algorithm: Any) -> list[str]:
    """The faults of the answers, one per line."""
    if algorithm == "mesh":
        return check_mesh(grid, problems)
    faults = []
    starts, goals = [p.start for p in problems], [p.goal for p in problems]
    if algorithm == "index":
        paths = at.Index(grid).find_paths(starts, goals)
    else:
        paths = at.find_paths(grid, starts, goals, algorithm=algorithm)
    for problem, path in zip(problems, paths, strict=True):
        try:
            cost = at.validate(grid, path)
        except at.InvalidPath as error:
            faults.append(f"{algorithm}, {problem}: {error}")
            continue
        ends = (path[0], path[-1]) == (problem.start, problem.goal) if path else False
        asked = (path.how == "index") == (algorithm == "index")
        if not (ends and problem.agrees(cost) and asked):
            faults.append(f"{algorithm}, {problem}: {path}")
    return faults


def check_mesh(grid: at.Grid, problems: list[at.Problem]) -> list[str]:
    """The faults of paths on the mesh of a map, one per line."""
    mesh = at.Mesh.from_grid(grid)
    triangles = at.Mesh._of(_core.Mesh.of_view(grid._core_view, merges=False), grid)  # noqa: SLF001
    ends = [p.start for p in problems], [p.goal for p in problems]
    faults = []
    for problem, path, other in zip(
        problems, at.find_paths(mesh, *ends), at.find_paths(triangles, *ends), strict=True
    ):
        try:
            cost = at.validate(mesh, path)
        except at.InvalidPath as error:
            faults.append(f"mesh, {problem}: {error}")
            continue
        is_short = cost < problem.length + 0.01  # which has two decimals
        if not isclose(cost, other.cost, rel_tol=1e-12) or not is_short:
            faults.append(f"mesh, {problem}: {path}, of triangles {other}")
    return faults


if __name__ == "__main__":
    sys.exit(main())
