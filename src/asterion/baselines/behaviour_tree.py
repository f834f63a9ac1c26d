"""A behaviour tree: sequences and selectors over conditions and actions, evaluated from the root.

A node gets the state and returns ``True`` (success), ``False`` (failure), or a :class:`Doing` with
the action to do now (running), which ends the evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from asterion.errors import InvalidType, short_repr


class Doing(NamedTuple):
    """The status "running", with the action to do."""

    action: Any


Node = Callable[[Any], "bool | Doing"]


def met(condition: Callable[[Any], object]) -> Node:
    """Return a condition: success if it holds."""
    return lambda state: bool(condition(state))


def do(action: Any, *, until: Callable[[Any], object] | None = None) -> Node:
    """Return an action: running until ``until`` holds; always running without it."""
    return lambda state: True if until is not None and until(state) else Doing(action)


def inverted(node: Node) -> Node:
    """Swap success and failure; running stays running."""

    def evaluate(state: Any) -> bool | Doing:
        answer = node(state)
        return answer if isinstance(answer, Doing) else not answer

    return evaluate


def sequence(*nodes: Node) -> Node:
    """Evaluate nodes in order until one does not succeed."""
    return _until(False, nodes)


def selector(*nodes: Node) -> Node:
    """Evaluate nodes in order until one does not fail."""
    return _until(True, nodes)


def _until(decisive: bool, nodes: tuple[Node, ...]) -> Node:
    for node in nodes:
        if not callable(node):
            raise InvalidType(
                f"a node is {short_repr(node)}; it must be a callable, such as do(...)"
            )

    def evaluate(state: Any) -> bool | Doing:
        for node in nodes:
            answer = node(state)
            if isinstance(answer, Doing) or answer is decisive:
                return answer
        return not decisive

    return evaluate


class BehaviourTree:
    """A decision maker that evaluates its tree from the root each time. O(nodes).

    >>> from asterion.baselines import BehaviourTree, do, met, selector, sequence
    >>> guard = BehaviourTree(selector(
    ...     sequence(met(lambda state: state["sees_enemy"]),
    ...              do("reload", until=lambda state: state["loaded"]),
    ...              do("attack")),
    ...     do("patrol")))
    >>> guard.decide({"sees_enemy": True, "loaded": False})
    'reload'
    >>> guard.decide({"sees_enemy": False, "loaded": False})
    'patrol'
    """

    def __init__(self, root: Node) -> None:
        if not callable(root):
            raise InvalidType(
                f"root is {short_repr(root)}; it must be a node, such as selector(...)"
            )
        self.root = root

    def decide(self, state: Any) -> Any:
        """Return the action that is running; None if none is."""
        answer = self.root(state)
        return answer.action if isinstance(answer, Doing) else None
