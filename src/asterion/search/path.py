"""Query results: paths, their validation and their smoothness."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, isclose
from typing import Any, NamedTuple

from asterion import _core
from asterion._core import Path, Stats, checked_path_cost
from asterion.errors import InvalidPath, InvalidType, InvalidValue, short_repr
from asterion.mesh.mesh import checked_radius, points_of
from asterion.world.arguments import count, number
from asterion.world.base import Node, NodeIn, PointWorld, World, check_world
from asterion.world.checks import check_squares
from asterion.world.grid import Grid, View, check_grid
from asterion.world.notebooks import pictured

__all__ = ["Path", "Smoothness", "Stats", "query_of", "smoothness", "validate", "with_query"]

# A path carries its query (world, start and goals), so that ``explain`` can be called with the path
# alone.
with_query = _core.about
query_of = _core.asked_of


def validate(
    world: World[Any, NodeIn] | PointWorld,
    path: Path | Iterable[NodeIn],
    *,
    radius: float = 0.0,
) -> float:
    """Return the cost of walking a path, computed from the rules of the world alone.

    Takes a query's result, or any nodes in order. A result without even a part of a path costs
    ``inf``. ``radius`` is the distance that a path on a mesh keeps from walls. O(length of the
    path).

    >>> import asterion as at
    >>> grid = at.Grid.from_text("..3")
    >>> at.validate(grid, [(0, 0), (0, 1), (0, 2)])
    4.0

    Raises
    ------
    InvalidPath  ``cell 1 (0, 2) is not one step from (0, 0)``
    """
    if not isinstance(world, PointWorld):
        check_world(world)
    if isinstance(path, Path) and path.status not in ("found", "partial"):
        return inf
    if isinstance(world, PointWorld):
        points: Any = path.points if isinstance(path, Path) else path
        cost = world._core_mesh.checked_way(points_of(points, "path"), checked_radius(radius))
    elif isinstance(path, Path) and _core.has_straight_lines(path):
        view: Any = world._core_view
        _core.mesh_of_view(view).checked_way(path.points, 0.0)
        cost = _core.way_over(world, view, path.points, False, path.stats).cost
    elif isinstance(world._core_view, _core.Network):
        cost = _graph_path_cost(world, world._core_view, path)
    else:
        cells: Any = path
        cost = checked_path_cost(world._core_view, cells)
    if not isinstance(path, Path):
        return cost
    if not isclose(cost, path.cost, rel_tol=1e-9):
        raise InvalidPath(f"the path says it costs {path.cost!r}; walking it costs {cost!r}")
    return cost


def _graph_path_cost(world: World, network: _core.Network, path: Path | Iterable[Node]) -> float:
    """The cost of a path over its connections; of a list of nodes, over the cheapest between."""
    if not isinstance(path, Path):
        return Path.from_nodes(world, path).cost
    start = world._node(path[0], "start")
    walk = _core.walk_of(world, network, start, path.connections.tolist(), False)
    if walk.nodes != path.nodes:
        raise InvalidPath("the connections of the path do not lead over its nodes")
    return walk.cost


class Smoothness(NamedTuple):
    """The turns of a path: their number, and the sum of their degrees."""

    turns: int
    angle: float


def smoothness(path: Path) -> Smoothness:
    r"""Count a path's turns and their degrees: what players notice first in a bad path.

    >>> import asterion as at
    >>> grid = at.Grid.from_text("...\n##.\n...", diagonal="never")
    >>> at.smoothness(at.find_path(grid, (0, 0), (2, 0)))
    Smoothness(turns=2, angle=180.0)
    """
    if not isinstance(path, Path):
        raise InvalidType(f"path is {short_repr(path)}; it must be the result of a query")
    angles = _core.turn_angles(path)
    return Smoothness(len(angles), sum(angles))


def _from_nodes(world: Any, nodes: Any, optimal: bool) -> Path:
    """Implement :meth:`Path.from_nodes`."""
    check_world(world)
    path: Path = world._path_of(nodes, optimal)
    return path


# The counts that a custom algorithm may give, in the order in which the core saves them.
_COUNTS = ("expanded", "moves", "reopened", "pushes", "pops", "peak_open")
_GIVEN = ("generated", *_COUNTS, "mean_open", "seconds")
_MOST = 2**53  # of a count: sums of counts fit into 64 bits


def _given_stats(given: Any) -> Stats:
    """A custom algorithm's statistics for :meth:`Path.from_nodes`, checked."""
    if isinstance(given, Stats):
        return given
    if not isinstance(given, Mapping):
        raise InvalidType(f"stats is {short_repr(given)}; it must be Stats, or a mapping of counts")
    for name in given:
        if name not in _GIVEN:
            raise InvalidValue(f"stats has {short_repr(name)}; it takes {', '.join(_GIVEN)}")
    counts = {name: count(f"stats[{name!r}]", given.get(name, 0)) for name in _COUNTS}
    generated = count("stats['generated']", given.get("generated", 0))
    mean, seconds = (
        number(f"stats[{name!r}]", given.get(name, 0.0), finite=True)
        for name in ("mean_open", "seconds")
    )
    reopened = counts["reopened"]
    if "pushes" not in given:
        counts["pushes"] = generated + reopened
    elif "generated" not in given:
        generated = max(counts["pushes"] - reopened, 0)
    open_sum = round(mean * counts["expanded"])
    if (largest := max(*counts.values(), generated, open_sum)) > _MOST:
        raise InvalidValue(f"stats has a count of {largest}; the largest is {_MOST}")
    if generated + reopened > counts["pushes"]:
        raise InvalidValue(
            f"stats has pushes {counts['pushes']}, which is less than generated {generated} and "
            f"reopened {reopened} together"
        )
    met = counts["pushes"] - reopened - generated
    return _core.restored_stats([*counts.values(), open_sum, met, 0], seconds)


def _smoothed(path: Path, world: Any) -> Any:
    """Implement :meth:`Path.smoothed`."""
    if not len(path):
        return path.cells
    world = _world_of(path, world, "smoothed")
    check_squares(world, "smoothed")
    return _core.corners_of(world._core_view, path)


def _straightened(path: Path, world: Any) -> Path:
    """Implement :meth:`Path.straightened`."""
    if not len(path):
        return path
    world = _world_of(path, world, "straightened")
    check_grid(world)
    if world.tiles == "triangle":
        raise InvalidValue(
            "straightened is not for triangles: no two moves lead the same way there"
        )
    return _core.straightened_path(world, world._core_view, path)


def _world_of(path: Path, given: Any, method: str) -> Any:
    """The world given to a method of a path, or that of the path's query."""
    if given is not None:
        return given
    if (query := query_of(path)) is None:
        raise InvalidValue(
            f"world is missing: a path from a pickle has none; give it: {method}(world)"
        )
    return query[0]


_core.set_path_functions(_from_nodes, _smoothed, _straightened, _given_stats, Grid, View)
pictured(Path)
pictured(Stats)
