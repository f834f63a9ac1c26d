"""Units: the points that a step and an attack of each kind cost, and its range."""

from __future__ import annotations

from typing import NamedTuple

from asterion import _tactics
from asterion.world.grid import Cell


class Kind(NamedTuple):
    """A kind of unit."""

    name: str  # as in the log
    mp: int  # movement points of a step
    ap: int  # action points of an attack
    range: int  # in tiles, diagonal ones too

    @property
    def letter(self) -> str:
        """Its letter on boards, for team 0."""
        return self.name[0]


KINDS = {traits[0].lower(): Kind(*traits) for traits in _tactics.unit_kinds()}
NAMES = tuple(KINDS)


class Unit(NamedTuple):
    """A unit on the board."""

    kind: str  # a key of KINDS
    team: int
    cell: Cell

    @property
    def traits(self) -> Kind:
        """The values of its kind."""
        return KINDS[self.kind]


def apart(a: Cell, b: Cell) -> int:
    """The number of tiles from one cell to another, diagonal ones too, as in ranges."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


FIRST_UNIT = 4  # the core's number of the first unit; 0 is nothing, 1 a wall
MOST_TEAMS = 8


def number_of(kind: str, team: int) -> int:
    """The core's number of a unit."""
    return FIRST_UNIT + len(NAMES) * team + NAMES.index(kind)


def unit_of(number: int, cell: Cell) -> Unit:
    """The unit with a number of the core."""
    team, kind = divmod(number - FIRST_UNIT, len(NAMES))
    return Unit(NAMES[kind], team, cell)


def drawn(number: int) -> str:
    """A thing on a tile as two characters: the second is a blank, or the number of a third team."""
    if number < FIRST_UNIT:
        return ".#"[number] + " "
    unit = unit_of(number, (0, 0))
    letter = unit.traits.letter
    if unit.team < 2:
        return (letter.lower() if unit.team else letter) + " "
    return f"{letter.lower()}{unit.team}"
