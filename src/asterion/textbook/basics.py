"""The shared parts of all searches of this package: the world they take, and their runner."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable
from typing import Any, Protocol, TypeVar

Node = Any  # anything that can be hashed: a cell (row, column), a name
Heuristic = Callable[[Node, Node], float]  # the estimated cost from one node to another
Result = tuple[list[Node], float]  # a path and its cost; ([], inf) if there is none
Steps = Generator[Node, None, Result]  # a search: it yields the nodes that it expands
T = TypeVar("T")


class World(Protocol):
    """The world of a search."""

    def neighbours(self, node: Any, /) -> Iterable[tuple[Node, float]]:
        """Return the nodes to which one move leads, each with the cost of the move."""


class TwoWayWorld(World, Protocol):
    """The world of a search that also goes backward."""

    def predecessors(self, node: Any, /) -> Iterable[tuple[Node, float]]:
        """Return the nodes from which one move leads here, each with the cost of the move."""


def zero(_node: Node, _goal: Node) -> float:
    """The estimate without a heuristic."""
    return 0.0


def finished(steps: Generator[Node, None, T]) -> T:
    """Run a search to its end; return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


class Planner:
    """A path that is kept up to date while the world changes."""

    start: Node  # where the agent is: set it as the agent moves
    goal: Node

    def plan(self, changed: Iterable[Any] = ()) -> list[Node]:
        """Return a cheapest path, or []; ``changed`` are the nodes edited since the last plan.

        They may be the rows of an array, such as ``grid.changes(version)``.
        """
        nodes = [node if isinstance(node, Hashable) else tuple(node) for node in changed]
        return finished(self.steps(nodes))

    def steps(self, changed: Iterable[Node] = ()) -> Generator[Node, None, list[Node]]:
        """Yield the nodes in the order in which they are expanded; return the path."""
        raise NotImplementedError


def path_to(node: Node, start: Node, parent: dict[Node, Node]) -> list[Node]:
    """Follow the parents back from a node to the start; return the path in walking order."""
    path = [node]
    while node != start:
        node = parent[node]
        path.append(node)
    return path[::-1]
