"""Scenes on a grid: the grid itself, views, paths, searches, and agents."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion._core import has_straight_lines
from asterion.pictures import tiling
from asterion.pictures.raster import Cells, raster_of
from asterion.pictures.scene import Line, Mark, Scene, counted, fewer_points
from asterion.world.checks import blocked_of, grid_of
from asterion.world.grid import Cell, GridWorld, View

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.path import Path

_MOST_LINKS = 200
_AT_ONCE = 1 << 18  # cells
_MOST_FENCES = 400
_MOST_LINED = 64  # rows or columns between which lines are drawn
_FAR = 1.5  # two cells of a path that are farther apart are the ends of a link


def grid_scene(
    world: GridWorld,
    title: str,
    *,
    state: npt.NDArray[np.uint8] | None = None,
    unseen: npt.NDArray[np.bool_] | None = None,
    values: npt.NDArray[np.float64] | None = None,
    belief: GridWorld | None = None,
) -> Scene:
    """The grid with its links and fences; ``belief`` is the agent's picture of it."""
    total = totals_of(world if belief is None else belief)
    cells = Cells(total, state, unseen, _barred(world, total), values)
    raster, crisp = raster_of(cells, world.tiles)
    wide, high = tiling.extent(world.tiles, world.shape)
    scene = Scene(wide, high, title, raster, crisp)
    if world.tiles == "square" and max(world.shape) <= _MOST_LINED:
        scene.cells = world.shape
    _draw_links(scene, world)
    _draw_fences(scene, world)
    if cells.barred is not None and cells.barred.any():
        scene.key.append(("barred", "closed to this view alone"))
    return scene


def totals_of(world: GridWorld) -> npt.NDArray[Any]:
    """The cost of each cell; without layers the base costs, which need no preparing."""
    if not isinstance(world, View):
        grid = grid_of(world)
        if not len(grid.layers):
            return np.asarray(grid.cost)
    return np.asarray(world.total)


