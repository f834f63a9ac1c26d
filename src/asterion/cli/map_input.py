"""Files that commands read and write; ``-`` is stdin or stdout."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath

import typer

from asterion.cli.values import given
from asterion.errors import InvalidValue
from asterion.io import formats, load_map
from asterion.io.writing import write_file
from asterion.world.grid import Grid

STDIN = STDOUT = "-"

# The first bytes of map formats, and their suffixes. All else is read as text: `.` is floor, `#` a
# wall and a digit a cost, as `asterion maps make KIND -` prints it.
_BEGINNINGS = {b"type": ".map", b"\x93NUMPY": ".npy", b"\x89PNG": ".png"}


def map_at(
    file: FilePath,
    diagonal: str | None = None,
    *,
    level: str | None = None,
    layer: str | None = None,
    folder: FilePath | None = None,
) -> Grid:
    """The map in a file, or on stdin."""
    part = given(level=level, layer=layer, folder=folder)
    rule = given(diagonal=diagonal)
    if str(file) != STDIN:
        grid = load_map(file, **rule, **part)
        if _walls_are_floor(grid):
            typer.echo(
                f"asterion: {file.name} is all floor: walls of .txt files are letters, A to T; "
                f"to read # as a wall, give - for the map, and < {file.name}",
                err=True,
            )
        return grid
    if part:
        raise InvalidValue(f"--{next(iter(part))} is for a map in a file, not on stdin")
    data = _stdin()
    for beginning, suffix in _BEGINNINGS.items():
        if data.startswith(beginning):
            return formats.grid_of(data, f"stdin{suffix}", **{"diagonal": "clear", **rule})
    try:
        return Grid.from_text(data.decode(), **rule)
    except UnicodeDecodeError:
        raise InvalidValue(
            "stdin holds no map: it is neither text nor .map, .npy or .png"
        ) from None


@contextmanager
def read_from(file: FilePath) -> Iterator[FilePath]:
    """A file to read, which holds stdin if that was asked for."""
    if str(file) != STDIN:
        yield file
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = FilePath(folder) / "stdin"
        write_file(copy, [_stdin()])
        yield copy


@contextmanager
def written_to(out: str, suffix: str) -> Iterator[FilePath]:
    """A file to write, which goes to stdout afterwards if that was asked for."""
    if out != STDOUT:
        yield FilePath(out)
        return
    if sys.stdout.isatty():
        raise InvalidValue(f"OUT is -, but a {suffix} file is not for a terminal; redirect it")
    with tempfile.TemporaryDirectory() as folder:
        copy = FilePath(folder) / f"stdout{suffix}"
        yield copy
        sys.stdout.buffer.write(copy.read_bytes())


def _walls_are_floor(grid: Grid) -> bool:
    """Whether it is output of ``maps make KIND -``, saved as a text map of the maze game."""
    characters = grid.characters
    return characters is not None and "#" in characters and bool(grid.cost.all())


def _stdin() -> bytes:
    """All of stdin; a second reader would get nothing."""
    if sys.stdin.isatty():
        print("reading from the terminal; end with ctrl+D", file=sys.stderr)  # noqa: T201
    data = sys.stdin.buffer.read()
    if not data:
        raise InvalidValue("stdin is empty; - reads one file from there, once")
    return data
