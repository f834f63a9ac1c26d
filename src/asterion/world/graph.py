"""Directed multigraphs: ``Graph``, and ``GraphView``, the same graph at one character's costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import _core
from asterion.errors import (
    InvalidPath,
    InvalidType,
    InvalidValue,
    OutsideWorld,
    counted,
    short_repr,
)
from asterion.world.arguments import any_number
from asterion.world.base import Node, World, WorldKind
from asterion.world.edge_input import Names, columns_of, names_for, position_table
from asterion.world.indexing import number_array, numbers
from asterion.world.notebooks import pictured

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import GridWorld

    Numbers = npt.NDArray[np.float64]
    Factors = npt.ArrayLike | Mapping[Any, float] | Callable[["Connection"], float]


class Connection(NamedTuple):
    """One connection of a graph: its number, its two ends, its cost and its kind."""

    id: int
    source: Node
    target: Node
    cost: float  # inf if it is closed
    kind: Any = None


class GraphWorld(World[Any, Any]):
    """A graph as searches take it: a :class:`Graph`, or a :class:`GraphView` of one."""

    __slots__ = ("_core_view", "_kind", "_kinds", "_names", "_positions", "_store", "shape")

    _store: _core.Graph
    _core_view: _core.Network
    _names: Names
    _kinds: tuple[Any, ...] | None
    _positions: Numbers | None
    shape: tuple[int]

    @property
    def nodes(self) -> Sequence[Node]:
        """The names of the nodes, in order."""
        return self._names.all

    @property
    def costs(self) -> Numbers:
        """The cost of each connection, by its number; inf for a closed one. A copy."""
        return self._core_view.costs()

    @property
    def connections(self) -> list[Connection]:
        """All connections, by their numbers.

        >>> import asterion as at
        >>> at.Graph([("A", "B", 3), ("B", "A", 1)]).connections[1]
        Connection(id=1, source='B', target='A', cost=1.0, kind=None)
        """
        ends = zip(self._store.sources().tolist(), self._store.targets().tolist(), strict=True)
        kinds = self._kinds or [None] * len(self.costs)
        names = self._names.all
        return [
            Connection(i, names[a], names[b], cost, kind)
            for i, ((a, b), cost, kind) in enumerate(
                zip(ends, self.costs.tolist(), kinds, strict=True)
            )
        ]

    @property
    def ends(self) -> npt.NDArray[np.int64]:
        """The indices in ``nodes`` of the two ends of each connection, an (m, 2) array."""
        return np.stack([self._store.sources(), self._store.targets()], axis=1)

    def neighbours(self, node: Node) -> list[tuple[Node, float]]:
        """The target and the cost of each open connection from a node, in order.

        >>> import asterion as at
        >>> at.Graph([("A", "B", 3), ("A", "B", 2), ("B", "C", 1)]).neighbours("A")
        [('B', 3.0), ('B', 2.0)]
        """
        arcs = self._core_view.arcs(self._node(node, "node"))
        return [(self._names.all[other], cost) for other, cost, _ in arcs]

    def predecessors(self, node: Node) -> list[tuple[Node, float]]:
        """The source and the cost of each open connection to a node, in order.

        >>> import asterion as at
        >>> at.Graph([("A", "B", 3), ("C", "B", 2), ("B", "C", 1)]).predecessors("B")
        [('A', 3.0), ('C', 2.0)]
        """
        arcs = self._core_view.arcs(self._node(node, "node"), entering=True)
        return [(self._names.all[other], cost) for other, cost, _ in arcs]

    def changes(self, since: int) -> npt.NDArray[np.int64] | None:
        """The connections changed since a version, by number; None if the journal starts later.

        >>> import asterion as at
        >>> graph = at.Graph([("A", "B", 3), ("B", "C", 1)])
        >>> graph.set_cost(1, 7)
        >>> graph.changes(since=0).tolist()
        [1]
        """
        return self._changed(since)

    def __len__(self) -> int:
        return self.shape[0]

    def __contains__(self, node: object) -> bool:
        return self._names.number(node) is not None

    def _node(self, name: Any, what: str) -> int:
        number = self._names.number(name)
        if number is None:
            raise OutsideWorld(
                f"{what} {short_repr(name)} is not a node of the graph of "
                f"{counted(len(self), 'node')}"
            )
        return number

    def _name(self, node: int) -> Node:
        return self._names.all[node]

    @property
    def positions(self) -> Numbers | None:
        """The positions of the nodes, an (n, k) array in their order; None if they have none."""
        return None if self._positions is None else self._positions.copy()

    def _nodes(self, names: Any, what: str = "goal") -> list[int]:
        if isinstance(names, AbstractSet) and names in self:
            return [self._node(names, what)]  # a frozenset may be a name
        return super()._nodes(names, what)

    def _path_of(self, nodes: Any, optimal: bool) -> _core.Path:
        """A path over these nodes, by the cheapest connection from each to the next."""
        if not isinstance(nodes, Iterable):
            raise InvalidType(
                f"nodes is {short_repr(nodes)}; it must be the nodes of a path, in order"
            )
        numbers = []
        for i, name in enumerate(nodes):
            number = self._names.number(name)
            if number is None:
                raise InvalidPath(f"node {i} {short_repr(name)} is not a node of the graph")
            numbers.append(number)
        if not numbers:
            raise InvalidPath("the path has no nodes")
        ids = []
        for i, (here, there) in enumerate(pairwise(numbers), start=1):
            costs = {c: cost for node, cost, c in self._core_view.arcs(here) if node == there}
            if not costs:
                raise InvalidPath(
                    f"node {i} {short_repr(self._name(there))} has no open connection from "
                    f"{short_repr(self._name(here))}"
                )
            ids.append(min(costs, key=lambda c: (costs[c], c)))
        return _core.walk_of(self, self._core_view, numbers[0], ids, optimal)


@pictured
class Graph(GraphWorld):
    """A directed multigraph: connections, each with a cost, between nodes of any names.

    ``edges`` are triples (source, target, cost); or an (m, 3) array, or a tuple of three arrays
    (sources, targets, costs), whose nodes are whole numbers. A cost is a finite number >= 0;
    ``inf`` is a closed connection. Travel in both directions takes two connections, whose costs may
    differ; parallel connections stay separate. A connection's number is its index in ``edges``.

    ``nodes`` are the names, in order: any hashable values, or a number n for the names 0 to n - 1.
    By default they are the ends of the edges in order of appearance (for arrays: 0 to the largest).
    Nodes without a connection have to be listed here. ``positions`` are for heuristics: an (n, k)
    array in the order of the nodes, or a mapping from names. ``kinds`` are labels for views, one
    for each connection.

    A graph holds no search state: any number of searches and threads may share it. Nodes and
    connections are fixed; costs may change at any time, and navigators learn of it from the graph's
    journal of changes.

    O(nodes + connections) time. Memory: 32 bytes per connection (16 more for searches that also
    walk backward), and 16 to 24 bytes for each node that a search visits.

    >>> import asterion as at
    >>> graph = at.Graph([("A", "B", 3), ("A", "C", 5), ("B", "C", 1)])
    >>> path = at.find_path(graph, "A", "C")
    >>> path.nodes, path.connections.tolist(), path.cost
    (['A', 'B', 'C'], [0, 2], 4.0)
    >>> graph.set_cost(2, 9)
    >>> at.find_path(graph, "A", "C").nodes
    ['A', 'C']

    Raises
    ------
    ValueError  ``cost[2] is -1.0; a cost must be >= 0, or inf for a closed connection``
    """

    __slots__ = ()

    def __init__(
        self,
        edges: Iterable[tuple[Node, Node, float]] | npt.NDArray[Any] | tuple[npt.NDArray[Any], ...],
        *,
        nodes: Iterable[Node] | int | None = None,
        positions: npt.ArrayLike | Mapping[Node, Sequence[float]] | None = None,
        kinds: Iterable[Any] | None = None,
    ) -> None:
        names, sources, targets, costs = columns_of(edges, nodes)
        table = None if positions is None else position_table(positions, names)
        self._adopt(names, sources, targets, costs, table)
        if kinds is not None:
            self._kinds = tuple(kinds)
            if len(self._kinds) != len(costs):
                raise InvalidValue(
                    f"there are {len(self._kinds)} kinds and {len(costs)} connections"
                )

    def _adopt(
        self,
        names: Names,
        sources: npt.NDArray[np.int64],
        targets: npt.NDArray[np.int64],
        costs: Numbers,
        positions: Numbers | None,
    ) -> None:
        self._names = names
        self._store = _core.Graph(len(names), sources, targets, costs, positions)
        self._core_view = _core.Network(self._store)
        self._core_view.prepare()
        self._positions = positions
        self._kind = WorldKind("graph", has_positions=positions is not None)
        self._kinds = None
        self.shape = (len(names),)

    @property
    def kinds(self) -> tuple[Any, ...] | None:
        """The labels of the connections; None if they have none."""
        return self._kinds

    def set_cost(self, connection: int, cost: float) -> None:
        """Change the cost of one connection; ``inf`` closes it."""
        try:
            number = index(connection)
        except TypeError:
            raise InvalidType(
                f"connection is {short_repr(connection)}; it must be the number of a connection"
            ) from None
        value = any_number("cost", cost)
        if not -(2**63) <= number < 2**63:
            raise OutsideWorld(f"there is no connection {short_repr(number)}")
        self._store.set_costs(np.array([number]), np.array([value]))

    def set_costs(self, costs: npt.ArrayLike, connections: npt.ArrayLike | None = None) -> None:
        """Change the costs of all connections, or of those with the given numbers.

        One edit: all values are checked before the first is written.

        >>> import asterion as at
        >>> graph = at.Graph([("A", "B", 3), ("A", "C", 5), ("B", "C", 1)])
        >>> graph.set_costs([8, 9], connections=[0, 2])
        >>> graph.costs
        array([8., 5., 9.])
        """
        total = len(self._store.sources())
        which = np.arange(total)
        if connections is not None:
            which = number_array(connections, "connections")
            if which.dtype.kind not in "iu" and which.size:
                raise InvalidType(f"connections is of type {which.dtype}; numbers must be whole")
            which = which.astype(np.int64).ravel()
        values = numbers(costs, "costs")
        if values.shape not in ((), which.shape):
            raise InvalidValue(
                f"costs has shape {values.shape}; there are {len(which)} connections to change"
            )
        spread = np.broadcast_to(values, which.shape)
        self._store.set_costs(np.ascontiguousarray(which), np.ascontiguousarray(spread))

    def view(self, factors: Factors) -> GraphView:
        """Return a view: the same graph at one character's costs, each times a factor.

        ``factors`` is a mapping from kinds to factors (1 for kinds it does not name), an array with
        a factor for each connection, or a callable (connection) -> factor, called once for each.
        ``inf`` closes a connection to this character. The view follows all changes of costs.

        >>> import asterion as at
        >>> edges = [("ledge", "floor", 1), ("ledge", "stairs", 3), ("stairs", "floor", 3)]
        >>> graph = at.Graph(edges, kinds=["jump", "walk", "walk"])
        >>> guard = graph.view({"jump": float("inf")})
        >>> at.find_path(graph, "ledge", "floor").cost, at.find_path(guard, "ledge", "floor").cost
        (1.0, 6.0)
        """
        return GraphView(self, factors)

    def copy(self) -> Graph:
        """Return an independent graph with the same costs; its version starts at 0."""
        twin = Graph.__new__(Graph)
        sources, targets = self._store.sources(), self._store.targets()
        twin._adopt(self._names, sources, targets, self.costs, self._positions)
        twin._kinds = self._kinds
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        columns = (self._store.sources(), self._store.targets(), self.costs)
        saved = (self._names.saved(), columns, self._positions, self._kinds, self.version)
        return _restored, saved

    def __repr__(self) -> str:
        return (
            f"<Graph of {counted(len(self), 'node')} and {counted(len(self.costs), 'connection')}>"
        )

    # --- From and to other packages

    @classmethod
    def from_networkx(cls, graph: Any, *, weight: str = "weight", position: str = "pos") -> Graph:
        """Convert a networkx graph, in its order; an undirected edge becomes two connections.

        ``weight`` is the edge attribute with the cost, 1 where it is missing; ``position`` is the
        node attribute with the position, used if all nodes have one.
        """
        from asterion.world.interop import from_networkx  # noqa: PLC0415 - few need it

        return cls(**from_networkx(graph, weight, position))

    def to_networkx(self) -> Any:
        """Return a networkx ``MultiDiGraph``, whose edges have their numbers as keys."""
        from asterion.world.interop import to_networkx  # noqa: PLC0415

        return to_networkx(self.nodes, self.positions, self.connections)

    @classmethod
    def from_scipy(cls, matrix: Any, *, nodes: Iterable[Node] | int | None = None) -> Graph:
        """Convert a sparse matrix: each stored entry connects its row to its column."""
        from asterion.world.interop import from_scipy  # noqa: PLC0415

        return cls(**from_scipy(matrix, nodes))

    def to_scipy(self) -> Any:
        """Return a ``csr_array`` of the open connections; only the cheapest of parallel ones."""
        from asterion.world.interop import to_scipy  # noqa: PLC0415

        return to_scipy(len(self), self.ends, self.costs)

    @classmethod
    def from_grid(cls, grid: GridWorld) -> Graph:
        """Convert a grid: free cells (row, column) become nodes, moves become connections.

        The graph does not follow later edits of the grid.

        >>> import asterion as at
        >>> at.Graph.from_grid(at.Grid([[1, 2, 0]])).connections
        [Connection(id=0, source=(0, 0), target=(0, 1), cost=2.0, kind=None), \
Connection(id=1, source=(0, 1), target=(0, 0), cost=1.0, kind=None)]
        """
        from asterion.world.interop import from_grid  # noqa: PLC0415

        return cls(**from_grid(grid))


@pictured
class GraphView(GraphWorld):
    """A shared graph at one character's costs; made by ``graph.view``."""

    __slots__ = ("_factors", "graph")

    def __init__(self, graph: Graph, factors: Factors) -> None:
        self._factors = _factor_array(graph, factors)
        self._store = graph._store
        self._core_view = _core.Network(graph._store, self._factors)
        self._names = graph._names
        self._kinds = graph._kinds
        self._positions = graph._positions
        self._kind = graph._kind
        self.graph = graph
        self.shape = graph.shape
        self._core_view.prepare()

    def __reduce__(self) -> tuple[Any, ...]:
        return GraphView, (self.graph, self._factors)

    def __repr__(self) -> str:
        closed = int(np.isinf(self._factors).sum())
        return f"<GraphView of {self.graph!r}: {counted(closed, 'connection')} closed>"


