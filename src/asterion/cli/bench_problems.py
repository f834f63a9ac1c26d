"""Problems for ``asterion bench``, and the score of an algorithm, every answer checked."""

from __future__ import annotations

import time
from math import isclose
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import numpy as np

from asterion import maps
from asterion.errors import InvalidPath, InvalidValue
from asterion.io import load_map, load_scenario
from asterion.search.find import find_path
from asterion.search.path import Path, validate
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid

Ends = tuple[Cell, Cell]

SIDE = 200  # of a generated map
AT_RANDOM = "between random free cells"
SAME = 1e-9  # the relative difference of two sums of the same costs in another order


class ProblemSet(NamedTuple):
    """A map, and problems on it."""

    name: str
    grid: Grid
    problems: list[Ends]
    source: str  # where the problems come from


class Score:
    """The results of one algorithm on one map."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.expanded: list[int] = []
        self.ratios: list[float] = []  # of a path's cost to the optimum
        self.stopped = 0
        self.wrong = 0

    def run(self, grid: Grid, ends: Ends, optimum: float, **options: Any) -> None:
        """Solves one problem, whose cheapest path has this cost; inf if there is none."""
        # The time of this thread: that of the process includes a progress bar.
        begin = time.thread_time()
        path = find_path(grid, *ends, **options)
        self.seconds.append(time.thread_time() - begin)
        self.expanded.append(path.stats.expanded)
        if path.status == "stopped":
            self.stopped += 1
        elif not is_right(grid, ends, path, optimum):
            self.wrong += 1
        elif path:
            self.ratios.append(path.cost / optimum if optimum else 1.0)


def is_right(grid: Grid, ends: Ends, path: Path, optimum: float) -> bool:
    """Whether a path is legal, leads from start to goal, and costs what it should."""
    try:
        cost = validate(grid, path)  # inf without a path, like the optimum
    except InvalidPath:
        return False
    if path and (path[0], path[-1]) != ends:
        return False
    if path.optimal or not path:
        return isclose(cost, optimum, rel_tol=SAME)
    return cost >= optimum * (1 - SAME)


def problems_in_file(path: FilePath, count: int, seed: int, **rules: Any) -> ProblemSet:
    """A map in a file with the problems of the scenario beside it, or with random ones."""
    grid = load_map(path, **rules)
    scenario = path.with_name(f"{path.name}.scen")
    if scenario.exists():
        return ProblemSet(path.name, grid, _spread(scenario, count), f"from {scenario.name}")
    return ProblemSet(path.name, grid, _at_random(grid, count, seed), AT_RANDOM)


def generated_problems(count: int, seed: int, **rules: Any) -> list[ProblemSet]:
    """A maze, rooms and caves, with random problems."""
    grids = {
        "maze": maps.maze(SIDE, seed=seed, **rules),
        "rooms": maps.rooms(SIDE, seed=seed, **rules),
        "caves": maps.caves(SIDE, seed=seed, **rules),
    }
    return [
        ProblemSet(name, grid, _at_random(grid, count, seed), AT_RANDOM)
        for name, grid in grids.items()
    ]


def _spread(scenario: FilePath, count: int) -> list[Ends]:
    """Problems spread evenly over a scenario, which is sorted from short paths to long ones."""
    every = load_scenario(scenario)
    if not every:
        raise InvalidValue(f"{scenario.name} has no problems")
    count = min(count, len(every))
    chosen = (every[int((i + 0.5) * len(every) / count)] for i in range(count))
    return [(problem.start, problem.goal) for problem in chosen]


def _at_random(grid: Grid, count: int, seed: int) -> list[Ends]:
    free = np.argwhere(grid.cost > 0).tolist()
    if not free:
        raise InvalidValue("all cells of the map are walls; a problem needs a free cell")
    dice = Dice(seed)

    def some_cell() -> Cell:
        row, col = free[dice.below(len(free))]
        return row, col

    return [(some_cell(), some_cell()) for _ in range(count)]
