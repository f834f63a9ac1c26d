r"""Maps cut into regions: an array of the world's shape with a label for each cell, -1 for walls.

Every region is connected by moves to the four neighbours, a terrain by the moves of the world.
Regions are numbered from 0, in the reading order of their first cells.

>>> import asterion as at
>>> grid = at.Grid.from_text('''
...     ..#..
...     .....
...     ..#..
... ''')
>>> at.regions.rooms(grid)
array([[ 0,  0, -1,  1,  1],
       [ 0,  0,  0,  1,  1],
       [ 0,  0, -1,  1,  1]])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.world.arguments import count
from asterion.world.checks import check_squares
from asterion.world.grid import GridWorld
from asterion.world.indexing import number_array

if TYPE_CHECKING:
    import numpy.typing as npt

    Labels = npt.NDArray[np.int64]
    Mask = npt.NDArray[np.bool_]

__all__ = [
    "automatic",
    "blocks",
    "cut",
    "kept",
    "labelled",
    "middles",
    "pieces",
    "rooms",
    "terrains",
]


def __dir__() -> list[str]:
    return __all__


_WALL = -1
# Cells, and their neighbours to one side.
_EAST = np.s_[:, :-1], np.s_[:, 1:]
_SOUTH = np.s_[:-1, :], np.s_[1:, :]
_DIAGONALS = ((np.s_[:-1, :-1], np.s_[1:, 1:]), (np.s_[:-1, 1:], np.s_[1:, :-1]))
# A ClusterHeuristic has an entry for each pair of regions, so there are a few hundred at most.
_BLOCKS_ACROSS = 16
_MOST = 512


def blocks(world: GridWorld, size: int) -> Labels:
    """Cut the map into squares of ``size`` x ``size`` cells; walls divide a square further.

    O(cells).

    >>> import asterion as at
    >>> at.regions.blocks(at.Grid([[1, 1, 1, 1, 1], [1, 0, 0, 0, 1]]), 3)
    array([[ 0,  0,  0,  1,  1],
           [ 0, -1, -1, -1,  1]])
    """
    check_squares(world, "a division into regions")
    side = min(count("size", size, least=1), max(world.shape))
    return pieces(np.where(world.total > 0, _squares(world.shape, side), _WALL))


def rooms(world: GridWorld, width: int = 2) -> Labels:
    """Cut the map into rooms at passages narrower than ``width`` cells.

    A room is the area that a square of ``width`` x ``width`` cells can sweep without covering a
    wall. The other free cells are narrow: up to ``width`` connected ones are a doorway or a niche
    and belong to the room that they touch; more are a corridor, a region of its own. O(cells x
    width).
    """
    check_squares(world, "a division into regions")
    side = min(count("width", width, least=1), max(world.shape) + 1)
    free = world.total > 0
    labels = _swept(free, side)
    narrow = pieces(np.where(free & (labels < 0), 0, _WALL))
    if narrow.max() >= 0:
        labels = _with_passages(labels, narrow, side)
    return pieces(labels)


def terrains(world: GridWorld) -> Labels:
    """Return forests, lakes and roads: connected cells that cost exactly the same to enter.

    Two cells have the same label if and only if a path between them stays on cells of their cost:
    the cells that :func:`asterion.reachable` floods with ``where=world.total ==
    world.total[cell]``. Costs are totals, so layers count, and a view's weights and closed cells.
    Cells that touch only at a corner are connected if the rule is ``"always"``. O(cells log cells).

    >>> import asterion as at
    >>> at.regions.terrains(at.Grid([[1, 1, 5, 5],
    ...                              [5, 1, 0, 5]]))
    array([[ 0,  0,  1,  1],
           [ 2,  0, -1,  1]])
    """
    check_squares(world, "a division into regions")
    total = world.total
    costs = np.unique(total, return_inverse=True)[1].reshape(total.shape)
    # Under the other rules a diagonal move needs a free cell beside it, of the same cost here: two
    # straight moves lead there too.
    return _connected(np.where(total > 0, costs, _WALL), corners=world.diagonal == "always")


def automatic(world: GridWorld) -> Labels:
    """Return rooms, with large ones cut into blocks; only blocks if there are too many rooms.

    The side of a block is a sixteenth of the map's longer side. There are at most 512 regions; the
    smallest of any more are left out, such as pockets on maps full of walls. O(cells).
    """
    check_squares(world, "a division into regions")
    size = max(4, -(-max(world.shape) // _BLOCKS_ACROSS))
    labels = rooms(world)
    large = np.bincount(labels[labels >= 0], minlength=1) > size * size
    squares = np.where(large[labels], _squares(world.shape, size), 0)
    found = pieces(np.where(labels >= 0, labels * world.total.size + squares, _WALL))
    if found.max() >= _MOST:
        found = blocks(world, size)
    return _largest(found, _MOST)


def labelled(world: GridWorld, labels: Any, *, what: str = "clusters") -> Labels:
    """Return regions from labels: a whole number for each cell; below 0, and on walls, for none.

    They are renumbered from 0 in the order of their labels and need not be connected. ``what`` is
    the argument's name in errors.
    """
    check_squares(world, "a division into regions")
    array = number_array(labels, what)
    if array.dtype.kind not in "iu":
        raise InvalidType(f"{what} is an array of {array.dtype}; labels must be whole numbers")
    if array.shape != world.shape:
        raise InvalidValue(f"{what} has shape {array.shape}; the world has {world.shape}")
    inside = (world.total > 0) & (array >= 0)
    found = np.full(world.shape, _WALL, np.int64)
    found[inside] = np.unique(array[inside], return_inverse=True)[1].reshape(-1)
    return found


def cut(world: GridWorld, how: Any, *, what: str = "regions") -> Labels:
    """Return the regions for an option: a name, the size of blocks, or labels.

    ``"auto"`` is :func:`automatic`, ``"rooms"`` is :func:`rooms`; ``what`` names the option in
    errors.
    """
    if isinstance(how, str):
        if how not in _NAMED:
            names = ", ".join(repr(name) for name in _NAMED)
            raise InvalidValue(
                f"{what} is {short_repr(how)}; choose one of {names}, the size of blocks, or an "
                "array of labels"
            )
        return _NAMED[how](world)
    if isinstance(how, (int, np.integer)) and not isinstance(how, bool):
        return blocks(world, int(how))
    return labelled(world, how, what=what)


def kept(how: Any, shape: tuple[int, ...]) -> Any:
    """Return the same option; an array is copied, because the caller may write into it later.

    An array of another shape is not copied: it will be rejected, and may claim any size.
    """
    return how.copy() if isinstance(how, np.ndarray) and how.shape == shape else how


def middles(labels: Labels) -> Labels:
    """Return a cell for each region, an (n, 2) array: the one nearest to its mean.

    Ties go to the first. It is always a cell of the region, even of a ring. O(cells).

    >>> import asterion as at
    >>> at.regions.middles(at.regions.blocks(at.maps.field((3, 7)), 4))
    array([[1, 1],
           [1, 5]])
    """
    cells = np.argwhere(labels >= 0)
    region = labels[labels >= 0]
    sizes = np.bincount(region)
    means = np.stack([np.bincount(region, axis) / sizes for axis in cells.T], axis=1)
    away = ((cells - means[region]) ** 2).sum(axis=1)
    least = np.full(sizes.size, np.inf)
    np.minimum.at(least, region, away)
    nearest = np.flatnonzero(away == least[region])
    _, first = np.unique(region[nearest], return_index=True)
    found: Labels = cells[nearest[first]]
    return found


def _squares(shape: tuple[int, int], size: int) -> Labels:
    """The number of the square that contains each cell."""
    rows, cols = np.indices(shape) // size
    across: Labels = rows * (-(-shape[1] // size)) + cols
    return across


def _swept(free: Mask, side: int) -> Labels:
    """For each cell the first of the sweeping squares that covers it; -1 for none."""
    labels = np.full(free.shape, free.size)  # larger than the number of any square
    rows, cols = (length - side + 1 for length in free.shape)
    if rows >= 1 and cols >= 1:
        wide, fits = np.ones((free.shape[0], cols), np.bool_), np.ones((rows, cols), np.bool_)
        for c in range(side):
            wide &= free[:, c : c + cols]
        for r in range(side):
            fits &= wide[r : r + rows]
        squares = np.where(fits, pieces(np.where(fits, 0, _WALL)), free.size)
        columns = np.full((free.shape[0], cols), free.size)
        for r in range(side):
            np.minimum(columns[r : r + rows], squares, out=columns[r : r + rows])
        for c in range(side):
            np.minimum(labels[:, c : c + cols], columns, out=labels[:, c : c + cols])
    return np.where(labels < free.size, labels, _WALL)


def _with_passages(labels: Labels, narrow: Labels, width: int) -> Labels:
    """Doorways and niches join the first room that they touch; corridors get new numbers."""
    pieces = int(narrow.max()) + 1
    rooms = int(labels.max()) + 1
    touched = np.full(pieces, rooms + pieces)
    for here, there in (_EAST, _EAST[::-1], _SOUTH, _SOUTH[::-1]):
        touches = (narrow[here] >= 0) & (labels[there] >= 0)
        np.minimum.at(touched, narrow[here][touches], labels[there][touches])
    short = np.bincount(narrow[narrow >= 0], minlength=pieces) <= width
    number = np.where(short & (touched < rooms), touched, rooms + np.arange(pieces))
    return np.where(narrow >= 0, number[narrow], labels)


def pieces(labels: npt.ArrayLike) -> Labels:
    """Return the connected components of each label; cells below 0 are in none. O(cells).

    >>> import asterion as at
    >>> at.regions.pieces([[0, 0, -1, 0], [-1, -1, -1, 1]])
    array([[ 0,  0, -1,  1],
           [-1, -1, -1,  2]])
    """
    if isinstance(labels, GridWorld):
        raise InvalidType(
            f"labels is {short_repr(labels)}; it must be an array with a label for each cell, such "
            "as np.where(grid.total > 0, 0, -1) for the connected parts of a map"
        )
    array = number_array(labels, "labels")
    if array.ndim != 2 or array.dtype.kind not in "iu":
        raise InvalidType(
            f"labels is an array of {array.dtype} of shape {array.shape}; labels are whole numbers "
            "in rows and columns"
        )
    return _connected(array, corners=False)


def _connected(labels: Labels, *, corners: bool) -> Labels:
    """The components of each label over straight neighbours, and diagonal ones if asked."""
    inside = labels >= 0
    numbers = np.arange(labels.size).reshape(labels.shape)
    a, b = [], []
    for here, there in (_EAST, _SOUTH, *(_DIAGONALS if corners else ())):
        same = inside[here] & (labels[here] == labels[there])
        a.append(numbers[here][same])
        b.append(numbers[there][same])
    first = together(labels.size, np.concatenate(a), np.concatenate(b)).reshape(labels.shape)
    # Each region is numbered at its first cell.
    number = np.cumsum((first == numbers) & inside).reshape(labels.shape) - 1
    found: Labels = np.where(inside, number.flat[first], _WALL)
    return found


# Regions that can be chosen by name.
_NAMED = {"auto": automatic, "rooms": rooms}


def _largest(labels: Labels, most: int) -> Labels:
    """Keep at most ``most`` regions, the largest; the cells of all others are in none."""
    sizes = np.bincount(labels[labels >= 0], minlength=1)
    kept = np.sort(np.argsort(-sizes, kind="stable")[:most])
    number = np.full(sizes.size + 1, _WALL)  # the last is for those in none
    number[kept] = np.arange(kept.size)
    return number[labels]


def together(nodes: int, a: Labels, b: Labels) -> Labels:
    """For each node, the smallest node that these pairs connect it with.

    Each round at least halves the number of groups that still touch others.
    """
    first = np.arange(nodes)
    while a.size:
        a, b = first[a], first[b]
        apart = a != b
        a, b = a[apart], b[apart]
        np.minimum.at(first, np.maximum(a, b), np.minimum(a, b))
        while not np.array_equal(first, shorter := first[first]):
            first = shorter
    return first
