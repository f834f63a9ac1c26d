"""Batches on several threads: a path for each pair of nodes, or a table of costs."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, counted, short_repr
from asterion.mesh.mesh import Mesh
from asterion.search.find import custom_algorithm, find_path
from asterion.search.on_mesh import paths_on_mesh, radius_of
from asterion.search.options import options_from, query_for, takes_goal
from asterion.search.paths import Paths
from asterion.world.arguments import count
from asterion.world.base import Node, NodeIn, NodeT, World, check_world
from asterion.world.grid import GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.find import Goal
    from asterion.search.options import SearchOptions

    Numbers = npt.NDArray[np.int64]


def find_paths(
    world: World[NodeT, NodeIn] | Mesh,
    starts: Iterable[NodeIn],
    goals: Iterable[Goal[NodeIn]],
    *,
    threads: int | None = None,
    **options: Unpack[SearchOptions],
) -> Paths[NodeT]:
    """Return a path for each pair of a start and a goal, searched on several threads.

    ``starts`` and ``goals`` are lists, or (n, 2) arrays of cells, which are read fastest. A goal
    may be several nodes; the options are as for :func:`find_path`. ``threads`` defaults to the
    number of cores of this process; the result, statistics included, is the same for any number.
    Other threads can edit the world meanwhile: each path is right for a version that the world had
    during the call. The result behaves like a list; each path is made when it is first read.

    >>> import asterion as at
    >>> grid = at.Grid([[1, 1, 1]])
    >>> [path.cost for path in at.find_paths(grid, [(0, 0), (0, 1)], [(0, 2), (0, 2)])]
    [2.0, 1.0]

    Raises
    ------
    IndexError  ``goals[1] (0, 7) is outside the grid of 1 row and 3 columns``
    ValueError  ``starts[0] (0, 1) is a wall``
    """
    if isinstance(world, Mesh):
        radius = radius_of(options)
        return Paths(paths_on_mesh(world, starts, goals, radius, workers(threads)))
    check_world(world)
    given = options_from(options)
    # A callable needs the GIL: several threads would only wait for each other.
    heuristic = given["heuristic"]
    asks = callable(heuristic) or given["evaluate"] is not None
    helpers = 1 if asks else workers(threads)
    each_asks = callable(heuristic) and takes_goal(heuristic)
    if each_asks or custom_algorithm(given["algorithm"]) is not None:
        pairs = [*zip(starts, goals, strict=True)]
        return Paths([find_path(world, start, goal, **options) for start, goal in pairs])
    for name, each in (("starts", starts), ("goals", goals)):
        if not isinstance(each, Iterable):
            raise InvalidType(f"{name} is {short_repr(each)}; it must be a list")
    origins = world._numbers(starts, "starts")
    targets = _goals_of(world, goals)
    if len(origins) != targets.queries:
        raise InvalidValue(
            f"there are {counted(len(origins), 'start')} and {counted(targets.queries, 'goal')}"
        )
    query = query_for(world, targets.most(), given)
    return Paths(_core.find_paths(world, world._core_view, origins, *targets, query, helpers))


class _Goals(NamedTuple):
    """The goals of many queries, one after the other."""

    nodes: Numbers
    ends: Numbers | None  # the place after the last goal of each query; None if each has one

    @property
    def queries(self) -> int:
        """The number of queries."""
        return len(self.nodes) if self.ends is None else len(self.ends)

    def most(self) -> int:
        """The largest number of goals of any query."""
        if self.ends is None:
            return min(len(self.nodes), 1)
        return int(np.diff(self.ends, prepend=0).max(initial=0))


def _goals_of(world: World, goals: Iterable[Goal]) -> _Goals:
    if isinstance(world, GridWorld):
        if isinstance(goals, np.ndarray) and goals.ndim == 2:
            return _Goals(world._numbers(goals, "goals"), None)
        if isinstance(goals, list):
            cells = _core.cell_numbers(goals, *world.shape)
            if cells is not None:
                return _Goals(cells, None)
    each = [world._nodes(goal, f"goals[{i}]") for i, goal in enumerate(goals)]
    nodes = np.fromiter((node for nodes in each for node in nodes), np.int64)
    return _Goals(nodes, np.cumsum([len(nodes) for nodes in each], dtype=np.int64))


def cost_table(
    world: World[Any, NodeIn],
    sources: Iterable[NodeIn],
    targets: Iterable[NodeIn],
    *,
    threads: int | None = None,
) -> npt.NDArray[np.float64]:
    """Return the cost of the cheapest path from each source to each target: an (s, t) array.

    ``[i, j]`` is from source i to target j, ``inf`` where there is no path, as to a wall. Sources
    and targets are lists of nodes, or (k, 2) arrays of cells. All costs describe one version of the
    world, even if other threads edit it meanwhile. ``threads`` defaults to the number of cores that
    this process may use; the result is the same for any number.

    One search per source ends when it has found all targets; if there are fewer targets, the
    searches go backward from these. So it costs min(s, t) searches by ``"dijkstra"``, shared by
    threads.

    >>> import asterion as at
    >>> grid = at.Grid([[1, 2, 1, 0, 1]])
    >>> at.cost_table(grid, [(0, 0), (0, 2)], [(0, 0), (0, 1), (0, 2), (0, 4)])
    array([[ 0.,  2.,  3., inf],
           [ 3.,  2.,  0., inf]])
    >>> roads = at.Graph([("A", "B", 3), ("B", "C", 1)])
    >>> at.cost_table(roads, ["A", "B"], ["B", "C"])
    array([[3., 4.],
           [0., 1.]])

    Raises
    ------
    IndexError  ``targets[1] (0, 7) is outside the grid of 1 row and 5 columns``
    ValueError  ``sources[0] (0, 3) is a wall``
    """
    check_world(world)
    helpers = workers(threads)
    rows = ordered_numbers(world, sources, "sources")
    columns = ordered_numbers(world, targets, "targets")
    return _core.cost_table(world._core_view, rows, columns, helpers)


def ordered_numbers(world: World, nodes: Iterable[Node], what: str) -> Numbers:
    """The numbers of nodes that become rows or columns."""
    if isinstance(nodes, (AbstractSet, str, bytes)) or not isinstance(nodes, Iterable):
        raise InvalidType(f"{what} is {short_repr(nodes)}; it must be a list of nodes, in order")
    return world._numbers(nodes, what)


def workers(threads: int | None) -> int:
    """The number of threads to use: as asked for, or one per core of this process."""
    if threads is None:
        from asterion.world.cores import usable_cores  # noqa: PLC0415 - it reads files

        return usable_cores()
    return min(count("threads", threads, least=1), 256)
