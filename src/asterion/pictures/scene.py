"""Scenes: pictures before they are drawn, the same for a page, Matplotlib and a GIF.

The unit of length is that of :mod:`asterion.pictures.tiling`; y is down. Widths of lines and sizes
of marks are in pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Raster = npt.NDArray[np.uint8]

MOST_POINTS = 1200  # of a line, so that a long path stays small on a page
_BEND = 1e-9


@dataclass(frozen=True)
class Line:
    """A line over several points, in the colour of a role; ``None`` among them ends a part."""

    points: Numbers
    role: str
    width: float = 2.0
    dashed: bool = False
    cased: bool = False  # with a rim, so that it shows on any background


@dataclass(frozen=True)
class Mark:
    """A sign at a point: a disc, a ring, a flag (a diamond), or the outline of a unit."""

    x: float
    y: float
    shape: str  # "disc", "ring", "diamond", "dot", "box", "circle", "unit", "arrow"
    role: str
    label: str = ""
    # The size of a box, a circle or a unit, in lengths; or the place an arrow points to.
    size: tuple[float, float] = (1.0, 1.0)


@dataclass
class Scene:
    """A picture before it is drawn."""

    width: float
    height: float
    title: str  # describes it in words
    raster: Raster | None = None
    crisp: bool = False  # a pixel of the raster is a whole number of cells: no blur between them
    cells: tuple[int, int] | None = None  # rows and columns of squares to draw lines between
    lines: list[Line] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    key: list[tuple[str, str]] = field(default_factory=list)  # a role, and its meaning


@dataclass
class Table:
    """Rows of words, with their subject."""

    title: str
    head: list[str]
    rows: list[list[str]]
    shares: list[float] | None = None  # of each row, as a bar
    note: str = ""


def fewer_points(points: Numbers) -> Numbers:
    """The line with fewer points: none within straight stretches, and not too many."""
    if len(points) > 2:
        before, after = np.diff(points[:-1], axis=0), np.diff(points[1:], axis=0)
        bends = np.abs(before - after).max(axis=1) > _BEND
        points = points[np.concatenate([[True], bends, [True]])]
    if len(points) > MOST_POINTS:
        kept = np.linspace(0, len(points) - 1, MOST_POINTS).round().astype(int)
        points = points[kept]
    return points


def counted(number: float, thing: str, things: str = "") -> str:
    """A number and its noun: ``1 move``, ``2 moves``; ``things`` where no s is added."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"
