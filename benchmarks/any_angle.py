"""Meshes of game maps: time to build them, to search them, and to follow an edit.

    python benchmarks/any_angle.py
    python benchmarks/any_angle.py --maps arena2 den520d --queries 500

Queries are spread over each scenario, from cell to cell, through the batch call on one thread;
`any-angle` and `theta` are single calls on the grid (`theta` for a tenth of them), and `+` is by
how much longer the paths of `theta` are. No path may be longer than the scenario's, which is made
of moves. An edit closes or opens a block of 10 x 10 cells; `edit` is the time of the next query
less that of the same query again, and lengths are compared with those on a rebuilt mesh.

A second table has other packages, where they are installed, on the largest piece of ground of a
map, as a polygon of shapely: the mean of single calls, by how much paths are too long, how many
are shortest, and how many lead through walls. Their requirements exclude each other, so:

    pip install --no-deps jupedsim==1.4.2 deprecated==1.2.18 'wrapt<2' extremitypathfinder==2.7.2
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import shapely

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
    rows = [("map", "package", "build", "query", "mean", "worst", "shortest", "wrong")]
    for name in PEER_MAPS:
        for package, (maker, maps, every) in PACKAGES.items():
            if name in options.maps and name in maps and find_spec(package):
                rows.append((name, package, *beside(maker, name, options.queries, every)))
    print()
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


Point = tuple[float, float]
Ask = Callable[[Point, Point], list[Point]]


def asterion(ground) -> Ask:
    mesh = at.Mesh.from_polygons(ground)
    return lambda a, b: at.find_path(mesh, a, b).points


def jupedsim(ground) -> Ask:
    return import_module("jupedsim").RoutingEngine(ground).compute_waypoints


def extremitypathfinder(ground) -> Ask:
    outline, *holes = ([*ring.coords][:-1] for ring in (ground.exterior, *ground.interiors))
    environment = import_module("extremitypathfinder").PolygonEnvironment()
    environment.store(outline, holes)
    return lambda a, b: environment.find_shortest_path(a, b)[0]


# How each is called, its maps, and which of the queries it answers in reasonable time.
PEER_MAPS = ["AR0011SR", "den520d", "arena2", "AcrosstheCape"]
PACKAGES = {
    "asterion": (asterion, PEER_MAPS, 1),
    "jupedsim": (jupedsim, PEER_MAPS, 1),
    "extremitypathfinder": (extremitypathfinder, ["arena2"], 4),
}


def beside(maker: Callable[..., Ask], name: str, queries: int, every: int) -> list[str]:
    mesh = at.Mesh.from_grid(at.load_map(MOVINGAI / f"{name}.map"))
    union = shapely.unary_union([shapely.Polygon(mesh.points[[*p]]) for p in mesh.polygons])
    ground = max(getattr(union, "geoms", [union]), key=lambda piece: piece.area)
    ground = shapely.geometry.polygon.orient(ground)
    exact = at.Mesh.from_polygons(ground)
    ends = [
        (tuple(map(float, p.start)), tuple(map(float, p.goal))) for p in problems(name, queries)
    ]
    ends = [each for each in ends if exact.contains(each[0])][::every]
    begin = time.process_time()
    ask = maker(ground)
    build = time.process_time() - begin
    ask(*ends[0])
    begin = time.process_time()
    answers = [ask(*each) for each in ends]
    query = (time.process_time() - begin) / len(ends)
    ratios = []
    for each, points in zip(ends, answers, strict=True):
        try:
            length = at.validate(exact, points)
        except at.InvalidPath:
            continue
        if np.allclose(points[0], each[0]) and np.allclose(points[-1], each[1]):
            ratios.append(length / at.find_path(exact, *each).cost)
    return [
        duration(build),
        duration(query),
        f"+{np.mean(ratios) - 1:.1%}",
        f"+{max(ratios) - 1:.1%}",
        f"{sum(ratio < 1 + 1e-9 for ratio in ratios) / len(ends):.0%}",
        f"{len(ends) - len(ratios)} of {len(ends)}",
    ]


if __name__ == "__main__":
    main()
