"""Portals: a few moves between chunks that stand for all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asterion.world.grid import GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    Ids = npt.NDArray[np.int64]
    Mask = npt.NDArray[np.bool_]

LONG = 6  # cells; a stretch of this length has a portal at each end, not one in the middle


def portals(world: GridWorld, labels: Ids) -> Ids:
    """Moves between cells with different labels: pairs of flat indices, each in both directions.

    A stretch is a row of adjacent free cells that all touch the same other chunk across the same
    border. Its cells are connected on both sides, so one move may stand for all of them. A diagonal
    move is a portal only where no straight moves lead around it. O(cells).
    """
    free = world.total > 0
    flat = np.arange(free.size).reshape(free.shape)
    # Vertical borders first, then horizontal ones, which are vertical in the transposed arrays.
    found = [_across(free, flat, labels), _across(free.T, flat.T, labels.T)]
    if world.diagonal == "always":
        mirrored = free[:, ::-1], flat[:, ::-1], labels[:, ::-1]
        found += [_between_walls(free, flat, labels), _between_walls(*mirrored)]
    one_way = np.concatenate(found)
    return np.concatenate([one_way, one_way[:, ::-1]])


def _across(free: Mask, flat: Ids, labels: Ids) -> Ids:
    """One or two portals for each stretch along which a cell and the one to its right differ."""
    border = free[:, :-1] & free[:, 1:] & (labels[:, :-1] != labels[:, 1:])
    col, row = np.nonzero(border.T)  # down each column in turn
    a, b = labels[row, col], labels[row, col + 1]
    if not col.size:
        return np.zeros((0, 2), np.int64)
    breaks = np.ones(col.size, np.bool_)  # where a stretch begins
    same = (col[1:] == col[:-1]) & (row[1:] == row[:-1] + 1)
    breaks[1:] = ~(same & (a[1:] == a[:-1]) & (b[1:] == b[:-1]))
    first = np.flatnonzero(breaks)
    last = np.append(first[1:], col.size) - 1
    long = last - first + 1 >= LONG
    chosen = np.concatenate([((first + last) // 2)[~long], first[long], last[long]])
    chosen.sort()
    return np.stack([flat[row, col][chosen], flat[row, col + 1][chosen]], axis=1)


def _between_walls(free: Mask, flat: Ids, labels: Ids) -> Ids:
    """Diagonal moves down and to the right with walls on both sides."""
    squeezed = free[:-1, :-1] & free[1:, 1:] & ~free[:-1, 1:] & ~free[1:, :-1]
    squeezed &= labels[:-1, :-1] != labels[1:, 1:]
    return np.stack([flat[:-1, :-1][squeezed], flat[1:, 1:][squeezed]], axis=1)
