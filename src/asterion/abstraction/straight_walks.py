"""Constant-time tests whether the straightest walks between two cells are open.

There are two such walks: all diagonal moves first and then the straight ones, or the reverse;
without diagonals, along the row first, or along the column first. No walk between the two cells
costs less, on any map whose free cells cost the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asterion import regions as partitions
from asterion.errors import InvalidValue
from asterion.world.moves import move_columns

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import GridWorld

    Counts = npt.NDArray[np.int64]
    Cells = npt.NDArray[np.int64]  # pairs (row, column) along the last axis
    Mask = npt.NDArray[np.bool_]


class StraightWalks:
    """The straightest walks that are open in a world now. O(cells) time, 16 bytes per cell.

    >>> import asterion as at
    >>> import numpy as np
    >>> walks = StraightWalks(at.Grid.from_text('''
    ...     ....
    ...     .#..
    ...     ....
    ... '''))
    >>> walks.are_open(np.array([2, 0]), np.array([[0, 0], [0, 3], [2, 3]])).tolist()
    [True, False, True]
    >>> walks.walk(np.array([[1, 0], [0, 0], [1, 3]])).tolist()
    [[1, 0], [0, 0], [0, 1], [0, 2], [1, 3]]
    """

    def __init__(self, world: GridWorld) -> None:
        self.four = world.diagonal == "never"  # four moves: no diagonals
        self.free_diagonals = world.diagonal_cost == 1  # a diagonal move costs no more
        walls = world.total <= 0
        # The number of walls before a cell, along its row and along its column.
        self._along_row = np.pad(np.cumsum(walls, axis=1, dtype=np.int32), ((0, 0), (1, 0)))
        self._along_col = np.pad(np.cumsum(walls, axis=0, dtype=np.int32), ((1, 0), (0, 0)))
        # The number of forbidden moves above a cell, along both its diagonals.
        source, target, _ = move_columns(world)
        here, there = np.divmod(source, world.shape[1]), np.divmod(target, world.shape[1])
        down = there[0] - here[0] == 1
        self._falling, self._rising = (
            _forbidden_above(world.shape, step, source[down & (there[1] - here[1] == step)])
            for step in (1, -1)
        )

    @property
    def nbytes(self) -> int:
        """The memory of the counts, in bytes."""
        counts = self._along_row, self._along_col, self._falling, self._rising
        return sum(each.nbytes for each in counts)

    def lengths(self, a: Cells, b: Cells) -> tuple[Counts, Counts]:
        """The numbers of straight and of diagonal moves from cells to cells."""
        sides = np.abs(b - a)
        if self.four:
            return sides.sum(axis=-1), np.zeros(sides.shape[:-1], np.int64)
        diagonal = sides.min(axis=-1)
        return sides.max(axis=-1) - diagonal, diagonal

    def are_open(self, a: Cells, b: Cells) -> Mask:
        """Whether one of the two walks between two cells is open; arrays of cells broadcast."""
        first, second = self._turns(a, b)
        return self._is_open(a, first, b) | self._is_open(a, second, b)

    def walk(self, places: Cells) -> Cells:
        """The cells of a walk over these places, each of which sees the next."""
        turns = self.turns(places[:-1], places[1:])
        stops = np.stack([places[:-1], turns], axis=1).reshape(-1, 2)
        lines = np.diff(stops, axis=0, append=places[-1:])
        moves = np.abs(lines).max(axis=1)
        steps = np.repeat(np.sign(lines), moves, axis=0)
        cells: Cells = places[0] + np.cumsum(np.concatenate([[[0, 0]], steps]), axis=0)
        return cells

    def turns(self, a: Cells, b: Cells) -> Cells:
        """The cell at which an open walk between two cells turns, for arrays of both."""
        first, second = self._turns(a, b)
        found: Cells = np.where(self._is_open(a, first, b)[:, None], first, second)
        return found

    def _turns(self, a: Cells, b: Cells) -> tuple[Cells, Cells]:
        """The cells at which the two walks turn."""
        if self.four:
            rows, cols = np.broadcast_arrays(a, b)
            return (
                np.stack([rows[..., 0], cols[..., 1]], axis=-1),
                np.stack([cols[..., 0], rows[..., 1]], axis=-1),
            )
        across = b - a
        diagonal = np.sign(across) * np.abs(across).min(axis=-1, keepdims=True)
        return a + diagonal, b - diagonal

    def _is_open(self, a: Cells, turn: Cells, b: Cells) -> Mask:
        return self._is_line_open(a, turn) & self._is_line_open(turn, b)

    def _is_line_open(self, a: Cells, b: Cells) -> Mask:
        """Whether a straight line is open, its ends included."""
        a, b = np.broadcast_arrays(a, b)
        (ra, ca), (rb, cb) = (a[..., 0], a[..., 1]), (b[..., 0], b[..., 1])
        low, high = np.minimum(a, b), np.maximum(a, b) + 1
        walls_in_row = self._along_row[ra, high[..., 1]] - self._along_row[ra, low[..., 1]]
        walls_in_col = self._along_col[high[..., 0], ca] - self._along_col[low[..., 0], ca]
        falling = self._falling[ra, ca] == self._falling[rb, cb]
        rising = self._rising[ra, ca] == self._rising[rb, cb]
        on_diagonal = np.where((rb > ra) == (cb > ca), falling, rising)
        straight = np.where(ra == rb, walls_in_row == 0, walls_in_col == 0)
        found: Mask = np.where((ra == rb) | (ca == cb), straight, on_diagonal)
        return found


def overlooked(walks: StraightWalks, free: Mask, places: Cells, most: int) -> Cells:
    """Return more places, so that every free cell is seen from one; an (n, 2) array.

    The cell nearest to the middle of each unseen part of the map is added, and so on until all is
    seen. ``most`` limits the number of all places. O(cells x places).
    """
    unseen = np.argwhere(free)
    for place in places:
        unseen = unseen[~walks.are_open(place, unseen)]
    added: list[Cells] = []
    while len(unseen):
        parts = np.full(free.shape, -1, np.int64)
        parts[tuple(unseen.T)] = 0
        for place in partitions.middles(partitions.pieces(parts)):
            if (unseen == place).all(axis=1).any():  # no earlier place sees it
                unseen = unseen[~walks.are_open(place, unseen)]
                added.append(place)
                if len(places) + len(added) > most:
                    raise InvalidValue(
                        f"to see every free cell takes more than {most} corners and points "
                        "(max_corners)"
                    )
    return np.array(added, np.int64).reshape(-1, 2)


def _forbidden_above(shape: tuple[int, int], step: int, allowed: Counts) -> npt.NDArray[np.int32]:
    """The number of diagonal moves (a row down, ``step`` columns on) forbidden above each cell."""
    forbidden = np.ones(shape, np.int32)
    forbidden.flat[allowed] = 0
    above = np.zeros(shape, np.int32)
    here, there = (np.s_[:-1], np.s_[1:]) if step == 1 else (np.s_[1:], np.s_[:-1])
    for row in range(1, shape[0]):
        above[row][there] = above[row - 1][here] + forbidden[row - 1][here]
    return above
