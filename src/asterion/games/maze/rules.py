"""The rules of a maze game and the set-up of its players; some rules may change while it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from math import sqrt
from typing import Any

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.games.maze.monster_types import MonsterTypes, Traits, types_checked
from asterion.games.maze.motion import DIAGONAL, UNIT
from asterion.games.maze.traps import TrapRules
from asterion.navigate.options import chosen_info
from asterion.search.option_table import TIES
from asterion.world.arguments import count, flag, number, one_of
from asterion.world.grid import Cell

MODES = ("bold", "hide", "flee")
REPLAN = ("path", "change")


def _rule(
    default: Any,
    unit: str,
    help: str,  # noqa: A002
    *,
    least: int = 0,
    most: int | None = None,
    running: bool = False,
) -> Any:
    """A rule: its unit ("" if it is a flag), what it says, its bounds, and whether it may change.

    Checks, their messages and the options of ``asterion play maze`` follow from that.
    """
    facts = {"unit": unit, "help": help, "least": least, "most": most, "running": running}
    if isinstance(default, dict):
        return field(default_factory=dict, hash=False, metadata=facts)
    return field(default=default, metadata=facts)


@dataclass(frozen=True)
class Rules:
    """The rules of one game. Times are in ticks, speeds in units per tick (a tile has 840).

    Amounts are percent of the free tiles. Mud and rain add to the cost of entering a tile; threat
    adds to it only for players in the modes ``"hide"`` and ``"flee"``. With a ``budget`` a player
    whose plan is not ready does not begin a step. ``monster_types`` maps letters of monsters to
    their own values, as in ``{"a": {"speed": 50, "vision": 8, "aggressiveness": 90}}``; what it
    does not say comes from the world file, and what that does not say from ``monster_speed``,
    ``vision`` and ``aggressiveness``.
    """

    speed: int = _rule(100, "percent", "Speed of all agents.", least=1, running=True)
    player_speed: int = _rule(84, "units", "Speed of players.", least=1)  # ten ticks per tile
    monster_speed: int = _rule(70, "units", "Speed of monsters.", least=1)
    human_speed: int = _rule(105, "units", "Speed of the human.")
    trap_amount: float = _rule(1.0, "percent", "Pits, of the floor.", most=100, running=True)
    trap_shortest: int = _rule(200, "ticks", "Shortest life of a pit.")
    trap_longest: int = _rule(600, "ticks", "Longest life of a pit.")
    trap_interval: int = _rule(
        30, "ticks", "Between two changes of the pits.", least=1, running=True
    )
    mud_amount: float = _rule(0.0, "percent", "Mud, of the floor.", most=100, running=True)
    mud_depth: int = _rule(3, "cost", "What mud adds to the cost of a tile.")
    rain_radius: int = _rule(0, "tiles", "Rain, around its centre; 0 is none.")
    rain_interval: int = _rule(120, "ticks", "Between two moves of the rain.", least=1)
    monsters: bool = _rule(True, "", "Use the monsters of the world.")
    monsters_move: bool = _rule(True, "", "Let monsters move.", running=True)
    aggressiveness: int = _rule(
        60, "percent", "How often monsters chase players they see.", most=100, running=True
    )
    vision: int = _rule(6, "tiles", "Sight of monsters.")
    monster_types: Mapping[str, Mapping[str, int]] = _rule(
        {}, "type", "Values of the monsters of a letter, as in 'a: speed 50, vision 8'."
    )
    invulnerable: bool = _rule(True, "", "Protect players from monsters.", running=True)
    threat: bool = _rule(True, "", "Write what monsters see into a layer.")
    threat_weight: int = _rule(8, "cost", "What the sight of a monster adds to the cost of a tile.")
    walk_obstructed: bool = _rule(True, "", "Walk up to an obstacle on the path.", running=True)
    diagonal_cost: float = _rule(sqrt(2), "cost", "Cost of a diagonal step.")
    budget: int = _rule(0, "n", "Expansions per player and tick; 0 is no limit.", running=True)

    def checked(self) -> Rules:
        """Return itself, or raise an error that names the value and the rule."""
        # NumPy scalars become Python numbers, so that they can be saved as JSON.
        return replace(self, **{rule.name: _checked(rule, self) for rule in fields(self)})

    def changed(self, name: Any, value: Any) -> Rules:
        """Return the rules with one changed, if that one may change while a game runs."""
        if not isinstance(name, str) or name not in WHILE_RUNNING:
            raise InvalidValue(
                f"{short_repr(name)} cannot be changed while the game runs; choose one of "
                f"{', '.join(map(repr, WHILE_RUNNING))}"
            )
        return replace(self, **{name: value}).checked()

    def of_monster(self, letter: str, drawn: MonsterTypes) -> Traits:
        """Return the values of the monsters of a letter; ``drawn`` are the types of the world."""
        general = Traits(self.monster_speed, self.vision, self.aggressiveness)
        return general._replace(**{**drawn.get(letter, {}), **self.monster_types.get(letter, {})})

    def traps(self, free: int) -> TrapRules:
        """Return the number of pits on this many free tiles, and how long they stay."""
        return TrapRules(
            _share(self.trap_amount, free),
            self.trap_shortest,
            self.trap_longest,
            self.trap_interval,
        )

    def mud(self, free: int) -> TrapRules:
        """Return the same for mud, which lasts as long as pits do."""
        return self.traps(free)._replace(most=_share(self.mud_amount, free))

    @property
    def diagonal(self) -> int:
        """The units of a diagonal step, which takes as long as it costs."""
        return UNIT if self.diagonal_cost == 1 else DIAGONAL


WHILE_RUNNING = tuple(rule.name for rule in fields(Rules) if rule.metadata["running"])


@dataclass(frozen=True)
class PlayerSetup:
    """A player led by a navigator; where a field is ``None``, the map or the rules decide.

    ``mode`` is ``"bold"`` (ignores threat), ``"hide"`` (threat adds to the cost of tiles) or
    ``"flee"`` (also steps to the neighbouring tile that is seen least while a monster sees it).
    """

    algorithm: str = "dstar-lite"
    name: str | None = None
    start: Cell | None = None
    speed: int | None = None
    mode: str = "bold"
    ties: str = "auto"  # how its searches order nodes of equal f
    replan: str = "path"  # or "change": it plans at every change of the world, wherever it is

    @classmethod
    def named(cls, text: str) -> PlayerSetup:
        """Read ``dstar``, ``astar, fifo`` or ``dstar, change, hide``: a navigator and its options.

        A word is one of ties, of replan, or a mode.

        >>> from asterion.games.maze.rules import PlayerSetup
        >>> PlayerSetup.named("astar, fifo").ties
        'fifo'

        Raises
        ------
        InvalidValue  ``'dstar, soon': 'soon' is none of ties (...), of replan (...), ...``
        """
        algorithm, *words = (word.strip() for word in text.split(","))
        given: dict[str, Any] = {}
        for word in words:
            option = next((name for name, choices in _WORDS.items() if word in choices), None)
            if option is None:
                known = ", of ".join(f"{name} ({_quoted(it)})" for name, it in _WORDS.items())
                raise InvalidValue(f"{short_repr(text)}: {short_repr(word)} is none of {known}")
            if option in given:
                raise InvalidValue(f"{short_repr(text)} has two words for {option}; it takes one")
            given[option] = word
        return cls(algorithm, **given).checked()

    @property
    def label(self) -> str:
        """The text that :meth:`named` reads."""
        words = ((getattr(self, name), choices) for name, choices in _WORDS.items())
        return ", ".join([self.algorithm, *(word for word, choices in words if word != choices[0])])

    def checked(self) -> PlayerSetup:
        """Return itself, or raise an error that names the value and the rule."""
        chosen_info(self.algorithm, "navigator")
        one_of("mode", self.mode, MODES)
        if self.name is not None and not isinstance(self.name, str):
            raise InvalidType(f"name is {short_repr(self.name)}; it must be a str")
        if self.speed is not None:
            count("speed", self.speed, least=1)
        one_of("replan", self.replan, REPLAN)
        return self


def setup_of(player: Any) -> PlayerSetup:
    """Return the set-up of a player, checked; the name of an algorithm is enough."""
    setup = PlayerSetup(player) if isinstance(player, str) else player
    if not isinstance(setup, PlayerSetup):
        raise InvalidType(f"a player is {short_repr(player)}; it must be a PlayerSetup")
    return setup.checked()


# The options of players that are written as words, with their choices, the default first.
_WORDS: dict[str, tuple[str, ...]] = {"ties": (*TIES,), "replan": REPLAN, "mode": MODES}

# The three of Moori's study.
STUDY = (PlayerSetup("focused-dstar"), PlayerSetup("dstar"), PlayerSetup("astar"))


def _checked(rule: Field[Any], rules: Rules) -> Any:
    """The value of a rule, or an error that names it."""
    name, value = rule.name, getattr(rules, rule.name)
    least, most = rule.metadata["least"], rule.metadata["most"]
    match str(rule.type):
        case "bool":
            return flag(name, value)
        case "int":
            return count(name, value, least=least, most=most)
        case "float":
            real = number(name, value, finite=True)
            if most is not None and real > most:
                raise InvalidValue(f"{name} is {real}; it must be at most {most}")
            return real
    return types_checked(name, value)


def _share(percent: float, free: int) -> int:
    return round(percent * free / 100)


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(map(repr, words))
