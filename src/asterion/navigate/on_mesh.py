"""An agent on a mesh: it walks along a shortest path, and asks again after an edit."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from asterion import _core
from asterion.errors import InvalidValue, short_repr
from asterion.mesh.mesh import Mesh, checked_radius, start_of
from asterion.search.custom import Segment, Segments

if TYPE_CHECKING:
    from asterion._core import Path
    from asterion.mesh.mesh import Point


def radius_from(options: dict[str, Any]) -> float:
    """Return the radius; raise an error that names any other option."""
    for name, value in options.items():
        if name != "radius":
            raise InvalidValue(
                f"an agent on a mesh does not take {name}={short_repr(value)}; it takes radius"
            )
    return checked_radius(options.get("radius", 0.0))


class MeshNavigator:
    """An agent on a mesh, with the interface of the core's navigators."""

    def __init__(self, mesh: Mesh, start: Point, goal: Point, radius: float) -> None:
        self._mesh, self._radius = mesh, radius
        self._position, self._goal = start, goal
        self._found: Path | None = None  # the path of the last plan, if it still leads to the goal
        self._version = -1  # of the mesh, for which it was found
        self._points: list[list[float]] = []  # of it
        self._next = 1  # the first of them that is ahead
        self._segments = Segments()

    @property
    def position(self) -> Point:
        """The point where the agent is."""
        return self._position

    @property
    def goal(self) -> Point:
        """The point to reach."""
        return self._goal

    @goal.setter
    def goal(self, goal: Point) -> None:
        if goal != self._goal:
            self._segments.end()
            self._goal, self._found = goal, None

    def move_to(self, point: Point) -> None:
        """Set the position of the agent."""
        if point != self._position:
            self._position, self._found = point, None

    def plan(self, expansions: int | None, seconds: float | None) -> bool:  # noqa: ARG002
        """Plan at once, but not for 0 expansions; return whether the path is up to date."""
        if not self._is_current() and expansions != 0:
            self._planned()
        return self._is_current()

    def path(self) -> Path:
        """The path from the agent to the goal."""
        found = self._planned()
        if found and (self._next > 1 or tuple(self._points[0]) != self._position):
            found = _core.rest_of_path(found, self._next, *self._position)
            self._take(found)
        return found

    def step(self, distance: float | None = None) -> Point | None:
        """Move along the path, to its next point or this far; None at its end or without one."""
        if not self._planned() or self._next >= len(self._points):
            return None
        left = distance
        while self._next < len(self._points) and (left is None or left >= 0):
            (x, y), (to_x, to_y) = self._position, self._points[self._next]
            length = hypot(to_x - x, to_y - y)
            if left is not None and left < length:
                share = left / length
                self._position = x + share * (to_x - x), y + share * (to_y - y)
                break
            self._position = to_x, to_y
            self._next += 1
            left = -1.0 if left is None else left - length
        return self._position

    def _is_current(self) -> bool:
        return self._found is not None and self._version == self._mesh.version

    def _planned(self) -> Path:
        """The last path if it is still valid, else a new one."""
        version = self._mesh.version
        if self._found is None or version != self._version:
            ends = start_of(self._position, "position"), start_of(self._goal, "goal")
            core = self._mesh._core_mesh
            found = core.find_path(self._mesh, *ends, self._radius, leaves=True)
            self._take(found)
            self._version = version
            self._segments.add(found.stats)
            return found
        return self._found

    def _take(self, path: Path) -> None:
        self._found, self._points, self._next = path, path.points.tolist(), 1

    def segment(self) -> Segment:
        """The statistics of the plans for the current goal."""
        return self._segments.current

    def total(self) -> Segment:
        """The statistics of all plans."""
        return self._segments.total()

    def segments(self) -> list[Segment]:
        """The statistics of the plans for each earlier goal."""
        return self._segments.ended()

    def bytes(self) -> int:
        """0: the memory is the mesh's, which all its agents share."""
        return 0

    def __getattr__(self, name: str) -> Any:
        raise InvalidValue(
            f"an agent on a mesh does not show {name}; its path has points, no nodes"
        )
