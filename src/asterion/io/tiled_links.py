"""Links in a map of Tiled: objects of the class ``link``.

Such an object is a line, whose ends are the cells that it joins; or any object with the property
``to``, the object at the other end. ``cost`` (a number, by default 1) and ``both`` (a bool, by
default true) are properties too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from asterion.errors import AsterionError, InvalidValue, short_repr
from asterion.world.grid import Cell, Grid

_CLASS = "link"
Point = tuple[float, float]


class Thing(NamedTuple):
    """An object of a map, with the parts that a link may need."""

    number: str
    name: str
    kind: str
    place: tuple[Any, ...]  # x, y, width, height, and whether it is a tile
    line: Any  # the points of a line, relative to the place
    properties: dict[str, Any]

    def __str__(self) -> str:
        return f"object {short_repr(self.number)[1:-1]} ({short_repr(self.name)})"


def thing_of(found: dict[str, Any]) -> Thing:
    """The object of these values, of which any may be missing or of another type."""
    line = found.get("polyline")
    points = None
    if isinstance(line, list):
        points = [(p.get("x"), p.get("y")) if isinstance(p, dict) else () for p in line]
    listed = found.get("properties", [])
    named = [p for p in listed if isinstance(p, dict)] if isinstance(listed, list) else []
    sides = [found.get(side, 0) for side in ("x", "y", "width", "height")]
    return Thing(
        str(found.get("id", "")),
        str(found.get("name", "")),
        str(found.get("class", found.get("type", ""))),
        (*sides, "gid" in found),
        points,
        {str(p.get("name")): p.get("value") for p in named},
    )


def add_links(
    path: FilePath, grid: Grid, things: Iterable[Thing], cell_of: Callable[[Point], Cell]
) -> None:
    """Add the links of a map to its grid; ``cell_of`` leads from pixels to cells."""
    known = [*things]
    by_number = {thing.number: thing for thing in known}
    for thing in known:
        if thing.kind.lower() != _CLASS:
            continue
        what = f"{path.name}: {thing}"
        a, b = (cell_of(point) for point in _ends(what, thing, by_number))
        cost = number_of(what, "cost", thing.properties.get("cost", 1))
        both = thing.properties.get("both", True)
        if not isinstance(both, bool):
            raise InvalidValue(f"{what} has both = {short_repr(both)}; it must be a bool")
        try:
            grid.links.add(a, b, cost, both=both)
        except AsterionError as error:
            raise InvalidValue(f"{what} is a link that cannot be: {error}") from None


def _ends(what: str, thing: Thing, by_number: dict[str, Thing]) -> tuple[Point, Point]:
    if thing.line is not None:
        x, y = (number_of(what, "place", side, negative=True) for side in thing.place[:2])
        points = []
        for point in (thing.line[:1] + thing.line[-1:]) if len(thing.line) > 1 else ():
            if len(point) != 2:
                break
            right, down = (number_of(what, "line", side, negative=True) for side in point)
            points.append((x + right, y + down))
        if len(points) < 2:
            raise InvalidValue(f"{what} is a link along a line that has no two ends")
        return points[0], points[1]
    other = by_number.get(str(thing.properties.get("to")))
    if other is None:
        to = thing.properties.get("to")
        raise InvalidValue(
            f"{what} is a link to {short_repr(to)}; it must be a line, or its property 'to' an "
            "object"
        )
    return _middle(what, thing), _middle(what, other)


def _middle(what: str, thing: Thing) -> Point:
    *sides, is_tile = thing.place
    x, y, width, height = (number_of(what, "place", side, negative=True) for side in sides)
    return x + width / 2, y + (-height if is_tile else height) / 2


def number_of(what: str, name: str, value: object, *, negative: bool = False) -> float:
    """A number of an object, which XML has as text."""
    number = None
    if isinstance(value, (int, float, str)) and not isinstance(value, bool):
        try:
            number = float(value)
        except (ValueError, OverflowError):
            number = None
    if number is None or not isfinite(number) or (number < 0 and not negative):
        rule = "a number" if negative else "a number >= 0"
        raise InvalidValue(f"{what} has {name} = {short_repr(value)}; it must be {rule}")
    return number
