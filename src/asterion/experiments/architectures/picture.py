"""The picture of ``architectures``: maps with their graphs, and bars of expanded nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = {"grid": GRAY, "rooms": ORANGE, "visibility": BLUE}
LABELS = {"grid": "grid", "rooms": "rooms", "visibility": "points of visibility"}
# Known maps first, then changing ones; simple algorithms first.
BARS = (
    ("known", "dijkstra"),
    ("known", "astar"),
    ("known", "bidirectional"),
    ("changing", "astar"),
    ("changing", "mpaa"),
    ("changing", "dstar"),
    ("changing", "focused-dstar"),
    ("changing", "dstar-lite"),
)


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """A map above and bars below, for each kind of map."""
    figure.set_size_inches(14, 9.6)
    figure.suptitle(
        "Nodes that pathfinders expand; at the bars, how much longer paths are than the cheapest"
    )
    maps = list(dict.fromkeys(line["map"] for line in summary.table))
    above, below = figure.subplots(2, len(maps), height_ratios=(1.15, 1))
    for kind, axes in zip(maps, above, strict=True):
        _map(axes, summary.facts["drawn"][kind], kind)
    for kind, axes in zip(maps, below, strict=True):
        _bars(axes, [line for line in summary.table if line["map"] == kind])
    figure.legend(*_handles(below[0]), loc="outside lower center", ncols=3, frameon=False)


def _handles(axes: Axes) -> tuple[list[Any], list[str]]:
    handles, labels = axes.get_legend_handles_labels()
    return handles, [LABELS[label] for label in labels]


def _map(axes: Axes, drawn: Row, kind: str) -> None:
    walls = [[character == "#" for character in line] for line in drawn["map"]]
    axes.imshow(walls, cmap="Greys", vmax=1.6)
    for name, width in (("visibility", 0.8), ("rooms", 2.2)):
        for row_a, col_a, row_b, col_b in drawn[name]:
            line = [col_a, col_b], [row_a, row_b]
            axes.plot(*line, color=COLOURS[name], linewidth=width, alpha=0.75)
        dots = {(a, b) for each in drawn[name] for a, b in (each[:2], each[2:])}
        rows, cols = zip(*sorted(dots), strict=True) if dots else ((), ())
        axes.plot(cols, rows, "o", color=COLOURS[name], markersize=2.4 * width**0.7)
    axes.set_title(kind, loc="left", fontsize=12, fontweight="bold")
    axes.set_xticks([])
    axes.set_yticks([])


def _bars(axes: Axes, table: list[Row]) -> None:
    lines = {(line["task"], line["pathfinder"], line["architecture"]): line for line in table}
    for offset, (name, colour) in zip((-0.27, 0, 0.27), COLOURS.items(), strict=True):
        shown = [
            (place + offset + 0.5 * (task == "changing"), lines[task, pathfinder, name])
            for place, (task, pathfinder) in enumerate(BARS)
            if (task, pathfinder, name) in lines
        ]
        heights = [max(line["expanded"], 0.5) for _, line in shown]
        places = [place for place, _ in shown]
        bars = axes.barh(places, heights, height=0.25, color=colour, label=name)
        axes.bar_label(bars, [_longer(line) for _, line in shown], padding=3, fontsize=7.5)
    axes.set_yticks(
        [place + 0.5 * (task == "changing") for place, (task, _) in enumerate(BARS)],
        [name for _, name in BARS],
    )
    axes.invert_yaxis()
    axes.axhline(2.75, color=INK, linewidth=0.8)
    for place, words in ((-0.5, "a query on a known map"), (3.1, "a walk, doors changing")):
        axes.text(1.0, place, words, transform=axes.get_yaxis_transform(), **_SMALL)
    axes.set_xscale("log")
    axes.set_xlim(left=5)
    axes.grid(axis="x", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel("expanded nodes, mean")


def _longer(line: Row) -> str:
    """By how much paths are longer; empty if they are not."""
    percent = 100 * ((line["cost_ratio"] or 1) - 1)
    return f"+{percent:.1f} %" if percent > 0.05 else ""


_SMALL: dict[str, Any] = {"ha": "right", "va": "bottom", "fontsize": 9, "color": INK}
