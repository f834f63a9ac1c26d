"""Pathfinders on the grid, on a graph of its rooms, and on points of visibility.

Z. Moori, Testing an Analysis of D* Algorithms, 2008, leaves open how its pathfinders perform on
graphs that are much smaller than the grid. Searches answer queries on known maps; navigators walk
from node to node of each architecture while doors close and open.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import asterion as at
from asterion.experiments.architectures.worlds import (
    ARCHITECTURES,
    GRID,
    MAPS,
    REGIONS,
    ROOMS,
    Built,
    Doors,
    Walk,
    built,
    made,
)
from asterion.experiments.engine.experiment import Config, Experiment, Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE, Axes, Figure, dress
from asterion.experiments.engine.tables import grouped
from asterion.experiments.landscapes import Query, queries
from asterion.world.grid import Cell, Grid

KNOWN, CHANGING = "known", "changing"
SEARCHES = ("dijkstra", "astar", "bidirectional")
SIZES = ("nodes", "connections", "bytes", "build_seconds")
WORK = ("expanded", "refined", "operations", "seconds", "upkeep_seconds", "searches", "moves")
_DRAWN = 32  # cells per side of the map in the picture


@dataclass(frozen=True)
class Architectures(Config):
    """Maps of each kind; on each some queries for searches, and one walk."""

    runs: int = 20
    side: int = 63
    ways: int = 10
    every: float = 8.0  # distance that an agent walks between changes of the doors
    changes: int = 200  # at most, on a walk


class Trial(NamedTuple):
    """One map, for all architectures and pathfinders."""

    config: Architectures
    map: str
    run: int


def trials(config: Architectures) -> list[Trial]:
    """One for each map."""
    return [Trial(config, kind, run) for kind in MAPS for run in range(config.runs)]


def run(trial: Trial) -> list[Row]:
    """A row for each architecture and pathfinder, on a known map and on a changing one."""
    grid = made(trial.map, trial.config.seed, trial.run, side=trial.config.side)
    across = queries(grid, trial.config.seed, trial.run, count=trial.config.ways)
    rows = [*on_known_ground(trial, grid, across), *on_changing_ground(trial, grid, across)]
    return [{"run": trial.run, "map": trial.map, **row} for row in rows]


# --- Queries on static maps


def on_known_ground(trial: Trial, grid: Grid, across: list[Query]) -> list[Row]:
    """Means over the queries of a map."""
    best = [at.find_path(grid, *query).cost for query in across]
    rows: list[Row] = []
    for name in ARCHITECTURES:
        answers = built(name, trial.map, grid, [])
        for search in SEARCHES:
            found = [answer(answers, grid, query, search) for query in across]
            ratios = [each["cost"] / cost for each, cost in zip(found, best, strict=True)]
            rows.append(
                {
                    **head(answers, KNOWN, search),
                    **{column: fmean(each[column] for each in found) for column in WORK},
                    "memory": None,
                    "ratios": ratios,
                    "lost": 0,
                    "arrived": len(found),
                    "wrong": sum(map(is_wrong, [name] * len(ratios), ratios)),
                }
            )
    return rows


def answer(answers: Built, grid: Grid, query: Query, search: Any) -> Row:
    """Answer one query: its counts, and the time for the whole path in cells."""
    begin = process_time()
    refined = 0
    if answers.known is None:
        path = at.find_path(grid, *query, algorithm=search)
        seconds, stats = process_time() - begin, path.stats
    elif isinstance(answers.known, at.RoomMap):
        path, rooms, legs = answers.known.plan(*query, algorithm=search)
        seconds = process_time() - begin
        refined = sum(leg.stats.expanded for leg in legs)
        stats = rooms.stats if rooms is not None else at.Path.not_found().stats
    else:
        path = answers.known.find_path(*query, algorithm=search)
        seconds = process_time() - begin
        stats = answers.known.route(*query, algorithm=search).stats
    return {
        "cost": at.validate(grid, path),
        "expanded": stats.expanded,
        "refined": refined,
        "operations": stats.pushes + stats.pops,
        "seconds": seconds,
        "upkeep_seconds": 0.0,
        "searches": 1,
        "moves": len(path) - 1,
    }


def is_wrong(name: str, ratio: float) -> bool:
    """Whether a ratio is below 1, or above 1 except on rooms, which may make detours."""
    return ratio < 1 - 1e-9 or (name != ROOMS and ratio > 1 + 1e-9)


# --- Walks while doors close and open


def navigators() -> list[str]:
    """The navigators that search graphs, except ``lpa``, whose ends are fixed."""
    return [
        info.name
        for info in at.algorithms("navigator")
        if "graph" in info.worlds and info.factory is None and info.name not in {"lpa", "index"}
    ]


def on_changing_ground(trial: Trial, grid: Grid, across: list[Query]) -> list[Row]:
    """Make one walk for each architecture and navigator, all with the same doors."""
    config = trial.config
    rooms = at.RoomMap(grid, REGIONS[trial.map])
    query = between_points(rooms, across)
    # Doors do not close nodes, which would wall some of them in at random.
    spared: set[Cell] = {*rooms.graph.nodes, *at.visibility_graph(grid, [*query]).nodes}
    rows: list[Row] = []
    for name in ARCHITECTURES:
        fresh = grid.copy()
        of_it = built(name, trial.map, fresh, [*query])
        for algorithm in navigators():
            edited, answers = deepcopy((fresh, of_it))  # faster than building it again
            doors = Doors(trial.map, edited, config.seed, trial.run, spared=spared)
            walk = Walk(
                answers,
                edited,
                query,
                doors,
                algorithm=algorithm,
                every=config.every,
                changes=config.changes,
            )
            rows.append({**head(answers, CHANGING, algorithm), **walk.row()})
    return rows


def between_points(rooms: at.RoomMap, across: list[Query]) -> Query:
    """The first query that leads to another room, between the points of both rooms."""
    for start, goal in across:
        ends = rooms.room(start), rooms.room(goal)
        if None not in ends and ends[0] != ends[1]:
            return Query(*ends)  # type: ignore[arg-type]
    return across[0]


def head(answers: Built, task: str, pathfinder: str) -> Row:
    """The first columns of a row: its subject, and the size of the architecture."""
    return {
        "task": task,
        "architecture": answers.name,
        "pathfinder": pathfinder,
        **{column: getattr(answers, column) for column in SIZES},
    }


# --- Summary


def summarise(config: Architectures, rows: list[Row]) -> Summary:
    """Return means over maps, and the counts as a share of the grid's."""
    groups = grouped(rows, "map", "task", "pathfinder", "architecture")
    table: list[Row] = []
    for (kind, task, pathfinder, architecture), group in groups.items():
        on_grid = groups[kind, task, pathfinder, GRID]
        ratios = [ratio for row in group for ratio in row["ratios"]]
        table.append(
            {
                "map": kind,
                "task": task,
                "architecture": architecture,
                "pathfinder": pathfinder,
                "runs": len(group),
                **{name: fmean(row[name] for row in group) for name in (*SIZES, *WORK)},
                "memory": fmean(row["memory"] for row in group) if task == CHANGING else None,
                "of_grid": share(group, on_grid, "expanded"),
                "operations_of_grid": share(group, on_grid, "operations"),
                "cost_ratio": fmean(ratios) if ratios else None,
                "longest_ratio": max(ratios, default=None),
                "lost": sum(row["lost"] for row in group),
                "arrived": sum(row["arrived"] for row in group),
            }
        )
    facts = {"drawn": {kind: drawn(config, kind) for kind in MAPS}}
    return Summary(table, facts, sum(row["wrong"] for row in rows))


