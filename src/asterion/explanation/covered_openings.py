"""Cells to open for a path on any grid: other tiles, links, fences, large units.

A move costs a toll, more than any walk costs, for each closed cell that the unit covers after it
and not before; so a cheapest path of tolls opens few cells. For a unit of one cell no path that
enters what it opens needs fewer. A larger unit may cover a cell, leave it and come back, which
counts twice: another path might need fewer.

Complexity  O(moves x cells of the unit) columns, and a search on the graph that they make
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from asterion.errors import InvalidValue
from asterion.search.find import find_path
from asterion.world.checks import grid_of, is_large
from asterion.world.graph import Graph
from asterion.world.grid import Cell, Grid, GridWorld, View
from asterion.world.moves import FREE_BESIDE_DIAGONAL, move_columns

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]
    Ids = npt.NDArray[np.int64]


def footprint(world: GridWorld) -> npt.NDArray[np.int64]:
    """The cells that a unit covers, (n, 2) rows and columns counted from its own."""
    if not isinstance(world, View) or world.radius is None:
        return np.argwhere(np.ones(world.size if isinstance(world, View) else (1, 1)))
    far = ceil(world.radius)
    cells = np.argwhere(np.ones((2 * far + 1, 2 * far + 1))) - far
    beyond = np.maximum(abs(cells) - 0.5, 0)
    inside: Mask = (beyond**2).sum(axis=1) < world.radius**2
    inside[len(cells) // 2] = True
    return cells[inside]


def same_kind(world: GridWorld, costs: Values) -> GridWorld:
    """A grid of these costs with the tiles, links and fences of another, for the same unit."""
    store = world.grid if isinstance(world, View) else world
    if world.tiles == "square":
        grid = Grid(costs, diagonal=world.diagonal, diagonal_cost=world.diagonal_cost)
    else:
        grid = Grid(costs, tiles=world.tiles)
    store._core_view.give_links(grid._store)
    if not isinstance(world, View):
        return grid
    return grid.view(size=world.size, radius=world.radius)


def cells_to_open(
    world: GridWorld, costs: Values, shut: Mask, start: Cell, goals: list[Cell]
) -> tuple[Cell, list[Cell]]:
    """The reached goal, and the cells to open for it, in the order of the walk."""
    opened_world = same_kind(world, costs)
    sources, targets, prices = move_columns(opened_world)
    possible = _stay_legal(world, shut, sources, targets)
    possible[_number_of_steps(opened_world) :] = True  # no cell beside a link has to be free
    sources, targets, prices = sources[possible], targets[possible], prices[possible]
    new = _newly_covered(world, shut, sources, targets)
    toll = 1.0 + float(prices.max(initial=0.0)) * shut.size
    count = shut.size
    moves = Graph((sources, targets, prices + toll * new), nodes=range(count))
    cols = shut.shape[1]
    ends = [row * cols + col for row, col in goals]
    path = find_path(moves, start[0] * cols + start[1], ends)
    if not path:
        raise InvalidValue(
            f"no cells to open lead from {start} to {_named(goals)}: the obstacle is a "
            "fence, a link in one direction only, or the size of the grid"
        )
    places = [divmod(int(node), cols) for node in path.nodes]
    opened: dict[Cell, None] = {}
    for place in places:
        opened.update(dict.fromkeys(cell for cell in covered(world, place) if shut[cell]))
    return places[-1], [*opened]


def _number_of_steps(world: GridWorld) -> int:
    """Remove the links, whose moves come last, and return the number of other moves."""
    grid = grid_of(world)
    for link in [*grid.links]:
        grid.links.remove(link.id)
    return len(move_columns(world)[0])


def covered(world: GridWorld, place: Cell) -> list[Cell]:
    """The cells that the unit covers at a place where it would fit if they were open."""
    return [(place[0] + r, place[1] + c) for r, c in footprint(world).tolist()]


def _stay_legal(world: GridWorld, shut: Mask, sources: Ids, targets: Ids) -> Mask:
    """Moves that stay legal whatever else is opened: cells beside a diagonal are free now."""
    rule = world.diagonal
    if is_large(world) and rule == "one-clear":
        rule = "always"
    needed = FREE_BESIDE_DIAGONAL[rule]
    cols = shut.shape[1]
    (row, col), (to_row, to_col) = divmod(sources, cols), divmod(targets, cols)
    diagonal = (abs(row - to_row) == 1) & (abs(col - to_col) == 1)
    free: Mask = np.asarray(world.total, np.float64) > 0
    beside = free[row, to_col].astype(int) + free[to_row, col]
    legal: Mask = ~diagonal | (beside >= needed)
    return legal


def _newly_covered(world: GridWorld, shut: Mask, sources: Ids, targets: Ids) -> Ids:
    """The number of closed cells that the unit covers after a move and not before."""
    cells = footprint(world)
    low, high = cells.min(axis=0), cells.max(axis=0)
    covers = np.zeros(high - low + 1, np.bool_)
    covers[tuple((cells - low).T)] = True
    cols = shut.shape[1]
    (row, col), (to_row, to_col) = divmod(sources, cols), divmod(targets, cols)
    new = np.zeros(len(targets), np.int64)
    for down, right in cells.tolist():
        covered_row, covered_col = to_row + down, to_col + right
        r, c = covered_row - row - low[0], covered_col - col - low[1]  # in `covers`, from before
        near = (r >= 0) & (r < covers.shape[0]) & (c >= 0) & (c < covers.shape[1])
        before = near & covers[np.where(near, r, 0), np.where(near, c, 0)]
        new += shut[covered_row, covered_col] & ~before
    return new


def _named(goals: list[Cell]) -> str:
    return str(goals[0]) if len(goals) == 1 else f"one of {len(goals)} goals"
