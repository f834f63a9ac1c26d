"""Methods of replanning, for an agent that sees only the cells beside it.

The questions of the course project Fast Trajectory Replanning for Computer Games: three comparisons
on the same gridworlds, each against repeated forward A* with large g first among equal f: searching
backward, small g first, and adaptive A*.

Measured for each exploration: expanded cells, searches, moves and CPU time; beside the moves, the
fewest moves of an agent that knows the world.

S. Koenig and M. Likhachev, Adaptive A*, 2005; D* Lite, 2002
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from io import BytesIO
from operator import eq, gt, lt
from time import thread_time
from typing import Any, NamedTuple

import numpy as np

import asterion as at
from asterion import maps
from asterion.errors import InvalidPath
from asterion.experiments.engine.comparison import Comparison, compared, pairs
from asterion.experiments.engine.experiment import (
    Config,
    Experiment,
    Prepared,
    Row,
    Screen,
    Summary,
)
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE, Axes, Figure, dress
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid

MEASURES = ("expanded", "searches", "moves", "seconds")


class Method(NamedTuple):
    """A navigator and its tie-breaking."""

    algorithm: str
    ties: str

    @property
    def name(self) -> str:
        """The name in the rows."""
        return f"{self.algorithm}, {self.ties}"


FORWARD = Method("repeated-forward", "high-g")
BACKWARD = Method("repeated-backward", "high-g")
LOW_G = Method("repeated-forward", "low-g")
ADAPTIVE = Method("adaptive", "high-g")
METHODS = (FORWARD, BACKWARD, LOW_G, ADAPTIVE)
COMPARISONS = (
    Comparison("forward or backward", FORWARD.name, BACKWARD.name),
    Comparison("large or small g", FORWARD.name, LOW_G.name),
    Comparison("forward or adaptive", FORWARD.name, ADAPTIVE.name),
)

_SHOWN = ("comparison", "measure", "mean_a", "mean_b", "ratio", "a_equal_b", "p_ranks", "diverging")


@dataclass(frozen=True)
class Replanning(Config):
    """The course project's config: 50 worlds of 101 x 101 cells with 100 walls opened."""

    side: int = 101
    opened: int = 100
    repeats: int = 3  # of each exploration; the fastest counts


class Trial(NamedTuple):
    """One world, for all methods of replanning."""

    config: Replanning
    world: int


def trials(config: Replanning) -> list[Trial]:
    """Return one for each world."""
    return [Trial(config, number) for number in range(config.runs)]


def world_of(trial: Trial) -> Gridworld:
    """Make the world of a trial again from its seed, wherever it is needed."""
    config, number = trial
    return gridworld(config.seed, number, side=config.side, opened=config.opened)


def prepare(config: Replanning) -> Prepared:
    """Return the set of worlds."""
    return prepared([world_of(trial) for trial in trials(config)])


def run(trial: Trial) -> list[Row]:
    """Return a row for each method of replanning.

    Methods alternate, so that a machine that slows down for a while slows down all of them.
    """
    world = world_of(trial)
    explorations: dict[Method, list[Exploration]] = {method: [] for method in METHODS}
    for _ in range(trial.config.repeats):
        for method, made in explorations.items():
            made.append(explored(world, method))
    usual = explorations[FORWARD][0].trajectory
    shortest = at.find_path(*world)
    return [
        {
            "world": trial.world,
            "way": method.name,
            **made[0].counts,
            "seconds": min(each.seconds for each in made),
            "shortest": len(shortest) - 1 if shortest.found else None,
            "parts_at": parting(usual, made[0].trajectory),
            "wrong": not all(
                is_right(world, each, shortest) and each.counts == made[0].counts for each in made
            ),
        }
        for method, made in explorations.items()
    ]


class Exploration(NamedTuple):
    """The result of one exploration."""

    trajectory: list[Cell]
    counts: Row  # the same in each repetition
    seconds: float


def explored(world: Gridworld, method: Method) -> Exploration:
    """Explore from start to goal, or until it is known that there is no path."""
    # CPU time of this thread, so that other processes do not count. The seconds of the searches are
    # wall-clock time, without the updates between them.
    begin = thread_time()
    made = at.explore(*world, algorithm=method.algorithm, ties=method.ties, replan="path")
    seconds = thread_time() - begin
    trajectory = [(int(row), int(col)) for row, col in made.trajectory]
    counts = {
        "expanded": sum(search.expanded for search in made.searches),
        "searches": len(made.searches),
        "moves": len(trajectory) - 1,
        "reached": bool(made.reached),
    }
    return Exploration(trajectory, counts, seconds)


