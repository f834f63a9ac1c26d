"""Weighted A*: the search that a weight on the heuristic saves, and its price.

Queries across maps indoors and outdoors with the straight-line distance times a weight. Below 1 it
estimates worse than it could; above 1 it overestimates, and paths need not be the cheapest.
Counted: expansions, how much longer paths are, and how many are optimal. After the sections on
underestimating and overestimating heuristics in CS4386 AI Game Programming, Lecture 07,
Pathfinding: Dijkstra and A*, City University of Hong Kong, 2021.

Two bounds are checked on each path: weight x optimum, and optimum + x if no estimate along a
cheapest path exceeds the true cost by more than x.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

import numpy as np

import asterion as at
from asterion.experiments.engine.experiment import Config, Experiment, Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE, Axes, Figure, dress
from asterion.experiments.engine.tables import grouped
from asterion.experiments.landscapes import MapTrial, Query, landscape, map_trials, queries
from asterion.heuristics.check import estimates
from asterion.world.grid import Grid

WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.05, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Weights(Config):
    """Maps of 63 x 63 cells."""

    runs: int = 20
    side: int = 63
    ways: int = 20


def run(trial: MapTrial[Weights]) -> list[Row]:
    """Return a row for each query and weight."""
    config, kind, number = trial
    grid = landscape(kind, config.seed, number, side=config.side)
    rows: list[Row] = []
    for index, query in enumerate(queries(grid, config.seed, number, count=config.ways)):
        names = {"map": kind, "run": number, "way": index}
        rows += ({**names, **row} for row in weighted(grid, query))
    return rows


def weighted(grid: Grid, query: Query) -> list[Row]:
    """Return a row for each weight, with the same tie-breaking for all."""
    cheapest = at.find_path(grid, *query, algorithm="dijkstra")
    along = tuple(np.array([*cheapest]).T)
    true = at.distances(grid, query.goal, direction="to")[along]
    line = estimates(grid, "euclidean", query.goal)[along]
    rows: list[Row] = []
    for weight in WEIGHTS:
        path = at.find_path(
            grid, *query, heuristic="euclidean", weight=weight, algorithm="astar", ties="high-g"
        )
        over = float(np.maximum(weight * line - true, 0).max())
        most = cheapest.cost * (1 + _ROUNDING)
        rows.append(
            {
                "weight": weight,
                "expanded": path.stats.expanded,
                "cost": path.cost,
                "ratio": path.cost / cheapest.cost,
                "over": over,
                "excess": max(path.cost - cheapest.cost, 0.0),
                "wrong": path.cost > max(weight, 1) * most or path.cost > most + over,
            }
        )
    return rows


def summarise(_config: Weights, rows: list[Row]) -> Summary:
    """Return means over all queries on a kind of map."""
    table = []
    groups = grouped(rows, "map", "weight")
    for (kind, weight), group in groups.items():
        usual = fmean(row["expanded"] for row in groups[kind, 1.0])
        ratios = sorted(row["ratio"] for row in group)
        expanded = fmean(row["expanded"] for row in group)
        table.append(
            {
                "map": kind,
                "weight": weight,
                "paths": len(group),
                "expanded": expanded,
                "of_weight_1": expanded / usual,
                "cheapest": fmean(ratio < 1 + _ROUNDING for ratio in ratios),
                "cost_ratio": fmean(ratios),
                "nine_in_ten": ratios[(9 * len(ratios) - 1) // 10],
                "longest_ratio": ratios[-1],
                "bound": max(weight, 1.0),
                "largest_excess": max(row["excess"] for row in group),
                "largest_over": max(row["over"] for row in group),
            }
        )
    return Summary(table, {}, sum(row["wrong"] for row in rows))


# --- Picture


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Draw weights from 0 on a square-root scale, as most changes near 1."""
    kinds = list(dict.fromkeys(line["map"] for line in summary.table))
    figure.set_size_inches(5.6 * len(kinds), 6.6)
    figure.suptitle("Weights on the straight line: below 1 more search, above 1 longer paths")
    panels = figure.subplots(2, len(kinds), squeeze=False, sharex=True)
    for column, kind in enumerate(kinds):
        lines = [line for line in summary.table if line["map"] == kind]
        work, price = panels[0][column], panels[1][column]
        _work(work, lines)
        _price(price, lines)
        for axes, title in ((work, kind), (price, "")):
            dress(axes, title)
            axes.axvline(1, color=GRAY, linestyle="--", linewidth=1)
            axes.set_xscale("function", functions=(lambda x: np.sqrt(np.maximum(x, 0)), np.square))
            ticks = (0, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10)
            axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        price.set_xlabel("weight")


def _work(axes: Axes, lines: list[Row]) -> None:
    weights = [line["weight"] for line in lines]
    axes.plot(weights, [line["expanded"] for line in lines], "o-", color=BLUE, markersize=5)
    axes.set_ylabel("expansions per path")
    axes.set_ylim(bottom=0)


def _price(axes: Axes, lines: list[Row]) -> None:
    weights = [line["weight"] for line in lines]

    def percent(name: str) -> list[float]:
        return [100 * (line[name] - 1) for line in lines]

    axes.plot(weights, percent("longest_ratio"), "^-", color=ORANGE, markersize=5, label="longest")
    axes.plot(weights, percent("nine_in_ten"), "v-", color=INK, markersize=5, label="9 in 10 below")
    axes.plot(weights, percent("cost_ratio"), "o-", color=BLUE, markersize=5, label="mean")
    top = max(percent("longest_ratio")) * 1.15 + 1
    axes.plot(weights, percent("bound"), ":", color=GRAY, label="bound: the weight")
    axes.set_ylim(-0.03 * top, top)
    axes.set_ylabel("% above the cheapest")
    axes.legend(fontsize=8.5, loc="upper left", handlelength=1.4)


EXPERIMENT = Experiment(
    name="weights",
    about="Weights on the heuristic: how much search overestimates save, and what paths cost.",
    config=Weights,
    trials=map_trials,
    run=run,
    summarise=summarise,
    draw=draw,
    hidden=("paths", "bound"),
)
