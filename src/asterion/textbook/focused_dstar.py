"""Focussed D*: D* that repairs first what is near the agent.

Nodes are ordered by f = k + the estimate of the cost from the agent. As the agent moves, estimates
fall by up to the estimate of its way. Instead a bias grows by that in new keys; an old key is
corrected when it comes to the top.

A. Stentz, The focussed D* algorithm for real-time replanning, 1995.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from math import inf

from asterion.textbook.basics import Heuristic, Node, TwoWayWorld
from asterion.textbook.dstar import DStar
from asterion.textbook.open_list import lowered

EPSILON = 1e-9  # so that a key comes to the top no later than its correction


class FocusedDStar(DStar):
    """A path from ``start``, which may be set, to ``goal``. The heuristic is consistent."""

    def __init__(
        self, world: TwoWayWorld, start: Node, goal: Node, *, heuristic: Heuristic | None = None
    ) -> None:
        self.estimate = lowered(heuristic)
        self.agent, self.bias = start, 0.0
        super().__init__(world, start, goal)

    def steps(self, changed: Iterable[Node] = ()) -> Generator[Node, None, list[Node]]:
        """Yield the nodes in the order in which they are expanded; return the path."""
        if self.start != self.agent:
            self.bias += self.estimate(self.agent, self.start) + EPSILON
            self.agent = self.start
        return (yield from super().steps(changed))

    def key(self, node: Node, cost: float) -> tuple[float, float, float]:
        """Return the biased f, f, and k: the place in the order of expansion."""
        f = cost + self.estimate(self.agent, node)
        return f + self.bias, f, cost

    def is_done(self) -> bool:
        """Whether no node on the open list can change the path."""
        node, old = self.open.first()
        while old < (key := self.key(node, self.k[node])):
            self.open.put(node, key)
            node, old = self.open.first()
        return bool(old[1] > self.h.get(self.start, inf))
