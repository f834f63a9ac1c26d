"""Maps and results as bytes for the browser: little-endian, every array at a multiple of 4.

A message starts with four bytes: its kind, the number of the board, and two zeros. Then

    MAP     u32 rows, cols, start, goal; u8 costs[rows * cols]
    RESULT  u32 version, events, path length, has state (0 or 1), u32 rest of the JSON length;
            then the JSON text, u8 kind[events], i32 node[events], i32 parent[events],
            f32 g[events], f32 h[events], i32 path[length], u8 state[rows * cols] if there is one

Texts and bytes are padded with zeros. What a `kind` means stands in asterion.trace.KINDS.
"""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from asterion.lab.sessions.playground import Found
    from asterion.lab.sessions.setup import Setup

MAP, RESULT = 1, 2


def packed_map(setup: Setup) -> bytes:
    """The map of a set-up and its two ends."""
    rows, cols = setup.cells.shape
    ends = [row * cols + col for row, col in (setup.start, setup.goal)]
    return struct.pack("<BBH4I", MAP, 0, 0, rows, cols, *ends) + _padded(setup.cells.tobytes())


def packed_result(board: int, version: int, found: Found, cols: int) -> bytes:
    """What a run came to, with its trace or its last state."""
    told = json.dumps(
        {
            "title": found.run.title,
            "algorithm": found.run.algorithm,
            "status": found.status,
            **found.row(),
        }
    ).encode()
    parts = []
    events = 0
    if found.trace is not None:
        trace = found.trace
        events = len(trace)
        parts = [
            _padded(trace.kind.astype(np.uint8).tobytes()),
            trace.node.astype(np.int32).tobytes(),
            trace.parent.astype(np.int32).tobytes(),
            trace.g.astype(np.float32).tobytes(),
            trace.h.astype(np.float32).tobytes(),
        ]
    length = 0
    if found.path is not None and found.path.found:
        cells = found.path.cells
        length = len(cells)
        parts.append((cells[:, 0] * cols + cells[:, 1]).astype(np.int32).tobytes())
    if found.state is not None:
        parts.append(_padded(found.state.astype(np.uint8).tobytes()))
    has_state = int(found.state is not None)
    head = struct.pack("<BBH5I", RESULT, board, 0, version, events, length, has_state, len(told))
    return head + _padded(told) + b"".join(parts)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
