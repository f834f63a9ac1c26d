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
    """Rooms with doors inside a wall that has an exit of two cells for every other room."""
    inner = maps.rooms((35, 62), seed=11).cost.astype(np.uint8)
    cells = np.pad(inner, 1)
    targets = np.zeros_like(cells)
    rows, cols = cells.shape
    for col in range(4, cols - 4, 18):
        targets[0, col : col + 2] = targets[-1, col + 9 : col + 11] = 1
    for row in range(4, rows - 4, 18):
        targets[row : row + 2, -1] = targets[row + 9 : row + 11, 0] = 1
    cells[targets > 0] = 1
    return cells, targets


def pillars(rows: int, cols: int) -> Cells:
    """Ground between two sides, with pillars in rows that are shifted against each other."""
    cells = np.ones((rows, cols), np.uint8)
    for i, top in enumerate(range(5, rows - 5, 8)):
        for left in range(32 + 4 * (i % 2), cols - 34, 8):
            cells[top : top + 3, left : left + 3] = 0
    return cells
