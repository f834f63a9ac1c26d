"""A networkx graph in the core's form, with the names of its nodes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import ref

import networkx as nx
import numpy as np

from asterion import _core
from asterion.world.graph import Graph

if TYPE_CHECKING:
    import numpy.typing as npt


class ConvertedGraph:
    """The conversion of one networkx graph for one weight.

    Nodes are numbered in the graph's order. There is a connection for each pair of neighbours, in
    the order of their dictionaries; of parallel edges it is the cheapest. The networkx graph is not
    kept alive, and later changes of it are not seen: networkx drops the conversion then.

    Weights are ints and floats that are 0 or more; other weights are rejected. Sums of ints are
    exact, since no path may cost 2**53 or more.

    Raises
    ------
    NotImplementedError  ``edge (0, 1) has 'weight' = -3; it must be 0 or more``
    """

    __networkx_backend__ = "asterion"

    def __init__(self, graph: Any, weight: Any = None) -> None:
        self.names = [*graph]
        self.weight = weight
        self._directed = bool(graph.is_directed())
        self._multigraph = bool(graph.is_multigraph())
        *columns, self._real = _core.read_adjacency(
            graph._adj, self._places, weight, self._multigraph, np.int64, np.float64
        )
        self._weighted = Graph(tuple(columns), nodes=len(self.names))
        self._origin = ref(graph)
        self._backward: dict[bool, Graph] = {}

    def is_directed(self) -> bool:
        """Whether the edges of the graph have a direction."""
        return self._directed

    def is_multigraph(self) -> bool:
        """Whether the graph may have parallel edges."""
        return self._multigraph

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Any:
        return iter(self.names)

    def __contains__(self, node: object) -> bool:
        return self.number(node) is not None

    def number(self, node: Any) -> int | None:
        """Return the number of a node; None if it is not in the graph or cannot be hashed."""
        try:
            if self._places is not None:
                return self._places.get(node)
            if type(node) is int:
                return node if 0 <= node < len(self.names) else None
            return self._equal_names.get(node)
        except TypeError:
            return None

    def graph(self, weight: Any) -> Graph:
        """Return the graph with the costs that ``weight`` names; None is 1 for each connection."""
        return self._unweighted if weight is None else self._weighted

    def real(self, weight: Any) -> bool | npt.NDArray[np.uint8]:
        """Flags of the costs that are floats: True for all, False for none, or one for each."""
        return False if weight is None else self._real

    def tree(
        self,
        starts: Iterable[int],
        weight: Any,
        *,
        by_moves: bool = False,
        to_them: bool = False,
        limit: float = np.inf,
        goal: int | None = None,
    ) -> _core.ShortestTree:
        """Return the tree of cheapest paths from some nodes, or to them, up to a cost.

        ``by_moves``: paths with the fewest edges, whatever ``weight`` says.
        """
        # A breadth-first search reads no costs: it takes any graph there is.
        graph = self._weighted if by_moves else self.graph(weight)
        real = False if by_moves else self.real(weight)
        if to_them and self._directed:
            graph = self._reversed(graph)
            real = real if isinstance(real, bool) else real[self._backward_order]
        return _core.shortest_tree(
            graph._core_view,
            self.names,
            [*starts],
            real,
            by_moves=by_moves,
            max_cost=limit,
            goal=goal,
        )

    def two_ended_path(
        self, start: int, goal: int, weight: Any, *, by_moves: bool = False
    ) -> tuple[float, list[Any]] | None:
        """Return the path that networkx finds from both ends of two other nodes, with its length.

        ``by_moves``: one with the fewest edges, whatever ``weight`` says.
        """
        graph = self._weighted if by_moves else self.graph(weight)
        back = self._reversed(graph)._core_view if self._directed else None
        return _core.two_ended_path(
            graph._core_view, back, self.names, self.real(weight), start, goal, by_moves
        )

    def _reversed(self, graph: Graph) -> Graph:
        """The weighted or the unweighted graph with all connections reversed."""
        key = graph is self._weighted
        if key not in self._backward:
            sources, targets = graph.ends[self._backward_order].T
            columns = (targets, sources, graph.costs[self._backward_order])
            self._backward[key] = Graph(columns, nodes=len(self.names))
        return self._backward[key]

    @cached_property
    def _backward_order(self) -> npt.NDArray[np.int64]:
        """The connections in networkx's order of the neighbours that lead to a node.

        Only this order is read again: costs may have changed since without networkx noticing.
        """
        order = np.argsort(self._weighted.ends[:, 1], kind="stable")
        graph = self._origin()
        if graph is not None:
            heads, tails, *_ = _core.read_adjacency(
                graph._pred, self._places, None, self._multigraph, np.int64, np.float64
            )
            order[np.lexsort((tails, heads))] = order.copy()  # a pair of nodes is one connection
        return order

    @cached_property
    def _places(self) -> dict[Any, int] | None:
        """The number of each node; None if the nodes are the numbers themselves."""
        if self.names == [*range(len(self.names))]:
            return None
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def _equal_names(self) -> dict[Any, int]:
        """Numbers of nodes, for lookups by an equal number: 1.0, True, Fraction(1)."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def _unweighted(self) -> Graph:
        if self.weight is None:
            return self._weighted
        sources, targets = self._weighted.ends.T
        return Graph((sources, targets, np.ones(len(sources))), nodes=len(self.names))

    def __reduce__(self) -> tuple[Any, ...]:
        # networkx keeps conversions in an attribute of its graph, which is pickled and copied with
        # it. The copy gets None instead, and is converted again on demand.
        return type(None), ()

    def __repr__(self) -> str:
        kind = "directed" if self._directed else "undirected"
        weight = "no weight" if self.weight is None else f"weight {self.weight!r}"
        return f"<ConvertedGraph: {kind}, {len(self.names)} nodes, {weight}>"


def to_networkx(graph: ConvertedGraph) -> Any:
    """Return a networkx graph from a conversion: nodes, and one edge for each pair."""
    made = nx.DiGraph() if graph.is_directed() else nx.Graph()
    made.add_nodes_from(graph.names)
    connections = graph.graph(graph.weight).connections
    real = np.broadcast_to(np.asarray(graph.real(graph.weight)), len(connections))
    for (_, source, target, cost, _), is_real in zip(connections, real.tolist(), strict=True):
        value = cost if is_real else int(cost)
        data = {} if graph.weight is None else {graph.weight: value}
        made.add_edge(graph.names[source], graph.names[target], **data)
    return made
