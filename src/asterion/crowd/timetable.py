"""Paths in time among moving obstacles (SIPP)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import _core
from asterion.crowd.crowd import check_units_of_a_cell
from asterion.errors import InvalidValue
from asterion.search.batches import ordered_numbers
from asterion.world.arguments import count, flag, optional
from asterion.world.base import NotCopyable
from asterion.world.grid import check_free

if TYPE_CHECKING:
    from asterion.world.grid import Cell, CellIn, GridWorld

_LATEST = 2**31


class TimedPath(NamedTuple):
    """A path with the time of arrival at each cell: what :meth:`Timetable.find_path` returns."""

    found: bool
    cells: list[Cell]
    times: list[int]  # of the arrival at each cell; the unit waits there until it leaves
    cost: float  # the last arrival - the departure; inf without a path
    optimal: bool  # whether no path arrives earlier


class Timetable(NotCopyable):
    """The times at which the cells of a grid are taken, and the earliest paths among them.

    Time is counted in ticks; every move takes one. A path may wait; it swaps with no other and
    crosses no diagonal move. An edit of the world counts from the next call on.

    >>> import asterion as at
    >>> grid = at.Grid([[1, 1, 1, 1]])
    >>> table = at.Timetable(grid)
    >>> guard = table.block([(0, 2)], 0, 5)  # it is taken until tick 5
    >>> path = table.find_path((0, 0), (0, 3))
    >>> path.cells, path.times, path.cost
    ([(0, 0), (0, 1), (0, 2), (0, 3)], [0, 1, 5, 6], 6)
    >>> train = table.add(path, stay=False)
    >>> table.find_path((0, 3), (0, 0)).found  # a train in a tunnel cannot be passed
    False
    >>> table.remove(train)
    """

    def __init__(self, world: GridWorld) -> None:
        check_units_of_a_cell(world)
        self.world = world
        self._core = _core.Timetable(world._core_view)

    def block(self, cells: Iterable[CellIn], start: int, end: int | None = None) -> int:
        """Take cells from ``start`` to before ``end``, or for good; return an id."""
        numbers = self.world._numbers(cells, "cells")
        first = _time("start", start)
        last = optional(_time, "end", end)
        if last is not None and last <= first:
            raise InvalidValue(f"end is {last}; it must be after start, which is {first}")
        return self._core.block(numbers, first, last)

    def add(self, path: TimedPath | Iterable[CellIn], *, depart: int = 0, stay: bool = True) -> int:
        """Take the cells of a path while a unit walks it; return an id.

        ``path`` is a :class:`TimedPath`, which has its own times, or the cell at each tick from
        ``depart`` on. With ``stay`` its last cell remains taken.
        """
        if isinstance(path, TimedPath):
            if not path.found:
                raise InvalidValue("path was not found; there is nothing to add")
            cells: Any = _by_tick(path)
            depart = path.times[0]
        else:
            cells = path
        numbers = ordered_numbers(self.world, cells, "path")
        if not len(numbers):
            raise InvalidValue("path has no cells; give the cell at each tick")
        self._check_moves(numbers)
        return self._core.add(numbers, _time("depart", depart), flag("stay", stay))

    def remove(self, entry: int) -> None:
        """Free what the call of :meth:`block` or :meth:`add` that returned this id has taken."""
        self._core.remove(count("entry", entry, most=2**63 - 1))

    def find_path(
        self, start: CellIn, goal: CellIn, *, depart: int = 0, stay: bool = False
    ) -> TimedPath:
        """Return the path that arrives first, waiting where that helps.

        With ``stay`` the goal must be free for good from the arrival on.
        """
        begin = self.world._node(start, "start")
        check_free(self.world, self.world._name(begin), "start")
        nodes = self._core.find(
            begin,
            self.world._node(goal, "goal"),
            _time("depart", depart),
            flag("stay", stay),
        )
        if not len(nodes):
            return TimedPath(False, [], [], float("inf"), True)
        arrivals = [0, *(np.flatnonzero(nodes[1:] != nodes[:-1]) + 1).tolist()]
        cells: list[Any] = self.world._names_of([int(nodes[i]) for i in arrivals])
        times = [depart + i for i in arrivals]
        return TimedPath(True, cells, times, len(nodes) - 1, True)

    def _check_moves(self, numbers: Any) -> None:
        cells = self.world._names_of(numbers.tolist())
        for tick, (here, there) in enumerate(pairwise(cells), start=1):
            if here != there and there not in dict(self.world.neighbours(here)):
                raise InvalidValue(f"path[{tick}] is {there}, which is no move from {here}")

    def __repr__(self) -> str:
        return f"<Timetable with {self._core.count()} entries>"


def _time(name: str, value: Any) -> int:
    return count(name, value, most=_LATEST)


def _by_tick(path: TimedPath) -> list[Cell]:
    cells: list[Cell] = []
    for cell, time, until in zip(
        path.cells, path.times, [*path.times[1:], path.times[-1] + 1], strict=True
    ):
        cells += [cell] * (until - time)
    return cells
