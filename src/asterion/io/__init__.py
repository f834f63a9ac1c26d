"""Maps and scenarios from files. Only here are axes swapped: inside, cells are (row, column)."""

from pathlib import Path as FilePath

from asterion.errors import InvalidValue
from asterion.grid import Grid
from asterion.io import movingai
from asterion.io.movingai import Problem

__all__ = ["Problem", "load_map", "load_scenario"]


def load_map(path: str | FilePath, *, diagonal: str = "clear") -> Grid:
    """The grid in a map file; its ending says the format. So far: ``.map`` (MovingAI).

    Raises
    ------
    ValueError  ``arena.map, line 7: 11 characters; the width is 12``
    """
    path = FilePath(path)
    if path.suffix.lower() != ".map":
        raise InvalidValue(f"{path.name} ends in {path.suffix!r}; a map file ends in '.map'")
    return Grid(movingai.read_map(path), diagonal=diagonal)


def load_scenario(path: str | FilePath) -> list[Problem]:
    """The problems of a MovingAI scenario file, each with the length of its shortest path."""
    return movingai.read_scenario(FilePath(path))
