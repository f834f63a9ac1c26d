"""Flow fields: the cheapest ways to some goals from everywhere, which follow every edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal

import numpy as np

from asterion import _core
from asterion.search.batches import ordered_numbers
from asterion.search.fields import Field, field_of, source_numbers, source_values
from asterion.world.arguments import budget
from asterion.world.base import NodeIn, NodeT, NotCopyable, World, check_world

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt


class FlowField(NotCopyable, Generic[NodeT, NodeIn]):
    r"""The cheapest ways from all nodes to the nearest of some goals, which follow every edit.

    It works on all worlds: with weights, layers, links and fences, on other tiles, on views, also
    of large units, and on graphs. ``values`` are costs that the goals begin with, as in
    :func:`distances`. A goal that is a wall counts again when it is free.

    The field is made when it is first read. A read after an edit repairs what the edit has changed,
    and nothing else. With :meth:`run` that is done within a budget, and the previous field can be
    read meanwhile.

    Ties: the next node is that of the first cheapest move, in the order in which the world lists
    moves: on squares E, S, W, N, SE, SW, NW, NE, then links; on a graph its connections. Over moves
    that cost nothing it is the first on a way of the fewest of them. A goal at its own value has no
    next node. So two fields of the same world agree, whatever edits they have followed.

    >>> import asterion as at
    >>> grid = at.Grid.from_text("....\n.##.\n....", diagonal="never")
    >>> field = at.FlowField(grid, (0, 3))
    >>> field.cost.tolist()[0], field.next((0, 0))
    ([3.0, 2.0, 1.0, 0.0], (0, 1))
    >>> grid[0, 1] = 0
    >>> field.cost.tolist()[0], field.next((0, 0))
    ([7.0, inf, 1.0, 0.0], (1, 0))
    >>> field.follow([(1, 0), (0, 3), (2, 3)]).tolist()
    [[2, 0], [0, 3], [1, 3]]

    O(n log n) time at first for n nodes. A repair takes O(k log k) for the k nodes whose cost or
    moves change; one of links or fences copies the costs of the world first. Where edits have
    changed an eighth of the world, all is done again. Memory: 33 bytes per cell or 25 per node, and
    a copy of the world.

    Raises
    ------
    IndexError  ``goals (5, 0) is outside the grid of 3 rows and 4 columns``
    ValueError  ``values is an array of shape (3,); it must be a number, or one for each of the 2
                goals, or an array of shape (3, 4)``
    """

    def __init__(
        self,
        world: World[NodeT, NodeIn],
        goals: Any,
        *,
        values: npt.ArrayLike | None = None,
    ) -> None:
        check_world(world)
        self.world = world
        self._goals = source_numbers(world, goals, "goals")
        self._values = (
            np.zeros(len(self._goals))
            if values is None
            else source_values(world, goals, self._goals, values, "goals")
        )
        view = world._core_view
        kind: Any = _core.GraphFlowField if isinstance(view, _core.Network) else _core.FlowField
        self._core: _core.FlowField | _core.GraphFlowField = kind(view, self._goals, self._values)

    @property
    def cost(self) -> Field:
        """The cost from every node, as ``distances(world, goals, direction="to")`` returns it.

        Read-only, and no copy: it is the field's own memory, which later repairs may change. Take
        it again after an edit, or copy it.
        """
        field = field_of(self.world, self._core.cost(), self._goals, self._values)
        field.flags.writeable = False
        return field

    @property
    def next_nodes(self) -> npt.NDArray[np.int64]:
        """The flat index of the next node from every node, in the world's shape; -1 for none.

        None at a goal, in a wall, and where no way leads to a goal. Read-only, as ``cost`` is.
        """
        return self._core.next_nodes()

    def next(self, cell: NodeIn) -> NodeT | None:
        """Return the next node on the way from a cell, or from a node of a graph; None for none."""
        node = self._core.next(self.world._node(cell, "cell"))
        return None if node < 0 else self.world._name(node)

    def follow(self, cells: Iterable[NodeIn]) -> Any:
        """Return where units at these cells are after one move each; without one they stay.

        ``cells`` is an array of shape (n, 2), or a list, and the result an array of shape (n, 2).
        On a graph both are lists of names.
        """
        moved = self._core.follow(ordered_numbers(self.world, cells, "cells"))
        on_graph = isinstance(self._core, _core.GraphFlowField)
        return self.world._names_of(moved.tolist()) if on_graph else moved

    def run(
        self, *, seconds: float | None = None, expansions: int | None = None
    ) -> Literal["ready", "running"]:
        """Repair the field for up to this many seconds or expansions, or until it is up to date.

        Return ``"running"`` if work is left: until a later call returns ``"ready"``, the field and
        its ``version`` remain as they were, and further edits wait for the repair to end. In a game
        call it once per frame, after the edits and before the units move. The first field is not
        readable in parts: reading it completes it.
        """
        return "ready" if self._core.run(*budget(expansions, seconds)) else "running"

    @property
    def version(self) -> int:
        """The version of the world that the field describes: the world's, unless work is left."""
        return self._core.version()

    @property
    def stats(self) -> _core.FlowStats:
        """Counts of all repairs so far: ``touched`` nodes, and ``rebuilds`` of the whole field.

        Making the field for the first time is no repair.
        """
        return self._core.stats()

    def __repr__(self) -> str:
        return f"<FlowField of {self.world!r} to {len(self._goals)} goals>"
