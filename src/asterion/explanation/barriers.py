"""Barriers between two cells of a grid: the fewest cells to open, and the path through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.errors import InvalidValue, counted
from asterion.explanation.covered_openings import cells_to_open, same_kind
from asterion.explanation.openings import OpenableMap, fewest_openings
from asterion.explanation.path_costs import layer_weights
from asterion.search.find import find_path
from asterion.search.path import Path
from asterion.world.checks import blocked_of, grid_of, is_plain
from asterion.world.clearance import clearance
from asterion.world.grid import Cell, Grid, GridWorld, View, closed_cell
from asterion.world.notebooks import pictured

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

_FLOOR = 1.0  # the cost of a wall that has been opened
_LARGEST = 1e290  # the largest cost that a grid takes


@pictured
class Barrier(NamedTuple):
    """The barrier between start and goal; as text, the cells to open."""

    start: Cell
    goal: Cell  # of several goals, the one that takes the fewest openings
    cells: list[Cell]  # to open, in the order of the path; empty if there is a path
    closed: list[Cell]  # the cells among them that are closed to this character, but no walls
    path: Path  # a cheapest path once they are open
    # For a large unit: the place on that path with the least room now, and the side of the largest
    # square unit that fits there.
    narrowest: tuple[Cell, int] | None = None

    @property
    def walls(self) -> list[Cell]:
        """The cells to open that are walls for every character."""
        return [cell for cell in self.cells if cell not in self.closed]

    def __str__(self) -> str:
        """Return a line for each cell, and the path through them."""
        ends = f"from {self.start} to {self.goal}"
        then = f"a path of {counted(len(self.path) - 1, 'move')} costs {self.path.cost:.6g}"
        if not self.cells:
            return f"nothing blocks the path {ends}: {then}"
        those = "this cell is" if len(self.cells) == 1 else f"these {len(self.cells)} cells are"
        lines = [f"there is no path {ends} unless {those} opened:"]
        for cell in self.cells:
            why = "closed to this character" if cell in self.closed else "a wall"
            lines.append(f"  {cell}  {why}")
        if self.narrowest is not None:
            cell, side = self.narrowest
            lines.append(f"the narrowest place is {cell}, with room for {side} x {side}")
        return "\n".join([*lines, f"then {then}"])


def barrier(world: GridWorld, start: Cell, goals: list[Cell]) -> Barrier:
    """Return the fewest cells that must be opened for a path to one of the goals."""
    total = np.array(world.total, np.float64)
    shut = ~(total > 0)
    if shut[start]:
        raise InvalidValue(f"start {start} is {closed_cell(world, start)}")
    if not is_plain(world):
        return _barrier_of_any_kind(world, start, goals)
    wall, once_open = _opened(world)
    costs = np.where(shut, once_open, total)
    moves = world.diagonal, world.diagonal_cost
    goal, cells = fewest_openings(OpenableMap(costs, shut, *moves), start, goals)
    for cell in cells:
        total[cell] = costs[cell]
    opened = Grid(total, diagonal=world.diagonal, diagonal_cost=world.diagonal_cost)
    closed = [cell for cell in cells if not wall[cell]]
    return Barrier(start, goal, cells, closed, find_path(opened, start, goal))


def _barrier_of_any_kind(world: GridWorld, start: Cell, goals: list[Cell]) -> Barrier:
    """The barrier for large units, other tiles, links and fences."""
    grid = grid_of(world)
    alone = grid.view(layers=layer_weights(world), blocked=blocked_of(world))  # cell by cell
    total = np.array(alone.total, np.float64)
    shut = ~(total > 0)
    wall, once_open = _opened(world)
    costs = np.where(shut, once_open, total)
    goal, cells = cells_to_open(world, costs, shut, start, goals)
    for cell in cells:
        total[cell] = costs[cell]
    path = find_path(same_kind(world, total), start, goal)
    closed = [cell for cell in cells if not wall[cell]]
    narrowest = None
    if isinstance(world, View) and world.size != (1, 1) and cells:
        room = clearance(alone)
        narrowest = min(((cell, int(room[cell])) for cell in path), key=lambda each: each[1])
    return Barrier(start, goal, cells, closed, path, narrowest)


def _opened(world: GridWorld) -> tuple[Mask, Values]:
    """A mask of the walls for every character, and the cost of each cell if it were open.

    An opened wall is floor, to which layers add as usual; a layer that closes the cell does not
    count. A cell that is closed to this character alone has its cost on the grid.
    """
    costs = np.array(grid_of(world).cost, np.float64)
    wall = costs == 0
    costs[wall] = _FLOOR
    for name, weight in layer_weights(world).items():
        with np.errstate(over="ignore", invalid="ignore"):  # too large a value closes a cell too
            added = weight * np.asarray(grid_of(world).layers[name])
        wall |= ~np.isfinite(added)
        costs += np.where(np.isfinite(added), added, 0.0)
    possible = (costs > 0) & (costs <= _LARGEST)
    return wall, np.where(possible, costs, _FLOOR)
