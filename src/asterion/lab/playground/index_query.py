"""A query of an index that stays, for a board that otherwise shows a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.errors import InvalidValue

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from asterion.index.index import Index
    from asterion.search.path import Path, Stats
    from asterion.search.trace import Trace
    from asterion.world.grid import Cell, Grid

_HOW = {
    "index": "",
    "certified": "; certified after edits",
    "searched": "; searched: the index is of the map before the edit",
}


class IndexQuery:
    """A query of an index, shown as a :class:`Search` would be.

    The index outlives the query. Where it cannot certify its answer after an edit it is built
    again, unless the query is ``brief``: then the answer is searched, and the index stays as it is.
    """

    def __init__(self, index: Index, start: Cell, goal: Cell, *, brief: bool) -> None:
        self.world: Grid = index.world  # type: ignore[assignment]
        self._ends = start, goal
        self._index = index
        self._path = index.find_path(start, goal) if index.stats.nodes else None
        is_done = self._path is not None and (brief or self._path.how != "searched")
        self.status = self.path.status if is_done else "running"

    def run(self, *, expansions: int | None = None, seconds: float | None = None) -> str:
        """Build the index for up to this many seconds, and ask it once it is built."""
        del expansions  # building the index makes none
        if self.status == "running" and self._index.refresh(seconds=seconds) == "ready":
            self._path = self._index.find_path(*self._ends)
            self.status = self._path.status
        return self.status

    @property
    def is_answered(self) -> bool:
        """Whether there is a path, though the index may still be in the making."""
        return self._path is not None

    @property
    def path(self) -> Path:
        """The path, unpacked."""
        if self._path is None:
            raise InvalidValue("the index is not made yet")
        return self._path

    @property
    def stats(self) -> Stats:
        """Counts of the query: `expanded` are the corners taken off its queues."""
        return self.path.stats

    @property
    def trace(self) -> Trace:
        """Both climbs, and the path over shortcuts."""
        if self.path.how == "searched":
            raise InvalidValue("the map was searched, not the index")
        return self._index.trace(*self._ends)

    @property
    def trace_length(self) -> int:
        """The number of events in its trace so far."""
        return 0 if self.status == "running" else len(self.trace)

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """The visited nodes, on the map."""
        return self.trace.replay()

    @property
    def made(self) -> str:
        """The contents of the index, and whether it answered."""
        stats = self._index.stats
        return f"{stats.nodes} corners, {stats.arcs} ways{_HOW[self.path.how]}"
