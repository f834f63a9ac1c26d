"""A decision tree: questions with yes and no, and actions at the ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from asterion.errors import InvalidType, shown


class Branch(NamedTuple):
    """A question, and where each answer leads: to another branch, or to an action."""

    question: Callable[[Any], object]
    yes: Any
    no: Any


class DecisionTree:
    """Decides by asking its way down from the root. O(depth).

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
                    raise InvalidType(f"a branch asks {shown(node.question)}, not a callable")
                waiting += [node.yes, node.no]

    def decide(self, state: Any) -> Any:
        """The action at the end of the answers."""
        node = self.root
        while isinstance(node, Branch):
            node = node.yes if node.question(state) else node.no
        return node
