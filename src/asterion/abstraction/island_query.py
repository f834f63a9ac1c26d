"""One query of an island map: which islands to pass, proved with as few searches as possible."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from asterion.abstraction.island_legs import Legs, Moves
from asterion.search.path import Path
from asterion.world.grid import Cell

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    Costs = npt.NDArray[np.float64]

_SEARCHES = 2  # of legs at one end; then one flood measures all of them
_ROUNDING = 1e-10  # sums of the same costs in another order differ by less


class End:
    """The legs between islands and one end of the query: first bounds, then searched costs."""

    def __init__(self, legs: Legs, cell: Cell, bounds: Costs, *, start: bool) -> None:
        self.cell = cell
        self.costs = np.full(len(bounds), inf)
        self.known = np.ones(len(bounds), np.bool_)
        self.searches = 0
        self.flood = legs.costs_from if start else legs.costs_to
        if cell in legs.index:
            others, costs = legs.arcs_at(cell, leaving=start)
            self.costs[others] = costs
        elif around := legs.around(cell):
            self.costs[around] = bounds[around]
            self.known[around] = False


class Query:
    """The lazy search of a route.

    The cheapest route by bounds is chosen, the bounds on it are replaced by costs, and so on until
    a cheapest route has none left: then no other can be cheaper.
    """

    def __init__(
        self, legs: Legs, start: Cell, goal: Cell, bounds: Callable[[Cell], Costs]
    ) -> None:
        self._legs = legs
        self._islands = [*legs.index]
        self._start = End(legs, start, bounds(start), start=True)
        self._goal = End(legs, goal, bounds(goal), start=False)
        self._searched: dict[tuple[Cell, Cell], Path] = {}
        self.expanded = 0

    def connected(self) -> bool:
        """Whether there is a path that passes no island."""
        legs, start, goal = self._legs, self._start.cell, self._goal.cell
        if start == goal:
            return True
        if start in legs.index:
            if goal in legs.index:
                return legs.index[goal] in legs.arcs_at(start, leaving=True)[0]
            return legs.index[start] in legs.around(goal)
        if goal in legs.index:
            return legs.index[goal] in legs.around(start)
        return legs.basin(start) == legs.basin(goal)

    def route(self, most: int) -> list[int] | None:
        """The islands of a cheapest route over up to ``most``; None if there is no route."""
        start, goal = self._start, self._goal
        # No bound on a route is lower than the bound without islands, so that comes first.
        direct = inf
        if self.connected():
            direct = self.leg(start.cell, goal.cell).cost
        while True:
            cost, route = cheapest_route(start.costs, goal.costs, self._legs.arcs, most)
            if direct <= cost * (1 + _ROUNDING):
                return [] if direct < inf else None
            if start.known[route[0]] and goal.known[route[-1]]:
                return route
            self._measure(start, route[0], most, direct)
            self._measure(goal, route[-1], most, direct)

    def _measure(self, end: End, island: int, most: int, direct: float) -> None:
        """Replace the bound on a leg by its cost; after some searches, the bounds on all."""
        if end.known[island]:
            return
        if end.searches < _SEARCHES:
            end.searches += 1
            ends = (end.cell, self._islands[island])
            leg = self.leg(*(ends if end is self._start else ends[::-1]))
            end.costs[island], end.known[island] = leg.cost, True
            return
        # A leg that costs more than a known whole path is useless.
        first, last = (np.where(each.known, each.costs, inf) for each in (self._start, self._goal))
        known, _ = cheapest_route(first, last, self._legs.arcs, most)
        costs, expanded = end.flood(end.cell, min(known, direct))
        self.expanded += expanded
        end.costs = np.where(end.known, end.costs, costs)
        end.known[:] = True

    def leg(self, a: Cell, b: Cell) -> Path:
        """The search of a leg, made once."""
        if (a, b) not in self._searched:
            self._searched[a, b] = path = self._legs.search(a, b)
            self.expanded += path.stats.expanded
        return self._searched[a, b]


def cheapest_route(first: Costs, last: Costs, arcs: Moves, most: int) -> tuple[float, list[int]]:
    """A cheapest route over 1 to ``most`` islands and its cost; inf and none if there is none.

    ``first`` and ``last`` are the costs of the first and the last leg for each island. Each round
    adds an island, until nothing improves (R. Bellman, On a routing problem, 1958).
    """
    if not len(first) or most == 0:
        return inf, []
    rounds = [first]
    while len(rounds) < most:
        before = rounds[-1]
        after = before.copy()
        np.minimum.at(after, arcs.targets, before[arcs.sources] + arcs.costs)
        if np.array_equal(before, after):
            break
        rounds.append(after)
    ends = rounds[-1] + last
    island = int(ends.argmin())
    if ends[island] == inf:
        return inf, []
    cost, route = float(ends[island]), [island]
    for i in range(len(rounds) - 1, 0, -1):
        before, after = rounds[i - 1], rounds[i]
        if after[island] < before[island]:
            sums = np.where(arcs.targets == island, before[arcs.sources] + arcs.costs, inf)
            island = int(arcs.sources[sums.argmin()])
            route.append(island)
    return cost, route[::-1]
