"""The D* study again: which navigator works least while pits open and close.

The study is Z. Moori, Testing an Analysis of D* Algorithms, Carleton University, 2008. In the maze
game without monsters, a player fetches a key, goes to its door, and so on. Counted as there: nodes
put into the queue and taken out of it, and its mean size; from these the height of the queue as a
binary heap, and the depth, which is the worst-case cost of all operations. Also counted: keys
changed in the queue, expansions, searches, restarts, time and memory.

All navigators meet the same pits in a run, except those that would have opened under their own
player, which are skipped.

A. Stentz, Optimal and Efficient Path Planning for Partially-Known Environments, 1994;
The Focussed D* Algorithm for Real-Time Replanning, 1995
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from statistics import fmean, median
from typing import NamedTuple

from asterion.experiments.dstar_study import picture as study_picture
from asterion.experiments.dstar_study.run import Method, Playthrough, playthrough
from asterion.experiments.engine.experiment import Config, Experiment, Prepared, Row, Summary
from asterion.games.maze.rules import Rules
from asterion.games.maze.statistics import SUM, summed
from asterion.games.maze.worlds import TRAP_AMOUNTS, load_world
from asterion.navigate.stats import NavigatorStats

# The three of Moori's study first. Its A* breaks ties first in, first out. Our default helps a lot
# on open ground, so both are here. Moori wanted to add D* Lite and LPA*.
METHODS = (
    Method("focused-dstar"),
    Method("dstar"),
    Method("astar", "fifo"),
    Method("astar"),
    Method("dstar-lite"),
    Method("dstar-lite-basic"),
    Method("lpa"),
    Method("adaptive"),
    Method("mpaa"),
    Method("generalised-adaptive"),
    Method("repeated-forward"),
    Method("repeated-backward"),
    Method("jps"),
)
WORLDS = ("world2", "world3")
_RUNS_OF_A_SEED = 2**32  # two seeds have no run in common


class Ordering(NamedTuple):
    """A published result: in this world one depth is below the other."""

    world: str
    less: str
    more: str


PUBLISHED = (
    Ordering("world2", "dstar", "focused-dstar"),
    Ordering("world2", "focused-dstar", "astar, fifo"),
    Ordering("world2", "focused-dstar", "astar"),
    Ordering("world3", "focused-dstar", "dstar"),
    Ordering("world3", "dstar", "astar, fifo"),
    Ordering("world3", "dstar", "astar"),
)


@dataclass(frozen=True)
class Study(Config):
    """As in Moori's study: 30 runs on each map."""

    runs: int = 30
    ticks: int = 200_000  # after which a run is ended; its row has arrived = False


def rules_of(world: str) -> Rules:
    """Only pits: monsters would chase one navigator more than another.

    Pits change once per tile walked. That decides whether D* is ahead of A* on open ground: with
    the default interval of the game it is not.
    """
    return Rules(monsters=False, threat=False, trap_amount=TRAP_AMOUNTS[world], trap_interval=10)


class Trial(NamedTuple):
    """One world with the pits of one run, for all navigators."""

    config: Study
    world: str
    run: int


def prepare(_config: Study) -> Prepared:
    """Worlds are part of the package, so nothing is saved; their hash identifies them."""
    plans = [(name, load_world(name).to_text(), rules_of(name)) for name in WORLDS]
    return Prepared({"worlds_sha256": hashlib.sha256(repr(plans).encode()).hexdigest()}, {})


def trials(config: Study) -> list[Trial]:
    """One for each world and run."""
    return [Trial(config, world, run) for world in WORLDS for run in range(config.runs)]


def run(trial: Trial) -> list[Row]:
    """Rows for each navigator: one per segment from goal to goal, and one for the whole run."""
    config = trial.config
    seed = config.seed * _RUNS_OF_A_SEED + trial.run
    world, rules = load_world(trial.world), rules_of(trial.world)
    rows: list[Row] = []
    for method in METHODS:
        played = playthrough(world, method, rules=rules, seed=seed, ticks=config.ticks)
        names = {"world": trial.world, "run": trial.run, "navigator": method.name}
        rows += ({**names, **row} for row in rows_of(played))
    return rows


