"""A check of plans for many units by the rules alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.crowd.crowd import check_units_of_a_cell
from asterion.errors import InvalidPath, InvalidType, counted, short_repr
from asterion.search.batches import ordered_numbers

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import CellIn, GridWorld


def validate_crowd(
    world: GridWorld,
    positions: npt.ArrayLike,
    *,
    starts: Iterable[CellIn] | None = None,
    goals: Iterable[CellIn] | None = None,
) -> int:
    """Return the sum of costs of a plan, or raise :class:`InvalidPath` naming the tick and units.

    ``positions`` are the cells of all units at each tick, (t + 1, n, 2). Every unit makes a legal
    move per tick, or waits; no two are in one cell, none change places, no diagonals cross. The
    cost of a unit is the time until it is at its last cell for good.

    >>> import asterion as at
    >>> grid = at.Grid([[1, 1, 1]])
    >>> at.validate_crowd(grid, [[(0, 0), (0, 1)], [(0, 1), (0, 2)]])
    2
    >>> at.validate_crowd(grid, [[(0, 0), (0, 1)], [(0, 1), (0, 0)]])
    Traceback (most recent call last):
    asterion.InvalidPath: tick 1: units 0 and 1 change places
    """
    check_units_of_a_cell(world)
    try:
        plan = np.asarray(positions)
    except ValueError:
        plan = np.empty(0)
    if plan.ndim != 3 or plan.shape[2] != 2 or not len(plan) or plan.dtype.kind not in "iu":
        raise InvalidType(
            f"positions is {short_repr(positions)}; it must be an array of whole numbers of the "
            "shape (ticks + 1, units, 2)"
        )
    plan = plan.astype(np.int64)
    _check_ends(world, plan, starts, goals)
    rows, cols = world.shape
    outside = (plan < 0).any(axis=2) | (plan[..., 0] >= rows) | (plan[..., 1] >= cols)
    _refuse(outside, lambda t, i: f"unit {i} is at {_cell(plan[t, i])}, outside the grid")
    cells = plan[..., 0] * cols + plan[..., 1]
    free: Any = np.asarray(world.total, float).ravel() > 0
    _refuse(~free[cells], lambda t, i: f"unit {i} is at {_cell(plan[t, i])}, which is a wall")
    for tick, row in enumerate(cells):
        found, counts = np.unique(row, return_counts=True)
        if (counts > 1).any():
            shared = found[counts > 1][0]
            first, second = np.flatnonzero(row == shared)[:2]
            raise InvalidPath(
                f"tick {tick}: units {first} and {second} are both at {_cell(plan[tick, first])}"
            )
    moves = {cell: dict(world.neighbours(divmod(int(cell), cols))) for cell in np.unique(cells)}
    for tick in range(1, len(cells)):
        _check_moves(world, moves, cells[tick - 1], cells[tick], tick)
    at_end = cells == cells[-1]
    still_away = np.where(at_end.all(axis=0), -1, len(cells) - 1 - at_end[::-1].argmin(axis=0))
    return int((still_away + 1).sum())


def _check_ends(world: Any, plan: Any, starts: Any, goals: Any) -> None:
    for name, asked, row, tick in (
        ("start", starts, plan[0], 0),
        ("goal", goals, plan[-1], len(plan) - 1),
    ):
        if asked is None:
            continue
        numbers = ordered_numbers(world, asked, f"{name}s")
        if len(numbers) != plan.shape[1]:
            units, cells = counted(plan.shape[1], "unit"), counted(len(numbers), "cell")
            raise InvalidPath(f"the plan has {units}; {name}s has {cells}")
        for i, (number, cell) in enumerate(zip(numbers.tolist(), row, strict=True)):
            if world._name(number) != _cell(cell):
                raise InvalidPath(
                    f"tick {tick}: unit {i} is at {_cell(cell)}, not at its {name} "
                    f"{world._name(number)}"
                )


def _check_moves(world: Any, moves: Any, before: Any, after: Any, tick: int) -> None:
    cols = world.shape[1]
    there = {int(cell): unit for unit, cell in enumerate(before)}
    for unit in np.flatnonzero(before != after).tolist():
        start, end = int(before[unit]), int(after[unit])
        a, b = divmod(start, cols), divmod(end, cols)
        if b not in moves[start]:
            raise InvalidPath(f"tick {tick}: unit {unit} goes from {a} to {b}, which is no move")
        other = there.get(end)
        if other is not None and int(after[other]) == start:
            first, second = sorted((unit, other))
            raise InvalidPath(f"tick {tick}: units {first} and {second} change places")
        if world.tiles == "square" and abs(a[0] - b[0]) == 1 and abs(a[1] - b[1]) == 1:
            corners = (a[0] * cols + b[1], b[0] * cols + a[1])
            for one, end_of_one in (corners, corners[::-1]):
                other = there.get(one)
                if other is not None and int(after[other]) == end_of_one:
                    first, second = sorted((unit, other))
                    raise InvalidPath(f"tick {tick}: units {first} and {second} cross")


def _refuse(wrong: npt.NDArray[np.bool_], message: Any) -> None:
    if wrong.any():
        tick, unit = np.argwhere(wrong)[0].tolist()
        raise InvalidPath(f"tick {tick}: {message(tick, unit)}")


def _cell(pair: Any) -> tuple[int, int]:
    return int(pair[0]), int(pair[1])
