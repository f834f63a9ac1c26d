"""The base of grids, graphs and their views: named nodes, and a journal of their changes."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from operator import index
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import numpy as np

from asterion.errors import InvalidType, short_repr

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import TypeVar  # typing's takes defaults from Python 3.13 on

    from asterion import _core

    # A node as results give it, and as calls take it: the two differ on grids.
    NodeT = TypeVar("NodeT", default=Any)
    NodeIn = TypeVar("NodeIn", default=Any)
else:
    from typing import TypeVar

    NodeT, NodeIn = TypeVar("NodeT"), TypeVar("NodeIn")

# A node as users write it: a cell (row, column) of a grid, or the name of a graph's node. The core
# numbers nodes from 0; ``World._node`` and ``World._name`` lead from one to the other.
Node = Any


class WorldKind(NamedTuple):
    """All properties of a world that its options depend on: its moves and its estimates."""

    name: str  # "grid" or "graph", as in AlgorithmInfo.worlds
    diagonal: Any = ""  # of a grid, as are the next two
    diagonal_cost: float = 0.0
    tiles: Any = ""
    has_positions: bool = False  # of a graph


class World(Generic[NodeT, NodeIn]):
    """A world that searches and navigators take: a grid, a graph, or a view of one."""

    __slots__ = ("__weakref__",)

    # The data in the core, with the journal; a world and all its views share one store.
    _store: _core.Grid | _core.Graph
    # The costs that a search reads: the store's, weighted and masked by a view.
    _core_view: _core.GridView | _core.Network
    _kind: WorldKind
    shape: tuple[int, ...]  # the shape of an array with a value for each node

    @property
    def version(self) -> int:
        """The number of edits that have changed a value."""
        return self._store.version

    def _changed(self, since: int) -> npt.NDArray[np.int64] | None:
        """The numbers of all that has changed since a version; None if the journal starts later."""
        try:
            version = index(since)
        except TypeError:
            raise InvalidType(f"since is {short_repr(since)}; it must be a version") from None
        return self._store.changes(version) if 0 <= version < 2**64 else None

    def changes(self, since: int) -> npt.NDArray[np.int64] | None:
        """The nodes changed since a version; None if the journal starts later."""
        raise NotImplementedError

    def neighbours(self, node: NodeIn, /) -> list[tuple[NodeT, float]]:
        """The nodes to which one move leads, and each move's cost."""
        raise NotImplementedError

    def predecessors(self, node: NodeIn, /) -> list[tuple[NodeT, float]]:
        """The nodes from which one move leads here, and each move's cost."""
        raise NotImplementedError

    def _node(self, name: Any, what: str) -> int:
        """The number of a node in the core, or an error that names it."""
        raise NotImplementedError

    def _name(self, node: int) -> NodeT:
        """The name of the node with this number."""
        raise NotImplementedError

    def _names_of(self, nodes: list[int | None]) -> list[Any]:
        """The names of these nodes; None stays None."""
        return [None if node is None else self._name(node) for node in nodes]

    def _path_of(self, nodes: Any, optimal: bool) -> _core.Path:
        """A path over these nodes, each step of which is checked."""
        raise NotImplementedError

    def _nodes(self, names: Any, what: str = "goal") -> list[int]:
        """The numbers of one node, or of several in a list, set or array."""
        if isinstance(names, (list, AbstractSet, np.ndarray)):
            return [self._node(name, f"{what}[{i}]") for i, name in enumerate(names)]
        return [self._node(names, what)]

    def _numbers(self, names: Iterable[Any], what: str) -> npt.NDArray[np.int64]:
        """The number of each of several nodes, in their order."""
        each = (self._node(name, f"{what}[{i}]") for i, name in enumerate(names))
        return np.fromiter(each, np.int64)


class PointWorld:
    """A world of points instead of nodes: a mesh."""

    __slots__ = ("__weakref__", "_core_mesh", "_grid")

    _core_mesh: _core.Mesh

    def _line_of_sight(self, a: Any, b: Any, radius: float) -> bool:
        """Whether a disc can go straight from one point to another."""
        raise NotImplementedError


class NotCopyable:
    """A base for objects that cannot be copied or pickled, because the core holds their search."""

    def __reduce_ex__(self, protocol: object) -> Any:
        kind = type(self).__name__
        raise InvalidType(
            f"a {kind} cannot be copied or pickled: it holds a search under way; make another "
            f"{kind} from the same world"
        )


def check_world(world: Any) -> None:
    """Raise an error unless this is a world."""
    if not isinstance(world, World):
        raise InvalidType(
            f"world is {short_repr(world)}; it must be a Grid, a Graph, or a view of one"
            + hint_of_wrapping(world)
        )


def hint_of_wrapping(thing: Any) -> str:
    """Say how a world is made of an array, text or a graph of networkx; else nothing."""
    if isinstance(thing, (np.ndarray, list)):
        return ". Wrap it: at.Grid(array)"
    if isinstance(thing, str):
        return ". Drawn in characters, it is read by at.Grid.from_text(text)"
    if type(thing).__module__.startswith("networkx."):
        return ". Wrap it: at.Graph.from_networkx(G)"
    return ""
