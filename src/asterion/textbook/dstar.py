"""D*: a tree of cheapest paths to the goal, repaired where costs change.

h is the cost of a node's path along the back pointers, k the smallest h since the node was last put
on the open list. A node with k < h is raised: it looks for another way, and passes the rise on. One
with k = h is lowered: it offers its way to its neighbours.

A. Stentz, Optimal and efficient path planning for partially-known environments, 1994.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from math import inf
from typing import Any

from asterion.textbook.basics import Node, Planner, TwoWayWorld
from asterion.textbook.moves import Moves
from asterion.textbook.open_list import OpenList


class DStar(Planner):
    """A path from ``start``, which may be set, to ``goal``."""

    def __init__(self, world: TwoWayWorld, start: Node, goal: Node) -> None:
        self.start, self.goal = start, goal
        self.moves, self.open = Moves(world), OpenList()
        self.h: dict[Node, float] = {}  # new nodes have none; closed ones, and are not on open
        self.k: dict[Node, float] = {}
        self.back: dict[Node, Node] = {}
        self.insert(goal, 0.0)

    def steps(self, changed: Iterable[Node] = ()) -> Generator[Node, None, list[Node]]:
        """Yield the nodes in the order in which they are expanded; return the path."""
        for node in self.moves.around(changed):  # both ends of each changed move
            if node in self.h and node not in self.open:
                self.insert(node, self.h[node])
        while self.open and not self.is_done():
            node, _ = self.open.pop()
            self.expand(node, self.k[node])
            yield node
        path = [self.start] if self.h.get(self.start, inf) < inf else []
        while path and path[-1] != self.goal:
            path.append(self.back[path[-1]])
        return path

    def is_done(self) -> bool:
        """Whether no node on the open list can change the path."""
        return bool(self.open.first()[1] > self.h.get(self.start, inf))

    def key(self, node: Node, cost: float) -> Any:  # noqa: ARG002 - Focussed D* needs it
        """Return the place of a node with this k in the order of expansion."""
        return cost

    def insert(self, node: Node, h: float) -> None:
        """Give a node another h, and put it on the open list."""
        before = self.k if node in self.open else self.h
        self.h[node], self.k[node] = h, min(before.get(node, h), h)
        self.open.put(node, self.key(node, self.k[node]))

    def expand(self, x: Node, k: float) -> None:
        """Expand a node: PROCESS-STATE in the paper. A move that does not exist costs inf."""
        h, back, top = self.h, self.back, self.key(x, k)
        to, into = self.moves.out_of(x), self.moves.into(x)
        if k < h[x]:
            for y, cost in to.items():
                if y in h and self.key(y, h[y]) <= top and h[x] > h[y] + cost:
                    back[x], h[x] = y, h[y] + cost
        for y in self.moves.joined(x):
            offer = h[x] + into.get(y, inf)
            if back.get(y) == x or y not in h or k == h[x]:
                if h.get(y, inf) > offer or (back.get(y) == x and h[y] != offer):
                    back[y] = x
                    self.insert(y, offer)
            elif h[y] > offer and x not in self.open:
                self.insert(x, h[x])  # to make the offer once x is lowered
            elif h[x] > h[y] + to.get(y, inf) and y not in self.open and self.key(y, h[y]) > top:
                self.insert(y, h[y])  # to get its offer in time
