"""What the pictures of all experiments share."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from asterion.errors import missing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI = 110
# From the palette of Okabe and Ito, which colour-blind readers can distinguish.
BLUE, ORANGE, GRAY, INK = "#0072b2", "#d55e00", "#999999", "#222222"


def new_figure() -> Figure:
    """An empty figure, without a window or state shared between figures."""
    try:
        module = importlib.import_module("matplotlib.figure")
    except ImportError as error:
        raise missing("a picture", "matplotlib") from error
    figure: Figure = module.Figure(layout="constrained")
    return figure
