"""A grid that a person draws on: strokes that can be undone, start and goal that move.

The grid is the caller's own. A stroke is an edit of it like any other, and undo restores only the
cells of a stroke: edits by a program stay.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.maps.map_setup import HIGHEST_COST
from asterion.world.grid import Cell, Grid, closed_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

FLOOR, WALL = 1, 0


class Edit(NamedTuple):
    """The costs of cells, and the ends that it moved, before a stroke."""

    nodes: npt.NDArray[np.int64]
    costs: npt.NDArray[np.float64]
    ends: dict[str, Cell]


class Drawing:
    """A grid, two ends, and the strokes so far."""

    def __init__(self, grid: Grid, start: Cell, goal: Cell) -> None:
        self.grid = grid
        self.ends = {"start": start, "goal": goal}
        self._undo: deque[Edit] = deque(maxlen=limits.UNDO_EDITS)
        self._redo: deque[Edit] = deque(maxlen=limits.UNDO_EDITS)
        self._before: Edit | None = None  # all cells as they were, while a stroke is in progress
        self._opened: tuple[str, Cell, float] | None = None  # a wall under an end, during a stroke

    @property
    def in_stroke(self) -> bool:
        """Whether the pointer is down."""
        return self._before is not None

    def put(self, end: str, cell: Any) -> None:
        """Put start or goal somewhere for a program: a start is never on a wall."""
        place = self._cell(self.grid._node(cell, end))
        if end == "start" and self.grid.total[place] == WALL:
            raise InvalidValue(f"start {place} is {closed_cell(self.grid, place)}")
        self.ends[end] = place

    # --- Actions of a page

    def begin(self) -> None:
        """Begin a stroke: its edits are undone at once."""
        self.end()  # of a page that was closed in the middle of one
        costs = np.array(self.grid.cost, np.float64).ravel()
        self._before = Edit(np.arange(costs.size), costs, {**self.ends})

    def end(self) -> None:
        """End a stroke."""
        before, self._before, self._opened = self._before, None, None
        if before is None:
            return
        nodes = np.flatnonzero(before.costs != np.asarray(self.grid.cost).ravel())
        moved = {end: cell for end, cell in before.ends.items() if cell != self.ends[end]}
        if len(nodes) or moved:
            self._undo.append(Edit(nodes, before.costs[nodes], moved))
            self._redo.clear()

    def paint(self, nodes: Sequence[int], cost: int) -> None:
        """Give cells another cost; start and goal do not become walls."""
        if not isinstance(cost, int) or not WALL <= cost <= HIGHEST_COST:
            raise InvalidValue(
                f"the brush is {short_repr(cost)}; a cell costs 1 to {HIGHEST_COST}, a wall 0"
            )
        painted = np.unique([self._node(node) for node in nodes]).astype(np.int64)
        if cost == WALL:
            ends = [self.grid._node(cell, end) for end, cell in self.ends.items()]
            painted = np.setdiff1d(painted, ends)
        self._write(painted, cost)

    def move(self, end: str, node: int) -> None:
        """Move start or goal to a cell; a wall there is open while it is on it."""
        if end not in self.ends:
            raise InvalidValue(f"{short_repr(end)} is neither start nor goal")
        cell = self._cell(self._node(node))
        if self._opened is not None and self._opened[0] == end and self._opened[1] != cell:
            _, passed, cost = self._opened
            self.grid[passed] = cost
            self._opened = None
        if self.grid.cost[cell] == WALL or not np.isfinite(self.grid.cost[cell]):
            self._opened = end, cell, float(self.grid.cost[cell])
            self.grid[cell] = FLOOR
        self.ends[end] = cell

    def clear(self) -> None:
        """Make floor everywhere; layers, links and fences stay."""
        self.begin()
        self.grid[:, :] = FLOOR
        self.end()

    def undo(self) -> None:
        """Undo the last stroke, if there is one."""
        self._travel(self._undo, self._redo)

    def redo(self) -> None:
        """Redo a stroke that was undone."""
        self._travel(self._redo, self._undo)

    def _travel(self, source: deque[Edit], target: deque[Edit]) -> None:
        self.end()
        if not source:
            return
        edit = source.pop()
        costs = np.asarray(self.grid.cost, np.float64).ravel()[edit.nodes]
        target.append(Edit(edit.nodes, costs, {end: self.ends[end] for end in edit.ends}))
        self._write(edit.nodes, edit.costs)
        self.ends.update(edit.ends)

    def _write(self, nodes: npt.NDArray[np.int64], costs: float | npt.NDArray[np.float64]) -> None:
        if len(nodes):
            rows, cols = np.divmod(nodes, self.grid.shape[1])
            self.grid[rows, cols] = costs

    def _node(self, node: Any) -> int:
        size = self.grid.shape[0] * self.grid.shape[1]
        if not isinstance(node, int) or isinstance(node, bool) or not 0 <= node < size:
            raise InvalidValue(f"cell {short_repr(node)} is not one of the map's {size}")
        return node

    def _cell(self, node: int) -> Cell:
        return divmod(node, self.grid.shape[1])
