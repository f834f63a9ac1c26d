"""Agents in worlds that change."""

from __future__ import annotations

from functools import reduce
from typing import Any

from asterion import _core
from asterion.navigate.inspect import Inspectable
from asterion.navigate.options import NavigatorOptions, PairHeuristic, navigator_info
from asterion.navigate.stats import NavigatorStats, stats_of, together
from asterion.search.custom import CustomNavigator
from asterion.search.path import Path
from asterion.world.base import Node, World, check_world


class Navigator(Inspectable):
    r"""An agent with a goal in a world that changes.

    Costs rise and fall, walls come and go, layers change, the agent walks or is pushed, the goal
    moves, in any order: ``path`` is a cheapest path for the world as it is when it is read. What
    that costs depends on the algorithm, and on how much has changed near the path: a change that
    cannot matter to it costs nothing.

    Neither end need be free: a goal on a wall has no path, and an agent whose cell becomes a wall
    may leave it.

    Parameters
    ----------
    algorithm   a navigator from :func:`algorithms`; ``"auto"`` is ``"jps"`` as long as all free
                cells cost the same, then ``"dstar-lite"``
    heuristic   ``"auto"`` or the name of a distance, as in :func:`find_path`; or a callable
                (a, b) -> number, the estimated cost from one cell to another. It must be
                consistent: what is not makes paths dearer than they need be
    ties        as in :func:`find_path`; ``"dstar"``, ``"lpa"`` and their kin order only equal keys
                by it

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
    """

    def __init__(
        self,
        world: World,
        start: Node,
        goal: Node,
        *,
        algorithm: str = "auto",
        heuristic: PairHeuristic = "auto",
        ties: str = "auto",
        seed: int | None = None,
        **options: Any,
    ) -> None:
        check_world(world)
        self.world = world
        info = navigator_info(algorithm)
        ends = world._node(start, "start"), world._node(goal, "goal")
        chosen = NavigatorOptions(heuristic, ties, seed, options).checked_for(info)
        self._core: _core.Navigator | _core.GraphNavigator | CustomNavigator
        if info is not None and info.factory is not None:
            self._core = CustomNavigator(info, world, *ends, chosen.given())
        else:
            self._core = _made(world, *ends, chosen.query(world, info))
        self.algorithm = algorithm

    @property
    def path(self) -> Path:
        """A cheapest path from here to the goal, planned or repaired if it has to be."""
        return _core.about(self._core.path(), self.world, self._core.position, [self._core.goal])

    def step(self) -> Node | None:
        """One move along the path; None when arrived, or without a path."""
        node = self._core.step()
        return None if node is None else self.world._name(node)

    def move_to(self, node: Node) -> None:
        """The agent is here now, however he got there."""
        self._core.move_to(self.world._node(node, "node"))

    @property
    def position(self) -> Node:
        """Where the agent is."""
        return self.world._name(self._core.position)

    @property
    def goal(self) -> Node:
        """Where the agent wants to go; may be set."""
        return self.world._name(self._core.goal)

    @goal.setter
    def goal(self, node: Node) -> None:
        self._core.goal = self.world._node(node, "goal")

    @property
    def arrived(self) -> bool:
        """Whether the agent is at the goal."""
        return self._core.position == self._core.goal

    @property
    def stats(self) -> NavigatorStats:
        """What planning has cost so far."""
        return reduce(together, self.segments)

    @property
    def segments(self) -> list[NavigatorStats]:
        """What planning has cost from goal to goal; the last is for the goal as it is."""
        memory = self._core.bytes()
        each = [*self._core.segments(), self._core.segment()]
        return [stats_of(segment, memory) for segment in each]

    def _searcher(self) -> _core.Navigator | _core.GraphNavigator | CustomNavigator:
        return self._core

    def __repr__(self) -> str:
        return f"<Navigator {self.algorithm!r} at {self.position}, goal {self.goal}>"


def _made(
    world: World, start: int, goal: int, query: _core.NavigatorQuery
) -> _core.Navigator | _core.GraphNavigator:
    if isinstance(world._ground, _core.Network):
        return _core.GraphNavigator(world._ground, start, goal, query)
    return _core.Navigator(world._ground, start, goal, query)
