"""The shapes of tiles that a grid can have, and what follows from them."""

from __future__ import annotations

from typing import Any

from asterion import _core
from asterion.world.arguments import one_of

TILES = {
    "square": _core.Tiles.square,
    "hex": _core.Tiles.hex,
    "hex-columns": _core.Tiles.hex_columns,
    "triangle": _core.Tiles.triangle,
}


def checked_tiles(tiles: Any) -> str:
    """The name of a shape, or an error that names the value."""
    return one_of("tiles", tiles, TILES)
