"""HPA*, hierarchical search of large maps: chunks, portals between them, and paths over portals."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import _core
from asterion.abstraction.base import MapGraph, MapStats, straight_costs
from asterion.abstraction.chunks import Chunk, side_of
from asterion.abstraction.portal_columns import PortalColumns, current_costs
from asterion.errors import counted
from asterion.search.find import find_path
from asterion.search.path import Path
from asterion.world.checks import check_plain
from asterion.world.graph import Graph
from asterion.world.grid import Cell, GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    Labels = npt.NDArray[np.int64]

_TRIES = 4  # to find a route with options while the world is edited


class PortalPlan(NamedTuple):
    """A path, and the searches that it took."""

    path: Path
    portals: list[Cell]  # on the path, in order; none if only the grid was searched
    search: Path | None  # the search of the portals
    legs: list[Path]  # the searches on the grid, in order


class PortalMap(MapGraph):
    """HPA*: the paths through each chunk are precomputed; a query searches portals, not cells.

    ``chunks`` is the side of squares, or ``"quadtree"`` for leaves within which all cells cost the
    same, widened as far as that allows: a room is one of them, and an open map has few. Where two
    chunks touch along free cells there is a portal in
    the middle of the stretch, or one at each end of a long one. Portals of one chunk are connected
    at the cost of the cheapest path inside it, in each direction.

    There is a path if and only if the grid has one. It can be walked on the grid and is the
    cheapest from portal to portal, which costs a few per cent more than the cheapest path. Within a
    chunk and to an adjacent one the grid itself is searched. Costs, layers, views and every
    diagonal rule are as on the grid.

    You need not call anything after an edit: the next query repairs the map, and every answer is
    right for the world as it is. A repair checks the chunks that changed cells lie in or beside,
    and measures again those whose cells or portals changed; the map is then as if newly built.
    ``stats`` counts that. ``refresh()`` repairs at once.

    O(portals of a chunk x cells) to build, and for the touched chunks to repair. Several threads
    may ask while others edit. Memory: 8 bytes for each pair of a chunk's portals, 32 per portal.

    >>> import asterion as at
    >>> land = at.maps.rooms(127, size=15, seed=4)
    >>> known = at.PortalMap(land, 16)
    >>> known
    <PortalMap of 64 chunks, ... portals and ... connections>
    >>> plan = known.plan((0, 0), (126, 126))
    >>> best = at.find_path(land, (0, 0), (126, 126), algorithm="astar")
    >>> round(plan.path.cost / best.cost, 2)
    1.0...
    >>> plan.search.stats.expanded < best.stats.expanded / 10
    True
    >>> land[plan.path[40]] = 0  # the next query repairs the map
    >>> known.find_path((0, 0), (126, 126)).found, known.stats.repairs, known.stats.rebuilt
    (True, 1, 1)

    A. Botea, M. Mueller and J. Schaeffer, Near optimal hierarchical path-finding, 2004
    """

    _made: tuple[Graph, PortalColumns] | None  # the graph, if it was asked for

    def __init__(self, world: GridWorld, chunks: int | str = 16) -> None:
        check_plain(world, "a portal map")
        side = side_of(chunks, max(world.shape))
        self._wanted = chunks
        self.world = world
        self._made = None
        self._lock = Lock()  # for the graph
        self._portals = _core.PortalMap(world._core_view, side)

    def refresh(self) -> None:
        """Repair the map now; otherwise the next query does."""
        self._portals.refresh()
        with self._lock:
            if self._made is not None:  # drops what remeasure() has kept
                self._made = self._made[0], self._made[1]._replace(version=-1)

    @property
    def stats(self) -> MapStats:
        """The number of repairs, and of the chunks that they took.

        ``checked`` are chunks whose borders were checked, ``rebuilt`` the chunks among them whose
        costs were measured again.
        """
        return MapStats(*self._portals.repairs)

    @property
    def version(self) -> int:
        """The version of the world that the map was last repaired for."""
        return self._portals.version

    @property
    def chunks(self) -> list[Chunk]:
        """The chunks, as of ``version``; squares stay as they are."""
        return [Chunk(*each) for each in self._portals.chunks()]

    @property
    def labels(self) -> Labels:
        """The number of the chunk of each cell, an array of the world's shape."""
        labels = np.empty(self.world.shape, np.int64)
        for i, chunk in enumerate(self.chunks):
            labels[chunk.cells] = i
        return labels

    # --- The graph

    @property
    def graph(self) -> Graph:
        """The portals and their connections as a graph of the world as it is.

        It is made on first use. As long as no portal comes or goes it stays the same object, whose
        costs are updated when it is read, or by ``remeasure()``. O(connections).
        """
        with self._lock:
            made = self._made
            if made is not None and made[1].version == self.world.version:
                return made[0]
            columns = PortalColumns.of(self._portals, self.world.shape)
            if made is not None and made[1].has_connections_of(columns):
                graph = made[0]
                graph.set_costs(columns.costs)
            else:
                edges = columns.sources, columns.targets, columns.costs
                graph = Graph(edges, nodes=columns.names, positions=columns.places)
            self._made = graph, columns
            return graph

    def remeasure(self) -> None:
        """Update the costs of ``graph``, whose nodes and connections stay, for navigators on it.

        Connections that are blocked cost ``inf``; portals that an edit has added are not in it.
        ``refresh()`` or the next edit ends that: then ``graph`` is built again. Paths of this map
        do not depend on it.
        """
        self._portals.refresh()
        with self._lock:
            if self._made is None:
                return  # it was never asked for
            graph, columns = self._made
            now = self.world.version
            costs = current_costs(self.world, columns)
            graph.set_costs(costs)
            self._made = graph, columns._replace(costs=costs, version=now)

    # --- Queries

    def plan(self, start: Cell, goal: Cell, **options: Any) -> PortalPlan:
        """Return a path and its searches; ``options`` are for the search of portals.

        With options, :func:`find_path` searches a graph that is made for it, in O(connections).
        """
        here, there = self._ends(start, goal)
        if options and (plan := self._with_options(here, there, options)):
            return plan
        answer = self._portals.plan(self.world, here, there)
        if answer is None:  # their chunks touch
            path = find_path(self.world, start, goal)
            return PortalPlan(path, [], None, [path])
        path, search, legs = answer
        passed = [(row, col) for row, col in search.cells[1:-1].tolist()] if path else []
        return PortalPlan(path, passed, search, legs)

    def find_path(self, start: Cell, goal: Cell, **options: Any) -> Path:
        """Return a path on the grid, cell by cell; ``options`` are for the search of portals."""
        return self.plan(start, goal, **options).path

    def legs(self, start: Cell, goal: Cell) -> Iterator[Path]:
        """Yield the same path leg by leg, each searched on demand; none without a path.

        Portals are searched first. A leg then leads through a chunk and into the next, so that a
        unit can set off at once. It is right for the world as it is when it is asked for.

        After an edit the route stays as long as it can be walked, and blocked parts inside a chunk
        are replaced. If the edit closed a portal ahead, or all paths between two of them, there is
        a new route from the end of the last leg. The legs end early if no path leads on.

        >>> import asterion as at
        >>> land = at.maps.rooms(127, size=15, seed=4)
        >>> known = at.PortalMap(land, 16)
        >>> legs = known.legs((0, 0), (126, 126))
        >>> first = next(legs)  # enough to set off
        >>> land[100, 100] = 0
        >>> [*first, *(cell for leg in legs for cell in leg[1:])][-1]
        (126, 126)

        Raises
        ------
        ValueError  ``start (3, 4) is a wall``: also of a unit on which a wall was put
        """
        here, there = self._ends(start, goal)
        route: list[int] = []
        version = 0
        while True:
            if not route:
                found = self._portals.route(here, there)
                if found is None:  # their chunks touch
                    if path := find_path(self.world, self.world._name(here), goal):
                        yield path
                    return
                route, version = found
                if not route:
                    return
            step = self._portals.leg(self.world, route, version)
            if step is None:  # an edit has closed what is ahead
                route = []
                continue
            leg, passed, version = step
            here, route = route[passed], route[passed:]
            yield leg
            if len(route) == 1:
                return

    def _with_options(self, start: int, goal: int, options: dict[str, Any]) -> PortalPlan | None:
        """A plan by a search with options; None if the chunks touch, or edits never rest."""
        for _ in range(_TRIES):
            if self._portals.are_close(start, goal):
                break
            version = self.world.version
            cell = self.world._name(start)
            if not self.world.total[cell] > 0:
                break  # to be rejected
            columns = PortalColumns.of(self._portals, self.world.shape)
            graph = columns.joined(self.world, start, goal)
            count = len(columns.cells)
            if not {"algorithm", "heuristic"} & options.keys():
                total = np.asarray(self.world.total, np.float64)
                least = total[total > 0].min()
                bounds = straight_costs(self.world, least, columns.places, self.world._name(goal))
                options = {**options, "heuristic": np.append(bounds, [0.0, 0.0])}
            search = find_path(graph, count, count + 1, **options)
            if version != self.world.version:
                continue
            if not search:
                return PortalPlan(Path.not_found(search.status), [], search, [])
            passed = columns.cells[search.nodes[1:-1]].tolist()
            answer = self._portals.walk(self.world, [start, *passed, goal], search.stats)
            if answer is not None:
                names = [self.world._name(cell) for cell in passed]
                return PortalPlan(answer[0], names, search, answer[2])
        return None

    def __getstate__(self) -> dict[str, Any]:
        return {"world": self.world, "_wanted": self._wanted}  # the rest is made of these

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["world"], state["_wanted"])  # type: ignore[misc]

    @property
    def nbytes(self) -> int:
        """The approximate memory of the map, and of ``graph`` once that was made."""
        return self._portals.nbytes + (super().nbytes if self._made is not None else 0)

    def __repr__(self) -> str:
        chunks, portals, connections = self._portals.counts
        return (
            f"<PortalMap of {counted(chunks, 'chunk')}, {counted(portals, 'portal')} and "
            f"{counted(connections, 'connection')}>"
        )
