"""Map analysis: where most paths pass, where most is visible, where an agent is out of sight.

Results are arrays of the world's shape with a value per cell, lists of the best cells, and heat
maps: pictures of any such array.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.io import checked_file
from asterion.io.figures import DPI, new_figure, png_of
from asterion.io.writing import write_file
from asterion.regions import pieces
from asterion.search.batches import find_paths
from asterion.world.arguments import count
from asterion.world.checks import check_squares
from asterion.world.dice import Dice
from asterion.world.grid import Cell, GridWorld, check_grid
from asterion.world.indexing import number_array
from asterion.world.line_of_sight import visible
from asterion.world.moves import move_columns

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.figure import Figure

    Counts = npt.NDArray[np.int64]

__all__ = [
    "choke_points",
    "heat_map",
    "outlook",
    "passages",
    "safe_points",
    "usage",
    "vantage_points",
]


def __dir__() -> list[str]:
    return __all__


_WALL, _NO_VALUE = 0.75, 1.0  # grays: the scale of colours has none
_INCHES = (6, 40)  # of the longer side: small maps can be seen, and the largest are not cells apart


def usage(world: GridWorld, *, paths: int = 1000, seed: int = 0) -> Counts:
    """Count how many of ``paths`` random cheapest paths pass through each cell.

    Ends are random free cells, which count too; pairs without a path do not. O(paths x a search).
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
    """Return the ``n`` cells with the most traffic per exit, best first.

    Traffic is the count of :func:`usage`, divided by the number of moves from the cell: a cell
    beside a door has as much traffic as the door, but more exits.

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


def passages(world: GridWorld, n: int = 10, *, paths: int = 1000, seed: int = 0) -> list[Cell]:
    """Return one cell of each of the ``n`` busiest doors and corridors, best first.

    A cell is narrow if two of its four neighbours are free and no free cell between these connects
    them as it does. Narrow cells in a row are one corridor, which its first cell in the order of
    :func:`choke_points` stands for.

    >>> import asterion as at
    >>> grid = at.Grid.from_text('''
    ...     ...#####...#...
    ...     ...............
    ...     ...#####...#...
    ... ''')
    >>> at.analysis.passages(grid)
    [(1, 7), (1, 11)]
    """
    check_squares(world, "passages")
    wanted = count("n", n)
    order = choke_points(world, world.total.size, paths=paths, seed=seed)
    labels = pieces(np.where(_narrow(world.total > 0), 0, -1))
    taken: dict[int, Cell] = {}
    for cell in order:
        if labels[cell] >= 0:
            taken.setdefault(int(labels[cell]), cell)
    return [*taken.values()][:wanted]


def _narrow(free: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """A mask of free cells that connect two neighbours which nothing beside them connects."""
    rows, cols = free.shape
    wide = np.pad(free, 1)
    ring = [wide[1 + r : 1 + r + rows, 1 + c : 1 + c + cols] for r, c in _RING]
    exits = np.sum(ring[::2], axis=0)
    beside = [ring[i] & ring[i + 1] & ring[(i + 2) % 8] for i in range(0, 8, 2)]
    narrow: npt.NDArray[np.bool_] = free & (exits == 2) & ~np.any(beside, axis=0)
    return narrow


# Clockwise from the east; the even ones are the straight neighbours.
_RING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def outlook(world: GridWorld, *, radius: int | None = None) -> Counts:
    """Count the free cells visible from each free cell, itself included; 0 for walls.

    Visibility is that of :func:`asterion.visible`, which is symmetric: the same number of cells see
    this one. O(free cells x visible cells).
    """
    check_squares(world, "outlook")
    free = world.total > 0
    counts = np.zeros(world.shape, np.int64)
    for row, col in np.argwhere(free).tolist():
        counts[row, col] = np.count_nonzero(visible(world, (row, col), radius) & free)
    return counts


def vantage_points(world: GridWorld, n: int = 10, *, radius: int | None = None) -> list[Cell]:
    """Return the ``n`` cells that see most of the map, best first.

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
    """Return the ``n`` best hidden cells among those that no threat sees, best first.

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
    for threat in world._numbers(threats, "threats").tolist():
        hidden &= ~visible(world, world._name(threat), radius)
    return _first(counts, n, hidden)


def heat_map(
    world: GridWorld, values: npt.ArrayLike, file: str | FilePath, *, title: str = ""
) -> None:
    """Write a ``.png`` picture of an array of the world's shape, such as :func:`usage` returns.

    Free cells go from dark violet, the smallest value, to yellow, the largest, in a scale that
    colour-blind readers can distinguish, with a bar beside it; walls are gray, and cells whose
    value is infinite or NaN are white. Needs Matplotlib. An existing file is replaced.

    >>> import tempfile
    >>> import asterion as at
    >>> level = at.maps.rooms(17, seed=3)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     at.analysis.heat_map(level, at.analysis.usage(level), f"{folder}/traffic.png")

    Raises
    ------
    ValueError  ``values has the shape (3, 4); it must be that of the world, (17, 17)``
    ValueError  ``traffic.jpg does not end in .png; a heat map is written as .png``
    """
    check_grid(world)
    array = number_array(values, "values")
    if array.shape != world.shape:
        raise InvalidValue(
            f"values has the shape {array.shape}; it must be that of the world, {world.shape}"
        )
    path = checked_file(file)
    if path.suffix.lower() != ".png":
        raise InvalidValue(f"{path.name} does not end in .png; a heat map is written as .png")
    write_file(path, [png_of(_drawn(world, array.astype(np.float64), title))])


def _drawn(world: GridWorld, values: npt.NDArray[np.float64], title: str) -> Figure:
    figure = new_figure()
    rows, cols = world.shape
    inches = np.clip(max(rows, cols) / DPI, *_INCHES) / max(rows, cols)
    figure.set_size_inches(max(2.0, cols * inches) + 1, max(2.0, rows * inches) + 0.5)
    axes = figure.subplots()
    free = world.total > 0
    axes.imshow(np.where(free, _NO_VALUE, _WALL), cmap="gray", vmin=0, vmax=1)
    shown = np.ma.masked_where(~free | ~np.isfinite(values), values)
    image = axes.imshow(shown, cmap="viridis")
    if shown.count():
        figure.colorbar(image, ax=axes)
    axes.set_title(title)
    return figure


def _first(values: npt.NDArray[Any], n: int, among: npt.NDArray[np.bool_]) -> list[Cell]:
    """Up to ``n`` cells with the smallest values; ties row by row."""
    cells = np.argwhere(among)
    order = np.argsort(values[among], kind="stable")[: count("n", n)]
    return [(row, col) for row, col in cells[order].tolist()]
