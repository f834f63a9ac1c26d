"""Hexes in axial and cube coordinates, as most articles and games have them.

A cell of a hexagonal grid is (row, column), with odd rows half a tile to the right (``"hex"``) or
odd columns half a tile lower (``"hex-columns"``): "odd-r" and "odd-q" offset coordinates. Axial
coordinates (q, r) are counted along two axes at an angle of 60 degrees; cube coordinates (q, r, s)
have a third axis, and q + r + s is 0. In these two, moves and distances are the same everywhere.

All functions take one cell, or an (n, 2) array of cells ((n, 3) for cubes). A. Patel, Hexagonal
Grids, redblobgames.com.

>>> import asterion as at
>>> at.hexes.to_axial((3, 2))
(1, 3)
>>> at.hexes.from_axial((1, 3))
(3, 2)
>>> at.hexes.to_cube((3, 2), tiles="hex-columns")
(2, 2, -4)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.world.arguments import one_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]
    Cells = tuple[int, int] | npt.NDArray[np.integer[Any]]

__all__ = ["from_axial", "from_cube", "to_axial", "to_cube"]

_TILES = ("hex", "hex-columns")


def __dir__() -> list[str]:
    return __all__


def to_axial(cell: Cells, *, tiles: str = "hex") -> Any:
    """Return the axial coordinates (q, r) of a cell, or of each of an (n, 2) array."""
    cells = _whole("cell", cell, "row, column")
    row, col = np.moveaxis(cells, -1, 0)
    if one_of("tiles", tiles, _TILES) == "hex":
        return _like(cells, col - (row - (row & 1)) // 2, row)
    return _like(cells, col, row - (col - (col & 1)) // 2)


def from_axial(axial: Cells, *, tiles: str = "hex") -> Any:
    """Return the cell (row, column) with these axial coordinates (q, r), or of each of an array."""
    pairs = _whole("axial", axial, "q, r")
    q, r = np.moveaxis(pairs, -1, 0)
    if one_of("tiles", tiles, _TILES) == "hex":
        return _like(pairs, r, q + (r - (r & 1)) // 2)
    return _like(pairs, r + (q - (q & 1)) // 2, q)


def to_cube(cell: Cells, *, tiles: str = "hex") -> Any:
    """Return the cube coordinates (q, r, s) of a cell, or of each of an (n, 2) array."""
    axial = np.asarray(to_axial(cell, tiles=tiles))
    q, r = np.moveaxis(axial, -1, 0)
    return _like(axial, q, r, -q - r)


def from_cube(cube: Any, *, tiles: str = "hex") -> Any:
    """Return the cell (row, column) with these cube coordinates, or of each of an (n, 3) array.

    Raises
    ------
    ValueError  ``cube is (1, 1, 1); q + r + s must be 0``
    """
    cubes = _whole("cube", cube, "q, r, s")
    if (cubes.sum(axis=-1) != 0).any():
        raise InvalidValue(f"cube is {short_repr(cube)}; q + r + s must be 0")
    return from_axial(cubes[..., :2] if cubes.ndim > 1 else tuple(cubes[:2].tolist()), tiles=tiles)


def _whole(what: str, value: Any, names: str) -> Numbers:
    """The value as an array of whole numbers, one for each name in its last dimension."""
    count = len(names.split(", "))
    try:
        array = np.asarray(value)
    except ValueError:  # ragged
        array = np.empty(0)
    if array.dtype.kind not in "iu" or array.ndim not in {1, 2} or array.shape[-1] != count:
        raise InvalidType(
            f"{what} is {short_repr(value)}; it must be ({names}) in whole numbers, or an "
            f"(n, {count}) array"
        )
    return array.astype(np.int64)


def _like(given: Numbers, *columns: Numbers) -> Any:
    """The columns as an array, or as a tuple where one was given."""
    if given.ndim > 1:
        return np.stack(columns, axis=-1)
    return tuple(int(column) for column in columns)
