"""PHA*: A* for an agent that has to go to a node to expand it.

Guarantee   reaches the goal if and only if there is a path. On arrival the cheapest path from the
            start is known, if no cell costs less than unseen ones are presumed to
Complexity  for each node visited O(open + nodes between here and there), and the travel
Source      A. Felner, R. Stern, A. Ben-Yair, S. Kraus and N. Netanyahu, PHA*: Finding the shortest
            path with A* in an unknown physical environment, 2004

A* jumps from one end of the open list to the other at no cost; an agent would have to walk back and
forth. Every node with an f below the cost of the cheapest path has to be expanded by an agent that
has to be sure of that path, but the order is free: the agent goes next to the node with the
smallest sum of travel and f. Half of h is added, so that of equals the one nearer to the goal is
first. (The paper multiplies f by the travel, among the best few of open. docs/algorithms/pha.md
tries that: on every kind of map it travels farther than the sum.)

The agent does not enter the goal before it is sure, so arriving is the end. Nodes at which another
agent of the same belief has been, or this one with another goal, are expanded without going there.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf, isinf, isnan
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import _core
from asterion.errors import InvalidValue
from asterion.search.custom import Segment
from asterion.search.path import Path, Stats
from asterion.world.arguments import any_number
from asterion.world.grid import Cell, Grid

if TYPE_CHECKING:
    import numpy.typing as npt

_TOLERANCE = 1e-9  # of sums of costs, which depend on their order


def checked_fitness(fitness: Any) -> float:
    """The weight of f against a move of cost 1; infinite: strictly in the order of f."""
    weight = any_number("fitness", fitness)
    if isnan(weight) or weight < 0:
        raise InvalidValue(f"fitness is {weight!r}; it must be at least 0, and may be inf")
    return weight


@dataclass
class _Counts:
    """The work done since the last choice."""

    expanded: int = 0
    moves: int = 0
    opened: int = 0
    most_open: int = 0
    open_sum: int = 0  # the size of open after each expansion
    seconds: float = 0.0

    def stats(self) -> Stats:
        """The counts as the core's statistics. No improved node is opened again."""
        counts = [self.expanded, self.moves, 0, self.opened, self.expanded]
        return _core.restored_stats([*counts, self.most_open, self.open_sum, 0, 0], self.seconds)


class _Known:
    """The part of the world that the agent has expanded, as A* sees it: g, parents, and open."""

    def __init__(self, belief: Grid, start: Cell, goal: Cell, unseen: float) -> None:
        self.belief = belief
        self.goal = goal
        self.visited: set[Cell] = set()  # but not the goal
        self.counts = _Counts()
        self._unseen = unseen
        self.root(start)

    def root(self, cell: Cell) -> None:
        """Begin again from a cell, with the cells visited so far."""
        self.g = {cell: 0.0}
        self.parent: dict[Cell, Cell] = {}
        self.moves: dict[Cell, dict[Cell, float]] = {cell: {}}  # both ways
        self.open = {cell: self.h(cell)}  # nodes not yet visited, with their f
        self.counts.opened += 1
        self._linked: set[Cell] = set()

    def h(self, cell: Cell) -> float:
        """The lowest possible cost of the rest."""
        far, near = abs(cell[0] - self.goal[0]), abs(cell[1] - self.goal[1])
        if far < near:
            far, near = near, far
        if self.belief.diagonal == "never":
            return (far + near) * self._unseen
        return (far + (self.belief.diagonal_cost - 1) * near) * self._unseen

    def expand(self, cell: Cell) -> None:
        """Expand a visited node: learn its moves, and improve the nodes they make cheaper."""
        begun = perf_counter()
        improved = [(self.g[cell], cell)]
        while improved:
            g, node = heappop(improved)
            if g > self.g[node]:
                continue
            if node not in self._linked:
                self._link(node)
            self.counts.moves += len(self.moves[node])
            for beside, cost in self.moves[node].items():
                if g + cost < self.g.get(beside, inf):
                    self._reach(beside, g + cost, node)
                    if beside in self.visited:
                        heappush(improved, (g + cost, beside))
        self.counts.seconds += perf_counter() - begun

    def _link(self, node: Cell) -> None:
        """Record the moves from a node that was visited, and the moves back to it."""
        self._linked.add(node)
        self.open.pop(node, None)
        self.counts.expanded += 1
        self.counts.open_sum += len(self.open)
        entry = float(self.belief[node])
        for beside, cost in self.belief.neighbours(node):
            self.moves.setdefault(beside, {})
            self.moves[node][beside] = cost
            if entry > 0:  # 0 where a wall has come down on the agent
                diagonal = beside[0] != node[0] and beside[1] != node[1]
                length = self.belief.diagonal_cost if diagonal else 1.0
                self.moves[beside][node] = length * entry

    def _reach(self, node: Cell, g: float, parent: Cell) -> None:
        if node not in self.g:
            self.counts.opened += 1
        self.g[node], self.parent[node] = g, parent
        if node not in self.visited:
            self.open[node] = g + self.h(node)
            self.counts.most_open = max(self.counts.most_open, len(self.open))

    def wanted(self) -> dict[Cell, float]:
        """Return the open nodes through which the goal may be cheaper than is known; or itself."""
        known = self.g.get(self.goal, inf)
        below = known - _TOLERANCE * known if known < inf else inf
        nodes = {node: f for node, f in self.open.items() if f < below and node != self.goal}
        if not nodes and known < inf:
            return {self.goal: known}
        return nodes


