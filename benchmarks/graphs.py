"""Paths on general graphs, beside the packages of PyPI, in one run, every answer checked.

    python benchmarks/graphs.py            a random graph and a road-like lattice
    python benchmarks/graphs.py --queries 5 --repeats 1

The random graph has 100,000 nodes, 500,000 connections, whole weights from 1 to 100; the lattice
316 x 316 nodes, 5 % of its arcs removed, weights from 10 to 30. Times are CPU time per query, best
of several, the packages taking turns; a build is from NumPy arrays where a package takes them.
"""

import argparse
import math
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import igraph
import numpy as np
import rustworkx
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from w9_pathfinding.envs import Graph as W9Graph
from w9_pathfinding.pf import BiDijkstra, Dijkstra

import asterion as at
import common


class Course(NamedTuple):
    name: str
    nodes: int
    sources: np.ndarray
    targets: np.ndarray
    costs: np.ndarray
    positions: np.ndarray | None
    pairs: list[tuple[int, int]]


def random_graph(queries: int) -> Course:
    rng = np.random.default_rng(1)
    nodes, arcs = 100_000, 500_000
    sources, targets = rng.integers(0, nodes, (2, arcs))
    costs = rng.integers(1, 101, arcs).astype(float)
    pairs = [(int(a), int(b)) for a, b in rng.integers(0, nodes, (queries, 2))]
    return Course("random", nodes, sources, targets, costs, None, pairs)


def lattice(queries: int) -> Course:
    rng = np.random.default_rng(2)
    side = 316
    flat = np.arange(side * side).reshape(side, side)
    each = [(flat[:, :-1], flat[:, 1:]), (flat[:-1], flat[1:])]
    sources = np.concatenate([end.ravel() for a, b in each for end in (a, b)])
    targets = np.concatenate([end.ravel() for a, b in each for end in (b, a)])
    kept = rng.random(len(sources)) >= 0.05
    sources, targets = sources[kept], targets[kept]
    costs = rng.integers(10, 31, len(sources)).astype(float)
    positions = np.stack(np.divmod(np.arange(side * side), side), axis=1).astype(float)
    pairs = [(int(a), int(b)) for a, b in rng.integers(0, side * side, (queries, 2))]
    return Course("lattice", side * side, sources, targets, costs, positions, pairs)


def timed(build: Callable[[], Any], repeats: int) -> tuple[Any, float]:
    best, built = math.inf, None
    for _ in range(repeats):
        begin = time.process_time()
        built = build()
        best = min(best, time.process_time() - begin)
    return built, best


def builds(course: Course, edges: list[tuple[int, int, float]]) -> dict[str, Callable[[], Any]]:
    """Functions that make a graph with each package."""
    ends = (course.sources, course.targets)
    weights = {"weight": course.costs}

    def asterion() -> at.Graph:
        columns = (*ends, course.costs)
        graph = at.Graph(columns, nodes=course.nodes, positions=course.positions)
        at.find_path(graph, 0, 0)  # including data that a first query builds
        return graph

    def w9() -> W9Graph:
        graph = W9Graph(course.nodes)
        graph.add_edges(edges)
        return graph

    def rx() -> rustworkx.PyDiGraph:
        graph = rustworkx.PyDiGraph()
        graph.add_nodes_from(range(course.nodes))
        graph.add_edges_from(edges)
        return graph

    return {
        "asterion": asterion,
        "scipy": lambda: csr_array((course.costs, ends), shape=(course.nodes,) * 2),
        "w9": w9,
        "igraph": lambda: igraph.Graph(
            n=course.nodes, edges=np.stack(ends, axis=1), directed=True, edge_attrs=weights
        ),
        "rustworkx": rx,
    }


def finders(graphs: dict[str, Any], *, with_positions: bool) -> dict[str, Callable[[Any], Any]]:
    """Functions that find a path with each package, by name."""
    forward, both = Dijkstra(graphs["w9"]), BiDijkstra(graphs["w9"])

    def ours(algorithm: str, **options: Any) -> Callable[[tuple[int, int]], Any]:
        return lambda pair: at.find_path(graphs["asterion"], *pair, algorithm=algorithm, **options)

    def rx(pair: tuple[int, int]) -> Any:
        paths = rustworkx.dijkstra_shortest_paths(graphs["rustworkx"], *pair, weight_fn=float)
        return [*paths[pair[1]]] if pair[1] in paths else []

    calls: dict[str, Callable[[tuple[int, int]], Any]] = {
        "asterion auto": ours("auto"),
        "asterion bidirectional": ours("bidirectional", heuristic="zero"),
        "asterion dijkstra": ours("dijkstra"),
    }
    if with_positions:
        calls["asterion astar"] = ours("astar")
        calls["asterion bidirectional A*"] = ours("bidirectional")
    return calls | {
        "w9 BiDijkstra": lambda pair: both.find_path(*pair),
        "w9 Dijkstra": lambda pair: forward.find_path(*pair),
        "igraph": lambda pair: graphs["igraph"].get_shortest_path(*pair, weights="weight"),
        "rustworkx": rx,
    }


def lengths(
    course: Course, paths: list[Any], cheapest: dict[tuple[int, int], float]
) -> list[float]:
    """The costs of the paths that a package found."""
    found = []
    for path, (start, goal) in zip(paths, course.pairs, strict=True):
        nodes = [*path]
        nowhere = 0.0 if start == goal else math.inf
        found.append(sum((cheapest[step] for step in pairwise(nodes)), 0.0) if nodes else nowhere)
    return found


def run(course: Course, repeats: int) -> int:
    """Time a course, print a table, and report wrong answers."""
    columns = (course.sources, course.targets, course.costs)
    edges = [*zip(*(column.tolist() for column in columns), strict=True)]
    graphs, seconds = {}, {}
    for name, build in builds(course, edges).items():
        often = repeats if name in ("asterion", "scipy") else 1
        graphs[name], seconds[name] = timed(build, often)
    calls = finders(graphs, with_positions=course.positions is not None)
    paths, best = common.best_times(calls, course.pairs, repeats)

    cheapest: dict[tuple[int, int], float] = {}
    for source, target, cost in edges:
        cheapest[source, target] = min(cost, cheapest.get((source, target), math.inf))
    matrix = graphs["asterion"].to_scipy()
    true = [float(dijkstra(matrix, indices=start)[goal]) for start, goal in course.pairs]
    rows = [["", "build", "query", "auto is", "wrong"]]
    total = 0
    for name in calls:
        answers = zip(lengths(course, paths[name], cheapest), true, strict=True)
        wrong = sum(not math.isclose(a, b, rel_tol=1e-9) for a, b in answers)
        total += wrong
        took = common.duration(seconds[name.split()[0]]), common.duration(best[name])
        ratio = f"{best[name] / best['asterion auto']:.1f}x"
        rows.append([f"{course.name}: {name}", *took, ratio, str(wrong)])
    rows.append([f"{course.name}: scipy", common.duration(seconds["scipy"]), "", "", ""])
    common.table(rows)
    print(f"build: {seconds['asterion'] / seconds['scipy']:.1f}x scipy's\n")
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    wrong = run(random_graph(asked.queries), asked.repeats)
    wrong += run(lattice(asked.queries), asked.repeats)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
