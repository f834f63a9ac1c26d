"""The data of SVG paths, and transforms.

Source: Scalable vector graphics (SVG) 2, chapters 8 and 9, W3C, 2018.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import cos, radians, sin, tan
from typing import NamedTuple

from asterion.errors import counted, short_repr
from asterion.io import checks
from asterion.io.curves import arc, bezier

_COMMAND = re.compile(r"[\s,]*([MLHVCSQTAZ])", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)", re.IGNORECASE | re.ASCII)
_FLAG = re.compile(r"[\s,]*([01])")
_REST = re.compile(r"[\s,]*")
_CALL = re.compile(r"[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)", re.ASCII)
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_FLAGS = (3, 4)  # of the numbers of an arc


class Matrix(NamedTuple):
    """A transform: (x, y) goes to (a x + c y + e, b x + d y + f)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def after(self, first: Matrix) -> Matrix:
        """The transform that makes the other first."""
        return Matrix(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            self.a * first.e + self.c * first.f + self.e,
            self.b * first.e + self.d * first.f + self.f,
        )


def _rotation(angle: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    c, s = cos(radians(angle)), sin(radians(angle))
    return Matrix(1, 0, 0, 1, x, y).after(Matrix(c, s, -s, c)).after(Matrix(1, 0, 0, 1, -x, -y))


_TRANSFORMS: dict[str, tuple[tuple[int, ...], Callable[..., Matrix]]] = {
    "matrix": ((6,), Matrix),
    "translate": ((1, 2), lambda x, y=0.0: Matrix(e=x, f=y)),
    "scale": ((1, 2), lambda x, y=None: Matrix(a=x, d=x if y is None else y)),
    "rotate": ((1, 3), _rotation),
    "skewX": ((1,), lambda angle: Matrix(c=tan(radians(angle)))),
    "skewY": ((1,), lambda angle: Matrix(b=tan(radians(angle)))),
}


def matrix_of(text: str) -> Matrix:
    """The transform that a list of transforms makes, the last one first."""
    matrix, at = Matrix(), 0
    while call := _CALL.match(text, at):
        counts, make = _TRANSFORMS.get(call[1], ((), Matrix))
        numbers = numbers_of(call[2])
        if len(numbers) not in counts:
            raise ValueError(f"{short_repr(call[0])} is no transform")
        matrix, at = matrix.after(make(*numbers)), call.end()
    _check_end(text, at)
    return matrix


def numbers_of(text: str) -> list[float]:
    """The numbers of a list."""
    numbers, at = [], 0
    while found := _NUMBER.match(text, at):
        numbers.append(_number(found[1]))
        at = found.end()
    _check_end(text, at)
    return numbers


def rings_of(data: str) -> list[list[complex]]:
    """The rings of a path; those that it leaves open are closed."""
    pen = _Pen()
    at, command = 0, ""
    while True:
        found = _COMMAND.match(data, at)
        if found:
            command, at = found[1], found.end()
            if not pen.rings and command not in "Mm":
                raise ValueError(f"it begins with {command!r}; a path begins with M")
        elif command in ("", "Z", "z") or not _NUMBER.match(data, at):
            break
        count = _COUNTS[command.upper()]
        values = []
        for i in range(count):
            kind = _FLAG if command in "Aa" and i in _FLAGS else _NUMBER
            value = kind.match(data, at)
            if value is None:
                raise ValueError(f"{command!r} takes {counted(count, 'number')}; it has {i}"
                                 + _place(data, at))  # fmt: skip
            values.append(_number(value[1]))
            at = value.end()
        pen.draw(command.upper(), values, is_relative=command.islower())
        command = {"M": "L", "m": "l"}.get(command, command)
    _check_end(data, at)
    return pen.rings


class _Pen:
    """Rings as they are drawn, command by command."""

    def __init__(self) -> None:
        self.rings: list[list[complex]] = []
        self._at = 0j
        self._is_closed = False
        self._points = 0
        # Of the curve before, which a smooth one continues: its kind and its last control point.
        self._before = ("", 0j)

    def draw(self, command: str, values: list[float], *, is_relative: bool) -> None:
        """Follow a command."""
        origin = self._at if is_relative else 0j
        ends = [complex(x, y) + origin for x, y in zip(values[::2], values[1::2], strict=False)]
        before, self._before = self._before, ("", 0j)
        if command == "M":
            self._at = ends[0]
            self._begin()
            return
        if command == "Z":
            self._at, self._is_closed = self.rings[-1][0], True
            return
        if self._is_closed:  # what follows begins where the last ring did
            self._begin()
        if command == "L":
            self._to(ends)
        elif command == "H":
            self._to([complex(values[0] + origin.real, self._at.imag)])
        elif command == "V":
            self._to([complex(self._at.real, values[0] + origin.imag)])
        elif command == "A":
            end = complex(values[5], values[6]) + origin
            radii, large, positive = complex(*values[:2]), bool(values[3]), bool(values[4])
            self._to(arc(self._at, radii, values[2], end, is_large=large, is_positive=positive))
        else:
            kind = "C" if command in "CS" else "Q"
            if command in "ST":
                mirrored = 2 * self._at - before[1] if before[0] == kind else self._at
                ends.insert(0, mirrored)
            self._before = kind, ends[-2]
            self._to(bezier(self._at, *ends))

    def _begin(self) -> None:
        if len(self.rings) == checks.RING_LIMIT:
            raise ValueError(f"it has more than {checks.RING_LIMIT} rings, the limit")
        self.rings.append([self._at])
        self._is_closed = False

    def _to(self, points: list[complex]) -> None:
        self._points += len(points)
        if self._points > checks.POINT_LIMIT:
            raise ValueError(f"it has more than {checks.POINT_LIMIT} points, the limit")
        self.rings[-1] += points
        self._at = points[-1]


def _number(text: str) -> float:
    number = float(text)
    if abs(number) > checks.FAR:
        raise ValueError(f"{short_repr(text)} is beyond {checks.FAR:g}, the limit")
    return number


def _check_end(text: str, at: int) -> None:
    """Raise an error if anything is left of a text."""
    rest = _REST.match(text, at)
    if rest is not None and rest.end() < len(text):
        raise ValueError("it cannot be read" + _place(text, rest.end()))


def _place(text: str, at: int) -> str:
    return f" at character {at + 1}, {short_repr(text[at : at + 20])}"
