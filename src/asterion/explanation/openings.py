"""The fewest cells of a grid to open for a path; among sets of that size, the cheapest path.

Guarantee   no smaller set opens a path, and no other set of its size opens a cheaper one
Complexity  three floods of the grid in the core, then A* in Python with nearly perfect estimates:
            mostly as many expansions as the path has moves, never more than there are cells

The *level* of a cell is the number of cells that must be opened from there to the goal. A walk that
opens as few as possible opens a cell exactly when it goes down a level. So each move can be judged
by itself, whatever was opened before: a plain search among the moves that pass this test is enough.

A cheapest walk does not pass diagonally beside a cell that it enters elsewhere: it could have
entered it from there. So a diagonal move needs cells beside it that are already free. Only if one
of the two is enough (``"one-clear"``) may a cell be opened just to be passed: once or twice in a
row.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from asterion._core import BinaryHeap
from asterion.errors import InvalidValue
from asterion.search.find import distances
from asterion.world.grid import Cell, Diagonal, Grid
from asterion.world.moves import FREE_BESIDE_DIAGONAL

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

_WHOLE = 2**53  # whole numbers up to here are exact as doubles
_STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
_DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


class OpenableMap(NamedTuple):
    """A map in which every closed cell (a wall, or closed to the character) could be opened."""

    costs: Values  # of every cell; a closed one's as if it were open
    shut: Mask
    diagonal: Diagonal
    diagonal_cost: float

    def moves(self, cell: Cell) -> Iterator[tuple[Cell, float, list[Cell]]]:
        """Yield one move, or two past the same cell: their target, their cost, the opened cells."""
        for step in _STRAIGHT:
            beside = self._after(cell, step)
            if beside is not None:
                yield beside, self.costs[beside], self._shut(beside)
                if self.diagonal == "one-clear" and self.shut[beside]:
                    yield from self._around(beside, step)
        for down, right in _DIAGONAL:
            there = self._after(cell, (down, right))
            if there is None:
                continue
            shut = self._shut((there[0], cell[1]), (cell[0], there[1]))  # beside the diagonal
            missing = FREE_BESIDE_DIAGONAL[self.diagonal] - (2 - len(shut))
            if missing <= 0:
                yield there, self.diagonal_cost * self.costs[there], self._shut(there)
            elif self.diagonal == "one-clear":
                opened = [shut[0], *self._shut(there)]
                yield there, self.diagonal_cost * self.costs[there], opened

    def _around(self, passed: Cell, step: Cell) -> Iterator[tuple[Cell, float, list[Cell]]]:
        """Yield two diagonal moves past a cell opened for both of them, to its other side."""
        behind = self._after(passed, step)
        for side in ((step[1], step[0]), (-step[1], -step[0])):
            between = self._after(passed, side)
            if behind is not None and between is not None:
                cost = self.diagonal_cost * (self.costs[between] + self.costs[behind])
                yield behind, cost, [passed, *self._shut(between, behind)]

    def _after(self, cell: Cell, step: Cell) -> Cell | None:
        row, col = cell[0] + step[0], cell[1] + step[1]
        rows, cols = self.shut.shape
        return (row, col) if 0 <= row < rows and 0 <= col < cols else None

    def _shut(self, *cells: Cell) -> list[Cell]:
        return [cell for cell in cells if self.shut[cell]]


def fewest_openings(
    openable: OpenableMap, start: Cell, goals: list[Cell]
) -> tuple[Cell, list[Cell]]:
    """Return the goal that takes the fewest openings, and the cells to open, in walking order.

    Among equal goals and sets, the cheapest walk decides.
    """
    to_come = _openings(openable, goals, direction="to")
    fewest = int(to_come[start])
    if (fewest + 1) * _toll(openable) >= _WHOLE:
        raise InvalidValue(
            f"{fewest} walls to open on a grid of {openable.shut.size} cells are more than can be "
            "counted exactly"
        )
    useless = openable.shut & (_openings(openable, [start], direction="from") + to_come > fewest)
    moves = openable.diagonal, openable.diagonal_cost
    known = Grid(np.where(useless, 0.0, openable.costs), diagonal=moves[0], diagonal_cost=moves[1])
    return _walked(openable, to_come, distances(known, goals, direction="to"), start)


def _walked(
    openable: OpenableMap, levels: Values, estimates: Values, start: Cell
) -> tuple[Cell, list[Cell]]:
    """A*, restricted to moves that open as many cells as they go down levels."""
    cols = openable.shut.shape[1]
    heap = BinaryHeap(openable.shut.size)
    heap.push(start[0] * cols + start[1], estimates[start])
    costs = {start: 0.0}
    came: dict[Cell, tuple[Cell, list[Cell]]] = {}
    done: set[Cell] = set()
    while estimates[cell := divmod(heap.pop(), cols)] > 0:
        done.add(cell)
        for there, cost, opened in openable.moves(cell):
            walked = costs[cell] + cost
            passes = levels[cell] - levels[there] == len(opened)
            if not passes or there in done or walked >= costs.get(there, inf):
                continue
            put = heap.update if there in costs else heap.push
            # Among equal sums, the larger g first: it is nearer to the goal.
            put(there[0] * cols + there[1], walked + estimates[there], -walked, len(came))
            costs[there] = walked
            came[there] = cell, opened
    goal, cells = cell, []
    while cell != start:
        cell, opened = came[cell]
        cells += opened[::-1]
    return goal, cells[::-1]


def _openings(
    openable: OpenableMap, cells: list[Cell], *, direction: Literal["from", "to"]
) -> Values:
    """The smallest number of closed cells to enter from the nearest of the cells, or to it.

    Computed on a grid where entering a closed cell costs a toll, larger than any walk around it. If
    a diagonal needs a free cell beside it, straight moves reach the same cells as all moves; and a
    toll must not depend on the direction. So that grid has four moves, or eight of equal cost.
    """
    toll = float(_toll(openable))
    rule: Diagonal = "always" if openable.diagonal == "always" else "never"
    tolls = Grid(np.where(openable.shut, toll, 1.0), diagonal=rule, diagonal_cost=1)
    openings: Values = distances(tolls, cells, direction=direction) // toll
    return openings


def _toll(openable: OpenableMap) -> int:
    return int(2 ** openable.shut.size.bit_length())
