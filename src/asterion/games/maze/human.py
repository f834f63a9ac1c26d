"""The human player: free motion in units, controlled by keys, stopped by obstacles."""

from __future__ import annotations

from typing import Any

from asterion.errors import InvalidValue, short_repr
from asterion.games.maze.maze_state import MazeState
from asterion.games.maze.motion import DOWN, FACING, FINE, HEADINGS, UNIT, Place
from asterion.games.maze.quest import OnQuest, Quest
from asterion.games.maze.rules import Rules
from asterion.world.grid import Cell

HALF = 3 * UNIT // 8  # half the side of its body, a square that fits through every tunnel


class Human(OnQuest):
    """One player with a body. It slides along walls, and mud and rain slow it."""

    def __init__(self, start: Cell, maze: MazeState, rules: Rules) -> None:
        self.start = start
        self.speed = rules.human_speed
        self.stride = FINE * self.speed  # hundredths of a unit per tick, as that of all agents
        self.quest = Quest(maze.world.goals)
        self.direction: Cell = (0, 0)  # of the keys held down
        self.facing = DOWN
        self.caught = 0
        self.place: Place = (start[0] * UNIT, start[1] * UNIT)
        self._maze, self._diagonal = maze, rules.diagonal
        self._left = [0, 0]  # remainders of its strides, down and across: less than a unit

    @property
    def cell(self) -> Cell:
        """The tile that its centre is in."""
        return _tile(self.place[0]), _tile(self.place[1])

    @property
    def cells(self) -> list[Cell]:
        """The tiles that its body is on."""
        return _under(self.place)

    @property
    def heading(self) -> Cell:
        """The direction it faces, as (rows, columns) of one step."""
        return HEADINGS[self.facing]

    def advance(self) -> bool:
        """Move for one tick; return whether it has reached a goal."""
        if self.finished or self.direction == (0, 0):
            return False
        self.facing = FACING[self.direction]
        weight = self._maze.weight(self.cell)
        for axis in (0, 1):
            if self.direction[axis]:
                self._move(axis, self.direction[axis], weight)
        return self.quest.reached(self.cell)

    def respawn(self) -> None:
        """Return to its start after being caught."""
        self.place = (self.start[0] * UNIT, self.start[1] * UNIT)
        self._left = [0, 0]
        self.caught += 1

    def _move(self, axis: int, sign: int, weight: int) -> None:
        """Move along rows or columns until something blocks."""
        length = FINE * weight * (self._diagonal if all(self.direction) else UNIT)
        units, self._left[axis] = divmod(self.stride * UNIT + self._left[axis], length)
        while units:  # a tile at most at a time, so that nothing is jumped over
            step = min(units, UNIT)
            moved = self._as_far(axis, sign * step)
            if moved == self.place:
                return
            self.place, units = moved, units - step

    def _as_far(self, axis: int, distance: int) -> Place:
        here = self.place
        there = _shifted(here, axis, distance)
        before = {*_under(here)}  # it is there already: a door may have closed on it
        hit = [
            cell
            for cell in _under(there)
            if cell not in before and self._maze.blocked(cell, self.quest.keys)
        ]
        if not hit:
            return there
        wall = hit[0][axis] * UNIT  # the centre of the obstacle
        edge = wall - UNIT // 2 - HALF - 1 if distance > 0 else wall + UNIT // 2 + HALF
        return _shifted(here, axis, edge - here[axis])


def direction_of(value: Any) -> Cell:
    """Return the direction of the keys that are held down, (0, 0) for none; or raise an error."""
    try:
        down, right = value
        if (down, right) == (0, 0) or (down, right) in FACING:
            return int(down), int(right)
    except Exception:  # noqa: BLE001, S110 - the value is a user's, and may raise anything
        pass
    raise InvalidValue(f"the direction is {short_repr(value)}; it must be a pair of -1, 0 or 1")


def _shifted(place: Place, axis: int, distance: int) -> Place:
    return (place[0] + distance, place[1]) if axis == 0 else (place[0], place[1] + distance)


def _tile(units: int) -> int:
    """The tile of a coordinate: a tile reaches from half a side before its middle to half after."""
    return (units + UNIT // 2) // UNIT


def _under(place: Place) -> list[Cell]:
    rows, cols = (range(_tile(at - HALF), _tile(at + HALF) + 1) for at in place)
    return [(row, col) for row in rows for col in cols]
