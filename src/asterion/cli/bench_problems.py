"""Maps and problems for ``asterion bench``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import numpy as np

from asterion import maps
from asterion.cli.map_input import STDIN, map_at
from asterion.errors import InvalidValue
from asterion.io import Problem, load_scenario
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid

SIDE = 200  # of a generated map
AT_RANDOM = "between random free cells"


class Task(NamedTuple):
    """One problem of a set."""

    number: int  # its place in the scenario, or among random problems, from 1
    start: Cell
    goal: Cell
    published: Problem | None = None  # if the length of a shortest path on this map is known


class ProblemSet(NamedTuple):
    """A map, and problems on it."""

    name: str
    grid: Grid
    tasks: list[Task]
    source: str  # where the problems come from


def problems_in_file(
    file: FilePath, count: int | None, seed: int, *, diagonal: str | None = None, **part: Any
) -> ProblemSet:
    """Return a map in a file with problems of the scenario beside it, or with random ones.

    ``count`` limits their number; None is all of the scenario.
    """
    grid = map_at(file, diagonal, **part)
    if str(file) == STDIN:
        return ProblemSet("stdin", grid, _at_random(grid, count, seed, "stdin"), AT_RANDOM)
    scenario = file.with_name(f"{file.name}.scen")
    if not scenario.exists():
        return ProblemSet(file.name, grid, _at_random(grid, count, seed, file.name), AT_RANDOM)
    tasks = _spread(scenario, count, is_published=_has_published_lengths(grid))
    return ProblemSet(file.name, grid, tasks, f"from {scenario.name}")


def generated_problems(count: int | None, seed: int, **options: Any) -> list[ProblemSet]:
    """A maze, rooms and caves, with random problems."""
    grids = {
        "maze": maps.maze(SIDE, seed=seed, **options),
        "rooms": maps.rooms(SIDE, seed=seed, **options),
        "caves": maps.caves(SIDE, seed=seed, **options),
    }
    return [
        ProblemSet(name, grid, _at_random(grid, count, seed, name), AT_RANDOM)
        for name, grid in grids.items()
    ]


def _has_published_lengths(grid: Grid) -> bool:
    """Whether the lengths in a scenario apply: to this rule, and to cells of cost 1."""
    return grid.diagonal == "clear" and bool(np.isin(grid.cost, (0, 1)).all())


def _spread(scenario: FilePath, count: int | None, *, is_published: bool) -> list[Task]:
    """Spread problems evenly over a scenario, which is sorted from short paths to long ones."""
    every = load_scenario(scenario)
    if not every:
        raise InvalidValue(f"{scenario.name} has no problems")
    count = len(every) if count is None else min(count, len(every))
    chosen = (int((i + 0.5) * len(every) / count) for i in range(count))
    return [
        Task(i + 1, every[i].start, every[i].goal, every[i] if is_published else None)
        for i in chosen
    ]


def _at_random(grid: Grid, count: int | None, seed: int, name: str) -> list[Task]:
    if count is None:
        raise InvalidValue(
            f"--all is for maps with a scenario beside them; there is no {name}.scen"
        )
    free: Sequence[list[int]] = np.argwhere(grid.cost > 0).tolist()
    if not free:
        raise InvalidValue("all cells of the map are walls; a problem needs a free cell")
    dice = Dice(seed)

    def some_cell() -> Cell:
        row, col = free[dice.below(len(free))]
        return row, col

    return [Task(i + 1, some_cell(), some_cell()) for i in range(count)]
