"""What happened to agents in a world, as records: enough to draw any moment of it.

Cells are flat indices, row by row. ``recording_bytes.py`` packs records for the browser,
``recording.js`` reads them there, and ``terrain/replay.py`` does the same in Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from asterion.lab.wire.ways import FlatFence, FlatLink

    Cells = npt.NDArray[np.uint32]
    Bytes = npt.NDArray[np.uint8]

UNSEEN = 1  # what agents presume an unseen cell to cost: floor
REACHED = "I reached the target."
CANNOT = "I cannot reach the target."


class Started(NamedTuple):
    """A journey starts. In mode unknown agents know nothing yet, in mode changing everything."""

    mode: str  # "unknown": agents know what they have seen; "changing": they know all
    diagonal: str  # or tiles other than squares: one of MOVES in ways.py
    agents: int  # how many; they are numbered from 0
    shape: tuple[int, int]
    start: int
    goal: int
    cost: Bytes  # of each cell of the true world, flat
    links: tuple[FlatLink, ...] = ()
    fences: tuple[FlatFence, ...] = ()


class Tick(NamedTuple):
    """A time begins: all that follows belongs to it, up to the next. Time 0 is before any move.

    The picture of a time is that after its last record: agents have moved, looked and planned, and
    the edits of that time are made. A path is new if it was planned in that time.
    """

    time: int


class Moved(NamedTuple):
    """An agent made a move along its path, which now begins here."""

    agent: int
    cell: int


class Seen(NamedTuple):
    """Cells that an agent sees for the first time, or sees changed; in unknown worlds only."""

    agent: int
    cells: Cells
    costs: Bytes


class Planned(NamedTuple):
    """An agent has planned or repaired its path; if there is none, :class:`Ended` follows."""

    agent: int
    number: int  # from 1 in each journey
    path: Cells  # from the agent to the goal; empty if there is none
    cost: float  # inf if there is none
    expanded: int
    generated: int
    pushes: int
    pops: int
    seconds: float
    state: Bytes | None  # of each cell, by its place in navigate.STATES; or None


class Planning(NamedTuple):
    """An agent waits, because its plan takes more expansions than a step allows."""

    agent: int
    expanded: int  # for this plan so far


class Edited(NamedTuple):
    """The true world has changed."""

    cells: Cells
    costs: Bytes


class Ended(NamedTuple):
    """An agent is at the goal, or has no path; a new plan may yet let it walk again."""

    agent: int
    reached: bool

    @property
    def message(self) -> str:
        """The words that the assignment asks for."""
        return REACHED if self.reached else CANNOT


class GoalMoved(NamedTuple):
    """All agents have another goal."""

    cell: int


Record = Started | Tick | Moved | Seen | Planned | Edited | Ended | GoalMoved | Planning

_FIELDS = 100  # bytes of a record without its arrays, about


def size_of(record: Record) -> int:
    """The memory of a record in bytes, about."""
    return _FIELDS + sum(getattr(field, "nbytes", 0) for field in record)
