"""Places of the tiles of a grid: their centres, and the tile at each pixel.

The unit of length is the side of a square, or the distance of two hexes, or the base of a triangle;
x is to the right, y down, and (0, 0) is the upper left end of the picture.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Indices = npt.NDArray[np.int64]

_TALL = 2 / sqrt(3)  # a hex of width 1 from tip to tip
_HIGH = sqrt(3) / 2  # a triangle of base 1


def extent(tiles: str, shape: tuple[int, int]) -> tuple[float, float]:
    """The width and the height of a grid."""
    rows, cols = shape
    if tiles == "hex":
        return cols + (0.5 if rows > 1 else 0.0), (0.75 * rows + 0.25) * _TALL
    if tiles == "hex-columns":
        height, width = extent("hex", (cols, rows))
        return width, height
    if tiles == "triangle":
        return 0.5 * (cols + 1), rows * _HIGH
    return float(cols), float(rows)


def centres(tiles: str, cells: npt.ArrayLike) -> Numbers:
    """The x and y of the centres of cells, an (n, 2) array of rows and columns."""
    pairs = np.asarray(cells, np.float64).reshape(-1, 2)
    row, col = pairs[:, 0], pairs[:, 1]
    if tiles == "hex":
        x, y = col + 0.5 + 0.5 * (row % 2), (0.75 * row + 0.5) * _TALL
    elif tiles == "hex-columns":
        x, y = (0.75 * col + 0.5) * _TALL, row + 0.5 + 0.5 * (col % 2)
    elif tiles == "triangle":
        x, y = 0.5 * (col + 1), (row + np.where((row + col) % 2 == 0, 2, 1) / 3) * _HIGH
    else:
        x, y = col + 0.5, row + 0.5
    return np.stack([x, y], axis=1)


def cells_at(tiles: str, shape: tuple[int, int], width: int, height: int) -> Indices:
    """For each pixel of a picture of the whole grid, the flat index of its cell; -1 for none."""
    wide, high = extent(tiles, shape)
    x: Numbers = (np.arange(width, dtype=np.float64) + 0.5) * (wide / width)
    y: Numbers = (np.arange(height, dtype=np.float64) + 0.5) * (high / height)
    if tiles == "hex-columns":
        row, col = _hexes(y[:, None], x[None, :])
    elif tiles == "hex":
        col, row = _hexes(x[None, :], y[:, None])
    else:
        col, row = _triangles(x[None, :], y[:, None])
    inside = (row >= 0) & (row < shape[0]) & (col >= 0) & (col < shape[1])
    return np.where(inside, row * shape[1] + col, -1)


def _hexes(along: Numbers, across: Numbers) -> tuple[Indices, Indices]:
    """The place in its row and the row of the hex with the nearest centre, which contains it."""
    nearest = np.floor(across / (0.75 * _TALL))
    best = np.full(np.broadcast_shapes(along.shape, across.shape), np.inf)
    places, rows = np.zeros(best.shape, np.int64), np.zeros(best.shape, np.int64)
    for step in (-1, 0, 1):
        row = nearest + step
        shift = 0.5 + 0.5 * (row % 2)
        place = np.rint(along - shift)
        far = (along - shift - place) ** 2 + (across - (0.75 * row + 0.5) * _TALL) ** 2
        nearer = far < best
        best = np.where(nearer, far, best)
        places = np.where(nearer, place, places).astype(np.int64)
        rows = np.where(nearer, row, rows).astype(np.int64)
    return places, rows


def _triangles(x: Numbers, y: Numbers) -> tuple[Indices, Indices]:
    row = np.floor(y / _HIGH).astype(np.int64)
    down = y / _HIGH - row
    col = np.floor(2 * x).astype(np.int64)
    along = 2 * x - col
    up = (row + col) % 2 == 0
    right = np.where(up, along >= 1 - down, along >= down)
    return np.where(right, col, col - 1), np.broadcast_to(row, right.shape)
