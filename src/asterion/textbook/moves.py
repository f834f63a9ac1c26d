"""The moves of a world that changes, for searches that are repaired."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from asterion.textbook.basics import Node, TwoWayWorld


class Moves:
    """The moves of a world, with a memory of the nodes that they have joined.

    A node that has become a wall has no moves any more. Those that it had must be known, for the
    costs of its former neighbours have risen.
    """

    def __init__(self, world: TwoWayWorld) -> None:
        self._world = world
        self._joined: dict[Node, dict[Node, None]] = {}  # a dict is a set that keeps its order

    def out_of(self, node: Node) -> dict[Node, float]:
        """Return the cost of the cheapest move to each node that one move leads to."""
        return self._noted(node, self._world.neighbours(node))

    def into(self, node: Node) -> dict[Node, float]:
        """Return the cost of the cheapest move from each node from which one move leads here."""
        return self._noted(node, self._world.predecessors(node))

    def joined(self, node: Node) -> list[Node]:
        """Return the nodes to which a move from or to this one has been known."""
        return [*self._joined.get(node, ())]

    def around(self, changed: Iterable[Node]) -> list[Node]:
        """Return the ends of all moves that a change of these nodes can open, close or price."""
        ends: dict[Node, None] = {}
        for node in changed:
            self.out_of(node)
            self.into(node)
            ends |= dict.fromkeys([node, *self.joined(node)])
        return [*ends]

    def _noted(self, node: Node, moves: Iterable[tuple[Node, float]]) -> dict[Node, float]:
        cheapest: dict[Node, float] = {}
        for beside, cost in moves:
            if cost <= 0:
                raise ValueError(
                    f"a move between {node} and {beside} costs {cost}; a search that is repaired "
                    "needs costs above 0"
                )
            cheapest[beside] = min(cost, cheapest.get(beside, inf))
            self._joined.setdefault(node, {})[beside] = None
            self._joined.setdefault(beside, {})[node] = None
        return cheapest
