"""Figures of Matplotlib, without a window, as PNG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from asterion.errors import imported

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI = 110


def new_figure() -> Figure:
    """An empty figure, without a window or state shared between figures."""
    module = imported("matplotlib.figure", "a picture", "matplotlib")
    figure: Figure = module.Figure(layout="constrained")
    return figure


def png_of(figure: Figure) -> bytes:
    """Return the picture as a file."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=DPI)
    return picture.getvalue()
