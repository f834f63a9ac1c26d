"""LPA*: a search between fixed ends that is repaired where costs change.

Each node has two costs from the start: g, and rhs, which follows from the g of the nodes before it.
Where they differ the node is on the open list. If g > rhs (overconsistent) a cheaper path has been
found; if g < rhs (underconsistent) the path has become more expensive.

S. Koenig, M. Likhachev and D. Furcy, Lifelong Planning A*, 2004.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from math import inf

from asterion.textbook.basics import Heuristic, Node, Planner, TwoWayWorld
from asterion.textbook.moves import Moves
from asterion.textbook.open_list import OpenList, lowered


class LPAStar(Planner):
    """A path from ``start`` to ``goal``, which stay where they are. The heuristic is consistent."""

    def __init__(
        self, world: TwoWayWorld, start: Node, goal: Node, *, heuristic: Heuristic | None = None
    ) -> None:
        self.start, self.goal = start, goal
        self.estimate = lowered(heuristic)
        self.moves = Moves(world)
        self.open = OpenList()
        self.g: dict[Node, float] = {}  # inf where there is no entry
        self.rhs = {start: 0.0}
        self.open.put(start, self.key(start))

    def steps(self, changed: Iterable[Node] = ()) -> Generator[Node, None, list[Node]]:
        """Yield the nodes in the order in which they are expanded; return the path."""
        for node in self.moves.around(changed):
            self.update(node)
        while self.open and not self.is_done():
            node, _ = self.open.pop()
            if self.g.get(node, inf) > self.rhs[node]:
                self.g[node] = self.rhs[node]
            else:
                self.g[node] = inf
                self.update(node)
            for beside in self.moves.out_of(node):
                self.update(beside)
            yield node
        if self.g.get(self.goal, inf) == inf:
            return []
        path = [self.goal]  # backward: always to the node over which the cost is least
        while path[-1] != self.start:
            before = self.moves.into(path[-1])
            path.append(min(before, key=lambda node: self.g.get(node, inf) + before[node]))
        return path[::-1]

    def is_done(self) -> bool:
        """Whether no node on the open list can change the path."""
        consistent = self.g.get(self.goal, inf) == self.rhs.get(self.goal, inf)
        return consistent and self.open.first()[1] >= self.key(self.goal)

    def key(self, node: Node) -> tuple[float, float]:
        """Return the smallest cost of a path over the node, and the smallest cost to the node."""
        cost = min(self.g.get(node, inf), self.rhs.get(node, inf))
        return cost + self.estimate(node, self.goal), cost

    def update(self, node: Node) -> None:
        """Compute rhs again, and put the node on the open list if it is not consistent."""
        if node != self.start:
            costs = [self.g.get(each, inf) + cost for each, cost in self.moves.into(node).items()]
            self.rhs[node] = min(costs, default=inf)
        self.open.remove(node)
        if self.g.get(node, inf) != self.rhs[node]:
            self.open.put(node, self.key(node))
