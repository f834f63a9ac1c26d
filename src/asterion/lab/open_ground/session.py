"""The session of the open ground page: one mesh that follows the edits, and four searches.

Edits are quick and happen one at a time; :meth:`GroundSession.solving` belongs on another thread.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from asterion.errors import AsterionError
from asterion.lab import limits
from asterion.lab.maps.undo_stack import EditedSession
from asterion.lab.open_ground.sampling import cell_of, free_cells
from asterion.lab.open_ground.scenes import SCENES
from asterion.lab.open_ground.setup import OUTLINE, GroundSetup, Shape
from asterion.lab.work import Work
from asterion.mesh.mesh import Mesh
from asterion.search.find import Search, find_path
from asterion.search.on_mesh import MeshSession
from asterion.search.registry import SearchName
from asterion.world.grid import Grid

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.path import Path

    Numbers = npt.NDArray[np.float64]

GRID_SEARCHES: dict[SearchName, str] = {
    "any-angle": "any angle",
    "theta": "theta",
    "auto": "8 moves",
}
_NO_POINTS = np.empty((0, 2))


@dataclass(frozen=True)
class Line:
    """The result of a search: a path of straight lines, or the reason that there is none."""

    title: str
    message: str
    points: Numbers = field(default_factory=lambda: _NO_POINTS)
    expanded: int | None = None
    seconds: float = 0.0

    @property
    def length(self) -> float:
        """The length of the path."""
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum())

    @property
    def turns(self) -> int:
        """The number of corners between its ends."""
        legs = np.diff(self.points, axis=0)
        (x, y), (u, v) = legs[:-1].T, legs[1:].T
        return int((np.abs(x * v - y * u) > 1e-9).sum())


@dataclass(frozen=True)
class Answer:
    """The mesh of a set-up, and the searches on it and on the grid."""

    setup: GroundSetup
    mesh: tuple[Numbers, list[tuple[int, ...]]]  # points and polygons
    intervals: Numbers  # (n, 3, 2): left end, right end and root of each, as they were expanded
    f: Numbers
    line: Line
    free: npt.NDArray[np.bool_]
    grid_lines: list[Line]

    def rows(self) -> list[dict[str, Any]]:
        """The results as rows of a table."""
        return [self._row(line) for line in (self.line, *self.grid_lines)]

    def overrun(self, line: Line) -> str:
        """How much longer a path is than the shortest: "+3.8 %"."""
        return f"+{100 * (line.length / self.line.length - 1):.1f} %" if self.line.length else ""

    def _row(self, line: Line) -> dict[str, Any]:
        row: dict[str, Any] = {"search": line.title, "result": line.message}
        if len(line.points):
            row |= {"length": round(line.length, 3), "corners": line.turns}
            if line is not self.line:
                row["notes"] = {"length": self.overrun(line)}
        if line.expanded is not None:
            row |= {"expanded": line.expanded, "ms": round(line.seconds * 1000, 3)}
        return row


class GroundSession(EditedSession[GroundSetup]):
    """Ground that a person draws, and the last answer."""

    def __init__(self) -> None:
        super().__init__(SCENES[0].make())
        self.answer: Answer | None = None
        self._mesh = Mesh(OUTLINE, [(0, 1, 2, 3)])
        self._ids: defaultdict[Shape, list[int]] = defaultdict(list)

    def solving(self) -> Work[bool]:
        """Search the ground as it is now; False if it has changed meanwhile."""
        version, setup = self.version, self.setup  # in this order: an edit in between is noticed
        self._edit_mesh(setup.obstacles)
        mesh = self._mesh
        yield
        line, intervals, f = _on_mesh(mesh, setup)
        yield
        free = free_cells(setup)
        grid_lines = []
        for algorithm, title in GRID_SEARCHES.items():
            yield
            if self.version != version:
                return False
            grid_lines.append(_on_grid(free, setup, algorithm, title))
        shape = mesh.points, mesh.polygons
        self.answer = Answer(setup, shape, intervals, f, line, free, grid_lines)
        return True

    def _edit_mesh(self, obstacles: tuple[Shape, ...]) -> None:
        """Cut and fill what differs from the obstacles in the mesh."""
        wanted = Counter(obstacles)
        for shape, ids in self._ids.items():
            while len(ids) > wanted[shape]:
                self._mesh.fill(ids.pop())
        for shape, count in wanted.items():
            ids = self._ids[shape]
            while len(ids) < count:
                ids.append(self._mesh.cut(shape))
        for shape in [*self._ids]:
            if not self._ids[shape]:
                del self._ids[shape]


def _on_mesh(mesh: Mesh, setup: GroundSetup) -> tuple[Line, Numbers, Numbers]:
    """The shortest path, and the intervals of its search."""
    title, ends = "open ground", (setup.start, setup.goal)
    if problem := _without_room(mesh, setup):
        return Line(title, problem), np.empty((0, 3, 2)), np.empty(0)
    search = Search(mesh, *ends, trace=True, radius=setup.radius)
    search.run()
    session = cast("MeshSession", search._session)
    intervals, f = (each[: limits.GROUND_INTERVALS] for each in session.glances())
    path, seconds = _timed(lambda: find_path(mesh, *ends, radius=setup.radius))
    disc = f" for a disc of radius {setup.radius:g}" if setup.radius else ""
    message = "shortest" if path else f"there is no path{disc}"
    # Of the search that the board shows: later ones on the same mesh may expand less.
    return Line(title, message, path.points, search.stats.expanded, seconds), intervals, f


def _without_room(mesh: Mesh, setup: GroundSetup) -> str:
    """Say which end has no room; nothing if both have."""
    radius = setup.radius
    for name, place in (("start", setup.start), ("goal", setup.goal)):
        if mesh.contains(place, radius=radius):
            continue
        try:
            x, y = mesh.nearest(place, radius=radius)
            near = f"the nearest place with room is ({x:.2f}, {y:.2f})"
        except AsterionError:
            near = "no place has"
        if radius:
            return f"the {name} has no room for a disc of radius {radius:g}; {near}"
        return f"the {name} is inside an obstacle; {near}"
    return ""


def _on_grid(
    free: npt.NDArray[np.bool_], setup: GroundSetup, algorithm: SearchName, title: str
) -> Line:
    """A path from the start to the middle of its cell, over the grid, and on to the goal."""
    start, goal = (cell_of(place, setup) for place in (setup.start, setup.goal))
    for name, cell in (("start", start), ("goal", goal)):
        if not free[cell]:
            return Line(title, f"the cell of the {name} is not free")
    grid = Grid(free, diagonal="clear")
    path, seconds = _timed(lambda: find_path(grid, start, goal, algorithm=algorithm))
    expanded = path.stats.expanded
    if not path:
        return Line(title, "there is no path", expanded=expanded, seconds=seconds)
    places = path.cells if algorithm == "auto" else path.points
    middles = (np.asarray(places, float)[:, ::-1] + 0.5) * setup.cell
    points = np.concatenate([[setup.start], middles, [setup.goal]])
    differs = np.append(True, (np.diff(points, axis=0) != 0).any(1))
    return Line(title, "found", points[differs], expanded, seconds)


def _timed(ask: Callable[[], Path]) -> tuple[Path, float]:
    """An answer, and the seconds of the second query: the first may prepare the map."""
    ask()
    begin = perf_counter()
    path = ask()
    return path, perf_counter() - begin
