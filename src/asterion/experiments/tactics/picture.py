"""The picture of ``tactics``: results by pair and by map, ratings, and times of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, INK, ORANGE
from asterion.experiments.tactics.tables import ON_MAP, PAIR, STRENGTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = "RdBu"  # red: loses, blue: wins; colour-blind readers can distinguish them
_LEAST = 1e-6  # seconds; the smallest time shown


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """From left to right: pairs, maps, ratings and times; the strongest is at the top."""
    lines = {
        section: [line for line in summary.table if line["section"] == section]
        for section in (STRENGTH, PAIR, ON_MAP)
    }
    order = [line["a"] for line in lines[STRENGTH]]
    figure.set_size_inches(17, 1.8 + 0.52 * len(order))
    figure.suptitle("Tactics: share of points of the row's player (ties are half a point)")
    maps = list(dict.fromkeys(line["map"] for line in lines[ON_MAP]))
    pairs, places, rating, time = figure.subplots(
        1, 4, width_ratios=(len(order), len(maps), 4.2, 4.2)
    )
    _matrix(pairs, order, order, _of_pairs(lines[PAIR]), "against")
    of_maps = {(line["a"], line["map"]): line["share"] for line in lines[ON_MAP]}
    _matrix(places, order, maps, of_maps, "on map, against all")
    _ratings(rating, lines[STRENGTH])
    _times(time, lines[STRENGTH])
    for axes in (places, rating, time):
        axes.set_yticks(range(len(order)), [""] * len(order))


def _of_pairs(lines: list[Row]) -> dict[tuple[str, str], float]:
    shares = {(line["a"], line["b"]): line["share"] for line in lines}
    return shares | {(b, a): 1 - share for (a, b), share in shares.items()}


def _matrix(
    axes: Axes,
    rows: list[str],
    columns: list[str],
    shares: dict[tuple[str, str], float],
    title: str,
) -> None:
    nothing = float("nan")
    values = [[shares.get((a, b), nothing) for b in columns] for a in rows]
    axes.imshow(values, cmap=_COLOURS, vmin=0, vmax=1, aspect="auto")
    for row, a in enumerate(rows):
        for column, b in enumerate(columns):
            share = shares.get((a, b))
            if share is not None:
                pale = 0.2 < share < 0.8
                words = f"{100 * share:.0f}"
                axes.text(column, row, words, color=INK if pale else "white", **_CENTRED)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xticks(range(len(columns)), columns, rotation=35, ha="right", rotation_mode="anchor")
    axes.set_title(f"{title}, %", loc="left", fontsize=11)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _ratings(axes: Axes, lines: list[Row]) -> None:
    values = [line["rating"] for line in lines]
    bars = axes.barh(range(len(lines)), values, color=ORANGE, height=0.6)
    axes.bar_label(bars, [f"{value:+.0f}" for value in values], padding=3, fontsize=9)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.margins(x=0.28)
    _plain(axes, len(lines), "rating (scale of Elo)")


def _times(axes: Axes, lines: list[Row]) -> None:
    values = [max(line["turn_seconds"], _LEAST) for line in lines]
    bars = axes.barh(range(len(lines)), values, color=BLUE, height=0.6)
    axes.bar_label(bars, [_label(line) for line in lines], padding=3, fontsize=9)
    axes.set_xscale("log")
    axes.set_xlim(_LEAST / 2, max(values) * 100)
    axes.set_xticks([1e-6, 1e-4, 1e-2, 1], ["1 µs", "0.1 ms", "10 ms", "1 s"])
    _plain(axes, len(lines), "CPU time a turn, and states")


def _label(line: Row) -> str:
    milliseconds = 1000 * line["turn_seconds"]
    digits = 2 if milliseconds < 1 else 1 if milliseconds < 10 else 0
    states = f"; {line['states']:,.0f}" if line["states"] else ""
    return f"{milliseconds:.{digits}f} ms{states}"


def _plain(axes: Axes, count: int, title: str) -> None:
    axes.set_ylim(count - 0.5, -0.5)
    axes.set_title(title, loc="left", fontsize=11)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


_CENTRED: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9}
