"""An experiment for the tests whose trials share maps, and edit them."""

from dataclasses import dataclass

import numpy as np

import asterion as at
from asterion.experiments.engine.experiment import Config, Experiment, Summary


@dataclass(frozen=True)
class Mapped(Config):
    runs: int = 8
    side: int = 160  # large enough to be scattered


def trials(config):
    """All share a grid, and a view of it; each pair an array."""
    grid = at.Grid(np.ones((config.side, config.side)))
    view = grid.view(size=2)
    noise = [np.full((50, 50), number, float) for number in range(config.runs)]
    return [(config, grid, view, noise[run // 2], run) for run in range(config.runs)]


def run(trial):
    _, grid, view, noise, number = trial
    before = int((grid.cost == 0).sum())  # after the edits of other trials
    grid[number, :5] = 0
    same = view.total[number, 0] == 0  # the view is of this grid
    return [{"run": number, "before": before, "same": bool(same), "noise": noise.sum()}]


def summarise(_config, rows):
    return Summary([{"rows": len(rows), "before": sum(row["before"] for row in rows)}], {}, 0)


EXPERIMENT = Experiment(
    name="mapped",
    about="Maps that are shared.",
    config=Mapped,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=lambda *_: None,
)
