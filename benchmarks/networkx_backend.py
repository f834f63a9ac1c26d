"""The backend of networkx beside plain networkx and nx-parallel, in one run, every answer checked.

    python benchmarks/networkx_backend.py                   five functions on three graphs
    python benchmarks/networkx_backend.py --graphs small

The first call converts the graph; repeated ones use the conversion that networkx keeps with it.
Times are CPU time of this process, but for nx-parallel, which has worker processes: there it is
wall time. It has functions for all pairs only, so these have a row of their own, on 900 nodes;
and its version 0.3 cannot be imported with networkx 3.6 ("fails"), so it is compared with 3.5:

    pip install --no-deps --target build/networkx-3.5 networkx==3.5 nx-parallel==0.3 joblib
    PYTHONPATH=build/networkx-3.5 python benchmarks/networkx_backend.py --graphs small
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx

import common

PARALLEL_JOBS = 2


def lattice(side: int) -> nx.Graph:
    """Streets: crossings by large numbers, a tenth of them missing, lengths from 10 to 30."""
    dice = random.Random(1)  # noqa: S311 - the same graph each time
    ids = dice.sample(range(10**9), side * side)  # like OpenStreetMap's
    graph = nx.Graph()
    for i, crossing in enumerate(ids):
        row, column = divmod(i, side)
        graph.add_node(crossing, pos=(row, column))
        if column + 1 < side and dice.random() >= 0.1:
            graph.add_edge(crossing, ids[i + 1], weight=dice.uniform(10, 30))
        if row + 1 < side and dice.random() >= 0.1:
            graph.add_edge(crossing, ids[i + side], weight=dice.uniform(10, 30))
    return graph


def scattered(nodes: int, edges: int) -> nx.DiGraph:
    """A random directed graph with whole weights."""
    dice = random.Random(2)  # noqa: S311
    graph = nx.DiGraph()
    graph.add_nodes_from(range(nodes))
    for _ in range(edges):
        graph.add_edge(dice.randrange(nodes), dice.randrange(nodes), weight=dice.randint(1, 100))
    return graph


GRAPHS: dict[str, tuple[str, Callable[[], Any], int]] = {
    "small": ("streets, 10^4 edges", lambda: lattice(75), 3),
    "middle": ("random, 10^5 edges", lambda: scattered(20_000, 100_000), 3),
    "large": ("streets, 10^6 edges", lambda: lattice(745), 2),
}


def calls(graph: Any) -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Five functions and one that calls back, each with its arguments."""
    nodes = sorted(nx.node_connected_component(nx.Graph(graph), next(iter(graph))))
    start, goal = nodes[len(nodes) // 7], nodes[-len(nodes) // 5]
    several = nodes[:: len(nodes) // 10]

    places = graph.nodes(data="pos")

    def estimate(node: Any, target: Any) -> float:
        return 0.0 if places[node] is None else 10 * math.dist(places[node], places[target])

    return {
        "shortest_path": (nx.shortest_path, (start, goal, "weight")),
        "dijkstra_path_length": (nx.dijkstra_path_length, (start, goal)),
        "single_source_dijkstra_path_length": (nx.single_source_dijkstra_path_length, (start,)),
        "multi_source_dijkstra_path_length": (nx.multi_source_dijkstra_path_length, (several,)),
        "single_source_shortest_path_length": (nx.single_source_shortest_path_length, (start,)),
        "astar_path, own estimates": (nx.astar_path, (start, goal, estimate)),
    }


ALL_PAIRS = "all_pairs_dijkstra_path_length"


def timed(call: Callable[[], Any], clock: Callable[[], float]) -> tuple[Any, float]:
    begin = clock()
    answer = call()
    if isinstance(answer, Iterator):
        answer = dict(answer)
    return answer, clock() - begin


def is_same(graph: Any, ours: Any, plain: Any) -> bool:
    """The same lengths; paths of the same length."""
    if isinstance(plain, dict):
        return ours == plain and [*ours] == [*plain]
    if isinstance(plain, list):
        both = (nx.path_weight(graph, path, "weight") for path in (ours, plain))
        return (ours[0], ours[-1]) == (plain[0], plain[-1]) and math.isclose(*both, rel_tol=1e-12)
    return ours == plain


def parallel(function: Callable[..., Any], graph: Any) -> tuple[Any, str]:
    """The answer of nx-parallel and the time of its second call; None if it does not import."""
    try:
        import nx_parallel  # noqa: F401, PLC0415 - 0.3 fails with networkx 3.6
    except ImportError:
        return None, "fails"
    with nx.config.backends.parallel(active=True, n_jobs=PARALLEL_JOBS):
        timed(lambda: function(graph, backend="parallel"), time.perf_counter)
        answer, took = timed(lambda: function(graph, backend="parallel"), time.perf_counter)
    return answer, common.duration(took)


def row(graph: Any, name: str, function: Any, args: tuple[Any, ...], repeats: int) -> list[str]:
    clock = time.process_time
    plain_time, kept_time = math.inf, math.inf
    graph.__networkx_cache__.clear()
    ours, first = timed(lambda: function(graph, *args, backend="asterion"), clock)
    plain: Any = None
    wrong = 0
    for _ in range(repeats):
        plain, took = timed(lambda: function(graph, *args), clock)
        plain_time = min(plain_time, took)
        wrong += not is_same(graph, ours, plain)
        for _ in range(3):
            ours, took = timed(lambda: function(graph, *args, backend="asterion"), clock)
            kept_time = min(kept_time, took)
            wrong += not is_same(graph, ours, plain)
    other = "-"
    if name == ALL_PAIRS:
        answer, other = parallel(function, graph)
        wrong += answer is not None and answer != plain
    return [
        name,
        common.duration(plain_time),
        other,
        common.duration(first),
        f"{plain_time / first:.1f}x",
        common.duration(kept_time),
        f"{plain_time / kept_time:.0f}x",
        str(wrong),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphs", nargs="*", choices=GRAPHS, default=[*GRAPHS])
    asked = parser.parse_args()
    nx.config.warnings_to_ignore.add("cache")
    total = 0
    for key in asked.graphs:
        title, make, repeats = GRAPHS[key]
        graph = make()
        edges = f"{title}: {len(graph)} nodes, {graph.number_of_edges()} edges"
        head = [edges, "networkx", "nx-parallel", "first", "", "repeated", "", "wrong"]
        jobs = [(name, *rest) for name, rest in calls(graph).items()]
        rows = [row(graph, name, function, args, repeats) for name, function, args in jobs]
        if key == "small":
            few = lattice(30)
            rows.append(row(few, ALL_PAIRS, nx.all_pairs_dijkstra_path_length, (), 1))
        common.table([head, *rows])
        print()
        total += sum(int(each[-1]) for each in rows)
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
