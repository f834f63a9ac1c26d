"""Beam search: breadth-first, keeping only the best few states of each depth.

Guarantee   none: states that lead to the goal may be dropped. A wider beam drops fewer.
Complexity  O(width x actions) time per depth; memory for all states that were kept
Source      B. T. Lowerre, The Harpy speech recognition system, 1976
"""

from __future__ import annotations

from heapq import nsmallest
from math import inf
from time import perf_counter
from typing import Any

from asterion.decide.nodes import DEPTH, STATE, G, H, Node, Order, Tally, end_of, made_node
from asterion.decide.problem import Space, check_hashable


class Beam:
    """One search, a number of expansions at a time."""

    def __init__(
        self, space: Space[Any, Any, Any], *, width: int, max_depth: int | None = None
    ) -> None:
        self.space = space
        self.tally = Tally()
        self.current: Node | None = None
        self.goal: Node | None = None
        self.cut = False
        self._width = width
        self._max_depth = inf if max_depth is None else max_depth
        root = self._nearest = made_node(space, None, None, space.start, space.zero)
        self.nodes: dict[Any, Node] = {space.start: root}
        self._layer: list[Node] = [root]  # the best one last
        self._next: dict[Any, Node] = {}
        self._note_goal(root)
        self._reached_a_goal = self.goal is not None

    def advance(self, most: float, deadline: float) -> str:
        """Expand up to ``most`` nodes, at least one, until the deadline; return the status."""
        last = self.tally.expanded + most
        while self._layer:
            # With an end cost, a later end may be cheaper.
            if self._reached_a_goal and self.space.end_cost is None:
                return "found"
            if self.tally.expanded >= last:
                return "running"
            self._expand(self._layer[-1])
            self._layer.pop()
            if not self._layer:
                self._narrow()
            if deadline != inf and perf_counter() >= deadline:
                return "running"
        if self.goal is not None:
            return "found"
        return "stopped" if self.cut else "unreachable"

    def _expand(self, node: Node) -> None:
        self.current = node
        routes, moves = [], 0
        for action, result, step in self.space.successors(node[STATE]):
            if node[DEPTH] >= self._max_depth:
                self.cut = True
                break
            check_hashable(result, "a state")
            moves += 1
            total = node[G] + step
            known = self._next.get(result) or self.nodes.get(result)
            if known is None or total < known[G]:
                routes.append(made_node(self.space, node, action, result, step))
        for new in routes:
            known = self._next.get(new[STATE])
            if known is None or new[G] < known[G]:
                self._next[new[STATE]] = new
                self._note_goal(new)
        tally = self.tally
        tally.moves += moves
        tally.expanded += 1
        tally.pops += 1
        waiting = len(self._layer) + len(self._next) - 1
        tally.open_sum += waiting
        tally.peak_open = max(tally.peak_open, waiting)

    def _note_goal(self, node: Node) -> None:
        end = end_of(self.space, node)
        if end is not None and (self.goal is None or end[G] < self.goal[G]):
            self.goal = end

    def _narrow(self) -> None:
        """Keep the best states of the next depth: smallest f, then h, then first in."""
        goal = self.goal
        found = [
            (node[G] + node[H], node[H], i, node)
            for i, node in enumerate(self._next.values())
            if goal is None or node[G] < goal[G]  # the others cannot lead to a cheaper goal
        ]
        if not self.space.plain:
            found = [(Order(f), Order(h), i, node) for f, h, i, node in found]
        self.cut = self.cut or len(found) > self._width
        best = [node for *_, node in nsmallest(self._width, found)]
        for node in best:
            self.tally.reopened += node[STATE] in self.nodes
            self.nodes[node[STATE]] = node
            self._nearest = node if node[H] < self._nearest[H] else self._nearest
        self._layer, self._next = best[::-1], {}
        self._reached_a_goal = goal is not None

    @property
    def pushes(self) -> int:
        """The number of states kept; a state counts again if a cheaper route to it came later."""
        return len(self.nodes) + self.tally.reopened

    @property
    def best(self) -> Node | None:
        """The cheapest goal seen; else the kept node with the smallest estimate."""
        return self.goal or self._nearest

    def waiting(self) -> list[Node]:
        """The rest of this depth, best first, then the next depth as far as it is known."""
        return [*self._layer[::-1], *self._next.values()]

    def reached(self) -> dict[Any, Node]:
        """The states that were kept, with the cheapest route to each."""
        return self.nodes
