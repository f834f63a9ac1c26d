"""Tune the penalties of a controller.

A few penalties are varied at a time, and variants that win more games are kept: an evolution
strategy with one parent (I. Rechenberg, Evolutionsstrategie, 1973) and any number of restarts. All
variants play the same games, so that none has luckier starts. The result is measured on other
games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from asterion.errors import InvalidValue
from asterion.games.tactics import arena, maps
from asterion.games.tactics.arena import ControllerSetup, Score, Start
from asterion.games.tactics.controllers import known_name, settings
from asterion.world.arguments import count
from asterion.world.dice import Dice

# A value is multiplied by one of these; a value of 0 becomes 1.
_FACTORS = (0.0, 0.25, 0.5, 0.75, 1.5, 2.0, 3.0, 5.0)
_MOST = 1000.0  # the largest value that a controller takes
_AT_ONCE = 3  # values varied together, at most
_APART = 1_000_000  # between the seeds of the games for tuning and for measuring

Tell = Callable[[str], None]


class Tuned(NamedTuple):
    """The settings found, and their scores."""

    settings: dict[str, Any]  # differences from the defaults: make(name, **settings)
    before: Score  # in games that were not used for tuning
    after: Score  # in the same games
    trained: Score  # in the games used for tuning
    tried: int  # variants


def parameters(name: str) -> tuple[str, ...]:
    """Return the penalties of a controller as ``table.name``: the numbers in its settings' tables.

    >>> from asterion.games.tactics import tuning
    >>> tuning.parameters("AStarFour")[-2:]
    ('predictions.enemy_hidden', 'predictions.distance')
    """
    tables = {key: it for key, it in settings(name).items() if isinstance(it, dict)}
    return tuple(f"{table}.{key}" for table, values in tables.items() for key in values)


def tune(
    name: str,
    opponent: str,
    *,
    tries: int = 60,
    games: int = 48,
    restarts: int = 0,
    seed: int = 0,
    names: Sequence[str] = maps.NAMES,
    vary: Sequence[str] | None = None,
    tell_by: int | None = None,
    play_all: Callable[[ControllerSetup, ControllerSetup, list[Start]], Score] = arena.score,
    tell: Tell = lambda _line: None,
) -> Tuned:
    """Return settings with which a controller wins more games against an opponent.

    ``tries`` variants each play ``games`` games; ``before`` and ``after`` are measured in
    ``tell_by`` games (default: as many) with other seeds. ``vary`` names parameters (default: all).
    A restart begins again from variants of the first settings. ``play_all`` may play the games on
    several cores; ``tell`` gets a line of progress per variant. Equal arguments give equal
    settings.

    Raises
    ------
    InvalidValue  ``AStarFour has no parameter 'constants.fear'; it has constants.action, ...``
    """
    known, other = known_name(name), ControllerSetup(known_name(opponent))
    chosen = _checked(known, vary)
    dice = Dice(seed)
    training = arena.starts(games, names, seed=count("seed", seed))
    fresh = arena.starts(games if tell_by is None else tell_by, names, seed=seed + _APART)
    first = {path: _value(settings(known), path) for path in chosen}

    def worth(values: dict[str, float]) -> Score:
        return play_all(ControllerSetup(known, _settings(known, values)), other, training)

    best, best_score = first, worth(first)
    each, extra = divmod(count("tries", tries), count("restarts", restarts) + 1)
    for round_ in range(restarts + 1):
        here, here_score = first, Score()
        if round_ == 0:
            here, here_score = best, best_score
        for number in range(each + (extra if round_ == 0 else 0)):
            variant = _varied(here, dice)
            result = worth(variant)
            if _points(result) >= _points(
                here_score
            ):  # also equal ones, so that it can cross a plateau
                here, here_score = variant, result
            tell(f"{round_}.{number}: {result.rate:.0%}, best {best_score.rate:.0%}")
            if _points(here_score) > _points(best_score):
                best, best_score = here, here_score
    found = _settings(known, best)
    before = play_all(ControllerSetup(known), other, fresh)
    after = play_all(ControllerSetup(known, found), other, fresh)
    return Tuned(found, before, after, best_score, each * (restarts + 1) + extra)


def _points(score: Score) -> float:
    return score.wins + score.ties / 2


def _checked(name: str, vary: Sequence[str] | None) -> tuple[str, ...]:
    there = parameters(name)
    if not there:
        raise InvalidValue(f"{name} has no penalties to tune")
    for path in vary or ():
        if path not in there:
            raise InvalidValue(f"{name} has no parameter {path!r}; it has {', '.join(there)}")
    return tuple(vary) if vary else there


def _value(tables: dict[str, Any], path: str) -> float:
    table, key = path.split(".")
    return float(tables[table][key])


def _settings(name: str, values: dict[str, float]) -> dict[str, Any]:
    """The tables in which a value differs, complete."""
    own = settings(name)
    changed: dict[str, Any] = {}
    for path, value in values.items():
        table, key = path.split(".")
        if value != own[table][key]:
            changed.setdefault(table, dict(own[table]))[key] = value
    return changed


def _varied(values: dict[str, float], dice: Dice) -> dict[str, float]:
    """The values with one to three of them changed."""
    varied = dict(values)
    names = [*values]
    for _ in range(1 + dice.below(min(_AT_ONCE, len(names)))):
        path = names[dice.below(len(names))]
        factor = _FACTORS[dice.below(len(_FACTORS))]
        varied[path] = min(round(varied[path] * factor, 2) if varied[path] else 1.0, _MOST)
    return varied
