"""The picture of ``weights``: expansions above, path costs below, a column per map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asterion.experiments.engine.experiment import Row, Summary
from asterion.experiments.engine.pictures import BLUE, GRAY, INK, ORANGE

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Values = npt.NDArray[np.float64]


def draw(figure: Figure, summary: Summary, _rows: list[Row]) -> None:
    """Weights from 0 on a square-root scale, as most changes near 1."""
    kinds = list(dict.fromkeys(line["map"] for line in summary.table))
    figure.set_size_inches(5.6 * len(kinds), 6.6)
    figure.suptitle("Weights on the straight line: below 1 more search, above 1 longer paths")
    panels = figure.subplots(2, len(kinds), squeeze=False, sharex=True)
    for column, kind in enumerate(kinds):
        lines = [line for line in summary.table if line["map"] == kind]
        work, price = panels[0][column], panels[1][column]
        _work(work, lines)
        _price(price, lines)
        work.set_title(kind, loc="left", fontsize=12, fontweight="bold")
        for axes in (work, price):
            axes.axvline(1, color=GRAY, linestyle="--", linewidth=1)
            axes.set_xscale("function", functions=(_root, _square))
            ticks = (0, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10)
            axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
            axes.grid(alpha=0.25)
            axes.spines[["top", "right"]].set_visible(False)
        price.set_xlabel("weight")


def _work(axes: Axes, lines: list[Row]) -> None:
    weights = [line["weight"] for line in lines]
    axes.plot(weights, [line["expanded"] for line in lines], "o-", color=BLUE, markersize=5)
    axes.set_ylabel("expansions per path")
    axes.set_ylim(bottom=0)


def _price(axes: Axes, lines: list[Row]) -> None:
    weights = [line["weight"] for line in lines]

    def percent(name: str) -> list[float]:
        return [100 * (line[name] - 1) for line in lines]

    axes.plot(weights, percent("longest_ratio"), "^-", color=ORANGE, markersize=5, label="longest")
    axes.plot(weights, percent("nine_in_ten"), "v-", color=INK, markersize=5, label="9 in 10 below")
    axes.plot(weights, percent("cost_ratio"), "o-", color=BLUE, markersize=5, label="mean")
    top = max(percent("longest_ratio")) * 1.15 + 1
    axes.plot(weights, percent("bound"), ":", color=GRAY, label="bound: the weight")
    axes.set_ylim(-0.03 * top, top)
    axes.set_ylabel("% above the cheapest")
    axes.legend(fontsize=8.5, loc="upper left", handlelength=1.4)


def _root(values: Values) -> Values:
    return np.sqrt(np.maximum(values, 0))


def _square(values: Values) -> Values:
    return values**2
