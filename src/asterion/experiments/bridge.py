"""Units that meet on a narrow bridge: wait, walk round, or do both.

A river divides the map. The near bridge is one cell wide, and on it a cart stops for a while before
it drives on; a second bridge is a long way upstream. Units come from one side and want to go to the
other, each by its cheapest path, which is over the near bridge. Each rule of
:class:`asterion.PathService` for units in the way is tried with each length of the stop, and an
:class:`asterion.Crowd`. Counted: the ticks until a unit is there, and its moves. After the slide on
agents that block each other for a moment, in Path Planning in Games (lecture slides).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

import asterion as at
from asterion.experiments.engine.experiment import Config, Experiment, Row, Summary
from asterion.experiments.engine.pictures import BLUE, GREEN, INK, ORANGE, Axes, Figure, dress
from asterion.experiments.engine.tables import grouped
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid

MEETINGS = ("wait", "detour", "both", "crowd")
STOPS = (0, 5, 10, 20, 40, 80, 160)  # ticks that the cart stands on the bridge
ROWS, COLS, RIVER = 31, 21, 10
NEAR, FAR = 24, 2  # the rows of the bridges
MOST_TICKS = 1000
EXPANSIONS = 4000  # per tick, of the service

Ends = list[tuple[Cell, Cell]]
Crossing = tuple[dict[int, int], list[int]]  # ticks until units are there, and moves of all


@dataclass(frozen=True)
class Bridge(Config):
    """The number of crossings for each rule and each stop."""

    runs: int = 20
    units: int = 12
    patience: int = 10


class Trial(NamedTuple):
    """One crossing."""

    config: Bridge
    meeting: Any
    stop: int
    run: int


def trials(config: Bridge) -> list[Trial]:
    """One for each rule, stop and run."""
    each = product(MEETINGS, STOPS, range(config.runs))
    return [Trial(config, meeting, stop, run) for meeting, stop, run in each]


def land() -> Grid:
    """Two banks, a river, and two bridges of one cell."""
    cells = np.ones((ROWS, COLS), np.uint8)
    cells[:, RIVER] = 0
    cells[[NEAR, FAR], RIVER] = 1
    return Grid(cells, diagonal="never")


def ways(config: Bridge, run: int) -> Ends:
    """Start and goals of the units: different cells, near the near bridge."""
    dice = Dice(config.seed * 1_000_003 + run)
    banks = []
    for first in (0, RIVER + 2):
        bank = [(row, col) for row in range(16, ROWS) for col in range(first, first + 8)]
        banks.append([bank.pop(dice.below(len(bank))) for _ in range(config.units)])
    return [*zip(*banks, strict=True)]


def run(trial: Trial) -> list[Row]:
    """Return a row for the crossing: means over its units."""
    grid = land()
    ends = ways(trial.config, trial.run)
    crossing = _crowd if trial.meeting == "crowd" else _service
    ticks, moves = crossing(trial, grid, ends)
    lost = len(ends) - len(ticks)
    return [
        {
            "meeting": trial.meeting,
            "stop": trial.stop,
            "run": trial.run,
            "ticks": fmean(ticks.get(i, MOST_TICKS) for i in range(len(ends))),
            "moves": fmean(moves),
            "best": fmean(at.find_path(grid, *each).cost for each in ends),
            "lost": lost,
        }
    ]


def _crowd(trial: Trial, grid: Grid, ends: Ends) -> Crossing:
    """Cross as a crowd, for which the cart is a wall while it stands."""
    bridge, crowd = (NEAR, RIVER), at.Crowd(grid, *zip(*ends, strict=True), seed=trial.run)
    grid[bridge] = 0
    ticks: dict[int, int] = {}
    moves = [0] * len(ends)
    cart = -1
    for tick in range(1, MOST_TICKS + 1):
        if tick == trial.stop + 1:
            grid[bridge] = 1
            cart = crowd.add(bridge, (NEAR, COLS - 1))
        before = crowd.positions
        crowd.step()
        for i, moved in zip(crowd.ids, (crowd.positions != before).any(axis=1), strict=True):
            if i != cart:
                moves[i] += int(moved)
        for i in crowd.ids[crowd.arrived].tolist():
            crowd.remove(i)  # it leaves the map
            if i != cart:
                ticks[i] = tick
        if len(ticks) == len(ends):
            break
    grid[bridge] = 1
    return ticks, moves


def _service(trial: Trial, grid: Grid, ends: Ends) -> Crossing:
    """Cross with paths of a service, by one of its rules."""
    config, meeting, stop, _ = trial
    service = at.PathService(grid, meeting=meeting, patience=config.patience)
    cart = service.request((NEAR, RIVER), (NEAR, COLS - 1))
    waiting = [service.request(start, goal) for start, goal in ends]
    ticks: dict[int, int] = {}
    moves = [0] * len(waiting)
    for tick in range(1, MOST_TICKS + 1):
        service.run(expansions=EXPANSIONS)
        if tick > stop:
            cart.step()
        for i, unit in enumerate(waiting):
            moves[i] += unit.step() is not None
            if i not in ticks and unit.status == "arrived":
                ticks[i] = tick
                unit.cancel()  # it leaves the map
        if cart.status == "arrived":
            cart.cancel()
        if len(ticks) == len(waiting):
            break
    return ticks, moves


def summarise(_config: Bridge, rows: list[Row]) -> Summary:
    """Return means over all crossings with a rule and a stop."""
    table = []
    for (meeting, stop), group in grouped(rows, "meeting", "stop").items():
        table.append(
            {
                "meeting": meeting,
                "stop": stop,
                "crossings": len(group),
                "ticks": fmean(row["ticks"] for row in group),
                "moves": fmean(row["moves"] for row in group),
                "best": fmean(row["best"] for row in group),
                "lost": sum(row["lost"] for row in group),
            }
        )
    wrong = sum(row["moves"] < row["best"] - 1e-9 and not row["lost"] for row in rows)
    return Summary(table, {}, wrong)


# --- Picture

_LOOKS = {
    "wait": ("wait", BLUE, "o-"),
    "detour": ("walk round at once", ORANGE, "^-"),
    "both": ("wait a little, then walk round", INK, "s--"),
    "crowd": ("at.Crowd", GREEN, "d-"),
}


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Ticks on the left, moves on the right."""
    figure.set_size_inches(10.5, 4.2)
    figure.suptitle("A cart stops on a narrow bridge: units that wait, and units that walk round")
    left, right = figure.subplots(1, 2)
    _lines(left, summary, "ticks", "ticks until a unit is there, mean")
    _lines(right, summary, "moves", "moves of a unit, mean")
    left.legend(fontsize=9, loc="upper left")


def _lines(axes: Axes, summary: Summary, column: str, label: str) -> None:
    for meeting, (name, colour, line) in _LOOKS.items():
        rows = [row for row in summary.table if row["meeting"] == meeting]
        stops = [row["stop"] for row in rows]
        axes.plot(
            stops, [row[column] for row in rows], line, color=colour, markersize=5, label=name
        )
    axes.set_xlabel("ticks that the cart stops")
    axes.set_ylabel(label)
    axes.set_ylim(bottom=0)
    dress(axes)


EXPERIMENT = Experiment(
    name="bridge",
    about="Units that meet on a narrow bridge: to wait, to walk round, or to do both.",
    config=Bridge,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=draw,
    hidden=("crossings",),
)
