"""Fill: the nodes that a search visits off its path; the better the heuristic, the fewer.

The fill patterns of CS4386 AI Game Programming, Lecture 07, Pathfinding: Dijkstra and A*, City
University of Hong Kong, 2021, indoors and outdoors: the zero heuristic, the straight line, and
clusters; landmarks in addition. Every path costs the same.

Also how much of a search's time goes into its heuristic: the lecture says that it can dominate. So
the straight line is there twice, in the core and as a Python function.

I. Millington, Artificial Intelligence for Games, 2006; Goldberg and Harrelson, 2005
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, isclose, log
from statistics import fmean
from time import perf_counter
from typing import Any

import numpy as np

import asterion as at
from asterion.experiments.engine.experiment import Config, Experiment, Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE, Axes, Figure
from asterion.experiments.engine.tables import grouped
from asterion.experiments.landscapes import (
    INDOORS,
    KINDS,
    MapTrial,
    Query,
    landscape,
    map_trials,
    queries,
)
from asterion.heuristics.check import estimates
from asterion.world.grid import Cell, Grid

HEURISTICS = ("zero", "euclidean", "python", "cluster", "landmarks")
DRAWN = ("zero", "euclidean", "cluster")
_REPEATS = 5  # of a time, of which the least counts
_BLOCK = 4  # side in cells of a cluster if there are no rooms
_MARKS = np.array(list(".ox#*"))  # unvisited, open, closed; walls, the path


@dataclass(frozen=True)
class Fill(Config):
    """Maps small enough to see each cell."""

    side: int = 31


def problem(trial: MapTrial[Fill]) -> tuple[Grid, Query]:
    """Make the map and its query again from the seed, wherever they are needed."""
    config, kind, run = trial
    grid = landscape(kind, config.seed, run, side=config.side)
    return grid, queries(grid, config.seed, run, count=1)[0]


def straight_line(cell: Cell, goal: Cell) -> float:
    """The straight line, as a user would write it; cells cost 1."""
    return hypot(cell[0] - goal[0], cell[1] - goal[1])


def heuristic_of(grid: Grid, kind: str, name: str) -> Any:
    """The heuristic of this name, made for a map."""
    if name == "cluster":
        return at.ClusterHeuristic(grid, "rooms" if kind == INDOORS else _BLOCK)
    if name == "landmarks":
        return at.Landmarks(grid)
    return straight_line if name == "python" else name


def searched(grid: Grid, query: Query, heuristic: Any, *, trace: bool = False) -> at.Search:
    """Run a search to its end, with the same tie-breaking and engine for all."""
    search = at.Search(
        grid, *query, heuristic=heuristic, algorithm="astar", ties="high-g", trace=trace
    )
    search.run()
    return search


def times(grid: Grid, query: Query, heuristic: Any) -> tuple[float, float]:
    """The time of a search, and how much of it is spent in the heuristic.

    A function is compared with its values in an array. A heuristic of the core is timed on the
    whole map; what it takes longer than zero there is multiplied by the estimates of the search.
    """

    def search_seconds(heuristic: Any) -> float:
        return min(searched(grid, query, heuristic).path.stats.seconds for _ in range(_REPEATS))

    def map_seconds(heuristic: Any) -> float:
        taken = []
        for _ in range(_REPEATS):
            begin = perf_counter()
            estimates(grid, heuristic, query.goal)
            taken.append(perf_counter() - begin)
        return min(taken)

    whole = search_seconds(heuristic)
    if callable(heuristic):
        return whole, whole - search_seconds(estimates(grid, heuristic, query.goal))
    asked = sum(
        event.kind != "closed" for event in searched(grid, query, heuristic, trace=True).trace
    )
    return whole, (map_seconds(heuristic) - map_seconds("zero")) * asked / grid.cost.size


def run(trial: MapTrial[Fill]) -> list[Row]:
    """Return a row for each heuristic."""
    grid, query = problem(trial)
    best = at.find_path(grid, *query, algorithm="dijkstra").cost
    rows = []
    for name in HEURISTICS:
        heuristic = heuristic_of(grid, trial.kind, name)
        path = searched(grid, query, heuristic).path
        seconds, in_heuristic = times(grid, query, heuristic)
        rows.append(
            {
                "map": trial.kind,
                "run": trial.run,
                "heuristic": name,
                "fill": path.stats.fill,
                "expanded": path.stats.expanded,
                "cells": len(path),
                "wrong": not isclose(path.cost, best, rel_tol=1e-9),
                "seconds": seconds,
                "heuristic_seconds": in_heuristic,
            }
        )
    return rows


def summarise(config: Fill, rows: list[Row]) -> Summary:
    """Return means over maps, how often a better heuristic filled no more, and drawings."""
    table, shown = [], {}
    groups = grouped(rows, "map", "heuristic")
    for kind in KINDS:
        fills = {name: [row["fill"] for row in groups[kind, name]] for name in HEURISTICS}
        before = fills["zero"]
        for name in HEURISTICS:
            group = groups[kind, name]
            table.append(
                {
                    "map": kind,
                    "heuristic": name,
                    "runs": len(group),
                    "fill": fmean(fills[name]),
                    "expanded": fmean(row["expanded"] for row in group),
                    "path": fmean(row["cells"] for row in group),
                    "no_more_than_above": sum(
                        less <= more for less, more in zip(fills[name], before, strict=True)
                    ),
                    "seconds": (whole := fmean(row["seconds"] for row in group)),
                    "share_of_seconds": fmean(row["heuristic_seconds"] for row in group) / whole,
                }
            )
            before = fills[name]
        shown[kind] = drawings(MapTrial(config, kind, typical([fills[name] for name in DRAWN])))
    return Summary(table, {"drawings": shown}, sum(row["wrong"] for row in rows))


def typical(fills: list[list[int]]) -> int:
    """Choose the run to draw: its fills are nearest to the means, as ratios."""

    def away(run: int) -> float:
        return sum(abs(log((1 + fill[run]) / (1 + fmean(fill)))) for fill in fills)

    return min(range(len(fills[0])), key=away)


def drawings(trial: MapTrial[Fill]) -> Row:
    """Draw a map as text: x closed, o open, a dot unvisited, # walls, * the path."""
    grid, query = problem(trial)
    drawn: Row = {"run": trial.run, "start": list(query.start), "goal": list(query.goal)}
    for name in DRAWN:
        search = searched(grid, query, heuristic_of(grid, trial.kind, name))
        marks = np.where(grid.cost > 0, search.state, 3)
        marks[tuple(np.array([*search.path]).T)] = 4
        drawn[name] = ["".join(line) for line in _MARKS[marks]]
    return drawn


