"""Paths on general graphs, beside the packages of PyPI, in one run, every answer checked.

    python benchmarks/graphs.py            a random graph and a road-like lattice
    python benchmarks/graphs.py --queries 5 --repeats 1

The random graph has 100,000 nodes, 500,000 connections, whole weights from 1 to 100; the lattice
316 x 316 nodes, 5 % of its arcs removed, weights from 10 to 30. Times are CPU time a query, best of
several, the packages taking turns; a build is from NumPy arrays where a package takes them.
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


def run(course: Course, repeats: int) -> int:
    ends = (course.sources, course.targets)
    columns = (*ends, course.costs)
    edges = [*zip(course.sources.tolist(), course.targets.tolist(), course.costs.tolist())]  # noqa: B905

    def whole_build() -> at.Graph:
        graph = at.Graph(columns, nodes=course.nodes, positions=course.positions)
        at.find_path(graph, 0, 0)  # and what a first query builds
        return graph

    def w9_build() -> W9Graph:
        graph = W9Graph(course.nodes)
        graph.add_edges(edges)
        return graph

    def rx_build() -> rustworkx.PyDiGraph:
        graph = rustworkx.PyDiGraph()
        graph.add_nodes_from(range(course.nodes))
        graph.add_edges_from(edges)
        return graph

    builds = {
        "asterion": whole_build,
        "scipy": lambda: csr_array((course.costs, ends), shape=(course.nodes,) * 2),
        "w9": w9_build,
        "igraph": lambda: igraph.Graph(
            n=course.nodes,
            edges=np.stack(ends, axis=1),
            directed=True,
            edge_attrs={"weight": course.costs},
        ),
        "rustworkx": rx_build,
    }
    graphs, seconds = {}, {}
    for name, build in builds.items():
        graphs[name], seconds[name] = timed(build, repeats if name in ("asterion", "scipy") else 1)
    graph, w9 = graphs["asterion"], graphs["w9"]
    forward, both = Dijkstra(w9), BiDijkstra(w9)

    def ours(algorithm: str, **options: Any) -> Callable[[tuple[int, int]], Any]:
        return lambda pair: at.find_path(graph, *pair, algorithm=algorithm, **options)

    def rx_path(pair: tuple[int, int]) -> Any:
        paths = rustworkx.dijkstra_shortest_paths(graphs["rustworkx"], *pair, weight_fn=float)
        return [*paths[pair[1]]] if pair[1] in paths else []

    calls: dict[str, Callable[[tuple[int, int]], Any]] = {
        "asterion auto": ours("auto"),
        "asterion bidirectional": ours("bidirectional", heuristic="zero"),
        "asterion dijkstra": ours("dijkstra"),
    }
    if course.positions is not None:
        calls["asterion astar"] = ours("astar")
        calls["asterion bidirectional A*"] = ours("bidirectional")
    calls |= {
        "w9 BiDijkstra": lambda pair: both.find_path(*pair),
        "w9 Dijkstra": lambda pair: forward.find_path(*pair),
        "igraph": lambda pair: graphs["igraph"].get_shortest_path(*pair, weights="weight"),
        "rustworkx": rx_path,
    }
    paths, best = common.best_times(calls, course.pairs, repeats)
    cheapest: dict[tuple[int, int], float] = {}
    for source, target, cost in edges:
        cheapest[source, target] = min(cost, cheapest.get((source, target), math.inf))

    def length(path: Any, pair: tuple[int, int]) -> float:
        nodes = [*path]
        if not nodes:
            return 0.0 if pair[0] == pair[1] else math.inf
        return sum((cheapest[step] for step in pairwise(nodes)), 0.0)

    answers = {
        name: [length(path, pair) for path, pair in zip(found, course.pairs, strict=True)]
        for name, found in paths.items()
    }
    matrix = at.Graph(columns, nodes=course.nodes).to_scipy()
    true = [float(dijkstra(matrix, indices=a)[b]) for a, b in course.pairs]
    rows = [["", "build", "query", "auto is", "wrong"]]
    total = 0
    for name in calls:
        wrong = sum(
            not math.isclose(a, b, rel_tol=1e-9) for a, b in zip(answers[name], true, strict=True)
        )
        total += wrong
        rows.append(
            [
                f"{course.name}: {name}",
                common.duration(seconds[name.split()[0]]),
                common.duration(best[name]),
                f"{best[name] / best['asterion auto']:.1f}x",
                str(wrong),
            ]
        )
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
