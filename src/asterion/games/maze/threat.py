"""Threat: tiles that monsters see cost more to enter, the nearer to them the more.

The values are a layer of the grid, so a navigator that counts it avoids tiles in sight unless the
detour costs more.
"""

from __future__ import annotations

import numpy as np

from asterion.games.maze.vision import Field
from asterion.world.grid import Cell, Grid

LAYER = "threat"


class Threat:
    r"""The layer ``"threat"``: the sum of the fields of vision of all monsters, times ``weight``.

    ``look`` sets a monster's field of vision; ``write`` puts the changes of all monsters since the
    last call into the layer, only the cells that differ, so that navigators have little to repair.

    >>> import asterion as at
    >>> from asterion.games.maze.motion import FACING
    >>> from asterion.games.maze.threat import Threat
    >>> from asterion.games.maze.vision import Sight
    >>> grid = at.Grid.from_text("....#.")
    >>> threat = Threat(grid, weight=2)
    >>> threat.look(0, Sight(grid, 3).field((0, 1), FACING[0, 1]))
    >>> threat.write()
    True
    >>> grid.layers["threat"]
    Layer([[0., 8., 6., 4., 0., 0.]])
    """

    def __init__(self, grid: Grid, *, weight: int) -> None:
        self.grid, self.weight = grid, weight
        grid.layers[LAYER] = np.zeros(grid.shape)
        self._sum = np.zeros(grid.shape[0] * grid.shape[1], np.int64)
        self._written = self._sum.copy()
        self._fields: dict[int, Field] = {}  # by number of the monster
        self._touched: list[Field] = []

    def look(self, monster: int, field: Field) -> None:
        """Set a monster's field of vision, in place of its previous one."""
        before = self._fields.get(monster)
        if before is not None:
            self._sum[before.nodes] -= before.values
            self._touched.append(before)
        self._sum[field.nodes] += field.values
        self._touched.append(field)
        self._fields[monster] = field

    def write(self) -> bool:
        """Write the changes into the layer; return whether there were any."""
        if not self._touched:
            return False
        nodes = np.concatenate([field.nodes for field in self._touched])
        self._touched.clear()
        changed = np.unique(nodes[self._sum[nodes] != self._written[nodes]])
        if not len(changed):
            return False
        values = self._written[changed] = self._sum[changed]
        self.grid.layers[LAYER][np.divmod(changed, self.grid.shape[1])] = values * self.weight
        return True

    def at(self, cell: Cell) -> int:
        """The threat of a cell before the weight; more than 0 if a monster sees it."""
        return int(self._written[cell[0] * self.grid.shape[1] + cell[1]])
