"""The picture of ``dstar-study``: a bar of depth for each navigator, a panel for each world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.experiments.dstar_study.summary import NAVIGATOR, of_section
from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# The three navigators of Moori's study have their own colours.
COLOURS = {
    "focused-dstar": BLUE,
    "focused-dstar, change": BLUE,
    "dstar": INK,
    "dstar, change": INK,
    "astar, fifo": ORANGE,
}
TITLES = {"world2": "world2: narrow tunnels", "world3": "world3: open ground"}


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """On a logarithmic axis, as some navigators do a hundred times the work of others."""
    lines = of_section(summary.table, NAVIGATOR)
    worlds = list(dict.fromkeys(line["world"] for line in lines))
    figure.set_size_inches(5.6 * len(worlds), 4.8)
    figure.suptitle(
        f"Queue operations x height of the queue, {lines[0]['runs']} runs: "
        "bars are means, diamonds medians"
    )
    for world, axes in zip(worlds, figure.subplots(1, len(worlds), squeeze=False)[0], strict=True):
        _panel(axes, [line for line in lines if line["world"] == world], world)


def _panel(axes: Axes, lines: list[Row], world: str) -> None:
    lines = sorted(lines, key=lambda line: -line["depth"])
    names = [line["navigator"] for line in lines]
    depths = [line["depth"] for line in lines]
    bars = axes.barh(names, depths, color=[COLOURS.get(name, GRAY) for name in names])
    medians = [line["median_depth"] for line in lines]
    axes.plot(medians, names, "D", color="white", markeredgecolor=INK, markersize=5)
    axes.bar_label(bars, [f"{depth:,.0f}" for depth in depths], padding=6, fontsize=9)
    axes.set_xscale("log")
    seen = [depth for depth in (*depths, *medians) if depth > 0] or [1.0]
    axes.set_xlim(min(seen) / 3, max(seen) * 6)  # room for the numbers
    axes.set_xlabel("depth (comparisons at worst)")
    axes.set_title(TITLES.get(world, world), loc="left", fontsize=11, fontweight="bold")
    axes.grid(axis="x", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