def _factor_array(graph: Graph, factors: Any) -> Numbers:
    if isinstance(factors, Mapping):
        if graph.kinds is None:
            raise InvalidValue("factors is by kinds; the connections of this graph have no kinds")
        known = set(graph.kinds)
        for kind in factors:
            if kind not in known:
                raise InvalidValue(
                    f"factors has the kind {short_repr(kind)}; no connection is of it"
                )
        given = ((kind, factors.get(kind, 1.0)) for kind in graph.kinds)
        return np.array([any_number(f"factors[{short_repr(kind)}]", each) for kind, each in given])
    if callable(factors):
        given = ((c.id, factors(c)) for c in graph.connections)
        return np.array([any_number(f"factors[{number}]", each) for number, each in given])
    array = numbers(factors, "factors")
    if array.ndim != 1:
        raise InvalidValue(f"factors has {array.ndim} dimensions; it must have 1")
    return np.ascontiguousarray(array)


def _restored(
    saved: Any, columns: tuple[Any, Any, Any], positions: Any, kinds: Any, version: int = 0
) -> Graph:
    """Return a graph from its pickled parts."""
    graph = Graph.__new__(Graph)
    graph._adopt(names_for(saved), *columns, positions)
    graph._kinds = kinds
    graph._store.restore_version(version)
    return graph
