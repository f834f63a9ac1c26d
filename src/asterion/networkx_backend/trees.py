"""networkx functions that find paths from one node to all others, or from all to all.

Each returns dictionaries in the order of distance; equal distances are in networkx's order, with
the path that networkx keeps. Arguments, errors and their texts are networkx's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import ceil, inf, isnan
from typing import Any

import networkx as nx
import numpy as np

from asterion import _core
from asterion.networkx_backend.conversion import ConvertedGraph
from asterion.networkx_backend.pairs import bellman_ford, cheapest_path

Lengths = dict[Any, Any]
Paths = dict[Any, list[Any]]
Both = tuple[Lengths, Paths]

# --- Without weights


def single_source_shortest_path_length(
    G: ConvertedGraph, source: Any, cutoff: float | None = None
) -> Lengths:
    """The distance of each node within reach of ``source``, in edges."""
    return _moves(G, source, f"Source {source} is not in G", cutoff).lengths()


def single_source_shortest_path(
    G: ConvertedGraph, source: Any, cutoff: float | None = None
) -> Paths:
    """A path with the fewest edges from ``source`` to each node within reach."""
    return _moves(G, source, f"Source {source} not in G", cutoff).paths()


def single_target_shortest_path_length(
    G: ConvertedGraph, target: Any, cutoff: float | None = None
) -> Lengths:
    """The distance of each node to ``target``, in edges."""
    tree = _moves(G, target, f"Target {target} is not in G", cutoff, to_it=True)
    return tree.lengths()


def single_target_shortest_path(
    G: ConvertedGraph, target: Any, cutoff: float | None = None
) -> Paths:
    """A path with the fewest edges to ``target`` from each node that has one."""
    tree = _moves(G, target, f"Target {target} not in G", cutoff, to_it=True)
    return tree.paths(backward=True)


def all_pairs_shortest_path_length(
    G: ConvertedGraph, cutoff: float | None = None
) -> Iterator[tuple[Any, Lengths]]:
    """Yield each node, with the result of :func:`single_source_shortest_path_length`."""
    return ((node, single_source_shortest_path_length(G, node, cutoff)) for node in G.names)


def all_pairs_shortest_path(
    G: ConvertedGraph, cutoff: float | None = None
) -> Iterator[tuple[Any, Paths]]:
    """Yield each node, with the result of :func:`single_source_shortest_path`."""
    return ((node, single_source_shortest_path(G, node, cutoff)) for node in G.names)


def _moves(
    G: ConvertedGraph, node: Any, missing: str, cutoff: float | None, *, to_it: bool = False
) -> _core.ShortestTree:
    number = G.number(node)
    if number is None:
        raise nx.NodeNotFound(missing)
    limit = inf if cutoff is None else _number(cutoff)
    # networkx begins another level as long as the cutoff is larger than the last.
    levels = 0 if isnan(limit) or limit <= 0 else limit if limit == inf else ceil(limit)
    return G.tree([number], None, by_moves=True, to_them=to_it, limit=levels)


# --- With weights: Dijkstra's algorithm


def single_source_dijkstra(
    G: ConvertedGraph,
    source: Any,
    target: Any = None,
    cutoff: float | None = None,
    weight: Any = "weight",
) -> Both | tuple[float, list[Any]]:
    """Return the lengths and the paths from ``source``, or the ones to ``target`` alone."""
    return multi_source_dijkstra(G, {source}, target, cutoff, weight)


def single_source_dijkstra_path(
    G: ConvertedGraph, source: Any, cutoff: float | None = None, weight: Any = "weight"
) -> Paths:
    """A cheapest path from ``source`` to each node within reach."""
    return multi_source_dijkstra_path(G, {source}, cutoff, weight)


def single_source_dijkstra_path_length(
    G: ConvertedGraph, source: Any, cutoff: float | None = None, weight: Any = "weight"
) -> Lengths:
    """Return the cost of the cheapest path from ``source`` to each node within reach."""
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def multi_source_dijkstra(
    G: ConvertedGraph,
    sources: Collection[Any],
    target: Any = None,
    cutoff: float | None = None,
    weight: Any = "weight",
) -> Both | tuple[float, list[Any]]:
    """Return the lengths and the paths from the nearest source, or to ``target`` alone."""
    starts = _numbers(G, sources)
    if target is None:
        tree = _within(G, starts, weight, cutoff)
        return tree.lengths(), tree.paths()
    if target in sources:
        return 0, [target]
    hash(target)
    goal = G.number(target)
    found = None
    if goal is not None and cutoff is None and len(starts) == 1:
        found = cheapest_path(G, starts[0], goal, weight)
    elif goal is not None:
        found = _within(G, starts, weight, cutoff, goal).path_to(goal)
    if found is None:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return found


def multi_source_dijkstra_path(
    G: ConvertedGraph,
    sources: Collection[Any],
    cutoff: float | None = None,
    weight: Any = "weight",
) -> Paths:
    """A cheapest path from the nearest source to each node within reach."""
    return _within(G, _numbers(G, sources), weight, cutoff).paths()


def multi_source_dijkstra_path_length(
    G: ConvertedGraph,
    sources: Collection[Any],
    cutoff: float | None = None,
    weight: Any = "weight",
) -> Lengths:
    """Return the cost of the cheapest path from the nearest source to each node within reach."""
    return _within(G, _numbers(G, sources), weight, cutoff).lengths()


def all_pairs_dijkstra(
    G: ConvertedGraph, cutoff: float | None = None, weight: Any = "weight"
) -> Iterator[tuple[Any, Both]]:
    """Yield each node, with its lengths and its paths to all nodes within reach."""
    for number, node in enumerate(G.names):
        tree = _within(G, [number], weight, cutoff)
        yield node, (tree.lengths(), tree.paths())


def all_pairs_dijkstra_path(
    G: ConvertedGraph, cutoff: float | None = None, weight: Any = "weight"
) -> Iterator[tuple[Any, Paths]]:
    """Yield each node, with its cheapest paths to all nodes within reach."""
    for number, node in enumerate(G.names):
        yield node, _within(G, [number], weight, cutoff).paths()


def all_pairs_dijkstra_path_length(
    G: ConvertedGraph, cutoff: float | None = None, weight: Any = "weight"
) -> Iterator[tuple[Any, Lengths]]:
    """Yield each node, with the costs of the cheapest paths to all nodes within reach."""
    for number, node in enumerate(G.names):
        yield node, _within(G, [number], weight, cutoff).lengths()


def _numbers(G: ConvertedGraph, sources: Collection[Any]) -> list[int]:
    if not sources:
        raise ValueError("sources must not be empty")
    numbers = []
    for source in sources:
        number = G.number(source)
        if number is None:
            raise nx.NodeNotFound(f"Node {source} not found in graph")
        numbers.append(number)
    return numbers


def _within(
    G: ConvertedGraph,
    starts: list[int],
    weight: Any,
    cutoff: float | None,
    goal: int | None = None,
) -> _core.ShortestTree:
    limit = inf if cutoff is None else _number(cutoff)
    if isnan(limit):
        limit = inf  # no length exceeds it
    if limit < 0:
        return G.tree(starts, None, by_moves=True, limit=0)  # the sources alone
    return G.tree(starts, weight, limit=limit, goal=goal)


def _number(cutoff: Any) -> float:
    if not isinstance(cutoff, (int, float, np.integer, np.floating)):
        raise NotImplementedError(f"cutoff is {cutoff!r}; this backend takes ints and floats")
    return float(min(cutoff, 1e300) if cutoff > 1e300 else cutoff)


# --- With weights: networkx uses the Bellman-Ford algorithm, which allows negative ones


def single_source_bellman_ford(
    G: ConvertedGraph, source: Any, target: Any = None, weight: Any = "weight"
) -> Both | tuple[float, list[Any]]:
    """Return the lengths and the paths from ``source``, or the ones to ``target`` alone."""
    if target is not None:
        return bellman_ford(G, source, target, weight)
    tree = G.tree([_bellman_ford_start(G, source)], weight)
    return tree.lengths(), tree.paths()


def single_source_bellman_ford_path(
    G: ConvertedGraph, source: Any, weight: Any = "weight"
) -> Paths:
    """A cheapest path from ``source`` to each node within reach."""
    return G.tree([_bellman_ford_start(G, source)], weight).paths()


def single_source_bellman_ford_path_length(
    G: ConvertedGraph, source: Any, weight: Any = "weight"
) -> Lengths:
    """Return the cost of the cheapest path from ``source`` to each node within reach."""
    return G.tree([_bellman_ford_start(G, source)], weight).lengths()


def all_pairs_bellman_ford_path(
    G: ConvertedGraph, weight: Any = "weight"
) -> Iterator[tuple[Any, Paths]]:
    """Yield each node, with its cheapest paths to all nodes within reach."""
    return all_pairs_dijkstra_path(G, None, weight)


def all_pairs_bellman_ford_path_length(
    G: ConvertedGraph, weight: Any = "weight"
) -> Iterator[tuple[Any, Lengths]]:
    """Yield each node, with the costs of the cheapest paths to all nodes within reach."""
    return all_pairs_dijkstra_path_length(G, None, weight)


def _bellman_ford_start(G: ConvertedGraph, source: Any) -> int:
    hash(source)  # networkx raises TypeError for what has none
    number = G.number(source)
    if number is None:
        raise nx.NodeNotFound(f"Source {source} not in G")
    return number
