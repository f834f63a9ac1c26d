"""From the options of a query, as a user writes them, to the core's own."""

from __future__ import annotations

from functools import lru_cache
from math import isnan
from operator import index
from typing import Any, NamedTuple, TypeVar

from asterion import _core
from asterion.errors import InvalidType, InvalidValue
from asterion.grid import GridWorld
from asterion.registry import info_of

HEURISTICS = {
    "zero": _core.Heuristic.zero,
    "manhattan": _core.Heuristic.manhattan,
    "euclidean": _core.Heuristic.euclidean,
    "octile": _core.Heuristic.octile,
    "chebyshev": _core.Heuristic.chebyshev,
}
TIES = {"auto": _core.Ties.auto, "high-g": _core.Ties.high_g}
STOPS = {"fast": _core.Stop.fast, "guaranteed": _core.Stop.guaranteed}

T = TypeVar("T")

# More goals than this, and estimating the way to the nearest costs more than it saves.
_MOST_GOALS_TO_ESTIMATE = 8


class Options(NamedTuple):
    """What a query may ask for. An option at its default asks nothing of any algorithm."""

    algorithm: str = "auto"
    heuristic: str = "auto"
    weight: float = 1.0
    ties: str = "auto"
    seed: int | None = None
    stop: str = "fast"
    reopen: str = "passive"
    direction: str = "forward"
    max_expansions: int | None = None
    max_cost: float | None = None
    components: bool = True


_DEFAULTS = Options()


def query_for(
    world: GridWorld, goals: int, options: Options, *, trace: bool = False
) -> _core.Query:
    """The core's query for these options on this world, or an error that names the bad one."""
    many = goals > _MOST_GOALS_TO_ESTIMATE
    try:
        hash(options)
    except TypeError:  # some value is not one of the words: let the check of values name it
        make = _query.__wrapped__
    else:
        make = _query
    return make(world.diagonal, world.diagonal_cost, many, options, trace)


@lru_cache(maxsize=256)  # most queries say the same words again and again
def _query(
    diagonal: str, diagonal_cost: float, many_goals: bool, options: Options, trace: bool
) -> _core.Query:
    algorithm = "astar" if options.algorithm == "auto" else options.algorithm
    info = info_of(algorithm)
    for name, value, default in zip(options._fields[1:], options[1:], _DEFAULTS[1:], strict=True):
        if name not in info.options and _differs(value, default):
            raise InvalidValue(
                f"{algorithm!r} does not take {name}={value!r}; it takes {', '.join(info.options)}"
            )
    heuristic = options.heuristic
    if not _differs(heuristic, "auto"):
        uninformed = algorithm != "astar" or many_goals
        heuristic = "zero" if uninformed else closest_heuristic(diagonal, diagonal_cost)
    return _core.Query(
        getattr(_core.Algorithm, algorithm),
        _choice("heuristic", heuristic, HEURISTICS, "auto"),
        _choice("ties", options.ties, TIES),
        _choice("stop", options.stop, STOPS),
        _count("max_expansions", options.max_expansions),
        _limit("max_cost", options.max_cost),
        bool(options.components),
        trace,
    )


def _differs(value: Any, default: Any) -> bool:
    try:
        return bool(value != default)
    except ValueError:  # an array, of which no default is one
        return True


def closest_heuristic(diagonal: str, diagonal_cost: float) -> str:
    """The name of the largest distance that never exceeds the cost of the moves."""
    if diagonal == "never":
        return "manhattan"
    return "octile" if diagonal_cost > 1 else "chebyshev"


def _choice(name: str, value: Any, choices: dict[str, T], *also: str) -> T:
    try:
        return choices[value]
    except (KeyError, TypeError):
        names = ", ".join(repr(choice) for choice in (*also, *choices))
        raise InvalidValue(f"{name} is {value!r}; choose one of {names}") from None


def _count(name: str, value: Any) -> int | None:
    if value is None:
        return None
    try:
        count = index(value)
    except TypeError:
        raise InvalidType(f"{name} is {value!r}; it must be a whole number or None") from None
    if count < 0:
        raise InvalidValue(f"{name} is {count}; it must be at least 0")
    return min(count, 2**64 - 1)


def _limit(name: str, value: Any) -> float | None:
    if value is None:
        return None
    try:
        limit = float(value)
    except (TypeError, ValueError):
        raise InvalidType(f"{name} is {value!r}; it must be a number or None") from None
    if isnan(limit) or limit < 0:
        raise InvalidValue(f"{name} is {limit!r}; it must be at least 0")
    return limit
