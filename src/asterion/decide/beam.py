"""Beam search: all actions at once, step by step, and of each step only the best few states.

Guarantee   none: what would have led to the goal may be dropped. A wider beam drops less.
Complexity  O(width x actions) a step, in time; all states that were kept are remembered
Source      B. T. Lowerre, The Harpy speech recognition system, 1976
"""

from __future__ import annotations

from heapq import nsmallest
from math import inf
from time import perf_counter
from typing import Any

from asterion.decide.nodes import END, GOAL, PLACE, Node, Order, Tally

from asterion.decide.nodes import DEPTH, G, H, STATE, WAITS  # isort: skip - one idea, one line
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
        root = self._node(None, None, space.start, space.zero)
        self.nodes: dict[Any, Node] = {space.start: root}
        self._layer, self._next = [root], dict[Any, Node]()
        self._nearest = root

    def _node(self, parent: Node | None, action: Any, state: Any, g: Any) -> Node:
        space, h = self.space, self.space.zero
        if space.heuristic is not None:
            h = space.checked_estimate(space.heuristic(state), state)
        kind = GOAL if space.is_goal(state) else PLACE
        depth = 0 if parent is None else parent[DEPTH] + 1
        node = [state, parent, action, g, h, True, depth, kind]
        if kind == GOAL:
            self._note_goal(node)
        return node

    def _note_goal(self, node: Node) -> None:
        if self.space.end_cost is not None:
            ending = self.space.cost_of_ending(node[STATE])
            if ending is None:
                return
            total = node[G] + ending
            node = [node[STATE], node, None, total, self.space.zero, True, node[DEPTH], END]
        if self.goal is None or node[G] < self.goal[G]:
            self.goal = node

    def advance(self, most: float, deadline: float) -> str:
        """Up to so many expansions, at least one, until a moment; returns the status."""
        left = most
        while True:
            while self._layer:
                if self.goal is not None and self.space.end_cost is None and not self._next:
                    return "found"
                node = self._layer[0]
                if self.goal is not None and not node[G] < self.goal[G]:
                    self._layer.pop(0)  # whatever comes of it costs as much
                    continue
                if left <= 0:
                    return "running"
                if node[DEPTH] >= self._max_depth:
                    self.cut = True
                    self._layer.pop(0)
                    continue
                self.current = node
                self._expand(node)
                self._layer.pop(0)
                node[WAITS] = False
                left -= 1
                if deadline != inf and perf_counter() >= deadline:
                    return "running"
            if not self._next:
                if self.goal is not None:
                    return "found"
                return "stopped" if self.cut else "unreachable"
            self._narrow()

    def _expand(self, node: Node) -> None:
        for action, result, step in self.space.successors(node[STATE]):
            check_hashable(result, "a state")
            self.tally.generated += 1
            total = node[G] + step
            known = self._next.get(result) or self.nodes.get(result)
            if known is None or total < known[G]:
                self._next[result] = self._node(node, action, result, total)
        tally = self.tally
        tally.expanded += 1
        tally.pops += 1
        waiting = len(self._layer) + len(self._next) - 1
        tally.open_sum += waiting
        tally.peak_open = max(tally.peak_open, waiting)

    def _narrow(self) -> None:
        """The best of all that one more action leads to."""
        number = {id(node): i for i, node in enumerate(self._next.values())}

        def place(node: Node) -> tuple[Any, Any, int]:
            f, h = node[G] + node[H], node[H]
            if not self.space.plain:
                f, h = Order(f), Order(h)
            return f, h, number[id(node)]

        self.cut = self.cut or len(self._next) > self._width
        self._layer = nsmallest(self._width, self._next.values(), key=place)
        for node in self._layer:
            self.tally.reopened += node[STATE] in self.nodes
            self.nodes[node[STATE]] = node
            if node[H] < self._nearest[H]:
                self._nearest = node
        self._next = {}

    @property
    def pushes(self) -> int:
        """States kept, each once, and again where a cheaper route to it came later."""
        return len(self.nodes) + self.tally.reopened

    @property
    def best(self) -> Node | None:
        """The cheapest goal seen; else the node with the smallest estimate of all that were kept."""
        return self.goal or self._nearest

    def waiting(self) -> list[Node]:
        """What is left of this step, best first, then what the next one has so far."""
        return [*self._layer, *self._next.values()]

    def reached(self) -> dict[Any, Node]:
        """The states that were kept, and the cheapest route to each."""
        return self.nodes
