"""Series of games between two controllers from random starts, and their scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics import maps
from asterion.games.tactics.controllers import make
from asterion.games.tactics.match import Match
from asterion.world.arguments import count


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share; within 0 and 1, also for shares of 0 and 1.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927
    """
    z, n = 1.959964, max(games, 1)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # Exactly 0 or 1 at the ends, without rounding errors.
    return (middle - half if share > 0 else 0.0), (middle + half if share < 1 else 1.0)


class ControllerSetup(NamedTuple):
    """A controller in a form that can be sent to another process."""

    name: str
    settings: Mapping[str, Any] | None = None  # settings that differ from the defaults


class Start(NamedTuple):
    """The start of a game, and which of two players has the first turn."""

    map: str
    seed: int
    first: bool  # whether the first player begins
    spread: int | None = None  # of each squad around its start; None: anywhere on its side


class Score(NamedTuple):
    """The results of one player against another."""

    wins: int = 0
    losses: int = 0
    ties: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of wins."""
        return wilson(self.rate, self.games)

    def plus(self, other: Score) -> Score:
        """The sum of two scores."""
        return Score(*(a + b for a, b in zip(self, other, strict=True)))


def starts(
    games: int, names: Sequence[str] = maps.NAMES, *, seed: int = 0, spread: int | None = None
) -> list[Start]:
    """Return ``games`` starts, on the maps in turn; from each position each player begins once.

    >>> from asterion.games.tactics import arena
    >>> arena.starts(3, ["C.1", "C.2"], seed=7)[2]
    Start(map='C.2', seed=7, first=True, spread=None)
    """
    if not names:
        raise InvalidValue("names is empty; there must be a map to play on")
    pairs = [divmod(number // 2, len(names)) for number in range(count("games", games))]
    return [
        Start(names[which], count("seed", seed) + round_, number % 2 == 0, spread)
        for number, (round_, which) in enumerate(pairs)
    ]


def play(one: ControllerSetup, other: ControllerSetup, start: Start) -> Score:
    """Play one game; return it as a score of player ``one``."""
    state = maps.randomised(maps.load(start.map), start.seed, spread=start.spread)
    if len(state.alive) != 2:
        raise InvalidValue(
            f"map {short_repr(start.map)} has {len(state.alive)} teams; it must have two"
        )
    sides = [one, other] if start.first else [other, one]
    order = sorted(state.alive, key=lambda team: team != state.team)
    players = {
        team: make(side.name, start.seed, **(side.settings or {}))
        for team, side in zip(order, sides, strict=True)
    }
    result = Match(state, players).run()
    if result == "tie":
        return Score(ties=1)
    return Score(wins=1) if (result == order[0]) is start.first else Score(losses=1)


def score(one: ControllerSetup, other: ControllerSetup, games: Iterable[Start]) -> Score:
    """Return the score of player ``one`` in all games of a list.

    >>> from asterion.games.tactics.arena import ControllerSetup, score, starts
    >>> score(ControllerSetup("Reply"), ControllerSetup("Idle"), starts(4))
    Score(wins=4, losses=0, ties=0)
    """
    total = Score()
    for start in games:
        total = total.plus(play(one, other, start))
    return total
