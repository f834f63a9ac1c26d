"""Values in conditions and effects: plain values, bounds of numbers, and amounts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from operator import index
from typing import Any

from asterion.errors import InvalidType, InvalidValue, short_repr

# Numbers are clamped to this and its negative.
LARGEST = 1_000_000_000

State = Mapping[Any, Any]


@dataclass(frozen=True, slots=True, repr=False)
class Range:
    """A condition on a number: a lower bound, an upper bound, or both."""

    least: int
    most: int

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise InvalidValue(f"no number is {self!r}")

    def __contains__(self, value: int) -> bool:
        return self.least <= value <= self.most

    def __repr__(self) -> str:
        if self.most == LARGEST:
            return f"at_least({self.least})"
        if self.least == -LARGEST:
            return f"at_most({self.most})"
        return f"between({self.least}, {self.most})"


@dataclass(frozen=True, slots=True, repr=False)
class Change:
    """An effect on a number: it grows or falls by ``amount``, as far as ``end``."""

    amount: int
    end: int

    def applied(self, value: int) -> int:
        """The number afterwards; one that is already beyond the end stays as it is."""
        if self.amount < 0:
            return min(value, max(value + self.amount, self.end))
        return max(value, min(value + self.amount, self.end))

    def __repr__(self) -> str:
        if abs(self.end) == LARGEST:
            return f"add({self.amount})"
        return f"add({self.amount}, {'least' if self.amount < 0 else 'most'}={self.end})"


def at_least(number: int) -> Range:
    """Return the condition that a number is at least this.

    >>> import asterion as at
    >>> rich = {"gold": at.goap.at_least(3)}
    >>> buy = at.goap.Action("buy", cost=1, needs=rich, gives={"map": True})
    >>> buy.possible({"gold": 2}), buy.possible({"gold": 5})
    (False, True)
    """
    return Range(whole_number("at_least", number), LARGEST)


def at_most(number: int) -> Range:
    """Return the condition that a number is at most this.

    >>> import asterion as at
    >>> alone = {"foes": at.goap.at_most(0)}
    >>> rest = at.goap.Action("rest", cost=1, needs=alone, gives={"fit": True})
    >>> rest.possible({"foes": 1}), rest.possible({"foes": 0})
    (False, True)
    """
    return Range(-LARGEST, whole_number("at_most", number))


def between(least: int, most: int) -> Range:
    """Return the condition that a number is from ``least`` to ``most``, both included."""
    return Range(whole_number("least", least), whole_number("most", most))


def add(amount: int, *, least: int | None = None, most: int | None = None) -> Change:
    """Return the effect that a number grows by ``amount`` up to ``most``, or falls to ``least``.

    It is no precondition: an action that spends needs ``at_least`` as well.

    >>> import asterion as at
    >>> rest = at.goap.Action("rest", cost=1, needs={}, gives={"mana": at.goap.add(4, most=10)})
    >>> cast = at.goap.Action("cast", cost=1, needs={"mana": at.goap.at_least(3)},
    ...                       gives={"mana": at.goap.add(-3)})
    >>> rest.apply({"mana": 8}), cast.apply({"mana": 8}), cast.possible({"mana": 2})
    ({'mana': 10}, {'mana': 5}, False)
    """
    change = whole_number("amount", amount)
    if change == 0:
        raise InvalidValue("amount is 0; it must not be 0")
    wrong, given = ("most", most) if change < 0 else ("least", least)
    if given is not None:
        raise InvalidValue(f"{wrong}={short_repr(given)} is not a valid bound for add({change})")
    if change < 0:
        return Change(change, -LARGEST if least is None else whole_number("least", least))
    return Change(change, LARGEST if most is None else whole_number("most", most))


def whole_number(name: str, value: Any) -> int:
    """A whole number within the limits, or an error that names it."""
    try:
        whole = index(value)
    except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
        raise InvalidType(f"{name} is {short_repr(value)}; it must be a whole number") from None
    if not -LARGEST <= whole <= LARGEST:
        raise InvalidValue(
            f"{name} is {short_repr(whole)}; it must be between {-LARGEST} and {LARGEST}"
        )
    return whole


def check_plain(name: str, value: Any) -> None:
    """Raise an error that names the value, unless it is hashable and equal to itself."""
    try:
        hash(value)
        itself = bool(value == value)  # noqa: PLR0124 - NaN is not
    except Exception:  # noqa: BLE001 - as above
        raise InvalidType(f"{name} is {short_repr(value)}; it must be hashable") from None
    if not itself:
        raise InvalidValue(f"{name} is {short_repr(value)}, which is not equal to itself")


def checked_mapping(
    name: str, given: Any, *, wrong: type, hint: str, owner: str = ""
) -> dict[Hashable, Any]:
    """Facts with their conditions or effects, copied; an error names what is invalid."""
    if not isinstance(given, Mapping):
        raise InvalidType(
            f"{name}{owner} is {short_repr(given)}; it must be a dict of facts and values"
        )
    for fact, value in given.items():
        what = f"{name}[{short_repr(fact)}]{owner}"
        if isinstance(value, wrong):
            raise InvalidType(f"{what} is {short_repr(value)}; {hint}")
        if callable(value):
            rule = "it must be data, and `when` takes callables"
            raise InvalidType(f"{what} is {short_repr(value)}; {rule}")
        if not isinstance(value, Range | Change):
            check_plain(what, value)
    return dict(given)


def checked_goal(goal: Any) -> dict[Hashable, Any]:
    """The conditions of a goal, copied."""
    return checked_mapping("goal", goal, wrong=Change, hint="a goal has conditions, not effects")


def check_state(state: Any) -> None:
    """Raise an error unless this is a mapping of facts to values."""
    if not isinstance(state, Mapping):
        raise InvalidType(f"state is {short_repr(state)}; it must be a dict of facts and values")


def number_in(state: State, fact: Any) -> int:
    """A number in a state; 0 if the state does not name the fact."""
    return whole_number(f"state[{short_repr(fact)}]", state.get(fact, 0))


def same(value: Any, wanted: Any) -> bool:
    """Whether two values are equal, as a dict would say."""
    try:
        return value is wanted or bool(value == wanted)
    except Exception:  # noqa: BLE001 - values are a user's objects, and may raise anything
        raise InvalidType(
            f"{short_repr(value)} cannot be compared with {short_repr(wanted)}"
        ) from None


def meets(state: State, conditions: State) -> bool:
    """Whether a state meets all conditions. A fact that it does not name is False, or 0."""
    for fact, wanted in conditions.items():
        if isinstance(wanted, Range):
            if number_in(state, fact) not in wanted:
                return False
        elif not same(state.get(fact, False), wanted):
            return False
    return True
