"""networkx's ``shortest_path``, its length and ``has_path``, which choose one of the others."""

from __future__ import annotations

from typing import Any

import networkx as nx

from asterion import _core
from asterion.networkx_backend import pairs, trees
from asterion.networkx_backend.conversion import ConvertedGraph


def has_path(G: ConvertedGraph, source: Any, target: Any) -> bool:
    """Return whether there is a path from ``source`` to ``target``."""
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
    """Return a shortest path, or those from, to or between all nodes where an end is None."""
    _check(method)
    if source is None and target is None:
        if weight is None:
            return trees.all_pairs_shortest_path(G)
        return trees.all_pairs_dijkstra_path(G, weight=weight)
    if source is None or target is None:
        tree = _tree(G, source, target, weight, method, missing="Source {} not in G")
        return tree.paths(backward=source is None)
    if weight is None:
        return pairs.bidirectional_shortest_path(G, source, target)
    if method == "bellman-ford":
        return pairs.bellman_ford_path(G, source, target, weight)
    return pairs.bidirectional_dijkstra(G, source, target, weight)[1]


def shortest_path_length(
    G: ConvertedGraph,
    source: Any = None,
    target: Any = None,
    weight: Any = None,
    method: str = "dijkstra",
) -> Any:
    """Return the length of a shortest path, or the lengths from, to or between all nodes."""
    _check(method)
    if source is not None and target is not None:
        if weight is None:
            return len(pairs.bidirectional_shortest_path(G, source, target)) - 1
        by_bellman_ford = method == "bellman-ford"
        length = pairs.bellman_ford_path_length if by_bellman_ford else pairs.dijkstra_path_length
        return length(G, source, target, weight)
    if source is not None or target is not None:
        missing = "Source {} is not in G"
        return _tree(G, source, target, weight, method, missing=missing).lengths()
    if weight is None:
        return trees.all_pairs_shortest_path_length(G)
    return trees.all_pairs_dijkstra_path_length(G, weight=weight)


def _check(method: str) -> None:
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")


def _tree(
    G: ConvertedGraph, source: Any, target: Any, weight: Any, method: str, *, missing: str
) -> _core.ShortestTree:
    """The tree of paths from the source or to the target, one of which is None."""
    node = target if source is None else source
    if weight is not None:
        hash(node)  # networkx raises TypeError for what has none
        by_bellman_ford = method == "bellman-ford"
        missing = "Source {} not in G" if by_bellman_ford else "Node {} not found in graph"
    number = G.number(node)
    if number is None:
        raise nx.NodeNotFound(missing.format(node))
    return G.tree([number], weight, by_moves=weight is None, to_them=source is None)
