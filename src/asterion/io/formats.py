"""The formats of maps, by the ending of a file's name.

A path is only a name here: it says the format, and messages quote it.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path as FilePath
from typing import BinaryIO

from asterion.errors import InvalidValue, shown
from asterion.io import mazegame, movingai, npy, png
from asterion.io.writing import Parts
from asterion.world.grid import Grid

Reader = Callable[[FilePath, BinaryIO, str], Grid]

_READ: dict[str, Reader] = {
    ".map": movingai.read_map,
    ".txt": mazegame.read_map,
    ".npy": npy.read_map,
    ".png": png.read_map,
}
_ENCODE: dict[str, Callable[[Grid, FilePath], Parts]] = {
    ".map": movingai.encoded,
    ".txt": mazegame.encoded,
    ".npy": npy.encoded,
    ".png": png.encoded,
}


def reader(path: FilePath) -> Reader:
    """What reads a file of this name."""
    return _READ[_ending(path)]


def encoded(grid: Grid, path: FilePath) -> Parts:
    """What a file of this name holds of a grid; a cost that the format cannot hold is refused."""
    return _ENCODE[_ending(path)](grid, path)


def grid_of(data: bytes, name: str, *, diagonal: str) -> Grid:
    """The grid in the bytes of a file."""
    path = FilePath(name)
    return reader(path)(path, io.BytesIO(data), diagonal)


def bytes_of(grid: Grid, name: str) -> bytes:
    """The bytes of a file that holds a grid."""
    return b"".join(encoded(grid, FilePath(name)))


def _ending(path: FilePath) -> str:
    ending = path.suffix.lower()
    if ending not in _READ:
        name = path.name or str(path)
        found = f"{name[:80]} ends in {shown(ending)}" if ending else f"{shown(name)} has no suffix"
        raise InvalidValue(f"{found}; a map file ends in .map, .txt, .npy or .png")
    return ending
