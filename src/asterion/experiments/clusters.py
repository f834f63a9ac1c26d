"""The size of clusters: small ones estimate better, and their table costs more.

Queries across buildings of many rooms. Counted for each size of blocks: expansions, the bytes of
the table, the time to build it, and the closed share of the clusters that a search enters. Compared
with rooms as clusters, the straight line, the zero heuristic, and the table between the centres of
clusters (variant ``"lecture"``) of CS4386 AI Game Programming, Lecture 07, Pathfinding: Dijkstra
and A*, City University of Hong Kong, 2021.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from time import thread_time
from typing import Any, NamedTuple

import numpy as np

import asterion as at
from asterion.experiments.engine.experiment import Config, Experiment, Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE, Axes, Figure, dress
from asterion.experiments.engine.tables import grouped, mean
from asterion.experiments.landscapes import INDOORS, Query, landscape, queries
from asterion.world.grid import Grid

SIZES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 63)
ROOMS, LINE, ZERO = "rooms", "euclidean", "zero"
VARIANTS = ("admissible", "lecture")
NO_TABLE = dict.fromkeys(("regions", "cells_a_region", "table_bytes", "build_seconds"))
CLOSED = 2  # as in Search.state


@dataclass(frozen=True)
class Clusters(Config):
    """Buildings of 8 x 8 rooms."""

    runs: int = 20
    side: int = 63
    ways: int = 20


class Trial(NamedTuple):
    """One building; all sizes are tried in it."""

    config: Clusters
    run: int


class Found(NamedTuple):
    """The counts of one query."""

    expanded: int
    cost: float
    filled: float | None  # the closed share of the clusters with a closed cell


def trials(config: Clusters) -> list[Trial]:
    """Return one for each building."""
    return [Trial(config, run) for run in range(config.runs)]


def run(trial: Trial) -> list[Row]:
    """Return a row for each size and variant, and for the heuristics without a table."""
    config = trial.config
    grid = landscape(INDOORS, config.seed, trial.run, side=config.side)
    across = queries(grid, config.seed, trial.run, count=config.ways)
    best = [at.find_path(grid, *query, algorithm="dijkstra").cost for query in across]
    rows: list[Row] = []
    for name in (ZERO, LINE):
        found = [walked(grid, query, name) for query in across]
        rows.append({"clusters": name, "variant": "", **NO_TABLE, **means(found, best)})
    sizes: list[int | str] = [size for size in SIZES if size <= config.side]
    for size in (*sizes, ROOMS):
        for variant in VARIANTS:
            begin = thread_time()
            known = at.ClusterHeuristic(grid, size, variant)
            seconds = thread_time() - begin
            table: Row = {
                "regions": len(known.table),
                "cells_a_region": int((grid.cost > 0).sum()) / len(known.table),
                "table_bytes": known.table.nbytes,
                "build_seconds": seconds,
            }
            found = [walked(grid, query, known) for query in across]
            rows.append({"clusters": size, "variant": variant, **table, **means(found, best)})
    return [{"run": trial.run, **row} for row in rows]


def walked(grid: Grid, query: Query, heuristic: Any) -> Found:
    """Run one search, with the same tie-breaking for all, and so the same engine."""
    search = at.Search(grid, *query, heuristic=heuristic, algorithm="astar", ties="high-g")
    search.run()
    filled = None
    if not isinstance(heuristic, str):
        labels = heuristic.labels[search.state == CLOSED]
        entered = np.isin(heuristic.labels, labels)
        filled = len(labels) / int(entered.sum())
    return Found(search.stats.expanded, search.path.cost, filled)


def means(found: list[Found], best: list[float]) -> Row:
    """Means over the queries of a building."""
    ratios = [each.cost / cheapest for each, cheapest in zip(found, best, strict=True)]
    filled = [each.filled for each in found if each.filled is not None]
    return {
        "expanded": fmean(each.expanded for each in found),
        "filled": fmean(filled) if filled else None,
        "cost_ratio": fmean(ratios),
        "longest_ratio": max(ratios),
    }


def summarise(_config: Clusters, rows: list[Row]) -> Summary:
    """Return means over buildings."""
    groups = grouped(rows, "clusters", "variant")
    line = fmean(row["expanded"] for row in groups[LINE, ""])
    table = []
    for (size, variant), group in groups.items():
        means_of_columns = {name: mean(group, name) for name in (*NO_TABLE, "expanded", "filled")}
        table.append(
            {
                "clusters": size,
                "variant": variant,
                "runs": len(group),
                **means_of_columns,
                "of_euclidean": fmean(row["expanded"] for row in group) / line,
                "cost_ratio": fmean(row["cost_ratio"] for row in group),
                "longest_ratio": max(row["longest_ratio"] for row in group),
            }
        )
    # The variant "lecture" is not admissible; all others must find the cheapest path.
    wrong = [row["longest_ratio"] > 1 + 1e-9 for row in rows if row["variant"] != "lecture"]
    return Summary(table, {}, sum(wrong))


# --- Picture

COLOURS = {"admissible": BLUE, "lecture": ORANGE}
TICKS = (2, 4, 8, 16, 32, 63)


class Panel(NamedTuple):
    """A column of the table."""

    column: str
    title: str
    factor: float = 1.0
    logarithms: bool = True


PANELS = (
    Panel("expanded", "expansions per query", logarithms=False),
    Panel("table_bytes", "table, KiB", 1 / 1024),
    Panel("build_seconds", "time to build it, ms", 1e3),
)


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Draw three panels by size; diamonds are rooms, dashed lines heuristics without a table."""
    figure.set_size_inches(13.5, 4.4)
    figure.suptitle("Small clusters know more, and cost more")
    for panel, axes in zip(PANELS, figure.subplots(1, len(PANELS)), strict=True):
        _curves(axes, summary.table, panel)
        if panel.column == "expanded":
            _lines(axes, summary.table)
        axes.set_xscale("log", base=2)
        if panel.logarithms:
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter("{x:g}")
        else:
            axes.set_ylim(0, 1.1 * max(line[panel.column] for line in summary.table))
        axes.set_xticks(TICKS, [str(tick) for tick in TICKS])
        axes.set_xlabel("cells a side of a block")
        dress(axes, panel.title)


