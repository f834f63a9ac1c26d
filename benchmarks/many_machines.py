"""Experiments in one process, in two, and on a cluster of Dask with two worker processes.

python benchmarks/many_machines.py [scaling | overhead]

Wall time of the trials alone, without the start of processes and clusters; every table is compared
with that of one process, byte for byte. Figures of a quiet machine are in docs/many-machines.md.
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from distributed import Client, LocalCluster

import asterion as at
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.engine.cluster import cluster_of
from asterion.experiments.engine.experiment import Config, Experiment, Summary, nothing_to_prepare
from asterion.experiments.engine.run import Run
from asterion.world.dice import Dice

WORKERS = 2
REPEATS = 3  # best of


@dataclass(frozen=True)
class Paths(Config):
    """Shortest paths on one large map, which all trials share."""

    runs: int = 400
    side: int = 1023


@dataclass(frozen=True)
class Coins(Config):
    """Trials that take microseconds: what is measured is all around them."""

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
    return Experiment(
        name, "", config, nothing_to_prepare, trials, run, summarised, lambda *_: None, ()
    )


PATHS, COINS = study("paths", Paths, paths, find), study("coins", Coins, coins, throw)


def timed(experiment, config, where):
    """Seconds of the trials, and the table without columns of seconds."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Run(experiment, config, Path(folder))) as run,
    ):
        begin = time.perf_counter()
        count = sum(
            1 for _ in (run.trials(where) if isinstance(where, int) else run.trials_on(where))
        )
        seconds = time.perf_counter() - begin
        table = run.write_tables().table
    rows = [{k: v for k, v in row.items() if not k.endswith("seconds")} for row in table]
    return seconds, count, rows


def compare(name, experiment, config, places, repeats):
    """A line for each place; the same table everywhere."""
    best: dict[str, float] = {}
    tables = []
    for _ in range(repeats):  # places take turns
        for place, where in places.items():
            seconds, count, table = timed(experiment, config, where)
            best[place] = min(seconds, best.get(place, seconds))
            tables.append(table)
    assert all(table == tables[0] for table in tables), name
    alone = best["one process"]
    for place, seconds in best.items():
        extra = (seconds * (1 if place == "one process" else WORKERS) - alone) / count * 1e6
        print(
            f"{name:<14}{count:>8}  {place:<16}{seconds:>8.2f} s{alone / seconds:>7.2f}x"
            f"{seconds / count * 1e6:>12.0f} us{extra:>10.0f} us"
        )


def main(part):
    options = {"n_workers": WORKERS, "threads_per_worker": 1, "host": "127.0.0.1"}
    with (
        LocalCluster(**options, dashboard_address="127.0.0.1:0") as local,
        Client(local) as client,
    ):
        cluster = cluster_of(client)
        timed(EXPERIMENTS["fill"], EXPERIMENTS["fill"].config(runs=2), cluster)  # imports all
        places = {"one process": 1, "2 processes": WORKERS, "cluster of 2": cluster}
        print("study           trials  where               time  speed-up   a trial     more work")
        if part in ("scaling", "all"):
            dstar = EXPERIMENTS["dstar-study"]
            compare("dstar-study", dstar, dstar.config(runs=6), places, 2)
            compare("paths", PATHS, Paths(), places, REPEATS)
        if part in ("overhead", "all"):
            del places["2 processes"]
            compare("coins", COINS, Coins(), places, REPEATS)
            compare("coins", COINS, Coins(runs=10_000), {**places, "2 processes": WORKERS}, 1)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "all")
