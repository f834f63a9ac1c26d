"""A character as a person sets it up: facts of the world, actions and goals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.goap.action import Action
from asterion.goap.goals import Goal
from asterion.goap.values import Change, Range, at_least
from asterion.io.checks import reading
from asterion.lab import limits
from asterion.lab.maps.links import decoded_link, link_of
from asterion.world.arguments import one_of

Value = bool | int | str
_LARGEST = at_least(0).most  # stands for no bound
ESTIMATES = ("unmet", "exact", "none")


@dataclass(frozen=True)
class Fact:
    """A fact of the world: true or false, a number from 0 to ``most``, or one of some words."""

    name: str
    value: Value
    choices: tuple[str, ...] = ()
    most: int = 9

    def __post_init__(self) -> None:
        value = self.value
        if isinstance(value, str):
            one_of(self.name, value, self.choices)
        elif not isinstance(value, bool) and not (
            isinstance(value, int) and 0 <= value <= self.most
        ):
            raise InvalidValue(
                f"{self.name} is {short_repr(value)}; it must be a whole number from 0 to "
                f"{self.most}"
            )

    def taking(self, value: Any) -> Fact:
        """Return it with another value, of the same kind."""
        kind = type(self.value)
        if type(value) is not kind:
            raise InvalidType(f"{self.name} is {short_repr(value)}; it must be a {kind.__name__}")
        return replace(self, value=value)


@dataclass(frozen=True)
class Deed:
    """An action, and whether the character has it. An ``Action`` is equal to its name alone."""

    name: str
    cost: int
    needs: tuple[tuple[str, Value | Range], ...]
    gives: tuple[tuple[str, Value | Change], ...]
    on: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.cost, int) or not 0 <= self.cost <= limits.ACTION_COST:
            raise InvalidValue(
                f"cost of {short_repr(self.name)} is {short_repr(self.cost)}; it must be a whole "
                f"number from 0 to {limits.ACTION_COST}"
            )

    @property
    def action(self) -> Action:
        """The action that plans consist of."""
        return Action(self.name, cost=self.cost, needs=dict(self.needs), gives=dict(self.gives))


@dataclass(frozen=True)
class Aim:
    """A goal: its conditions and its priority; one of priority 0 is not wanted."""

    name: str
    wants: tuple[tuple[str, Value | Range], ...]
    priority: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.priority, int) or not 0 <= self.priority <= limits.GOAL_PRIORITY:
            raise InvalidValue(
                f"priority of {short_repr(self.name)} is {short_repr(self.priority)}; it must be a "
                f"whole number from 0 to {limits.GOAL_PRIORITY}"
            )

    @property
    def goal(self) -> Goal:
        """The goal that an agent has."""
        return Goal(self.name, dict(self.wants), float(self.priority))


@dataclass(frozen=True)
class CharacterSetup:
    """A character and its world. It is immutable: each method returns another one."""

    facts: tuple[Fact, ...]
    deeds: tuple[Deed, ...]
    aims: tuple[Aim, ...]
    estimate: str = "unmet"  # of the search that is shown step by step

    def __post_init__(self) -> None:
        one_of("estimate", self.estimate, ESTIMATES)
        known = {fact.name for fact in self.facts}
        for owner, pairs in (
            *((deed.name, deed.needs + deed.gives) for deed in self.deeds),
            *((aim.name, aim.wants) for aim in self.aims),
        ):
            for fact, _ in pairs:
                if fact not in known:
                    raise InvalidValue(f"{owner!r} is about {fact!r}, which is no fact")

    @property
    def state(self) -> dict[str, Value]:
        """The facts as a planner takes them."""
        return {fact.name: fact.value for fact in self.facts}

    @property
    def names(self) -> list[list[str]]:
        """The names of its facts, actions and goals."""
        return [[each.name for each in part] for part in (self.facts, self.deeds, self.aims)]

    def with_fact(self, name: Any, value: Any) -> CharacterSetup:
        """Change a fact."""
        return self._with("facts", "fact", name, lambda fact: fact.taking(value))

    def with_cost(self, name: Any, cost: Any) -> CharacterSetup:
        """Change the cost of an action."""
        return self._with("deeds", "action", name, lambda deed: replace(deed, cost=cost))

    def with_action(self, name: Any, on: Any) -> CharacterSetup:
        """Give the character an action, or take it away."""
        return self._with("deeds", "action", name, lambda deed: replace(deed, on=on is True))

    def with_priority(self, name: Any, priority: Any) -> CharacterSetup:
        """Change the priority of a goal."""
        return self._with("aims", "goal", name, lambda aim: replace(aim, priority=priority))

    def with_estimate(self, estimate: Any) -> CharacterSetup:
        """Change the estimate of the search that is shown."""
        return replace(self, estimate=estimate)

    def after(self, state: Mapping[str, Value]) -> CharacterSetup:
        """Return the world after an action: with the facts of this state."""
        facts = tuple(replace(fact, value=state.get(fact.name, fact.value)) for fact in self.facts)
        return replace(self, facts=facts)

    def _with(self, part: str, kind: str, name: Any, change: Any) -> CharacterSetup:
        known = [each.name for each in getattr(self, part)]
        one_of(kind, name, known)
        changed = tuple(change(each) if each.name == name else each for each in getattr(self, part))
        parts: dict[str, Any] = {part: changed}
        return replace(self, **parts)

    # --- Links

    def to_link(self) -> str:
        """Return a link that holds all of it."""
        return link_of(
            {
                "facts": [[f.name, f.value, f.choices, f.most] for f in self.facts],
                "actions": [
                    [d.name, d.cost, _packed(d.needs), _packed(d.gives), d.on] for d in self.deeds
                ],
                "goals": [[a.name, _packed(a.wants), a.priority] for a in self.aims],
                "estimate": self.estimate,
            }
        )

    @classmethod
    def from_link(cls, link: Any) -> CharacterSetup:
        """Return the set-up of a link."""
        values = decoded_link(link)
        with reading("the link", "a character"):
            if max(map(len, (values["facts"], values["actions"], values["goals"]))) > limits.FACTS:
                raise InvalidValue(f"a character has at most {limits.FACTS} facts or actions")
            return cls(
                tuple(
                    Fact(str(n), v, tuple(map(str, c)), int(m)) for n, v, c, m in values["facts"]
                ),
                tuple(
                    Deed(str(name), cost, _unpacked(needs), _unpacked(gives), on is True)
                    for name, cost, needs, gives, on in values["actions"]
                ),
                tuple(
                    Aim(str(name), _unpacked(wants), priority)
                    for name, wants, priority in values["goals"]
                ),
                values["estimate"],
            )


def _packed(pairs: tuple[tuple[str, Any], ...]) -> list[list[Any]]:
    """Conditions or effects for a link: a bound or an amount is a list."""
    return [[fact, _packed_value(value)] for fact, value in pairs]


def _packed_value(value: Any) -> Any:
    if isinstance(value, Range):
        return ["range", value.least, value.most]
    if isinstance(value, Change):
        return ["add", value.amount, value.end]
    return value


def _unpacked(pairs: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((str(fact), _unpacked_value(value)) for fact, value in pairs)


def _unpacked_value(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    kind, first, second = value
    return {"range": Range, "add": Change}[kind](int(first), int(second))


def in_words(fact: str, value: Any) -> str:
    """Return a condition or an effect in a few words: ``clips ≥ 1``, ``not armed``.

    >>> from asterion.goap import add, at_least
    >>> in_words("clips", at_least(1)), in_words("clips", add(-1)), in_words("armed", False)
    ('clips ≥ 1', 'clips -1', 'not armed')
    """
    if isinstance(value, Range):
        if value.most >= _LARGEST:
            return f"{fact} ≥ {value.least}"
        if value.least <= -_LARGEST:
            return f"{fact} ≤ {value.most}"
        return f"{fact} from {value.least} to {value.most}"
    if isinstance(value, Change):
        return f"{fact} {value.amount:+d}"
    if isinstance(value, bool):
        return fact if value else f"not {fact}"
    return f"{fact}: {value}"
