"""The formats of maps, by the ending of a file's name.

A path is only a name here: it decides the format, and messages quote it.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path as FilePath
from typing import Any, BinaryIO

from asterion.errors import InvalidValue, short_repr
from asterion.io import ldtk, mazegame, movingai, npy, png, ros_map, tiled
from asterion.io.writing import Parts
from asterion.world.grid import Diagonal, Grid

Reader = Callable[[FilePath, BinaryIO, Diagonal], Grid]

_READ: dict[str, Reader] = {
    ".map": movingai.read_map,
    ".txt": mazegame.read_map,
    ".npy": npy.read_map,
    ".png": png.read_map,
}
# Formats that name other files, so that they are read from a folder, not from bytes alone.
_READ_WITH_OTHERS: dict[str, Callable[..., Grid]] = {
    ".tmx": tiled.read_map,
    ".tmj": tiled.read_map,
    ".ldtk": ldtk.read_map,
    ".yaml": ros_map.read_map,
}
_OPTIONS = {
    ".tmx": ("walls", "folder"),
    ".tmj": ("walls", "folder"),
    ".ldtk": ("level", "layer", "costs", "folder"),
    ".yaml": ("costs", "folder"),
}
_ENCODE: dict[str, Callable[[Grid, FilePath], Parts]] = {
    ".map": movingai.encoded,
    ".txt": mazegame.encoded,
    ".npy": npy.encoded,
    ".png": png.encoded,
}


def reader(path: FilePath, **options: Any) -> Reader:
    """Return the reader for a file of this name, with the options that are not None."""
    ending = ending_of(path, "a map file", [*_READ, *_READ_WITH_OTHERS])
    given = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        if name not in _OPTIONS.get(ending, ()):
            takers = " or ".join(one for one, names in _OPTIONS.items() if name in names)
            raise InvalidValue(
                f"{path.name}: {name} is {short_repr(value)}; only {takers} takes it"
            )
    if ending in _READ:
        return _READ[ending]
    return partial(_READ_WITH_OTHERS[ending], **given)


def encoded(grid: Grid, path: FilePath) -> Parts:
    """Return a grid in the format of this name; a cost that it cannot hold is rejected."""
    return _ENCODE[ending_of(path, "a map file that is written", [*_ENCODE])](grid, path)


def grid_of(data: bytes, name: str, *, diagonal: Diagonal) -> Grid:
    """Return the grid in the bytes of a file."""
    path = FilePath(name)
    return _READ[ending_of(path, "a map in one file", [*_READ])](path, io.BytesIO(data), diagonal)


def bytes_of(grid: Grid, name: str) -> bytes:
    """Return the bytes of a file that holds a grid."""
    return b"".join(encoded(grid, FilePath(name)))


def ending_of(path: FilePath, kind: str, known: list[str]) -> str:
    """The ending of a file's name, which must be one of these."""
    ending = path.suffix.lower()
    if ending not in known:
        name = path.name or str(path)
        found = (
            f"{name[:80]} ends in {short_repr(ending)}"
            if ending
            else f"{short_repr(name)} has no suffix"
        )
        raise InvalidValue(f"{found}; {kind} ends in {', '.join(known[:-1])} or {known[-1]}")
    return ending
