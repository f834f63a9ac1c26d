"""What is done to a game from outside, and the lines of its trace."""

from __future__ import annotations

from typing import Any, NamedTuple

from asterion.world.grid import Cell


class Event(NamedTuple):
    """An input from outside, and the tick after which it came."""

    tick: int
    what: str
    value: Any


class TraceLine(NamedTuple):
    """A line of the trace."""

    tick: int
    what: str
    who: int | None  # the number of the player
    cell: Cell | None  # where the player is
