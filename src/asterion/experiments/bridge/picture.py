"""The picture of ``bridge``: ticks until a unit is there, against the time that the cart stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LOOKS = {
    "wait": ("wait", BLUE, "o-"),
    "detour": ("walk round at once", ORANGE, "^-"),
    "both": ("wait a little, then walk round", INK, "s--"),
}


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Ticks on the left, moves on the right."""
    figure.set_size_inches(10.5, 4.2)
    figure.suptitle("A cart stops on a narrow bridge: units that wait, and units that walk round")
    left, right = figure.subplots(1, 2)
    _lines(left, summary, "ticks", "ticks until a unit is there, mean")
    _lines(right, summary, "moves", "moves of a unit, mean")
    left.legend(fontsize=9, loc="upper left")


def _lines(axes: Axes, summary: Summary, column: str, label: str) -> None:
    for meeting, (name, colour, line) in _LOOKS.items():
        rows = [row for row in summary.table if row["meeting"] == meeting]
        stops = [row["stop"] for row in rows]
        axes.plot(
            stops, [row[column] for row in rows], line, color=colour, markersize=5, label=name
        )
    axes.set_xlabel("ticks that the cart stops")
    axes.set_ylabel(label)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