def grid_in_words(world: GridWorld) -> str:
    """Describe a grid: its size and its contents."""
    total = totals_of(world)
    walls = total.size - int(np.count_nonzero(total))
    kind = "" if world.tiles == "square" else f" {world.tiles}"
    parts = [f"{world.shape[0]} x {world.shape[1]}{kind} cells, {walls / total.size:.0%} walls"]
    if walls < total.size:
        most = float(total.max())
        if total.dtype == np.uint8:  # a wall becomes 255, in a fifth of the time
            least = float(np.subtract(total, 1, dtype=np.uint8).min()) + 1
        else:
            bands = np.array_split(total, -(-total.size // _AT_ONCE))  # which fit into a cache
            least = min(float(np.where(b == 0, most, b).min(initial=most)) for b in bands)
        parts.append(f"cost {least:g}" if least == most else f"costs {least:g} to {most:g}")
    grid = grid_of(world)
    for name, number in (("link", len(grid.links)), ("fenced move", len(grid.fences))):
        if number:
            parts.append(f"{number} {name}" + ("s" if number > 1 else ""))
    names = [*grid.layers]
    if names:
        shown = ", ".join(names[:3]) + (" and more" if len(names) > 3 else "")
        parts.append(f"layer{'s' if len(names) > 1 else ''} {shown}")
    return ", ".join(parts)


def view_in_words(view: View) -> str:
    """Describe what is a character's own."""
    parts = []
    if view.is_large:
        parts.append(view.unit_in_words())
    if view._weights is not None:
        weights = ", ".join(f"{name} x {weight:g}" for name, weight in view._weights.items())
        parts.append(f"layers: {weights or 'none'}")
    blocked = blocked_of(view)
    if blocked is not None:
        parts.append(f"{int(blocked.sum())} cells blocked")
    return ", ".join(parts)


def add_path(
    scene: Scene,
    world: GridWorld,
    cells: npt.ArrayLike,
    role: str = "path",
    *,
    moves: bool = True,
) -> None:
    """Add a line over these cells, in the middle of the unit.

    Cells that are ``moves``, and not corners of a line, are dashed where they take a link.
    """
    points = places(world, cells)
    if len(points) < 2:
        return
    far = np.hypot(*np.diff(points, axis=0).T) > _FAR
    jumps = np.flatnonzero(far & moves)
    for part in np.split(points, jumps + 1):
        if len(part) > 1:
            scene.lines.append(Line(fewer_points(part), role, 3.0, cased=role == "path"))
    for at in jumps[:_MOST_LINKS].tolist():
        scene.lines.append(Line(points[at : at + 2], role, 2.5, dashed=True, cased=role == "path"))


def add_mark(scene: Scene, world: GridWorld, cell: Cell, shape: str, label: str) -> None:
    """Add a sign on a cell; for a large unit also its outline."""
    x, y = places(world, [cell])[0].tolist()
    roles = {"ring": "agent", "disc": "agent", "diamond": "goal"}
    scene.marks.append(Mark(x, y, shape, roles[shape], label))
    if isinstance(world, View) and world.is_large:
        rows, cols = world.size if world.radius is None else (2 * world.radius, 2 * world.radius)
        outline = "box" if world.radius is None else "circle"
        scene.marks.append(Mark(x, y, outline, roles[shape], "", (float(cols), float(rows))))


def places(world: GridWorld, cells: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The middle of all cells that a unit on each of these cells covers."""
    rows, cols = world.size if isinstance(world, View) else (1, 1)
    corner = tiling.centres(world.tiles, cells)
    return corner + np.array([(cols - 1) / 2, (rows - 1) / 2], np.float64)


def path_in_words(path: Path) -> str:
    """Say how long a path is, or why there is none."""
    if not len(path):
        return f"no path ({path.status})"
    lines = has_straight_lines(path)
    steps = counted(len(path.points) - 1, "line") if lines else counted(len(path) - 1, "move")
    what = "path" if path.found else f"{path.status} path"
    cost = "closed further on" if path.cost == inf else f"cost {path.cost:g}"
    words = f"{what} of {steps}, {cost}"
    return words + (", a cheapest one" if path.optimal else "")


def _barred(world: GridWorld, total: npt.NDArray[Any]) -> npt.NDArray[np.bool_] | None:
    """The cells that are free on the grid, but where this character cannot be."""
    if not isinstance(world, View) or (not world.is_large and world._blocked is None):
        return None
    barred: npt.NDArray[np.bool_] = (total == 0) & (totals_of(world.grid) != 0)
    return barred


def _draw_links(scene: Scene, world: GridWorld) -> None:
    grid = grid_of(world)
    if not len(grid.links):
        return
    for link in [*grid.links][:_MOST_LINKS]:
        ends = tiling.centres(world.tiles, [link.a, link.b])
        scene.lines.append(Line(ends, "link", 1.5, dashed=True))
        (x, y), (to_x, to_y) = ends.tolist()
        scene.marks.append(Mark(x, y, "dot", "link"))
        if link.both:
            scene.marks.append(Mark(to_x, to_y, "dot", "link"))
        else:
            scene.marks.append(Mark(to_x, to_y, "arrow", "link", size=(to_x - x, to_y - y)))
    scene.key.append(("link", "link"))


def _draw_fences(scene: Scene, world: GridWorld) -> None:
    grid = grid_of(world)
    if not len(grid.fences):
        return
    closed = [*grid.fences][: 2 * _MOST_FENCES]
    both = set(closed)
    for a, b in closed:
        if (b, a) in both and b < a:
            continue  # the reverse says it too
        ends = tiling.centres(world.tiles, [a, b])
        middle, along = ends.mean(axis=0), ends[1] - ends[0]
        across = np.array([-along[1], along[0]]) * 0.45
        line = np.stack([middle - across, middle + across])
        scene.lines.append(Line(line, "fence", 3.0))
        if (b, a) not in both:  # open from b to a
            x, y = (middle - 0.12 * along).tolist()
            way = (float(-along[0]), float(-along[1]))
            scene.marks.append(Mark(x, y, "arrow", "fence", size=way))
    scene.key.append(("fence", "closed move"))
