"""Traces: the events of a search, for replay and for other tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.world.arguments import optional, whole
from asterion.world.base import Node

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.base import World


KINDS = ("opened", "improved", "reopened", "closed")
POSTHOC = {
    "opened": "generating",
    "improved": "updating",
    "reopened": "generating",
    "closed": "closing",
}


class TraceEvent(NamedTuple):
    """One event of a search: what happened to a node."""

    kind: str  # "opened", "improved", "reopened" or "closed"
    cell: Node  # a cell, or a node of a graph
    parent: Node | None
    g: float


class Trace(Sequence[TraceEvent]):
    """The events of a search in order: each node it opened, improved, re-opened or closed.

    The columns ``kind`` (an index into ``KINDS``), ``node``, ``parent`` (flat indices, -1 for
    none), ``g`` and ``h`` are arrays; indexing returns a :class:`TraceEvent`.

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
        world: World,
        *,
        kind: npt.NDArray[np.uint8],
        node: npt.NDArray[np.int64],
        parent: npt.NDArray[np.int64],
        g: npt.NDArray[np.float64],
        h: npt.NDArray[np.float64],
    ) -> None:
        self.world = world
        self.shape = world.shape
        self.kind = kind
        self.node = node
        self.parent = parent
        self.g = g
        self.h = h

    def __len__(self) -> int:
        return len(self.kind)

    @overload
    def __getitem__(self, at: int) -> TraceEvent: ...
    @overload
    def __getitem__(self, at: slice) -> list[TraceEvent]: ...
    def __getitem__(self, at: int | slice) -> TraceEvent | list[TraceEvent]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        try:
            at = index(at)
        except Exception:  # noqa: BLE001 - it is a user's object, and may raise anything
            raise InvalidType(
                f"a trace is indexed by whole numbers, not {short_repr(at)}"
            ) from None
        parent = int(self.parent[at])
        return TraceEvent(
            KINDS[self.kind[at]],
            self.world._name(int(self.node[at])),
            None if parent < 0 else self.world._name(parent),
            float(self.g[at]),
        )

    def __iter__(self) -> Iterator[TraceEvent]:
        return (self[i] for i in range(len(self)))

    def replay(self, events: int | None = None) -> npt.NDArray[np.uint8]:
        """Return every node's state after that many ``events``: 0 unvisited, 1 open, 2 closed.

        A closed node stays closed until it is re-opened, even if its g improves.
        """
        asked = optional(whole, "events", events)
        events = None if asked is None else min(asked, len(self))
        state = np.zeros(self.shape, np.uint8)
        kind, node = self.kind[:events], self.node[:events]
        state.flat[node] = 1
        final = kind >= KINDS.index("reopened")  # if a node has several, the last one counts
        state.flat[node[final]] = np.where(kind[final] == KINDS.index("closed"), 2, 1)
        return state

    def to_json(self) -> str:
        """Return the events as JSON: ``shape``, and a row of kind, cell, parent, g and h for each.

        >>> import asterion as at
        >>> search = at.Search(at.Grid([[1, 1]]), (0, 0), (0, 1), trace=True)
        >>> _ = search.run()
        >>> print(search.trace.to_json()[:92])
        {"format": "asterion-trace", "version": 1, "shape": [1, 2], "events": [["opened", [0, 0], nu
        """
        import json  # noqa: PLC0415 - rarely needed, and slow to import

        rows = [
            [event.kind, event.cell, event.parent, event.g, _number(h)]
            for event, h in zip(self, self.h.tolist(), strict=True)
        ]
        head = {"format": "asterion-trace", "version": 1, "shape": self.shape}
        return json.dumps({**head, "events": rows})

    def to_posthoc(self) -> str:
        """Return the events as a search trace 1.4.0 of Posthoc, the visualiser of ShortestPathLab.

        The text is JSON, which is also YAML: save it as ``name.trace.yaml``. In it x is the column.
        """
        import json  # noqa: PLC0415 - as above

        events: list[dict[str, Any]] = []
        columns = (self.h.tolist(), self.node.tolist(), self.parent.tolist())
        for event, h, node, parent in zip(self, *columns, strict=True):
            g = event.g
            row, col = self._place(node)
            fields = {
                "type": POSTHOC[event.kind],
                "id": node,
                "pId": None if parent < 0 else parent,
                "x": col,
                "y": row,
                "g": _number(g),
                "f": _number(g + h),
            }
            if not events:
                events.append({**fields, "type": "source"})
            events.append(fields)
        square = {"$": "rect", "width": 1, "height": 1, "fill": "${{ color[$.type] }}"}
        place = {"x": "${{ $.x }}", "y": "${{ $.y }}"}
        pivot = {"x": "${{ $.x + 0.5 }}", "y": "${{ $.y + 0.5 }}", "scale": 1}
        views = {"main": [{**square, **place}]}
        return json.dumps({"version": "1.4.0", "views": views, "pivot": pivot, "events": events})

    def _place(self, node: int) -> tuple[float, float]:
        """The coordinates to draw a node at: its row and column, or its position on two axes."""
        if self.world._kind.name == "grid":
            row, col = self.world._name(node)
            return row, col
        positions = getattr(self.world, "_positions", None)
        if positions is None or positions.shape[1] < 2:
            raise InvalidValue("the nodes of this graph have no positions to draw them at")
        return float(positions[node, 1]), float(positions[node, 0])


def _number(value: float) -> float | None:
    """The number, or None: JSON has no infinity and no NaN."""
    return value if isfinite(value) else None
