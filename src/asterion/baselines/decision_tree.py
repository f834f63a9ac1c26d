"""A decision tree: yes-or-no questions at its inner nodes, actions at its leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from asterion.errors import InvalidType, short_repr


class Branch(NamedTuple):
    """A question, and the branch or action that each answer leads to."""

    question: Callable[[Any], object]
    yes: Any
    no: Any


class DecisionTree:
    """A decision maker that follows answers from the root to a leaf. O(depth).

    >>> from asterion.baselines import Branch, DecisionTree
    >>> guard = DecisionTree(
    ...     Branch(lambda state: state["sees_enemy"],
    ...            yes=Branch(lambda state: state["health"] < 3, yes="flee", no="attack"),
    ...            no="patrol"))
    >>> guard.decide({"sees_enemy": True, "health": 2})
    'flee'
    """

    def __init__(self, root: Any) -> None:
        self.root = root
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Branch):
                if not callable(node.question):
                    raise InvalidType(
                        f"question is {short_repr(node.question)}; it must be a callable"
                    )
                waiting += [node.yes, node.no]

    def decide(self, state: Any) -> Any:
        """Return the action at the leaf that the answers lead to."""
        node = self.root
        while isinstance(node, Branch):
            node = node.yes if node.question(state) else node.no
        return node
