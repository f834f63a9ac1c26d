"""An index of a world: cheapest paths in microseconds, exact also after edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from asterion import _core
from asterion.errors import InvalidValue
from asterion.index.index_file import read_index, write_index
from asterion.search.batches import ordered_numbers, workers
from asterion.search.options import options_from, query_for
from asterion.search.paths import Paths
from asterion.search.trace import Trace
from asterion.world.arguments import number, optional
from asterion.world.base import Node, NotCopyable, World, check_world
from asterion.world.checks import check_squares

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    import numpy as np
    import numpy.typing as npt

    from asterion.search.path import Path


class IndexStats(NamedTuple):
    """What an index is made of, and what it has cost."""

    nodes: int  # of the hierarchy: corners of a uniform grid; else cells, or nodes of the graph
    arcs: int  # between them, shortcuts included
    bytes: int
    seconds: float  # that it took to make; 0 if it was read from a file
    version: int  # of the world that it was made of


class Index(NotCopyable):
    """A world prepared for thousands of queries: a contraction hierarchy that is never stale.

    Every answer is a cheapest path of the world as it is. ``path.how`` says where it comes from:

    ``"index"``      the world is as it was when the index was made
    ``"certified"``  there were edits since, and the indexed path was shown to be a cheapest one
                     still: no part of it has become worse, and no path over what has become better
                     can be cheaper
    ``"searched"``   neither could be shown, so the world was searched, as :func:`find_path` does

    An edit needs no call. After many of them more and more queries are searched; ``refresh()``
    makes the index of the world as it is by then.

    On a grid where all free cells cost the same, the nodes of the hierarchy are corners of walls,
    for each rule of diagonal moves and each size of a unit. Where costs differ, all cells are: such
    a grid has at most 65,536 of them. Of a graph, or a view of one, all nodes are. Other tiles than
    squares, links and fences are refused; where they come later, queries are searched.

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

    def __init__(self, world: World) -> None:
        self._core = _core_index(world)
        self.world = world
        self.refresh()

    @classmethod
    def begun(cls, world: World) -> Index:
        """One that is still to be made, by ``refresh(seconds=...)``; until then it searches."""
        index = cls.__new__(cls)
        index._core = _core_index(world)
        index.world = world
        return index

    @classmethod
    def load(cls, file: str | os.PathLike[str], world: World) -> Index:
        """Read an index that ``save`` wrote; ``world`` must be as it was then.

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

        The world is not part of it. The index must be of the world as it is: ``refresh()`` sees to
        that.
        """
        kind, data = self._core.written()
        if self.stats.version != self.world.version:
            raise InvalidValue(
                f"the index is of version {self.stats.version} of the world, which is at version "
                f"{self.world.version}; refresh() makes it anew"
            )
        write_index(file, self.world, kind, data)

    def refresh(self, *, seconds: float | None = None) -> str:
        """Make the index of the world as it is, or continue with that: ``ready`` or ``running``.

        It works for so many seconds, or to the end. Answers come from the previous index meanwhile.
        ``ready`` counts edits before the call; one that another thread makes during the call is an
        edit since. At once ``ready`` if nothing has changed.
        """
        return "ready" if self._core.refresh(optional(number, "seconds", seconds)) else "running"

    def find_path(self, start: Node, goal: Node) -> Path:
        """A cheapest path between two nodes; ``path.how`` says how it was found.

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
        self, starts: Iterable[Node], goals: Iterable[Node], *, threads: int | None = None
    ) -> Paths:
        """A path for each pair of a start and a goal, as :func:`find_paths` takes and gives them.

        Each of them is right for a state that the world was in during the call.
        """
        pairs = self._pairs(starts, goals)
        return Paths(self._core.find_paths(self.world, *pairs, workers(threads)))

    def cost(self, start: Node, goal: Node) -> float:
        """What the cheapest path costs; ``inf`` if there is none."""
        world = self.world
        return self._core.cost(world._node(start, "start"), world._node(goal, "goal"))

    def costs(
        self, starts: Iterable[Node], goals: Iterable[Node], *, threads: int | None = None
    ) -> npt.NDArray[np.float64]:
        """The cost for each pair of a start and a goal."""
        return self._core.costs(*self._pairs(starts, goals), workers(threads))

    def cost_table(
        self, sources: Iterable[Node], targets: Iterable[Node], *, threads: int | None = None
    ) -> npt.NDArray[np.float64]:
        """The cost from each source to each target, an (s, t) array as of :func:`cost_table`.

        One climb in the hierarchy for each source and each target. After an edit it is
        :func:`cost_table` itself, until ``refresh()``.
        """
        rows = ordered_numbers(self.world, sources, "sources")
        columns = ordered_numbers(self.world, targets, "targets")
        return self._core.cost_table(rows, columns, workers(threads))

    def looked_at(self, start: Node, goal: Node) -> list[Node]:
        """The nodes that a query looks at, both ends too: what the hierarchy leaves to be searched.

        Of the world as it was when the index was made.
        """
        nodes = dict.fromkeys(self.trace(start, goal).node.tolist())
        return [self.world._name(node) for node in nodes]

    def trace(self, start: Node, goal: Node) -> Trace:
        r"""The events of a query, as :attr:`Search.trace` has those of a search.

        First the climbs from both ends, in turns: g and parents are those from the end where they
        began. Last, once they have met, the way over shortcuts from the start to the goal: from
        then on parents lead from the goal back to the start. Of the world as it was when the index
        was made.

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
        """Its size, and what it took to make it."""
        nodes, arcs, size, version, seconds = self._core.summary()
        return IndexStats(nodes, arcs, size, seconds, version)

    def _pairs(self, starts: Iterable[Node], goals: Iterable[Node]) -> tuple[Any, Any]:
        first = ordered_numbers(self.world, starts, "starts")
        second = ordered_numbers(self.world, goals, "goals")
        if len(first) != len(second):
            raise InvalidValue(f"there are {len(first)} starts and {len(second)} goals")
        return first, second

    def __repr__(self) -> str:
        stats = self.stats
        return f"<Index of {stats.nodes} nodes and {stats.arcs} arcs, version {stats.version}>"


def _core_index(world: World) -> _core.GridIndex | _core.GraphIndex:
    """An index that is still empty."""
    check_world(world)
    query = query_for(world, 1, options_from({}))
    core = world._core_view
    if isinstance(core, _core.Network):
        return _core.GraphIndex(core, query)
    check_squares(world, "an index")
    return _core.GridIndex(core, query)
