"""The picture of ``clusters``: expansions, table size and build time by the size of clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
    """Three panels by size; diamonds are rooms, dashed lines heuristics without a table."""
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
        axes.set_title(panel.title, loc="left", fontsize=11, fontweight="bold")
        axes.grid(alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)


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
