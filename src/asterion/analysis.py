"""What a map is like: where everybody passes, where much is seen, where one is safe.

Each has an array of the world's shape to look at, and a list of the cells that stand out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.search.find import find_paths
from asterion.world.arguments import count
from asterion.world.dice import Dice
from asterion.world.grid import Cell, GridWorld, check_grid
from asterion.world.moves import move_columns
from asterion.world.sight import visible

if TYPE_CHECKING:
    import numpy.typing as npt

    Counts = npt.NDArray[np.int64]

__all__ = ["choke_points", "outlook", "safe_points", "usage", "vantage_points"]


def usage(world: GridWorld, *, paths: int = 1000, seed: int = 0) -> Counts:
    """How many of so many cheapest paths between random free cells pass through each cell.

    Their ends count too. Pairs without a path between them use nothing. O(paths x a search).
    """
    check_grid(world)
    free = np.argwhere(world.total > 0).tolist()
    counts = np.zeros(world.shape, np.int64)
    if not free:
        return counts
    dice = Dice(seed)
    starts, goals = (
        [(row, col) for row, col in (free[dice.below(len(free))] for _ in range(each))]
        for each in [count("paths", paths)] * 2
    )
    for path in find_paths(world, starts, goals):
        if path:
            counts[tuple(path.cells.T)] += 1
    return counts


def choke_points(world: GridWorld, n: int = 10, *, paths: int = 1000, seed: int = 0) -> list[Cell]:
    """The cells that are busiest for the ways out they have, the first of them first.

    Counted are the paths of :func:`usage` through a cell, divided by the moves that lead on from
    it: beside a door there is as much coming and going as in it, but also room to step aside.

    >>> import asterion as at
    >>> grid = at.Grid.from_text('''
    ...     .....#.....
    ...     .....#.....
    ...     ...........
    ...     .....#.....
    ... ''')
    >>> at.analysis.choke_points(grid, 1)
    [(2, 5)]
    """
    counts = usage(world, paths=paths, seed=seed)
    exits = np.bincount(move_columns(world)[0], minlength=counts.size).reshape(world.shape)
    return _first(-counts / np.maximum(exits, 1), n, counts > 0)


def outlook(world: GridWorld, *, radius: int | None = None) -> Counts:
    """How many free cells each free cell sees, itself included; 0 for walls.

    Sight is that of :func:`asterion.visible`; as many see the cell. O(free cells x cells in sight).
    """
    check_grid(world)
    free = world.total > 0
    counts = np.zeros(world.shape, np.int64)
    for row, col in np.argwhere(free).tolist():
        counts[row, col] = np.count_nonzero(visible(world, (row, col), radius) & free)
    return counts


def vantage_points(world: GridWorld, n: int = 10, *, radius: int | None = None) -> list[Cell]:
    """The cells that see most of the map, the best first.

    >>> import asterion as at
    >>> grid = at.Grid.from_text('''
    ...     ####.####
    ...     ####.####
    ...     ####.####
    ...     .........
    ... ''')
    >>> at.analysis.vantage_points(grid, 1)
    [(3, 4)]
    """
    counts = outlook(world, radius=radius)
    return _first(-counts, n, counts > 0)


def safe_points(
    world: GridWorld, n: int = 10, *, threats: Iterable[Cell] = (), radius: int | None = None
) -> list[Cell]:
    """The cells that no threat sees, those that are seen from fewest cells first.

    >>> import asterion as at
    >>> grid = at.Grid.from_text('''
    ...     ....#
    ...     ..#..
    ...     ....#
    ... ''')
    >>> at.analysis.safe_points(grid, 2, threats=[(1, 0)])
    [(1, 3), (1, 4)]
    """
    counts = outlook(world, radius=radius)
    hidden = counts > 0
    for threat in threats:
        hidden &= ~visible(world, threat, radius)
    return _first(counts, n, hidden)


def _first(values: npt.NDArray[Any], n: int, among: npt.NDArray[np.bool_]) -> list[Cell]:
    """The cells with the smallest values, so many at most; of equals the first, row by row."""
    cells = np.argwhere(among)
    order = np.argsort(values[among], kind="stable")[: count("n", n)]
    return [(row, col) for row, col in cells[order].tolist()]
