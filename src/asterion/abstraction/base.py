"""The common base of graphs that are built from a grid and searched in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidValue, WorldChanged, short_repr
from asterion.search.path import Path, with_query
from asterion.world.checks import check_plain
from asterion.world.graph import Graph
from asterion.world.grid import Cell, GridWorld, check_free, check_grid

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.int64]
    Costs = npt.NDArray[np.float64]

_BYTES = 48  # for a connection, including the reverse adjacency for backward searches


class MapStats(NamedTuple):
    """A map's work to follow edits, since it was made or loaded."""

    repairs: int  # how often it caught up with edits
    restarts: int  # of these, how often it was built from scratch
    checked: int  # parts that were checked: chunks, or connections of rooms
    rebuilt: int  # of these, parts that were measured again


class MapGraph:
    """A small graph in place of a grid."""

    world: GridWorld

    if TYPE_CHECKING:  # attributes of some maps, properties of others

        @property
        def graph(self) -> Graph:
            """Its nodes are cells."""

        @property
        def version(self) -> int:
            """The version of the world that the map describes."""

    @property
    def nbytes(self) -> int:
        """The approximate memory of the graph: 48 bytes per connection, and the positions."""
        places = self.graph.positions
        return _BYTES * len(self.graph.costs) + (0 if places is None else places.nbytes)

    def _start(self, cell: Any) -> Cell:
        """A cell to start from, or an error that names it."""
        found: Cell = self.world._name(self.world._node(cell, "start"))
        check_free(self.world, found, "start")
        return found

    def _ends(self, start: Any, goal: Any) -> tuple[int, int]:
        """The two ends of a query by number; an error names what is wrong with them."""
        goals = self.world._nodes(goal)
        if len(goals) != 1:
            raise InvalidValue(f"goal is {short_repr(goal)}; it must be one cell")
        return self.world._node(start, "start"), goals[0]

    def _path(self, goals: list[int], cells: Cells, *, optimal: bool) -> Path:
        """The path over these cells, with its query for ``explain``."""
        path = Path.from_nodes(self.world, map(tuple, cells.tolist()), optimal=optimal)
        return with_query(path, self.world, self.world._node(cells[0], "start"), goals)


class FixedMapGraph(MapGraph):
    """A graph that is built from one version of a grid.

    Once the grid has been edited, the graph is rejected, because it may be out of date. There are
    two remedies. ``refresh()`` builds a new graph. ``remeasure()`` keeps the graph with its nodes
    and connections and updates their costs, to ``inf`` if they are blocked: a :class:`Navigator` on
    the graph follows.
    """

    version: int

    _NAME = "graph"  # in errors

    def __init__(self, world: GridWorld) -> None:
        check_grid(world)
        self.world = world
        self.refresh()

    def refresh(self) -> None:
        """Build a new graph from the world as it is now."""
        version = self.world.version  # read first, so that an edit meanwhile is noticed
        check_plain(self.world, f"a {self._NAME}")
        self._build()
        self.version = version

    def remeasure(self) -> None:
        """Update the costs of the connections; nodes and connections stay."""
        version = self.world.version
        self.graph.set_costs(self._current_costs())
        self.version = version

    def _build(self) -> None:
        """Build the graph."""
        raise NotImplementedError

    def _current_costs(self) -> Costs:
        """The current cost of each connection."""
        raise NotImplementedError

    def _check(self) -> None:
        """Raise an error unless the world is at the version that the graph was built from."""
        if self.world.version != self.version:
            raise WorldChanged(
                f"the {self._NAME} was made for version {self.version} of the world, which is at "
                f"version {self.world.version} now; refresh() builds it again, remeasure() keeps "
                "its nodes"
            )


def straight_costs(world: GridWorld, least: float, places: Cells, others: Cells | Cell) -> Costs:
    """The least possible cost of a path between cells and another cell, or others one by one.

    ``least`` is the smallest cost of a free cell.
    """
    away = np.abs(places - others)
    longer, shorter = away.max(axis=1), away.min(axis=1)
    diagonal = 2.0 if world.diagonal == "never" else world.diagonal_cost
    bounds: Costs = least * (longer + (diagonal - 1) * shorter)
    return bounds
