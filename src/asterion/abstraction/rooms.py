"""Room graphs: a node for each region, at its representative point; and paths over rooms."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import regions as partitions
from asterion.abstraction.base import MapGraph, MapStats
from asterion.abstraction.known_rooms import (
    Rooms,
    has_same_regions,
    length_walked,
    over_rooms,
    part_walked,
    room_of,
    still_known,
    touching,
)
from asterion.errors import InvalidPath, counted
from asterion.search.batches import find_paths
from asterion.search.find import find_path
from asterion.search.path import Path
from asterion.world.checks import check_plain
from asterion.world.graph import Graph
from asterion.world.grid import Cell, GridWorld, check_grid

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.int64]
    Costs = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

_TRIES = 4  # to answer for one version of the world while it is edited


def room_graph(world: GridWorld, regions: str | int | npt.ArrayLike = "auto") -> Graph:
    """Return the regions of a map as a graph, with connections between regions that touch.

    ``regions`` is ``"auto"`` (rooms, with large ones cut into blocks), ``"rooms"``, the size of
    blocks, or an array of the world's shape with a label for each cell (below 0 for none); the
    cells of a label that are not connected become separate regions. The name and position of a node
    are its representative point, the cell of the region nearest to its mean. Two regions touch if a
    move leads from one to the other; the connection costs as much as the cheapest path on the grid
    from point to point, in each direction.

    O(cells), and one search per connection.

    >>> import asterion as at
    >>> grid = at.Grid.from_text('''
    ...     ...#...
    ...     ...#...
    ...     .......
    ... ''')
    >>> at.room_graph(grid, "rooms").connections[0]
    Connection(id=0, source=(1, 1), target=(1, 5), cost=4.8..., kind=None)
    """
    return RoomMap(world, regions).graph


class RoomPlan(NamedTuple):
    """A path, and the searches that it took."""

    path: Path
    rooms: Path | None  # the search of the room graph; None if only the grid was searched
    legs: list[Path]  # the searches on the grid, in order


class RoomMap(MapGraph):
    """Hierarchical search: first over the rooms, then leg by leg on the grid.

    ``regions`` are as for :func:`room_graph`. A query between two rooms that do not touch searches
    the rooms first. Then the path leads towards the point of the next room until it is in that
    room, towards the one after that, and at last to the goal. Only one leg is searched at a time,
    however long the path is. Within a room, to an adjacent one, and to or from cells in no region
    the grid itself is searched.

    There is a path if and only if the grid has one. It can be walked on the grid, and costs at most
    as much as the path over the points of its rooms: by the triangle inequality, leaving a cheapest
    path to a point early for the next point costs no more than going through the point.

    You need not call anything after an edit: the next query repairs the map, which is then as if
    newly built. A repair labels the cells again if one of them was opened or closed, in O(cells),
    and measures the connections that are new or near enough to a changed cell for it to matter;
    ``stats`` counts them. ``refresh()`` repairs at once.

    Several threads may ask while others edit. Memory: the graph, and 9 bytes per cell.

    >>> import asterion as at
    >>> house = at.maps.rooms(63, size=7, seed=1)
    >>> known = at.RoomMap(house, "rooms")
    >>> known
    <RoomMap of 64 regions and 178 connections>
    >>> path = known.find_path((0, 0), (60, 60))
    >>> round(path.cost / at.find_path(house, (0, 0), (60, 60)).cost, 3)
    1.0...
    >>> next(known.legs((0, 0), (60, 60))).cost  # enough for the first steps
    10.0...
    >>> house[3, 4] = 3  # beside a point; the next query repairs the map
    >>> known.find_path((0, 0), (60, 60)).found, known.stats.checked, known.stats.rebuilt
    (True, 178, 4)

    A. Botea, M. Mueller and J. Schaeffer, Near optimal hierarchical path-finding, 2004, with
    representative points in place of entrances, as in City University of Hong Kong, CS4386 AI Game
    Programming, Lecture 07: Pathfinding: Dijkstra and A*, 2021.
    """

    def __init__(self, world: GridWorld, regions: str | int | npt.ArrayLike = "auto") -> None:
        check_grid(world)
        self.world = world
        self._regions = partitions.kept(regions, world.shape)
        self._stats = MapStats(0, 0, 0, 0)
        self._lock = Lock()
        self._rooms = self._repaired(None)

    # --- The rooms

    def refresh(self) -> None:
        """Repair the map now; otherwise the next query does."""
        with self._lock:
            if self._rooms.labels is not self._rooms.cut:  # remeasure() kept them
                self._rooms = self._repaired(self._rooms)
        self._current()

    def remeasure(self) -> None:
        """Update the costs of ``graph``, whose nodes and connections stay, for navigators on it.

        Until ``refresh()`` or the next edit, cells that are cut off from their point and cells that
        were walls are in no region.
        """
        with self._lock:
            self._rooms = self._remeasured(self._rooms)

    def _remeasured(self, known: Rooms) -> Rooms:
        version = self.world.version
        total = np.asarray(self.world.total, np.float64)
        free = total > 0
        # A cell that is cut off from its point leaves its region: its paths may differ.
        whole = partitions.pieces(np.where(free, known.cut, -1))
        with_point = whole[tuple(known.points.T)]
        inside = (whole >= 0) & (whole == np.append(with_point, -1)[known.cut])
        labels = np.where(inside, known.cut, -1)
        known.graph.set_costs(self._costs(known.names, known.pairs))
        least = float(total[free].min(initial=inf))
        mixed = version != self.world.version
        return known._replace(version=version, free=free, least=least, labels=labels, mixed=mixed)

    def _current(self) -> Rooms:
        """The rooms of the world as it is, or nearly so if it is edited all the time."""
        for _ in range(_TRIES):
            known = self._rooms
            if known.version == self.world.version:
                return known
            with self._lock:  # a graph that stays gets the costs of one repair at a time
                if self._rooms is known:
                    self._rooms = self._repaired(known)
        return self._rooms

    def _repaired(self, known: Rooms | None) -> Rooms:
        """Return the rooms as they are now, keeping what still holds."""
        world = self.world
        version = world.version  # read first, so that an edit meanwhile is noticed
        check_plain(world, "a room map")
        # Mixed versions are not compared with: a door may have opened and closed again in between.
        changed = None if known is None or known.mixed else world.changes(known.version)
        total = np.asarray(world.total, np.float64)
        free = total > 0
        least = float(total[free].min(initial=inf))
        if known is not None and changed is not None and has_same_regions(free, known, changed):
            cut, points, names, pairs = known.cut, known.points, known.names, known.pairs
        else:
            cut = partitions.cut(world, self._regions)
            if not isinstance(self._regions, (str, int, np.integer)):
                cut = partitions.pieces(cut)  # a user's labels need not be connected
            points = partitions.middles(cut)
            names = [(row, col) for row, col in points.tolist()]
            pairs = touching(world, cut)
        costs = np.full(len(pairs), np.nan)
        if known is not None and changed is not None:
            costs = still_known(world, known, changed, min(least, known.least), points, pairs)
        new = np.isnan(costs)
        costs[new] = self._costs(names, pairs[new])
        if known is not None:
            was = self._stats
            restarts = was.restarts + (changed is None)
            checked, rebuilt = was.checked + len(pairs), was.rebuilt + int(new.sum())
            self._stats = MapStats(was.repairs + 1, restarts, checked, rebuilt)
        if known is not None and known.names == names and np.array_equal(known.pairs, pairs):
            graph = known.graph  # navigators on it follow
            graph.set_costs(costs)
        else:
            graph = Graph((*pairs.T, costs), nodes=names, positions=points)
        mixed = version != world.version
        return Rooms(version, free, least, cut, cut, points, names, pairs, graph, mixed)

    def _costs(self, names: list[Cell], pairs: Cells) -> Costs:
        """The cost from point to point for each pair; inf without a path."""
        costs = np.full(len(pairs), inf)
        total = self.world.total
        free = np.array([total[name] > 0 for name in names], np.bool_)
        there = np.flatnonzero(free[pairs[:, 0]]) if len(pairs) else pairs[:, 0]
        ends = ([names[i] for i in side] for side in pairs[there].T.tolist())
        costs[there] = [path.cost for path in find_paths(self.world, *ends)]
        return costs

    @property
    def stats(self) -> MapStats:
        """The number of repairs, and of the connections measured again."""
        return self._stats

    @property
    def version(self) -> int:
        """The version of the world that the map was last repaired for."""
        return self._rooms.version

    @property
    def graph(self) -> Graph:
        """The rooms of the world as it is.

        As long as no room or connection comes or goes it stays the same object, whose costs are
        updated by the next query.
        """
        return self._current().graph

    @property
    def labels(self) -> Cells:
        """The region of each cell as of ``version``, -1 for none."""
        return self._rooms.labels

    @property
    def points(self) -> Cells:
        """The representative cell of each region as of ``version``, an (n, 2) array."""
        return self._rooms.points

    def room(self, cell: Cell) -> Cell | None:
        """Return the representative point of a cell's region; None if it is in no region."""
        return room_of(self._current(), self.world._name(self.world._node(cell, "cell")))

    # --- Queries

    def plan(self, start: Cell, goal: Cell, **options: Any) -> RoomPlan:
        """Return a path and its searches.

        ``options`` are as for :func:`find_path`; they apply to the search of the rooms.
        """
        origin, target = map(self.world._name, self._ends(start, goal))
        for _ in range(_TRIES):
            known = self._current()
            plan = self._planned(known, origin, target, options)
            if plan is not None and known.version == self.world.version:
                return plan  # all of it is right for one version of the world
        path = find_path(self.world, origin, target)  # edits never rest
        return RoomPlan(path, None, [path])

    def _planned(
        self, known: Rooms, origin: Cell, target: Cell, options: dict[str, Any]
    ) -> RoomPlan | None:
        rooms = over_rooms(known, origin, target, options)
        if rooms is None or not rooms:
            path = find_path(self.world, origin, target)
            return RoomPlan(path, rooms, [path])
        legs = []
        here = origin
        for point in [*rooms.nodes[1:-1], target]:
            leg = find_path(self.world, here, point)
            if not leg:
                return None  # the world was edited
            if length := length_walked(known, leg, point, target):
                legs.append((leg, length))
                here = leg[length - 1]
        if len(legs) == 1:
            return RoomPlan(legs[0][0], rooms, [legs[0][0]])
        walked = np.concatenate([[origin], *(leg.cells[1:length] for leg, length in legs)])
        try:
            path = self._path([self.world._node(target, "goal")], walked, optimal=False)
        except InvalidPath:
            return None  # the world was edited
        return RoomPlan(path, rooms, [leg for leg, _ in legs])

    def find_path(self, start: Cell, goal: Cell, **options: Any) -> Path:
        """Return a path on the grid, cell by cell; ``options`` are for the search of the rooms."""
        return self.plan(start, goal, **options).path

    def legs(self, start: Cell, goal: Cell, **options: Any) -> Iterator[Path]:
        """Yield the same path leg by leg, each searched on demand; none without a path.

        A leg is right for the world as it is when it is asked for. After an edit the rooms are
        searched again, from the end of the last leg. The legs end early if no path leads on.
        """
        here, target = map(self.world._name, self._ends(start, goal))
        while True:
            known = self._current()
            rooms = over_rooms(known, here, target, options)
            points = [*rooms.nodes[1:-1], target] if rooms else [target]
            for point in points:
                leg = find_path(self.world, here, point)
                try:
                    part = part_walked(self.world, known, leg, point, target)
                except InvalidPath:
                    break  # the world was edited
                if known.version != self.world.version:
                    break
                if not leg:
                    return
                if part is not None:
                    yield part
                    here = part[-1]
                if known.version != self.world.version:
                    break
            if here == target:
                return

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._lock = Lock()
        self.__dict__.update(state)

    @property
    def nbytes(self) -> int:
        """The memory of the graph and of the data per cell."""
        known = self._rooms
        kept = 0 if known.labels is known.cut else known.labels.nbytes
        return super().nbytes + known.free.nbytes + known.cut.nbytes + kept

    def __repr__(self) -> str:
        known = self._rooms
        return (
            f"<RoomMap of {counted(len(known.points), 'region')} and "
            f"{counted(len(known.pairs), 'connection')}>"
        )
