"""The event log of a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

import numpy as np

from asterion.grid import Cell

if TYPE_CHECKING:
    import numpy.typing as npt


KINDS = ("opened", "improved", "reopened", "closed")


class TraceEvent(NamedTuple):
    """One thing that a search did to a node."""

    kind: str  # "opened", "improved", "reopened" or "closed"
    cell: Cell
    parent: Cell | None
    g: float


class Trace(Sequence[TraceEvent]):
    """What a search did, in order: each node it opened, improved, re-opened or closed.

    The columns ``kind`` (an index into ``KINDS``), ``node``, ``parent`` (flat indices, -1 for
    none) and ``g`` are arrays; as a sequence it gives a :class:`TraceEvent` for each.

    >>> import asterion as at
    >>> search = at.Search(at.Grid([[1, 1]]), (0, 0), (0, 1), trace=True)
    >>> search.run()
    'found'
    >>> for event in search.trace: print(*event)
    opened (0, 0) None 0.0
    closed (0, 0) None 0.0
    opened (0, 1) (0, 0) 1.0
    """

    def __init__(
        self,
        shape: tuple[int, int],
        kind: npt.NDArray[np.uint8],
        node: npt.NDArray[np.int64],
        parent: npt.NDArray[np.int64],
        g: npt.NDArray[np.float64],
    ) -> None:
        self.shape = shape
        self.kind = kind
        self.node = node
        self.parent = parent
        self.g = g

    def __len__(self) -> int:
        return len(self.kind)

    @overload
    def __getitem__(self, at: int) -> TraceEvent: ...
    @overload
    def __getitem__(self, at: slice) -> list[TraceEvent]: ...
    def __getitem__(self, at: int | slice) -> TraceEvent | list[TraceEvent]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        parent = int(self.parent[at])
        return TraceEvent(
            KINDS[self.kind[at]],
            self._cell(int(self.node[at])),
            None if parent < 0 else self._cell(parent),
            float(self.g[at]),
        )

    def __iter__(self) -> Iterator[TraceEvent]:
        return (self[i] for i in range(len(self)))

    def replay(self, events: int | None = None) -> npt.NDArray[np.uint8]:
        """The state of every cell after so many events: 0 unvisited, 1 open, 2 closed."""
        state = np.zeros(self.shape, np.uint8)
        # Of several events of one node the last one counts, as in a NumPy assignment.
        closed = KINDS.index("closed")
        state.flat[self.node[:events]] = np.where(self.kind[:events] == closed, 2, 1)
        return state

    def _cell(self, node: int) -> Cell:
        return divmod(node, self.shape[1])
