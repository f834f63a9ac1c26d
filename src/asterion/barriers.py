"""What separates two cells of a grid: the fewest cells to open, and the way there would be then."""

from __future__ import annotations

from math import frexp
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.errors import InvalidValue
from asterion.grid import Cell, Grid, GridWorld
from asterion.legs import grid_of, layer_weights
from asterion.results import Path
from asterion.search import find_path

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

_FLOOR = 1.0  # what a wall costs once it is open
_LARGEST = 1e290  # cost of a cell
_COUNTABLE = 2**51  # cells x openings: up to here rounding cannot hide an opening


class Barrier(NamedTuple):
    """What separates a goal from the start; as text, what to open."""

    start: Cell
    goal: Cell  # of several the one that takes the fewest openings
    cells: list[Cell]  # to be opened, in the order of the walk; none where there is a way
    closed: list[Cell]  # those of them that are no walls, but closed to this character
    path: Path  # a cheapest one, once they are open

    @property
    def walls(self) -> list[Cell]:
        """Those of the cells to be opened that are walls to everybody."""
        return [cell for cell in self.cells if cell not in self.closed]

    def __str__(self) -> str:
        """A line a cell, and what comes of opening them all."""
        ends = f"from {self.start} to {self.goal}"
        then = f"a path of {len(self.path) - 1} moves costs {self.path.cost:.6g}"
        if not self.cells:
            return f"nothing is in the way {ends}: {then}"
        those = "this cell is" if len(self.cells) == 1 else f"these {len(self.cells)} cells are"
        lines = [f"there is no way {ends} unless {those} opened:"]
        for cell in self.cells:
            why = "closed to this character" if cell in self.closed else "a wall"
            lines.append(f"  {cell}  {why}")
        return "\n".join([*lines, f"then {then}"])


def barrier(world: GridWorld, start: Cell, goals: list[Cell]) -> Barrier:
    """The fewest cells that must be opened for a way to one of the goals.

    Exact in their number. Of several sets of as many cells, one with the cheapest walk by straight
    moves, or, where diagonals are always legal, by moves that cost the same in all directions.
    Two searches on grids of their own: O(cells) memory, and the time of a Dijkstra search.
    """
    total = np.array(world.total, np.float64)
    shut = ~(total > 0)
    wall, once_open = _opened(world)
    if shut[start]:
        why = "a wall" if wall[start] else "closed to this character"
        raise InvalidValue(f"start {start} is {why}")
    total[shut] = once_open[shut]
    through = find_path(_with_tolls(world, total, shut), start, goals)
    cells = [cell for cell in through if shut[cell]]
    if total.size * len(cells) >= _COUNTABLE:
        raise InvalidValue(
            f"a grid of {total.size} cells with {len(cells)} walls in the way is too large to tell "
            "whether fewer would do"
        )
    for cell in cells:
        shut[cell] = False
    total[shut] = 0
    opened = Grid(total, diagonal=world.diagonal, diagonal_cost=world.diagonal_cost)
    path = find_path(opened, start, through[-1])
    closed = [cell for cell in cells if not wall[cell]]
    return Barrier(start, through[-1], cells, closed, path)


def _with_tolls(world: GridWorld, costs: Values, shut: Mask) -> Grid:
    """A grid without walls, in which entering what is shut costs more than any walk around.

    Where a diagonal needs a free cell beside it, straight moves get as far as all moves do; and a
    toll must not depend on the direction. So these grids have four moves, or eight that cost alike.
    """
    toll = 2.0 ** frexp(float(costs.sum()))[1]  # a power of two: whole numbers stay whole
    if toll > _LARGEST / 4:
        costs = np.ones(costs.shape)
        toll = 2.0 ** frexp(costs.size)[1]
    rule = "always" if world.diagonal == "always" else "never"
    return Grid(np.where(shut, costs + toll, costs), diagonal=rule, diagonal_cost=1)


def _opened(world: GridWorld) -> tuple[Mask, Values]:
    """What is a wall to everybody, and what each cell would cost if it were open.

    A wall becomes floor, to which layers add as to any other; a layer that closes a cell does not
    count. What is closed to this character alone costs what it costs others.
    """
    base = np.array(grid_of(world).cost, np.float64)
    wall = base == 0
    base[wall] = _FLOOR
    costs = base
    for name, weight in layer_weights(world).items():
        values = np.asarray(grid_of(world).layers[name])
        open_here = np.isfinite(values)
        wall |= ~open_here
        costs = costs + weight * np.where(open_here, values, 0.0)
    possible = (costs > 0) & (costs <= _LARGEST)
    return wall, np.where(possible, costs, _FLOOR)
