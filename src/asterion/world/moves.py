"""All moves of a grid at once, as columns: for passes over every move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import GridWorld

    Ids = npt.NDArray[np.int64]

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))  # E S W N SE ...
# How many of the two cells beside a diagonal move must be free, by diagonal rule; 3 is never met.
# The core has the same table in cpp/asterion/world/moves.hpp.
FREE_BESIDE_DIAGONAL = {"never": 3, "clear": 2, "one-clear": 1, "always": 0}


def move_columns(world: GridWorld) -> tuple[Ids, Ids, npt.NDArray[np.float64]]:
    """Return for each move the flat indices of the cells where it begins and ends, and its cost.

    Direction by direction, in the order E S W N SE SW NW NE, then along links.
    """
    return world._core_view.all_moves()


def shifted(shape: tuple[int, int], dr: int, dc: int) -> tuple[Any, Any]:
    """The cells that have a neighbour in a direction, and those neighbours, as slices."""
    here, there = [], []
    for size, step in zip(shape, (dr, dc), strict=True):
        here.append(slice(max(0, -step), size - max(0, step)))
        there.append(slice(max(0, step), size - max(0, -step)))
    return tuple(here), tuple(there)
