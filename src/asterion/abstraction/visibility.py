"""Points of visibility: a graph whose nodes are the corners of walls that paths turn at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.abstraction.base import MapGraph
from asterion.abstraction.straight_walks import StraightWalks, corners
from asterion.errors import InvalidType, InvalidValue, shown
from asterion.search.find import find_path
from asterion.search.path import Path
from asterion.world.arguments import count
from asterion.world.graph import Graph
from asterion.world.grid import Cell, GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.find import Goal

    Cells = npt.NDArray[np.int64]
    Costs = npt.NDArray[np.float64]
    Columns = tuple[Cells, Cells, Costs]  # sources, targets and costs of connections

MOST_CORNERS = 4096  # every one is tried with every other


def visibility_graph(
    world: GridWorld, points: Iterable[Cell] = (), *, max_corners: int = MOST_CORNERS
) -> Graph:
    """The corners of walls, and these points, joined where one sees the other.

    Nodes are called by their cells, corners first, and have them as positions. All free cells must
    cost the same. What is seen, and what is promised, is said at :class:`VisibilityMap`.

    >>> import asterion as at
    >>> grid = at.Grid.from_text('''
    ...     .....
    ...     ..#..
    ...     .....
    ... ''')
    >>> graph = at.visibility_graph(grid, [(1, 0), (1, 4)])
    >>> graph.nodes
    ((0, 1), (0, 3), (2, 1), (2, 3), (1, 0), (1, 4))
    >>> at.find_path(graph, (1, 0), (1, 4)).nodes
    [(1, 0), (0, 1), (0, 3), (1, 4)]
    """
    return VisibilityMap(world, points, max_corners=max_corners).graph


class VisibilityMap(MapGraph):
    """Answers queries on a grid over the corners of its walls, and over ``points`` of one's own.

    A **corner** is a free cell at a convex corner of a wall: diagonal to it with both cells beside
    free, or where corners may be cut, beside it with a diagonal move past it. One cell **sees**
    another if one of the two straightest walks between them is open, by the grid's own rules:
    first all diagonal moves and then all straight ones, or the other way round (with four moves:
    first along the row, or first along the column). Such a walk costs as little as can be on any
    map, and that is the cost of the connection.

    Every way from corner to corner is a walk on the grid, and the cheapest is a cheapest path of
    the grid: some cheapest path turns in no other way (D. Harabor and A. Grastien's argument for
    jump points, 2011). That holds for all diagonal rules, as long as all free cells cost the same;
    other maps are refused. Connections that two others make up at the same cost are left out.

    O(cells + corners^2) time and memory, at most ``max_corners`` corners; a query tries both its
    ends with all corners, then searches the graph. After ``remeasure()`` paths are still walks,
    but not always the cheapest: new corners are not in the graph.

    >>> import asterion as at
    >>> house = at.maps.rooms(63, size=7, seed=1)
    >>> known = at.VisibilityMap(house)
    >>> known
    <VisibilityMap of 176 corners and 512 connections>
    >>> path = known.find_path((0, 0), (60, 60))
    >>> path.optimal, path.cost == at.find_path(house, (0, 0), (60, 60)).cost
    (True, True)

    Raises
    ------
    ValueError  ``cost of (0, 1) is 2.0, and of (0, 0) 1.0; a visibility graph needs ...``
    ValueError  ``the map has 5021 corners; a visibility graph has at most 4096 (max_corners)``
    """

    _NAME = "visibility map"

    corners: Cells  # an (n, 2) array

    def __init__(
        self,
        world: GridWorld,
        points: Iterable[Cell] = (),
        *,
        max_corners: int = MOST_CORNERS,
    ) -> None:
        self._most = count("max_corners", max_corners)
        self._points = _listed(points)
        super().__init__(world)

    def _look(self) -> None:
        self._ground = _ground(self.world)
        self._walks = StraightWalks(self.world)
        self.corners = corners(self.world)
        if len(self.corners) > self._most:
            raise InvalidValue(
                f"the map has {len(self.corners)} corners; a visibility graph has at most "
                f"{self._most} (max_corners)"
            )
        corner_names: list[Cell] = [(row, col) for row, col in self.corners.tolist()]
        self._names, self._places = self._with(corner_names, self._points)
        self.graph = Graph(self._seen(), nodes=self._names, positions=self._places)
        self._exact = True

    def _seen(self) -> Columns:
        """The connections between nodes, less those that two others make up."""
        places = self._places
        n = len(places)
        sees = np.zeros((n, n), np.bool_)
        for i in range(n - 1):
            sees[i, i + 1 :] = self._walks.are_open(places[i], places[i + 1 :])
        sees |= sees.T
        kept = [_kept(i, sees, places, self._walks) for i in range(n)]
        sources = np.repeat(np.arange(n), [len(each) for each in kept])
        targets = np.concatenate(kept) if kept else np.zeros(0, np.int64)
        return sources, targets, self._costs(places[sources], places[targets])

    def _costs(self, a: Cells, b: Cells) -> Costs:
        straight, diagonal = self._walks.lengths(a, b)
        costs: Costs = self._ground * (straight + self.world.diagonal_cost * diagonal)
        return costs

    def _measured(self) -> Costs:
        self._ground = _ground(self.world)
        self._walks = StraightWalks(self.world)
        self._exact = False
        a, b = (self._places[side] for side in self.graph.ends.T)
        costs: Costs = np.where(self._walks.are_open(a, b), self._costs(a, b), np.inf)
        return costs

    def joined(self, points: Iterable[Cell]) -> Graph:
        """A graph with these cells beside the others, connected with all that they see.

        A copy: O(connections + points x corners). A point on a wall sees nothing.
        """
        self._check()
        names, places = self._with(self._names, _listed(points))
        sources, targets = ([side] for side in self.graph.ends.T)
        costs = [self.graph.costs]
        for i in range(len(self._places), len(places)):
            seen = np.flatnonzero(self._walks.are_open(places[i], places[:i]))
            both = self._costs(places[i], places[seen])
            sources += [np.full(len(seen), i), seen]
            targets += [seen, np.full(len(seen), i)]
            costs += [both, both]
        columns = np.concatenate(sources), np.concatenate(targets), np.concatenate(costs)
        return Graph(columns, nodes=names, positions=places)

    def _with(self, names: list[Cell], points: list[Any]) -> tuple[list[Cell], Cells]:
        """These nodes, and after them the points that are none of them: their names and places."""
        known = dict.fromkeys(names)
        for point in points:
            known.setdefault(self.world._name(self.world._node(point, "point")))
        return [*known], np.array([*known], np.int64).reshape(-1, 2)

    def route(self, start: Cell, goal: Goal, **options: Any) -> Path:
        """The path on the graph: from the start over corners to the goal, or the nearest goal.

        Takes the options of :func:`find_path`; its ``stats`` are those of the search.
        """
        origin = self._start(start)
        goals = [self.world._name(node) for node in self.world._nodes(goal)]
        return find_path(self.joined([origin, *goals]), origin, goals, **options)

    def find_path(self, start: Cell, goal: Goal, **options: Any) -> Path:
        """The path on the grid, from cell to cell. Takes the options of :func:`find_path`.

        >>> import asterion as at
        >>> grid = at.Grid.from_text("...#.", diagonal="never")
        >>> at.VisibilityMap(grid).find_path((0, 0), (0, 4)).status
        'unreachable'
        """
        route = self.route(start, goal, **options)
        if not route:
            # Without new corners the graph may not know a way that there is.
            return route if self._exact else find_path(self.world, start, goal)
        walked = self._walks.walk(np.array(route.nodes))
        goals = self.world._nodes(goal)
        return self._path(goals, walked, optimal=route.optimal and self._exact)

    @property
    def nbytes(self) -> int:
        """The memory of the graph, and of what decides who sees whom."""
        return super().nbytes + self._walks.nbytes

    def __repr__(self) -> str:
        return (
            f"<VisibilityMap of {len(self.corners)} corners and {len(self.graph.costs)} "
            "connections>"
        )


def _ground(world: GridWorld) -> float:
    """What every free cell costs; an error if they differ."""
    total = world.total.astype(np.float64)
    free = np.argwhere(total > 0)
    if not len(free):
        return 1.0
    first = total[tuple(free[0])]
    other = np.argwhere((total > 0) & (total != first))
    if len(other):
        a, b = tuple(other[0].tolist()), tuple(free[0].tolist())
        raise InvalidValue(
            f"cost of {a} is {total[a]}, and of {b} {total[b]}; a visibility graph needs free "
            "cells that all cost the same"
        )
    return float(first)


def _kept(i: int, sees: npt.NDArray[np.bool_], places: Cells, walks: StraightWalks) -> Cells:
    """Those that a corner sees, less those that it reaches as cheaply over another one.

    Whoever is left out lies further away than the one in between, so none is left out by one that
    is left out itself without a way over a third.
    """
    seen = np.flatnonzero(sees[i])
    to = walks.lengths(places[i], places[seen])
    onward = walks.lengths(places[seen][:, None], places[seen])
    between = sees[np.ix_(seen, seen)]
    if walks.four or walks.free_diagonals:
        lengths = [(to[0] + to[1], onward[0] + onward[1])]
    else:
        lengths = [*zip(to, onward, strict=True)]  # a root is no fraction: both must add up
    for here, there in lengths:
        between &= here[:, None] + there == here
    kept: Cells = seen[~between.any(axis=0)]
    return kept


def _listed(points: Any) -> list[Any]:
    if isinstance(points, tuple) and len(points) == 2 and not isinstance(points[0], Iterable):
        raise InvalidType(f"points is {shown(points)}; it must be a list of cells")
    if not isinstance(points, Iterable):
        raise InvalidType(f"points is {shown(points)}; it must be a list of cells")
    return [*points]
