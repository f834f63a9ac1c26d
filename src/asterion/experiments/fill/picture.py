"""The picture of ``fill``: crosses are closed cells, circles open, dots unvisited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLES = {"zero": "zero", "euclidean": "straight line", "cluster": "clusters"}
# A character, its marker, its colour, its size in cells.
STYLES = (
    (".", "o", GRAY, 0.16),
    ("x", "x", BLUE, 0.55),
    ("o", "o", ORANGE, 0.5),
)
_INCHES = 4.4
_FLOOR, _WALL = 1.0, 0.35  # shades of gray


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """A row for each kind of map, a column for each heuristic."""
    drawn = summary.facts["drawings"]
    names = [name for name in TITLES if name in next(iter(drawn.values()))]
    figure.set_size_inches(_INCHES * len(names), (_INCHES + 0.35) * len(drawn) + 0.6)
    figure.suptitle("x closed    o open    · unvisited", fontsize=15)
    panels = figure.subplots(len(drawn), len(names), squeeze=False)
    for (kind, maps), across in zip(drawn.items(), panels, strict=True):
        for name, axes in zip(names, across, strict=True):
            _panel(axes, maps[name], maps["start"], maps["goal"])
            filled = sum(line.count(mark) for line in maps[name] for mark in "xo")
            axes.set_title(f"{kind}: {TITLES[name]}", loc="left", fontsize=12, fontweight="bold")
            axes.set_title(f"fill {filled}", loc="right", fontsize=12)


def _panel(axes: Axes, lines: list[str], start: list[int], goal: list[int]) -> None:
    rows, cols = len(lines), len(lines[0])
    points = 72 * _INCHES * 0.93 / max(rows, cols)  # of a cell
    cells = [(r, c, lines[r][c]) for r in range(rows) for c in range(cols)]
    shades = [[_WALL if mark == "#" else _FLOOR for mark in line] for line in lines]
    axes.imshow(shades, cmap="gray", vmin=0, vmax=1)
    for mark, marker, colour, size in STYLES:
        ys, xs = ([cell[i] for cell in cells if cell[2] == mark] for i in (0, 1))
        hollow = mark == "o"
        axes.plot(
            xs,
            ys,
            marker,
            color=colour,
            markersize=points * size,
            markerfacecolor="none" if hollow else colour,
            markeredgewidth=1.1 if mark in "xo" else 0,
        )
    _path(axes, [(r, c) for r, c, mark in cells if mark == "*"], start, goal, points)
    axes.set(xlim=(-0.6, cols - 0.4), ylim=(rows - 0.4, -0.6), xticks=[], yticks=[])
    axes.set_aspect("equal")


def _path(
    axes: Axes, path: list[tuple[int, int]], start: list[int], goal: list[int], points: float
) -> None:
    """The path as broad dots, and letters at its ends."""
    axes.plot(
        [c for _, c in path],
        [r for r, _ in path],
        "o",
        color=INK,
        markersize=points * 0.42,
        markeredgewidth=0,
    )
    for (row, col), letter in ((start, "S"), (goal, "G")):
        axes.text(
            col,
            row,
            letter,
            ha="center",
            va="center",
            color="white",
            fontsize=9,
            fontweight="bold",
            bbox={"boxstyle": "circle,pad=0.18", "facecolor": INK, "edgecolor": "white"},
        )