# --- Picture

TITLES = {"zero": "zero", "euclidean": "straight line", "cluster": "clusters"}
# A character, its marker, its colour, its size in cells.
STYLES = ((".", "o", GRAY, 0.16), ("x", "x", BLUE, 0.55), ("o", "o", ORANGE, 0.5))
_INCHES = 4.4
_FLOOR, _WALL = 1.0, 0.35  # shades of gray


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Draw a row for each kind of map, a column for each heuristic."""
    drawn = summary.facts["drawings"]
    names = [name for name in TITLES if name in next(iter(drawn.values()))]
    figure.set_size_inches(_INCHES * len(names), (_INCHES + 0.35) * len(drawn) + 0.6)
    figure.suptitle("x closed    o open    · unvisited", fontsize=15)
    panels = figure.subplots(len(drawn), len(names), squeeze=False)
    for (kind, maps), across in zip(drawn.items(), panels, strict=True):
        for name, axes in zip(names, across, strict=True):
            _panel(axes, maps[name], maps["start"], maps["goal"])
            filled = sum(line.count(mark) for line in maps[name] for mark in "xo")
            axes.set_title(f"{kind}: {TITLES[name]}", loc="left", fontsize=12, fontweight="bold")
            axes.set_title(f"fill {filled}", loc="right", fontsize=12)


def _panel(axes: Axes, lines: list[str], start: list[int], goal: list[int]) -> None:
    rows, cols = len(lines), len(lines[0])
    points = 72 * _INCHES * 0.93 / max(rows, cols)  # of a cell
    cells = [(r, c, lines[r][c]) for r in range(rows) for c in range(cols)]
    shades = [[_WALL if mark == "#" else _FLOOR for mark in line] for line in lines]
    axes.imshow(shades, cmap="gray", vmin=0, vmax=1)
    for mark, marker, colour, size in STYLES:
        ys, xs = ([cell[i] for cell in cells if cell[2] == mark] for i in (0, 1))
        hollow = mark == "o"
        axes.plot(
            xs,
            ys,
            marker,
            color=colour,
            markersize=points * size,
            markerfacecolor="none" if hollow else colour,
            markeredgewidth=1.1 if mark in "xo" else 0,
        )
    _path(axes, [(r, c) for r, c, mark in cells if mark == "*"], start, goal, points)
    axes.set(xlim=(-0.6, cols - 0.4), ylim=(rows - 0.4, -0.6), xticks=[], yticks=[])
    axes.set_aspect("equal")


def _path(
    axes: Axes, path: list[tuple[int, int]], start: list[int], goal: list[int], points: float
) -> None:
    """Draw the path as broad dots, and letters at its ends."""
    axes.plot(
        [c for _, c in path],
        [r for r, _ in path],
        "o",
        color=INK,
        markersize=points * 0.42,
        markeredgewidth=0,
    )
    for (row, col), letter in ((start, "S"), (goal, "G")):
        axes.text(
            col,
            row,
            letter,
            ha="center",
            va="center",
            color="white",
            fontsize=9,
            fontweight="bold",
            bbox={"boxstyle": "circle,pad=0.18", "facecolor": INK, "edgecolor": "white"},
        )


EXPERIMENT = Experiment(
    name="fill",
    about="Fill of A* indoors and outdoors: zero, straight-line, cluster and landmark heuristics.",
    config=Fill,
    trials=map_trials,
    run=run,
    summarise=summarise,
    draw=draw,
    hidden=("runs",),
)
