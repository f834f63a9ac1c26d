"""From the options of a query, as a user writes them, to the core's own."""

from functools import lru_cache
from math import isnan
from operator import index
from typing import Any, TypeVar

from asterion import _core
from asterion.errors import InvalidType, InvalidValue
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

# What a query does when nothing else is said; an option at its default asks nothing of anybody.
_DEFAULTS: dict[str, Any] = {
    "heuristic": "auto",
    "weight": 1.0,
    "ties": "auto",
    "seed": None,
    "stop": "fast",
    "reopen": "passive",
    "direction": "forward",
    "max_expansions": None,
    "max_cost": None,
    "components": True,
}


@lru_cache(maxsize=256)
def query(
    *, diagonal: str, diagonal_cost: float, goals: int, algorithm: str, trace: bool, **options: Any
) -> _core.Query:
    """The core's query. Kept for the next call with the same words, which is most of them."""
    if algorithm == "auto":
        algorithm = "astar"
    info = info_of(algorithm)
    for name, value in options.items():
        if name not in info.options and value != _DEFAULTS[name]:
            raise InvalidValue(
                f"{algorithm!r} does not take {name}={value!r}; it takes {', '.join(info.options)}"
            )
    return _core.Query(
        getattr(_core.Algorithm, algorithm),
        _heuristic(algorithm, options["heuristic"], diagonal, diagonal_cost, goals),
        _choice("ties", options["ties"], TIES),
        _choice("stop", options["stop"], STOPS),
        _count("max_expansions", options["max_expansions"]),
        _limit("max_cost", options["max_cost"]),
        bool(options["components"]),
        trace,
    )


def _heuristic(
    algorithm: str, name: Any, diagonal: str, diagonal_cost: float, goals: int
) -> _core.Heuristic:
    if algorithm != "astar":
        return _core.Heuristic.zero
    if name != "auto":
        return _choice("heuristic", name, HEURISTICS, "auto")
    if goals > _MOST_GOALS_TO_ESTIMATE:
        return _core.Heuristic.zero
    if diagonal == "never":
        return _core.Heuristic.manhattan
    return _core.Heuristic.octile if diagonal_cost > 1 else _core.Heuristic.chebyshev


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
