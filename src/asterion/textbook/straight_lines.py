"""Straight lines between the middles of square cells, for a point that may touch walls."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Protocol

from asterion.textbook.basics import Node


class Cells(Protocol):
    """A grid: ``total`` has the cost of each cell, 0 for a wall."""

    total: Any


def beside(total: Any, cell: Node) -> list[Node]:
    """Return the cells beside one to which a straight line leads."""
    around = [(cell[0] + r, cell[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    return [other for other in around if is_free(total, other) and sees(total, cell, other)]


def is_free(total: Any, cell: Node) -> bool:
    """Return whether a cell is on the grid and no wall."""
    rows, cols = total.shape
    return 0 <= cell[0] < rows and 0 <= cell[1] < cols and bool(total[cell] > 0)


def sees(total: Any, a: Node, b: Node) -> bool:
    """Return whether the line between the middles of two cells crosses no wall."""
    rows, cols = b[0] - a[0], b[1] - a[1]
    # The shares of the line at which it crosses edges of cells, over a common divisor.
    whole = 2 * max(1, abs(rows)) * max(1, abs(cols))
    edges = {(2 * i + 1) * whole // (2 * abs(n)) for n in (rows, cols) if n for i in range(abs(n))}
    stops = [0, *sorted(edges), whole]
    for now, then in pairwise(stops):
        middle = now + then  # of 2 * whole
        cell = tuple((2 * x * whole + n * middle + whole) // (2 * whole)
                     for x, n in zip(a, (rows, cols), strict=True))  # fmt: skip
        if not is_free(total, cell):
            return False
    for at in edges:  # exactly through a corner: not between two walls
        row, col = (2 * x * whole + 2 * n * at for x, n in zip(a, (rows, cols), strict=True))
        if row % (2 * whole) == whole == col % (2 * whole):
            r, c = row // (2 * whole), col // (2 * whole)
            if sum(is_free(total, (r + i, c + j)) for i in (0, 1) for j in (0, 1)) < 3:
                return False
    return True
