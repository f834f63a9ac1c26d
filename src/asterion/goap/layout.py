"""Translation between facts by name and the numbers that the core plans with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from asterion import _core
from asterion.errors import InvalidType, short_repr
from asterion.goap.action import Action
from asterion.goap.values import (
    LARGEST,
    Change,
    Range,
    State,
    check_plain,
    number_in,
    same,
    whole_number,
)

CompiledAction = tuple[
    float,
    list[tuple[int, int]],
    list[tuple[int, int, int]],
    list[tuple[int, int]],
    list[tuple[int, bool, int, int]],
    bool,
]


class Wanted(NamedTuple):
    """A goal in numbers."""

    facts: list[tuple[int, int]]
    ranges: list[tuple[int, int, int]]
    hopeless: bool  # it contains an unmet condition that no action mentions


class Layout:
    """The numbers of the facts of some actions, and the codes of their values.

    A fact is a number if some action adds to it or bounds it; any other fact has one of the values
    that actions name, or its value in the start state.
    """

    def __init__(self, actions: Sequence[Action], also_numbers: Iterable[Any] = ()) -> None:
        self.actions = actions
        about = dict.fromkeys(also_numbers, "the goal")
        for action in actions:
            for fact, value in (*action.needs.items(), *action.gives.items()):
                if isinstance(value, Range | Change):
                    about.setdefault(fact, f"action {short_repr(str(action))}")
        self._why_number = about
        self.numbers = {fact: i for i, fact in enumerate(about)}
        self.facts: dict[Any, int] = {}
        self.codes: list[dict[Any, int]] = []
        compiled = [self._compiled(action) for action in actions]
        self.core = _core.ActionSet([len(codes) for codes in self.codes], len(about), compiled)

    def _compiled(self, action: Action) -> CompiledAction:
        needs, gives, changes = [], [], []
        ranges = []
        for fact, value in action.needs.items():
            if fact in self.numbers:
                both = self._bounds(
                    fact, value, f"needs[{short_repr(fact)}] of {short_repr(str(action))}"
                )
                ranges.append((self.numbers[fact], *both))
            else:
                needs.append(self._coded(fact, value))
        for fact, value in action.gives.items():
            if isinstance(value, Change):
                changes.append((self.numbers[fact], False, value.amount, value.end))
            elif fact in self.numbers:
                amount, _ = self._bounds(
                    fact, value, f"gives[{short_repr(fact)}] of {short_repr(str(action))}"
                )
                changes.append((self.numbers[fact], True, amount, LARGEST))
            else:
                gives.append(self._coded(fact, value))
        return action.cost, needs, ranges, gives, changes, action.when is not None

    def _bounds(self, fact: Any, value: Any, name: str) -> tuple[int, int]:
        if isinstance(value, Range):
            return value.least, value.most
        try:
            whole = whole_number(name, value)
        except InvalidType:
            raise InvalidType(
                f"{name} is {short_repr(value)}, but {short_repr(fact)} is a number: "
                f"{self._why_number[fact]} adds to it or bounds it"
            ) from None
        return whole, whole

    def _coded(self, fact: Any, value: Any) -> tuple[int, int]:
        number = self.facts.setdefault(fact, len(self.facts))
        if number == len(self.codes):
            self.codes.append({False: 0})
        codes = self.codes[number]
        return number, codes.setdefault(value, len(codes))

    def start(self, state: State) -> tuple[list[int], list[int]]:
        """Return a state in codes and numbers. A value that no action names gets the next code."""
        codes = []
        for fact, known in zip(self.facts, self.codes, strict=True):
            value = state.get(fact, False)
            try:
                codes.append(known[value])
            except KeyError:
                check_plain(f"state[{short_repr(fact)}]", value)
                codes.append(len(known))
            except Exception:
                check_plain(f"state[{short_repr(fact)}]", value)
                raise
        return codes, [number_in(state, fact) for fact in self.numbers]

    def wanted(self, goal: Mapping[Any, Any], state: State) -> Wanted:
        """Return a goal in codes and numbers, for this start."""
        facts, ranges, hopeless = [], [], False
        for fact, value in goal.items():
            if fact in self.numbers:
                ranges.append(
                    (self.numbers[fact], *self._bounds(fact, value, f"goal[{short_repr(fact)}]"))
                )
                continue
            now = state.get(fact, False)
            if fact not in self.facts:
                hopeless = hopeless or not same(now, value)
                continue
            number = self.facts[fact]
            code = self.codes[number].get(value)
            if code is None:  # named by no action: true from the start, or never
                code = len(self.codes[number]) + (not same(now, value))
            facts.append((number, code))
        return Wanted(facts, ranges, hopeless)

    def asking(self, state: State) -> Callable[[int, list[int], list[int]], bool]:
        """Return a function that evaluates an action's ``when`` for a state in codes."""
        values = [
            [*known, state.get(fact, False)]
            for fact, known in zip(self.facts, self.codes, strict=True)
        ]
        last: list[Any] = [None, None]

        def ask(action: int, codes: list[int], numbers: list[int]) -> bool:
            key = (codes, numbers)
            if last[0] != key:  # several actions are tested in one state
                named = dict(state)
                for fact, code, before in zip(self.facts, codes, values, strict=True):
                    if fact in named or before[code] is not False:
                        named[fact] = before[code]
                named.update(zip(self.numbers, numbers, strict=True))
                last[:] = [key, named]
            return self.actions[action].agrees(last[1])

        return ask
