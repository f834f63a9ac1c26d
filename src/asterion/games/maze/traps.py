"""Pit traps: cells that become impassable for a while.

A timetable drawn from a seed says which pits open, where and for how long. It does not depend on
where agents stand: a pit that would open under an agent is skipped, and the next one of its slot
comes at its usual time. So agents on different paths through the same seed meet the same pits,
except those skipped under themselves. Pits that are put by hand do not change the timetable either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.world.arguments import count
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid


class TrapRules(NamedTuple):
    """The numbers of pits open at a time, and of ticks they stay, both bounds included.

    Pits open and close only every ``interval`` ticks, so one may stay open up to that much longer.
    """

    most: int = 12
    shortest: int = 20
    longest: int = 60
    interval: int = 1

    def checked(self, cells: int) -> TrapRules:
        """Return itself, or raise an error that names a rule that ``cells`` cannot meet."""
        for name, value in self._asdict().items():
            count(name, value)
        if self.most > cells:
            raise InvalidValue(f"most is {self.most}; the grid has {cells} free cells")
        if not 1 <= self.shortest <= self.longest:
            raise InvalidValue(
                f"shortest is {self.shortest} and longest {self.longest}; "
                "a pit is open for at least 1 tick, and longest must not be below shortest"
            )
        if self.interval < 1:
            raise InvalidValue(f"interval is {self.interval}; it must be at least 1")
        return self


class Changes(NamedTuple):
    """The changes of one tick to the grid."""

    opened: list[Cell]
    closed: list[Cell]


FOREVER = 10**9  # the tick at which a pit closes that was put by hand


class Traps:
    r"""The pits of one grid. They edit it like any other program, so navigators follow.

    Pits open on cells that are free when this object is made, and not ``spared``. A cell that the
    game has made a wall meanwhile stays one. ``rules`` may be set: if that allows fewer pits, the
    surplus closes when its time is over; if more, they open with the next tick.

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

    def __init__(
        self, grid: Grid, rules: TrapRules, *, seed: int, spared: Iterable[Cell] = ()
    ) -> None:
        self.grid = grid
        self.now = 0  # ticks so far
        self._dice = Dice(seed)
        skipped = frozenset(spared)
        free = [(r, c) for r, c in np.argwhere(grid.cost > 0).tolist()]
        self._vacant: list[Cell] = [cell for cell in free if cell not in skipped]
        self._places = len(self._vacant)
        self.rules = rules
        self._ends: dict[Cell, int] = {}  # the timetable: when the pit here closes, skipped or not
        self._before: dict[Cell, float] = {}  # the cost that the cell of an open pit had
        self._put: dict[Cell, float] = {}  # the same of pits that were put by hand
        self._free = frozenset(self._vacant)
        self._news = Changes([], [])  # by hand, since the last tick

    @property
    def rules(self) -> TrapRules:
        """The number of pits, and their duration."""
        return self._rules

    @rules.setter
    def rules(self, rules: TrapRules) -> None:
        self._rules = rules.checked(self._places)

    @property
    def places(self) -> int:
        """The number of cells where a pit may open."""
        return self._places

    @property
    def open(self) -> dict[Cell, int]:
        """The open pits, with the tick at which each closes."""
        ends = {cell: self._ends[cell] for cell in self._before}
        return ends | dict.fromkeys(self._put, FOREVER)

    def put(self, cell: Cell, occupied: Iterable[Cell] = ()) -> None:
        """Open a pit that stays, or close the one that is there.

        Raises
        ------
        ValueError  ``there can be no pit at (0, 0): it is a wall, a start, a key, a door or taken``
        """
        if cell in self._put:
            self.grid[cell] = self._put.pop(cell)
            self._news.closed.append(cell)
        elif cell in self._before:
            self._close(cell)
            del self._before[cell]  # its time in the timetable goes on
            self._news.closed.append(cell)
        elif cell not in self._free or self.grid[cell] == 0 or cell in frozenset(occupied):
            raise InvalidValue(
                f"there can be no pit at {short_repr(cell)}: "
                "it is a wall, a start, a key, a door or taken"
            )
        else:
            self._put[cell] = self.grid[cell]
            self._open(cell)
            self._news.opened.append(cell)

    def tick(self, occupied: Iterable[Cell] = ()) -> Changes:
        """Close pits whose time is over, and open others, but never on occupied cells."""
        self.now += 1
        (opened, closed), self._news = self._news, Changes([], [])
        if self.now % self._rules.interval:
            return Changes(opened, closed)
        over = [cell for cell, end in self._ends.items() if end <= self.now]
        closed += [cell for cell in over if self._retire(cell)]
        held = frozenset(occupied)
        while len(self._ends) < self._rules.most:
            cell = self._schedule()
            if cell not in held and self.grid[cell] != 0:
                self._before[cell] = self.grid[cell]
                self._open(cell)
                opened.append(cell)
        return Changes(opened, closed)

    def clear(self) -> None:
        """Close all pits; the next tick opens others."""
        for cell in [*self._ends]:
            self._retire(cell)
        for cell in [*self._put]:
            self.put(cell)

    def _schedule(self) -> Cell:
        """Add the next pit to the timetable: all vacant cells and durations are equally likely."""
        at = self._dice.below(len(self._vacant))
        self._vacant[at], self._vacant[-1] = self._vacant[-1], self._vacant[at]
        cell = self._vacant.pop()
        spread = self._rules.longest - self._rules.shortest + 1
        self._ends[cell] = self.now + self._rules.shortest + self._dice.below(spread)
        return cell

    def _retire(self, cell: Cell) -> bool:
        """Remove a cell from the timetable and close its pit; return whether there was one."""
        del self._ends[cell]
        self._vacant.append(cell)
        if cell not in self._before:
            return False
        self._close(cell)
        del self._before[cell]
        return True

    def _open(self, cell: Cell) -> None:
        self.grid[cell] = 0

    def _close(self, cell: Cell) -> None:
        if self.grid[cell] == 0:  # otherwise the game has changed the cell, and that stands
            self.grid[cell] = self._before[cell]
