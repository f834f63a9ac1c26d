"""What grids, graphs and views of them have in common: nodes with names, and a journal."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, shown

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion import _core

# A cell (row, column) of a grid; of a graph whatever its nodes are called.
Node = Any


class World:
    """What a search can walk."""

    __slots__ = ("__weakref__",)  # a path remembers its world, and does not keep it

    KIND = ""  # as algorithms name the worlds they take

    _store: _core.Grid | _core.Graph  # the shared world
    _ground: _core.Terrain | _core.Network  # what one character may use of it
    _rules: tuple[Any, ...]  # its kind, and what decides which estimates suit it
    shape: tuple[int, ...]  # of arrays with a value for each node

    @property
    def version(self) -> int:
        """How many statements have changed a value."""
        return self._store.version

    def _changed(self, since: int) -> npt.NDArray[np.int64] | None:
        """The numbers of what has changed since a version; None if that is forgotten."""
        try:
            version = index(since)
        except TypeError:
            raise InvalidType(f"since is {shown(since)}; it must be a version") from None
        return self._store.changes(version) if 0 <= version < 2**64 else None

    def changes(self, since: int) -> npt.NDArray[np.int64] | None:
        """What has changed since a version; None if that is forgotten."""
        raise NotImplementedError

    def _node(self, name: Any, what: str) -> int:
        """The number of a node in the core, or an error that names it."""
        raise NotImplementedError

    def _name(self, node: int) -> Node:
        """What a node is called."""
        raise NotImplementedError

    def _path_of(self, nodes: Any, optimal: bool) -> _core.Path:
        """A path over these nodes, each step of which is checked."""
        raise NotImplementedError

    def _nodes(self, names: Any, what: str = "goal") -> list[int]:
        """A list or set holds several nodes; anything else is one."""
        if isinstance(names, (list, AbstractSet, np.ndarray)):
            return [self._node(name, f"{what}[{i}]") for i, name in enumerate(names)]
        return [self._node(names, what)]


def check_world(world: Any) -> None:
    """An error that says what a world is, unless this is one."""
    if not isinstance(world, World):
        raise InvalidType(f"world is {shown(world)}; it must be a Grid, a Graph, or a view of one")
