"""Pit traps: cells that become impassable for a while, then are as before.

A timetable from a seed says which pits open, where and for how long. Who stands where does not
change it: a pit that would open under somebody is left out, and the next of its slot comes when it
would have come anyway. So agents that walk different ways through one seed meet the same pits, but
for those left out under their own feet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from asterion.dice import Dice
from asterion.errors import InvalidValue
from asterion.grid import Cell, Grid
from asterion.options import count


class TrapRules(NamedTuple):
    """How many pits there are at a time, and how many ticks one stays open, both ends included."""

    most: int = 12
    shortest: int = 20
    longest: int = 60

    def checked(self, cells: int) -> TrapRules:
        """Itself, or an error that says which rule cannot be kept with so many free cells."""
        for name, value in self._asdict().items():
            count(name, value)
        if self.most > cells:
            raise InvalidValue(f"most is {self.most}; the grid has {cells} free cells")
        if not 1 <= self.shortest <= self.longest:
            raise InvalidValue(
                f"shortest is {self.shortest} and longest {self.longest}; "
                "a pit is open for at least 1 tick, and longest must not be below shortest"
            )
        return self


class Changes(NamedTuple):
    """What one tick did to the grid."""

    opened: list[Cell]
    closed: list[Cell]


class Traps:
    r"""The pits of one grid, which they edit by ordinary statements, so that navigators follow.

    Pits open on cells that are free when the traps are set. A cell that somebody else has made
    a wall meanwhile is left alone.

    >>> import asterion as at
    >>> from asterion.games.maze.traps import TrapRules, Traps
    >>> grid = at.Grid.from_text("....\n....")
    >>> traps = Traps(grid, TrapRules(most=2, shortest=1, longest=3), seed=5)
    >>> traps.tick()
    Changes(opened=[(0, 2), (0, 3)], closed=[])
    >>> grid[0, 2], grid[0, 3]
    (0, 0)
    >>> traps.clear()
    >>> grid[0, 2], grid[0, 3]
    (1, 1)
    """

    def __init__(self, grid: Grid, rules: TrapRules, *, seed: int) -> None:
        self.grid = grid
        self.now = 0  # ticks so far
        self._dice = Dice(seed)
        self._vacant: list[Cell] = [(r, c) for r, c in np.argwhere(grid.cost > 0).tolist()]
        self.rules = rules.checked(len(self._vacant))
        self._ends: dict[Cell, int] = {}  # the timetable: when the pit here closes, left out or not
        self._before: dict[Cell, float] = {}  # of pits that are open: what the cell cost

    @property
    def open(self) -> dict[Cell, int]:
        """The pits there are, with the tick at which each closes."""
        return {cell: self._ends[cell] for cell in self._before}

    def tick(self, occupied: Iterable[Cell] = ()) -> Changes:
        """Pits whose time is over close, and others open, but never under somebody."""
        self.now += 1
        closed = [cell for cell, end in self._ends.items() if end == self.now]
        closed = [cell for cell in closed if self._retire(cell)]
        opened = []
        held = frozenset(occupied)
        while len(self._ends) < self.rules.most:
            cell = self._schedule()
            if cell not in held and self.grid[cell] != 0:
                self._before[cell] = self.grid[cell]
                self.grid[cell] = 0
                opened.append(cell)
        return Changes(opened, closed)

    def clear(self) -> None:
        """All pits close; the next tick opens others."""
        for cell in [*self._ends]:
            self._retire(cell)

    def _schedule(self) -> Cell:
        """The next pit of the timetable: each vacant cell and each time is as likely."""
        at = self._dice.below(len(self._vacant))
        self._vacant[at], self._vacant[-1] = self._vacant[-1], self._vacant[at]
        cell = self._vacant.pop()
        spread = self.rules.longest - self.rules.shortest + 1
        self._ends[cell] = self.now + self.rules.shortest + self._dice.below(spread)
        return cell

    def _retire(self, cell: Cell) -> bool:
        """Off the timetable; whether there was a pit, which is closed."""
        del self._ends[cell]
        self._vacant.append(cell)
        if cell not in self._before:
            return False
        cost = self._before.pop(cell)
        if self.grid[cell] == 0:  # else somebody has filled it in, and knows better
            self.grid[cell] = cost
        return True
