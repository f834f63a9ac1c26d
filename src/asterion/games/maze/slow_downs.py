"""Temporary slow-downs: patches of mud, and rain that drifts over the map.

Both are layers of the grid: they add to the cost of entering a cell, and navigators find their
changes in the journal of the grid. Their values are whole numbers, as steps take whole units.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from asterion.games.maze.motion import HEADINGS
from asterion.games.maze.traps import TrapRules, Traps
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid

MUD, RAIN = "mud", "rain"


class Mud(Traps):
    r"""Patches of mud that come and go as pits do: a cell costs ``depth`` more meanwhile.

    >>> import asterion as at
    >>> from asterion.games.maze.slow_downs import Mud
    >>> from asterion.games.maze.traps import TrapRules
    >>> grid = at.Grid.from_text("....")
    >>> mud = Mud(grid, TrapRules(most=2, shortest=5, longest=9), depth=3, seed=1)
    >>> mud.tick()
    Changes(opened=[(0, 1), (0, 2)], closed=[])
    >>> grid.total
    array([[1., 4., 4., 1.]])
    """

    def __init__(
        self,
        grid: Grid,
        rules: TrapRules,
        *,
        depth: int,
        seed: int,
        spared: Iterable[Cell] = (),
    ) -> None:
        super().__init__(grid, rules, seed=seed, spared=spared)
        self.depth = depth
        grid.layers[MUD] = np.zeros(grid.shape)

    def _open(self, cell: Cell) -> None:
        self.grid.layers[MUD][cell] = self.depth

    def _close(self, cell: Cell) -> None:
        self.grid.layers[MUD][cell] = 0

    def at(self, cell: Cell) -> int:
        """The weight that mud adds to a cell."""
        return self.depth if cell in self._before else 0


class Rain:
    r"""A cloud of ``radius`` cells: cells under it cost 1 more. It drifts one cell per interval.

    Between two drifts nothing is written.

    >>> import asterion as at
    >>> from asterion.games.maze.slow_downs import Rain
    >>> grid = at.maps.field(9)
    >>> rain = Rain(grid, radius=1, interval=5, seed=2)
    >>> [rain.tick() for _ in range(6)]
    [False, False, False, False, True, False]
    >>> int(grid.layers["rain"].sum())
    9
    """

    def __init__(self, grid: Grid, *, radius: int, interval: int, seed: int) -> None:
        self.grid, self.radius, self.interval = grid, radius, interval
        self.now = 0
        self._dice = Dice(seed)
        rows, cols = grid.shape
        self.cell: Cell = (self._dice.below(rows), self._dice.below(cols))  # its centre
        self._heading = self._dice.below(len(HEADINGS))
        grid.layers[RAIN] = self._wet()

    def tick(self) -> bool:
        """Drift; return whether the cloud has moved."""
        self.now += 1
        if self.now % self.interval:
            return False
        self._heading = (self._heading + self._dice.below(3) - 1) % len(
            HEADINGS
        )  # it veers a little
        down, right = HEADINGS[self._heading]
        rows, cols = self.grid.shape
        self.cell = ((self.cell[0] + down) % rows, (self.cell[1] + right) % cols)
        before, now = np.asarray(self.grid.layers[RAIN]), self._wet()
        changed = before != now
        self.grid.layers[RAIN][changed] = now[changed]
        return True

    def at(self, cell: Cell) -> int:
        """The weight that rain adds to a cell."""
        rows, cols = abs(cell[0] - self.cell[0]), abs(cell[1] - self.cell[1])
        return int(max(rows, cols) <= self.radius)

    def _wet(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        rows, cols = np.indices(self.grid.shape)
        away = np.maximum(abs(rows - self.cell[0]), abs(cols - self.cell[1]))
        return (away <= self.radius).astype(np.float64)
