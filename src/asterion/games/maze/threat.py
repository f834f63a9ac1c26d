"""Threat: what monsters see is dear to enter, the nearer to them the dearer.

The values go into a layer of the grid, so every navigator walks around watchful eyes unless the way
around costs more. Whoever writes the layer knows what is in sight, and so says which players are
seen and by whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.grid import Cell, Grid
from asterion.options import count, number
from asterion.sight import visible

if TYPE_CHECKING:
    import numpy.typing as npt

LAYER = "threat"


class Monster(NamedTuple):
    """Where one is, and how many moves away he sees."""

    cell: Cell
    sight: int = 6


class Sightings(NamedTuple):
    """Who sees whom."""

    seen: list[bool]  # for each player: whether any monster sees him
    chased: list[int | None]  # for each monster: the nearest player he sees, by number, or None

    @property
    def chase(self) -> bool:
        """Whether any monster has somebody to run after."""
        return any(self.seen)


def populate(
    grid: Grid, monsters: Sequence[Monster], players: Iterable[Cell] = (), *, peak: float = 8.0
) -> Sightings:
    r"""Writes the layer ``"threat"`` for monsters as they stand now; returns who sees whom.

    A monster adds ``peak`` where he is, and less for each move away, down to nothing beyond his
    sight; what a wall hides from him has none of it. Several add up. What was in the layer before
    goes, and only cells that differ are written, so navigators repair little.

    >>> import asterion as at
    >>> from asterion.games.maze.threat import Monster, populate
    >>> grid = at.Grid.from_text("....#.")
    >>> populate(grid, [Monster((0, 1), sight=3)], players=[(0, 3), (0, 5)])
    Sightings(seen=[True, False], chased=[0])
    >>> grid.layers["threat"]
    Layer([[6., 8., 6., 4., 2., 0.]])
    """
    nodes = [grid._node(player, f"players[{i}]") for i, player in enumerate(players)]
    cells = [divmod(node, grid.shape[1]) for node in nodes]
    fields = [visible(grid, monster.cell, monster.sight) for monster in monsters]
    _write(grid, _threat(grid, monsters, fields, number("peak", peak, finite=True)))
    seen = [any(field[cell] for field in fields) for cell in cells]
    chased = [
        _nearest(grid, monster.cell, {i: cell for i, cell in enumerate(cells) if field[cell]})
        for monster, field in zip(monsters, fields, strict=True)
    ]
    return Sightings(seen, chased)


def _nearest(grid: Grid, here: Cell, players: dict[int, Cell]) -> int | None:
    """The first of those that are nearest."""
    return min(players, key=lambda i: int(_moves(grid, here, players[i])), default=None)


def _threat(
    grid: Grid, monsters: Sequence[Monster], fields: list[npt.NDArray[np.bool_]], peak: float
) -> npt.NDArray[np.float64]:
    total = np.zeros(grid.shape)
    rows, cols = np.indices(grid.shape)
    for monster, field in zip(monsters, fields, strict=True):
        reach = count("sight", monster.sight) + 1
        moves = _moves(grid, monster.cell, (rows[field], cols[field]))
        total[field] += peak * (reach - moves) / reach
    return total


def _moves(grid: Grid, a: Cell, b: tuple[npt.ArrayLike, npt.ArrayLike]) -> npt.NDArray[np.int64]:
    """How many moves apart without walls: the measure of sight."""
    rows, cols = np.abs(np.subtract(b[0], a[0])), np.abs(np.subtract(b[1], a[1]))
    return rows + cols if grid.diagonal == "never" else np.maximum(rows, cols)


def _write(grid: Grid, threat: npt.NDArray[np.float64]) -> None:
    if LAYER not in grid.layers:
        grid.layers[LAYER] = threat
        return
    changed = np.asarray(grid.layers[LAYER]) != threat
    if changed.any():
        grid.layers[LAYER][changed] = threat[changed]
