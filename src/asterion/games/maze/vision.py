"""What monsters see: a quarter of a circle ahead of them, as far as walls and doors let them.

Walls and closed doors do not change during a game, and nobody's view is hidden by a pit, which is
a hole. So what is seen from a tile is worked out once, and kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.games.maze.motion import HEADINGS
from asterion.world.arguments import count
from asterion.world.grid import Cell, Grid
from asterion.world.sight import visible

if TYPE_CHECKING:
    import numpy.typing as npt

_KEPT = 8192  # fields; more than a monster walks through in a long game


class Field(NamedTuple):
    """The tiles that a monster sees, each with a worth: the nearer, the higher."""

    worth: dict[Cell, int]
    nodes: npt.NDArray[np.int64]  # the same as numbers of cells
    values: npt.NDArray[np.int64]


class Sight:
    r"""Eyes that reach ``length`` moves far, over a grid whose walls hide what is behind them.

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
        """All that is in sight of somebody who turns round."""
        seen = visible(self.walls, cell, self.length) & (self.walls.cost > 0)
        return frozenset((r, c) for r, c in np.argwhere(seen).tolist())

    def _field(self, cell: Cell, facing: int) -> Field:
        """What is in sight at 45 degrees at most from the way he looks, and where he is."""
        ahead = sorted(other for other in self.around(cell) if _ahead(cell, other, facing))
        worth = {other: self.length + 1 - _moves(self.walls, cell, other) for other in ahead}
        cols = self.walls.shape[1]
        nodes = np.array([row * cols + col for row, col in ahead], np.int64)
        return Field(worth, nodes, np.array([*worth.values()], np.int64))

    def _reach(self, cell: Cell) -> tuple[int, ...]:
        """For each heading: how many tiles are seen straight that way."""
        around = self.around(cell)
        return tuple(_run(cell, heading, around) for heading in HEADINGS)


def _ahead(here: Cell, there: Cell, facing: int) -> bool:
    down, right = HEADINGS[facing]
    rows, cols = there[0] - here[0], there[1] - here[1]
    along = rows * down + cols * right  # = lengths of both times the cosine, which is to be 0.7..
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
