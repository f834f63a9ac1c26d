"""Points of visibility: a graph whose nodes are the corners of walls, at which paths turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.abstraction.base import FixedMapGraph
from asterion.abstraction.straight_walks import StraightWalks, overlooked
from asterion.errors import InvalidType, InvalidValue, short_repr
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

MOST_CORNERS = 4096  # because every pair is tested


def visibility_graph(
    world: GridWorld,
    points: Iterable[Cell] = (),
    *,
    max_corners: int = MOST_CORNERS,
    cover: bool = False,
) -> Graph:
    """Return a graph of wall corners and these points, with edges between those in sight.

    The names and positions of nodes are their cells, corners first. All free cells must cost the
    same. :class:`VisibilityMap` defines corners and sight, and says what is guaranteed.

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
    return VisibilityMap(world, points, max_corners=max_corners, cover=cover).graph


class VisibilityMap(FixedMapGraph):
    """A graph of wall corners and custom ``points`` that answers queries on a grid.

    A **corner** is a free cell at a convex corner of a wall: diagonal to it with both cells beside
    free; or, if diagonal moves may cut corners, a cell beside the wall from which one does. One
    cell **sees** another if one of the two straightest walks between them is open, by the rules of
    the grid: all diagonal moves first and then all straight ones, or the reverse (with four moves:
    along the row first, or along the column first). No walk between the two costs less, and its
    cost is that of the connection.

    Every path from corner to corner can be walked on the grid, and the cheapest is a cheapest path
    of the grid, because some cheapest path turns only at corners (the argument for jump points in
    D. Harabor and A. Grastien, Online graph pruning for pathfinding on grid maps, 2011). That holds
    for all diagonal rules, if all free cells cost the same; other maps are rejected. A connection
    is left out if two others together cost the same.

    No corner need be in sight: a room without corners has none. ``cover=True`` adds nodes, in the
    middle of areas that no corner and no point sees, until **every free cell sees a node**: a
    character anywhere has a waypoint to walk straight to. Paths are the same.

    O(cells + corners^2) time and memory, at most ``max_corners`` corners; a query tests its ends
    against all corners, then searches the graph. After ``remeasure()`` paths can still be walked,
    but are not always the cheapest: new corners are not in the graph.

    >>> import asterion as at
    >>> house = at.maps.rooms(63, size=7, seed=1)
    >>> known = at.VisibilityMap(house)
    >>> known
    <VisibilityMap of 176 corners and 512 connections>
    >>> path = known.find_path((0, 0), (60, 60))
    >>> path.optimal, path.cost == at.find_path(house, (0, 0), (60, 60)).cost
    (True, True)
    >>> at.VisibilityMap(at.maps.field(9), cover=True).graph.nodes
    ((4, 4),)

    Raises
    ------
    ValueError  ``cost of (0, 1) is 2.0, and of (0, 0) 1.0; a visibility graph needs ...``
    ValueError  ``the map has 5021 corners; a visibility graph has at most 4096 (max_corners)``
    """

    _NAME = "visibility map"

    graph: Graph

    corners: Cells  # an (n, 2) array

    def __init__(
        self,
        world: GridWorld,
        points: Iterable[Cell] = (),
        *,
        max_corners: int = MOST_CORNERS,
        cover: bool = False,
    ) -> None:
        self._most = count("max_corners", max_corners)
        self._cover = bool(cover)
        self._points = _listed(points)
        super().__init__(world)

    def _build(self) -> None:
        self._cell_cost = _uniform_cost(self.world)  # the cost of every free cell
        self._walks = StraightWalks(self.world)
        self.corners = np.argwhere(self.world._core_view.corners())
        if len(self.corners) > self._most:
            raise InvalidValue(
                f"the map has {len(self.corners)} corners; a visibility graph has at most "
                f"{self._most} (max_corners)"
            )
        corner_names: list[Cell] = [(row, col) for row, col in self.corners.tolist()]
        self._names, self._places = self._with(corner_names, self._points)
        if self._cover:
            free = self.world.total > 0
            more = overlooked(self._walks, free, self._places, self._most)
            self._names, self._places = self._with(self._names, more.tolist())
        self.graph = Graph(self._seen(), nodes=self._names, positions=self._places)
        self._exact = True

    def _seen(self) -> Columns:
        """The visible connections between nodes, without any that two others replace."""
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
        costs: Costs = self._cell_cost * (straight + self.world.diagonal_cost * diagonal)
        return costs

    def _current_costs(self) -> Costs:
        self._cell_cost = _uniform_cost(self.world)
        self._walks = StraightWalks(self.world)
        self._exact = False
        a, b = (self._places[side] for side in self.graph.ends.T)
        costs: Costs = np.where(self._walks.are_open(a, b), self._costs(a, b), np.inf)
        return costs

    def joined(self, points: Iterable[Cell]) -> Graph:
        """Return a copy of the graph with these cells added, connected to all nodes that they see.

        O(connections + points x corners). A point on a wall sees nothing.
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
        """The names and positions of these nodes and of the points that are not among them."""
        known = dict.fromkeys(names)
        for node in self.world._numbers(points, "points").tolist():
            known.setdefault(self.world._name(node))
        return [*known], np.array([*known], np.int64).reshape(-1, 2)

    def route(self, start: Cell, goal: Goal, **options: Any) -> Path:
        """Return the path on the graph from the start over corners to the nearest goal.

        Takes the options of :func:`find_path`; ``stats`` are of the search of the graph.
        """
        origin = self._start(start)
        goals = [self.world._name(node) for node in self.world._nodes(goal)]
        return find_path(self.joined([origin, *goals]), origin, goals, **options)

    def find_path(self, start: Cell, goal: Goal, **options: Any) -> Path:
        """Return the path on the grid, cell by cell. Takes the options of :func:`find_path`.

        >>> import asterion as at
        >>> grid = at.Grid.from_text("...#.", diagonal="never")
        >>> at.VisibilityMap(grid).find_path((0, 0), (0, 4)).status
        'unreachable'
        """
        route = self.route(start, goal, **options)
        if not route:
            # After remeasure() the graph may lack a corner that a path needs.
            return route if self._exact else find_path(self.world, start, goal)
        walked = self._walks.walk(np.array(route.nodes))
        goals = self.world._nodes(goal)
        return self._path(goals, walked, optimal=route.optimal and self._exact)

    @property
    def waypoints(self) -> Cells:
        """The cells of all nodes, an (n, 2) array: corners, points, and additions by ``cover``."""
        return self._places

    @property
    def nbytes(self) -> int:
        """The approximate memory of the graph, and of the counts that decide visibility."""
        return super().nbytes + self._walks.nbytes

    def __repr__(self) -> str:
        return (
            f"<VisibilityMap of {len(self.corners)} corners and {len(self.graph.costs)} "
            "connections>"
        )


def _uniform_cost(world: GridWorld) -> float:
    """The cost of every free cell; an error if costs differ."""
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
    """The nodes that node ``i`` sees, without any that it reaches as cheaply over another.

    A left-out node is farther away than the one in between. So if that one is left out too, a third
    one, nearer still, leads to both.
    """
    seen = np.flatnonzero(sees[i])
    to = walks.lengths(places[i], places[seen])
    onward = walks.lengths(places[seen][:, None], places[seen])
    between = sees[np.ix_(seen, seen)]
    if walks.four or walks.free_diagonals:
        lengths = [(to[0] + to[1], onward[0] + onward[1])]
    else:
        lengths = [*zip(to, onward, strict=True)]  # sqrt(2) is irrational: both must add up
    for here, there in lengths:
        between &= here[:, None] + there == here
    kept: Cells = seen[~between.any(axis=0)]
    return kept


def _listed(points: Any) -> list[Any]:
    if isinstance(points, tuple) and len(points) == 2 and not isinstance(points[0], Iterable):
        raise InvalidType(f"points is {short_repr(points)}; it must be a list of cells")
    if not isinstance(points, Iterable):
        raise InvalidType(f"points is {short_repr(points)}; it must be a list of cells")
    return [*points]