def share(rows: list[Row], of: list[Row], column: str) -> float | None:
    """The mean of a column as a share of another group's."""
    whole = fmean(row[column] for row in of)
    return fmean(row[column] for row in rows) / whole if whole else None


def drawn(config: Architectures, kind: str) -> Row:
    """A corner of the first map, with the connections inside it, for the picture."""
    side = min(config.side, _DRAWN)
    whole = made(kind, config.seed, 0, side=config.side)
    grid = at.Grid(whole.cost[:side, :side])
    picture: Row = {"map": grid.to_text().splitlines()}
    graphs = at.room_graph(grid, REGIONS[kind]), at.visibility_graph(grid)
    for name, graph in zip(ARCHITECTURES[1:], graphs, strict=True):
        places = np.array(graph.nodes, np.int64).reshape(-1, 2)
        ends = graph.ends[graph.ends[:, 0] < graph.ends[:, 1]]  # each once
        picture[name] = np.hstack([places[ends[:, 0]], places[ends[:, 1]]]).tolist()
    return picture


# --- Picture

COLOURS = {"grid": GRAY, "rooms": ORANGE, "visibility": BLUE}
LABELS = {"grid": "grid", "rooms": "rooms", "visibility": "points of visibility"}
# Known maps first, then changing ones; simple algorithms first.
BARS = (
    ("known", "dijkstra"),
    ("known", "astar"),
    ("known", "bidirectional"),
    ("changing", "astar"),
    ("changing", "mpaa"),
    ("changing", "dstar"),
    ("changing", "focused-dstar"),
    ("changing", "dstar-lite"),
)


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """A map above and bars below, for each kind of map."""
    figure.set_size_inches(14, 9.6)
    figure.suptitle(
        "Nodes that pathfinders expand; at the bars, how much longer paths are than the cheapest"
    )
    maps = list(dict.fromkeys(line["map"] for line in summary.table))
    above, below = figure.subplots(2, len(maps), height_ratios=(1.15, 1))
    for kind, axes in zip(maps, above, strict=True):
        _map(axes, summary.facts["drawn"][kind], kind)
    for kind, axes in zip(maps, below, strict=True):
        _bars(axes, [line for line in summary.table if line["map"] == kind])
    figure.legend(*_handles(below[0]), loc="outside lower center", ncols=3, frameon=False)


