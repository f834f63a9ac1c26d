"""How large clusters should be: small ones estimate better, and their table costs more.

Queries across houses of many rooms. Counted for each size of blocks: expansions, the bytes of the
table, the time to build it, and the closed share of the clusters that a search enters. Compared
with rooms as clusters, the straight line, the zero heuristic, and the table between the centres of
clusters (variant ``"lecture"``) of CS4386 AI Game Programming, Lecture 07, Pathfinding: Dijkstra
and A*, City University of Hong Kong, 2021.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from time import thread_time
from typing import NamedTuple

import numpy as np

import asterion as at
from asterion.experiments.clusters import picture as clusters_picture
from asterion.experiments.engine.experiment import (
    Config,
    Experiment,
    Row,
    Summary,
)
from asterion.experiments.landscapes import INDOORS, Query, landscape, queries
from asterion.world.grid import Grid

SIZES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 63)
ROOMS, LINE, ZERO = "rooms", "euclidean", "zero"
VARIANTS = ("admissible", "lecture")
NO_TABLE = dict.fromkeys(("regions", "cells_a_region", "table_bytes", "build_seconds"))
CLOSED = 2  # as in Search.state


@dataclass(frozen=True)
class Clusters(Config):
    """Houses of 8 x 8 rooms."""

    runs: int = 20
    side: int = 63
    ways: int = 20


class Trial(NamedTuple):
    """One house; all sizes are tried in it."""

    config: Clusters
    run: int


class Found(NamedTuple):
    """The counts of one query."""

    expanded: int
    cost: float
    filled: float | None  # the closed share of the clusters with a closed cell


def trials(config: Clusters) -> list[Trial]:
    """One for each house."""
    return [Trial(config, run) for run in range(config.runs)]


def run(trial: Trial) -> list[Row]:
    """A row for each size and variant, and for the heuristics without a table."""
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


def walked(grid: Grid, query: Query, heuristic: str | at.ClusterHeuristic) -> Found:
    """One search, with the same tie-breaking for all, and so the same engine."""
    search = at.Search(grid, *query, heuristic=heuristic, algorithm="astar", ties="high-g")
    search.run()
    filled = None
    if not isinstance(heuristic, str):
        labels = heuristic.labels[search.state == CLOSED]
        entered = np.isin(heuristic.labels, labels)
        filled = len(labels) / int(entered.sum())
    return Found(search.stats.expanded, search.path.cost, filled)


def means(found: list[Found], best: list[float]) -> Row:
    """Means over the queries of a house."""
    ratios = [each.cost / cheapest for each, cheapest in zip(found, best, strict=True)]
    filled = [each.filled for each in found if each.filled is not None]
    return {
        "expanded": fmean(each.expanded for each in found),
        "filled": fmean(filled) if filled else None,
        "cost_ratio": fmean(ratios),
        "longest_ratio": max(ratios),
    }


def summarise(_config: Clusters, rows: list[Row]) -> Summary:
    """Means over houses."""
    groups: dict[tuple[int | str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["clusters"], row["variant"]), []).append(row)
    line = fmean(row["expanded"] for row in groups[LINE, ""])
    table = []
    for (size, variant), group in groups.items():
        mean = {name: mean_of(group, name) for name in (*NO_TABLE, "expanded", "filled")}
        table.append(
            {
                "clusters": size,
                "variant": variant,
                "runs": len(group),
                **mean,
                "of_euclidean": fmean(row["expanded"] for row in group) / line,
                "cost_ratio": fmean(row["cost_ratio"] for row in group),
                "longest_ratio": max(row["longest_ratio"] for row in group),
            }
        )
    # The variant "lecture" is not admissible; all others must find the cheapest path.
    wrong = [row["longest_ratio"] > 1 + 1e-9 for row in rows if row["variant"] != "lecture"]
    return Summary(table, {}, sum(wrong))


def mean_of(rows: list[Row], name: str) -> float | None:
    """The mean of a column without its empty values; None if all are empty."""
    values = [row[name] for row in rows if row[name] is not None]
    return fmean(values) if values else None


EXPERIMENT = Experiment(
    name="clusters",
    about="How large clusters should be: expansions, bytes of the table, time to build it.",
    config=Clusters,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=clusters_picture.draw,
    shown=(
        "clusters",
        "variant",
        "regions",
        "table_bytes",
        "build_seconds",
        "expanded",
        "of_euclidean",
        "filled",
        "cost_ratio",
        "longest_ratio",
    ),
)
