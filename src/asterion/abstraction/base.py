"""Graphs that are made of a grid, and answer for it: what they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import _core
from asterion.errors import InvalidValue, WorldChanged
from asterion.search.path import Path
from asterion.world.graph import Graph
from asterion.world.grid import Cell, GridWorld, check_grid

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.int64]

_BYTES = 48  # of a connection, with what searches need that walk backward


class MapGraph:
    """A small graph in place of a grid, made of one version of it.

    A grid that has been edited since is refused: what the graph says may no longer be so. There are
    two ways on. ``refresh()`` makes a new graph. ``remeasure()`` keeps the graph, its nodes and its
    connections, and sets what these cost now, ``inf`` where they are blocked: a :class:`Navigator`
    that walks on the graph follows.
    """

    world: GridWorld
    graph: Graph  # its nodes are cells
    version: int  # of the world that was looked at

    _NAME = "graph"  # in errors

    def __init__(self, world: GridWorld) -> None:
        check_grid(world)
        self.world = world
        self.refresh()

    def refresh(self) -> None:
        """Makes the graph anew, of the world as it is now."""
        version = self.world.version  # before the look: an edit meanwhile will be noticed
        self._look()
        self.version = version

    def remeasure(self) -> None:
        """Sets the costs of the connections to what they are now; nodes and connections stay."""
        version = self.world.version
        self.graph.set_costs(self._measured())
        self.version = version

    def _look(self) -> None:
        """Learns the map."""
        raise NotImplementedError

    def _measured(self) -> npt.NDArray[np.float64]:
        """What each connection costs now."""
        raise NotImplementedError

    @property
    def nbytes(self) -> int:
        """The memory of the graph, about: 48 bytes a connection, and its places."""
        places = self.graph.positions
        return _BYTES * len(self.graph.costs) + (0 if places is None else places.nbytes)

    def _check(self) -> None:
        """An error, unless the world is as it was when it was looked at."""
        if self.world.version != self.version:
            raise WorldChanged(
                f"the {self._NAME} was made for version {self.version} of the world, which is at "
                f"version {self.world.version} now; refresh() makes it anew, remeasure() keeps its "
                "nodes"
            )

    def _start(self, cell: Any) -> Cell:
        """A cell to start from, or an error that names it."""
        found: Cell = self.world._name(self.world._node(cell, "start"))
        if not self.world.total[found] > 0:
            raise InvalidValue(f"start {found} is a wall")
        return found

    def _path(self, goals: list[int], cells: Cells, *, optimal: bool) -> Path:
        """The path over these cells, which knows what was asked for."""
        path = Path.from_nodes(self.world, map(tuple, cells.tolist()), optimal=optimal)
        return _core.about(path, self.world, self.world._node(cells[0], "start"), goals)
