"""Records of agents in a world: enough to draw any moment of it.

Cells are flat indices, row by row. They go to the browser as they are, where ``recording.js`` reads
them. A reader uses them like this:

    started       forget everything; agents are at the start, their paths empty. Mode unknown: each
                  knows no cell and presumes that all cost 1; changing: it knows the true world;
                  orders: each is at its own start, and what one sees all know. Beside each is its
                  twin, who remembers nothing: that of agent i is number ``agents + i``
    tick          a time begins; no path is new any more
    moved         the agent is there, and the first cell of its path is gone
    seen          the agent knows these cells and their costs
    planned       this is the agent's path, and new; it has no message
    edited        cells of the true world have new costs
    ended         the agent has this message; if it reached the goal, its path is its cell
    goal moved    the goal of all agents
    ordered       the agent has this goal, and no message. A twin is where the order was given, its
                  path empty, and knows nothing
    planning      the agent waits until its plan is ready; it has no message
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from asterion.lab.wire.messages import FlatFence, FlatLink

    Cells = npt.NDArray[np.uint32]
    Bytes = npt.NDArray[np.uint8]

UNSEEN = 1  # an unseen cell's cost, as agents presume: floor
REACHED = "I reached the target."
CANNOT = "I cannot reach the target."


class Started(NamedTuple):
    """A journey starts. In mode changing agents know everything, in the others nothing yet."""

    mode: str  # one of MODES in setup.py
    tiling: str  # as in Grid
    agents: int  # their number; they count from 0
    shape: tuple[int, int]
    start: int
    goal: int  # of all; -1 in mode orders
    cost: Bytes  # of each cell of the true world, flat
    links: tuple[FlatLink, ...] = ()
    fences: tuple[FlatFence, ...] = ()
    starts: tuple[int, ...] = ()  # in mode orders: of each agent


class Tick(NamedTuple):
    """A time begins: everything after it belongs to it, up to the next. Time 0 is before any move.

    The picture of a time shows the state after its last record: agents have moved, looked and
    planned, and the edits of that time are made. A path is new if it was planned in that time.
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
    """An agent has planned or repaired its path; without one, :class:`Ended` follows."""

    agent: int
    number: int  # from 1 in each journey
    path: Cells  # from the agent to the goal; empty if there is none
    cost: float  # inf if there is none
    expanded: int
    generated: int
    pushes: int
    pops: int
    seconds: float
    state: Bytes | None  # of each cell, an index into navigate.STATES


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


class Ordered(NamedTuple):
    """An agent sets out for another goal; its twin, who remembers nothing, may do so later."""

    agent: int
    number: int  # of the order, from 1 for each agent
    start: int
    cell: int


Record = Started | Tick | Moved | Seen | Planned | Edited | Ended | GoalMoved | Planning | Ordered

_FIELDS = 100  # bytes of a record without its arrays, about


def size_of(record: Record) -> int:
    """Return the memory of a record in bytes, about."""
    return _FIELDS + sum(getattr(field, "nbytes", 0) for field in record)


def recording_message(records: list[Record]) -> dict[str, Any]:
    """Return records as they are sent, each with its name."""
    return {"type": "recording", "records": [_plain(record) for record in records]}


def _plain(record: Record) -> dict[str, Any]:
    fields = {"type": type(record).__name__, **record._asdict()}
    if isinstance(record, Planned) and not isfinite(record.cost):
        fields["cost"] = None
    if isinstance(record, Ended):
        fields["message"] = record.message
    return fields
