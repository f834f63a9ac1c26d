"""Repeated A*: search again from where the agent is, whenever something has changed.

The plain alternative to repairing a search.

P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination of minimum
cost paths, 1968.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from asterion.textbook.astar import steps as astar_steps
from asterion.textbook.basics import Heuristic, Node, Planner, World


class Repeated(Planner):
    """A path from ``start``, which may be set, to ``goal``."""

    def __init__(
        self, world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None
    ) -> None:
        self.world, self.start, self.goal = world, start, goal
        self.heuristic = heuristic
        self.path: list[Node] = []

    def steps(self, changed: Iterable[Node] = ()) -> Generator[Node, None, list[Node]]:
        """Yield the nodes in the order in which they are expanded; return the path."""
        if [*changed] or self.start not in self.path:
            self.path = []
            search = astar_steps(self.world, self.start, self.goal, heuristic=self.heuristic)
            self.path, _ = yield from search
        else:
            self.path = self.path[self.path.index(self.start) :]
        return self.path
