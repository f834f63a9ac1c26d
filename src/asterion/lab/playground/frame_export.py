"""The frames of a path service as an animated GIF: units, their goals, and their paths by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asterion.errors import InvalidValue
from asterion.lab.maps.moves import grid_of
from asterion.lab.playground.export import animated
from asterion.lab.playground.frame_run import STATUSES, STEPS
from asterion.pictures.animate import painted, pen_on
from asterion.pictures.colours import LIGHT
from asterion.pictures.grid_scenes import grid_scene, places
from asterion.pictures.scene import Line, Mark, Scene

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image

    from asterion.lab.playground.frame_run import FrameRun, Unit
    from asterion.lab.work import Work
    from asterion.world.grid import Grid

_RADIUS = 8  # pixels of a unit, in which its number is read
_ASIDE = 0.1  # of a tile: between the paths of units that go the same way


def gif_of_frames(run: FrameRun) -> Work[bytes]:
    """Return about sixty of the frames, including the first and the last."""
    if run.status == "error" or not run.frames:
        raise InvalidValue(f"there are no frames to save: {run.message or 'none were played'}")
    return animated(
        len(run.frames) - 1,
        lambda frame: [(run.title, _board(run, frame), _caption(run, frame))],
    )


def _board(run: FrameRun, frame: int) -> Image.Image:
    setup = run.setup
    cells = setup.cells.copy()
    for edit in run.budget.edits:
        if edit.frame <= frame:
            cells.flat[edit.node] = edit.cost
    grid = grid_of(cells, *setup.moves)
    scene = grid_scene(grid, "")
    units = run.frames[frame]
    for number, unit in enumerate(units):
        _add_route(scene, grid, run, unit, (number % 5 - 2) * _ASIDE)
    board, scale = painted(scene)
    for number, (_, goal) in enumerate(setup.units, 1):
        _draw_disc(board, places(grid, [goal])[0] * scale, number, LIGHT["paper"], LIGHT["goal"])
    for number, unit in enumerate(units, 1):
        nodes = _nodes(run, unit)
        here = places(grid, [divmod(int(nodes[0]), setup.cells.shape[1])])[0] * scale
        colours = LIGHT["agent"], LIGHT["paper"]
        is_waiting = len(nodes) < 2 and STATUSES[unit.status] != "arrived"
        _draw_disc(board, here, number, *(colours[::-1] if is_waiting else colours))
    return board


def _caption(run: FrameRun, frame: int) -> str:
    """The text below the board: expansions and a line; at the end how it ended."""
    last = len(run.frames) - 1
    work = f"frame {frame}: {run.expanded[frame]} of {run.budget.expansions} expansions"
    if frame == last and last:
        return f"{work}; {run.caption}"
    waits = sum(unit.needs > 0 for unit in run.frames[frame])
    return f"{work}; {waits or 'none'} in line"


def _nodes(run: FrameRun, unit: Unit) -> npt.NDArray[np.int32]:
    """The unit's position, and the path ahead of it."""
    return run.routes[unit.route].nodes[unit.at :]


def _add_route(scene: Scene, grid: Grid, run: FrameRun, unit: Unit, aside: float) -> None:
    """Draw a route: quick parts dotted, whole ones dashed, splices solid."""
    route = run.routes[unit.route]
    nodes = _nodes(run, unit)
    points = places(grid, np.stack(np.divmod(nodes, grid.shape[1]), axis=1)) + aside
    quick = max(0, route.quick - unit.at)
    scene.marks += [Mark(x, y, "dot", "quick") for x, y in points[1 : quick + 1].tolist()]
    step, rest = STEPS[route.step], points[quick:]
    if step == "quick":
        scene.marks += [Mark(x, y, "dot", "quick") for x, y in rest[1:].tolist()]
    elif step and len(rest) > 1:
        role = "full" if step == "full" else "path"
        scene.lines.append(Line(rest, role, 3.0, dashed=step == "full"))


def _draw_disc(
    board: Image.Image, at: npt.NDArray[np.float64], number: int, fill: str, ink: str
) -> None:
    """Draw a disc with a number, as near to its cell as the board allows."""
    edge = _RADIUS + 1
    x, y = (
        min(max(float(place), edge), side - edge) if side > 2 * edge else side / 2
        for place, side in zip(at, board.size, strict=True)
    )
    pen = pen_on(board)
    box = (x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS)
    pen.ellipse(box, fill=fill, outline=ink if fill == LIGHT["paper"] else LIGHT["ink"], width=2)
    pen.text((x, y), str(number), ink, anchor="mm", font_size=11)
