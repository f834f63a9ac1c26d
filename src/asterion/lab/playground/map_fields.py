"""Fields over a map that the boards show, and lines that need no cells.

Fields are costs from the start, ways to the goal, and ways away from it. Lines are paths that are
smoothed, and the shortest one at any angle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import AsterionError, InvalidValue
from asterion.lab import limits
from asterion.search.fields import descend
from asterion.search.find import distances, find_path
from asterion.search.flow_field import FlowField

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from asterion.search.path import Path
    from asterion.world.grid import Cell, Grid

    Costs = npt.NDArray[np.float64]

FIELDS = ("distance", "flow", "flee")
FLEE = -1.2  # a flee map begins with the distances from the threat times this


class Fields:
    """The fields of a grid that is edited in place."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._to: tuple[Cell, FlowField[Cell, Any]] | None = None  # a goal; it follows edits

    def shown(self, name: str, start: Cell, goal: Cell) -> dict[str, Any]:
        """Return a field as boards draw it.

        ``values`` are per cell, ``range`` the least and the most of them; ``next`` is the cell that
        an arrow leads to, -1 for none.
        """
        is_flee = name == "flee"
        check_size(self._grid, limits.LAYER_FLEE_CELLS if is_flee else limits.LAYER_FIELD_CELLS)
        make = {"distance": self._distance, "flow": self._flow, "flee": self._flee}[name]
        return {"name": name, **make(start, goal)}

    def _distance(self, start: Cell, _goal: Cell) -> dict[str, Any]:
        cost = np.asarray(distances(self._grid, start))
        reached = np.isfinite(cost)
        row, col = divmod(int(np.where(reached, cost, -1).argmax()), cost.shape[1])
        words = f"the start reaches {int(reached.sum()):,} cells; the farthest is"
        return _field(cost, None, f"{words} {(row, col)}, for {cost[row, col]:.1f}.")

    def _flow(self, start: Cell, goal: Cell) -> dict[str, Any]:
        if self._to is None or self._to[0] != goal:
            self._to = goal, FlowField(self._grid, goal)
        field = self._to[1]
        before = field.stats.touched
        cost = np.asarray(field.cost)
        words = f"arrows to the goal from {int(np.isfinite(cost).sum()):,} cells"
        if np.isfinite(cost[start]):
            words += f", {cost[start]:.1f} from the start"
        if touched := field.stats.touched - before:
            words += f"; the last edit changed {touched:,} of them"
        return _field(cost, field.next_nodes, f"{words}.")

    def _flee(self, start: Cell, goal: Cell) -> dict[str, Any]:
        field = flee_field(self._grid, goal)
        cost = np.asarray(field.cost)
        words = "arrows lead away from the goal, and round it where that pays"
        trail: list[Any] = []
        if np.isfinite(cost[start]):
            trail = descend(field.cost, start).cells.tolist()
            words += f"; who flees from the start runs to {tuple(trail[-1])}"
        shown = _field(cost, field.next_nodes, f"{words}.")
        nodes = [row * cost.shape[1] + col for row, col in trail]
        return {**shown, "trail": np.array(nodes, np.int32)}


def flee_field(grid: Grid, threat: Cell) -> FlowField[Cell, Any]:
    """Return the field that leads away from a threat, with the way past it counted."""
    near = np.asarray(distances(grid, threat))
    reached = np.isfinite(near)
    return FlowField(grid, np.argwhere(reached), values=FLEE * near[reached])


def _field(cost: Costs, following: Any, note: str) -> dict[str, Any]:
    known = cost[np.isfinite(cost)]
    return {
        "values": cost.astype(np.float32),
        "range": [float(known.min(initial=0)), float(known.max(initial=known.min(initial=0)))],
        "next": None if following is None else np.asarray(following, np.int32),
        "note": note,
    }


def straight_lines(
    grid: Grid, start: Cell, goal: Cell, paths: Iterable[Path | None]
) -> dict[str, Any]:
    """Return each board's path smoothed, and the shortest line at any angle.

    A line is its corners, row and column in turn, in cells from the middle of the first one; its
    length is counted in cells.
    """
    smooth = [_line(path.smoothed(grid) if path else ()) for path in paths]
    told: dict[str, Any] = {
        "smooth": smooth,
        "lengths": [_length(line) for line in smooth],
        "angle": None,
        "problem": "",
    }
    try:
        check_size(grid, limits.LAYER_CHUNK_CELLS)
        angle = find_path(grid, start, goal, algorithm="any-angle")
    except AsterionError as error:
        return {**told, "problem": str(error)}
    if angle:
        told["angle"] = _line(angle.points)
        told["length"] = _length(told["angle"])
    return told


def check_size(grid: Grid, most: int) -> None:
    """Reject a grid that a layer would take too long for."""
    if grid.cost.size > most:
        raise InvalidValue(f"the map has {grid.cost.size:,} cells; it takes up to {most:,}")


def _line(points: Any) -> Costs:
    return np.asarray(points, np.float64).reshape(-1, 2)


def _length(line: Costs) -> float:
    return float(np.hypot(*np.diff(line, axis=0).T).sum()) if len(line) > 1 else 0.0
