"""An open list whose keys can change, for searches that are repaired."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

from asterion.textbook.basics import Heuristic, Node, zero

Key = Any  # a number, or a tuple of numbers that is compared part by part


def lowered(heuristic: Heuristic | None) -> Heuristic:
    """Return a heuristic that is lower by a millionth; without one, the estimate is 0.

    On a cheapest path f often stays the same. A search that is repaired has to expand the first of
    two such nodes first: so f must rise by more than the rounding of sums.
    """
    return (lambda a, b: (1 - 1e-6) * heuristic(a, b)) if heuristic else zero


class OpenList:
    """Nodes in the order of their keys; of equal keys, the first that came.

    A changed key is another entry on the heap. Old entries are skipped when they come to the top.
    """

    def __init__(self) -> None:
        self.keys: dict[Node, Key] = {}
        self._heap: list[tuple[Key, int, Node]] = []
        self._arrival = count()

    def __bool__(self) -> bool:
        return bool(self.keys)

    def __contains__(self, node: Node) -> bool:
        return node in self.keys

    def put(self, node: Node, key: Key) -> None:
        """Insert a node, or change its key."""
        self.keys[node] = key
        heappush(self._heap, (key, next(self._arrival), node))

    def remove(self, node: Node) -> None:
        """Remove a node, if it is there."""
        self.keys.pop(node, None)

    def first(self) -> tuple[Node, Key]:
        """Return the node with the smallest key, and the key; the list must not be empty."""
        while self.keys.get(self._heap[0][2]) != self._heap[0][0]:
            heappop(self._heap)
        key, _, node = self._heap[0]
        return node, key

    def pop(self) -> tuple[Node, Key]:
        """Remove the node with the smallest key; return both."""
        node, key = self.first()
        del self.keys[node]
        return node, key
