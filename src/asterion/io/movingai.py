"""The MovingAI formats: ``.map`` draws a grid, ``.scen`` lists problems on one.

Source: N. R. Sturtevant, Benchmarks for grid-based pathfinding, 2012.
"""

from __future__ import annotations

from math import floor, isfinite, log10
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Self

import numpy as np

from asterion.errors import short_repr
from asterion.io.checks import CELL_LIMIT, fault, first, lines_of, whole_costs
from asterion.world.grid import Cell, Diagonal, Grid

if TYPE_CHECKING:
    import numpy.typing as npt


PASSABLE = ".GS"
IMPASSABLE = "@OTW"
DIGITS = 6  # of a length in most scenarios


# Lengths were computed with the square root of 2 in single precision, or, where they have eight
# decimals, with nine of it. The relative difference is largest if all moves are diagonal.
_SINGLE, _NINE_DECIMALS = ((2**0.5 - root) / 2**0.5 for root in (1.4142135, 1.414213562))


class PublishedLength(float):
    """A length as a scenario gives it, with how it was computed and rounded."""

    rounding: float  # how far the length of the same path may be from it

    def __new__(cls, value: float, rounding: float = 0.0) -> Self:
        """Make the number, with its possible error."""
        length = super().__new__(cls, value)
        length.rounding = rounding
        return length

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the number and its error for pickle."""
        return PublishedLength, (float(self), self.rounding)


class Problem(NamedTuple):
    """One line of a scenario. ``length`` is the octile length of a shortest path."""

    bucket: int
    map: str
    shape: tuple[int, int]
    start: Cell
    goal: Cell
    length: float

    def agrees(self, cost: float) -> bool:
        """Return whether a cost is the published length, within its rounding.

        Scenarios have two decimals, eight, or six digits in all, and were computed with the square
        root of 2 in single precision. A cost that differs by more is of another path, or another
        rule of moves: lengths are for ``diagonal="clear"``.

        >>> import asterion as at
        >>> from asterion.io import Problem
        >>> problem = Problem(0, "arena.map", (49, 49), (1, 1), (4, 4), 4.24264)
        >>> problem.agrees(3 * 2**0.5), problem.agrees(4.2427)
        (True, False)
        """
        length = self.length
        if not isinstance(length, PublishedLength):
            length = PublishedLength(length, _rounding(length, DIGITS))
        return abs(cost - length) <= length.rounding


def read_map(path: FilePath, file: BinaryIO, diagonal: Diagonal) -> Grid:
    """Return the grid: every passable terrain is floor of cost 1, all else is wall."""
    lines = _lines(file.read())
    height = width = 0
    for at, line in enumerate(lines):
        match line.split():
            case ["type", _]:
                pass
            case ["height", number]:
                height = _whole(path, at, "height", number)
            case ["width", number]:
                width = _whole(path, at, "width", number)
            case ["map"]:
                return Grid(_cells(path, lines, at + 1, height, width), diagonal=diagonal)
            case _:
                message = f"{short_repr(line)}; the header has type, height, width and map"
                raise fault(path, at, message)
    raise fault(path, len(lines), "the file ends before the line 'map'")


def encoded(grid: Grid, path: FilePath) -> list[bytes]:
    """Write floor as ``.`` and walls as ``@``; other costs cannot be written."""
    free = whole_costs(path, grid.cost, 1)
    height, width = grid.shape
    letters = np.full((height, width + 1), ord("\n"), np.uint8)
    letters[:, :-1] = np.where(free, ord("."), ord("@"))
    header = f"type octile\nheight {height}\nwidth {width}\nmap\n"
    return [header.encode(), letters.tobytes()]


def read_scenario(path: FilePath) -> list[Problem]:
    """Return all problems, in the order of the file."""
    return problems_in(path.read_bytes(), path)


def problems_in(data: bytes, path: FilePath) -> list[Problem]:
    """Return the problems in the bytes of a scenario; errors name the path."""
    problems, texts = [], []
    for at, line in enumerate(_lines(data)):
        if line.startswith("version") or not line.strip():
            continue
        fields = line.split("\t") if "\t" in line else line.split()
        if len(fields) != 9:
            raise fault(path, at, f"{len(fields)} fields; a problem has 9")
        bucket = _whole(path, at, "bucket", fields[0], least=0)
        width = _whole(path, at, "width", fields[2])
        height = _whole(path, at, "height", fields[3])
        names = ("start x", "start y", "goal x", "goal y")
        x0, y0, x1, y1 = (
            _whole(path, at, name, field, least=0)
            for name, field in zip(names, fields[4:8], strict=True)
        )
        length = _length(path, at, fields[8])
        problems.append(Problem(bucket, fields[1], (height, width), (y0, x0), (y1, x1), length))
        texts.append(fields[8].strip())
    return [
        problem._replace(length=PublishedLength(problem.length, rounding))
        for problem, rounding in zip(problems, _roundings(problems, texts), strict=True)
    ]


def _roundings(problems: list[Problem], texts: list[str]) -> list[float]:
    """The possible error of each length, inferred from the whole file.

    If all have the same number of decimals, that was the format. Else it was a number of digits in
    all, six in most scenarios, which leaves out zeros at the end.
    """
    decimals = {len(text.partition(".")[2]) for text in texts}
    if len(decimals) == 1 and decimals != {0}:
        places = min(max(decimals), 17)
        root = _NINE_DECIMALS if places >= 8 else _SINGLE
        return [0.5 * 10.0**-places + root * problem.length for problem in problems]
    digits = max((len(text.replace(".", "").strip("0")) for text in texts), default=0)
    return [_rounding(problem.length, max(digits, DIGITS)) for problem in problems]


def _rounding(length: float, digits: int) -> float:
    """The error of a length with ``digits``: half a unit of the last one, and the root of 2."""
    if length <= 0:
        return 0.0
    return 0.5 * 10.0 ** (floor(log10(length)) + 1 - digits) + _SINGLE * length


def _cells(
    path: FilePath, lines: list[str], begin: int, height: int, width: int
) -> npt.NDArray[np.bool_]:
    if height == 0 or width == 0:
        raise fault(path, begin - 1, "the map begins before its height and width are given")
    if height * width > CELL_LIMIT:
        message = f"{height} rows of {width} cells; a grid has at most {CELL_LIMIT} cells"
        raise fault(path, begin - 1, message)
    rows = lines[begin:]
    while rows and not rows[-1].strip():
        rows.pop()
    if len(rows) != height:
        last = begin + min(len(rows), height + 1) - 1  # the last row, or the first one too many
        raise fault(path, last, f"{len(rows)} rows; the height is {height}")
    for row, line in enumerate(rows):
        if len(line) != width:
            raise fault(path, begin + row, f"{len(line)} characters; the width is {width}")
    letters = np.frombuffer("".join(rows).encode("latin-1"), np.uint8).reshape(height, width)
    free = np.isin(letters, list(PASSABLE.encode()))
    unknown = ~(free | np.isin(letters, list(IMPASSABLE.encode())))
    if unknown.any():
        row, col = first(unknown)
        message = f"{rows[row][col]!r} at character {col + 1} is not a terrain"
        raise fault(path, begin + row, message)
    return free


def _lines(data: bytes) -> list[str]:
    return lines_of(data.decode("latin-1"))  # which decodes any byte


def _whole(path: FilePath, at: int, name: str, text: str, *, least: int = 1) -> int:
    digits = text.strip()
    # The length first: int() is slow with a million digits, and then refuses them.
    if len(digits) <= 10 and digits.isdecimal() and least <= int(digits) <= CELL_LIMIT:
        return int(digits)
    message = (
        f"{name} is {short_repr(text)}; it must be a whole number from {least} to {CELL_LIMIT}"
    )
    raise fault(path, at, message)


def _length(path: FilePath, at: int, text: str) -> float:
    try:
        length = float(text)
    except ValueError:
        length = -1
    if not isfinite(length) or length < 0:
        raise fault(path, at, f"length is {short_repr(text)}; it must be a finite number >= 0")
    return length
