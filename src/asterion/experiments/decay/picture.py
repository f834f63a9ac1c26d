"""The picture of ``decay``: how often estimates, and how often paths, exceed by more than delta."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLES = {"cells": (BLUE, "o", "each cell by itself"), "patches": (ORANGE, "s", "patches of 8 x 8")}
TICKS = (1, 2, 5, 10, 20, 50, 100)


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """A panel per map, on a logarithmic axis. "might": the cheapest path has such a cell."""
    kinds = list(dict.fromkeys(line["map"] for line in summary.table))
    figure.set_size_inches(5.8 * len(kinds), 4.8)
    delta, paths = summary.table[0]["delta"], summary.table[0]["paths"]
    figure.suptitle(
        f"Estimates more than {delta:g} too large, paths more than {delta:g} too long "
        f"({paths:,} paths a mark)"
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
        _dress(axes, kind)
    panels[0].set_ylabel("% of paths that cost too much")
    panels[0].legend(fontsize=9, loc="center right", title="noise of")


def _dress(axes: Axes, kind: str) -> None:
    axes.set_xscale("log")
    axes.set_xticks(TICKS, [str(tick) for tick in TICKS])
    axes.minorticks_off()
    axes.set_ylim(-3, 103)
    axes.set_xlabel("% of estimates that are too large")
    axes.set_title(kind, loc="left", fontsize=12, fontweight="bold")
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
