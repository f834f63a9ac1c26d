"""Path queries: one path, costs to every node, or a search that runs a slice at a time."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from math import inf
from typing import TYPE_CHECKING, Any, Generic, Literal, Union, Unpack

import numpy as np

from asterion import _core
from asterion.errors import InvalidValue, short_repr
from asterion.mesh.mesh import Mesh
from asterion.search.custom import CustomSession
from asterion.search.fields import field_of, source_numbers, source_values
from asterion.search.filters import mask_of, within
from asterion.search.map_heuristic import MapHeuristic
from asterion.search.on_mesh import MeshSession, path_on_mesh, radius_of
from asterion.search.options import (
    MOST_GOALS_TO_ESTIMATE,
    QUERIES,
    check_no_radius,
    heuristic_kind,
    named_options,
    options_from,
    query_for,
)
from asterion.search.path import Path, Stats, with_query
from asterion.search.registry import AlgorithmInfo, check_world_kind, info_of
from asterion.search.trace import Trace
from asterion.world.arguments import budget, choice, count, flag, number
from asterion.world.base import Node, NodeIn, NodeT, NotCopyable, World, check_world
from asterion.world.checks import grid_of
from asterion.world.graph import GraphWorld
from asterion.world.grid import Cell, GridWorld, check_free, check_grid
from asterion.world.notebooks import pictured

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.option_table import Direction, Reopen, Stop, Ties
    from asterion.search.options import Evaluate, Heuristic, Options, SearchOptions
    from asterion.search.registry import SearchName
    from asterion.world.grid import CellIn

    Goal = Union[NodeIn, Sequence[NodeIn], AbstractSet[NodeIn]]  # noqa: UP007 - an array is a node, or several


def find_path(
    world: World[NodeT, NodeIn] | Mesh,
    start: NodeIn,
    goal: Goal[NodeIn],
    *,
    algorithm: SearchName | AlgorithmInfo = "auto",
    heuristic: Heuristic = "auto",
    weight: float = 1.0,
    ties: Ties = "auto",
    seed: int | None = None,
    stop: Stop = "fast",
    reopen: Reopen = "passive",
    direction: Direction = "forward",
    max_expansions: int | None = None,
    max_cost: float | None = None,
    components: bool = True,
    transpositions: bool = False,
    partial: bool = False,
    turn_cost: float = 0.0,
    evaluate: Evaluate | None = None,
    radius: float = 0.0,
) -> Path[NodeT]:
    """Return the cheapest path from ``start`` to ``goal``; without one, its status says why.

    Optimal for every algorithm marked ``optimal`` in :func:`algorithms`. It takes the algorithm's
    time and memory: nothing else makes a pass over the world, and the world is not changed. The
    same call returns the same path.

    Parameters
    ----------
    world       a :class:`Grid`, a :class:`Graph`, or a view of one; or a :class:`Mesh`, where
                start and goal are points and ``radius`` is the only option
    start       a node: a cell (row, column) of a grid, or the name of a graph's node
    goal        a node; or several in a list or set, or a (k, 2) array of cells, for the nearest.
                A cell may also be a list of two numbers or an array of shape (2,)
    algorithm   a name from :func:`algorithms`. On a grid ``"auto"`` is ``"jps"`` if all free cells
                cost the same, or areas of them, and walls are connected (as in rooms, mazes and
                caves), and ``"bidirectional"`` without estimates if whole-number costs are
                scattered; on a graph without positions it is ``"bidirectional"``; otherwise, or if
                these do not take a given option, it is ``"astar"``
    heuristic   ``"auto"`` (the closest that never overestimates), ``"zero"``, ``"manhattan"``,
                ``"euclidean"``, ``"octile"`` or ``"chebyshev"``, times the smallest cost of a cell;
                or custom values: an array with one for each node, or a callable (node, goal) ->
                number (of several goals the smallest counts; backward, the goal is the start) or
                (node) -> number; or a heuristic that knows the map: :class:`ClusterHeuristic`,
                :class:`Landmarks`
    weight      of the heuristic: above 1, a path costs at most that many times the cheapest
    ties        the order of nodes with the same f: ``"auto"`` (last in, first out; larger g first
                where estimates mislead), ``"high-g"`` or ``"low-g"`` (larger or smaller g, then
                first in, first out), ``"fifo"``, ``"lifo"``, ``"random"`` (by ``seed``, default 0),
                ``"straight"`` (fewer turns: one of the cheapest paths with few of them)
    stop        ``"fast"``: when the goal is the best open node; ``"guaranteed"``: when no open node
                has a smaller g, which is optimal with any heuristic
    reopen      when a closed node gets a smaller g: ``"passive"`` (it becomes open again),
                ``"active"`` (its successors are improved at once), ``"off"`` (with ``max_cost`` it
                is ``"passive"``: a path within the limit may need it)
    direction   ``"backward"`` searches from the goals to the start; estimates are then to the start
    max_expansions, max_cost
                give up (status ``"stopped"``) after that many expansions, or if every path costs
                more than ``max_cost``
    components  answer "unreachable" without a search if component labels show it; False lets the
                search expand everything in reach, as in textbooks
    transpositions
                for ``"ida"``: remember the nodes of each round, which needs memory
    partial     if the goal cannot be reached, or a limit stops the search: return the path to the
                closed node (or the start) nearest to the goal, by the distance without walls (on
                graphs, between positions); ties go to the cheapest, then to the first in row order.
                Its status is ``"partial"``, and ``found`` and ``optimal`` are False. Without a path
                this expands everything in reach. ``"jps"``, ``"ida"``, ``"bidirectional"`` and
                backward searches then run ``"astar"``
    turn_cost   for ``"astar"`` and ``"dijkstra"`` on grids: the price of each 45 degrees that a
                unit turns between two moves (60 on hexes; not on triangles). The first move is no
                turn, and a link keeps the heading. ``path.cost`` includes it
    evaluate    for ``"best-first"``: a callable (g, h, node) -> number, by which open nodes are
                ordered, the smallest first. The cost so far and the estimate belong to a route
                to the node that was just found
    radius      of a disc on a mesh: the path keeps this distance from walls; see :class:`Mesh`

    An option that the algorithm does not take is rejected by name.

    Returns
    -------
    A :class:`Path`, also where there is none: ``bool(path)`` is then False, its cost ``inf``, and
    its ``status`` ``"unreachable"``, ``"stopped"`` or ``"partial"``.

    >>> import asterion as at
    >>> grid = at.Grid([[1, 1, 1],
    ...                 [1, 0, 1],
    ...                 [1, 1, 1]], diagonal="never")
    >>> at.find_path(grid, (0, 0), (2, 2)).cost
    4.0
    >>> [*at.find_path(grid, (0, 0), [(2, 2), (0, 1)])]
    [(0, 0), (0, 1)]
    >>> island = at.Grid([[1, 1, 0, 1]])
    >>> at.find_path(island, (0, 0), (0, 3), partial=True).nodes
    [(0, 0), (0, 1)]

    Raises
    ------
    IndexError  ``start (5, 0) is outside the grid of 3 rows and 3 columns``
    ValueError  ``start (1, 1) is a wall``
    """
    try:
        key = (
            world._kind,  # type: ignore[union-attr]  # a mesh has none, which is noticed below
            algorithm,
            heuristic,
            weight,
            ties,
            seed,
            stop,
            reopen,
            direction,
            max_expansions,
            max_cost,
            components,
            transpositions,
            turn_cost,
            evaluate,
        )
        query = QUERIES[key]
    except Exception:  # noqa: BLE001 - options that are new, cannot be hashed, or of no world
        query = None
    # With the options of an earlier call and two pairs of ints there is nothing left to check.
    if query is not None and partial is False and radius == 0 and isinstance(world, GridWorld):
        path = _core.find_between_cells(world, world._core_view, start, goal, query)
        if path is not None:
            return path
    if isinstance(world, Mesh):
        given = (algorithm, heuristic, weight, ties, seed, stop, reopen, direction, max_expansions)
        rest = (max_cost, components, transpositions, turn_cost, evaluate)
        distance = radius_of({**named_options((*given, *rest)), "radius": radius})
        return path_on_mesh(world, start, goal, distance)
    check_world(world)
    check_no_radius(radius)
    part = partial is not False and flag("partial", partial)
    if query is None and (custom := custom_algorithm(algorithm)) is not None:
        if part:
            raise InvalidValue(f"{custom.name!r} does not take partial")
        session = _custom_session(custom, world, start, goal, named_options(key[1:]))
        session.advance(None, None)
        return session.path()
    origin = world._node(start, "start")
    goals = goal_numbers(world, goal)
    if query is None or len(goals) > MOST_GOALS_TO_ESTIMATE:
        query = query_for(world, len(goals), named_options(key[1:]), ends=(origin, goals))
    if part:
        if turn_cost:
            raise InvalidValue("partial does not go with turn_cost; choose one of them")
        _check_distances(world)
    return _core.find_path(world, world._core_view, origin, goals, query, part)


def chosen_algorithm(world: World, **options: Any) -> str:
    """Return the name of the algorithm that :func:`find_path` runs for one goal with these options.

    It differs from the requested one only if that is ``"auto"``: then it depends on the world.
    """
    given = options_from(options)
    if (custom := custom_algorithm(given["algorithm"])) is not None:
        return custom.name
    chosen = _core.chosen_algorithm(world._core_view, query_for(world, 1, given))
    return chosen.name.replace("_", "-")


def distances(
    world: World[Any, NodeIn],
    nodes: Goal[NodeIn],
    *,
    direction: Literal["from", "to"] = "from",
    max_cost: float | None = None,
    values: npt.ArrayLike | None = None,
) -> npt.NDArray[np.float64]:
    """Return the cost to every node from the nearest of ``nodes``, or from every node ``"to"`` it.

    O(n) time for n cells within reach; O(n log n) on graphs, with links, and if a cell costs
    thousands of times as much as another.

    ``values`` are initial costs of the nodes: a number for each, in their order; one for all; or on
    a grid an array of its shape, of which the places of the nodes count. Numbers below 0 are
    allowed, ``inf`` leaves a node out. Each node then gets the smallest sum of a value and a path,
    and ``max_cost`` is a limit on that sum. O(n log n) time.

    Returns
    -------
    An array of the grid's shape, or in the order of the graph's nodes: ``inf`` where there is no
    path, or none that costs at most ``max_cost``. :func:`descend` walks along it.

    >>> import asterion as at
    >>> at.distances(at.Grid([[1, 2, 0, 1]]), (0, 0))
    array([[ 0.,  2., inf, inf]])
    >>> at.distances(at.Grid([[1, 2, 0, 1]]), (0, 0), direction="to")
    array([[ 0.,  1., inf, inf]])
    >>> at.distances(at.Grid([[1, 1, 1, 1]]), [(0, 0), (0, 3)], values=[0, -1])
    array([[ 0.,  1.,  0., -1.]])

    Raises
    ------
    ValueError  ``values is an array of shape (3,); it must be a number, or one for each of the 2
                nodes, or an array of shape (1, 4)``
    """
    check_world(world)
    backward = choice("direction", direction, {"from": False, "to": True})
    sources = source_numbers(world, nodes)
    limit = inf if max_cost is None else number("max_cost", max_cost)
    if values is None:
        costs = _core.distances(world._core_view, sources.tolist(), backward, limit)
        return field_of(world, costs, sources, 0.0)
    each = source_values(world, nodes, sources, values)
    costs = _core.field(world._core_view, sources, each, backward, limit)
    return field_of(world, costs, sources, each)


def reachable(
    world: World[Any, NodeIn],
    nodes: Goal[NodeIn],
    max_cost: float | None = None,
    *,
    where: npt.ArrayLike | None = None,
) -> npt.NDArray[np.bool_]:
    """Return a mask of the nodes reachable from one of ``nodes`` at a cost of up to ``max_cost``.

    With ``where``, a mask of the world's shape, only nodes where it is True are entered: the flood
    of a forest, a lake, the roads. Cells outside are closed as by ``grid.view(blocked=~where)``, so
    paths on that view lead to exactly the cells that are reached. A start outside reaches nothing,
    not even itself; of several starts, those inside count. On a graph it is a mask in the order of
    ``graph.nodes``.

    Takes the time of :func:`distances`; ``where`` adds a pass over the world.

    >>> import asterion as at
    >>> at.reachable(at.Grid([[1, 1, 3, 1]]), (0, 0), max_cost=4)
    array([[ True,  True,  True, False]])
    >>> land = at.Grid([[1, 2, 2],
    ...                 [2, 1, 2]], diagonal="never")
    >>> at.reachable(land, (0, 1), where=land.cost == 2)
    array([[False,  True,  True],
           [False, False,  True]])

    Raises
    ------
    ValueError  ``where is an array of int64 of shape (2, 2); it must be a mask of bools of shape
                (2, 3)``
    """
    if where is None:
        return np.isfinite(distances(world, nodes, max_cost=max_cost).view(np.ndarray))
    check_world(world)
    mask = mask_of(world, where)
    limit = inf if max_cost is None else number("max_cost", max_cost)
    starts = world._nodes(nodes, "nodes")
    if isinstance(world, GridWorld):
        total = world.total
        closed = [node for node in starts if not total.flat[node] > 0]
        if closed:  # rejected whether it is in the mask or not
            check_free(world, world._name(closed[0]), "node")
    inside = [node for node in starts if mask.flat[node]]
    return np.isfinite(_core.distances(within(world, mask)._core_view, inside, False, limit))


def cheapest_paths(
    world: GridWorld, start: CellIn, goal: CellIn, k: int, *, min_difference: float = 0.0
) -> list[Path[Cell]]:
    r"""Return the ``k`` cheapest paths that visit no cell twice, cheapest first, or all if fewer.

    O(k x length) searches (J. Y. Yen, Finding the k shortest loopless paths in a network, 1971).

    With ``min_difference`` m, from 0 to 1, each path is a cheapest that differs from all before it:
    of the cells between its ends, the number that lie on any of these is at most 1 - m times the
    number that each of them has. With 1, paths meet at their ends only. At worst that takes the
    time of as many searches per path as cells may be shared (E. Q. V. Martins, On a multicriteria
    shortest path problem, 1984).

    >>> import asterion as at
    >>> grid = at.Grid.from_text("...\n.#.\n...", diagonal="never")
    >>> [path.cost for path in at.cheapest_paths(grid, (0, 0), (0, 2), 3)]
    [2.0, 6.0]
    >>> room = at.Grid.from_text("...\n...\n...", diagonal="never")
    >>> paths = at.cheapest_paths(room, (1, 0), (1, 2), 3, min_difference=1)
    >>> [path.cost for path in paths]
    [2.0, 4.0, 4.0]
    """
    check_grid(world)
    if links := len(grid_of(world).links):
        raise InvalidValue(f"cheapest_paths takes no grid with links; this one has {links}")
    most = count("k", k)
    share = number("min_difference", min_difference)
    if share > 1:
        raise InvalidValue(f"min_difference is {share!r}; it must be a share, from 0 to 1")
    heuristic = heuristic_kind("auto", world._kind)
    ends = world._node(start, "start"), world._node(goal, "goal")
    return _core.k_cheapest_paths(world, world._core_view, *ends, heuristic, most, share)


@pictured
class Search(NotCopyable, Generic[NodeT]):
    """A search that can be paused: it runs a slice at a time, and can be inspected in between.

    Takes the options of :func:`find_path`, and ``trace=True`` to record events. One step is one
    expansion; a search run in slices does exactly what it does in one go. The object holds the
    algorithm's memory as long as it lives.

    For ``"bidirectional"``, g, h and parent describe the forward search, and state both searches;
    for ``"ida"`` all describe the current path, for ``"jps"`` jump points.

    A search whose world has been edited raises :class:`WorldChanged` at its next step;
    ``restart()`` starts it again.

    >>> import asterion as at
    >>> search = at.Search(at.Grid([[1, 1, 1]]), (0, 0), (0, 2), algorithm="astar")
    >>> search.step()
    'running'
    >>> search.state
    array([[2, 1, 0]], dtype=uint8)
    >>> search.run(), search.path.cost
    ('found', 2.0)
    """

    def __init__(
        self,
        world: World[NodeT, NodeIn] | Mesh,
        start: NodeIn,
        goal: Goal[NodeIn],
        *,
        trace: bool = False,
        **options: Unpack[SearchOptions],
    ) -> None:
        self.world: Any = world
        self._traced = flag("trace", trace)
        self._options: Options
        self._session: _core.Session | _core.GraphSession | CustomSession | MeshSession
        if isinstance(world, Mesh):
            radius = radius_of(options)
            self._session = MeshSession(world, start, goal, radius, traced=self._traced)
            return
        check_world(world)
        self._options = options_from(options)
        if (custom := custom_algorithm(self._options["algorithm"])) is not None:
            self._session = _custom_session(custom, world, start, goal, self._options)
        self._ends = world._node(start, "start"), goal_numbers(world, goal)
        if custom is None:
            self._session = self._new_session()

    def _new_session(self) -> _core.Session | _core.GraphSession:
        goals = len(self._ends[1])
        query = query_for(self.world, goals, self._options, ends=self._ends, trace=self._traced)
        if isinstance(self.world._core_view, _core.Network):
            return _core.GraphSession(self.world._core_view, *self._ends, query)
        return _core.Session(self.world._core_view, *self._ends, query)

    def step(self, n: int = 1) -> str:
        """Make up to ``n`` expansions; return the status."""
        return self.run(expansions=n)

    def run(self, *, expansions: int | None = None, seconds: float | None = None) -> str:
        """Run to the end, or for up to this many expansions or seconds; return the status."""
        return self._session.advance(*budget(expansions, seconds))

    def restart(self) -> None:
        """Start the search again, on the world as it is now."""
        if (
            not isinstance(self.world, Mesh)
            and isinstance(self._options["heuristic"], MapHeuristic)
            and custom_algorithm(self._options["algorithm"]) is None
        ):
            self._session = self._new_session()  # the heuristic may be refreshed, or out of date
        else:
            self._session.restart()

    @property
    def status(self) -> str:
        """``"running"``, and at the end ``"found"``, ``"unreachable"`` or ``"stopped"``."""
        return self._session.status

    @property
    def path(self) -> Path[NodeT]:
        """The path, once it is found."""
        return self._with_query(self._session.path())

    @property
    def best_so_far(self) -> Path[NodeT]:
        """A path to the open node with the smallest h, and among these the smallest g.

        If the search has ended without a path, this is the path that ``partial=True`` gives in
        :func:`find_path`; on graphs without positions there is none.
        """
        return self._with_query(self._session.best_so_far())

    def _with_query(self, path: Path) -> Path:
        """The path with its query, for ``explain``; a custom search may return anything."""
        if not isinstance(path, Path) or isinstance(self.world, Mesh):
            return path
        return with_query(path, self.world, *self._ends)

    @property
    def stats(self) -> Stats:
        """The statistics of the search so far."""
        return self._session.path().stats

    @property
    def g(self) -> npt.NDArray[np.float64]:
        """The g of every node (its number of moves in ``bfs``); inf where not visited."""
        return self._session.g()

    @property
    def h(self) -> npt.NDArray[np.float64]:
        """The estimate of every visited node; NaN where not visited."""
        return self._session.h()

    @property
    def f(self) -> npt.NDArray[np.float64]:
        """The f of every visited node, g + h in every algorithm; NaN where not visited."""
        return self.g + self.h

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """The state of every node: 0 unvisited, 1 open, 2 closed."""
        return self._session.state()

    @property
    def parent(self) -> npt.NDArray[np.int64]:
        """The flat index of the node from which each was reached; -1 for none."""
        return self._session.parent()

    @property
    def trace_length(self) -> int:
        """The number of events recorded so far; 0 without recording."""
        return self._session.trace_length()

    @property
    def trace(self) -> Trace:
        """The events of the search, in order."""
        if not self._traced:
            raise InvalidValue("the search has no trace; trace=True records one")
        kind, node, parent, g, h = self._session.trace()
        return Trace(self.world, kind=kind, node=node, parent=parent, g=g, h=h)

    @property
    def thresholds(self) -> list[float]:
        """For ``"ida"``, the bound on f of each round so far; empty for other searches."""
        return self._session.thresholds()

    def __repr__(self) -> str:
        return f"<Search {self.status}: {self.stats.expanded} expanded>"


def goal_numbers(world: World, goal: Any) -> list[int]:
    """The numbers of the goals, of which there is at least one."""
    goals = world._nodes(goal)
    if not goals:
        raise InvalidValue(f"goal is {short_repr(goal)}; it must have at least one node")
    return goals


def custom_algorithm(algorithm: Any) -> AlgorithmInfo | None:
    """The entry of a registered custom algorithm; None for a built-in one."""
    if not isinstance(algorithm, (str, AlgorithmInfo)) or algorithm == "auto":
        return None
    info = info_of(algorithm)
    return info if info.factory is not None else None


def _custom_session(
    info: AlgorithmInfo, world: World, start: Node, goal: Goal, options: Options
) -> CustomSession:
    check_world_kind(info, world._kind.name)
    origin = world._name(world._node(start, "start"))
    if isinstance(world, GridWorld):
        check_free(world, origin, "start")
    goals = [world._name(node) for node in goal_numbers(world, goal)]
    return CustomSession(info, world, origin, goals, options)


def _check_distances(world: World) -> None:
    """Raise an error unless nodes have places, so that one can be nearest to a goal."""
    if isinstance(world, GraphWorld) and world.positions is None:
        raise InvalidValue("partial is True; on a graph it needs positions, which this one lacks")