def rows_of(played: Playthrough) -> list[Row]:
    """One for each segment, by the letter of its goal, and one for their sum."""
    last = len(played.segments) - 1
    return [
        {
            "segment": segment.goal,
            **columns(segment.plans),
            "moves": segment.moves,
            "waits": segment.waits,
            "ticks": segment.ticks,
            "arrived": played.finished or at < last,
            "wrong": played.wrong if segment.goal == SUM else 0,
        }
        for at, segment in enumerate([*played.segments, summed(played.segments)])
    ]


def columns(stats: NavigatorStats) -> Row:
    """The counts under the names of Moori's study, and what is computed from them."""
    return {
        "inserts": stats.pushes,
        "removes": stats.pops,
        "rekeys": stats.rekeys,
        "mean_size": stats.mean_open,
        "total": stats.operations,
        "height": stats.height,
        "depth": stats.depth,
        "expanded": stats.expanded,
        "searches": stats.searches,
        "restarts": stats.restarts,
        "seconds": stats.seconds,
        "memory": stats.memory,
    }


def summarise(_config: Study, rows: list[Row]) -> Summary:
    """Means over runs: of whole runs in the table, of segments in the facts; and the orderings."""
    whole = [row for row in rows if row["segment"] == SUM]
    table = means(whole, ("world", "navigator"))
    parts = [row for row in rows if row["segment"] != SUM]
    facts = {
        "orderings": [checked(ordering, whole, table) for ordering in PUBLISHED],
        "segments": means(parts, ("world", "navigator", "segment")),
    }
    return Summary(table, facts, sum(row["wrong"] for row in whole))


def means(rows: list[Row], by: tuple[str, ...]) -> list[Row]:
    """A line for each group: means of the counts, and from these height and depth.

    As in Moori's study, the height is that of the mean size, not the mean of heights.
    """
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in by), []).append(row)
    return [
        {
            **dict(zip(by, key, strict=True)),
            "runs": len(group),
            **columns(mean_stats(group)),
            "median_depth": float(median(row["depth"] for row in group)),
            "median_seconds": float(median(row["seconds"] for row in group)),
            "moves": fmean(row["moves"] for row in group),
            "waits": fmean(row["waits"] for row in group),
            "ticks": fmean(row["ticks"] for row in group),
            "arrived": sum(row["arrived"] for row in group),
        }
        for key, group in groups.items()
    ]


def mean_stats(rows: list[Row]) -> NavigatorStats:
    """The mean of each count."""
    counted = {"pushes": "inserts", "pops": "removes", "mean_open": "mean_size"}
    same = ("rekeys", "expanded", "searches", "restarts", "seconds", "memory")
    counted |= {name: name for name in same}
    return NavigatorStats(
        **{field: fmean(row[column] for row in rows) for field, column in counted.items()}
    )


def checked(ordering: Ordering, rows: list[Row], table: list[Row]) -> Row:
    """Whether the mean depths are in this order, and in how many runs the depths are."""
    mean = {line["navigator"]: line["depth"] for line in table if line["world"] == ordering.world}
    of_less, of_more = (
        {row["run"]: row["depth"] for row in rows if (row["world"], row["navigator"]) == key}
        for key in ((ordering.world, ordering.less), (ordering.world, ordering.more))
    )
    less, more = mean.get(ordering.less), mean.get(ordering.more)
    return {
        **ordering._asdict(),
        "depth_less": less,
        "depth_more": more,
        "held": less is not None and more is not None and less < more,
        "runs": len(of_less),
        "runs_held": sum(depth < of_more[number] for number, depth in of_less.items()),
    }


EXPERIMENT = Experiment(
    name="dstar-study",
    about="The D* study: queue operations of all navigators while pits open and close.",
    config=Study,
    prepare=prepare,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=study_picture.draw,
    shown=(
        "world",
        "navigator",
        "inserts",
        "removes",
        "rekeys",
        "mean_size",
        "total",
        "height",
        "depth",
        "median_depth",
        "expanded",
        "searches",
        "restarts",
        "moves",
        "waits",
        "ticks",
        "arrived",
        "median_seconds",
        "memory",
    ),
)
