"""A behaviour tree: sequences and selectors over conditions and actions, asked from the root.

A node gets the state and says ``True`` (done, or so), ``False`` (failed, or not so), or the
:class:`Doing` of an action that is to be done now, which ends the round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from asterion.errors import InvalidType, shown


class Doing(NamedTuple):
    """An action is under way."""

    action: Any


Node = Callable[[Any], "bool | Doing"]


def met(condition: Callable[[Any], object]) -> Node:
    """Whether something is so."""
    return lambda state: bool(condition(state))


def do(action: Any, *, until: Callable[[Any], object] | None = None) -> Node:
    """Does something, until it is done; for ever, if nothing says when that is."""
    return lambda state: True if until is not None and until(state) else Doing(action)


def inverted(node: Node) -> Node:
    """True for False and the other way round; what is under way stays so."""

    def asked(state: Any) -> bool | Doing:
        answer = node(state)
        return answer if isinstance(answer, Doing) else not answer

    return asked


def sequence(*nodes: Node) -> Node:
    """One after the other, as long as none fails."""
    return _until(False, nodes)


def selector(*nodes: Node) -> Node:
    """The first that does not fail."""
    return _until(True, nodes)


def _until(decisive: bool, nodes: tuple[Node, ...]) -> Node:
    for node in nodes:
        if not callable(node):
            raise InvalidType(f"a node is {shown(node)}; it must be a callable, such as do(...)")

    def asked(state: Any) -> bool | Doing:
        for node in nodes:
            answer = node(state)
            if isinstance(answer, Doing) or answer is decisive:
                return answer
        return not decisive

    return asked


class BehaviourTree:
    """Decides by asking its tree from the root each time. O(nodes).

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
            raise InvalidType(f"root is {shown(root)}; it must be a node, such as selector(...)")
        self.root = root

    def decide(self, state: Any) -> Any:
        """The action that the tree is doing; None if it is doing none."""
        answer = self.root(state)
        return answer.action if isinstance(answer, Doing) else None
