"""An experiment for the tests: coins from a seed. Worker processes import it by this name."""

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from asterion.cli.app import run as run_command
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine.experiment import Config, Experiment, Prepared, Summary
from asterion.experiments.engine.run import Run
from asterion.world.dice import Dice


@dataclass(frozen=True)
class Toy(Config):
    runs: int = 6
    pause: float = 0.0
    bad: int = -1  # a trial that fails
    wrong: int = 0
    log: str = ""  # a file; each trial writes its number and process there when it begins


def trials(config):
    return [(config, number) for number in range(config.runs)]


def run(trial):
    config, number = trial
    if config.log:
        with Path(config.log).open("a") as log:
            log.write(f"{number} {os.getpid()}\n")
    if number == config.bad:
        raise ValueError("the coin stands on its edge")
    time.sleep(config.pause)
    begin = time.perf_counter()
    heads = sum(Dice(config.seed * 1000 + number).below(2) for _ in range(20))
    return [{"trial": number, "heads": heads, "seconds": time.perf_counter() - begin}]


def run_until_killed(trial):
    """As ``run``, but that trial 3 kills its process."""
    if trial[1] == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return run(trial)


def hold(folder, ready):
    """Hold the lock of a run, and say so, until the process is killed."""
    held = Run(EXPERIMENT, Toy(), folder)
    ready.send(held.head["experiment"])
    signal.pause()


def summarise(config, rows):
    heads = sum(row["heads"] for row in rows)
    line = {
        "coins": 20 * len(rows),
        "heads": heads,
        "share": heads / (20 * len(rows)),
        "note": None,
    }
    return Summary([line], {"trials": len(rows)}, config.wrong)


def draw(figure, _summary, rows):
    figure.subplots().plot([row["heads"] for row in rows])


EXPERIMENT = Experiment(
    name="toy",
    about="Coins.",
    config=Toy,
    prepare=lambda config: Prepared({"mint": config.seed}, {"coins.txt": b"two sides\n"}),
    trials=trials,
    run=run,
    summarise=summarise,
    draw=draw,
    hidden=("heads",),
)


def main(**config):
    """The command line in a process that knows this experiment, with other defaults."""

    def configured(**given):
        return Toy(**{**config, **given})

    EXPERIMENTS["toy"] = Experiment(**{**vars(EXPERIMENT), "config": configured})
    sys.exit(run_command())
