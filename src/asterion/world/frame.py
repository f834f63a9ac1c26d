"""The frame of a map: where its cells lie in the coordinates of the file it was read from."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

Point = tuple[float, float]  # x, y


class Frame(NamedTuple):
    """The position of cells: metres for a robot's map, pixels for a map of an editor.

    ``origin`` is the centre of cell (0, 0); ``row`` leads from a cell to the one below it, and
    ``column`` to the one right of it.

    >>> from asterion.world.frame import Frame
    >>> metres = Frame(origin=(-1.75, 4.25), row=(0.0, -0.5), column=(0.5, 0.0))
    >>> metres.point((2, 1))
    (-1.25, 3.25)
    >>> metres.cell((-1.4, 3.4))
    (2, 1)
    """

    origin: Point
    row: Point
    column: Point

    def point(self, cell: Sequence[int]) -> Point:
        """The centre of a cell, as (x, y)."""
        row, col = cell
        x, y = self.origin
        return (
            x + row * self.row[0] + col * self.column[0],
            y + row * self.row[1] + col * self.column[1],
        )

    def cell(self, point: Sequence[float]) -> tuple[int, int]:
        """The cell that a point (x, y) is in; it may be outside the map."""
        x, y = point[0] - self.origin[0], point[1] - self.origin[1]
        (a, b), (c, d) = self.row, self.column
        area = a * d - b * c
        return floor((x * d - y * c) / area + 0.5), floor((y * a - x * b) / area + 0.5)
