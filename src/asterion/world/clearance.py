"""Clearance: the size of the largest unit that fits at each cell of a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.world.checks import check_squares

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from asterion.world.grid import GridWorld


def clearance(world: GridWorld) -> npt.NDArray[np.int64]:
    r"""Return the side of the largest square unit that fits at each cell; 0 where it is closed.

    A unit covers the cells right of and below the one that it stands on, as in
    ``grid.view(size=...)``. O(cells).

    >>> import asterion as at
    >>> at.clearance(at.Grid.from_text("...\n...\n..#")).tolist()
    [[2, 2, 1], [2, 1, 1], [1, 1, 0]]
    """
    check_squares(world, "clearance")
    return world._core_view.clearance()
