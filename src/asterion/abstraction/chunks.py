"""Maps cut into rectangular chunks: equal squares, or the leaves of a quadtree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidType, InvalidValue, shown
from asterion.world.arguments import count
from asterion.world.grid import Cell, GridWorld, check_grid

if TYPE_CHECKING:
    import numpy.typing as npt

    Costs = npt.NDArray[np.float64]

QUADTREE = "quadtree"


class Chunk(NamedTuple):
    """A rectangle of cells."""

    row: int
    col: int
    height: int
    width: int

    @property
    def cells(self) -> tuple[slice, slice]:
        """Its slices of an array of the world's shape."""
        return np.s_[self.row : self.row + self.height, self.col : self.col + self.width]

    def touches(self, other: Chunk) -> bool:
        """Whether they share an edge or a vertex, or are the same."""
        apart = (
            max(self.row, other.row) - min(self.row + self.height, other.row + other.height),
            max(self.col, other.col) - min(self.col + self.width, other.col + other.width),
        )
        return max(apart) <= 0

    def inside(self, cell: Cell) -> Cell:
        """The same cell, counted from the chunk's first row and column."""
        return cell[0] - self.row, cell[1] - self.col


def squares(world: GridWorld, size: int) -> list[Chunk]:
    """Squares of ``size`` x ``size`` cells, row by row; those at the far edges may be smaller."""
    check_grid(world)
    side = count("chunks", size)
    if side < 1:
        raise InvalidValue(f"chunks is {side}; a chunk has at least 1 cell a side")
    rows, cols = world.shape
    return [
        Chunk(row, col, min(side, rows - row), min(side, cols - col))
        for row in range(0, rows, side)
        for col in range(0, cols, side)
    ]


def quadtree(world: GridWorld) -> list[Chunk]:
    """The leaves of a quadtree: rectangles in each of which every cell costs the same.

    The map is cut into four, and each part again, until all cells of a part cost the same or are
    all walls. Leaves tile the map, row by row within each part. O(cells x depth).

    >>> import asterion as at
    >>> from asterion.abstraction.chunks import quadtree
    >>> len(quadtree(at.maps.field(64)))
    1
    >>> walled = at.maps.field(64)
    >>> walled[10, 10] = 0
    >>> len(quadtree(walled))
    19
    """
    check_grid(world)
    costs = np.asarray(world.total, np.float64)
    leaves: list[Chunk] = []
    parts = [Chunk(0, 0, *world.shape)]
    while parts:
        part = parts.pop()
        inside = costs[part.cells]
        if (inside == inside[0, 0]).all():
            leaves.append(part)
        else:
            parts += reversed(_quarters(part))
    return leaves


def cut(world: GridWorld, how: Any) -> list[Chunk]:
    """The chunks for an option: the side of squares, or ``"quadtree"``."""
    if isinstance(how, str):
        if how != QUADTREE:
            raise InvalidValue(_not_chunks(how))
        return quadtree(world)
    if isinstance(how, bool):
        raise InvalidType(_not_chunks(how))
    return squares(world, how)


def _not_chunks(how: Any) -> str:
    return f"chunks is {shown(how)}; it must be {QUADTREE!r} or the side of squares"


def _quarters(part: Chunk) -> list[Chunk]:
    """Four parts, or two if it is one cell wide or high."""
    rows = _halves(part.row, part.height)
    cols = _halves(part.col, part.width)
    return [Chunk(row, col, height, width) for row, height in rows for col, width in cols]


def _halves(begin: int, length: int) -> list[tuple[int, int]]:
    """Two halves, of which the first may be longer by a cell; one if there is only a cell."""
    if length == 1:
        return [(begin, 1)]
    first = (length + 1) // 2
    return [(begin, first), (begin + first, length - first)]
