"""Custom pictures for the maze game: which files of a folder are used, and for what.

``background.png`` lies in the folder itself, all others in its subfolder ``images``:

- ``tile_A.png`` to ``tile_T.png`` for walls, ``key_x.png`` to ``key_z.png``, ``door_x.png`` to
  ``door_z.png``;
- ``monster_a_*.png`` to ``monster_j_*.png`` and ``explorer_*.png``, where ``*`` is a direction: up,
  upright, right, downright, down, downleft, left, upleft.

Pictures may have any size: the page that draws them scales them to the tile. All are optional.
"""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import NamedTuple

from asterion.errors import InvalidValue
from asterion.games.maze.monster_types import MONSTERS
from asterion.games.maze.motion import HEADINGS
from asterion.games.maze.world_file import KEYS

BACKGROUND = "background"
_DIRECTIONS = ("up", "upright", "right", "downright", "down", "downleft", "left", "upleft")
DIRECTIONS = dict(zip(HEADINGS, _DIRECTIONS, strict=True))  # by (rows, columns) of a step
_WALLS = [chr(code) for code in range(ord("A"), ord("T") + 1)]
# By kind, in the order of the search; a group is used as a whole or not at all.
KINDS: dict[str, list[list[str]]] = {
    "tile": [[f"tile_{letter}"] for letter in _WALLS],
    "monster": [
        [f"monster_{letter}_{direction}" for direction in _DIRECTIONS] for letter in MONSTERS
    ],
    "explorer": [[f"explorer_{direction}" for direction in _DIRECTIONS]],
    "key": [[f"key_{letter}"] for letter in KEYS],
    "door": [[f"door_{letter}"] for letter in KEYS],
}


class Images(NamedTuple):
    """The pictures of a folder."""

    found: dict[str, FilePath]  # by name, without the ending
    left_out: list[str]  # names of pictures that exist, but after a missing one


def find_images(folder: FilePath) -> Images:
    """Return the pictures that a folder has for the game; nothing is opened.

    Letters of a kind are taken in order up to the first that is missing: where there are
    ``tile_A``, ``tile_B`` and ``tile_D``, only the first two are taken, and ``left_out`` names the
    third. A monster or explorer without one of the eight directions counts as missing.

    Raises
    ------
    ValueError  ``art is not a folder; pictures are looked for in art and art/images``
    """
    if not folder.is_dir():
        raise InvalidValue(
            f"{folder.name} is not a folder; pictures are looked for in {folder.name} and "
            f"{folder.name}/images"
        )
    background = folder / f"{BACKGROUND}.png"
    found = {BACKGROUND: background} if background.is_file() else {}
    left_out: list[str] = []
    for groups in KINDS.values():
        complete = True
        for names in groups:
            paths = {name: folder / "images" / f"{name}.png" for name in names}
            there = {name: path for name, path in paths.items() if path.is_file()}
            complete = complete and len(there) == len(names)
            if complete:
                found |= there
            else:
                left_out += there
    return Images(found, left_out)
