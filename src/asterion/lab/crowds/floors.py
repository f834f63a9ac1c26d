"""Floors for crowds: cells, and the goals of teams on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asterion import maps

if TYPE_CHECKING:
    from asterion.lab.maps.map_setup import Cells

Floor = tuple["Cells", "Cells"]


def warehouse(across: int = 5, down: int = 7, shelf: int = 8) -> Floor:
    """Shelves of two rows with aisles of one cell, between two halls with stations.

    Goals are beside the shelves and at the stations.
    """
    hall, rows = 4, 3 * down + 3
    cols = 2 * hall + across * (shelf + 1) + 1
    cells, targets = np.ones((rows, cols), np.uint8), np.zeros((rows, cols), np.uint8)
    for top in range(2, rows - 2, 3):
        for left in range(hall + 1, cols - hall - 1, shelf + 1):
            cells[top : top + 2, left : left + shelf] = 0
            targets[[top - 1, top + 2], left + 1 : left + shelf : 3] = 1
    targets[1:-1:2, [0, cols - 1]] = 1
    return cells, targets


def halls(rows: int, wide: int, door: int, *, thick: int = 2) -> Cells:
    """Two halls, and a door between them."""
    cells = np.ones((rows, 2 * wide + thick), np.uint8)
    first = (rows - door) // 2
    cells[:, wide : wide + thick] = 0
    cells[first : first + door, wide : wide + thick] = 1
    return cells


def offices() -> Floor:
    """Rooms with doors inside a wall that has exits on all sides."""
    inner = maps.rooms((37, 61), seed=11).cost.astype(np.uint8)
    rows, cols = inner.shape[0] + 2, inner.shape[1] + 2
    cells, targets = np.zeros((rows, cols), np.uint8), np.zeros((rows, cols), np.uint8)
    cells[1:-1, 1:-1] = inner
    inside = (np.arange(2, cols - 3, 12), np.arange(3, rows - 4, 10))
    for col in inside[0]:
        for row, next_row in ((0, 1), (rows - 1, rows - 2)):
            near = [c for c in range(col, min(col + 6, cols - 2)) if cells[next_row, c]][:2]
            cells[row, near] = targets[row, near] = 1
    for row in inside[1]:
        for col, next_col in ((0, 1), (cols - 1, cols - 2)):
            near = [r for r in range(row, min(row + 6, rows - 2)) if cells[r, next_col]][:2]
            cells[near, col] = targets[near, col] = 1
    return cells, targets
