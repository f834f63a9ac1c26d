"""A query of an index, for a board that otherwise shows a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.errors import InvalidValue
from asterion.index.index import Index

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from asterion.search.path import Path, Stats
    from asterion.search.trace import Trace
    from asterion.world.grid import Cell, Grid


class IndexQuery:
    """Makes an index of the map, asks it once, and shows what a :class:`Search` would."""

    def __init__(self, grid: Grid, start: Cell, goal: Cell) -> None:
        self.world = grid
        self.status = "running"
        self._ends = start, goal
        self._index = Index.begun(grid)
        self._path: Path | None = None

    def run(self, *, expansions: int | None = None, seconds: float | None = None) -> str:
        """Works on the index for so many seconds, and asks it once it is made."""
        del expansions  # of the map none are made
        if self.status == "running" and self._index.refresh(seconds=seconds) == "ready":
            self._path = self._index.find_path(*self._ends)
            self.status = self._path.status
        return self.status

    @property
    def path(self) -> Path:
        """The path, unpacked."""
        if self._path is None:
            raise InvalidValue("the index is not made yet")
        return self._path

    @property
    def stats(self) -> Stats:
        """Of the query: `expanded` are the corners that it took off its queues."""
        return self.path.stats

    @property
    def trace(self) -> Trace:
        """Both climbs, and the way over shortcuts."""
        return self._index.trace(*self._ends)

    @property
    def trace_length(self) -> int:
        """How many events its trace has so far."""
        return 0 if self._path is None else len(self.trace)

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """What was looked at, on the map."""
        return self.trace.replay()

    @property
    def made(self) -> str:
        """What the index is made of."""
        stats = self._index.stats
        return f"{stats.nodes} corners, {stats.arcs} ways"
