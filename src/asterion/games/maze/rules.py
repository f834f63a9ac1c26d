"""The rules of a maze game and the set-up of its players; some rules may change while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from math import sqrt
from typing import Any

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.games.maze.motion import DIAGONAL, UNIT
from asterion.games.maze.traps import TrapRules
from asterion.navigate.options import chosen_info
from asterion.search.option_table import TIES
from asterion.world.arguments import count, flag, number, one_of
from asterion.world.grid import Cell

MODES = ("bold", "hide", "flee")
REPLAN = ("path", "change")
WHILE_RUNNING = (
    "speed",
    "trap_amount",
    "trap_interval",
    "mud_amount",
    "aggressiveness",
    "invulnerable",
    "monsters_move",
    "walk_obstructed",
    "budget",
)


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "bool": flag,
    "int": count,
    "float": partial(number, finite=True),
}


@dataclass(frozen=True)
class Rules:
    """The rules of one game. Times are in ticks, speeds in units per tick (a tile has 840).

    Amounts are percent of the free tiles. Mud and rain add to the cost of entering a tile; threat
    adds to it only for players in the modes ``"hide"`` and ``"flee"``. With a ``budget`` a player
    whose plan is not ready does not begin a step.
    """

    speed: int = 100  # of all agents, in percent
    player_speed: int = 84  # ten ticks per tile
    monster_speed: int = 70
    human_speed: int = 105
    trap_amount: float = 1.0
    trap_shortest: int = 200
    trap_longest: int = 600
    trap_interval: int = 30
    mud_amount: float = 0.0
    mud_depth: int = 3
    rain_radius: int = 0  # 0: no rain
    rain_interval: int = 120
    monsters: bool = True  # of the map; False leaves them out, as in Moori's study
    monsters_move: bool = True
    aggressiveness: int = 60  # 0 to 100: how often a monster chases a player that it sees
    vision: int = 6
    invulnerable: bool = True
    threat: bool = True  # whether monsters' fields of vision are written into a layer
    threat_weight: int = 8
    walk_obstructed: bool = True  # up to the obstacle; False stops at once
    diagonal_cost: float = sqrt(2)
    budget: int = 0  # expansions of each player per tick; 0: as many as its plan needs

    def checked(self) -> Rules:
        """Return itself, or raise an error that names the value and the rule."""
        # NumPy scalars become Python numbers, so that they can be saved as JSON.
        plain = {f.name: _CHECKS[str(f.type)](f.name, getattr(self, f.name)) for f in fields(self)}
        for name in ("speed", "player_speed", "monster_speed", "trap_interval", "rain_interval"):
            count(name, getattr(self, name), least=1)
        for name in ("trap_amount", "mud_amount", "aggressiveness"):
            if getattr(self, name) > 100:
                raise InvalidValue(f"{name} is {getattr(self, name)}; it must be at most 100")
        return replace(self, **plain)

    def changed(self, name: Any, value: Any) -> Rules:
        """Return the rules with one changed, if that one may change while a game runs."""
        if not isinstance(name, str) or name not in WHILE_RUNNING:
            raise InvalidValue(
                f"{short_repr(name)} cannot be changed while the game runs; choose one of "
                f"{', '.join(map(repr, WHILE_RUNNING))}"
            )
        return replace(self, **{name: value}).checked()

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
        """Read ``dstar``, ``astar, fifo`` or ``dstar, change``: a navigator, its ties, its replan.

        >>> from asterion.games.maze.rules import PlayerSetup
        >>> PlayerSetup.named("astar, fifo").ties
        'fifo'

        Raises
        ------
        InvalidValue  ``'dstar, soon': 'soon' is neither one of ties ... nor of replan ...``
        """
        algorithm, *words = (word.strip() for word in text.split(","))
        given: dict[str, Any] = {}
        for word in words:
            option = "ties" if word in TIES else "replan"
            if word not in TIES and word not in REPLAN:
                raise InvalidValue(
                    f"{short_repr(text)}: {short_repr(word)} is neither one of ties "
                    f"({_quoted((*TIES,))}) nor of replan ({_quoted(REPLAN)})"
                )
            if option in given:
                raise InvalidValue(f"{short_repr(text)} has two words for {option}; it takes one")
            given[option] = word
        return cls(algorithm, **given).checked()

    @property
    def label(self) -> str:
        """The text that :meth:`named` reads."""
        words = [self.algorithm]
        words += [self.ties] * (self.ties != "auto") + [self.replan] * (self.replan != REPLAN[0])
        return ", ".join(words)

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


# The three of Moori's study.
STUDY = (PlayerSetup("focused-dstar"), PlayerSetup("dstar"), PlayerSetup("astar"))


def _share(percent: float, free: int) -> int:
    return round(percent * free / 100)


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(map(repr, words))