def parting(usual: list[Cell], other: list[Cell]) -> int | None:
    """Return the first move that differs; None if none does.

    Both agents follow a shortest path as far as they know, so they diverge at a tie: from there on
    they see other walls, and may need another number of moves.
    """
    for move, (here, there) in enumerate(zip(usual, other, strict=False)):
        if here != there:
            return move
    return None if len(usual) == len(other) else min(len(usual), len(other))


def is_right(world: Gridworld, made: Exploration, shortest: at.Path) -> bool:
    """Check that it keeps to free cells, and ends at the goal if and only if there is a path.

    No trajectory can have fewer moves than the shortest path.
    """
    try:
        at.validate(world.grid, made.trajectory)
    except InvalidPath:
        return False
    first, last = made.trajectory[0], made.trajectory[-1]
    arrives = (last == world.goal) == made.counts["reached"] == shortest.found
    return first == world.start and arrives and len(made.trajectory) >= len(shortest)


def summarise(_config: Replanning, rows: list[Row]) -> Summary:
    """Return a line for each comparison and measure, where trajectories diverge, wrong answers."""
    parted = {comparison.name: parted_worlds(rows, comparison) for comparison in COMPARISONS}
    table = [
        {**line, **beside_shortest(rows, line), "diverging": len(parted[line["comparison"]])}
        for line in compared(rows, COMPARISONS, MEASURES, of="way", on="world")
    ]
    reached = {
        method.name: sum(r["reached"] for r in rows if r["way"] == method.name)
        for method in METHODS
    }
    facts: dict[str, Any] = {"reached": reached, "divergences": parted}
    return Summary(table, facts, sum(row["wrong"] for row in rows))


def beside_shortest(rows: list[Row], line: Row) -> Row:
    """Return the mean true shortest path, and the moves of both methods as multiples of it.

    Over the worlds that have a path; None on lines of other measures, and without one.
    """
    known = [row for row in rows if row["shortest"] and line["measure"] == "moves"]
    fewest = {row["world"]: row["shortest"] for row in known}
    total = sum(fewest.values())
    if not total:
        return {"shortest": None, "detour_a": None, "detour_b": None}
    a, b = (
        sum(row["moves"] for row in known if row["way"] == line[side]) / total
        for side in ("a", "b")
    )
    return {"shortest": total / len(fewest), "detour_a": a, "detour_b": b}


def parted_worlds(rows: list[Row], comparison: Comparison) -> list[Row]:
    """Return the worlds in which two trajectories diverge, and the move at which they do."""
    return [
        {"world": row["world"], "move": row["parts_at"]}
        for row in rows
        if row["way"] == comparison.b and row["parts_at"] is not None
    ]


def screens(summary: Summary) -> list[Screen]:
    """Return the comparisons, and the moves of each method beside the true shortest path."""
    moves = {
        line[side]: {
            "agent": line[side],
            "moves": line[f"mean_{side}"],
            "shortest": line["shortest"],
            "times_as_many": line[f"detour_{side}"],
        }
        for line in summary.table
        for side in ("a", "b")
        if line["measure"] == "moves"
    }
    beside = Screen(
        "Moves beside the true shortest path, means",
        ("agent", "moves", "shortest", "times_as_many"),
        [*moves.values()],
    )
    lines = [
        {**line, "a_equal_b": f"{line['less_a']}, {line['equal']}, {line['less_b']}"}
        for line in summary.table
    ]
    title = "a and b in the same worlds; in how many a needs less, both the same, b less"
    return [Screen(title, _SHOWN, lines), beside]


# --- Gridworlds

WORLDS_FILE = "worlds.npz"
# Seeds of sets are this far apart: two sets have no world in common, and a longer set begins like a
# shorter one. The seeds of ends are above all of them, so ends are independent of their maze.
_SET, _ENDS = 2**32, 2**128


class Gridworld(NamedTuple):
    """A world with a start and a goal."""

    grid: Grid
    start: Cell
    goal: Cell