def _handles(axes: Axes) -> tuple[list[Any], list[str]]:
    handles, labels = axes.get_legend_handles_labels()
    return handles, [LABELS[label] for label in labels]


def _map(axes: Axes, drawn: Row, kind: str) -> None:
    walls = [[character == "#" for character in line] for line in drawn["map"]]
    axes.imshow(walls, cmap="Greys", vmax=1.6)
    for name, width in (("visibility", 0.8), ("rooms", 2.2)):
        for row_a, col_a, row_b, col_b in drawn[name]:
            line = [col_a, col_b], [row_a, row_b]
            axes.plot(*line, color=COLOURS[name], linewidth=width, alpha=0.75)
        dots = {(a, b) for each in drawn[name] for a, b in (each[:2], each[2:])}
        rows, cols = zip(*sorted(dots), strict=True) if dots else ((), ())
        axes.plot(cols, rows, "o", color=COLOURS[name], markersize=2.4 * width**0.7)
    axes.set_title(kind, loc="left", fontsize=12, fontweight="bold")
    axes.set_xticks([])
    axes.set_yticks([])


def _bars(axes: Axes, table: list[Row]) -> None:
    lines = {(line["task"], line["pathfinder"], line["architecture"]): line for line in table}
    for offset, (name, colour) in zip((-0.27, 0, 0.27), COLOURS.items(), strict=True):
        shown = [
            (place + offset + 0.5 * (task == "changing"), lines[task, pathfinder, name])
            for place, (task, pathfinder) in enumerate(BARS)
            if (task, pathfinder, name) in lines
        ]
        heights = [max(line["expanded"], 0.5) for _, line in shown]
        places = [place for place, _ in shown]
        bars = axes.barh(places, heights, height=0.25, color=colour, label=name)
        axes.bar_label(bars, [_longer(line) for _, line in shown], padding=3, fontsize=7.5)
    axes.set_yticks(
        [place + 0.5 * (task == "changing") for place, (task, _) in enumerate(BARS)],
        [name for _, name in BARS],
    )
    axes.invert_yaxis()
    axes.axhline(2.75, color=INK, linewidth=0.8)
    for place, words in ((-0.5, "one query on a known map"), (3.1, "a walk, doors changing")):
        axes.text(1.0, place, words, transform=axes.get_yaxis_transform(), **_SMALL)
    axes.set_xscale("log")
    axes.set_xlim(left=5)
    dress(axes, grid="x")
    axes.set_xlabel("expanded nodes, mean")


def _longer(line: Row) -> str:
    """Say by how much paths are longer; empty if they are not."""
    percent = 100 * ((line["cost_ratio"] or 1) - 1)
    return f"+{percent:.1f} %" if percent > 0.05 else ""


_SMALL: dict[str, Any] = {"ha": "right", "va": "bottom", "fontsize": 9, "color": INK}


EXPERIMENT = Experiment(
    name="architectures",
    about="Pathfinders on the grid, on a graph of its rooms, and on points of visibility.",
    config=Architectures,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=draw,
    hidden=("runs", "connections", "searches", "moves", "memory", "operations_of_grid", "arrived"),
)