class PhysicalAstar:
    """The agent, with the interface of the core's explorers and of their navigators."""

    def __init__(
        self,
        sensor: _core.Sensor,
        belief: Grid,
        start: int,
        goal: int,
        *,
        unseen: float,
        fitness: float = 1.0,
    ) -> None:
        self._sensor, self._belief = sensor, belief
        self._here, self._goal = belief._name(start), belief._name(goal)
        self._fitness = fitness
        self._known = _Known(belief, self._here, self._goal, unseen)
        self._route: list[Cell] | None = None  # the rest of the walk; None: not chosen
        self._searches: list[Stats] = []
        self._seen, self._version = sensor.known(), belief.version
        self._visited = np.zeros(belief.shape, np.bool_)  # by any agent, as far as expanded
        self._look()

    @property
    def navigator(self) -> PhysicalAstar:
        """Itself: it plans, too."""
        return self

    @property
    def position(self) -> int:
        """The number of the cell where it is."""
        return self._belief._node(self._here, "cell")

    @property
    def goal(self) -> int:
        """The number of the cell to reach."""
        return self._belief._node(self._goal, "cell")

    @goal.setter
    def goal(self, node: int) -> None:
        if node != self.goal:
            self._goal = self._known.goal = self._belief._name(node)
            self._known.visited.discard(self._goal)
            self._begin_again()

    def walk(self, most: int | None) -> npt.NDArray[np.int64]:
        """Move to the end, or for up to this many moves; return the nodes entered."""
        nodes: list[int] = []
        while len(nodes) != most and self._here != self._goal:
            self._look()
            route = self._chosen()
            if not route:
                break
            self._here = route.pop(0)
            nodes.append(self.position)
            self._look()
        return np.array(nodes, np.int64)

    def plan(self, expansions: int | None, seconds: float | None) -> bool:
        """Choose where to go next, all at once unless the budget is 0; return whether it chose."""
        self._look()
        if expansions != 0 and seconds != 0:
            self._chosen()
        return self._route is not None or self._here == self._goal

    def path(self) -> Path:
        """The next walk: to the node that it expands next, or to the goal."""
        self._look()
        if self._here == self._goal:
            return Path.from_nodes(self._belief, [self._here])
        route = self._chosen()
        if not route:
            return Path.not_found("unreachable")
        return Path.from_nodes(self._belief, [self._here, *route])

    def _look(self) -> None:
        """Learn what is visible from here; a surprise restarts it."""
        self._sensor.look(self.position)
        changed = self._belief.changes(self._version)
        before, self._seen = self._seen, self._sensor.known()
        self._version = self._belief.version
        if changed is None or (len(changed) and before[tuple(changed.T)].any()):
            self._begin_again()
        else:
            self._expand_visited()

    def _begin_again(self) -> None:
        """Search from here, with all that has been visited."""
        self._known.root(self._here)
        self._visited[:] = False
        self._route = None
        self._expand_visited()

    def _expand_visited(self) -> None:
        """Expand the nodes visited since the last call; others' visits call for another choice."""
        before, self._visited = self._visited, self._sensor.visited()
        nodes = np.flatnonzero(self._visited & ~before).tolist()
        fresh = [self._belief._name(node) for node in nodes if node != self.goal]
        self._known.visited.update(fresh)
        reached = [cell for cell in fresh if cell in self._known.g]
        for cell in reached:
            self._known.expand(cell)
        if reached:
            self._route = self._route if reached == [self._here] and self._route else None

    def _chosen(self) -> list[Cell]:
        """The rest of the path to the chosen node; empty if there is none to choose."""
        if self._route is None:
            begun = perf_counter()
            self._route = self._way(self._known.wanted())
            counts, self._known.counts = self._known.counts, _Counts()
            counts.seconds += perf_counter() - begun
            self._searches.append(counts.stats())
        return self._route

    def _way(self, wanted: dict[Cell, float]) -> list[Cell]:
        """The path over known moves to the best of these nodes, without the first cell."""
        unfit = self._unfitness(wanted)
        least = min(unfit.values(), default=inf)
        parents: dict[Cell, Cell] = {}
        costs = {self._here: 0.0}
        near = [(0.0, self._here)]
        best, chosen = inf, None
        while near:
            cost, node = heappop(near)
            if cost + least >= best:  # nothing farther can be better
                break
            if cost > costs[node]:
                continue
            if node in unfit and cost + unfit[node] < best:
                best, chosen = cost + unfit[node], node
            if node == self._goal:
                continue  # it is not entered on the way
            for beside, move in self._known.moves[node].items():
                if cost + move < costs.get(beside, inf):
                    costs[beside], parents[beside] = cost + move, node
                    heappush(near, (cost + move, beside))
        way = []
        while chosen is not None and chosen != self._here:
            way.append(chosen)
            chosen = parents[chosen]
        return way[::-1]

    def _unfitness(self, wanted: dict[Cell, float]) -> dict[Cell, float]:
        """The value added to the travel to each node, given its f."""
        least = min(wanted.values(), default=0.0)
        if isinf(self._fitness):
            return {node: 0.0 for node, f in wanted.items() if f <= least + _TOLERANCE}
        estimate = self._known.h
        return {
            node: self._fitness * (f - least) + estimate(node) / 2 for node, f in wanted.items()
        }

    def searches(self) -> list[Stats]:
        """The statistics of each choice of a node, with the expansions that led to it.

        The last includes the expansions on the way to its choice.
        """
        if not self._searches:
            return []
        *before, last = self._searches
        return [*before, last + self._known.counts.stats()]

    def total(self) -> Segment:
        """The statistics of all choices."""
        return Segment(sum(self.searches(), Stats()), len(self._searches))

    def bytes(self) -> int:
        """0: the memory is not known."""
        return 0

    def g(self) -> npt.NDArray[np.float64]:
        """The known cost of each cell from the start."""
        return self._filled(inf, self._known.g)

    def h(self) -> npt.NDArray[np.float64]:
        """The estimate of each cell."""
        cells = (divmod(node, self._belief.shape[1]) for node in range(self._seen.size))
        return np.array([self._known.h(cell) for cell in cells]).reshape(self._belief.shape)

    def state(self) -> npt.NDArray[np.uint8]:
        """1 for open cells, 2 for those that were visited."""
        states = {cell: 1 if cell in self._known.open else 2 for cell in self._known.g}
        return self._filled(0, states).astype(np.uint8)

    def parent(self) -> npt.NDArray[np.int64]:
        """The flat index of the next cell towards the start; -1 for none."""
        number = {cell: self._belief._node(up, "cell") for cell, up in self._known.parent.items()}
        return self._filled(-1, number).astype(np.int64)

    def rhs(self) -> npt.NDArray[np.float64]:
        """It has none."""
        raise InvalidValue("'pha' does not show rhs")

    def _filled(self, nothing: float, values: dict[Cell, Any]) -> npt.NDArray[np.float64]:
        array = np.full(self._belief.shape, nothing, np.float64)
        for cell, value in values.items():
            array[cell] = value
        return array
