"""Actions of a character: preconditions, effects and cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Self

from asterion.errors import InvalidType, short_repr
from asterion.goap.values import (
    Change,
    Range,
    State,
    check_state,
    checked_mapping,
    meets,
    number_in,
)
from asterion.world.arguments import flag, number


class Action(str):
    """An action; it is a string, its name, and compares, hashes and prints as such.

    So a game can test ``if action == "reload"`` or look up an animation by it. The rest is data:

    ``cost``   a finite number, at least 0
    ``needs``  facts and the values they must have, or bounds: :func:`at_least`, :func:`at_most`
    ``gives``  facts and the values they get, or amounts: :func:`add`
    ``when``   a callable for other preconditions: it gets the state and returns True or False

    A fact that a state does not name is False, or 0 as a number. Actions are immutable.

    >>> import asterion as at
    >>> reload = at.goap.Action("reload", cost=2, needs={"clips": at.goap.at_least(1)},
    ...                         gives={"loaded": True, "clips": at.goap.add(-1)})
    >>> reload.possible({"clips": 2})
    True
    >>> reload.apply({"clips": 2})
    {'clips': 1, 'loaded': True}

    Raises
    ------
    ValueError  ``cost of 'reload' is -1.0; it must be finite and at least 0``
    TypeError   ``needs['clips'] of 'reload' is add(-1); add belongs in gives``
    """

    __slots__ = ("cost", "gives", "needs", "when")

    cost: float
    needs: Mapping[Any, Any]
    gives: Mapping[Any, Any]
    when: Callable[[State], bool] | None

    def __new__(
        cls,
        name: str,
        *,
        cost: float,
        needs: State,
        gives: State,
        when: Callable[[State], bool] | None = None,
    ) -> Self:
        """Check all arguments, so that no plan fails on them later."""
        if not isinstance(name, str):
            raise InvalidType(f"name is {short_repr(name)}; it must be a string")
        action = super().__new__(cls, name)
        price = number(f"cost of {short_repr(name)}", cost, finite=True)
        set_once = object.__setattr__
        set_once(action, "cost", cost if type(cost) is int else price)
        for part, given, wrong, hint in (
            ("needs", needs, Change, "add belongs in gives"),
            ("gives", gives, Range, "bounds belong in needs"),
        ):
            facts = checked_mapping(
                part, given, wrong=wrong, hint=hint, owner=f" of {short_repr(name)}"
            )
            set_once(action, part, MappingProxyType(facts))
        if when is not None and not callable(when):
            raise InvalidType(
                f"when of {short_repr(name)} is {short_repr(when)}; it must be a callable"
            )
        set_once(action, "when", when)
        return action

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"an action is immutable; {name} of {short_repr(str(self))} cannot be set"
        )

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        words = {"cost": self.cost, "needs": {**self.needs}, "gives": {**self.gives}}
        return (str(self),), {**words, "when": self.when}

    def __getstate__(self) -> None:
        """Return None: the arguments of ``__new__`` are the whole state."""

    @property
    def name(self) -> str:
        """The name as a plain string."""
        return str(self)

    def costing(self, cost: float) -> Action:
        """Return the same action at another cost."""
        return Action(str(self), cost=cost, needs=self.needs, gives=self.gives, when=self.when)

    def possible(self, state: State) -> bool:
        """Return whether it can be done in a state. O(preconditions)."""
        check_state(state)
        return meets(state, self.needs) and self.agrees(state)

    def agrees(self, state: State) -> bool:
        """Return whether ``when`` allows it."""
        if self.when is None:
            return True
        return flag(f"when of {short_repr(str(self))}", self.when(MappingProxyType(dict(state))))

    def apply(self, state: State) -> dict[Any, Any]:
        """Return the state after it, possible or not; ``state`` is not changed."""
        after = dict(state)
        for fact, value in self.gives.items():
            if isinstance(value, Change):
                after[fact] = value.applied(number_in(state, fact))
            else:
                after[fact] = value
        return after
