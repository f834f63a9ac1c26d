"""The MovingAI formats: ``.map`` draws a grid, ``.scen`` lists problems on one.

Source: N. R. Sturtevant, Benchmarks for grid-based pathfinding, 2012.
"""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.errors import InvalidValue
from asterion.grid import Cell

if TYPE_CHECKING:
    import numpy.typing as npt


PASSABLE = ".GS"
IMPASSABLE = "@OTW"


class Problem(NamedTuple):
    """One line of a scenario. ``length`` is the octile length of a shortest path."""

    bucket: int
    map: str
    shape: tuple[int, int]
    start: Cell
    goal: Cell
    length: float


def read_map(path: FilePath) -> npt.NDArray[np.bool_]:
    """True where a cell can be entered."""
    lines = _lines(path)
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
                return _cells(path, lines, at + 1, height, width)
            case _:
                raise _fault(path, at, f"{line[:40]!r}; the header has type, height, width and map")
    raise _fault(path, len(lines), "the file ends before the line 'map'")


def read_scenario(path: FilePath) -> list[Problem]:
    """All problems, in the order of the file."""
    problems = []
    for at, line in enumerate(_lines(path)):
        if line.startswith("version") or not line.strip():
            continue
        fields = line.split("\t") if "\t" in line else line.split()
        if len(fields) != 9:
            raise _fault(path, at, f"{len(fields)} fields; a problem has 9")
        bucket, name, *numbers, length = fields
        try:
            width, height, x0, y0, x1, y1 = map(int, numbers)
            problem = Problem(int(bucket), name, (height, width), (y0, x0), (y1, x1), float(length))
        except ValueError as error:
            raise _fault(path, at, str(error)) from None
        problems.append(problem)
    return problems


def _cells(
    path: FilePath, lines: list[str], first: int, height: int, width: int
) -> npt.NDArray[np.bool_]:
    if height == 0 or width == 0:
        raise _fault(path, first - 1, "the map begins before its height and width are given")
    rows = lines[first:]
    while rows and not rows[-1].strip():
        rows.pop()
    if len(rows) != height:
        raise _fault(path, first + len(rows) - 1, f"{len(rows)} rows; the height is {height}")
    for row, line in enumerate(rows):
        if len(line) != width:
            raise _fault(path, first + row, f"{len(line)} characters; the width is {width}")
    letters = np.frombuffer("".join(rows).encode("latin-1"), np.uint8).reshape(height, width)
    free = np.isin(letters, list(PASSABLE.encode()))
    known = free | np.isin(letters, list(IMPASSABLE.encode()))
    if not known.all():
        row, col = np.argwhere(~known)[0]
        letter = rows[row][col]
        raise _fault(path, first + int(row), f"{letter!r} at character {col + 1} is no terrain")
    return free


def _lines(path: FilePath) -> list[str]:
    return path.read_text(encoding="latin-1").splitlines()


def _whole(path: FilePath, at: int, name: str, number: str) -> int:
    if not number.isdecimal() or len(number) > 9 or int(number) == 0:
        raise _fault(path, at, f"{name} is {number[:20]!r}; it must be a whole number > 0")
    return int(number)


def _fault(path: FilePath, at: int, message: str) -> InvalidValue:
    return InvalidValue(f"{path.name}, line {at + 1}: {message}")
