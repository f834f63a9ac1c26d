"""Fill: the nodes that a search considers off its path; the better the heuristic, the fewer.

The fill patterns of CS4386 AI Game Programming, Lecture 07, Pathfinding: Dijkstra and A*, City
University of Hong Kong, 2021, indoors and outdoors: the zero heuristic, the straight line, and
clusters; landmarks in addition. Every path costs the same.

I. Millington, Artificial Intelligence for Games, 2006; Goldberg and Harrelson, 2005
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose, log
from statistics import fmean
from typing import NamedTuple

import numpy as np

import asterion as at
from asterion.experiments.engine.experiment import (
    Config,
    Experiment,
    Row,
    Summary,
)
from asterion.experiments.fill import picture as fill_picture
from asterion.experiments.landscapes import INDOORS, KINDS, Query, landscape, queries
from asterion.world.grid import Grid

HEURISTICS = ("zero", "euclidean", "cluster", "landmarks")
DRAWN = HEURISTICS[:3]
_BLOCK = 4  # side in cells of a cluster if there are no rooms
_MARKS = np.array(list(".ox#*"))  # unvisited, open, closed; walls, the path


@dataclass(frozen=True)
class Fill(Config):
    """Maps small enough to see each cell."""

    side: int = 31


class Trial(NamedTuple):
    """One map, and one query across it."""

    config: Fill
    kind: str
    run: int


def trials(config: Fill) -> list[Trial]:
    """One for each kind of map and run."""
    return [Trial(config, kind, run) for kind in KINDS for run in range(config.runs)]


def problem(trial: Trial) -> tuple[Grid, Query]:
    """The map and its query, made again from the seed wherever they are needed."""
    config, kind, run = trial
    grid = landscape(kind, config.seed, run, side=config.side)
    return grid, queries(grid, config.seed, run, count=1)[0]


def searched(grid: Grid, query: Query, kind: str, name: str) -> at.Search:
    """A finished search, with the same tie-breaking for all, and so the same engine."""
    heuristic: str | at.ClusterHeuristic | at.Landmarks = name
    if name == "cluster":
        heuristic = at.ClusterHeuristic(grid, "rooms" if kind == INDOORS else _BLOCK)
    elif name == "landmarks":
        heuristic = at.Landmarks(grid)
    search = at.Search(grid, *query, heuristic=heuristic, algorithm="astar", ties="high-g")
    search.run()
    return search


def run(trial: Trial) -> list[Row]:
    """A row for each heuristic."""
    grid, query = problem(trial)
    best = at.find_path(grid, *query, algorithm="dijkstra").cost
    rows = []
    for name in HEURISTICS:
        path = searched(grid, query, trial.kind, name).path
        rows.append(
            {
                "map": trial.kind,
                "run": trial.run,
                "heuristic": name,
                "fill": path.stats.fill,
                "expanded": path.stats.expanded,
                "cells": len(path),
                "wrong": not isclose(path.cost, best, rel_tol=1e-9),
            }
        )
    return rows


def summarise(config: Fill, rows: list[Row]) -> Summary:
    """Means over maps, in how many maps a better heuristic filled no more, and drawings."""
    table, shown = [], {}
    for kind in KINDS:
        fills = {
            name: [r["fill"] for r in rows if (r["map"], r["heuristic"]) == (kind, name)]
            for name in HEURISTICS
        }
        before = fills["zero"]
        for name in HEURISTICS:
            group = [row for row in rows if (row["map"], row["heuristic"]) == (kind, name)]
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
                }
            )
            before = fills[name]
        shown[kind] = drawings(Trial(config, kind, typical([fills[name] for name in DRAWN])))
    return Summary(table, {"drawings": shown}, sum(row["wrong"] for row in rows))


def typical(fills: list[list[int]]) -> int:
    """The run whose fills are nearest to the means, as ratios: the one to draw."""

    def away(run: int) -> float:
        return sum(abs(log((1 + fill[run]) / (1 + fmean(fill)))) for fill in fills)

    return min(range(len(fills[0])), key=away)


def drawings(trial: Trial) -> Row:
    """A map as text: x closed, o open, a dot unvisited, # walls, * the path."""
    grid, query = problem(trial)
    drawn: Row = {"run": trial.run, "start": list(query.start), "goal": list(query.goal)}
    for name in DRAWN:
        search = searched(grid, query, trial.kind, name)
        marks = np.where(grid.cost > 0, search.state, 3)
        marks[tuple(np.array([*search.path]).T)] = 4
        drawn[name] = ["".join(line) for line in _MARKS[marks]]
    return drawn


EXPERIMENT = Experiment(
    name="fill",
    about="Fill of A* indoors and outdoors: zero, straight-line, cluster and landmark heuristics.",
    config=Fill,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=fill_picture.draw,
    shown=("map", "heuristic", "fill", "expanded", "path", "no_more_than_above"),
)
