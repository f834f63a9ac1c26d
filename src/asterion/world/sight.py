"""Lines of sight: what can be seen of a world from a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asterion.world.arguments import count
from asterion.world.grid import Cell, GridWorld, check_grid

if TYPE_CHECKING:
    import numpy.typing as npt


def visible(world: GridWorld, cell: Cell, radius: int | None = None) -> npt.NDArray[np.bool_]:
    r"""The cells in sight of a cell, itself included, as an array of the world's shape.

    A wall is seen, and hides what is behind it: no cell of the straight line to what is seen, as
    Bresenham draws it, is a wall. Of two cells either both see each other or neither does.
    ``radius`` is how many moves away on a map without walls; without it there is no limit. This is
    also what an :class:`Explorer` sees.

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
    check_grid(world)
    node = world._node(cell, "cell")
    farthest = sum(world.shape)  # no two cells are further apart, however moves go
    return world._ground.visible(
        node, farthest if radius is None else min(count("radius", radius), farthest)
    )
