"""Which way of replanning is best for an agent that sees only the cells beside it.

Three comparisons on the same gridworlds, each against repeated forward A* with large g
first among equal f: searching backward, small g first, and adaptive A*.

Measured of each journey: expanded cells, searches, moves and CPU time.

S. Koenig and M. Likhachev, Adaptive A*, 2005; D* Lite, 2002
"""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time
from typing import TYPE_CHECKING, Any, NamedTuple

import asterion as at
from asterion.errors import InvalidPath
from asterion.experiments.engine.comparison import Comparison, compared
from asterion.experiments.engine.experiment import Config, Experiment, Prepared, Row, Summary
from asterion.experiments.replanning import gridworlds
from asterion.experiments.replanning import picture as replanning_picture
from asterion.experiments.replanning.gridworlds import Gridworld

if TYPE_CHECKING:
    from asterion.world.grid import Cell

MEASURES = ("expanded", "searches", "moves", "seconds")


class Way(NamedTuple):
    """How to replan."""

    algorithm: str
    ties: str

    @property
    def name(self) -> str:
        """As in the rows."""
        return f"{self.algorithm}, {self.ties}"


FORWARD = Way("repeated-forward", "high-g")
BACKWARD = Way("repeated-backward", "high-g")
LOW_G = Way("repeated-forward", "low-g")
ADAPTIVE = Way("adaptive", "high-g")
WAYS = (FORWARD, BACKWARD, LOW_G, ADAPTIVE)
COMPARISONS = (
    Comparison("forward or backward", FORWARD.name, BACKWARD.name),
    Comparison("large or small g", FORWARD.name, LOW_G.name),
    Comparison("forward or adaptive", FORWARD.name, ADAPTIVE.name),
)


@dataclass(frozen=True)
class Replanning(Config):
    """The assignment's: 50 worlds of 101 x 101 cells with 100 walls opened."""

    side: int = 101
    opened: int = 100
    repeats: int = 3  # of each journey; the fastest counts


class Trial(NamedTuple):
    """One world; all ways of replanning go through it."""

    config: Replanning
    world: int


def trials(config: Replanning) -> list[Trial]:
    """One for each world."""
    return [Trial(config, number) for number in range(config.runs)]


def world_of(trial: Trial) -> Gridworld:
    """Made anew from its seed wherever it is needed."""
    config, number = trial
    return gridworlds.gridworld(config.seed, number, side=config.side, opened=config.opened)


def prepare(config: Replanning) -> Prepared:
    """The set of worlds."""
    return gridworlds.prepared([world_of(trial) for trial in trials(config)])


def run(trial: Trial) -> list[Row]:
    """A row for each way of replanning.

    Ways take turns, so that a machine that slows down for a while slows down all of them.
    """
    world = world_of(trial)
    journeys: dict[Way, list[Journey]] = {way: [] for way in WAYS}
    for _ in range(trial.config.repeats):
        for way, made in journeys.items():
            made.append(journey(world, way))
    usual = journeys[FORWARD][0].trajectory
    reachable = at.find_path(*world).found
    return [
        {
            "world": trial.world,
            "way": way.name,
            **made[0].counts,
            "seconds": min(each.seconds for each in made),
            "parts_at": parting(usual, made[0].trajectory),
            "wrong": not all(
                is_right(world, each, reachable) and each.counts == made[0].counts for each in made
            ),
        }
        for way, made in journeys.items()
    ]


class Journey(NamedTuple):
    """What is kept of one."""

    trajectory: list[Cell]
    counts: Row  # what is the same whenever it is made again
    seconds: float


def journey(world: Gridworld, way: Way) -> Journey:
    """From start to goal, or until it is known that there is no way."""
    # Of this thread, so that other workers and programs do not count; the seconds of the searches
    # are those of a clock on the wall, and leave out what is learned between them.
    begin = thread_time()
    made = at.explore(*world, algorithm=way.algorithm, ties=way.ties)
    seconds = thread_time() - begin
    trajectory = [(int(row), int(col)) for row, col in made.trajectory]
    counts = {
        "expanded": sum(search.expanded for search in made.searches),
        "searches": len(made.searches),
        "moves": len(trajectory) - 1,
        "reached": bool(made.reached),
    }
    return Journey(trajectory, counts, seconds)


def parting(usual: list[Cell], other: list[Cell]) -> int | None:
    """The first move that differs; None where none does.

    Both agents go along a shortest way as far as they know, so what parts them is a tie: from there
    on they see other walls, and need not do the same number of moves.
    """
    for move, (here, there) in enumerate(zip(usual, other, strict=False)):
        if here != there:
            return move
    return None if len(usual) == len(other) else min(len(usual), len(other))


def is_right(world: Gridworld, made: Journey, reachable: bool) -> bool:
    """Whether a journey keeps to free cells, and ends at the goal if and only if it can."""
    try:
        at.validate(world.grid, made.trajectory)
    except InvalidPath:
        return False
    first, last = made.trajectory[0], made.trajectory[-1]
    return first == world.start and (last == world.goal) == made.counts["reached"] == reachable


def summarise(_config: Replanning, rows: list[Row]) -> Summary:
    """A line for each comparison and measure; where trajectories part; what is wrong."""
    parted = {comparison.name: parted_worlds(rows, comparison) for comparison in COMPARISONS}
    table = [
        {**line, "diverging": len(parted[line["comparison"]])}
        for line in compared(rows, COMPARISONS, MEASURES, of="way", on="world")
    ]
    reached = {way.name: sum(r["reached"] for r in rows if r["way"] == way.name) for way in WAYS}
    facts: dict[str, Any] = {"reached": reached, "divergences": parted}
    return Summary(table, facts, sum(row["wrong"] for row in rows))


def parted_worlds(rows: list[Row], comparison: Comparison) -> list[Row]:
    """The worlds in which two trajectories part, and the move at which they do."""
    return [
        {"world": row["world"], "move": row["parts_at"]}
        for row in rows
        if row["way"] == comparison.b and row["parts_at"] is not None
    ]


EXPERIMENT = Experiment(
    name="replanning",
    about="Repeated A* forward, backward, with other ties, and adaptive, in mazes nobody knows.",
    config=Replanning,
    prepare=prepare,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=replanning_picture.draw,
    shown=(
        "comparison",
        "measure",
        "mean_a",
        "mean_b",
        "ratio",
        "less_a",
        "equal",
        "less_b",
        "p_ranks",
        "diverging",
    ),
)
