"""One query of an island map: which islands to pass, proved with as few searches as possible."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from asterion.abstraction.island_legs import Legs, Moves
from asterion.search.path import Path
from asterion.world.grid import Cell

if TYPE_CHECKING:
    import numpy.typing as npt

    Costs = npt.NDArray[np.float64]

# Legs at a cell are searched one by one until they have expanded this many times the cells near it.
# Then one flood measures all of them.
_SEARCHES = 1


class Query:
    """The lazy search of a route.

    The cheapest route by bounds is chosen, the bounds on it are replaced by costs, and so on until
    a cheapest route has none left: then no other can be cheaper. (C. M. Dellin and S. S. Srinivasa,
    A unifying formalism for shortest path problems with expensive edge evaluations via lazy
    best-first search over paths with edge selectors, 2016.)
    """

    def __init__(self, legs: Legs, start: Cell, goal: Cell) -> None:
        self._legs = legs
        self._islands = len(legs.index)
        self._cells = [*legs.index, start, goal]
        self._start = legs.index.get(start, self._islands)
        self._goal = legs.index.get(goal, self._islands + 1)
        ends, cells_near = legs.at_ends(start, goal)
        self._arcs = Moves(*(np.concatenate(both) for both in zip(legs.arcs, ends, strict=True)))
        self._known = np.append(legs.known, np.zeros(len(ends.costs), np.bool_))
        self._cells_near = [*legs.cells_near, *cells_near]
        self._spent = {self._islands: 0, self._islands + 1: 0}  # as legs.spent, of start and goal
        self._searched: dict[tuple[Cell, Cell], Path] = {}
        self.expanded = 0

    def connected(self) -> bool:
        """Whether there is a path that passes no island."""
        direct = (self._arcs.sources == self._start) & (self._arcs.targets == self._goal)
        return self._cells[-2] == self._cells[-1] or bool(direct.any())

    def route(self, most: int) -> list[Cell] | None:
        """The ends of the legs of a cheapest route over up to ``most`` islands, if there is one."""
        while legs := cheapest_route(self._arcs, self._start, self._goal, most):
            unknown = [leg for leg in legs if not self._known[leg]]
            if not unknown:
                break
            for leg in unknown:
                if not self._known[leg]:  # by a flood for the one before
                    self._measure(leg)
        self._legs.learn(self._arcs.costs, self._known)
        if not legs:
            return None
        return [self._cells[node] for node in (self._start, *self._arcs.targets[legs].tolist())]

    def _measure(self, leg: int) -> None:
        """Replace the bound on a leg by its cost; after some searches, all bounds at one end."""
        sources, targets, _ = self._arcs
        a, b = int(sources[leg]), int(targets[leg])
        if a < self._islands <= b:
            end, those = b, (targets == b) & (sources < self._islands)
        else:
            end, those = a, (sources == a) & (targets < self._islands)
        spent = self._legs.spent if end < self._islands else self._spent
        if spent[end] < _SEARCHES * self._cells_near[end] or not those[leg]:
            path = self.leg(self._cells[a], self._cells[b])
            spent[end] += path.stats.expanded
            self._set(leg, path.cost)
        else:
            flood = self._legs.costs_to if end == b else self._legs.costs_from
            costs, expanded = flood(self._cells[end])
            self.expanded += expanded
            self._set(those, costs[(sources if end == b else targets)[those]])

    def _set(self, which: int | npt.NDArray[np.bool_], costs: float | Costs) -> None:
        self._arcs.costs[which] = costs
        self._known[which] = True

    def leg(self, a: Cell, b: Cell) -> Path:
        """The search of a leg, made once."""
        if (a, b) not in self._searched:
            self._searched[a, b] = path = self._legs.search(a, b)
            self.expanded += path.stats.expanded
        return self._searched[a, b]


def cheapest_route(arcs: Moves, start: int, goal: int, most: int) -> list[int]:
    """The legs of a cheapest route over up to ``most`` islands, by number; none without a route.

    Each round adds a leg, until nothing improves (R. Bellman, On a routing problem, 1958).
    """
    costs = np.full(max(int(arcs.targets.max(initial=0)), start, goal) + 1, inf)
    costs[start] = 0
    rounds = [costs]
    while len(rounds) <= most + 1:
        before = rounds[-1]
        after = before.copy()
        np.minimum.at(after, arcs.targets, before[arcs.sources] + arcs.costs)
        if np.array_equal(before, after):
            break
        rounds.append(after)
    route: list[int] = []
    node = goal
    for before, after in zip(rounds[-2::-1], rounds[:0:-1], strict=True):
        if after[node] < before[node]:
            into = np.flatnonzero(arcs.targets == node)
            leg = int(into[(before[arcs.sources[into]] + arcs.costs[into]).argmin()])
            route.append(leg)
            node = int(arcs.sources[leg])
    return route[::-1]
