"""Colours and looks of the pictures of all experiments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
else:  # optional
    Axes = Figure = Any

# From the palette of Okabe and Ito, which colour-blind readers can distinguish.
BLUE, ORANGE, GREEN, GRAY, INK = "#0072b2", "#d55e00", "#009e73", "#999999", "#222222"


def dress(axes: Axes, title: str = "", *, grid: Literal["both", "x"] = "both") -> None:
    """Give axes a title, a faint grid, and no frame above and on the right."""
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold")
    axes.grid(axis=grid, alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)


__all__ = ["BLUE", "GRAY", "GREEN", "INK", "ORANGE", "Axes", "Figure", "dress"]
