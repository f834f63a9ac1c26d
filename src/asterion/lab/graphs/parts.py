"""Nodes and connections of a drawn graph, and the rules for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import isfinite
from string import ascii_uppercase
from typing import Any, NamedTuple

from asterion.errors import InvalidValue, short_repr

HIGHEST = 99_999  # cost, and estimate
LONGEST_NAME = 12
_PLACES = 4  # decimals of a place


class Spot(NamedTuple):
    """A node: its name, its place on the board (0 to 1, from left and top), its estimate."""

    name: str
    x: float
    y: float
    estimate: float = 0.0


class Arc(NamedTuple):
    """A connection, one way."""

    source: str
    target: str
    cost: float


def free_names() -> Iterator[str]:
    """A to Z, then A1 to Z1 and so on."""
    yield from ascii_uppercase
    for number in count(1):
        yield from (f"{letter}{number}" for letter in ascii_uppercase)


def place_of(x: Any, y: Any) -> tuple[float, float]:
    """Return a place on the board; one outside is moved to the edge."""
    place = float(x), float(y)
    if not all(map(isfinite, place)):
        raise InvalidValue(
            f"({short_repr(x)}, {short_repr(y)}) is not a place; both must be finite numbers"
        )
    left, top = (round(min(1.0, max(0.0, each)), _PLACES) for each in place)
    return left, top


def number_of(what: str, value: Any) -> float:
    """Return a cost or an estimate that was typed in; an error names an invalid one."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InvalidValue(f"{what} is {short_repr(value)}; it must be a number") from None
    _check_number(what, number)
    return number


def _check_number(what: str, number: float) -> None:
    if not 0 <= number <= HIGHEST:  # also where it is NaN
        raise InvalidValue(f"{what} is {number:g}; it must be 0 to {HIGHEST}")


def _check_name(name: str) -> None:
    if not name.isprintable() or not 1 <= len(name.strip()) <= len(name) <= LONGEST_NAME:
        raise InvalidValue(
            f"the name {short_repr(name)} must have 1 to {LONGEST_NAME} printable characters"
        )


def checked_names(nodes: tuple[Spot, ...]) -> set[str]:
    """Return the names of nodes, or raise an error about the first that breaks a rule."""
    names: set[str] = set()
    for name, x, y, estimate in nodes:
        _check_name(name)
        if name in names:
            raise InvalidValue(f"the name {name!r} is taken")
        names.add(name)
        if not (0 <= x <= 1 and 0 <= y <= 1):
            raise InvalidValue(f"{name} is at ({x:g}, {y:g}), not on the board")
        _check_number(f"the estimate of {name}", estimate)
    return names


def check_arc(arc: Arc, names: set[str]) -> None:
    """Raise an error unless this can be a connection between nodes of these names."""
    for end in (arc.source, arc.target):
        if end not in names:
            raise InvalidValue(f"there is no node {short_repr(end)} to connect")
    if arc.source == arc.target:
        raise InvalidValue(
            f"{arc.source} is connected to itself; the lab shows no such connections"
        )
    _check_number(f"the cost of {arc.source} → {arc.target}", arc.cost)
