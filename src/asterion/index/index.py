"""An index of a world: cheapest paths in microseconds, exact also after edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from asterion import _core
from asterion.errors import InvalidValue, counted
from asterion.index.index_file import read_index, write_index
from asterion.search.batches import ordered_numbers, workers
from asterion.search.options import options_from, query_for
from asterion.search.paths import Paths
from asterion.search.trace import Trace
from asterion.world.arguments import number, optional
from asterion.world.base import NodeIn, NodeT, NotCopyable, World, check_world
from asterion.world.checks import check_squares

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    import numpy as np
    import numpy.typing as npt

    from asterion.search.path import Path


class IndexStats(NamedTuple):
    """The contents of an index and the cost of building it."""

    nodes: int  # of the hierarchy: corners of a uniform grid; else cells, or nodes of the graph
    arcs: int  # between them, shortcuts included
    bytes: int
    seconds: float  # of building it; 0 if it was read from a file
    version: int  # of the world that it describes


class Index(NotCopyable, Generic[NodeT, NodeIn]):
    """A world prepared for thousands of queries: a contraction hierarchy that is never stale.

    Every answer is a cheapest path of the world as it is. ``path.how`` says where it comes from:

    ``"index"``      the world is as it was when the index was made
    ``"certified"``  there were edits since, but the indexed path is proved to be still a cheapest
                     one: no part of it became more expensive, and no path through cheaper cells
                     can beat it
    ``"searched"``   the index could not certify an answer, so :func:`find_path` searched

    You need not call anything after an edit. After many edits more and more queries are searched;
    ``refresh()`` rebuilds the index for the world as it is then.

    On a grid where all free cells cost the same, the nodes of the hierarchy are corners of walls,
    for each rule of diagonal moves and each size of a unit. Where costs differ, they are all cells,
    at most 65,536. On a graph, or a view of one, they are all nodes. Other tiles than squares,
    links and fences are rejected; if they are added later, queries are searched.

    Several threads may ask while others edit. :class:`PortalMap` is the alternative for maps that
    are edited all the time: its paths cost a few per cent more, and it repairs itself.

    >>> import asterion as at
    >>> land = at.maps.rooms(127, size=15, seed=4)
    >>> index = at.Index(land)
    >>> path = index.find_path((0, 0), (126, 126))
    >>> path.how, path.cost == at.find_path(land, (0, 0), (126, 126)).cost
    ('index', True)
    >>> land[path[40]] = 0
    >>> index.find_path((0, 0), (126, 126)).how, index.find_path((126, 0), (126, 9)).how
    ('searched', 'certified')
    >>> index.refresh()
    'ready'
    >>> index.find_path((0, 0), (126, 126)).how
    'index'

    R. Geisberger, P. Sanders, D. Schultes and D. Delling, Contraction hierarchies, 2008; T. Uras
    and S. Koenig, Identifying hierarchies for fast optimal search, 2014

    Raises
    ------
    ValueError  ``an index takes square tiles; this grid has tiles='hex'``
    ValueError  ``an index needs narrow places, which few nodes close; this graph of 4000 nodes has
                none, and would need more than 192426 shortcuts. Use find_path, with at.Landmarks as
                the heuristic of many queries``
    ValueError  ``an index of a grid whose cells cost different things takes at most 65536 cells;
                this one has 262144``
    """

    def __init__(self, world: World[NodeT, NodeIn]) -> None:
        self._core = _core_index(world)
        self.world = world
        self.refresh()

    @classmethod
    def begun(cls, world: World[NodeT, NodeIn]) -> Index[NodeT, NodeIn]:
        """Return an index still to be built by ``refresh(seconds=...)``; until then it searches."""
        index = cls.__new__(cls)
        index._core = _core_index(world)
        index.world = world
        return index

    @classmethod
    def load(
        cls, file: str | os.PathLike[str], world: World[NodeT, NodeIn]
    ) -> Index[NodeT, NodeIn]:
        """Read an index that ``save`` wrote; ``world`` must be unchanged since.

        Trust the file like code: a forged one may give wrong answers.

        Raises
        ------
        ValueError  ``town.index was made of another world, or of another state of this one``
        """
        index = cls.begun(world)
        index._core.read(*read_index(file, world))
        return index

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the index to a file, whole or not at all.

        The world is not in the file. The index must be up to date: call ``refresh()`` first.
        """
        kind, data = self._core.written()
        if self.stats.version != self.world.version:
            raise InvalidValue(
                f"the index is of version {self.stats.version} of the world, which is at version "
                f"{self.world.version}; refresh() makes it again"
            )
        write_index(file, self.world, kind, data)

    def refresh(self, *, seconds: float | None = None) -> str:
        """Build the index of the world as it is, or continue to; return ``ready`` or ``running``.

        It works for up to ``seconds``, or to the end. Answers come from the previous index
        meanwhile. ``ready`` covers edits before the call; one that another thread makes during the
        call is a later edit. At once ``ready`` if nothing has changed.
        """
        return "ready" if self._core.refresh(optional(number, "seconds", seconds)) else "running"

    def find_path(self, start: NodeIn, goal: NodeIn) -> Path[NodeT]:
        """Return a cheapest path between two nodes; ``path.how`` says how it was found.

        Raises
        ------
        IndexError  ``start (5, 0) is outside the grid of 3 rows and 3 columns``
        ValueError  ``start (1, 1) is a wall``
        """
        index, world = self._core, self.world
        if isinstance(index, _core.GridIndex):
            path = index.between_cells(world, start, goal)
            if path is not None:
                return path
        return index.find_path(world, world._node(start, "start"), world._node(goal, "goal"))

    def find_paths(
        self, starts: Iterable[NodeIn], goals: Iterable[NodeIn], *, threads: int | None = None
    ) -> Paths[NodeT]:
        """Return a path for each pair of a start and a goal, as :func:`asterion.find_paths`.

        Each path is right for a version that the world had during the call.
        """
        pairs = self._pairs(starts, goals)
        return Paths(self._core.find_paths(self.world, *pairs, workers(threads)))

    def cost(self, start: NodeIn, goal: NodeIn) -> float:
        """Return the cost of the cheapest path; ``inf`` without one."""
        world = self.world
        return self._core.cost(world._node(start, "start"), world._node(goal, "goal"))

    def costs(
        self, starts: Iterable[NodeIn], goals: Iterable[NodeIn], *, threads: int | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the cost for each pair of a start and a goal."""
        return self._core.costs(*self._pairs(starts, goals), workers(threads))

    def cost_table(
        self, sources: Iterable[NodeIn], targets: Iterable[NodeIn], *, threads: int | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the cost from each source to each target, as :func:`asterion.cost_table`.

        One climb in the hierarchy per source and target. After an edit it calls :func:`cost_table`
        itself, until ``refresh()``.
        """
        rows = ordered_numbers(self.world, sources, "sources")
        columns = ordered_numbers(self.world, targets, "targets")
        return self._core.cost_table(rows, columns, workers(threads))

    def looked_at(self, start: NodeIn, goal: NodeIn) -> list[NodeT]:
        """Return the nodes that a query visits in the hierarchy, including both ends.

        They are of the world as it was when the index was made.
        """
        nodes = dict.fromkeys(self.trace(start, goal).node.tolist())
        return [self.world._name(node) for node in nodes]

    def trace(self, start: NodeIn, goal: NodeIn) -> Trace:
        r"""Return the events of a query, in the form of :attr:`Search.trace`.

        First come the climbs from both ends, alternating: g and parents count from the end where
        they began. When they have met, the path over shortcuts follows from start to goal: from
        then on parents lead from the goal back to the start. They are of the world as it was when
        the index was made.

        >>> import asterion as at
        >>> land = at.Grid.from_text("..#..\n..#..\n.....", diagonal="never")
        >>> for event in at.Index(land).trace((0, 0), (0, 4)): print(*event)
        opened (0, 0) None 0.0
        closed (0, 0) None 0.0
        opened (0, 4) None 0.0
        closed (0, 4) None 0.0
        opened (2, 1) (0, 0) 3.0
        opened (2, 3) (0, 4) 3.0
        closed (2, 1) (0, 0) 3.0
        opened (2, 3) (2, 1) 5.0
        improved (2, 1) (0, 0) 3.0
        improved (2, 3) (2, 1) 5.0
        improved (0, 4) (2, 3) 8.0
        """
        world = self.world
        columns = self._core.trace(world._node(start, "start"), world._node(goal, "goal"))
        kind, node, parent, g, h = columns
        return Trace(world, kind=kind, node=node, parent=parent, g=g, h=h)

    @property
    def stats(self) -> IndexStats:
        """Its size, and the time to build it."""
        nodes, arcs, size, version, seconds = self._core.summary()
        return IndexStats(nodes, arcs, size, seconds, version)

    def _pairs(self, starts: Iterable[NodeIn], goals: Iterable[NodeIn]) -> tuple[Any, Any]:
        first = ordered_numbers(self.world, starts, "starts")
        second = ordered_numbers(self.world, goals, "goals")
        if len(first) != len(second):
            raise InvalidValue(
                f"there are {counted(len(first), 'start')} and {counted(len(second), 'goal')}"
            )
        return first, second

    def __repr__(self) -> str:
        stats = self.stats
        return (
            f"<Index of {counted(stats.nodes, 'node')} and {counted(stats.arcs, 'arc')}, "
            f"version {stats.version}>"
        )


def _core_index(world: World) -> _core.GridIndex | _core.GraphIndex:
    """An index that is still empty."""
    check_world(world)
    query = query_for(world, 1, options_from({}))
    core = world._core_view
    if isinstance(core, _core.Network):
        return _core.GraphIndex(core, query)
    check_squares(world, "an index")
    return _core.GridIndex(core, query)
