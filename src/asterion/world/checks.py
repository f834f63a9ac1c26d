"""What a function asks of a grid, where it does not take every kind of one."""

from __future__ import annotations

from typing import Any

from asterion.errors import InvalidValue
from asterion.world.grid import Grid, GridWorld, View, check_grid


def check_squares(world: Any, who: str) -> None:
    """An error that says who asks, unless this is a grid of square tiles."""
    check_grid(world)
    if world.tiles != "square":
        raise InvalidValue(f"{who} takes square tiles; this grid has tiles={world.tiles!r}")


def check_plain(world: Any, who: str) -> None:
    """An error, unless squares and the diagonal rule say all about the moves of one cell."""
    check_squares(world, who)
    if isinstance(world, View) and world.size != (1, 1):
        raise InvalidValue(f"{who} takes no units of a size; this view has size={world.size}")
    grid = grid_of(world)
    for name, count in (("links", len(grid.links)), ("fences", len(grid.fences))):
        if count:
            raise InvalidValue(f"{who} takes no grid with {name}; this one has {count}")


def grid_of(world: GridWorld) -> Grid:
    """The grid itself, of which the world may be a view."""
    grid: Any = world.grid if isinstance(world, View) else world
    return grid  # type: ignore[no-any-return]
