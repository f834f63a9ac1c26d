"""Messages to boards that show maps and searches: on several pages, and in notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.path import Path
    from asterion.search.trace import Trace
    from asterion.world.grid import Cell

FlatLink = tuple[int, int, float, bool]  # from, to, cost, whether it leads back as well
FlatFence = tuple[int, int, bool]  # the same without a cost


class Mapped(Protocol):
    """A map (0 a wall, 1 to 9 the cost of a cell), its two ends, and its moves."""

    @property
    def cells(self) -> npt.NDArray[np.uint8]: ...  # noqa: D102
    @property
    def start(self) -> Cell: ...  # noqa: D102
    @property
    def goal(self) -> Cell: ...  # noqa: D102
    @property
    def tiles(self) -> str: ...  # noqa: D102
    def flat_links(self) -> list[FlatLink]: ...  # noqa: D102
    def flat_fences(self) -> list[FlatFence]: ...  # noqa: D102


def map_message(drawn: Mapped) -> dict[str, Any]:
    """Return a map for ``GridView``: cells as row * cols + col."""
    rows, cols = drawn.cells.shape
    start, goal = (row * cols + col for row, col in (drawn.start, drawn.goal))
    return {
        "type": "map",
        "rows": rows,
        "cols": cols,
        "costs": drawn.cells,
        "start": start,
        "goal": goal,
        "tiling": drawn.tiles,
        "links": drawn.flat_links(),
        "fences": drawn.flat_fences(),
    }


def result_message(  # noqa: PLR0917 - the parts of the message
    board: int,
    version: int,
    summary: dict[str, Any],
    path: Path | None,
    trace: Trace | None,
    state: npt.NDArray[np.uint8] | None,
    shape: tuple[int, ...],
    moments: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return an answer on a board: with a trace, or moments in its stead, or only its end."""
    found = path is not None and path.found
    nodes = path.cells[:, 0] * shape[1] + path.cells[:, 1] if found and path is not None else ()
    return {
        "type": "result",
        "board": board,
        "version": version,
        "shape": shape,  # of the map, which the board may not show any more
        "summary": summary,
        "path": np.asarray(nodes, np.int32),
        "log": None if trace is None or not len(trace) else log_of(trace),
        "moments": moments,
        "state": state,
    }


def log_of(trace: Trace) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of a trace; ``asterion.search.trace.KINDS`` explains ``kind``."""
    return {
        "kind": trace.kind.astype(np.uint8),
        "node": trace.node.astype(np.int32),
        "parent": trace.parent.astype(np.int32),
        "g": trace.g.astype(np.float32),
        "h": trace.h.astype(np.float32),
    }
