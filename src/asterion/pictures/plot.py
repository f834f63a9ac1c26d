"""``at.plot``: Matplotlib pictures for figures of one's own."""

from __future__ import annotations

import importlib
from math import atan2, degrees
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import InvalidType, imported, short_repr
from asterion.pictures.colours import NOTHING, THEMES, palette
from asterion.pictures.requests import requested
from asterion.pictures.scene import Mark, Scene, Table
from asterion.world.arguments import choice

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.axes import Axes

_SIGNS = {"disc": "o", "ring": "o", "dot": "o", "node": "o", "diamond": "D"}
_SIZES = {"disc": 9, "ring": 9, "dot": 5, "node": 7, "diamond": 9}
_TITLE = 9  # points
_ON_TOP = 6  # above all that Matplotlib draws by itself


def plot(
    thing: Any,
    *,
    ax: Axes | None = None,
    world: Any = None,
    values: npt.ArrayLike | None = None,
    title: str | None = None,
    ground: bool = True,
    theme: str = "light",
) -> Axes:
    r"""Draw a world, a path, a search, an agent, a plan or a report with Matplotlib.

    Takes everything that shows itself in a notebook; with the ``world`` they are on also a
    :class:`Journey`, a :class:`CrowdPlan`, and cells in order (a list or an (n, 2) array, such as
    ``path.smoothed()``). Returns the axes. Drawing a thing does not change it, and maps of any size
    are drawn in well under a second, as in notebooks: a large one at the resolution that can be
    seen.

    Parameters
    ----------
    ax       where to draw; by default a new figure of ``matplotlib.pyplot``
    values   for grids: an array of the world's shape, drawn in shades of blue from its smallest
             value to its largest; infinite ones are left out. For masks, distances, fields
    title    by default what the picture shows, in words; ``""`` for none
    ground   False leaves the cells out, for a second path on axes that have them
    theme    ``"light"`` or ``"dark"``

    Needs Matplotlib.

    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> import asterion as at
    >>> grid = at.Grid.from_text("....\n.##.\n....")
    >>> ax = at.plot(at.find_path(grid, (0, 0), (2, 3)))
    >>> ax.get_title()
    'Path of 5 moves, cost 5, a cheapest one, from (0, 0) to (2, 3)...'
    >>> matplotlib.pyplot.close(ax.figure)

    Raises
    ------
    TypeError    ``thing is 3; a Grid, a Graph, a view, a Path, ... can be drawn``
    ImportError  ``at.plot needs Matplotlib: pip install 'matplotlib>=3.10.8'``
    """
    scene = requested(thing, world, values)
    colours = choice("theme", theme, THEMES)
    if title is not None and not isinstance(title, str):
        raise InvalidType(f"title is {short_repr(title)}; it must be a str")
    axes = _new_axes() if ax is None else ax
    if ax is None and axes.figure is not None:
        axes.figure.set_facecolor(colours["paper"])
    words = scene.title if title is None else title
    if words:
        axes.set_title(words, fontsize=_TITLE, wrap=True, color=colours["ink"])
    if isinstance(scene, Table):
        _draw_table(axes, scene, colours)
    else:
        _draw_scene(axes, scene, theme, ground)
    axes.set_axis_off()
    return axes


def _new_axes() -> Any:
    pyplot = imported("matplotlib.pyplot", "at.plot", "matplotlib")
    return pyplot.subplots(layout="constrained")[1]


def _draw_scene(axes: Any, scene: Scene, theme: str, ground: bool) -> None:
    colours = THEMES[theme]
    if ground and scene.raster is not None:
        table = np.dstack([palette(theme)[scene.raster], np.where(scene.raster == NOTHING, 0, 255)])
        extent = (0, scene.width, scene.height, 0)
        axes.imshow(table.astype(np.uint8), extent=extent, interpolation="nearest")
    for line in scene.lines:
        x, y = line.points.T
        style = "--" if line.dashed else "-"
        look = {"solid_capstyle": "round", "solid_joinstyle": "round", "zorder": _ON_TOP}
        if line.cased:
            axes.plot(x, y, style, color=colours["casing"], linewidth=line.width + 1.5, **look)
        axes.plot(x, y, style, color=colours[line.role], linewidth=line.width, **look)
    rounds = [mark for mark in scene.marks if mark.shape in ("circle", "unit")]
    _draw_rounds(axes, rounds, colours)
    for mark in scene.marks:
        if mark.shape not in ("circle", "unit"):
            _draw_mark(axes, mark, colours)
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    axes.set_aspect("equal")


def _draw_rounds(axes: Any, marks: list[Mark], colours: dict[str, str]) -> None:
    """Draw all circles and discs at once: there may be thousands."""
    if not marks:
        return
    wide, high = np.array([mark.size for mark in marks]).T
    full = [mark.shape == "unit" for mark in marks]
    hues = [colours[mark.role] for mark in marks]
    axes.add_collection(
        importlib.import_module("matplotlib.collections").EllipseCollection(
            wide, high, np.zeros(len(marks)), units="xy",
            offsets=[(mark.x, mark.y) for mark in marks], offset_transform=axes.transData,
            facecolors=[hue if inside else "none" for hue, inside in zip(hues, full, strict=True)],
            edgecolors=hues, linewidths=[0 if inside else 2 for inside in full],
            zorder=_ON_TOP + 1,
        )
    )  # fmt: skip


def _draw_mark(axes: Any, mark: Mark, colours: dict[str, str]) -> None:
    colour = colours[mark.role]
    if mark.shape == "box":
        wide, high = mark.size
        corner = (mark.x - wide / 2, mark.y - high / 2)
        look = {"fill": False, "edgecolor": colour, "linewidth": 2}
        outline = importlib.import_module("matplotlib.patches").Rectangle(
            corner, wide, high, **look
        )
        axes.add_patch(outline).set_zorder(_ON_TOP)
        return
    if mark.shape == "arrow":
        turn = degrees(atan2(-mark.size[1], mark.size[0]))
        axes.plot(mark.x, mark.y, marker=(3, 0, turn - 90), color=colour, markersize=7, ls="",
                  zorder=_ON_TOP)  # fmt: skip
        return
    inside = colours["paper"] if mark.shape == "ring" else colour
    rim = colour if mark.shape == "ring" else colours["paper"]
    axes.plot(mark.x, mark.y, _SIGNS[mark.shape], markersize=_SIZES[mark.shape],
              markerfacecolor=inside, markeredgecolor=rim, zorder=_ON_TOP + 1,
              markeredgewidth=2 if mark.shape == "ring" else 0.8)  # fmt: skip
    if mark.shape == "node" and mark.label:
        axes.annotate(mark.label, (mark.x, mark.y), (4, 4), textcoords="offset points",
                      fontsize=8, color=colours["ink"], zorder=_ON_TOP + 1,
                      parse_math=False)  # fmt: skip


def _draw_table(axes: Any, table: Table, colours: dict[str, str]) -> None:
    if not table.rows:
        return
    heads = table.head or [""] * len(table.rows[0])
    drawn = axes.table(cellText=table.rows, colLabels=heads, cellLoc="left", loc="upper center")
    drawn.auto_set_font_size(value=False)
    drawn.set_fontsize(_TITLE)
    drawn.auto_set_column_width([*range(len(heads))])
    for cell in drawn.get_celld().values():
        cell.set_facecolor("none")
        cell.set_edgecolor(colours["unknown"])
        cell.get_text().set_color(colours["ink"])
        cell.get_text().set_parse_math(False)
