"""The speed of a page: a multiple of its own duration, from half to eight times."""

from __future__ import annotations

from typing import Any

from asterion.errors import InvalidValue, short_repr

SLOWEST, FASTEST = 0.5, 8.0  # as in speed.js


def speed(value: Any) -> float:
    """Return the requested multiple, or raise an error that names the value and the rule."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidValue(f"speed is {short_repr(value)}; it must be a number")
    if not SLOWEST <= value <= FASTEST:
        raise InvalidValue(f"speed is {short_repr(value)}; it must be {SLOWEST:g} to {FASTEST:g}")
    return float(value)
