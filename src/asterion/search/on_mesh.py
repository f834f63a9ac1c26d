"""Queries on a mesh: paths of points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, counted, short_repr
from asterion.mesh.mesh import Mesh, checked_radius, goals_of, points_of, start_of
from asterion.search.option_table import given_options
from asterion.world.arguments import budget

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion._core import Path


def radius_of(options: Mapping[str, Any]) -> float:
    """Return the radius; raise an error that names an option of searches on grids and graphs."""
    given = {name: each for name, each in options.items() if name not in ("algorithm", "radius")}
    if options.get("algorithm", "auto") != "auto":
        raise InvalidValue(
            f"algorithm is {short_repr(options['algorithm'])}; on a mesh there is one, 'auto'"
        )
    for name, value in given_options(given).items():
        raise InvalidValue(f"a search on a mesh does not take {name}={short_repr(value)}")
    return checked_radius(options.get("radius", 0.0))


def path_on_mesh(mesh: Mesh, start: Any, goal: Any, radius: float) -> Path:
    """Return the shortest path to the nearest goal."""
    ends = start_of(start, "start"), goals_of(goal, "goal")
    return mesh._core_mesh.find_path(mesh, *ends, radius)


def paths_on_mesh(mesh: Mesh, starts: Any, goals: Any, radius: float, threads: int) -> list[Path]:
    """Return a shortest path for each pair of a start and a goal."""
    origins = points_of(starts, "starts")
    if not isinstance(goals, Iterable):
        raise InvalidType(f"goals is {short_repr(goals)}; it must be a list")
    targets = [goals_of(goal, f"goals[{i}]") for i, goal in enumerate(goals)]
    if len(origins) != len(targets):
        raise InvalidValue(
            f"there are {counted(len(origins), 'start')} and {counted(len(targets), 'goal')}"
        )
    return mesh._core_mesh.find_paths(mesh, origins, targets, radius, threads)


class MeshSession:
    """A search on a mesh, with the interface of the core's sessions."""

    def __init__(self, mesh: Mesh, start: Any, goal: Any, radius: float, *, traced: bool) -> None:
        self._mesh = mesh
        ends = start_of(start, "start"), goals_of(goal, "goal")
        self._core = _core.MeshSession(mesh._core_mesh, *ends, radius, traced)
        self.advance, self.restart = self._core.advance, self._core.restart

    @property
    def status(self) -> str:
        """The status so far."""
        return self._core.status

    def path(self) -> Path:
        """The path, once it is found."""
        return self._core.path(self._mesh)

    def glances(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The expanded intervals: left end, right end and root of each, and their f."""
        ends, f = self._core.glances()
        return ends.reshape(-1, 3, 2), f

    def __getattr__(self, name: str) -> Any:
        raise InvalidValue(f"a search on a mesh does not show {name}; it has intervals, not nodes")


class StraightRun:
    """A search whose path is straight lines across a grid, with the interface of custom searches.

    ``"any-angle"`` searches the mesh of the grid; ``"theta"`` searches its cells.
    """

    def __init__(self, name: str, world: Any, start: Any, goals: list[Any]) -> None:
        self._world, self._optimal = world, name == "any-angle"
        if self._optimal:
            mesh = _core.any_angle_mesh(world._core_view)
            ends = start_of(start, "start"), points_of(goals, "goal")
            self._mesh = _core.MeshSession(mesh, *ends, 0.0, False)
        else:
            numbers = [world._node(goal, "goal") for goal in goals]
            start_number = world._node(start, "start")
            self._theta = _core.ThetaSession(world._core_view, start_number, numbers, 1.0)

    def advance(self, expansions: int | None, seconds: float | None) -> str:
        """Run for up to this many expansions or seconds; return the status."""
        run = self._mesh if self._optimal else self._theta
        return run.advance(*budget(expansions, seconds))

    def step(self) -> str:
        """Make one expansion."""
        return self.advance(1, None)

    @property
    def path(self) -> Path:
        """The path, once it is found."""
        if self._optimal:
            answer = self._mesh.path(self._world)
            points, stats = answer.points, answer.stats
        else:
            points, stats = self._theta.points(), self._theta.stats()
        if not len(points):
            status = self.advance(0, None)
            return _core.Path.not_found(status, stats=stats)
        return _core.way_over(self._world, self._world._core_view, points, self._optimal, stats)
