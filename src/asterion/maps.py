"""Random maps from a seed: mazes, random walls, rooms, caves, terrain, open fields.

All take a shape, a number for a square or (rows, columns), and ``diagonal`` as :class:`Grid` does.
A seed gives the same map on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import TYPE_CHECKING

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.world.arguments import count, share
from asterion.world.dice import Dice
from asterion.world.grid import Diagonal, Grid
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt

    Floor = npt.NDArray[np.bool_]


Shape = int | tuple[int, int]
_MOST_ROUNDS = 100
_SMALLEST_HILL = 4

__all__ = ["caves", "field", "maze", "rooms", "scattered", "terrain"]


def __dir__() -> list[str]:
    return __all__


def maze(shape: Shape, *, seed: int = 0, opened: int = 0, diagonal: Diagonal = "clear") -> Grid:
    """Return a maze of corridors one cell wide, made by depth-first search with random turns.

    Corridors run along even rows and columns and are all connected. Then ``opened`` random walls
    are opened, so that there is more than one path. O(cells).

    >>> import asterion as at
    >>> int((at.maps.maze(7, seed=1).cost > 0).sum())
    31
    """
    rows, cols = _shape(shape)
    dice = Dice(seed)
    floor = np.zeros((rows, cols), np.bool_)

    def carve(a: tuple[int, int], b: tuple[int, int]) -> None:
        floor[a[0] + b[0], a[1] + b[1]] = True  # the wall between cells (2 a) and (2 b)

    corridors = ((rows + 1) // 2, (cols + 1) // 2)
    floor[::2, ::2] = True
    _spanning_tree(corridors, dice, carve)
    walls = np.flatnonzero(~floor)
    opened = count("opened", opened)
    if opened > len(walls):
        raise InvalidValue(f"opened is {opened}; the maze has {len(walls)} walls")
    for i in range(opened):  # the first of a shuffle
        j = i + dice.below(len(walls) - i)
        walls[[i, j]] = walls[[j, i]]
    floor.flat[walls[:opened]] = True
    return Grid(floor, diagonal=diagonal)


def scattered(
    shape: Shape, *, density: float = 0.3, seed: int = 0, diagonal: Diagonal = "clear"
) -> Grid:
    """Return a map where each cell is a wall with this probability, independent of its neighbours.

    >>> import asterion as at
    >>> int((at.maps.scattered((3, 12), seed=2).cost > 0).sum())
    25
    """
    return Grid(_scatter(_shape(shape), density, Dice(seed)), diagonal=diagonal)


def rooms(
    shape: Shape,
    *,
    size: int = 8,
    extra: float = 0.5,
    seed: int = 0,
    diagonal: Diagonal = "clear",
) -> Grid:
    """Return square rooms of ``size`` cells with doors between neighbours.

    Doors connect all rooms; each wall between two rooms that has no door then gets one with
    probability ``extra``.

    >>> import asterion as at
    >>> int((at.maps.rooms((7, 11), size=3, seed=3).cost > 0).sum())
    61
    """
    rows, cols = _shape(shape)
    size = min(count("size", size, least=1), max(rows, cols))
    more = int(share("extra", extra) * 2**32)
    dice = Dice(seed)
    step = size + 1  # a room and its wall
    floor = np.ones((rows, cols), np.bool_)
    floor[size::step] = False
    floor[:, size::step] = False
    doors = set()

    def door(a: tuple[int, int], b: tuple[int, int]) -> None:
        doors.add((min(a, b), max(a, b)))

    down, across = -(-rows // step), -(-cols // step)
    _spanning_tree((down, across), dice, door)
    for a in ((r, c) for r in range(down) for c in range(across)):
        for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)):
            if b[0] < down and b[1] < across and dice.below(2**32) < more:
                door(a, b)
    for a, b in sorted(doors):
        high = min(size, rows - a[0] * step)  # rooms at the far edges may be cut short
        wide = min(size, cols - a[1] * step)
        if a[0] != b[0]:
            floor[b[0] * step - 1, a[1] * step + dice.below(wide)] = True
        else:
            floor[a[0] * step + dice.below(high), b[1] * step - 1] = True
    return Grid(floor, diagonal=diagonal)


def caves(
    shape: Shape,
    *,
    density: float = 0.45,
    rounds: int = 4,
    seed: int = 0,
    diagonal: Diagonal = "clear",
) -> Grid:
    """Return caves: random walls, then rounds in which each cell becomes what most around it are.

    Not all caves are connected.

    >>> import asterion as at
    >>> int((at.maps.caves((5, 16), seed=4).cost > 0).sum())
    27
    """
    count("rounds", rounds, most=_MOST_ROUNDS)
    floor = _scatter(_shape(shape), density, Dice(seed))
    for _ in range(rounds):
        wall = np.pad(~floor, 1, constant_values=True).astype(np.uint8)
        rows = wall[:-2] + wall[1:-1] + wall[2:]
        floor = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] < 5
    return Grid(floor, diagonal=diagonal)


def terrain(
    shape: Shape,
    *,
    costs: Sequence[float] = (1, 2, 3, 5),
    water: float = 0.15,
    scale: int = 64,
    seed: int = 0,
    diagonal: Diagonal = "clear",
) -> Grid:
    """Return land as in strategy games: lakes, and bands of land that cost more the higher.

    Heights are noise whose largest hills are about ``scale`` cells wide, with hills half as wide
    and half as high upon them, and so on. The lowest share of all cells, ``water``, is closed; the
    rest is divided into bands of equal size, one for each of ``costs``. Not all land is connected.

    >>> import asterion as at
    >>> land = at.maps.terrain(64, seed=1)
    >>> [int((land.cost == cost).sum()) for cost in (0, 1, 2, 3, 5)]
    [614, 871, 871, 870, 870]

    Raises
    ------
    ValueError  ``scale is 3; hills are at least 4 cells wide``
    ValueError  ``costs is (); terrain has at least one band``
    """
    bands = number_array(costs, "costs").ravel()
    if len(bands) == 0:
        raise InvalidValue(f"costs is {short_repr(costs)}; terrain has at least one band")
    if count("scale", scale) < _SMALLEST_HILL:
        raise InvalidValue(
            f"scale is {short_repr(scale)}; hills are at least {_SMALLEST_HILL} cells wide"
        )
    rows, cols = _shape(shape)
    drowned = int(share("water", water) * rows * cols)
    heights = _hills((rows, cols), min(scale, 2 * max(rows, cols)), Dice(seed))
    order = np.argsort(heights.ravel(), kind="stable")
    cells = np.zeros(rows * cols, np.float64)
    for cost, band in zip(bands, np.array_split(order[drowned:], len(bands)), strict=True):
        cells[band] = cost
    return Grid(cells.reshape(rows, cols), diagonal=diagonal)


def field(shape: Shape, *, diagonal: Diagonal = "clear") -> Grid:
    """Return an open map without walls."""
    return Grid(np.ones(_shape(shape), np.bool_), diagonal=diagonal)


def _spanning_tree(
    shape: tuple[int, int], dice: Dice, join: Callable[[tuple[int, int], tuple[int, int]], None]
) -> None:
    """Call ``join`` for the edges of a spanning tree, made by a random depth-first search."""
    rows, cols = shape
    seen = np.zeros(shape, np.bool_)
    here = (dice.below(rows), dice.below(cols))
    seen[here] = True
    trail = [here]
    while trail:
        r, c = trail[-1]
        unseen = [
            (nr, nc)
            for nr, nc in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c))
            if 0 <= nr < rows and 0 <= nc < cols and not seen[nr, nc]
        ]
        if not unseen:
            trail.pop()
            continue
        there = unseen[dice.below(len(unseen))]
        seen[there] = True
        join((r, c), there)
        trail.append(there)


def _hills(shape: tuple[int, int], scale: int, dice: Dice) -> npt.NDArray[np.float64]:
    """Noise: hills of this width, half of it, and so on, each half as high as the last.

    Uses sums and products only, which are the same on every machine.
    """
    heights = np.zeros(shape)
    high = 1.0
    while scale >= _SMALLEST_HILL:
        corners = dice.fractions((shape[0] // scale + 2, shape[1] // scale + 2))
        (top, down), (left, right) = (_between(n, scale) for n in shape)
        across = corners[:, left] + (corners[:, left + 1] - corners[:, left]) * right
        heights += high * (across[top] + (across[top + 1] - across[top]) * down[:, None])
        scale, high = scale // 2, high / 2
    return heights


def _between(n: int, scale: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]:
    """The corner before each of n places in a row, and the smoothed distance to the next corner."""
    before, part = np.divmod(np.arange(n), scale)
    way = part / scale
    return before, way * way * (3 - 2 * way)


def _scatter(shape: tuple[int, int], density: float, dice: Dice) -> Floor:
    walls = share("density", density)
    floor = np.empty(shape, np.bool_)
    at_once = max(1, 2**20 // shape[1])  # rows: the dice of a large map need 16 times its memory
    for row in range(0, shape[0], at_once):
        rows = min(at_once, shape[0] - row)
        floor[row : row + rows] = dice.fractions((rows, shape[1])) >= walls
    return floor


def _shape(shape: Shape) -> tuple[int, int]:
    try:
        rows, cols = shape if isinstance(shape, tuple) else (shape, shape)
        rows, cols = index(rows), index(cols)
    except Exception:  # noqa: BLE001 - the shape is a user's object, and may raise anything
        raise InvalidType(
            f"shape is {short_repr(shape)}; it must be a whole number or (rows, columns)"
        ) from None
    if rows < 1 or cols < 1:
        raise InvalidValue(
            f"shape is {short_repr(shape)}; a map has at least one row and one column"
        )
    if rows * cols >= 2**31:
        raise InvalidValue(f"shape is {short_repr(shape)}; a map has at most {2**31 - 1} cells")
    return rows, cols
