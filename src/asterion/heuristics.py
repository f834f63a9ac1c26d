"""A doctor for heuristics: finds estimates that are too large, or fall too fast."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidValue, shown
from asterion.map_heuristic import MapHeuristic
from asterion.options import HEURISTICS, closest_heuristic, estimate_array, number
from asterion.search import distances

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.grid import Cell, GridWorld
    from asterion.options import Heuristic

    Values = npt.NDArray[np.float64]

# Sums of the same costs in another order differ by this much, and that is no fault of an estimate.
_ROUNDING = 1e-9


class HeuristicReport(NamedTuple):
    """What is wrong with an estimate, and where it is worst."""

    admissible: bool  # nowhere above the true cost
    consistent: bool  # nowhere above a move plus the estimate after it
    overestimate: float  # the most by which it exceeds the true cost; 0 if admissible
    overestimated_at: Cell | None
    inconsistency: float  # the most by which it exceeds a move plus the estimate after it
    inconsistent_move: tuple[Cell, Cell] | None


def check_heuristic(world: GridWorld, heuristic: Heuristic, goal: Cell) -> HeuristicReport:
    """Whether a heuristic for this goal is admissible and consistent on this world as it is now.

    Takes what ``heuristic=`` takes in :func:`find_path`. Looks at every cell and every move:
    O(cells) time and memory, plus a call a cell for a callable.

    >>> import asterion as at
    >>> report = at.check_heuristic(at.maps.field(9), "manhattan", (0, 0))
    >>> report.admissible, report.overestimated_at, round(report.overestimate, 3)
    (False, (8, 8), 4.686)
    """
    true = distances(world, goal, direction="to")
    world._node(goal, "goal")  # one cell, and inside
    values = estimates(world, heuristic, goal)
    over = np.subtract(values, true, where=np.isfinite(true), out=np.zeros(true.shape))
    over_at = _worst(over, _ROUNDING * (1 + np.where(np.isfinite(true), true, 0.0)))
    worst, move = 0.0, None
    for fault, cells, step in _falls(world, values):
        at = _worst(fault, _ROUNDING * (1 + values[cells]))
        if at is not None and fault[at] > worst:
            row, col = (int(rows[at]) for rows in np.indices(world.shape)[:, *cells])
            worst, move = float(fault[at]), ((row, col), (row + step[0], col + step[1]))
    return HeuristicReport(
        admissible=over_at is None,
        consistent=move is None and over_at is None,
        overestimate=0.0 if over_at is None else float(over[over_at]),
        overestimated_at=over_at,
        inconsistency=worst,
        inconsistent_move=move,
    )


def estimates(world: GridWorld, heuristic: Heuristic, goal: Cell) -> Values:
    """The value of a heuristic at every cell."""
    if isinstance(heuristic, MapHeuristic):
        heuristic.check(world)
        return heuristic.estimates([world._node(goal, "goal")])
    if callable(heuristic):
        values = np.zeros(world.shape)
        for cell in np.argwhere(world.total > 0).tolist():
            values[tuple(cell)] = number("heuristic", heuristic((cell[0], cell[1])))
        return estimate_array(world, values)
    if not isinstance(heuristic, str):
        return estimate_array(world, heuristic)
    if heuristic == "auto":
        heuristic = closest_heuristic(world.diagonal, world.diagonal_cost)
    if heuristic not in HEURISTICS:
        names = ", ".join(repr(name) for name in ("auto", *HEURISTICS))
        raise InvalidValue(f"heuristic is {shown(heuristic)}; choose one of {names}")
    total = world.total
    smallest = float(total[total > 0].min()) if (total > 0).any() else 1.0
    return smallest * _distance(heuristic, world.shape, goal)


def _distance(name: str, shape: tuple[int, int], goal: Cell) -> Values:
    sides = zip(np.indices(shape, sparse=True), goal, strict=True)
    rows, cols = (np.abs(axis - at) for axis, at in sides)
    low, high = np.minimum(rows, cols), np.maximum(rows, cols)
    formulas: dict[str, Callable[[], Values]] = {
        "zero": lambda: 0.0 * high,
        "manhattan": lambda: 1.0 * (low + high),
        "euclidean": lambda: np.hypot(rows, cols),
        "chebyshev": lambda: 1.0 * high,
        "octile": lambda: (high - low) + sqrt(2) * low,
    }
    return formulas[name]()


def _falls(world: GridWorld, values: Values) -> Any:
    """For each direction: by how much h falls beyond the cost of the move, and on which cells."""
    total = world.total.astype(np.float64)
    free = total > 0
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)):
        here, there = _shifted(world.shape, dr, dc)
        legal = free[here] & free[there]
        length = 1.0
        if dr and dc:
            beside = free[there[0], here[1]].astype(int) + free[here[0], there[1]]
            needed = {"never": 3, "clear": 2, "one-clear": 1, "always": 0}[world.diagonal]
            legal &= beside >= needed
            length = world.diagonal_cost
        with np.errstate(invalid="ignore"):  # inf - inf, of which np.where takes none
            fall = values[here] - values[there] - length * total[there]
        yield np.where(legal & ~np.isnan(fall), fall, 0.0), here, (dr, dc)


def _shifted(shape: tuple[int, int], dr: int, dc: int) -> tuple[Any, Any]:
    """The cells that have a neighbour in a direction, and those neighbours, as slices."""
    here, there = [], []
    for size, step in zip(shape, (dr, dc), strict=True):
        here.append(slice(max(0, -step), size - max(0, step)))
        there.append(slice(max(0, step), size - max(0, -step)))
    return tuple(here), tuple(there)


def _worst(fault: Values, allowed: Values) -> Cell | None:
    """Where a fault is largest, if anywhere it is more than rounding."""
    beyond = np.where(fault > allowed, fault, 0.0)
    if beyond.size == 0 or not beyond.max() > 0:
        return None
    row, col = np.unravel_index(int(beyond.argmax()), beyond.shape)
    return int(row), int(col)
