"""Maps and results as bytes for the browser: little-endian, every array at a multiple of 4.

A message starts with four bytes: its kind, the number of the board, and two zeros. Of a MAP the
third is the number of its moves, in MOVES of asterion.lab.wire.ways. Then

    MAP     u32 rows, cols, start, goal; u8 costs[rows * cols]; then links and fences, as
            asterion.lab.wire.ways packs them, unless there are none
    RESULT  u32 version, events, path length, has state (0 or 1), u32 rest of the JSON length;
            then the JSON text, u8 kind[events], i32 node[events], i32 parent[events],
            f32 g[events], f32 h[events], i32 path[length], u8 state[rows * cols] if there is one

    RECORDING records, as asterion.lab.wire.recording_bytes packs them

A RESULT that shows a plan of an agent has its number instead of a board's, no path and no state.
Texts and bytes are padded with zeros. asterion.search.trace.KINDS lists what a `kind` means.
"""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from asterion.lab.wire.ways import MOVES, packed_ways

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.lab.playground.session import Found
    from asterion.lab.wire.ways import FlatFence, FlatLink
    from asterion.search.path import Path
    from asterion.search.trace import Trace
    from asterion.world.grid import Cell

MAP, RESULT, RECORDING = 1, 2, 3


class Mapped(Protocol):
    """A map (0 a wall, 1 to 9 how dear a cell is), its two ends, and how one moves on it."""

    @property
    def cells(self) -> npt.NDArray[np.uint8]: ...  # noqa: D102
    @property
    def start(self) -> Cell: ...  # noqa: D102
    @property
    def goal(self) -> Cell: ...  # noqa: D102
    @property
    def diagonal(self) -> str: ...  # noqa: D102
    def flat_links(self) -> list[FlatLink]: ...  # noqa: D102
    def flat_fences(self) -> list[FlatFence]: ...  # noqa: D102


def packed_map(setup: Mapped) -> bytes:
    """The map of a set-up, its two ends, and how one moves on it."""
    rows, cols = setup.cells.shape
    ends = [row * cols + col for row, col in (setup.start, setup.goal)]
    moves = MOVES.index(setup.diagonal)
    head = struct.pack("<BBBB4I", MAP, 0, moves, 0, rows, cols, *ends)
    links, fences = setup.flat_links(), setup.flat_fences()
    ways = packed_ways(links, fences) if links or fences else b""
    return head + _padded(setup.cells.tobytes()) + ways


def packed_result(
    board: int, version: int, found: Found, cols: int, *, brief: bool = False
) -> bytes:
    """The result of a run, with its trace or its last state; a brief one has no trace yet."""
    summary = {
        "title": found.run.title,
        "algorithm": found.run.algorithm,
        "name": found.run.name,
        "status": found.status,
        "brief": brief,
        "caption": found.caption,
        **found.row(),
    }
    return packed_answer(board, version, summary, found.path, found.trace, found.state, cols)


def packed_answer(  # noqa: PLR0917 - the parts of the message
    board: int,
    version: int,
    summary: dict[str, Any],
    path: Path | None,
    trace: Trace | None,
    state: npt.NDArray[np.uint8] | None,
    cols: int,
) -> bytes:
    """An answer with its summary, which is JSON."""
    nodes = None
    if path is not None and path.found:
        cells = path.cells
        nodes = (cells[:, 0] * cols + cells[:, 1]).astype(np.int32)
    return _packed(board, version, json.dumps(summary).encode(), trace, nodes, state)


def packed_trace(agent: int, title: str, trace: Trace) -> bytes:
    """One search of an agent."""
    summary = json.dumps({"title": title}).encode()
    return _packed(agent, 0, summary, trace, None, None)


def packed_recording(records: bytes) -> bytes:
    """What has happened on a terrain."""
    return struct.pack("<BBH", RECORDING, 0, 0) + records


def _packed(  # noqa: PLR0917 - the parts of the message, in its order
    board: int,
    version: int,
    summary: bytes,
    trace: Trace | None,
    path: npt.NDArray[np.int32] | None,
    state: npt.NDArray[np.uint8] | None,
) -> bytes:
    parts = []
    if trace is not None:
        parts = [
            _padded(trace.kind.astype(np.uint8).tobytes()),
            trace.node.astype(np.int32).tobytes(),
            trace.parent.astype(np.int32).tobytes(),
            trace.g.astype(np.float32).tobytes(),
            trace.h.astype(np.float32).tobytes(),
        ]
    if path is not None:
        parts.append(path.tobytes())
    if state is not None:
        parts.append(_padded(state.astype(np.uint8).tobytes()))
    events = 0 if trace is None else len(trace)
    length = 0 if path is None else len(path)
    sizes = version, events, length, int(state is not None), len(summary)
    return struct.pack("<BBH5I", RESULT, board, 0, *sizes) + _padded(summary) + b"".join(parts)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
