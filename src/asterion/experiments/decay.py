"""Graceful decay of admissibility (H. W. Guesgen, A* Path Planning, University of Auckland, 2004).

If a heuristic rarely overestimates by more than delta, paths rarely cost more than the cheapest
plus delta. Tested on the perfect heuristic with noise: on a share of the cells the estimate is too
large by more than delta, on all others by at most delta, or it is too small. Counted: how many
paths exceed the cheapest by more than delta, and how many cheapest paths contain such a cell,
without which none can. The noise is independent for each cell, or for patches of cells, on the
floor of buildings and on open land with random costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import asterion as at
from asterion.experiments.engine.experiment import Config, Experiment, Row, Summary
from asterion.experiments.engine.pictures import BLUE, ORANGE, Figure, dress
from asterion.experiments.engine.tables import grouped
from asterion.experiments.landscapes import INDOORS, MapTrial, Query, landscape, map_trials, queries
from asterion.world.dice import Dice
from asterion.world.grid import Grid

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

ROUGH = "rough ground"
MAPS = (INDOORS, ROUGH)
NOISES = {"cells": 1, "patches": 8}  # side in cells of a patch with the same noise
SHARES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_NOISE = 2**160  # above the seeds of maps and of their queries
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Decay(Config):
    """Maps of 63 x 63 cells; delta is two straight moves on a floor."""

    runs: int = 50
    side: int = 63
    ways: int = 20
    delta: float = 2.0


def map_of(trial: MapTrial[Decay]) -> Grid:
    """A building, or open land whose cells cost 1 to 5."""
    config, kind, run = trial
    if kind == INDOORS:
        return landscape(kind, config.seed, run, side=config.side)
    costs = Dice(config.seed * 2**32 + run).fractions((config.side, config.side))
    return Grid(1 + np.floor(5 * costs))


def run(trial: MapTrial[Decay]) -> list[Row]:
    """Return a row for each noise and share, over all queries."""
    config = trial.config
    grid = map_of(trial)
    dice = Dice(_NOISE + config.seed * 2**32 + trial.run)
    across = queries(grid, config.seed, trial.run, count=config.ways)
    rows: list[Row] = []
    for noise, patch in NOISES.items():
        for share in SHARES:
            found = [tried(grid, query, dice, (patch, share, config.delta)) for query in across]
            rows.append(
                {
                    "map": trial.kind,
                    "run": trial.run,
                    "noise": noise,
                    "share": share,
                    "paths": len(found),
                    "cells_over": fmean(each.cells_over for each in found),
                    "paths_met": sum(each.met for each in found),
                    "paths_over": sum(
                        each.excess > config.delta * (1 + _ROUNDING) for each in found
                    ),
                    "excess": fmean(each.excess for each in found),
                    "largest_excess": max(each.excess for each in found),
                    "expanded": fmean(each.expanded for each in found),
                    "wrong": sum(each.wrong for each in found),
                }
            )
    return rows


class Tried(NamedTuple):
    """The result of one query with one noise."""

    cells_over: float  # the share of cells whose estimate is too large by more than delta
    met: bool  # whether one of them is on the cheapest path
    excess: float  # of the path's cost over the cheapest
    expanded: int
    wrong: bool  # the excess is more than the estimates along the cheapest path allow


def tried(grid: Grid, query: Query, dice: Dice, how: tuple[int, float, float]) -> Tried:
    """Run one search with the perfect heuristic and noise."""
    true = at.distances(grid, query.goal, direction="to")
    best, free = float(true[query.start]), np.isfinite(true)
    true[~free] = 0
    values = np.maximum(true + noise(grid.shape, dice, how), 0)
    values[query.goal] = 0
    over = values - true
    along = over[tuple(np.array([*at.find_path(grid, *query, algorithm="dijkstra")]).T)]
    path = at.find_path(grid, *query, heuristic=values)
    excess = max(path.cost - best, 0.0)
    return Tried(
        cells_over=float((over[free] > how[2]).mean()),
        met=bool((along > how[2]).any()),
        excess=excess,
        expanded=path.stats.expanded,
        wrong=bool(excess > max(along.max(), 0) + _ROUNDING * best),
    )


def noise(shape: tuple[int, int], dice: Dice, how: tuple[int, float, float]) -> Values:
    """From delta to 5 delta on a share of the patches, from -2 delta to delta on the others."""
    patch, share, delta = how
    rows, cols = (-(-size // patch) for size in shape)
    picked, amount = dice.fractions((rows, cols)) < share, dice.fractions((rows, cols))
    small = np.where(picked, delta * (1 + 4 * amount), delta * (3 * amount - 2))
    large: Values = small.repeat(patch, axis=0).repeat(patch, axis=1)
    return large[: shape[0], : shape[1]]


def summarise(config: Decay, rows: list[Row]) -> Summary:
    """Return the shares of estimates and paths that exceed by more than delta, by map and noise."""
    table = []
    for (kind, name, _), group in grouped(rows, "map", "noise", "share").items():
        paths = sum(row["paths"] for row in group)
        table.append(
            {
                "map": kind,
                "noise": name,
                "delta": config.delta,
                "cells_over": fmean(row["cells_over"] for row in group),
                "paths": paths,
                "paths_met": sum(row["paths_met"] for row in group) / paths,
                "paths_over": sum(row["paths_over"] for row in group) / paths,
                "mean_excess": fmean(row["excess"] for row in group),
                "largest_excess": max(row["largest_excess"] for row in group),
                "expanded": fmean(row["expanded"] for row in group),
            }
        )
    return Summary(table, {}, sum(row["wrong"] for row in rows))


# --- Picture

STYLES = {"cells": (BLUE, "o", "each cell by itself"), "patches": (ORANGE, "s", "patches of 8 x 8")}
TICKS = (1, 2, 5, 10, 20, 50, 100)


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Draw a panel per map, on a log axis. "might": the cheapest path has such a cell."""
    kinds = list(dict.fromkeys(line["map"] for line in summary.table))
    figure.set_size_inches(5.8 * len(kinds), 4.8)
    delta, paths = summary.table[0]["delta"], summary.table[0]["paths"]
    figure.suptitle(
        f"Estimates more than {delta:g} too large, paths more than {delta:g} too long "
        f"({paths:,} paths per mark)"
    )
    panels = figure.subplots(1, len(kinds), squeeze=False, sharey=True)[0]
    for kind, axes in zip(kinds, panels, strict=True):
        for noise, (colour, marker, label) in STYLES.items():
            lines = [
                line
                for line in summary.table
                if (line["map"], line["noise"]) == (kind, noise) and line["cells_over"]
            ]
            xs = [100 * line["cells_over"] for line in lines]
            met = [100 * line["paths_met"] for line in lines]
            over = [100 * line["paths_over"] for line in lines]
            axes.plot(xs, met, "--", color=colour, linewidth=1.2, label=f"{label}: might")
            axes.plot(xs, over, f"{marker}-", color=colour, markersize=6, label=f"{label}: do")
        dress(axes, kind)
        axes.set_xscale("log")
        axes.set_xticks(TICKS, [str(tick) for tick in TICKS])
        axes.minorticks_off()
        axes.set_ylim(-3, 103)
        axes.set_xlabel("% of estimates that are too large")
    panels[0].set_ylabel("% of paths that cost too much")
    panels[0].legend(fontsize=9, loc="center right", title="noise of")


EXPERIMENT = Experiment(
    name="decay",
    about="Graceful decay: estimates that are rarely too large make paths that rarely are.",
    config=Decay,
    trials=lambda config: map_trials(config, MAPS),
    run=run,
    summarise=summarise,
    draw=draw,
    hidden=("delta",),
)
