"""Checks of arguments: each returns the value, or raises an error with the value and the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isfinite, isnan
from operator import index
from typing import Any, TypeVar

from asterion.errors import InvalidType, InvalidValue, short_repr

T = TypeVar("T")


def choice(name: str, value: Any, choices: Mapping[str, T], *also: str) -> T:
    """The value that a name stands for, or an error that lists the names."""
    try:
        return choices[value]
    except Exception:  # noqa: BLE001 - the value is a user's object, and may not even be hashable
        names = ", ".join(repr(choice) for choice in (*also, *choices))
        raise InvalidValue(f"{name} is {short_repr(value)}; choose one of {names}") from None


def one_of(name: str, value: Any, names: Iterable[str], *also: str) -> str:
    """One of these names, or an error that lists them."""
    return choice(name, value, {each: each for each in (*also, *names)})


def optional(check: Callable[[str, Any], T], name: str, value: Any) -> T | None:
    """The checked value; None, which stands for no value, is not checked."""
    return None if value is None else check(name, value)


def flag(name: str, value: Any) -> bool:
    """True or False."""
    try:
        return bool(value)
    except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
        raise InvalidType(f"{name} is {short_repr(value)}; it must be True or False") from None


def whole(name: str, value: Any) -> int:
    """A whole number."""
    try:
        return index(value)
    except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
        raise InvalidType(f"{name} is {short_repr(value)}; it must be a whole number") from None


def count(name: str, value: Any, *, least: int = 0, most: int | None = None) -> int:
    """A whole number from ``least`` to ``most``; without ``most`` any from ``least``."""
    asked = whole(name, value)
    if asked < least or (most is not None and asked > most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most}"
        raise InvalidValue(f"{name} is {short_repr(asked)}; it must be {bounds}")
    return min(asked, 2**64 - 1)


def any_number(name: str, value: Any) -> float:
    """A number, which may be negative, infinite or NaN."""
    try:
        return float(value)
    except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
        raise InvalidType(f"{name} is {short_repr(value)}; it must be a number") from None


def number(name: str, value: Any, *, finite: bool = False) -> float:
    """A number that is neither negative nor NaN."""
    real = any_number(name, value)
    if isnan(real) or real < 0 or (finite and not isfinite(real)):
        bound = "finite and at least 0" if finite else "at least 0"
        raise InvalidValue(f"{name} is {real!r}; it must be {bound}")
    return real


def budget(expansions: Any, seconds: Any) -> tuple[int | None, float | None]:
    """An amount of work to do in one call; None is no limit."""
    return optional(count, "expansions", expansions), optional(number, "seconds", seconds)


def share(name: str, value: Any) -> float:
    """A number from 0 to 1."""
    real = number(name, value)
    if real > 1:
        raise InvalidValue(f"{name} is {real!r}; it must be from 0 to 1")
    return real
