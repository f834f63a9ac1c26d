"""A warehouse that never sleeps: tasks done per step against the number of units, by engine.

Units fetch and bring: each gets another random goal as soon as it is at its own. More units do more
until they are in each other's way. Counted: arrivals per step, the share of steps in which a unit
stands still, and the CPU time of a step. The measure is from Z. Chen, D. Harabor, J. Li and P. J.
Stuckey, Traffic flow optimisation for lifelong multi-agent path finding, 2024.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import product
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

import asterion as at
from asterion.experiments.engine.experiment import Config, Experiment, Row, Summary
from asterion.experiments.engine.pictures import BLUE, GREEN, ORANGE, Axes, Figure, dress
from asterion.experiments.engine.tables import grouped
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid

ENGINES: dict[str, dict[str, Any]] = {
    "pibt": {"algorithm": "pibt"},
    "lacam": {"algorithm": "lacam"},
    "guided": {"algorithm": "lacam", "guidance": True},
}
UNITS = (25, 50, 100, 150, 200, 300, 400, 600)
SHELVES, SHELF, AISLE, MARGIN = (14, 6), 8, 1, 3  # rows and columns of shelves; lengths in cells


@dataclass(frozen=True)
class Crowds(Config):
    """The number of runs for each engine and number of units, and their length."""

    runs: int = 5
    steps: int = 500
    most_units: int = UNITS[-1]


class Trial(NamedTuple):
    """One run."""

    config: Crowds
    engine: str
    units: int
    run: int


def trials(config: Crowds) -> list[Trial]:
    """One for each engine, number of units and run."""
    each = product(ENGINES, (n for n in UNITS if n <= config.most_units), range(config.runs))
    return [Trial(config, engine, units, run) for engine, units, run in each]


def warehouse() -> Grid:
    """Shelves two cells deep, with aisles of one cell between them and room on both sides."""
    rows, cols = SHELVES
    cells = np.ones((rows * (2 + AISLE) + AISLE, cols * (SHELF + AISLE) - AISLE + 2 * MARGIN))
    for row, col in product(range(rows), range(cols)):
        top, left = AISLE + row * (2 + AISLE), MARGIN + col * (SHELF + AISLE)
        cells[top : top + 2, left : left + SHELF] = 0
    return Grid(cells, diagonal="never")


def run(trial: Trial) -> list[Row]:
    """Return a row for the run."""
    config, engine, units, number = trial
    grid = warehouse()
    free: list[Cell] = [(int(row), int(col)) for row, col in np.argwhere(grid.cost > 0)]
    dice = Dice(config.seed * 1_000_003 + number)
    left = [*free]
    starts = [left.pop(dice.below(len(left))) for _ in range(units)]
    goals = np.array([free[dice.below(len(free))] for _ in range(units)])
    crowd = at.Crowd(grid, starts, goals, seed=number, **ENGINES[engine])
    seconds = 0.0
    plan = [np.array(starts)]
    for _ in range(config.steps):
        begin = time.thread_time()
        crowd.goals = goals
        crowd.step()
        seconds += time.thread_time() - begin
        plan.append(crowd.positions)
        for unit in np.flatnonzero(crowd.arrived):
            goals[unit] = free[dice.below(len(free))]
    at.validate_crowd(grid, np.array(plan))  # or an error, which ends the study
    return [
        {
            "engine": engine,
            "units": units,
            "run": number,
            "tasks": crowd.stats.arrivals / config.steps,
            "waits": crowd.stats.waits / (units * config.steps),
            "step_seconds": seconds / config.steps,
        }
    ]


def summarise(_config: Crowds, rows: list[Row]) -> Summary:
    """Return means over all runs with an engine and a number of units."""
    table = []
    for (engine, units), group in grouped(rows, "engine", "units").items():
        line: Row = {"engine": engine, "units": units, "runs": len(group)}
        for column in ("tasks", "waits", "step_seconds"):
            line[column] = fmean(row[column] for row in group)
        table.append(line)
    return Summary(table, {"free cells": int(np.count_nonzero(warehouse().cost))}, 0)


# --- Picture

_LOOKS = {
    "pibt": ("PIBT", BLUE, "o-"),
    "lacam": ("Real-Time LaCAM", ORANGE, "^-"),
    "guided": ("Real-Time LaCAM, guidance=True", GREEN, "d-"),
}


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Tasks on the left, the time of a step on the right."""
    figure.set_size_inches(10.5, 4.2)
    figure.suptitle("A warehouse with a new goal for every unit that arrives")
    left, right = figure.subplots(1, 2)
    _lines(left, summary, "tasks", "tasks done per step", 1)
    _lines(right, summary, "step_seconds", "CPU time of a step, ms", 1000)
    left.legend(fontsize=9, loc="lower right")


def _lines(axes: Axes, summary: Summary, column: str, label: str, factor: float) -> None:
    for engine, (name, colour, line) in _LOOKS.items():
        rows = [row for row in summary.table if row["engine"] == engine]
        values = [factor * row[column] for row in rows]
        axes.plot(
            [row["units"] for row in rows], values, line, color=colour, markersize=5, label=name
        )
    axes.set_xlabel("units")
    axes.set_ylabel(label)
    axes.set_ylim(bottom=0)
    dress(axes)


EXPERIMENT = Experiment(
    name="crowds",
    about="Tasks per step of many units in a warehouse, by engine and number of units.",
    config=Crowds,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=draw,
    hidden=("runs",),
)
