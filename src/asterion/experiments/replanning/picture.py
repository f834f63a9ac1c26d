"""The picture of ``replanning``: a dot for each world, above the diagonal where b needs more."""

from __future__ import annotations

from operator import eq, gt, lt
from typing import TYPE_CHECKING

from asterion.experiments.engine.comparison import Comparison, pairs
from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# A measure, its label, and the factor to its unit.
PANELS = (("expanded", "expanded cells", 1.0), ("seconds", "milliseconds", 1e3))


def draw(figure: Figure, summary: Summary, rows: list[Row]) -> None:
    """A row of panels for each measure, a column for each comparison."""
    columns = len(summary.table) // len({line["measure"] for line in summary.table})
    figure.set_size_inches(4.2 * columns, 4.3 * len(PANELS) + 0.4)
    figure.suptitle(
        f"The same {summary.table[0]['pairs']} unknown worlds, a mark each: "
        "on the diagonal both need the same"
    )
    panels = figure.subplots(len(PANELS), columns, squeeze=False)
    for (measure, unit, factor), across in zip(PANELS, panels, strict=True):
        lines = [line for line in summary.table if line["measure"] == measure]
        for line, axes in zip(lines, across, strict=True):
            comparison = Comparison(line["comparison"], line["a"], line["b"])
            a, b = pairs(rows, comparison, measure, of="way", on="world")
            _panel(axes, [x * factor for x in a], [y * factor for y in b], line, unit)


def _panel(axes: Axes, a: list[float], b: list[float], line: Row, unit: str) -> None:
    """The same logarithmic scale on both axes: the distance to the diagonal is the ratio."""
    for colour, marker, belongs in ((ORANGE, "^", lt), (BLUE, "v", gt), (GRAY, "o", eq)):
        some = [(x, y) for x, y in zip(a, b, strict=True) if belongs(x, y)]
        xs, ys = [x for x, _ in some], [y for _, y in some]
        axes.plot(xs, ys, marker, color=colour, markersize=5, alpha=0.75, markeredgewidth=0)
    seen = [value for value in (*a, *b) if value > 0] or [1.0]
    low, high = min(seen) / 2.5, max(seen) * 2.5  # room for the text in the corners
    axes.plot([low, high], [low, high], color=INK, linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high))
    axes.set_aspect("equal")
    a_name, b_name = (line[side].removeprefix("repeated-") for side in "ab")
    axes.set_xlabel(f"{unit}: {a_name}")
    axes.set_ylabel(f"{unit}: {b_name}")
    said = f"mean x {line['ratio']:.3g}, p = {line['p_ranks']:.2g}" if line["ratio"] else ""
    axes.set_title(line["comparison"], loc="left", fontsize=11, fontweight="bold")
    axes.set_title(said, loc="right", fontsize=9)
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    what = next(word for word in b_name.split(", ") if word not in a_name)
    above, below = (
        f"▲ {what} needs more: {line['less_a']}",
        f"▼ {what} needs less: {line['less_b']}",
    )
    axes.text(0.03, 0.97, above, transform=axes.transAxes, va="top", color=ORANGE, fontsize=9)
    axes.text(0.97, 0.03, below, transform=axes.transAxes, ha="right", color=BLUE, fontsize=9)
