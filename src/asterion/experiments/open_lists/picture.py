"""The picture of ``open-lists``: time of a search for each expansion, by size of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GREEN = "#009e73"
_LOOKS = {
    "sorted list": (ORANGE, "^-"),
    "binary heap": (BLUE, "o-"),
    "bucket heap": (GREEN, "D-"),
    "bucket queue": (INK, "s--"),
    "two stacks": (GRAY, "v--"),
}
_TITLES = {"astar": "A*", "dijkstra": "Dijkstra"}


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """A column for each kind of map, A* above and Dijkstra's algorithm below."""
    kinds = list(dict.fromkeys(line["map"] for line in summary.table))
    searches = list(dict.fromkeys(line["search"] for line in summary.table))
    figure.set_size_inches(3.1 * len(kinds), 6.4)
    figure.suptitle("Open lists: CPU time of a search for each node that it expands")
    panels = figure.subplots(len(searches), len(kinds), squeeze=False, sharex=True, sharey=True)
    for row, search in enumerate(searches):
        for column, kind in enumerate(kinds):
            axes = panels[row][column]
            lines = [
                line
                for line in summary.table
                if (line["map"], line["search"]) == (kind, search) and line["expanded"]
            ]
            _lines(axes, lines)
            if row == 0:
                axes.set_title(kind, loc="left", fontsize=11, fontweight="bold")
            if column == 0:
                axes.set_ylabel(f"{_TITLES[search]}: nanoseconds a node")
    panels[-1][len(kinds) // 2].set_xlabel("side of the map, cells")
    handles, names = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False)


def _lines(axes: Axes, lines: list[Row]) -> None:
    for name, (colour, line) in _LOOKS.items():
        points = [each for each in lines if each["open_list"] == name]
        sides = [each["side"] for each in points]
        times = [1e9 * each["seconds"] / each["expanded"] for each in points]
        axes.plot(sides, times, line, color=colour, markersize=4.5, label=name)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = sorted({each["side"] for each in lines})
    axes.set_xticks(ticks, [str(side) for side in ticks])
    axes.minorticks_off()
    axes.margins(x=0.12)
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
