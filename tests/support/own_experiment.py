"""A user's file for ``asterion --use``: an algorithm, and an experiment with a plan in each trial.

Its classes and functions are sent to worker processes, which have to run this file again.
"""

from __future__ import annotations

from dataclasses import dataclass

import asterion as at
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine.experiment import (
    Config,
    Experiment,
    Summary,
)


class Straight:
    """Walks along the only row."""

    def __init__(self, world, _start, goals):
        self.path = at.Path.from_nodes(world, [(0, col) for col in range(goals[0][1] + 1)])

    def step(self):
        return "found"


at.register("straight", Straight)


@dataclass(frozen=True)
class Mine(Config):
    runs: int = 3
    pairs: int = 2


@dataclass(frozen=True)
class Trial:
    config: Mine
    length: int


class Countdown:
    """A problem of this file, which another process solves with it."""

    start = 4

    def actions(self, state):
        return ["down"] if state else []

    def apply(self, state, _action):
        return state - 1

    def cost(self, _state, _action, _result):
        return 1

    def is_goal(self, state):
        return state == 0


def trials(config):
    return [Trial(config, length) for length in range(2, 2 + config.runs)]


def run(trial):
    grid = at.Grid([[1] * trial.length])
    cost = at.find_path(grid, (0, 0), (0, trial.length - 1), algorithm="straight").cost
    return [{"length": trial.length, "cost": cost}]


def summarise(_config, rows):
    line = {"cost": sum(row["cost"] for row in rows), "plan": at.solve(Countdown()).cost}
    return Summary([line], {}, 0)


EXPERIMENTS["mine"] = Experiment(
    name="mine",
    about="An experiment of a user.",
    config=Mine,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=lambda *_: None,
)
