"""Experiments in one process, in two, and on a cluster of Dask with two worker processes.

python benchmarks/many_machines.py [scaling | overhead]

Wall time of the trials, without the start of a cluster but with that of processes, and CPU time of
all processes: on a busy machine only that says something. Every table is compared with that of one
process. Figures are in docs/many-machines.md.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from distributed import Client, LocalCluster

import asterion as at
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine.experiment import Config, Experiment, Summary
from asterion.experiments.engine.run import Run
from asterion.world.dice import Dice

WORKERS = 2
REPEATS = 2  # best of


@dataclass(frozen=True)
class Paths(Config):
    """Shortest paths on one large map, which all trials share."""

    runs: int = 600
    side: int = 1023


@dataclass(frozen=True)
class Coins(Config):
    """Trials that take microseconds: the measurement is of all else."""

    runs: int = 100_000


def paths(config):
    grid = at.maps.maze(config.side, seed=config.seed, opened=1000)
    return [(config, grid, number) for number in range(config.runs)]


def find(trial):
    config, grid, number = trial
    dice = Dice(config.seed * 2**32 + number)
    ends = [(2 * dice.below(500), 2 * dice.below(500)) for _ in range(2)]
    path = at.find_path(grid, *ends, algorithm="dijkstra")
    return [{"run": number, "cost": path.cost, "expanded": path.stats.expanded}]


def coins(config):
    return [(config, number) for number in range(config.runs)]


def throw(trial):
    config, number = trial
    return [{"run": number, "heads": Dice(config.seed * 2**32 + number).below(2)}]


def summarised(_config, rows):
    first = [name for name in rows[0] if name != "run"]
    return Summary([{name: sum(row[name] for row in rows) for name in first}], {}, 0)


def study(name, config, trials, run):
    return Experiment(name, "", config, trials, run, summarised, lambda *_: None)


PATHS, COINS = study("paths", Paths, paths, find), study("coins", Coins, coins, throw)


def cpu(where):
    """The CPU seconds so far of this process, of its ended children, and of the workers."""
    ours = sum(os.times()[:4])
    return ours if isinstance(where, int) else ours + sum(where.run(spent).values())


def spent():
    return time.process_time()


def timed(experiment, config, where):
    """Seconds of the trials, and the table without columns of seconds."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Run(experiment, config, Path(folder))) as run,
    ):
        begin, before = time.perf_counter(), cpu(where)
        count = sum(
            1 for _ in (run.trials(where) if isinstance(where, int) else run.trials_on(where))
        )
        seconds, used = time.perf_counter() - begin, cpu(where) - before
        table = run.write_tables().table
    rows = [{k: v for k, v in row.items() if not k.endswith("seconds")} for row in table]
    return seconds, used, count, rows


def compare(name, experiment, config, places, repeats):
    """A line for each place; the same table everywhere."""
    best: dict[str, tuple[float, float]] = {}
    tables = []
    for _ in range(repeats):  # places take turns
        for place, where in places.items():
            seconds, used, count, table = timed(experiment, config, where)
            best[place] = tuple(map(min, (seconds, used), best.get(place, (seconds, used))))
            tables.append(table)
    assert all(table == tables[0] for table in tables), name
    wall, alone = best["one process"]
    for place, (seconds, used) in best.items():
        print(
            f"{name:<14}{count:>8}  {place:<16}{seconds:>8.2f} s{wall / seconds:>7.2f}x"
            f"{used:>8.2f} s{(used - alone) / count * 1e6:>10.0f} us",
            flush=True,
        )


def main(part):
    options = {"n_workers": WORKERS, "threads_per_worker": 1, "host": "127.0.0.1"}
    with (
        LocalCluster(**options, dashboard_address="127.0.0.1:0") as local,
        Client(local) as client,
    ):
        timed(EXPERIMENTS["fill"], EXPERIMENTS["fill"].config(runs=2), client)  # imports all
        places = {"one process": 1, "2 processes": WORKERS, "cluster of 2": client}
        print(f"load {os.getloadavg()[0]:.1f}")
        print("study           trials  where               wall  speed-up   CPU     more a trial")
        if part in ("scaling", "all"):
            dstar = EXPERIMENTS["dstar-study"]
            compare("dstar-study", dstar, dstar.config(runs=10), places, 1)
            compare("paths", PATHS, Paths(), places, REPEATS)
        if part in ("overhead", "all"):
            del places["2 processes"]
            compare("coins", COINS, Coins(), places, REPEATS)
            compare("coins", COINS, Coins(runs=10_000), {**places, "2 processes": WORKERS}, 1)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "all")
