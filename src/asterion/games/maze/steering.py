"""Potential fields on tiles: a goal attracts, others repel. A demonstration, and a warning.

Robots steer this way: the sum of all forces is where to go. On tiles only eight ways are left of
it, and as nothing is searched, a pocket in front of the goal holds its visitor for ever. So the
game does not use it: what monsters see is a layer of costs, which navigators plan around.

M. A. Goodrich, Potential fields tutorial, 2002
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from asterion.world.grid import Cell, GridWorld


def steer(
    world: GridWorld, cell: Cell, goal: Cell, repelling: Mapping[Cell, float], *, reach: int = 4
) -> Cell:
    r"""The next tile: of those beside this one, that which lies most in the way of the forces.

    The goal pulls with 1, wherever it is. Each of ``repelling``, up to ``reach`` tiles away, pushes
    with its strength by the square of its distance. Somebody whom all ways lead back stays.

    >>> import asterion as at
    >>> from asterion.games.maze.steering import steer
    >>> grid = at.Grid.from_text(".....\n.....\n.....")
    >>> steer(grid, (1, 1), (1, 4), {})
    (1, 2)
    >>> steer(grid, (1, 1), (1, 4), {(0, 2): 1.0})
    (2, 2)
    """
    down, right = _unit(cell, goal)
    for place, strength in repelling.items():
        away = hypot(place[0] - cell[0], place[1] - cell[1])
        if 0 < away <= reach:
            rows, cols = _unit(place, cell)
            down += rows * strength / away**2
            right += cols * strength / away**2

    def along(tile: Cell) -> float:
        rows, cols = _unit(cell, tile)
        return rows * down + cols * right

    best = max((tile for tile, _ in world.neighbours(cell)), key=along, default=cell)
    return best if along(best) > 0 else cell


def _unit(a: Cell, b: Cell) -> tuple[float, float]:
    """The way from one cell to another, 1 long."""
    rows, cols = b[0] - a[0], b[1] - a[1]
    length = hypot(rows, cols) or 1.0
    return rows / length, cols / length
