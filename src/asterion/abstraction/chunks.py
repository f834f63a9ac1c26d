"""Maps cut into rectangles, whatever is in them: equal squares, or the leaves of a quadtree."""

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
        """Where it is in an array of the world's shape."""
        return np.s_[self.row : self.row + self.height, self.col : self.col + self.width]

    def touches(self, other: Chunk) -> bool:
        """Whether they have a side or a corner in common, or are the same."""
        apart = (
            max(self.row, other.row) - min(self.row + self.height, other.row + other.height),
            max(self.col, other.col) - min(self.col + self.width, other.col + other.width),
        )
        return max(apart) <= 0

    def inside(self, cell: Cell) -> Cell:
        """The same cell, counted from the chunk's own corner."""
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

    The map is cut into four, and each part again, until a part is all of one cost, walls among
    them. Leaves tile the map, row by row within each part. O(cells x depth).

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
    """Chunks as a user asks for them: the side of squares, or ``"quadtree"``."""
    if isinstance(how, str):
        if how != QUADTREE:
            raise InvalidValue(f"chunks is {shown(how)}; it is {QUADTREE!r} or the side of squares")
        return quadtree(world)
    if isinstance(how, bool):
        raise InvalidType(f"chunks is {shown(how)}; it is {QUADTREE!r} or the side of squares")
    return squares(world, how)


def _quarters(part: Chunk) -> list[Chunk]:
    """Four parts, or two of a strip one cell wide."""
    rows = _halves(part.row, part.height)
    cols = _halves(part.col, part.width)
    return [Chunk(row, col, height, width) for row, height in rows for col, width in cols]


def _halves(begin: int, length: int) -> list[tuple[int, int]]:
    """Two halves, the first the longer; one of one cell."""
    if length == 1:
        return [(begin, 1)]
    first = (length + 1) // 2
    return [(begin, first), (begin + first, length - first)]