def gridworld(seed: int, number: int, *, side: int, opened: int) -> Gridworld:
    """Return one world of a seed's set: depth-first corridors, some walls opened.

    Moves go to 4 neighbours. Start and goal are two random free cells; there may be no path between
    them, as an opened wall may have walls on all sides.
    """
    seed = seed * _SET + number
    grid = maps.maze(side, seed=seed, opened=opened, diagonal="never")
    free: list[Cell] = [(row, col) for row, col in np.argwhere(grid.cost > 0).tolist()]
    dice = Dice(_ENDS + seed)
    start = free.pop(dice.below(len(free)))
    goal = free[dice.below(len(free))]
    return Gridworld(grid, start, goal)


def prepared(worlds: list[Gridworld]) -> Prepared:
    """Return the set to be saved, and its SHA-256: of maps (1 bit per cell, 1 is free) and ends.

    The hash is not of the file, whose bytes may depend on the version of NumPy.
    """
    floor = np.stack([world.grid.cost > 0 for world in worlds])
    ends = np.array([(world.start, world.goal) for world in worlds], "<i8")
    digest = hashlib.sha256()
    for one in floor:
        digest.update(np.packbits(one).tobytes())
    facts = {
        "worlds": WORLDS_FILE,
        "worlds_sha256": digest.hexdigest(),
        "ends_sha256": hashlib.sha256(ends.tobytes()).hexdigest(),
    }
    content = BytesIO()
    np.savez_compressed(content, floor=floor, start=ends[:, 0], goal=ends[:, 1])
    return Prepared(facts, {WORLDS_FILE: content.getvalue()})


# --- Picture

# A measure, its label, and the factor to its unit.
PANELS = (("expanded", "expanded cells", 1.0), ("seconds", "milliseconds", 1e3))


def draw(figure: Figure, summary: Summary, rows: list[Row]) -> None:
    """Draw a row of panels for each measure, a column for each comparison."""
    columns = len(summary.table) // len({line["measure"] for line in summary.table})
    figure.set_size_inches(4.2 * columns, 4.3 * len(PANELS) + 0.4)
    figure.suptitle(
        f"The same {summary.table[0]['pairs']} unknown worlds, a mark each: "
        "on the diagonal both need the same"
    )
    panels = figure.subplots(len(PANELS), columns, squeeze=False)
    for (measure, unit, factor), across in zip(PANELS, panels, strict=True):
        lines = [line for line in summary.table if line["measure"] == measure]
        for line, axes in zip(lines, across, strict=True):
            comparison = Comparison(line["comparison"], line["a"], line["b"])
            a, b = pairs(rows, comparison, measure, of="way", on="world")
            _panel(axes, [x * factor for x in a], [y * factor for y in b], line, unit)


def _panel(axes: Axes, a: list[float], b: list[float], line: Row, unit: str) -> None:
    """The same logarithmic scale on both axes: the distance to the diagonal is the ratio."""
    for colour, marker, belongs in ((ORANGE, "^", lt), (BLUE, "v", gt), (GRAY, "o", eq)):
        some = [(x, y) for x, y in zip(a, b, strict=True) if belongs(x, y)]
        xs, ys = [x for x, _ in some], [y for _, y in some]
        axes.plot(xs, ys, marker, color=colour, markersize=5, alpha=0.75, markeredgewidth=0)
    seen = [value for value in (*a, *b) if value > 0] or [1.0]
    low, high = min(seen) / 2.5, max(seen) * 2.5  # room for the text in the corners
    axes.plot([low, high], [low, high], color=INK, linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high))
    axes.set_aspect("equal")
    a_name, b_name = (line[side].removeprefix("repeated-") for side in "ab")
    axes.set_xlabel(f"{unit}: {a_name}")
    axes.set_ylabel(f"{unit}: {b_name}")
    said = f"mean x {line['ratio']:.3g}, p = {line['p_ranks']:.2g}" if line["ratio"] else ""
    axes.set_title(said, loc="right", fontsize=9)
    dress(axes, line["comparison"])
    what = next(word for word in b_name.split(", ") if word not in a_name)
    above, below = (
        f"▲ {what} needs more: {line['less_a']}",
        f"▼ {what} needs less: {line['less_b']}",
    )
    axes.text(0.03, 0.97, above, transform=axes.transAxes, va="top", color=ORANGE, fontsize=9)
    axes.text(0.97, 0.03, below, transform=axes.transAxes, ha="right", color=BLUE, fontsize=9)


EXPERIMENT = Experiment(
    name="replanning",
    about="Repeated A* forward, backward, with other ties, and adaptive, in unknown mazes.",
    config=Replanning,
    prepare=prepare,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=draw,
    screens=screens,
)
