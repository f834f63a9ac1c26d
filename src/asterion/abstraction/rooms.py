"""Room graphs: a node for each region, at its representative point; and paths over rooms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion import regions as partitions
from asterion.abstraction.base import MapGraph
from asterion.errors import InvalidValue, shown
from asterion.search.find import find_path, find_paths
from asterion.search.path import Path
from asterion.world.graph import Graph
from asterion.world.grid import Cell, GridWorld, check_grid
from asterion.world.moves import move_columns

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.int64]
    Costs = npt.NDArray[np.float64]


def room_graph(world: GridWorld, regions: str | int | npt.ArrayLike = "auto") -> Graph:
    """The regions of a map as a graph, with connections between regions that touch.

    ``regions`` is ``"auto"`` (rooms, with large ones cut into blocks), ``"rooms"``, the size of
    blocks, or an array of the world's shape with a label for each cell (below 0 for none); the
    cells of a label that are not connected become separate regions. The name and position of a node
    are its representative point, the cell of the region nearest to its mean. Two regions touch if a
    move leads from one to the other; the connection costs as much as the cheapest path on the grid
    from point to point, in each direction.

    O(cells), and a search for each connection.

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

    ``regions`` are those of :func:`room_graph`. A query between two rooms that do not touch
    searches the rooms first. Then the path leads towards the point of the next room until it is in
    that room, towards the one after that, and at last to the goal. Only one leg is searched at a
    time, however long the path is. Within a room, to an adjacent one, and to or from cells in no
    region the grid itself is searched.

    There is a path if and only if the grid has one. It can be walked on the grid, and costs at most
    as much as the path over the points of its rooms: by the triangle inequality, leaving a cheapest
    path to a point early for the next point costs no more than going through the point.

    Memory: the graph, and 8 bytes a cell. After ``remeasure()``, cells that are cut off from their
    point and cells that were walls are in no region until ``refresh()``.

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
    >>> house[0, 0] = 3
    >>> known.find_path((0, 0), (60, 60))
    Traceback (most recent call last):
    asterion.WorldChanged: the room map was made for version 0 of the world, which is at ...

    A. Botea, M. Mueller and J. Schaeffer, Near optimal hierarchical path-finding, 2004, with
    representative points in place of entrances, as in City University of Hong Kong, CS4386 AI Game
    Programming, Lecture 07: Pathfinding: Dijkstra and A*, 2021.
    """

    _NAME = "room map"

    labels: Cells  # the region of each cell, -1 for none
    points: Cells  # the representative cell of each region, an (n, 2) array

    def __init__(self, world: GridWorld, regions: str | int | npt.ArrayLike = "auto") -> None:
        check_grid(world)
        self._regions = partitions.kept(regions, world.shape)
        super().__init__(world)

    def _build(self) -> None:
        self._rooms = self.labels = partitions.pieces(partitions.cut(self.world, self._regions))
        self.points = partitions.middles(self.labels)
        self._names: list[Cell] = [(row, col) for row, col in self.points.tolist()]
        pairs = _touching(self.world, self.labels)
        columns = (*pairs.T, self._costs(pairs))
        self.graph = Graph(columns, nodes=self._names, positions=self.points)

    def _costs(self, pairs: Cells) -> Costs:
        """The cost from point to point for each pair; inf without a path."""
        costs = np.full(len(pairs), np.inf)
        free = self.world.total[tuple(self.points.T)] > 0
        there = np.flatnonzero(free[pairs[:, 0]])
        ends = ([self._names[i] for i in side] for side in pairs[there].T.tolist())
        costs[there] = [path.cost for path in find_paths(self.world, *ends)]
        return costs

    def _current_costs(self) -> Costs:
        # A cell that is cut off from its point leaves its region: its paths may differ.
        whole = partitions.pieces(np.where(self.world.total > 0, self._rooms, -1))
        with_point = whole[tuple(self.points.T)]
        inside = (whole >= 0) & (whole == np.append(with_point, -1)[self._rooms])
        self.labels = np.where(inside, self._rooms, -1)
        return self._costs(self.graph.ends)

    def room(self, cell: Cell) -> Cell | None:
        """The representative point of the region of a cell; None if it is in no region."""
        label = int(self.labels[self.world._name(self.world._node(cell, "cell"))])
        return self._names[label] if label >= 0 else None

    def plan(self, start: Cell, goal: Cell, **options: Any) -> RoomPlan:
        """A path and the searches that it took.

        ``options`` are those of :func:`find_path`, for the search of the rooms.
        """
        origin, target = self._ends(start, goal)
        rooms = self._over_rooms(origin, target, options)
        if rooms is None or not rooms:
            path = find_path(self.world, origin, target)
            return RoomPlan(path, rooms, [path])
        legs = [*self._legs(origin, target, rooms)]
        if len(legs) == 1:
            return RoomPlan(legs[0][0], rooms, [legs[0][0]])
        walked = np.concatenate([[origin], *(leg.cells[1:kept] for leg, kept in legs)])
        path = self._path([self.world._node(target, "goal")], walked, optimal=False)
        return RoomPlan(path, rooms, [leg for leg, _ in legs])

    def find_path(self, start: Cell, goal: Cell, **options: Any) -> Path:
        """A path on the grid, from cell to cell; ``options`` are for the search of the rooms."""
        return self.plan(start, goal, **options).path

    def legs(self, start: Cell, goal: Cell, **options: Any) -> Iterator[Path]:
        """The same path leg by leg, each searched when it is needed; none without a path."""
        origin, target = self._ends(start, goal)
        rooms = self._over_rooms(origin, target, options)
        if rooms is None or not rooms:
            if path := find_path(self.world, origin, target):
                yield path
            return
        for leg, kept in self._legs(origin, target, rooms):
            yield leg if kept == len(leg) else Path.from_nodes(self.world, [*leg][:kept])

    def _ends(self, start: Cell, goal: Cell) -> tuple[Cell, Cell]:
        self._check()
        goals = self.world._nodes(goal)
        if len(goals) != 1:
            raise InvalidValue(f"goal is {shown(goal)}; it must be one cell")
        return self._start(start), self.world._name(goals[0])

    def _over_rooms(self, start: Cell, goal: Cell, options: dict[str, Any]) -> Path | None:
        """The path from room to room; None if an end is in no room, or both are in the same."""
        here, there = self.room(start), self.room(goal)
        if here is None or there is None or here == there:
            return None
        return find_path(self.graph, here, there, **options)

    def _legs(self, start: Cell, goal: Cell, rooms: Path) -> Iterator[tuple[Path, int]]:
        """The search for each leg, and how many of its cells are walked."""
        for point in rooms.nodes[1:-1]:
            self._check()  # the world may change between two legs
            leg = find_path(self.world, start, point)
            entered = self.labels[tuple(leg.cells.T)] == self.labels[point]
            first = int(entered.argmax())
            if first:  # else the previous leg already ends in this room
                yield leg, first + 1
                start = leg[first]
        self._check()
        leg = find_path(self.world, start, goal)
        yield leg, len(leg)

    @property
    def nbytes(self) -> int:
        """The memory of the graph, and of the labels."""
        return super().nbytes + self.labels.nbytes

    def __repr__(self) -> str:
        return f"<RoomMap of {len(self.points)} regions and {len(self.graph.costs)} connections>"


def _touching(world: GridWorld, labels: Cells) -> Cells:
    """Pairs of regions with a move from one to the other, an (m, 2) array."""
    source, target, _ = move_columns(world)
    a, b = labels.flat[source], labels.flat[target]
    touching = (a >= 0) & (b >= 0) & (a != b)
    pairs: Cells = np.unique(np.stack([a[touching], b[touching]], axis=1), axis=0)
    return pairs
