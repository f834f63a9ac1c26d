"""The maze game's text maps: ``.txt``, one character per cell.

- ``A`` to ``T``: a wall
- ``2`` to ``9``: floor of that cost
- ``a`` to ``j``: a monster
- ``o``: the human player; ``p``, ``q``, ``r``: 1, 2 or 3 computer players
- ``x`` to ``z``: a key; ``X`` to ``Z``: its door
- a blank and all other characters: floor of cost 1

Monsters, players, keys and doors are for the game; their cells cost 1 here. So are lines below the
map that begin with ``monster ``, which a grid does not keep.
"""

from __future__ import annotations

import codecs
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.io.checks import DRAWING_LIMIT, fault, first, lines_of, whole_costs
from asterion.world.grid import Diagonal, Grid

if TYPE_CHECKING:
    import numpy.typing as npt

    Codes = npt.NDArray[np.uint32]


UTF32 = "utf-32-le"  # the memory of NumPy's "<U1"
DRAWN = np.frombuffer("A 23456789".encode(UTF32), "<u4")  # the character of a cost from 0 to 9
COST_OF = np.ones(128, np.uint8)
COST_OF[ord("A") : ord("T") + 1] = 0
COST_OF[ord("2") : ord("9") + 1] = range(2, 10)
MONSTER = "monster "  # how lines about types of monsters begin


def read_map(path: FilePath, file: BinaryIO, diagonal: Diagonal) -> Grid:
    """The grid in a file."""
    return parsed(path, text_of(path, file.read()), diagonal)


def parsed(path: FilePath, text: str, diagonal: Diagonal) -> Grid:
    """The grid, with its characters. Short lines are filled up with blanks.

    The path is only for messages: the text need not be from a file.
    """
    lines, _ = parts_of(path, text)
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise fault(path, 0, "the file is empty; a map has at least one character")
    width = max(map(len, lines))
    if len(lines) * width > DRAWING_LIMIT:
        longest = next(at for at, line in enumerate(lines) if len(line) == width)
        message = f"{len(lines)} lines by {width} characters; a map has at most {DRAWING_LIMIT}"
        raise fault(path, longest, message)
    drawing = "".join(line.ljust(width) for line in lines)
    codes = np.frombuffer(drawing.encode(UTF32), "<u4").reshape(len(lines), width)
    unfit = _unfit(codes)
    if unfit.any():
        row, col = first(unfit)
        message = f"{lines[row][col]!r} at character {col + 1}; a map holds no control characters"
        raise fault(path, row, message)
    grid = Grid(_costs(codes), diagonal=diagonal)
    grid.characters = codes.view("<U1").copy()
    return grid


def parts_of(path: FilePath, text: str) -> tuple[list[str], list[str]]:
    """Split a text into the lines of its map and those about monsters, which follow."""
    lines = lines_of(text)
    end = next((at for at, line in enumerate(lines) if line.startswith(MONSTER)), len(lines))
    for at, line in enumerate(lines[end:], end):
        if not line.startswith(MONSTER) and line.strip():
            message = f"{short_repr(line)} follows a line about monsters; the map comes before them"
            raise fault(path, at, message)
    return lines[:end], lines[end:]


def encoded(grid: Grid, path: FilePath) -> list[bytes]:
    """Write each cell as the character that was read, unless its cost has changed since."""
    costs = whole_costs(path, grid.cost, 9)
    if costs.size > DRAWING_LIMIT:
        raise InvalidValue(f"{path.name}: {costs.size} cells; a map has at most {DRAWING_LIMIT}")
    codes = DRAWN[costs]
    if grid.characters is not None:
        kept = _codes(grid, path)
        codes = np.where(_costs(kept) == costs, kept, codes)
    unfit = _unfit(codes)
    if unfit.any():  # not from a file, but the array is the user's
        row, col = first(unfit)
        raise InvalidValue(
            f"{path.name}: characters[{row}, {col}] is {chr(codes[row, col])!r}; "
            "a map holds no control characters"
        )
    table = np.full((grid.shape[0], grid.shape[1] + 1), ord("\n"), "<u4")
    table[:, :-1] = codes
    return [table.tobytes().decode(UTF32).encode()]


def text_of(path: FilePath, data: bytes) -> str:
    """The text of a file, without a byte order mark."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start)
        message = f"byte 0x{data[error.start]:02x} is not text in UTF-8"
        raise fault(path, at, message) from None


def _codes(grid: Grid, path: FilePath) -> Codes:
    try:
        characters = np.asarray(grid.characters)
    except Exception:  # noqa: BLE001 - it is a user's object, and may raise anything
        raise InvalidValue(
            f"{path.name}: characters is {short_repr(grid.characters)}; it must be an array of <U1"
        ) from None
    if characters.dtype != "<U1" or characters.shape != grid.shape:
        raise InvalidValue(
            f"{path.name}: characters is an array of {characters.dtype} of shape "
            f"{characters.shape}; it must be of <U1 and of the grid's shape {grid.shape}"
        )
    return np.ascontiguousarray(characters).view("<u4")


def _costs(codes: Codes) -> npt.NDArray[np.uint8]:
    return COST_OF[np.minimum(codes, 127)]


def _unfit(codes: Codes) -> npt.NDArray[np.bool_]:
    """A mask of control characters, and of others that would not be read back as written."""
    unfit: npt.NDArray[np.bool_] = (codes < 32) | ((codes >= 127) & (codes < 160))
    unfit |= codes == 0xFEFF  # a byte order mark: dropped at the start, invisible elsewhere
    unfit |= (codes >= 0xD800) & (codes < 0xE000)  # surrogates, which UTF-8 cannot encode
    return unfit
