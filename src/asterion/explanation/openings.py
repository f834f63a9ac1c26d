"""The fewest cells of a grid to open for a way, and of several such sets the one that pays best.

Guarantee   no smaller set opens a way, and no other of its size opens a cheaper one
Complexity  three floods of the grid in the core, then A* in Python with nearly perfect estimates:
            mostly as many expansions as the way has moves, never more than there are cells

How many cells have to be opened from a cell on to the goal is its *level*. A walk that opens as few
as possible opens one where it goes down a level, and none elsewhere. So each move is judged by
itself, whatever has been opened before, and a plain search among the moves that pass is enough.

A cheapest walk does not go past a cell that it enters elsewhere: it could have entered it from
there. So diagonals need cells beside them that are free as they are. Only where one of the two is
enough (``"one-clear"``), a cell may be opened just to be passed: once, or twice in a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion._core import BinaryHeap
from asterion.errors import InvalidValue
from asterion.search.find import distances
from asterion.world.grid import Cell, Grid
from asterion.world.moves import FREE_BESIDE_DIAGONAL

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

_WHOLE = 2**53  # up to here doubles count exactly
_STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
_DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


class Ground(NamedTuple):
    """A map in which whatever is shut could be opened."""

    costs: Values  # of every cell; of one that is shut, once it is open
    shut: Mask
    diagonal: str
    diagonal_cost: float

    def moves(self, cell: Cell) -> Iterator[tuple[Cell, float, list[Cell]]]:
        """Where one move leads, or two past the same cell; what they cost, and what they open."""
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
            corners = self._shut((there[0], cell[1]), (cell[0], there[1]))
            missing = FREE_BESIDE_DIAGONAL[self.diagonal] - (2 - len(corners))
            if missing <= 0:
                yield there, self.diagonal_cost * self.costs[there], self._shut(there)
            elif self.diagonal == "one-clear":
                opened = [corners[0], *self._shut(there)]
                yield there, self.diagonal_cost * self.costs[there], opened

    def _around(self, passed: Cell, step: Cell) -> Iterator[tuple[Cell, float, list[Cell]]]:
        """Two diagonal moves past a cell that is opened for both of them, to its other side."""
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


def fewest_openings(ground: Ground, start: Cell, goals: list[Cell]) -> tuple[Cell, list[Cell]]:
    """The goal that takes the fewest openings from a free cell, and what to open, in walking order.

    Of several goals or sets, those with the cheapest walk.
    """
    to_come = _openings(ground, goals, direction="to")
    fewest = int(to_come[start])
    if (fewest + 1) * _toll(ground) >= _WHOLE:
        raise InvalidValue(
            f"{fewest} walls in the way on a grid of {ground.shut.size} cells are more than can be "
            "counted exactly"
        )
    in_vain = ground.shut & (_openings(ground, [start], direction="from") + to_come > fewest)
    rules = ground.diagonal, ground.diagonal_cost
    known = Grid(np.where(in_vain, 0.0, ground.costs), diagonal=rules[0], diagonal_cost=rules[1])
    return _walked(ground, to_come, distances(known, goals, direction="to"), start)


def _walked(
    ground: Ground, levels: Values, estimates: Values, start: Cell
) -> tuple[Cell, list[Cell]]:
    """A* among the moves that open as many cells as they go down levels."""
    cols = ground.shut.shape[1]
    heap = BinaryHeap(ground.shut.size)
    heap.push(start[0] * cols + start[1], estimates[start])
    costs = {start: 0.0}
    came: dict[Cell, tuple[Cell, list[Cell]]] = {}
    done: set[Cell] = set()
    while estimates[cell := divmod(heap.pop(), cols)] > 0:
        done.add(cell)
        for there, cost, opened in ground.moves(cell):
            walked = costs[cell] + cost
            passes = levels[cell] - levels[there] == len(opened)
            if not passes or there in done or walked >= costs.get(there, inf):
                continue
            put = heap.update if there in costs else heap.push
            # Of equal sums the one that has come further: it is nearer to the goal.
            put(there[0] * cols + there[1], walked + estimates[there], -walked, len(came))
            costs[there] = walked
            came[there] = cell, opened
    goal, cells = cell, []
    while cell != start:
        cell, opened = came[cell]
        cells += opened[::-1]
    return goal, cells[::-1]


def _openings(ground: Ground, cells: list[Cell], *, direction: str) -> Values:
    """How many shut cells have to be entered from the nearest of the cells, or to it, at least.

    Found on a grid where entering one costs a toll, which is more than any walk around it. Where a
    diagonal needs a free cell beside it, straight moves get as far as all moves do; and a toll must
    not depend on the direction. So that grid has four moves, or eight that cost the same.
    """
    toll = float(_toll(ground))
    rule = "always" if ground.diagonal == "always" else "never"
    tolls = Grid(np.where(ground.shut, toll, 1.0), diagonal=rule, diagonal_cost=1)
    openings: Values = distances(tolls, cells, direction=direction) // toll
    return openings


def _toll(ground: Ground) -> int:
    return int(2 ** ground.shut.size.bit_length())
