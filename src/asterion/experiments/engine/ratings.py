"""The strength of players from game results: shares with confidence intervals, and ratings.

A tie is half a win for both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import NamedTuple

from asterion.games.tactics.arena import wilson

_SCALE = 400.0  # rating points for odds of 10 to 1
_ROUNDS, _STILL = 10_000, 1e-10


class Share(NamedTuple):
    """The share of games won, with its 95 % confidence interval."""

    share: float
    low: float
    high: float


def share_of(wins: int, ties: int, games: int) -> Share | None:
    """The share of points with Wilson's interval, which stays within 0 and 1. None without games.

    With ties the interval is somewhat wider than necessary.

    >>> from asterion.experiments.engine.ratings import share_of
    >>> [round(x, 3) for x in share_of(8, 0, 10)]
    [0.8, 0.49, 0.943]
    """
    if not games:
        return None
    share = (wins + ties / 2) / games
    return Share(share, *wilson(share, games))


def ratings(players: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """Ratings on the Elo scale with mean 0, by the model of Bradley and Terry.

    ``points[a, b]`` is what a has won in games with b. Each pair gets one additional tie, so that a
    player that has won all games has a finite rating. O(players^2) per iteration, until no rating
    changes.

    >>> from asterion.experiments.engine.ratings import ratings
    >>> {name: round(r) for name, r in ratings("ab", {("a", "b"): 9.5, ("b", "a"): 0.5}).items()}
    {'a': 200, 'b': -200}

    R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, 1952;
    D. R. Hunter, MM algorithms for generalized Bradley-Terry models, 2004
    """
    if not players:
        return {}
    pairs = {(a, b): points.get((a, b), 0.0) + 0.5 for a in players for b in players if a != b}
    won = {a: sum(pairs[a, b] for b in players if b != a) for a in players}
    strength = dict.fromkeys(players, 1.0)
    for _ in range(_ROUNDS):
        before = strength
        strength = {
            a: won[a]
            / sum((pairs[a, b] + pairs[b, a]) / (before[a] + before[b]) for b in players if b != a)
            for a in players
        }
        middle = sum(log10(each) for each in strength.values()) / len(strength)
        strength = {a: each / 10**middle for a, each in strength.items()}
        if all(abs(log10(strength[a] / before[a])) < _STILL for a in players):
            break
    return {a: _SCALE * log10(each) for a, each in strength.items()}
