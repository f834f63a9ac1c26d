"""Conversion of graphs from and to optional packages: the arguments of ``Graph``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.world.grid import GridWorld
from asterion.world.moves import move_columns

if TYPE_CHECKING:
    import numpy.typing as npt

    Parts = dict[str, Any]  # the arguments of Graph


def from_networkx(graph: Any, weight: str, position: str) -> Parts:
    """The arguments of Graph for a graph of networkx."""
    try:
        nodes = [*graph.nodes]
        directed = bool(graph.is_directed())
        edges = [*graph.edges(data=True)]
        places = [graph.nodes[node].get(position) for node in nodes]
    except AttributeError:
        raise InvalidType(f"graph is {short_repr(graph)}; it must be a graph of networkx") from None
    triples = []
    for source, target, data in edges:
        cost = data.get(weight, 1.0)
        triples.append((source, target, cost))
        if not directed and source != target:
            triples.append((target, source, cost))
    known = bool(places) and all(place is not None for place in places)
    return {"edges": triples, "nodes": nodes, "positions": places if known else None}


def to_networkx(
    nodes: Sequence[Any], positions: npt.NDArray[np.float64] | None, connections: Iterable[Any]
) -> Any:
    """A ``MultiDiGraph`` of networkx."""
    import networkx as nx  # noqa: PLC0415 - optional

    graph = nx.MultiDiGraph()
    for i, node in enumerate(nodes):
        place = {} if positions is None else {"pos": tuple(positions[i].tolist())}
        graph.add_node(node, **place)
    for number, source, target, cost, kind in connections:
        label = {} if kind is None else {"kind": kind}
        graph.add_edge(source, target, key=number, weight=cost, **label)
    return graph


def from_scipy(matrix: Any, nodes: Iterable[Any] | int | None) -> Parts:
    """The arguments of Graph for a sparse matrix of costs."""
    try:
        rows = matrix.tocsr()
        size = rows.shape
        starts, targets, costs = rows.indptr, rows.indices, rows.data
    except AttributeError:
        raise InvalidType(f"matrix is {short_repr(matrix)}; it must be a sparse matrix") from None
    if len(size) != 2 or size[0] != size[1]:
        raise InvalidValue(f"matrix has shape {size}; it must be square")
    names = size[0] if nodes is None or isinstance(nodes, int) else [*nodes]
    count = names if isinstance(names, int) else len(names)
    if count != size[0] or (isinstance(nodes, int) and nodes != size[0]):
        raise InvalidValue(f"nodes has {count} names; the matrix has shape {size}")
    sources = np.repeat(np.arange(size[0]), np.diff(starts))
    return {"edges": (sources, np.asarray(targets), np.asarray(costs)), "nodes": names}


def to_scipy(count: int, ends: npt.NDArray[np.int64], costs: npt.NDArray[np.float64]) -> Any:
    """A ``csr_array`` of the open connections; only the cheapest of parallel ones."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - optional

    order = np.lexsort((costs, ends[:, 1], ends[:, 0]))  # the cheapest of parallel ones first
    ends, costs = ends[order], costs[order]
    kept = np.isfinite(costs)
    kept[1:] &= (ends[1:] != ends[:-1]).any(axis=1)
    starts = np.zeros(count + 1, np.int64)
    np.add.at(starts, ends[kept, 0] + 1, 1)
    return csr_array((costs[kept], ends[kept, 1], np.cumsum(starts)), shape=(count, count))


def from_grid(grid: Any) -> Parts:
    """The arguments of Graph for a grid: its free cells, and the moves between them."""
    if not isinstance(grid, GridWorld):
        raise InvalidType(f"grid is {short_repr(grid)}; it must be a Grid or a view of one")
    source, target, cost = move_columns(grid)
    order = np.argsort(source, kind="stable")  # the moves of each cell stay in their order
    cells = np.flatnonzero(grid.total.ravel() > 0)
    number = np.full(grid.total.size, -1)
    number[cells] = np.arange(len(cells))
    places = np.stack(np.divmod(cells, grid.shape[1]), axis=1)
    columns = (number[source[order]], number[target[order]], cost[order])
    return {"edges": columns, "nodes": map(tuple, places.tolist()), "positions": places}
