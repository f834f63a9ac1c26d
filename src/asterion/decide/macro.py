"""A group of actions that a search treats as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from asterion.errors import InvalidType, InvalidValue, short_repr

A = TypeVar("A")


class Macro(Generic[A]):
    """Actions to take one after the other, which a search treats as a single action.

    ``actions(state)`` of a problem may return macros besides plain actions, or instead of them. The
    search applies the members in order, adds up their costs, and keeps only the last state; if a
    member is rejected, so is the macro. Members may be macros themselves. A plan lists the plain
    actions, and ``explain()`` names the macro of each.

    A search with macros alone has far fewer states, only those where macros end. Its plan is
    optimal if some cheapest plan can be divided into macros.

    >>> import asterion as at
    >>> [*at.Macro("fetch", ["walk", "walk", at.Macro("take", ["bow", "grasp"])])]
    ['walk', 'walk', 'bow', 'grasp']
    """

    __slots__ = ("actions", "name")

    actions: tuple[A, ...]
    name: str

    def __init__(self, name: str, actions: Iterable[A | Macro[A]]) -> None:
        if not isinstance(actions, Iterable):
            raise InvalidType(f"actions is {short_repr(actions)}; it must be a list of actions")
        plain: list[A] = []
        for action in actions:
            plain.extend(action.actions if isinstance(action, Macro) else (action,))
        if not plain:
            raise InvalidValue(
                f"macro {short_repr(name)} has no actions; it must have at least one"
            )
        self.name = name
        self.actions = tuple(plain)

    def __iter__(self) -> Iterator[A]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"Macro({self.name!r}, {[*self.actions]!r})"
