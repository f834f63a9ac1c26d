"""Whole plans for many units."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from asterion import _core
from asterion.crowd.crowd import check_starts, check_units_of_a_cell
from asterion.search.batches import ordered_numbers
from asterion.world.arguments import budget, choice, whole

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import Cell, CellIn, GridWorld

_METHODS = {
    "lacam": _core.CrowdMethod.lacam,
    "cbs": _core.CrowdMethod.cbs,
    "prioritised": _core.CrowdMethod.prioritised,
    "pibt": _core.CrowdMethod.pibt,
}


_BETWEEN_CALLS = 0.2  # seconds, of a function that is told the progress


class CrowdStats(NamedTuple):
    """Counts of the work on a plan."""

    expanded: int  # joint positions, and nodes of searches for one unit
    improvements: int  # times that the plan became cheaper


class CrowdPlan:
    """A plan for many units, or the reason why there is none: what :func:`solve_crowd` returns."""

    def __init__(self, core: _core.CrowdSolver) -> None:
        #: ``"found"``, ``"unsolvable"``, or ``"stopped"`` before a plan was found.
        self.status: str = core.status()
        #: Whether no plan has a smaller sum of costs.
        self.optimal: bool = core.optimal()
        #: No plan has a smaller sum of costs than this.
        self.bound: int = core.bound()
        #: The cells of all units at each tick, (ticks + 1, units, 2); empty without a plan.
        self.positions: npt.NDArray[np.int32] = core.positions()
        #: The sum over all units of the time until the unit is at its goal for good.
        self.sum_of_costs: int = core.sum()
        #: The counts of the work.
        self.stats = CrowdStats(core.expanded(), core.improvements())

    @property
    def found(self) -> bool:
        """Whether there is a plan."""
        return self.status == "found"

    @property
    def makespan(self) -> int:
        """The time until all units are at their goals."""
        return max(len(self.positions) - 1, 0)

    @cached_property
    def paths(self) -> list[list[Cell]]:
        """The cells of each unit, tick by tick, until it is at its goal for good."""
        paths = []
        for unit in range(self.positions.shape[1]):
            cells = [(int(r), int(c)) for r, c in self.positions[:, unit]]
            while len(cells) > 1 and cells[-2] == cells[-1]:
                cells.pop()
            paths.append(cells)
        return paths

    def __bool__(self) -> bool:
        return self.found

    def __repr__(self) -> str:
        if not self.found:
            return f"<CrowdPlan {self.status}>"
        said = "optimal" if self.optimal else f"at least {self.bound}"
        return (
            f"<CrowdPlan found: {self.positions.shape[1]} units, sum of costs "
            f"{self.sum_of_costs} ({said}), {self.makespan} ticks>"
        )


def solve_crowd(
    world: GridWorld,
    starts: Iterable[CellIn],
    goals: Iterable[CellIn],
    *,
    algorithm: Literal["lacam", "cbs", "prioritised", "pibt"] = "lacam",
    seconds: float | None = None,
    expansions: int | None = None,
    seed: int = 0,
    progress: Callable[[CrowdPlan], object] | None = None,
) -> CrowdPlan:
    """Return a plan that leads every unit to its goal, so that all are there at the end.

    Every move takes one tick; no two units are in one cell, none change places, and no diagonal
    moves cross. Without a budget it is the first plan that is found; with one it is made cheaper
    until the budget is spent, or no plan can be cheaper. Ctrl-C returns the best plan so far; it is
    an exception only before there is one.

    ``progress`` is called a few times per second with the plan that would be returned now. What it
    raises ends the call. The same ``seed`` and ``expansions`` give the same plan everywhere.

    ``"lacam"`` finds a plan if there is one (K. Okumura, LaCAM, 2023 and 2024), then improves it by
    searching again for a few units at a time (J. Li et al., 2021). ``"cbs"`` then also looks for an
    optimal plan (conflict-based search, G. Sharon et al., 2015), by default until it has one: for
    some dozens of units, fewer in a throng. ``"prioritised"`` plans one unit after the other around
    those before it, and ``"pibt"`` step by step; both may miss a plan.

    >>> import asterion as at
    >>> grid = at.Grid.from_text('''
    ...     ..#..
    ...     .....
    ...     ..#..
    ... ''', diagonal="never")
    >>> plan = at.solve_crowd(grid, [(1, 0), (1, 4)], [(1, 4), (1, 0)], expansions=1000)
    >>> plan.sum_of_costs, plan.makespan
    (11, 7)
    >>> at.validate_crowd(grid, plan.positions)
    11
    """
    check_units_of_a_cell(world)
    method = choice("algorithm", algorithm, _METHODS)
    begins = ordered_numbers(world, starts, "starts")
    ends = ordered_numbers(world, goals, "goals")
    check_starts(world, begins, ends)
    core = _core.CrowdSolver(world._core_view, begins, ends, method, whole("seed", seed) % 2**64)
    expansions, seconds = budget(expansions, seconds)
    try:
        _run(core, expansions, seconds, algorithm == "cbs", progress)
    except KeyboardInterrupt:
        if core.status() != "found":
            raise
    return CrowdPlan(core)


def _run(
    core: _core.CrowdSolver,
    expansions: int | None,
    seconds: float | None,
    to_the_end: bool,
    progress: Callable[[CrowdPlan], object] | None,
) -> None:
    improve = to_the_end or (expansions, seconds) != (None, None)
    if progress is None:
        core.run(expansions, seconds, improve)
        return
    deadline = inf if seconds is None else time.monotonic() + seconds
    plan = CrowdPlan(core)
    while True:
        left = deadline - time.monotonic()
        work = None if expansions is None else max(0, expansions - core.expanded())
        if left <= 0 or work == 0 or not core.run(work, min(left, _BETWEEN_CALLS), improve):
            return
        now = core.status(), core.sum(), core.bound()
        if now != (plan.status, plan.sum_of_costs, plan.bound):
            plan = CrowdPlan(core)
        progress(plan)
