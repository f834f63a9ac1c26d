"""Lines of sight: which cells can be seen from a cell, and whether two see each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.world.arguments import count
from asterion.world.base import PointWorld
from asterion.world.checks import check_squares
from asterion.world.grid import Cell, GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt


def visible(world: GridWorld, cell: Cell, radius: int | None = None) -> npt.NDArray[np.bool_]:
    r"""Return a mask of the cells visible from a cell, itself included.

    A wall is visible and hides what is behind it: a cell is visible if no cell between the two on
    Bresenham's line is a wall. Visibility is symmetric. ``radius`` is counted in moves on a map
    without walls; without it there is no limit. An :class:`Explorer` sees by the same rule.

    O(cells within the radius x radius).

    >>> import asterion as at
    >>> grid = at.Grid.from_text("......\n..#...\n......")
    >>> print(at.visible(grid, (1, 0)).astype(int))
    [[1 1 1 1 1 0]
     [1 1 1 0 0 0]
     [1 1 1 1 0 0]]
    >>> int(at.visible(grid, (1, 0), radius=1).sum())
    6

    Raises
    ------
    IndexError  ``cell (5, 0) is outside the grid of 3 rows and 6 columns``
    ValueError  ``radius is -1; it must be at least 0``
    """
    check_squares(world, "visible")
    node = world._node(cell, "cell")
    farthest = sum(world.shape)  # no two cells are more moves apart, with or without diagonals
    return world._core_view.visible(
        node, farthest if radius is None else min(count("radius", radius), farthest)
    )


def line_of_sight(grid: GridWorld | PointWorld, a: Any, b: Any, *, radius: float = 0.0) -> bool:
    r"""Return whether no wall is between two cells, by the rule of :func:`visible`.

    On a mesh: whether a point, or a disc of this radius, can go straight from one point to the
    other; exact for a point.

    Whether the two cells are walls does not matter. A line of sight need not be walkable: it may
    pass between two walls that touch at a corner; ``path.smoothed()`` is stricter. On a view, cells
    closed to it block sight too. O(distance).

    >>> import asterion as at
    >>> grid = at.Grid.from_text("......\n..#...\n......")
    >>> at.line_of_sight(grid, (1, 0), (0, 4)), at.line_of_sight(grid, (1, 0), (1, 4))
    (True, False)

    Raises
    ------
    IndexError  ``b (5, 0) is outside the grid of 3 rows and 6 columns``
    """
    if isinstance(grid, PointWorld):
        return grid._line_of_sight(a, b, radius)
    check_squares(grid, "line_of_sight")
    return grid._core_view.line_of_sight(grid._node(a, "a"), grid._node(b, "b"))
