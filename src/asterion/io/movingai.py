"""The MovingAI formats: ``.map`` draws a grid, ``.scen`` lists problems on one.

Source: N. R. Sturtevant, Benchmarks for grid-based pathfinding, 2012.
"""

from __future__ import annotations

from math import isfinite
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import numpy as np

from asterion.io.checks import CELL_LIMIT, fault, first, lines_of, shown, whole_costs
from asterion.world.grid import Cell, Grid

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


def read_map(path: FilePath, file: BinaryIO, diagonal: str) -> Grid:
    """The grid: every passable terrain is floor of cost 1, all else is wall."""
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
                message = f"{shown(line)}; the header has type, height, width and map"
                raise fault(path, at, message)
    raise fault(path, len(lines), "the file ends before the line 'map'")


def encoded(grid: Grid, path: FilePath) -> list[bytes]:
    """Floor as ``.`` and walls as ``@``; other costs cannot be written."""
    free = whole_costs(path, grid.cost, 1)
    height, width = grid.shape
    letters = np.full((height, width + 1), ord("\n"), np.uint8)
    letters[:, :-1] = np.where(free, ord("."), ord("@"))
    header = f"type octile\nheight {height}\nwidth {width}\nmap\n"
    return [header.encode(), letters.tobytes()]


def read_scenario(path: FilePath) -> list[Problem]:
    """All problems, in the order of the file."""
    problems = []
    for at, line in enumerate(_lines(path.read_bytes())):
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
    return problems


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
    message = f"{name} is {shown(text)}; it must be a whole number from {least} to {CELL_LIMIT}"
    raise fault(path, at, message)


def _length(path: FilePath, at: int, text: str) -> float:
    try:
        length = float(text)
    except ValueError:
        length = -1
    if not isfinite(length) or length < 0:
        raise fault(path, at, f"length is {shown(text)}; it must be a finite number >= 0")
    return length
