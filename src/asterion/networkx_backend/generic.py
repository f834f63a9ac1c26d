"""``shortest_path``, its length and ``has_path`` of networkx, which choose one of the others."""

from __future__ import annotations

from typing import Any

import networkx as nx

from asterion.networkx_backend import pairs, trees
from asterion.networkx_backend.conversion import ConvertedGraph


def has_path(G: ConvertedGraph, source: Any, target: Any) -> bool:
    """Whether there is a path from ``source`` to ``target``."""
    try:
        shortest_path(G, source, target)
    except nx.NetworkXNoPath:
        return False
    return True


def shortest_path(
    G: ConvertedGraph,
    source: Any = None,
    target: Any = None,
    weight: Any = None,
    method: str = "dijkstra",
) -> Any:
    """A shortest path, or those from, to or between all nodes where an end is None."""
    by_bellman_ford = _checked(method)
    if source is None and target is None:
        if weight is None:
            return trees.all_pairs_shortest_path(G)
        return trees.all_pairs_dijkstra_path(G, weight=weight)
    if source is None:
        return _tree(G, target, weight, method, to_it=True, missing="Source {} not in G").paths(
            backward=True
        )
    if target is None:
        return _tree(G, source, weight, method, missing="Source {} not in G").paths()
    if weight is None:
        return pairs.bidirectional_shortest_path(G, source, target)
    if by_bellman_ford:
        return pairs.bellman_ford_path(G, source, target, weight)
    return pairs.bidirectional_dijkstra(G, source, target, weight)[1]


def shortest_path_length(
    G: ConvertedGraph,
    source: Any = None,
    target: Any = None,
    weight: Any = None,
    method: str = "dijkstra",
) -> Any:
    """The length of a shortest path, or the lengths from, to or between all nodes."""
    by_bellman_ford = _checked(method)
    if source is None and target is None:
        if weight is None:
            return trees.all_pairs_shortest_path_length(G)
        return trees.all_pairs_dijkstra_path_length(G, weight=weight)
    if source is None:
        return _tree(
            G, target, weight, method, to_it=True, missing="Source {} is not in G"
        ).lengths()
    if target is None:
        return _tree(G, source, weight, method, missing="Source {} is not in G").lengths()
    if weight is None:
        return len(pairs.bidirectional_shortest_path(G, source, target)) - 1
    if by_bellman_ford:
        return pairs.bellman_ford_path_length(G, source, target, weight)
    return pairs.dijkstra_path_length(G, source, target, weight)


def _checked(method: str) -> bool:
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")
    return method == "bellman-ford"


def _tree(
    G: ConvertedGraph, node: Any, weight: Any, method: str, *, missing: str, to_it: bool = False
) -> Any:
    if weight is not None:
        hash(node)  # networkx raises TypeError for what has none
    number = G.number(node)
    if number is None:
        if weight is not None:
            missing = "Source {} not in G" if _checked(method) else "Node {} not found in graph"
        raise nx.NodeNotFound(missing.format(node))
    return G.tree([number], weight, by_moves=weight is None, to_them=to_it)
