"""What is done to a game from outside, and what it tells of itself."""

from __future__ import annotations

from typing import Any, NamedTuple

from asterion.world.grid import Cell


class Event(NamedTuple):
    """Something done from outside, after so many ticks."""

    tick: int
    what: str
    value: Any


class Told(NamedTuple):
    """A line of the trace."""

    tick: int
    what: str
    who: int | None  # the number of the player
    cell: Cell | None  # where he is
