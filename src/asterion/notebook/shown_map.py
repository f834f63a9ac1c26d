"""A grid as the lab's boards draw it."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import numpy as np

from asterion.lab.maps.map_setup import HIGHEST_COST

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import Cell, Grid


class ShownMap:
    """A grid for the lab's boards: the cost level of each cell, from 1 to 9, and 0 for walls."""

    def __init__(self, grid: Grid, start: Cell, goal: Cell) -> None:
        total = np.asarray(grid.total, np.float64)
        is_plain = bool(((total == np.rint(total)) & (total <= HIGHEST_COST)).all())
        self.cells = (total if is_plain else _levels(total)).astype(np.uint8)
        # The costs of cells, where the numbers above are only shades.
        self.totals = None if is_plain else total.astype(np.float32)
        self.start, self.goal = start, goal
        self.tiles = grid.tiles
        self._grid = grid

    def flat_links(self) -> list[tuple[int, int, float, bool]]:
        """The links with their cells as flat indices."""
        return [
            (self._flat(link.a), self._flat(link.b), link.cost, link.both)
            for link in self._grid.links
        ]

    def flat_fences(self) -> list[tuple[int, int, bool]]:
        """The fences with their cells as flat indices; both directions are one fence."""
        fenced = {(self._flat(a), self._flat(b)) for a, b in self._grid.fences}
        return [
            (a, b, (b, a) in fenced) for a, b in sorted(fenced) if a < b or (b, a) not in fenced
        ]

    def _flat(self, cell: Cell) -> int:
        return cell[0] * self._grid.shape[1] + cell[1]


def _levels(total: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Cost levels from 1 to 9: shares of the logarithm, as in pictures of grids."""
    free = total > 0
    if not free.any():
        return total
    least, most = float(total[free].min()), float(total[free].max())
    span = max(log(most / least), log(HIGHEST_COST))
    scaled = np.log(np.where(free, total, least) / least) / span
    return np.where(free, 1 + np.rint((HIGHEST_COST - 1) * scaled), 0)
