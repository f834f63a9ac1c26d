"""Who plays the teams of a tactics game: controllers by name, what they are set to, their plans."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from asterion.errors import InvalidValue, shown
from asterion.games.tactics import Action, State, controllers
from asterion.games.tactics.controllers import Controller, Decision

HUMAN = "Human"


def names() -> tuple[str, ...]:
    """Who can play, whoever has been registered included."""
    return controllers.registry.names()


def described(name: str) -> str:
    """What a controller is, in a line."""
    if name == HUMAN:
        return "You, or somebody beside you."
    doc = type(controllers.make(name)).__doc__ or ""
    return doc.strip().split("\n", maxsplit=1)[0].replace("`", "")


@dataclass(frozen=True)
class Player:
    """A controller by name, and the settings of it that are not at their defaults."""

    name: str = HUMAN
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.made(0)  # refuses what there is not

    def made(self, seed: int) -> Controller:
        """The controller."""
        return controllers.make(self.name, seed, **self.settings)

    @property
    def values(self) -> dict[str, Any]:
        """All settings, as they are now."""
        return {**controllers.settings(self.name), **self.settings}

    def with_setting(self, name: str, value: Any) -> Player:
        """With one setting changed; what is at its default is not kept."""
        defaults = controllers.settings(self.name)
        if name not in defaults:
            raise InvalidValue(f"{self.name} has no setting {shown(name)}")
        if isinstance(defaults[name], int) and not isinstance(defaults[name], bool):
            value = int(value) if float(value).is_integer() else value
        others = {each: old for each, old in self.settings.items() if each != name}
        return Player(self.name, others if value == defaults[name] else {**others, name: value})


class Plan(NamedTuple):
    """What a controller has decided for the rest of a turn."""

    at: int  # the state it begins at
    team: int
    name: str  # of the controller
    actions: tuple[Action, ...]
    decision: Decision | None = None  # how it came to that, if it tells
    was_stopped: bool = False

    def after(self, at: int) -> tuple[Action, ...]:
        """What is left of it at a state; nothing if it does not reach that far."""
        return self.actions[at - self.at :] if at >= self.at else ()

    def until(self, at: int) -> Plan | None:
        """The part of it that comes before a state; None if there is none."""
        return self._replace(actions=self.actions[: at - self.at]) if at > self.at else None


class Planned:
    """Plays what was decided already, under the name of the one who did."""

    def __init__(self, name: str, actions: tuple[Action, ...]) -> None:
        self.name = name
        self.actions = actions

    def decide(self, _state: State) -> list[Action]:
        """The rest of the plan."""
        return [*self.actions]
