"""The interface for networkx: this module is its entry point ``networkx.backends``.

networkx finds each function that it dispatches here by name. Before it calls it, ``can_run`` says
whether it takes these arguments, ``should_run`` whether that is worth a conversion, and
``convert_from_nx`` converts the graph, which networkx keeps in ``G.__networkx_cache__`` until the
graph changes. Where one of them says no, or raises NotImplementedError, networkx does the work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any

from asterion.networkx_backend.conversion import ConvertedGraph, to_networkx
from asterion.networkx_backend.generic import *  # noqa: F403 - the functions, for networkx
from asterion.networkx_backend.pairs import *  # noqa: F403
from asterion.networkx_backend.trees import *  # noqa: F403

# networkx searches from both ends, and may be done before a graph is even converted. Others call
# one of these two.
_FROM_BOTH_ENDS = {"bidirectional_dijkstra", "bidirectional_shortest_path"}
# The key that records such a request since the graph last changed.
_ASKED = "asked asterion"


def can_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool | str:
    """Return whether the function takes these arguments; if not, why."""
    given = _given(name, args, kwargs)
    if callable(given.get("weight")):
        return "weight is a function, which may look at more than numbers"
    if given.get("cutoff") and name in ("astar_path", "astar_path_length"):
        return "a cutoff in A* depends on the estimates"
    return True


def should_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool | str:
    """Return whether it is worth a conversion; if not, why.

    A path between two nodes that networkx finds from both ends may take it less time than a
    conversion, once. So for a new or changed graph, the first request is left to networkx; if a
    second comes before the next change, the graph is converted.
    """
    given = _given(name, args, kwargs)
    if not _is_from_both_ends(name, given):
        return True
    graph = given["G"]
    if _is_view(graph):
        return "a view of a graph would be converted for each call"
    cache = getattr(graph, "__networkx_cache__", None)
    if cache is None or cache.get("backends", {}).get("asterion") or _ASKED in cache:
        return True
    if name in _FROM_BOTH_ENDS:
        cache[_ASKED] = True
    return "it is the first path between two nodes since the graph changed"


def convert_from_nx(
    graph: Any, *, edge_attrs: Mapping[Any, Any] | None = None, **_others: Any
) -> ConvertedGraph:
    """Convert a graph for this backend, with the costs of one attribute or of none."""
    if isinstance(graph, ConvertedGraph):
        return graph
    if edge_attrs and (len(edge_attrs) > 1 or [*edge_attrs.values()] != [1]):
        raise NotImplementedError(f"edge attributes are {edge_attrs}; this backend takes one")
    converted = ConvertedGraph(graph, next(iter(edge_attrs)) if edge_attrs else None)
    if _is_view(graph):
        # networkx would not notice a change of the graph behind a view.
        graph.__networkx_cache__ = None
    return converted


def convert_to_nx(obj: Any, **_others: Any) -> Any:
    """Return a result for networkx: only a converted graph needs conversion."""
    return to_networkx(obj) if isinstance(obj, ConvertedGraph) else obj


def _given(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that were given, by name."""
    return {**dict(zip(parameters_of(name), args, strict=False)), **kwargs}


@cache
def parameters_of(name: str) -> tuple[str, ...]:
    """The names of the parameters of a function of this backend."""
    return tuple(signature(globals()[name]).parameters)


def _is_from_both_ends(name: str, given: Mapping[str, Any]) -> bool:
    """Whether networkx would search for a path between two nodes from both ends."""
    if name in _FROM_BOTH_ENDS:
        return True
    if given.get("source") is None or given.get("target") is None:
        return False
    if name in ("has_path", "shortest_path", "shortest_path_length") and not given.get("weight"):
        return True
    return name == "shortest_path" and given.get("method", "dijkstra") == "dijkstra"


def _is_view(graph: Any) -> bool:
    return hasattr(graph, "_graph")
