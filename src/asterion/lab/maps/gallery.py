"""A gallery of maps like those of benchmarks, each made from a seed: nothing is downloaded."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion import maps
from asterion.errors import InvalidValue, short_repr
from asterion.io.png import pillow
from asterion.world.dice import Dice

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.lab.maps.map_setup import Cells

SIDE = 256  # cells
THUMBNAIL = 128  # cells of a side that a thumbnail shows, one pixel each
# Of thumbnails, by cost: walls, floor, and ground that costs 2 and more.
_COLOURS = ["2b303b", "ffffff", "e9dfcc", "d8c6a4", "c4ab7d", "b0925c", "9c7b43"]


class GalleryMap(NamedTuple):
    """A map, and a name for people."""

    key: str
    name: str
    make: Callable[[], Cells]


def corridors(width: int, seed: int) -> Cells:
    """A maze whose corridors are this wide, with walls a quarter as thick."""
    wall = max(1, width // 4)
    number = (SIDE + wall) // (width + wall)
    thin = maps.maze(2 * number - 1, seed=seed).cost > 0
    wide = [wall if i % 2 else width for i in range(2 * number - 1)]
    return np.repeat(np.repeat(thin, wide, axis=0), wide, axis=1).astype(np.uint8)


def city(seed: int) -> Cells:
    """Blocks of houses between streets; some are parks, some have yards or a corner cut off."""
    dice, cells = Dice(seed), np.ones((SIDE, SIDE), np.uint8)
    downs, acrosses = [*_blocks(dice)], [*_blocks(dice)]
    for top, bottom in downs:
        for left, right in acrosses:
            kind = dice.below(8)
            if kind == 0:  # a park with trees
                cells[top:bottom:4, left:right:4] = 0
                continue
            cells[top:bottom, left:right] = 0
            if kind <= 3:  # a yard, and the way into it
                cells[top + 3 : bottom - 3, left + 3 : right - 3] = 1
                gate = left + 3 + dice.below(max(1, right - left - 8))
                cells[top : top + 3, gate : gate + 2] = 1
            elif kind == 4:
                cells[top : (top + bottom) // 2, left : (left + right) // 2] = 1
    return cells


def _blocks(dice: Dice) -> Iterator[tuple[int, int]]:
    """Where blocks begin and end along a side, with streets between them."""
    at = 3
    while at < SIDE - 12:
        end = min(at + 11 + dice.below(18), SIDE - 3)
        yield at, end
        at = end + 3 + dice.below(4)


def halls(seed: int) -> Cells:
    """Halls of many sizes, some with pillars, joined by corridors: a level of a game."""
    dice, number, cells = Dice(seed), 6, np.zeros((SIDE, SIDE), np.uint8)
    step, middles = SIDE // number, {}
    for row in range(number):
        for col in range(number):
            high, wide = (12 + dice.below(step - 16) for _ in range(2))
            top = row * step + 2 + dice.below(step - high - 3)
            left = col * step + 2 + dice.below(step - wide - 3)
            cells[top : top + high, left : left + wide] = 1
            if dice.below(3) == 0:
                cells[top + 3 : top + high - 2 : 5, left + 3 : left + wide - 2 : 5] = 0
            middles[row, col] = top + high // 2, left + wide // 2
    for (row, col), (r, c) in middles.items():
        for other in ((row, col + 1), (row + 1, col)):
            # Halls of a row are all joined, and so are those of the first column.
            if other not in middles or (other[0] > row and col and dice.below(2)):
                continue
            to_r, to_c = middles[other]
            width = 2 + dice.below(4)
            cells[min(r, to_r) : max(r, to_r) + width, c : c + width] = 1
            cells[to_r : to_r + width, min(c, to_c) : max(c, to_c) + width] = 1
    return cells


def _random(percent: int) -> GalleryMap:
    def make() -> Cells:
        return maps.scattered(SIDE, density=percent / 100, seed=percent).cost.astype(np.uint8)

    return GalleryMap(f"random-{percent}", f"Random, {percent} % walls", make)


def _maze(width: int) -> GalleryMap:
    cells = "1 cell" if width == 1 else f"{width} cells"
    return GalleryMap(f"maze-{width}", f"Maze, corridors of {cells}", lambda: corridors(width, 3))


def _rooms(size: int) -> GalleryMap:
    def make() -> Cells:
        return maps.rooms(SIDE, size=size, seed=5).cost.astype(np.uint8)

    return GalleryMap(f"rooms-{size}", f"Rooms of {size} cells", make)


GALLERY = (
    _rooms(8),
    _rooms(32),
    _maze(1),
    _maze(4),
    _maze(16),
    GalleryMap("city", "City blocks", lambda: city(2)),
    GalleryMap("halls", "Halls of a game", lambda: halls(4)),
    GalleryMap("caves", "Caves", lambda: maps.caves(SIDE, seed=6).cost.astype(np.uint8)),
    _random(10),
    _random(25),
    _random(35),
    GalleryMap(
        "terrain", "Terrain with costs", lambda: maps.terrain(SIDE, seed=8).cost.astype("u1")
    ),
)


def gallery_map(key: str) -> GalleryMap:
    """The map with this key, or an error that lists them."""
    known = {each.key: each for each in GALLERY}
    if key not in known:
        raise InvalidValue(f"there is no map {short_repr(key)}; there are {', '.join(known)}")
    return known[key]


def coloured(cells: Cells) -> npt.NDArray[np.uint8]:
    """The colours of cells, for a picture with one pixel each."""
    colours = np.array([[*bytes.fromhex(each)] for each in _COLOURS], np.uint8)
    shown: npt.NDArray[np.uint8] = colours[cells.clip(0, len(colours) - 1)]
    return shown


@cache
def thumbnail(key: str) -> bytes:
    """A small picture of a corner of a map, as PNG."""
    cells = gallery_map(key).make()[:THUMBNAIL, :THUMBNAIL]
    file = io.BytesIO()
    pillow("pictures of maps").fromarray(coloured(cells)).save(file, "PNG")
    return file.getvalue()
