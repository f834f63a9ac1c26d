"""The players of a tactics game: controllers by name, with their settings and plans."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics import Action, controllers
from asterion.games.tactics.controllers import Controller, Decision
from asterion.games.tactics.recipe import ACTIONS, COMPARISONS, COSTS, HEURISTICS, WEIGHINGS

HUMAN = "Human"
# Each controller's name for people, and a line about it. The first four A* plan a turn action by
# action, and differ in their costs.
_WORDS = {
    HUMAN: ("Human", "A person at this screen."),
    "Idle": ("Idle", "Ends its turns at once."),
    "Random": ("Random", "Any action it may take, all equally likely."),
    "AStarOne": ("A*, each action pays", "Each pays for enemies left and allies lost or at risk."),
    "AStarTwo": ("A*, spends its points", "Actions pay, and so do points left over at the end."),
    "AStarThree": ("A*, avoids harm", "Pays for what makes things worse, and for enemies alive."),
    "AStarFour": (
        "A*, with predictions",
        "Plans until an enemy falls or is nearer, by an estimate.",
    ),
    "AStarMacro": (
        "A*, walks and strikes",
        "Avoids harm as well, by whole walks and strikes of a unit.",
    ),
    "Reply": ("Turns and replies", "Whole turns ahead: its best ones, and the replies to them."),
    "Goap": ("GOAP", "Goal-oriented action planning: the most urgent goal first."),
    "StateMachine": ("State machine", "Strikes, hides, advances or rests, by its state."),
    "BehaviourTree": (
        "Behaviour tree",
        "Strikes if it can, hides after a strike, or else advances.",
    ),
    "Coordinator": (
        "Squads with orders",
        "Units together are a squad; each gets a goal of its own.",
    ),
}


def names() -> tuple[str, ...]:
    """Return the names of all controllers, registered ones included."""
    return controllers.registry.names()


def title_of(name: str) -> str:
    """Return the title of a controller on the page; a registered one has its own name."""
    return _WORDS[name][0] if name in _WORDS else name


def described(name: str) -> str:
    """Describe a controller in a line; a registered one by the head of its settings or class."""
    if name in _WORDS:
        return _WORDS[name][1]
    head = controllers.registry.settings_text(name).split("\n", maxsplit=1)[0]
    if head.startswith("#"):
        return head.lstrip("# ")
    doc = type(controllers.make(name)).__doc__ or ""
    return doc.strip().split("\n", maxsplit=1)[0].replace("`", "")


def notes(name: str) -> dict[str, str]:
    """Return the comments on each setting in the file of a controller's settings."""
    found, table = {}, ""
    for line in controllers.registry.settings_text(name).split("\n"):
        if heading := re.match(r"\[(\w+)\]", line):
            table = f"{heading[1]}."
        elif setting := re.fullmatch(r"(\w+) = [^#]*# *(.+)", line):
            found[table + setting[1]] = setting[2]
    return found


def choices(setting: str) -> tuple[str, ...]:
    """Return the words that a setting can have; none for a number or a compound one."""
    words = {
        "actions": ACTIONS,
        "comparison": COMPARISONS,
        "cost": COSTS,
        "heuristic": HEURISTICS,
        "weighing": tuple(WEIGHINGS),
    }
    return words.get(setting, ())


@dataclass(frozen=True)
class Player:
    """A controller by name, and its settings that are not at their defaults."""

    name: str = HUMAN
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.made(0)  # rejects unknown names and settings

    def made(self, seed: int) -> Controller:
        """The controller."""
        return controllers.make(self.name, seed, **self.settings)

    @property
    def values(self) -> dict[str, Any]:
        """All settings, as they are now; one in a table is ``"table.name"``."""
        return flat(self._complete)

    @property
    def _complete(self) -> dict[str, Any]:
        return dict(getattr(self.made(0), "settings", {}))

    def with_setting(self, name: str, value: Any) -> Player:
        """Change one setting; defaults are not stored."""
        now, defaults = self._complete, Player(self.name)._complete
        before = flat(now)
        if name not in before:
            raise InvalidValue(f"{self.name} has no setting {short_repr(name)}")
        whole = isinstance(value, float) and value.is_integer() and isinstance(before[name], int)
        if whole or (isinstance(value, str) and value.isdecimal()):  # typed in place of a word
            value = int(value)
        table, _, inner = name.rpartition(".")
        new = {table: {**now[table], inner: value}} if table else {name: value}
        changed = {**self.settings, **new}
        return Player(
            self.name, {each: now for each, now in changed.items() if now != defaults[each]}
        )


def flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Flatten settings: ``{"constants": {"mp": 1}}`` becomes ``{"constants.mp": 1}``."""
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, Mapping):
            found.update({f"{name}.{each}": inner for each, inner in value.items()})
        else:
            found[name] = value
    return found


class Plan(NamedTuple):
    """A controller's decision for the rest of a turn."""

    at: int  # the state it begins at
    team: int
    name: str  # of the controller
    actions: tuple[Action, ...]
    decision: Decision | None = None  # its reasons, if it explains them
    was_stopped: bool = False
    refused: str = ""  # why its last action was not allowed

    def after(self, at: int) -> tuple[Action, ...]:
        """Return the rest of it at a state; nothing if it does not reach that far."""
        return self.actions[at - self.at :] if at >= self.at else ()

    def until(self, at: int) -> Plan | None:
        """Return the part of it that comes before a state; None if there is none."""
        return self._replace(actions=self.actions[: at - self.at]) if at > self.at else None
