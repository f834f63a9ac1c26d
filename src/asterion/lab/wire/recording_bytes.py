"""Records of a session as bytes for the browser.

All numbers are little-endian. Records follow each other without a gap, each

    u8   kind
    u8   agent            255 where it is about no agent
    u16  0
    u32  length           of the payload in bytes, without padding
    ...  payload          padded with zeros to a multiple of 4 bytes

so that every record, and every array of u32 in it, begins at a multiple of 4 from the start, and a
Uint32Array can be laid over it; f64 are to be read by a DataView. A cell is the u32 row * cols +
col. Payloads by kind:

    1 started     u32 rows, u32 cols, u32 start, u32 goal,
                  u8 mode (0 unknown, 1 changing),
                  u8 moves (0 never, 1 clear, 2 one-clear, 3 always, 4 hex, 5 hex-columns,
                  6 triangle), u8 agents, u8 0,
                  u8[rows * cols] cost of each cell: 0 wall, 1 floor, 2 to 9 terrain;
                  if there are links or fences, zeros up to a multiple of 4 and then
                  both, as asterion.lab.wire.ways packs them
    2 tick        u32 time
    3 moved       u32 cell
    4 seen        u32 n, u32[n] cells, u8[n] costs
    5 planned     u32 number (from 1), u32 expanded, u32 generated, u32 pushes, u32 pops, u32 n,
                  f64 seconds (at byte 24), f64 cost (at byte 32; Infinity without a path),
                  u32[n] path from the agent to the goal (at byte 40; n is 0 without a path),
                  u8[length - 40 - 4 n] state of each cell, or none at all
    6 edited      u32 n, u32[n] cells, u8[n] costs
    7 ended       u32 reached (1 or 0), then the message in UTF-8 up to the length
    8 goal moved  u32 cell
    9 planning    u32 expanded so far

What a reader does with them:

    started       forget all; agents are at the start, their paths empty. Mode unknown: each knows
                  no cell and presumes that all cost 1; changing: each knows the true world
    tick          a time begins; no path is new any more
    moved         the agent is there, and the first cell of its path is gone
    seen          the agent knows these cells, and that they cost that
    planned       this is the agent's path, and new; it has no message
    edited        the true world costs that
    ended         the agent has this message; if it reached the goal, its path is its cell
    goal moved    the goal of all agents
    planning      the agent waits for its plan, up to the next that is planned; it has no message

States are 0 unvisited, 1 open, 2 closed, 3 raised, 4 lowered, 5 overconsistent, 6 underconsistent
(the last four are open too).
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack
from typing import TYPE_CHECKING

from asterion.lab.wire.recording import (
    Edited,
    Ended,
    GoalMoved,
    Moved,
    Planned,
    Planning,
    Record,
    Seen,
    Started,
    Tick,
)
from asterion.lab.wire.ways import MOVES, packed_ways

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Numbered from 1.
KINDS = (Started, Tick, Moved, Seen, Planned, Edited, Ended, GoalMoved, Planning)
MODES = ("unknown", "changing")
NO_AGENT = 255
_LARGEST = 2**32 - 1


def pack_records(records: Iterable[Record]) -> bytes:
    """The records as the browser reads them; the format is at the top of this file."""
    return b"".join(_packed(record) for record in records)


def _packed(record: Record) -> bytes:
    payload = _payload(record)
    kind = KINDS.index(type(record)) + 1
    head = pack("<BBHI", kind, getattr(record, "agent", NO_AGENT), 0, len(payload))
    return head + payload + bytes(-len(payload) % 4)


def _payload(record: Record) -> bytes:
    match record:
        case Started():
            return _start(record)
        case Tick():
            return pack("<I", record.time)
        case Moved(cell=number) | GoalMoved(cell=number) | Planning(expanded=number):
            return pack("<I", min(number, _LARGEST))
        case Seen() | Edited():
            return pack("<I", len(record.cells)) + _words(record.cells) + record.costs.tobytes()
        case Planned():
            return _plan(record)
        case Ended():
            return pack("<I", record.reached) + record.message.encode()


def _start(record: Started) -> bytes:
    numbers = (*record.shape, record.start, record.goal)
    rules = (MODES.index(record.mode), MOVES.index(record.diagonal), record.agents)
    ground = pack("<4I4B", *numbers, *rules, 0) + record.cost.tobytes()
    if not (record.links or record.fences):
        return ground
    return ground + bytes(-len(ground) % 4) + packed_ways(record.links, record.fences)


def _plan(plan: Planned) -> bytes:
    counts = (plan.number, plan.expanded, plan.generated, plan.pushes, plan.pops)
    words = [min(count, _LARGEST) for count in counts]
    head = pack("<6I2d", *words, len(plan.path), plan.seconds, plan.cost)
    return head + _words(plan.path) + (b"" if plan.state is None else plan.state.tobytes())


def _words(cells: npt.NDArray[np.uint32]) -> bytes:
    return cells.astype("<u4").tobytes()
