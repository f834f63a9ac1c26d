"""Adaptive A*: repeated A* whose estimates learn from each search.

After a search, the cost of the path less g is an estimate for each closed node: at least as high as
the old one, and consistent. Where costs have fallen since, estimates are lowered until they are
consistent again, as in Generalized Adaptive A*.

S. Koenig and M. Likhachev, Adaptive A*, 2005. X. Sun, S. Koenig and W. Yeoh, Generalized Adaptive
A*, 2008.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any

from asterion.textbook.basics import Heuristic, Node, Planner, TwoWayWorld, path_to, zero


class Adaptive(Planner):
    """A path from ``start``, which may be set, to ``goal``. The heuristic is consistent."""

    def __init__(
        self, world: TwoWayWorld, start: Node, goal: Node, *, heuristic: Heuristic | None = None
    ) -> None:
        self.world, self.start, self.goal = world, start, goal
        self.estimate = heuristic or zero
        self.learned: dict[Node, float] = {}

    def h(self, node: Node) -> float:
        """Return the estimate of the cost from a node to the goal."""
        return self.learned.get(node, self.estimate(node, self.goal))

    def steps(self, changed: Iterable[Node] = ()) -> Generator[Node, None, list[Node]]:
        """Yield the nodes in the order in which they are expanded; return the path."""
        self.lower(changed)
        parent, g = {self.start: self.start}, {self.start: 0.0}
        closed = []
        arrival = count()
        queue = [(self.h(self.start), next(arrival), 0.0, self.start)]
        cost, path = inf, []
        while queue and queue[0][0] < inf:
            _, _, so_far, node = heappop(queue)
            if so_far > g[node]:
                continue
            if node == self.goal:
                cost, path = so_far, path_to(node, self.start, parent)
                break
            closed.append(node)
            for beside, move in self.world.neighbours(node):
                if so_far + move < g.get(beside, inf):
                    parent[beside], g[beside] = node, so_far + move
                    f = g[beside] + self.h(beside)
                    heappush(queue, (f, next(arrival), g[beside], beside))
            yield node
        self.learned |= {node: cost - g[node] for node in closed}
        return path

    def lower(self, changed: Iterable[Node]) -> None:
        """Lower the estimates that a move of these nodes contradicts, and those before them."""
        arrival = count()
        queue: list[tuple[float, int, Node]] = []
        for node in changed:
            for source in [node, *(each for each, _ in self.world.predecessors(node))]:
                for beside, move in self.world.neighbours(source):
                    self.reach(source, move + self.h(beside), queue, arrival)
        while queue:
            least, _, node = heappop(queue)
            if least == self.h(node):
                for before, move in self.world.predecessors(node):
                    self.reach(before, move + least, queue, arrival)

    def reach(self, node: Node, h: float, queue: list[Any], arrival: Iterator[int]) -> None:
        """Lower the estimate of a node to h, if it is higher."""
        if h < self.h(node):
            self.learned[node] = h
            heappush(queue, (h, next(arrival), node))
