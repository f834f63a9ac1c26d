"""Ground sampled to a grid: the cells on whose whole square a disc has room."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from asterion.lab import limits
from asterion.lab.open_ground.setup import HEIGHT, WIDTH, GroundSetup, Point, Shape

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

_TOUCH = 1e-6  # a square that only touches an obstacle is free


def free_cells(setup: GroundSetup) -> Mask:
    """Return a (rows, cols) mask."""
    cell, radius = setup.cell, setup.radius
    rows, cols = round(HEIGHT / cell), round(WIDTH / cell)
    low = _corners(slice(0, rows), slice(0, cols), cell)
    fits = (low >= radius - _TOUCH) & (low + cell <= np.array([WIDTH, HEIGHT]) - radius + _TOUCH)
    free = np.asarray(fits.all(-1))
    for shape in setup.obstacles:
        where, close = _closed(shape, cell, radius)
        free[where] &= ~close
    return free


def cell_of(place: Point, setup: GroundSetup) -> tuple[int, int]:
    """Return the cell that a place is in."""
    (x, y), cell = place, setup.cell
    rows, cols = round(HEIGHT / cell), round(WIDTH / cell)
    return min(int(y / cell), rows - 1), min(int(x / cell), cols - 1)


@lru_cache(2 * limits.GROUND_OBSTACLES)  # while one is dragged, the others are the same
def _closed(shape: Shape, cell: float, radius: float) -> tuple[tuple[slice, slice], Mask]:
    """The cells around an obstacle, and whether it closes each of them."""
    corners = np.array(shape)
    most = np.array([WIDTH, HEIGHT]) / cell
    left, top = ((corners.min(0) - radius) // cell).clip(0, most).astype(int)
    right, bottom = ((corners.max(0) + radius) // cell + 1).clip(0, most).astype(int)
    where = slice(top, bottom), slice(left, right)
    return where, _is_close(_corners(*where, cell), cell, shape, radius)


def _corners(rows: slice, cols: slice, cell: float) -> Numbers:
    """The least coordinates of cells."""
    xs, ys = np.arange(cols.start, cols.stop), np.arange(rows.start, rows.stop)
    return np.stack(np.meshgrid(xs, ys), -1) * np.float64(cell)


def _is_close(low: Numbers, cell: float, shape: Shape, radius: float) -> Mask:
    """Whether each square overlaps a polygon, or is closer to it than the radius."""
    ends = np.array(shape)
    begins = np.roll(ends, 1, axis=0)
    low = low[..., None, :]  # an axis for the edges
    high, middle = low + cell, low + cell / 2
    steep = (begins[:, 1] > middle[..., 1]) != (ends[:, 1] > middle[..., 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (middle[..., 1] - begins[:, 1]) / (ends[:, 1] - begins[:, 1])
    left = begins[:, 0] + share * (ends[:, 0] - begins[:, 0]) < middle[..., 0]
    holds = (steep & left).sum(-1) % 2 == 1  # the middle of the square
    crossed = _crosses(low + _TOUCH, high - _TOUCH, begins, ends).any(-1)
    # Else of the nearest points of an edge and a square one is a corner.
    beyond = np.maximum(np.maximum(low - begins, begins - high), 0)
    gap = np.hypot(beyond[..., 0], beyond[..., 1]).min(-1)
    for corner in (
        low,
        high,
        np.stack([low[..., 0], high[..., 1]], -1),
        np.stack([high[..., 0], low[..., 1]], -1),
    ):
        gap = np.minimum(gap, _distance(corner, begins, ends).min(-1))
    close: Mask = holds | crossed | (gap < radius - _TOUCH)
    return close


def _crosses(low: Numbers, high: Numbers, begins: Numbers, ends: Numbers) -> Mask:
    """Whether an edge enters a square."""
    along = ends - begins
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (low - begins) / along, (high - begins) / along
    flat = along == 0
    always = flat & (begins > low) & (begins < high)
    enter = np.where(flat, np.where(always, -np.inf, np.inf), np.minimum(a, b)).max(-1)
    leave = np.where(flat, np.where(always, np.inf, -np.inf), np.maximum(a, b)).min(-1)
    crosses: Mask = np.maximum(enter, 0) < np.minimum(leave, 1)
    return crosses


def _distance(point: Numbers, begins: Numbers, ends: Numbers) -> Numbers:
    """The distance from points to edges."""
    along = ends - begins
    square = np.maximum((along**2).sum(-1), 1e-300)
    share = (((point - begins) * along).sum(-1) / square).clip(0, 1)
    off = point - begins - share[..., None] * along
    distance: Numbers = np.hypot(off[..., 0], off[..., 1])
    return distance
