"""Iterative deepening A*: rounds of depth-first search, each with a larger bound on f.

Guarantee   a cheapest plan if the heuristic never overestimates
Complexity  memory O(length of the plan x actions of a state); time may be exponential, as only
            the current path is kept
Bounds      h(start) first, then each time the smallest f that was above the last one
Source      R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Any

from asterion.decide.nodes import DEPTH, STATE, G, H, Node, Tally, end_of, made_node
from asterion.decide.problem import Space, check_hashable


class Ida:
    """One search, a number of expansions at a time."""

    def __init__(self, space: Space[Any, Any, Any], *, max_depth: int | None = None) -> None:
        self.space = space
        self.tally = Tally()
        self.current: Node | None = None
        self.goal: Node | None = None
        self.cut = False
        self.pushes = 1  # nodes generated, in all rounds
        self._max_depth = inf if max_depth is None else max_depth
        self._root = self._nearest = made_node(space, None, None, space.start, space.zero)
        self.thresholds = [self._root[H]]
        self._above: Any = None  # the smallest f beyond the bound, in this round
        self._path: dict[Any, Node] = {}
        self._untried: list[list[Node]] = [[self._root]]  # for each depth, the next one last

    def advance(self, most: float, deadline: float) -> str:
        """Expand up to ``most`` nodes, at least one, until the deadline; return the status."""
        last = self.tally.expanded + most
        while True:
            while (node := self._next()) is not None:
                if self._ends(node):
                    return "found"
                if self.tally.expanded >= last:
                    return "running"
                self._expand(node)
                if deadline != inf and perf_counter() >= deadline:
                    return "running"
            if self._above is None:
                return "stopped" if self.cut else "unreachable"
            self.thresholds.append(self._above)
            self._above = None
            self._untried = [[self._root]]

    def _next(self) -> Node | None:
        """The next node within the bound; None at the end of the round."""
        while self._untried:
            layer = self._untried[-1]
            if not layer:  # all tried: backtrack
                self._untried.pop()
                if self._untried:
                    del self._path[self._untried[-1].pop()[STATE]]
            elif self._is_beyond(layer[-1][G] + layer[-1][H]):
                layer.pop()
            else:
                return layer[-1]
        return None

    def _is_beyond(self, f: Any) -> bool:
        """Whether this belongs to a later round."""
        if not self.thresholds[-1] < f:
            return False
        if (self._above is None or f < self._above) and not (self.space.plain and f == inf):
            self._above = f
        return True

    def _ends(self, node: Node) -> bool:
        """Whether the plan ends here, within the bound."""
        end = end_of(self.space, node)
        if end is None:
            return False
        if self.goal is None or end[G] < self.goal[G]:
            self.goal = end
        return not self._is_beyond(end[G] + end[H])

    def _expand(self, node: Node) -> None:
        """Expand a node; its first child will be tried first."""
        self.current = node
        state, children, moves = node[STATE], [], 0
        for action, result, step in self.space.successors(state):
            moves += 1
            if node[DEPTH] >= self._max_depth:
                self.cut = True
                break
            check_hashable(result, "a state")
            if result not in self._path and result != state:  # no plan needs a state twice
                child = made_node(self.space, node, action, result, step)
                self._nearest = child if child[H] < self._nearest[H] else self._nearest
                children.append(child)
        self._path[state] = node
        self._untried.append(children[::-1])
        self.pushes += len(children)
        tally = self.tally
        tally.moves += moves
        tally.expanded += 1
        waiting = sum(map(len, self._untried)) - len(self._path)
        tally.open_sum += waiting
        tally.peak_open = max(tally.peak_open, waiting)

    @property
    def best(self) -> Node | None:
        """The plan; else the node with the smallest estimate so far."""
        return self.goal or self._nearest

    def waiting(self) -> list[Node]:
        """The nodes that this round still has to try, next first."""
        nodes = [node for layer in reversed(self._untried) for node in reversed(layer)]
        return [node for node in nodes if self._path.get(node[STATE]) is not node]

    def reached(self) -> dict[Any, Node]:
        """The states of the current path; no others are kept."""
        return self._path
