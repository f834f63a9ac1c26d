"""The cells of a grid as a raster: a pixel is a cell, several cells, or a part of one.

Time and memory are bounded: of a map with more than ``MOST_CELLS`` only some rows and columns are
read, and no raster has more than ``MOST_PIXELS`` per side.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.pictures import tiling
from asterion.pictures.colours import (
    BARRED,
    CLOSED,
    EDGE,
    GROUND,
    HEAT,
    LEVELS,
    NOTHING,
    OPEN,
    SHADES,
    SHARES,
    UNSEEN,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    Mask = npt.NDArray[np.bool_]
    Numbers = npt.NDArray[np.float64]
    Raster = npt.NDArray[np.uint8]

MOST_CELLS = 1 << 25
MOST_PIXELS = 320
_TILE = 24  # pixels of the largest tile that is not square
_SMALLEST_WHOLE, _PART = 6, 0.36  # pixels of a tile, and the share of a smaller picture
_SMALLEST_EDGED = 8  # pixels of a tile that is drawn with an edge
_USUAL_SPAN = log(9)  # costs from 1 to 9 take all shades


@dataclass
class Cells:
    """The data of each cell: arrays of a grid's shape."""

    total: npt.NDArray[Any]  # the cost of entering it; 0 for a wall
    state: Raster | None = None  # of a search: 0 unvisited, 2 closed, others open
    unseen: Mask | None = None
    barred: Mask | None = None  # free on the grid, but closed to this character
    values: Numbers | None = None  # drawn in shades instead of costs, where they are finite

    def at(self, places: Any) -> Cells:
        """The data of some cells, by a NumPy index."""
        others = (self.state, self.unseen, self.barred, self.values)
        picked: list[Any] = [None if each is None else each[places] for each in others]
        return Cells(self.total[places], *picked)


def raster_of(cells: Cells, tiles: str) -> tuple[Raster, bool]:
    """The raster, and whether a pixel of it is a whole number of cells."""
    shape = cells.total.shape
    if tiles == "square":
        return _squares(cells, (shape[0], shape[1])), True
    wide, high = tiling.extent(tiles, (shape[0], shape[1]))
    scale = min(_TILE, 2 * MOST_PIXELS / max(wide, high))
    if scale < _SMALLEST_WHOLE:  # tiles of a few pixels, each of another colour, take many bytes
        scale *= _PART
    width, height = max(1, round(wide * scale)), max(1, round(high * scale))
    places = tiling.cells_at(tiles, (shape[0], shape[1]), width, height)
    inside = places >= 0
    rows, cols = np.divmod(np.where(inside, places, 0), shape[1])
    seen = cells.at((rows, cols))
    raster = np.where(inside, _pixels(seen, _walls(seen.total).astype(np.float64)), NOTHING)
    if scale >= _SMALLEST_EDGED:
        edges = np.zeros(raster.shape, bool)
        edges[:, 1:] |= places[:, 1:] != places[:, :-1]
        edges[1:, :] |= places[1:, :] != places[:-1, :]
        raster[edges & inside] = EDGE
    return raster.astype(np.uint8), False


def _squares(cells: Cells, shape: tuple[int, int]) -> Raster:
    step = ceil((shape[0] * shape[1] / MOST_CELLS) ** 0.5)
    if step > 1:  # reads some rows and columns only
        cells = cells.at((slice(None, None, step), slice(None, None, step)))
        shape = cells.total.shape[0], cells.total.shape[1]
    many = ceil(max(shape) / MOST_PIXELS)
    if many == 1:
        return _pixels(cells, _walls(cells.total).astype(np.float64))
    sides = (np.diff(np.append(np.arange(0, side, many), side)) for side in shape)
    sizes = np.outer(*sides)
    walls = _block_sums(_walls(cells.total), many)
    few = Cells(_block_sums(cells.total, many) / np.maximum(1, sizes - walls))
    share = walls / sizes
    if cells.state is not None:
        is_open = (cells.state != 0) & (cells.state != 2)
        closed = _block_sums(cells.state == 2, many)
        few.state = np.where(_block_sums(is_open, many) > 0, 1, np.where(closed > 0, 2, 0))
        few.state = few.state.astype(np.uint8)
    for name in ("unseen", "barred"):
        mask = getattr(cells, name)
        if mask is not None:
            setattr(few, name, _block_sums(mask, many) * 2 > sizes)
    if cells.values is not None:
        known = np.isfinite(cells.values)
        sums = _block_sums(np.where(known, cells.values, 0.0), many)
        counts = _block_sums(known, many)
        few.values = np.where(counts > 0, sums / np.maximum(1, counts), np.inf)
    return _pixels(few, share)


def _pixels(cells: Cells, wall_share: Numbers) -> Raster:
    """The places in the palette. A cost of 0 is a cell that cannot be walked."""
    kind = np.full(cells.total.shape, GROUND)
    if cells.state is not None:
        kind[cells.state != 0] = OPEN
        kind[cells.state == 2] = CLOSED
    if cells.barred is not None:
        kind[cells.barred] = BARRED
        wall_share = np.where(cells.barred, 0.0, wall_share)
    if cells.unseen is not None:
        unvisited = cells.unseen if cells.state is None else cells.unseen & (cells.state == 0)
        kind[unvisited] = UNSEEN
        wall_share = np.where(cells.unseen, 0.0, wall_share)
    share = np.ceil(wall_share * (SHARES - 1) - 0.25).clip(0, SHARES - 1).astype(np.int64)
    raster = (kind * LEVELS + _levels(cells.total)) * SHARES + share
    if cells.values is not None:
        shades, known = _shades(cells.values)
        raster = np.where(known & (share < SHARES - 1), HEAT + shades, raster)
    return raster.astype(np.uint8)


def _levels(total: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The cost level of each cell, by the logarithm of its cost: the cheapest is 0."""
    costs = np.asarray(total, np.float64)
    free = (costs > 0) & np.isfinite(costs)
    if not free.any():
        return np.zeros(costs.shape, np.int64)
    least, most = float(costs[free].min()), float(costs[free].max())
    span = max(_USUAL_SPAN, log(most) - log(least))
    above = np.log(np.where(free, costs, least)) - log(least)
    levels: npt.NDArray[np.int64] = np.rint(above / span * (LEVELS - 1)).astype(np.int64)
    return levels


def _shades(values: Numbers) -> tuple[npt.NDArray[np.int64], Mask]:
    known = np.isfinite(values)
    if not known.any():
        return np.zeros(values.shape, np.int64), known
    least, most = float(values[known].min()), float(values[known].max())
    if least == most:  # a mask
        return np.full(values.shape, SHADES // 3), known
    above = np.where(known, values - least, 0.0) / (most - least)
    return np.rint(above * (SHADES - 1)).astype(np.int64), known


def _walls(total: npt.NDArray[Any]) -> Mask:
    walls: Mask = total == 0
    return walls


def _block_sums(array: npt.NDArray[Any], side: int) -> npt.NDArray[Any]:
    """The sum of each block of side x side cells; those at the far ends may be smaller."""
    kind = np.float64 if array.dtype.kind == "f" else np.int32
    rows = np.arange(0, array.shape[0], side)
    lines = np.stack([array[row : row + side].sum(axis=0, dtype=kind) for row in rows])
    return np.add.reduceat(lines, np.arange(0, array.shape[1], side), axis=1)
