"""Monsters' vision: a quarter of a circle ahead, as far as walls and doors allow.

Walls and closed doors do not change during a game, and pits hide nothing. So the view from a tile
is computed once and cached.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.games.maze.motion import HEADINGS
from asterion.world.arguments import count
from asterion.world.grid import Cell, Grid
from asterion.world.line_of_sight import visible

if TYPE_CHECKING:
    import numpy.typing as npt

_KEPT = 8192  # fields; more than a monster enters in a long game


class Field(NamedTuple):
    """The tiles that a monster sees, each with a value: the nearer, the higher."""

    worth: dict[Cell, int]
    nodes: npt.NDArray[np.int64]  # the same as cell numbers
    values: npt.NDArray[np.int64]


class Sight:
    r"""Lines of sight of at most ``length`` moves on a grid whose walls hide what is behind.

    >>> import asterion as at
    >>> from asterion.games.maze.motion import FACING
    >>> from asterion.games.maze.vision import Sight
    >>> sight = Sight(at.Grid.from_text(".....\n..#..\n....."), 3)
    >>> sight.field((1, 0), FACING[0, 1]).worth
    {(0, 1): 3, (0, 2): 2, (0, 3): 1, (1, 0): 4, (1, 1): 3, (2, 1): 3, (2, 2): 2, (2, 3): 1}
    >>> sight.reach((0, 0))
    (0, 0, 3, 2, 2, 0, 0, 0)
    """

    def __init__(self, walls: Grid, length: int) -> None:
        self.walls = walls
        self.length = count("vision", length)
        self.around = lru_cache(_KEPT)(self._around)
        self.field = lru_cache(_KEPT)(self._field)
        self.reach = lru_cache(_KEPT)(self._reach)

    def _around(self, cell: Cell) -> frozenset[Cell]:
        """The cells in sight in all directions."""
        seen = visible(self.walls, cell, self.length) & (self.walls.cost > 0)
        return frozenset((r, c) for r, c in np.argwhere(seen).tolist())

    def _field(self, cell: Cell, facing: int) -> Field:
        """The cells in sight at 45 degrees at most from the direction faced, and its own."""
        ahead = sorted(other for other in self.around(cell) if _ahead(cell, other, facing))
        worth = {other: self.length + 1 - _moves(self.walls, cell, other) for other in ahead}
        cols = self.walls.shape[1]
        nodes = np.array([row * cols + col for row, col in ahead], np.int64)
        return Field(worth, nodes, np.array([*worth.values()], np.int64))

    def _reach(self, cell: Cell) -> tuple[int, ...]:
        """The number of tiles visible straight ahead, for each heading."""
        around = self.around(cell)
        return tuple(_run(cell, heading, around) for heading in HEADINGS)


def _ahead(here: Cell, there: Cell, facing: int) -> bool:
    down, right = HEADINGS[facing]
    rows, cols = there[0] - here[0], there[1] - here[1]
    along = (
        rows * down + cols * right
    )  # = both lengths times the cosine, which must be at least 0.7..
    lengths = (rows * rows + cols * cols) * (down * down + right * right)
    return along >= 0 and 2 * along * along >= lengths


def _moves(grid: Grid, a: Cell, b: Cell) -> int:
    rows, cols = abs(a[0] - b[0]), abs(a[1] - b[1])
    return rows + cols if grid.diagonal == "never" else max(rows, cols)


def _run(cell: Cell, heading: Cell, around: frozenset[Cell]) -> int:
    tiles = 0
    row, col = cell[0] + heading[0], cell[1] + heading[1]
    while (row, col) in around:
        tiles += 1
        row, col = row + heading[0], col + heading[1]
    return tiles
