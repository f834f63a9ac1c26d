"""D* Lite: LPA* from the goal to an agent that walks.

Each node has a cost to the goal, g, and another that follows from the g of the nodes after it, rhs;
where they differ it is on the open list. As the agent moves, estimates fall by up to the estimate
of its way. Instead km grows by that in new keys; an old key is corrected when it comes to the top.

S. Koenig and M. Likhachev, D* Lite, 2002: the optimised version.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from math import inf

from asterion.textbook.basics import Heuristic, Node, Planner, TwoWayWorld
from asterion.textbook.moves import Moves
from asterion.textbook.open_list import OpenList, lowered


class DStarLite(Planner):
    """A path from ``start``, which may be set, to ``goal``. The heuristic is consistent."""

    def __init__(
        self, world: TwoWayWorld, start: Node, goal: Node, *, heuristic: Heuristic | None = None
    ) -> None:
        self.start, self.goal = start, goal
        self.estimate = lowered(heuristic)
        self.moves = Moves(world)
        self.open = OpenList()
        self.km, self.last = 0.0, start
        self.g: dict[Node, float] = {}  # inf where there is no entry
        self.rhs = {goal: 0.0}
        self.open.put(goal, self.key(goal))

    def steps(self, changed: Iterable[Node] = ()) -> Generator[Node, None, list[Node]]:
        """Yield the nodes in the order in which they are expanded; return the path."""
        self.km, self.last = self.km + self.estimate(self.last, self.start), self.start
        for node in self.moves.around(changed):
            self.update(node)
        while self.open and not self.is_done():
            node, old = self.open.pop()
            if old < (key := self.key(node)):
                self.open.put(node, key)
                continue
            if self.g.get(node, inf) > self.rhs[node]:
                self.g[node] = self.rhs[node]
            else:
                self.g[node] = inf
                self.update(node)
            for beside in self.moves.into(node):
                self.update(beside)
            yield node
        if self.g.get(self.start, inf) == inf:
            return []
        path = [self.start]  # always to the node over which the cost is least
        while path[-1] != self.goal:
            onward = self.moves.out_of(path[-1])
            path.append(min(onward, key=lambda node: self.g.get(node, inf) + onward[node]))
        return path

    def is_done(self) -> bool:
        """Whether no node on the open list can change the path."""
        consistent = self.g.get(self.start, inf) == self.rhs.get(self.start, inf)
        return consistent and self.open.first()[1] >= self.key(self.start)

    def key(self, node: Node) -> tuple[float, float]:
        """Return the smallest cost of a path over the node, and the smallest cost from it."""
        cost = min(self.g.get(node, inf), self.rhs.get(node, inf))
        return cost + self.estimate(self.start, node) + self.km, cost

    def update(self, node: Node) -> None:
        """Compute rhs again, and put the node on the open list if it is not consistent."""
        if node != self.goal:
            costs = [self.g.get(each, inf) + cost for each, cost in self.moves.out_of(node).items()]
            self.rhs[node] = min(costs, default=inf)
        self.open.remove(node)
        if self.g.get(node, inf) != self.rhs[node]:
            self.open.put(node, self.key(node))
