"""Navigators: agents that replan in a world that changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, overload

from asterion import _core
from asterion.errors import InvalidValue, short_repr
from asterion.mesh.mesh import Mesh
from asterion.navigate.inspect import Inspectable
from asterion.navigate.on_mesh import MeshNavigator, radius_from
from asterion.navigate.options import (
    REPLANS,
    NavigatorOptions,
    PairHeuristic,
    chosen_info,
)
from asterion.navigate.stats import NavigatorStats, stats_of
from asterion.search.custom import CustomNavigator
from asterion.search.path import Path, with_query
from asterion.world.arguments import budget, choice, number
from asterion.world.base import NodeIn, NodeT, World, check_world
from asterion.world.notebooks import pictured

if TYPE_CHECKING:
    from asterion.mesh.mesh import Point, PointIn
    from asterion.search.option_table import Ties
    from asterion.search.registry import AlgorithmInfo, NavigatorName


@pictured
class Navigator(Inspectable, Generic[NodeT, NodeIn]):
    r"""An agent with a goal in a world that changes.

    Costs rise and fall, walls come and go, layers change, the agent walks or is pushed, the goal
    moves, in any order: ``path`` is a cheapest path for the world as it is when it is read. The
    work depends on the algorithm and on how much has changed near the path: a change that cannot
    affect the path costs nothing.

    Start and goal need not be free: without a free goal there is no path, and an agent whose cell
    becomes a wall may leave it.

    The world may be a :class:`Mesh`; then positions are points, and ``radius`` is the only option.
    The path is asked for again when the mesh has changed. An agent under an obstacle first goes
    straight to the nearest free point.

    Parameters
    ----------
    algorithm   a navigator from :func:`algorithms`; ``"auto"`` is ``"jps"`` as long as all free
                cells cost the same, and ``"dstar-lite"`` once costs differ
    heuristic   ``"auto"`` or the name of a distance, as in :func:`find_path`; or a callable
                (node, goal) -> number, the estimated cost from one node to another: either end
                moves, and some algorithms search from the goal. It must be consistent: otherwise
                paths may cost more than the cheapest
    ties        as in :func:`find_path`; D*, LPA* and their variants use it only for equal keys
    replan      ``"path"``: when a change can matter to the path; ``"change"``: at every change of
                the world, wherever it is, as in some studies. ``"astar"`` and custom navigators
                plan at every change in any case
    radius      of a disc on a mesh, as in :func:`find_path`

    ``"lpa"`` plans between fixed ends: ``move_to`` keeps start and path.

    >>> import asterion as at
    >>> grid = at.Grid.from_text(".....\n.###.\n.....")
    >>> agent = at.Navigator(grid, (1, 0), (1, 4), algorithm="dstar-lite")
    >>> agent.path.cost
    6.0
    >>> agent.step()
    (0, 0)
    >>> grid[0, 2] = 0
    >>> [*agent.path][-3:], agent.path.cost
    ([(2, 3), (2, 4), (1, 4)], 7.0)
    >>> agent.stats.searches
    2
    >>> yard = at.Mesh.from_polygons([(0, 0), (9, 0), (9, 9), (0, 9)])
    >>> unit = at.Navigator(yard, (1, 4), (8, 4))
    >>> unit.step(2.5)
    (3.5, 4.0)
    >>> crate = yard.cut([(4, 3), (5, 3), (5, 6), (4, 6)])
    >>> unit.path.points.tolist()
    [[3.5, 4.0], [4.0, 3.0], [5.0, 3.0], [8.0, 4.0]]
    """

    @overload
    def __init__(
        self: Navigator[Point, PointIn],
        world: Mesh,
        start: PointIn,
        goal: PointIn,
        *,
        radius: float = 0.0,
    ) -> None: ...

    @overload
    def __init__(
        self,
        world: World[NodeT, NodeIn],
        start: NodeIn,
        goal: NodeIn,
        *,
        algorithm: NavigatorName | AlgorithmInfo = "auto",
        heuristic: PairHeuristic = "auto",
        ties: Ties = "auto",
        seed: int | None = None,
        replan: Literal["path", "change"] = "path",
        **options: Any,
    ) -> None: ...

    def __init__(
        self,
        world: Any,
        start: Any,
        goal: Any,
        *,
        algorithm: NavigatorName | AlgorithmInfo = "auto",
        heuristic: PairHeuristic = "auto",
        ties: Ties = "auto",
        seed: int | None = None,
        replan: Literal["path", "change"] = "path",
        **options: Any,
    ) -> None:
        self.world: Any = world
        self._core: _core.Navigator | _core.GraphNavigator | CustomNavigator | MeshNavigator
        chosen = NavigatorOptions(heuristic, ties, seed, options)
        if isinstance(world, Mesh):
            self.algorithm = "auto"
            given = chosen.given()
            if algorithm != "auto":
                given["algorithm"] = algorithm
            if replan != "path":
                given["replan"] = replan
            points = world._node(start, "start"), world._node(goal, "goal")
            self._core = MeshNavigator(world, *points, radius_from(given))
            return
        check_world(world)
        info = chosen_info(algorithm, "navigator")
        ends = world._node(start, "start"), world._node(goal, "goal")
        chosen.checked_for(info)
        rule = choice("replan", replan, {name: REPLANS[name] for name in ("path", "change")})
        if info is not None and info.factory is not None:
            self._core = CustomNavigator(info, world, *ends, chosen.given())
        else:
            self._core = _core_navigator(world, *ends, chosen.query(world, info, rule))
        self.algorithm = "auto" if info is None else info.name

    @property
    def path(self) -> Path[NodeT]:
        """A cheapest path from the agent to the goal, planned or repaired if necessary."""
        if isinstance(self._core, MeshNavigator):
            return self._core.path()
        return with_query(self._core.path(), self.world, self._core.position, [self._core.goal])

    def plan(self, *, seconds: float | None = None, expansions: int | None = None) -> str:
        """Plan for up to this many seconds or expansions; return ``"ready"`` or ``"running"``.

        A plan continues where the last call left it. If the world, the position or the goal has
        changed meanwhile, D*, LPA* and their variants keep what still holds, and the other
        algorithms begin again: then a plan that takes longer than the time between two changes is
        never ready, and has to be finished in one call. ``path`` and ``step`` finish a plan. A
        custom navigator plans in slices if it has ``step`` (see :func:`register`), else at once; on
        a mesh a plan is made at once.

        >>> import asterion as at
        >>> agent = at.Navigator(at.maps.rooms(101), (1, 1), (99, 99), algorithm="dstar-lite")
        >>> frames = 1
        >>> while agent.plan(expansions=1000) == "running":
        ...     frames += 1
        >>> frames, agent.ready
        (5, True)
        """
        return "ready" if self._core.plan(*budget(expansions, seconds)) else "running"

    @property
    def ready(self) -> bool:
        """Whether the path is up to date, so that reading it takes no planning."""
        return self._core.plan(0, None)

    def step(self, distance: float | None = None) -> NodeT | None:
        """Make one move along the path; return the position, None at the goal or without a path.

        On a mesh it leads to the next point of the path; or with ``distance`` that far along the
        path, round corners too, and at most to the goal.
        """
        if isinstance(self._core, MeshNavigator):
            way = None if distance is None else number("distance", distance)
            place: NodeT | None = self.world._name(self._core.step(way))
            return place
        if distance is not None:
            raise InvalidValue(
                f"distance is {short_repr(distance)}; only an agent on a mesh takes it: elsewhere "
                "a step is a move to the next node"
            )
        node = self._core.step()
        entered: NodeT | None = None if node is None else self.world._name(node)
        return entered

    def move_to(self, node: NodeIn) -> None:
        """Set the position of the agent, which may be any node."""
        self._core.move_to(self.world._node(node, "node"))

    @property
    def position(self) -> NodeT:
        """The node where the agent is."""
        node: NodeT = self.world._name(self._core.position)
        return node

    @property
    def goal(self) -> NodeT:
        """The node to reach; it may be set at any time."""
        node: NodeT = self.world._name(self._core.goal)
        return node

    @goal.setter
    def goal(self, node: NodeIn) -> None:
        self._core.goal = self.world._node(node, "goal")

    @property
    def arrived(self) -> bool:
        """Whether the agent is at the goal."""
        return self._core.position == self._core.goal

    @property
    def stats(self) -> NavigatorStats:
        """The statistics of all planning so far."""
        return stats_of(self._core.total(), self._core.bytes())

    @property
    def segments(self) -> list[NavigatorStats]:
        """The statistics for each goal in turn, the current goal last.

        Of more than 1,000 goals, the oldest are added up in the first entry.
        """
        memory = self._core.bytes()
        each = [*self._core.segments(), self._core.segment()]
        return [stats_of(segment, memory) for segment in each]

    def _searcher(self) -> _core.Navigator | _core.GraphNavigator | CustomNavigator | MeshNavigator:
        return self._core

    def __repr__(self) -> str:
        return f"<Navigator {self.algorithm!r} at {self.position}, goal {self.goal}>"


def _core_navigator(
    world: World, start: int, goal: int, query: _core.NavigatorQuery
) -> _core.Navigator | _core.GraphNavigator:
    if isinstance(world._core_view, _core.Network):
        return _core.GraphNavigator(world._core_view, start, goal, query)
    return _core.Navigator(world._core_view, start, goal, query)
