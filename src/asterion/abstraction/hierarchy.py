"""HPA*, hierarchical search of large maps: chunks, portals between them, and paths over portals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise, permutations
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.abstraction import chunks as partitions
from asterion.abstraction.base import MapGraph, straight_costs
from asterion.abstraction.chunks import Chunk
from asterion.abstraction.portals import portals
from asterion.errors import InvalidValue, shown
from asterion.search.find import distances, find_path
from asterion.search.path import Path
from asterion.world.graph import Graph
from asterion.world.grid import Cell, Grid, GridWorld, check_grid

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.int64]
    Costs = npt.NDArray[np.float64]


class PortalPlan(NamedTuple):
    """A path, and the searches that it took."""

    path: Path
    portals: list[Cell]  # on the path, in order; none if only the grid was searched
    search: Path | None  # the search of the portals, whose nodes are numbers
    legs: list[Path]  # the searches on the grid, in order


class _QueryGraph(NamedTuple):
    """The graph of portals with two more nodes for each chunk: a start and a goal inside it.

    Their connections are closed until a query sets the costs of those that it needs.
    """

    graph: Graph
    from_start: list[Cells]  # for each chunk, the connections from its start node
    to_goal: list[Cells]  # for each chunk, the connections to its goal node


class PortalMap(MapGraph):
    """HPA*: the paths through each chunk are known, so a query searches portals, not cells.

    ``chunks`` is the side of squares, or ``"quadtree"`` for leaves within which all cells cost the
    same: few where the map is open. Where two chunks touch along free cells there is a portal in
    the middle of the stretch, or one at each end of a long one. Portals of one chunk are connected
    at the cost of the cheapest path inside it, in each direction.

    There is a path if and only if the grid has one. It can be walked on the grid and is the
    cheapest from portal to portal, which costs a few per cent more than the cheapest of all. Within
    a chunk and to an adjacent one the grid itself is searched. Costs, layers, views and every
    diagonal rule are as on the grid.

    O(portals of a chunk x cells) to build. Queries from several threads wait for each other.
    Memory: 96 bytes a connection, and 8 a cell.

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

    A. Botea, M. Mueller and J. Schaeffer, Near optimal hierarchical path-finding, 2004
    """

    _NAME = "portal map"

    chunks: list[Chunk]

    def __init__(self, world: GridWorld, chunks: int | str = 16) -> None:
        self._wanted = chunks
        self._lock = Lock()
        super().__init__(world)

    def _build(self) -> None:
        check_grid(self.world)
        self.chunks = partitions.cut(self.world, self._wanted)
        self.labels = np.empty(self.world.shape, np.int64)
        for i, chunk in enumerate(self.chunks):
            self.labels[chunk.cells] = i
        self._grids: dict[int, Grid] = {}
        self.__dict__.pop("_query_graph", None)
        crossings = portals(self.world, self.labels)
        nodes, ends = np.unique(crossings, return_inverse=True)
        self._crossings: Cells = ends.reshape(-1, 2)
        places = np.stack(np.divmod(nodes, self.world.shape[1]), axis=1)
        self._names: list[Cell] = [(row, col) for row, col in places.tolist()]
        self._places = places
        self._members: list[list[int]] = [[] for _ in self.chunks]  # the portals of each chunk
        for node, chunk in enumerate(self.labels[tuple(places.T)].tolist()):
            self._members[chunk].append(node)
        pairs = [self._crossings, *(_pairs(each) for each in self._members)]
        sources, targets = np.concatenate(pairs).T
        columns = sources, targets, self._connection_costs()
        self.graph = Graph(columns, nodes=self._names, positions=places)
        self._exact = True

    def _current_costs(self) -> Costs:
        self._grids = {}
        self.__dict__.pop("_query_graph", None)
        self._exact = False  # a wall that was removed may have opened a path without a portal
        return self._connection_costs()

    def _connection_costs(self) -> Costs:
        """The costs of the moves between chunks, then of the paths through each chunk."""
        total = np.asarray(self.world.total, np.float64)
        self._least = total[total > 0].min(initial=np.inf)  # inf if all cells are walls
        a, b = (self._places[side] for side in self._crossings.T)
        open_ = (total[tuple(a.T)] > 0) & (total[tuple(b.T)] > 0)
        diagonal = np.abs(a - b).sum(axis=1) == 2
        steps = np.where(diagonal, self.world.diagonal_cost, 1.0)
        costs = [np.where(open_, total[tuple(b.T)] * steps, np.inf)]
        for chunk, members in enumerate(self._members):
            if len(members) > 1:
                costs += [self._from(chunk, node, members) for node in members]
        return np.concatenate(costs)

    def _from(self, chunk: int, node: int, members: list[int]) -> Costs:
        """The costs from a portal to the others of its chunk."""
        others = [other for other in members if other != node]
        return self._costs_inside(chunk, self._names[node], "from")[self._indices(chunk, others)]

    def _costs_inside(self, chunk: int, cell: Cell, direction: str) -> Costs:
        """The costs within a chunk from a cell, or to it; inf everywhere if it is a wall."""
        grid = self._inside(chunk)
        here = self.chunks[chunk].inside(cell)
        if not grid.total[here] > 0:
            return np.full(grid.shape, np.inf)
        return distances(grid, here, direction=direction)

    def _inside(self, chunk: int) -> Grid:
        """The chunk as a separate grid."""
        if chunk not in self._grids:
            costs = self.world.total[self.chunks[chunk].cells]
            self._grids[chunk] = Grid(
                costs, diagonal=self.world.diagonal, diagonal_cost=self.world.diagonal_cost
            )
        return self._grids[chunk]

    def _indices(self, chunk: int, nodes: list[int]) -> tuple[Cells, Cells]:
        """The indices of these portals in an array of their chunk's shape."""
        area = self.chunks[chunk]
        rows, cols = self._places[nodes].T
        return rows - area.row, cols - area.col

    # --- Queries

    def plan(self, start: Cell, goal: Cell, **options: Any) -> PortalPlan:
        """A path and the searches that it took; ``options`` are for the search of portals."""
        self._check()
        goals = self.world._nodes(goal)
        if len(goals) != 1:
            raise InvalidValue(f"goal is {shown(goal)}; it must be one cell")
        origin, target = self._start(start), self.world._name(goals[0])
        if self.chunks[self.labels[origin]].touches(self.chunks[self.labels[target]]):
            path = find_path(self.world, origin, target)
            return PortalPlan(path, [], None, [path])
        route = self._over_portals(origin, target, options)
        if not route:
            # After remeasure() the graph may lack a portal that a path needs.
            legs = [] if self._exact else [find_path(self.world, origin, target)]
            return PortalPlan(legs[0] if legs else route, [], route, legs)
        passed = [self._names[node] for node in route.nodes[1:-1]]
        steps = [*self._steps([origin, *passed, target])]
        walked = [np.array([origin]), *(cells[1:] for _, cells in steps)]
        path = self._path(goals, np.concatenate(walked), optimal=False)
        return PortalPlan(path, passed, route, [leg for leg, _ in steps if leg is not None])

    def find_path(self, start: Cell, goal: Cell, **options: Any) -> Path:
        """A path on the grid, from cell to cell; ``options`` are for the search of portals."""
        return self.plan(start, goal, **options).path

    def _over_portals(self, start: Cell, goal: Cell, options: dict[str, Any]) -> Path:
        """The path on the query graph, whose first and last node stand for start and goal."""
        here, there = int(self.labels[start]), int(self.labels[goal])
        first = self._costs_inside(here, start, "from")[self._indices(here, self._members[here])]
        last = self._costs_inside(there, goal, "to")[self._indices(there, self._members[there])]
        if not {"algorithm", "heuristic"} & options.keys():
            options = {**options, "heuristic": self._estimates(goal)}
        with self._lock:  # the graph holds the ends of one query at a time
            graph, from_start, to_goal = self._query_graph
            graph.set_costs(first, from_start[here])
            graph.set_costs(last, to_goal[there])
            portals = len(self._names)
            return find_path(graph, portals + 2 * here, portals + 2 * there + 1, **options)

    def _estimates(self, goal: Cell) -> Costs:
        """A lower bound on the cost to the goal from each node of the query graph; 0 from ends."""
        estimates = np.zeros(len(self._names) + 2 * len(self.chunks))
        portals = straight_costs(self.world, self._least, self._places, goal)
        estimates[: len(self._names)] = portals
        return estimates

    @cached_property
    def _query_graph(self) -> _QueryGraph:
        sources, targets = ([side] for side in self.graph.ends.T)
        count = len(self.graph.costs)
        from_start, to_goal = [], []
        for chunk, members in enumerate(self._members):
            start = np.full(len(members), len(self._names) + 2 * chunk)
            sources += [start, np.array(members, np.int64)]
            targets += [np.array(members, np.int64), start + 1]
            from_start.append(np.arange(count, count + len(members)))
            to_goal.append(from_start[-1] + len(members))
            count += 2 * len(members)
        costs = np.full(count, np.inf)
        costs[: len(self.graph.costs)] = self.graph.costs
        columns = np.concatenate(sources), np.concatenate(targets), costs
        nodes = len(self._names) + 2 * len(self.chunks)
        return _QueryGraph(Graph(columns, nodes=nodes), from_start, to_goal)

    def _steps(self, nodes: list[Cell]) -> Iterator[tuple[Path | None, Cells]]:
        """The search from node to node, None for a step across a border; and its cells."""
        for a, b in pairwise(nodes):
            if a == b:  # the start or the goal is a portal
                continue
            chunk = int(self.labels[a])
            if chunk != self.labels[b]:
                yield None, np.array([a, b])
                continue
            area = self.chunks[chunk]
            leg = find_path(self._inside(chunk), area.inside(a), area.inside(b))
            yield leg, leg.cells + np.array([area.row, area.col])

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("_lock", "_query_graph")  # a lock has no pickle; the graph can be rebuilt
        return {name: value for name, value in self.__dict__.items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = Lock()

    @property
    def nbytes(self) -> int:
        """The approximate memory of both graphs, and of the labels."""
        return 2 * super().nbytes + self.labels.nbytes

    def __repr__(self) -> str:
        return (
            f"<PortalMap of {len(self.chunks)} chunks, {len(self._names)} portals and "
            f"{len(self.graph.costs)} connections>"
        )


def _pairs(members: list[int]) -> Cells:
    """All ordered pairs of two different members."""
    return np.array([*permutations(members, 2)], np.int64).reshape(-1, 2)
