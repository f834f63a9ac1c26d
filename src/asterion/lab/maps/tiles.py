"""The geometry of tiles for pictures that Python draws; ``tiles.js`` beside this has the same."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import Cell

    Numbers = npt.NDArray[np.float64]
    Places = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]

_TALL = sqrt(3) / 2  # from one row of hexagons to the next, where they are 1 wide
_CORNER = 1 / sqrt(3)  # from the middle of such a hexagon to a corner
_STEP = 0.75  # from one triangle to the next in a row
_HIGH = 2 * _STEP * _TALL  # of a triangle


def extent(shape: tuple[int, int], tiles: str) -> tuple[float, float]:
    """How high and how wide a map is, in tiles."""
    rows, cols = shape
    match tiles:
        case "hex":
            return (rows - 1) * _TALL + 2 * _CORNER, cols + (0.5 if rows > 1 else 0.0)
        case "hex-columns":
            wide, high = extent((cols, rows), "hex")
            return high, wide
        case "triangle":
            return rows * _HIGH, (cols + 1) * _STEP
        case _:
            return rows, cols


def middle(cell: Cell, tiles: str) -> tuple[float, float]:
    """The middle of a tile: down and right of the corner of the map."""
    row, col = cell
    match tiles:
        case "hex":
            return row * _TALL + _CORNER, col + 0.5 + row % 2 / 2
        case "hex-columns":
            across, down = middle((col, row), "hex")
            return down, across
        case "triangle":
            return (row + (1 / 3 if (row + col) % 2 else 2 / 3)) * _HIGH, (col + 1) * _STEP
        case _:
            return row + 0.5, col + 0.5


@lru_cache(maxsize=2)
def cell_of_pixels(shape: tuple[int, int], tiles: str, scale: int) -> npt.NDArray[np.int64]:
    """For each pixel of a picture the flat index of the tile that it is in; -1 beside the map."""
    high, wide = (ceil(length * scale) for length in extent(shape, tiles))
    y, x = ((each + 0.5) / scale for each in np.indices((high, wide)))
    match tiles:
        case "hex":
            row, col = _hexes(y, x)
        case "hex-columns":
            col, row = _hexes(x, y)
        case "triangle":
            row, col = _triangles(y, x)
        case _:
            row, col = np.floor(y).astype(int), np.floor(x).astype(int)
    inside = (row >= 0) & (row < shape[0]) & (col >= 0) & (col < shape[1])
    cells = np.where(inside, row * shape[1] + col, -1)
    cells.setflags(write=False)  # all frames of a picture share it
    return cells


def _hexes(y: Numbers, x: Numbers) -> Places:
    """The tiles whose middles are nearest: for regular hexagons those around the points."""
    about = np.round((y - _CORNER) / _TALL).astype(np.int64)
    best_row, best_col = about, np.zeros_like(about)
    least = np.full(y.shape, np.inf)
    for row in (about - 1, about, about + 1):
        col = np.floor(x - row % 2 / 2).astype(np.int64)
        away = (x - col - 0.5 - row % 2 / 2) ** 2 + (y - row * _TALL - _CORNER) ** 2
        nearer = away < least
        best_row, best_col = np.where(nearer, row, best_row), np.where(nearer, col, best_col)
        least = np.minimum(least, away)
    return best_row, best_col


def _triangles(y: Numbers, x: Numbers) -> Places:
    """Of the two that are there in a row, the one on this side of the edge between them."""
    row, col = np.floor(y / _HIGH).astype(np.int64), np.floor(x / _STEP).astype(np.int64)
    right, low = x / _STEP - col, y / _HIGH - row
    edge = np.where((row + col) % 2 == 0, 1 - low, low)
    return row, np.where(right >= edge, col, col - 1)
