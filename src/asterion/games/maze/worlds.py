"""The package's worlds, as text files in the folder ``texts``.

- ``tutorial``: small, with rough ground, two monsters, one key and its door.
- ``arena``: two floors of tunnels and rooms with a door between them, monsters, and three players
  who begin at one place.
- ``gallery``: every character of the format except ``r``, in three rooms in a row; two types of
  monsters have values of their own.
- ``world2``, ``world3``: made after the descriptions in Z. Moori, Testing an Analysis of D*
  Algorithms, 2008: narrow tunnels with some loops, and open ground with a wall around it. Neither
  has monsters, so only pits obstruct players.
"""

from __future__ import annotations

from pathlib import Path as FilePath

from asterion.errors import InvalidValue, short_repr
from asterion.games.maze.world_file import WorldMap, read_world
from asterion.world.arguments import one_of

# By name: percent of the floor that may be pits at a time. A pit in a tunnel means a long detour,
# one in the open hardly any.
TRAP_AMOUNTS = {"tutorial": 2.0, "arena": 2.0, "gallery": 2.0, "world2": 1.0, "world3": 1.9}
WORLDS = tuple(TRAP_AMOUNTS)


def world_of(text: str) -> WorldMap:
    """Return a world of the package by its name, or one from a text file.

    Raises
    ------
    ValueError  ``world is 'world9'; choose one of tutorial, ..., or give a text file``
    """
    if text in WORLDS:
        return load_world(text)
    path = FilePath(text)
    if path.suffix or path.exists():
        return read_world(path)
    names = ", ".join(WORLDS)
    raise InvalidValue(f"world is {short_repr(text)}; choose one of {names}, or give a text file")


def load_world(name: str) -> WorldMap:
    """Return one of the package's worlds by its name in ``WORLDS``.

    >>> from asterion.games.maze.worlds import load_world
    >>> load_world("world2").goals[-1]
    Goal(letter='Y', cell=(37, 59))

    Raises
    ------
    ValueError  ``world is 'world9'; choose one of 'tutorial', 'arena', ...``
    """
    one_of("world", name, WORLDS)
    return read_world(FilePath(__file__).with_name("texts") / f"{name}.txt")
