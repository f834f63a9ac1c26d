"""Maps cut into rectangular chunks: equal squares, or the leaves of a quadtree."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.world.arguments import count

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


def side_of(how: Any, most: int) -> int:
    """An option as the core takes it: the side of squares, or 0 for ``"quadtree"``."""
    if isinstance(how, str) and how == QUADTREE:
        return 0
    if isinstance(how, (str, bool)):
        error = InvalidValue if isinstance(how, str) else InvalidType
        raise error(f"chunks is {short_repr(how)}; it must be {QUADTREE!r} or the side of squares")
    return min(count("chunks", how, least=1), most)