def _curves(axes: Axes, table: list[Row], panel: Panel) -> None:
    for variant, colour in COLOURS.items():
        lines = [line for line in table if line["variant"] == variant]
        blocks = [line for line in lines if line["clusters"] != "rooms"]
        rooms = [line for line in lines if line["clusters"] == "rooms"]
        xs = [line["clusters"] for line in blocks]
        ys = [line[panel.column] * panel.factor for line in blocks]
        axes.plot(xs, ys, "o-", color=colour, markersize=5, label=f"blocks, {variant}")
        xs = [line["cells_a_region"] ** 0.5 for line in rooms]  # as a square
        ys = [line[panel.column] * panel.factor for line in rooms]
        label = f"rooms, {variant}"
        axes.plot(xs, ys, "D", color=colour, markersize=9, markeredgecolor=INK, label=label)


def _lines(axes: Axes, table: list[Row]) -> None:
    for line in table:
        if not line["variant"]:
            axes.axhline(line["expanded"], color=GRAY, linestyle="--", linewidth=1)
            name = "straight line" if line["clusters"] == "euclidean" else line["clusters"]
            axes.text(TICKS[0], line["expanded"] * 1.01, name, va="bottom", fontsize=9)
    axes.legend(fontsize=8.5, loc="center right", bbox_to_anchor=(1, 0.7))


EXPERIMENT = Experiment(
    name="clusters",
    about="How large clusters should be: expansions, bytes of the table, time to build it.",
    config=Clusters,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=draw,
    hidden=("runs", "cells_a_region"),
)
