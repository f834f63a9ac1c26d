"""Checks for functions that do not take every kind of grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.world.grid import Grid, GridWorld, View, check_grid

if TYPE_CHECKING:
    import numpy.typing as npt


def check_squares(world: Any, who: str) -> None:
    """Raise an error that names the caller, unless this is a grid of square tiles."""
    check_grid(world)
    if world.tiles != "square":
        raise InvalidValue(f"{who} takes square tiles; this grid has tiles={world.tiles!r}")


def is_large(world: GridWorld) -> bool:
    """Whether this is a view of a unit that covers more than its own cell."""
    return isinstance(world, View) and world.is_large


def is_plain(world: GridWorld) -> bool:
    """Whether squares and the diagonal rule decide all moves of a unit of one cell."""
    return not is_large(world) and world._core_view.is_plain


def check_plain(world: Any, who: str) -> None:
    """Raise an error, unless squares and the diagonal rule decide all moves of one cell."""
    check_squares(world, who)
    if isinstance(world, View) and world.is_large:
        unit = world.unit_in_words()
        raise InvalidValue(f"{who} takes no units of a size; this view is for {unit}")
    check_no_links_or_fences(world, who)


def check_no_links_or_fences(world: GridWorld, who: str) -> None:
    """Raise an error if there are links or fences."""
    grid = grid_of(world)
    for name, count in (("links", len(grid.links)), ("fences", len(grid.fences))):
        if count:
            raise InvalidValue(f"{who} takes no grid with {name}; this one has {count}")


def blocked_of(world: GridWorld) -> npt.NDArray[np.bool_] | None:
    """The mask of cells that only a view closes; None without one."""
    if not isinstance(world, View) or world._blocked is None:
        return None
    mask: npt.NDArray[np.bool_] = world._blocked.reshape(world.shape).astype(np.bool_)
    return mask


def grid_of(world: GridWorld) -> Grid:
    """The grid itself, or the grid of a view."""
    grid: Any = world.grid if isinstance(world, View) else world
    return grid  # type: ignore[no-any-return]
