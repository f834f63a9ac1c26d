"""Maps cut into rectangular chunks: equal squares, or the leaves of a quadtree."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, shown
from asterion.world.arguments import count
from asterion.world.grid import Cell, GridWorld, check_grid

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
    return _chunks(world, _side(world, size))


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
    return _chunks(world, 0)


def side_of(world: GridWorld, how: Any) -> int:
    """An option as the core takes it: the side of squares, or 0 for ``"quadtree"``."""
    check_grid(world)
    if isinstance(how, str):
        if how != QUADTREE:
            raise InvalidValue(_not_chunks(how))
        return 0
    if isinstance(how, bool):
        raise InvalidType(_not_chunks(how))
    return _side(world, how)


def _side(world: GridWorld, size: Any) -> int:
    return min(count("chunks", size, least=1), max(world.shape))


def _chunks(world: GridWorld, side: int) -> list[Chunk]:
    return [Chunk(*each) for each in _core.cut_chunks(world._ground, side)]


def _not_chunks(how: Any) -> str:
    return f"chunks is {shown(how)}; it must be {QUADTREE!r} or the side of squares"
