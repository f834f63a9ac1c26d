"""Frames of a path service as bytes for the browser, all in one message.

Numbers are little-endian, every array begins at a multiple of 4. After four bytes, the kind FRAMES
and three zeros, come

    u32  version, length of the JSON text, frames, units, routes, nodes of all routes, edits

    ...  the JSON text: title, caption, status, brief, expansions (a frame), ends ([start, goal] of
         each unit, flat)
    u32  expanded[frames]                in each frame
    u32  sent back[frames]               requests whose path an edit has touched
    u32  route[frames * units]           the route of each unit, frame by frame
    u32  at[frames * units]              where on it the unit is
    u32  first[routes]                   where each route begins among all nodes
    u32  quick[routes]                   moves of its first part that a quick search gave
    i32  node[nodes]                     of all routes, one after the other
    u32  frame[edits], i32 node[edits]   what was drawn at the end of a frame
    u8   status[frames * units]          0 waiting, 1 quick, 2 full, 3 arrived, 4 unreachable
    u8   needs[frames * units]           what it waits for: 0 nothing, 1 quick, 2 full, 3 splice
    u8   before[frames * units]          searches that come before its own
    u8   step[routes]                    what gave the rest of a route, as in needs
    u8   cost[edits]

Bytes are padded with zeros to a multiple of 4.
"""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from asterion.lab.playground.frame_run import FrameRun

FRAMES = 4  # a kind of message, as those of results.py


def packed_frames(version: int, run: FrameRun, *, brief: bool = False) -> bytes:
    """A run, with all that is needed to draw any of its frames."""
    cols = run.setup.cells.shape[1]
    summary = json.dumps(
        {
            "title": run.title,
            "caption": run.caption,
            "status": run.status,
            "brief": brief,
            "expansions": run.budget.expansions,
            "ends": [[row * cols + col for row, col in ends] for ends in run.setup.units],
        }
    ).encode()
    units = [unit for frame in run.frames for unit in frame]
    lengths = [len(route.nodes) for route in run.routes]
    firsts = np.cumsum([0, *lengths])
    edits = run.budget.edits
    sizes = len(run.frames), len(run.setup.units), len(run.routes), int(firsts[-1]), len(edits)
    parts = [
        _words(run.expanded),
        _words(run.sent_back),
        _words(unit.route for unit in units),
        _words(unit.at for unit in units),
        _words(firsts[:-1]),
        _words(route.quick for route in run.routes),
        *(route.nodes.astype("<i4").tobytes() for route in run.routes),
        _words(edit.frame for edit in edits),
        _words(edit.node for edit in edits),
        _bytes(unit.status for unit in units),
        _bytes(unit.needs for unit in units),
        _bytes(unit.before for unit in units),
        _bytes(route.step for route in run.routes),
        _bytes(edit.cost for edit in edits),
    ]
    head = struct.pack("<BBH7I", FRAMES, 0, 0, version, len(summary), *sizes)
    return head + _padded(summary) + b"".join(parts)


def _words(numbers: Iterable[Any]) -> bytes:
    return np.fromiter(numbers, "<u4").tobytes()


def _bytes(numbers: Iterable[Any]) -> bytes:
    return _padded(np.fromiter(numbers, np.uint8).tobytes())


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
