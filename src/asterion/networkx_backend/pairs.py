"""networkx functions that find a path from one node to another.

Arguments, errors and their texts are networkx's. Of several cheapest paths, each finds the one that
networkx does, except the Bellman-Ford functions.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import networkx as nx
import numpy as np

from asterion.networkx_backend.conversion import ConvertedGraph
from asterion.search.find import find_path

Found = tuple[float, list[Any]]


def cheapest_path(
    G: ConvertedGraph, start: int, goal: int, weight: Any, **options: Any
) -> Found | None:
    """Return the length of a cheapest path between two nodes and its nodes; None without one.

    By default it is the path that networkx finds with Dijkstra's algorithm, its length exactly the
    same.
    """
    options = options or {"algorithm": "dijkstra", "ties": "fifo"}
    path = find_path(G.graph(weight), start, goal, **options)
    if not path.found:
        return None
    real = G.real(weight)
    is_real = real if isinstance(real, bool) else bool(real[path.connections].any())
    names = [G.names[node] for node in path.nodes]
    return (path.cost if is_real and len(names) > 1 else int(path.cost)), names


def bidirectional_shortest_path(G: ConvertedGraph, source: Any, target: Any) -> list[Any]:
    """Return a path with the fewest edges, by a search from both ends."""
    return _from_both_ends(G, source, target, None, by_moves=True)[1]


def bidirectional_dijkstra(
    G: ConvertedGraph, source: Any, target: Any, weight: Any = "weight"
) -> Found:
    """Return the length of a cheapest path and the path, by a search from both ends."""
    return _from_both_ends(G, source, target, weight)


def _from_both_ends(
    G: ConvertedGraph, source: Any, target: Any, weight: Any, *, by_moves: bool = False
) -> Found:
    start, goal = _ends(G, source, target)
    if start == goal:
        return 0, [source]
    found = G.two_ended_path(start, goal, weight, by_moves=by_moves)
    if found is None:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return found


def _ends(G: ConvertedGraph, source: Any, target: Any) -> tuple[int, int]:
    start, goal = G.number(source), G.number(target)
    if start is None:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    if goal is None:
        raise nx.NodeNotFound(f"Target {target} is not in G")
    return start, goal


def dijkstra_path(G: ConvertedGraph, source: Any, target: Any, weight: Any = "weight") -> list[Any]:
    """Return a cheapest path."""
    hash(source)  # networkx raises TypeError for what has none; not everywhere
    missing, no_path = f"Node {source} not found in graph", f"No path to {target}."
    return _from_one_end(G, source, target, weight, missing=missing, no_path=no_path)[1]


def dijkstra_path_length(
    G: ConvertedGraph, source: Any, target: Any, weight: Any = "weight"
) -> float:
    """Return the cost of a cheapest path."""
    missing = f"Node {source} not found in graph"
    no_path = f"Node {target} not reachable from {source}"
    return _length(G, source, target, weight, missing=missing, no_path=no_path)


def bellman_ford(G: ConvertedGraph, source: Any, target: Any, weight: Any) -> Found:
    """Return the length of a cheapest path and the path, with the errors of these functions."""
    same = source == target
    if not same:
        hash(source)
    missing = f"Node {source} is not found in the graph" if same else f"Source {source} not in G"
    no_path = f"Target {target} cannot be reached from given sources"
    return _from_one_end(G, source, target, weight, missing=missing, no_path=no_path)


def bellman_ford_path(
    G: ConvertedGraph, source: Any, target: Any, weight: Any = "weight"
) -> list[Any]:
    """Return a cheapest path."""
    return bellman_ford(G, source, target, weight)[1]


def bellman_ford_path_length(
    G: ConvertedGraph, source: Any, target: Any, weight: Any = "weight"
) -> float:
    """Return the cost of a cheapest path."""
    same = source == target
    if not same:
        hash(source)
    missing = f"Node {source} not found in graph" if same else f"Source {source} not in G"
    no_path = f"node {target} not reachable from {source}"
    return _length(G, source, target, weight, missing=missing, no_path=no_path)


def _from_one_end(
    G: ConvertedGraph,
    source: Any,
    target: Any,
    weight: Any,
    *,
    missing: str,
    no_path: str,
    **options: Any,
) -> Found:
    start, goal = G.number(source), G.number(target)
    if start is None:
        raise nx.NodeNotFound(missing)
    hash(target)
    found = None if goal is None else cheapest_path(G, start, goal, weight, **options)
    if found is None:
        raise nx.NetworkXNoPath(no_path)
    return found


def _length(G: ConvertedGraph, source: Any, target: Any, weight: Any, **errors: str) -> float:
    # Whole numbers have the same sum from both ends, and that search is faster.
    options = {"algorithm": "bidirectional"} if G.real(weight) is False else {}
    return _from_one_end(G, source, target, weight, **errors, **options)[0]


def astar_path(
    G: ConvertedGraph,
    source: Any,
    target: Any,
    heuristic: Callable[[Any, Any], float] | None = None,
    weight: Any = "weight",
    *,
    cutoff: float | None = None,
) -> list[Any]:
    """Return a path by A*, a cheapest one if ``heuristic`` never exceeds the true cost."""
    start, goal = _ends(G, source, target)
    return _astar(G, start, goal, heuristic, weight, cutoff=cutoff)[1]


def astar_path_length(
    G: ConvertedGraph,
    source: Any,
    target: Any,
    heuristic: Callable[[Any, Any], float] | None = None,
    weight: Any = "weight",
    *,
    cutoff: float | None = None,
) -> float:
    """Return the cost of the path that :func:`astar_path` returns."""
    start, goal = G.number(source), G.number(target)
    if start is None or goal is None:
        raise nx.NodeNotFound(f"Either source {source} or target {target} is not in G")
    return _astar(G, start, goal, heuristic, weight, cutoff=cutoff)[0]


def _astar(
    G: ConvertedGraph,
    start: int,
    goal: int,
    heuristic: Callable[[Any, Any], float] | None,
    weight: Any,
    *,
    cutoff: float | None,
) -> Found:
    if cutoff:
        raise NotImplementedError("this backend takes no cutoff in A*")
    found = None
    if heuristic is None:
        found = cheapest_path(G, start, goal, weight)
    else:
        names, target = G.names, G.names[goal]

        def estimate(node: int) -> float:
            value = heuristic(names[node], target)
            if not isinstance(value, (int, float, np.integer, np.floating)) or not 0 <= value < inf:
                raise NotImplementedError(
                    f"heuristic({names[node]!r}, {target!r}) is {value!r}; this backend takes "
                    "finite numbers that are 0 or more"
                )
            return float(value)

        found = cheapest_path(
            G, start, goal, weight, algorithm="astar", heuristic=estimate, ties="fifo"
        )
    if found is None:
        raise nx.NetworkXNoPath(f"Node {G.names[goal]} not reachable from {G.names[start]}")
    return found
