"""Iterative deepening A*: rounds of depth-first search, each with a larger bound on f.

Guarantee   a cheapest plan if the heuristic never overestimates
Complexity  memory of the plan's length alone; time may be exponential, for nothing is remembered
            but the states of the plan that is being tried
Bounds      h(start) first, then each time the smallest f that was above the last one
Source      R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Any

from asterion.decide.nodes import END, GOAL, PLACE, Node, Tally

from asterion.decide.nodes import DEPTH, G, H, KIND, STATE  # isort: skip - one idea, one line
from asterion.decide.problem import Space, check_hashable


class Ida:
    """One search, a number of expansions at a time."""

    def __init__(self, space: Space[Any, Any, Any], *, max_depth: int | None = None) -> None:
        self.space = space
        self.tally = Tally()
        self.current: Node | None = None
        self.goal: Node | None = None
        self.cut = False
        self._max_depth = inf if max_depth is None else max_depth
        self._root = root = self._node(None, None, space.start, space.zero)
        self._nearest = root
        self.thresholds = [root[H]]
        self._above: Any = None  # the smallest f beyond the bound, in this round
        self._path: dict[Any, Node] = {}
        self._untried: list[list[Node]] = [[root]]  # for each depth, those to try, last first

    def _node(self, parent: Node | None, action: Any, state: Any, g: Any) -> Node:
        space, h = self.space, self.space.zero
        if space.heuristic is not None:
            h = space.checked_estimate(space.heuristic(state), state)
        kind = GOAL if space.is_goal(state) else PLACE
        depth = 0 if parent is None else parent[DEPTH] + 1
        return [state, parent, action, g, h, True, depth, kind]

    def advance(self, most: float, deadline: float) -> str:
        """Up to so many expansions, at least one, until a moment; returns the status."""
        left = most
        while True:
            while self._untried:
                layer = self._untried[-1]
                if not layer:  # all tried: back by one
                    self._untried.pop()
                    if self._untried:
                        del self._path[self._untried[-1].pop()[STATE]]
                    continue
                node = layer[-1]
                if self._is_beyond(node[G] + node[H]):
                    layer.pop()
                    continue
                if self._ends(node):
                    return "found"
                if left <= 0:
                    return "running"
                if node[DEPTH] >= self._max_depth:
                    self.cut = (
                        self.cut or next(self.space.successors(node[STATE]), None) is not None
                    )
                    layer.pop()
                    continue
                self.current = node
                children = self._children(node)
                self._path[node[STATE]] = node
                self._untried.append(children)
                self._count(len(children))
                left -= 1
                if deadline != inf and perf_counter() >= deadline:
                    return "running"
            if self._above is None:
                return "stopped" if self.cut else "unreachable"
            self.thresholds.append(self._above)
            self._above = None
            self._untried = [[self._root]]

    def _is_beyond(self, f: Any) -> bool:
        """Whether to leave this for a later round."""
        if not self.thresholds[-1] < f:
            return False
        if (self._above is None or f < self._above) and not (self.space.plain and f == inf):
            self._above = f
        return True

    def _ends(self, node: Node) -> bool:
        """Whether the plan ends here, within the bound."""
        if node[KIND] != GOAL:
            return False
        if self.space.end_cost is not None:
            ending = self.space.cost_of_ending(node[STATE])
            if ending is None:
                return False
            total, zero = node[G] + ending, self.space.zero
            node = [node[STATE], node, None, total, zero, True, node[DEPTH], END]
            if self.goal is None or total < self.goal[G]:
                self.goal = node
            return not self._is_beyond(total)
        self.goal = node
        return True

    def _children(self, node: Node) -> list[Node]:
        """In reverse, so that the first is tried first. No plan needs a state twice."""
        children = []
        for action, result, step in self.space.successors(node[STATE]):
            check_hashable(result, "a state")
            self.tally.generated += 1
            if result not in self._path and result != node[STATE]:
                child = self._node(node, action, result, node[G] + step)
                if child[H] < self._nearest[H]:
                    self._nearest = child
                children.append(child)
        return children[::-1]

    def _count(self, children: int) -> None:
        tally = self.tally
        tally.expanded += 1
        waiting = sum(map(len, self._untried)) - len(self._path)
        tally.open_sum += waiting
        tally.peak_open = max(tally.peak_open, waiting)
        self._made = getattr(self, "_made", 1) + children

    @property
    def pushes(self) -> int:
        """Nodes made, in all rounds."""
        return getattr(self, "_made", 1)

    @property
    def best(self) -> Node | None:
        """The plan; else the node with the smallest estimate of all that were tried."""
        return self.goal or self._nearest

    def waiting(self) -> list[Node]:
        """What this round has still to try, next first."""
        return [
            node for layer in reversed(self._untried) for node in reversed(layer)
            if node[STATE] not in self._path
        ]  # fmt: skip

    def reached(self) -> dict[Any, Node]:
        """The states of the plan that is being tried: no others are kept."""
        return self._path
