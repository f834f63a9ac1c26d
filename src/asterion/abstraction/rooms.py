"""Room graphs: a node for each region, at its representative point; and paths over them."""

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
    """The regions of a map as a graph: each at its representative point, joined where they touch.

    ``regions`` is ``"auto"`` (rooms, the large ones cut into blocks), ``"rooms"``, the size of
    blocks, or an array of the world's shape with a label for each cell (below 0 for none); labels
    are cut into the pieces that hang together. Nodes are called by their representative point, the
    cell of the region nearest to its mean, and have it as position. Two regions touch if a move
    leads from one to the other; the connection costs what the cheapest path of the grid costs from
    point to point, each way by itself.

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
    """A path, and what was searched for it."""

    path: Path
    rooms: Path | None  # on the room graph; None where the grid alone was searched
    legs: list[Path]  # searches on the grid, in order


class RoomMap(MapGraph):
    """Hierarchical search: first over the rooms, then leg by leg on the grid.

    ``regions`` are those of :func:`room_graph`. A query between two rooms that do not touch looks
    for the way from room to room; then it walks towards the point of the next room until it is in
    that room, towards the one after that, and at last to the goal. What is searched at a time is
    a leg, however long the way is. Within a room, to the next one, and to or from cells in no
    region it is a plain search of the grid.

    There is a path if and only if the grid has one; it is a walk on the grid, and costs at least
    the cheapest, at most the walk from point to point of its rooms. (Whoever turns off on a
    cheapest path to a point, and goes on to the next point, walks no further than over the point.)

    Memory: the graph, and 8 bytes a cell. After ``remeasure()`` cells that no longer hang together
    with their point, and cells that were walls, are in no region until ``refresh()``.

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

    A. Botea, M. Mueller and J. Schaeffer, Near optimal hierarchical path-finding, 2004, with the
    lecture's representative points in place of entrances.
    """

    _NAME = "room map"

    labels: Cells  # the region of each cell, -1 for none
    points: Cells  # the representative cell of each region, an (n, 2) array

    def __init__(self, world: GridWorld, regions: str | int | npt.ArrayLike = "auto") -> None:
        check_grid(world)
        self._regions = partitions.kept(regions, world.shape)
        super().__init__(world)

    def _look(self) -> None:
        self._rooms = self.labels = partitions.pieces(partitions.cut(self.world, self._regions))
        self.points = partitions.middles(self.labels)
        self._names: list[Cell] = [(row, col) for row, col in self.points.tolist()]
        pairs = _touching(self.world, self.labels)
        columns = (*pairs.T, self._costs(pairs))
        self.graph = Graph(columns, nodes=self._names, positions=self.points)

    def _costs(self, pairs: Cells) -> Costs:
        """The cost from point to point, of each pair; inf where there is no way."""
        costs = np.full(len(pairs), np.inf)
        free = self.world.total[tuple(self.points.T)] > 0
        there = np.flatnonzero(free[pairs[:, 0]])
        ends = ([self._names[i] for i in side] for side in pairs[there].T.tolist())
        costs[there] = [path.cost for path in find_paths(self.world, *ends)]
        return costs

    def _measured(self) -> Costs:
        # What was cut off from its point would be promised a way that it has not.
        whole = partitions.pieces(np.where(self.world.total > 0, self._rooms, -1))
        own = whole[tuple(self.points.T)]
        inside = (whole >= 0) & (whole == np.append(own, -1)[self._rooms])
        self.labels = np.where(inside, self._rooms, -1)
        return self._costs(self.graph.ends)

    def room(self, cell: Cell) -> Cell | None:
        """The representative point of the region that a cell is in; None if it is in none."""
        label = int(self.labels[self.world._name(self.world._node(cell, "cell"))])
        return self._names[label] if label >= 0 else None

    def plan(self, start: Cell, goal: Cell, **options: Any) -> RoomPlan:
        """A path, with the searches that it took.

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
        """A path on the grid, from cell to cell; its options are for the search of the rooms."""
        return self.plan(start, goal, **options).path

    def legs(self, start: Cell, goal: Cell, **options: Any) -> Iterator[Path]:
        """The same path piece by piece, each searched when it is asked for; none without a way."""
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
            raise InvalidValue(f"goal is {shown(goal)}; a way over rooms leads to one cell")
        return self._start(start), self.world._name(goals[0])

    def _over_rooms(self, start: Cell, goal: Cell, options: dict[str, Any]) -> Path | None:
        """The way from room to room; None where an end is in no room, or both are in one."""
        here, there = self.room(start), self.room(goal)
        if here is None or there is None or here == there:
            return None
        return find_path(self.graph, here, there, **options)

    def _legs(self, start: Cell, goal: Cell, rooms: Path) -> Iterator[tuple[Path, int]]:
        """What is searched for each leg, and how many of its cells are walked."""
        for point in rooms.nodes[1:-1]:
            self._check()  # legs may be asked for one by one, and the world change between
            leg = find_path(self.world, start, point)
            entered = self.labels[tuple(leg.cells.T)] == self.labels[point]
            first = int(entered.argmax())
            if first:  # else the leg before ends in this room already
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
