"""Explorers: agents in a world that they do not know in advance."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.navigate.inspect import Inspectable
from asterion.navigate.options import (
    REPLANS,
    NavigatorOptions,
    PairHeuristic,
    chosen_info,
)
from asterion.navigate.physical_astar import PhysicalAstar, checked_fitness
from asterion.navigate.plans import Planned, plans_of
from asterion.navigate.stats import NavigatorStats, stats_of
from asterion.search.custom import CustomExplorer, CustomNavigator, NextStepNavigator
from asterion.search.path import Path, Stats
from asterion.world.arguments import any_number, budget, choice, count
from asterion.world.checks import check_no_links_or_fences, is_large
from asterion.world.grid import Cell, Grid, GridWorld, check_free, check_grid
from asterion.world.notebooks import pictured

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.option_table import Ties
    from asterion.search.registry import AlgorithmInfo, NavigatorName
    from asterion.world.grid import CellIn

_FARTHEST_SIGHT = 10_000


class Belief(Grid):
    """A world as explorers believe it to be, and which of its cells they have seen."""

    __slots__ = ("_explorers", "_sensor", "_unseen", "_world")

    def __init__(self, world: GridWorld, unseen: float) -> None:
        super().__init__(_everywhere(unseen, world.shape), **_rules_of(world))
        world._core_view.give_links(self._store)
        self._world = world
        self._unseen = unseen
        self._sensor = _core.Sensor(world._core_view, self._store, 1)
        self._explorers = 0  # that have used it


@pictured
class Journey(NamedTuple):
    """The record of an exploration."""

    reached: bool  # whether the agent is at its goal
    trajectory: npt.NDArray[np.int64]  # the cells visited in order, the start included; (n, 2)
    searches: list[Stats]
    message: str  # how it ended; empty while the agent is on its way

    @property
    def moves(self) -> int:
        """The number of moves."""
        return len(self.trajectory) - 1


@pictured
class Explorer(Inspectable):
    r"""An agent in a world that it does not know in advance.

    It assumes that unseen cells are free and cost ``unseen`` (S. Koenig's freespace assumption). It
    sees the cells beside it (``sight=1``), or cells up to ``sight`` moves away that no wall hides;
    and walks a cheapest path in the world as it believes it to be. It reaches the goal if and only
    if there is a path. The true world may change meanwhile: the agent learns changes that it sees.

    ``goal`` may be set at any time; the agent keeps all that it has seen. With ``belief``, that of
    another explorer of the same world, they share it: what one sees, all know. ``unseen`` is a part
    of the belief: 1.0, or what the given one has.

    ``replan`` says when it plans again. ``"path"``: when something it sees touches its path, so
    that it always walks a cheapest one. ``"next-step"``: when its next move is closed or costs more
    than planned, when the goal is closed, or when something became cheaper where a cheaper path
    could pass; it makes fewer searches, and about as many moves as long as it sees only adjacent
    cells. ``"auto"`` is ``"next-step"`` with a ``sight`` of 1, and else ``"path"``.

    Takes the options of :class:`Navigator`, but not ``"lpa"``, whose ends are fixed; ``ties`` is
    ``"high-g"`` by default. As there, ``g``, ``rhs``, ``h``, ``f``, ``state`` and ``parent`` show
    the search, which is in the world as the agent believes it to be.

    ``algorithm="pha"`` is for explorers alone. It does not walk to the goal as soon as it can, but
    looks for the cheapest path, which it knows when it arrives; ``path`` leads to the node that it
    visits next. ``fitness`` is the weight of f against travel, by default 1; ``math.inf`` is
    strictly in the order of f.

    >>> import asterion as at
    >>> world = at.Grid.from_text(".....\n.....\n..##.\n.....", diagonal="never")
    >>> agent = at.Explorer(world, (3, 2), (0, 2), algorithm="repeated-forward")
    >>> agent.step()
    (3, 3)
    >>> int(agent.known.sum()), agent.belief[2, 2], agent.belief[2, 3]
    (6, 0, 0)
    >>> agent.run().message
    'I reached the target.'
    >>> agent.goal = (3, 2)
    >>> agent.path.cost  # it remembers the wall
    5.0
    >>> other = at.Explorer(world, (0, 3), (3, 2), belief=agent.belief)
    >>> other.path.cost
    6.0
    """

    def __init__(
        self,
        world: GridWorld,
        start: CellIn,
        goal: CellIn,
        *,
        algorithm: NavigatorName | Literal["pha"] | AlgorithmInfo = "auto",
        sight: int = 1,
        unseen: float | None = None,
        heuristic: PairHeuristic = "auto",
        ties: Ties | None = None,
        seed: int | None = None,
        replan: Literal["auto", "path", "next-step"] = "auto",
        belief: Grid | None = None,
        **options: Any,
    ) -> None:
        check_grid(world)
        self.world = world
        info = chosen_info(algorithm, "navigator", "explorer")
        if info is not None and info.factory is None and info.name == "lpa":
            raise InvalidValue("'lpa' plans between fixed ends; an explorer moves: choose another")
        if ties is None:
            ties = "high-g" if info is not None and "ties" in info.options else "auto"
        presumed = None if unseen is None else _unseen(unseen)
        if belief is None:
            self._belief = Belief(world, 1.0 if presumed is None else presumed)
        else:
            self._belief = _shared(belief, world, presumed)
        ends = world._node(start, "start"), world._node(goal, "goal")
        check_free(world, world._name(ends[0]), "start")
        chosen = NavigatorOptions(heuristic, ties, seed, options).checked_for(info)
        seen = checked_sight(sight)
        rule = _replan_rule(replan, seen)
        self._sensor = _core.Sensor(self._belief._sensor, seen)
        self._walker: _core.Explorer | CustomExplorer | PhysicalAstar
        if info is not None and info.kind == "explorer":
            check_no_links_or_fences(world, repr(info.name))  # every move must lead back as well
            if replan != "auto":
                raise InvalidValue(
                    f"{info.name!r} does not take replan={replan!r}: it plans at every node"
                )
            fitness = checked_fitness(options.get("fitness", 1.0))
            self._walker = PhysicalAstar(
                self._sensor, self._belief, *ends, unseen=self._belief._unseen, fitness=fitness
            )
        elif info is not None and info.factory is not None:
            kind = NextStepNavigator if rule is _core.Replan.next_step else CustomNavigator
            self._walker = CustomExplorer(
                self._sensor, kind(info, self._belief, *ends, chosen.given())
            )
        else:
            query = chosen.query(self._belief, info, rule)
            self._walker = _core.Explorer(self._sensor, *ends, query)
        self._asked = {
            "algorithm": algorithm,
            "sight": sight,
            "unseen": self._belief._unseen,
            "heuristic": heuristic,
            "ties": ties,
            "seed": seed,
            "replan": replan,
            **options,
        }
        self._version = world.version
        self._visited = [np.array([ends[0]])]
        self._orders = [(0, 0, ends[1])]  # moves and searches before each, and its goal
        self._stopped = False  # the last walk ended where there was no path
        self._belief._explorers += 1
        self.algorithm = "auto" if info is None else info.name

    def step(self) -> Cell | None:
        """Plan if necessary, move and look around; return None at the goal or without a path."""
        moved = self._advance(1)
        return self._cell(int(moved[0])) if len(moved) else None

    def plan(self, *, seconds: float | None = None, expansions: int | None = None) -> str:
        """Look around, and plan for up to this many seconds or expansions, without a move.

        Returns ``"ready"`` or ``"running"``, as :meth:`Navigator.plan`. The next ``step`` moves,
        and finishes the plan first. ``"pha"`` cannot be sliced: it chooses where to go in one call.
        """
        return "ready" if self._walker.plan(*budget(expansions, seconds)) else "running"

    @property
    def ready(self) -> bool:
        """Whether the path is up to date with what is visible from here."""
        return self._walker.plan(0, None)

    def look(self) -> None:
        """Update the belief with everything visible from here; ``step`` does so by itself."""
        self._sensor.look(self._walker.navigator.position)

    def run(self, moves: int | None = None) -> Journey:
        """Move to the end, or for up to this many moves; return the journey so far."""
        self._advance(None if moves is None else count("moves", moves))
        return self.journey

    def _advance(self, most: int | None) -> npt.NDArray[np.int64]:
        moved = self._walker.walk(most)
        if len(moved):
            self._visited.append(moved)
        if most != 0:
            self._stopped = not self.arrived and (most is None or len(moved) < most)
        return moved

    @property
    def position(self) -> Cell:
        """The cell where the agent is."""
        return self._cell(self._walker.navigator.position)

    @property
    def goal(self) -> Cell:
        """The cell to reach; it may be set at any time."""
        return self._cell(self._walker.navigator.goal)

    @goal.setter
    def goal(self, cell: CellIn) -> None:
        node = self.world._node(cell, "goal")
        self._walker.navigator.goal = node
        self._orders.append((self.journey.moves, len(self.searches), node))
        self._stopped = False

    @property
    def belief(self) -> Grid:
        """The world as the agent believes it to be; other explorers may share it."""
        return self._belief

    @property
    def arrived(self) -> bool:
        """Whether the agent is at the goal."""
        return self._walker.navigator.position == self._walker.navigator.goal

    @property
    def path(self) -> Path[Cell]:
        """The agent's path: a cheapest one, by what it believed when it planned.

        With ``replan="path"`` that is also its present belief. With ``"next-step"`` the path may be
        known to be closed further on: then its cost is inf. Reading it does not change the walk.
        """
        return self._walker.path()

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """A mask of the cells seen, by the agent or by those who share its belief."""
        return self._sensor.known()

    @property
    def searches(self) -> list[Stats]:
        """The statistics of each plan, whatever its goal."""
        return self._walker.searches()

    @property
    def stats(self) -> NavigatorStats:
        """The statistics of all planning so far."""
        navigator = self._walker.navigator
        return stats_of(navigator.total(), navigator.bytes())

    @property
    def journey(self) -> Journey:
        """The record of the exploration so far."""
        nodes = np.concatenate(self._visited)
        message = "I cannot reach the target." if self._stopped else ""
        return Journey(
            self.arrived,
            np.stack(np.divmod(nodes, self.world.shape[1]), axis=1),
            self.searches,
            "I reached the target." if self.arrived else message,
        )

    def plans(self) -> Iterator[Planned]:
        r"""The searches of the journey so far, in order, each with its values for every cell.

        They are found by repeating the walk, in O(cells) beside the walk for each that is read; so
        the world must be as it was when the agent set out, and the belief not shared. ``search`` is
        the number of the search that last reached a cell, as in S. Koenig's pseudocode; ``new_h``
        is what an adaptive search has learned, and ``h`` what it knew before.

        >>> import asterion as at
        >>> world = at.Grid.from_text("...\n.#.\n...", diagonal="never")
        >>> agent = at.Explorer(world, (1, 0), (1, 2), algorithm="adaptive")
        >>> _ = agent.run()
        >>> for plan in agent.plans():
        ...     print(plan.number, plan.start, plan.h[1, 0], plan.new_h[1, 0])
        1 (1, 0) 2.0 4.0

        Raises
        ------
        ValueError  ``the world has changed since the agent set out (version 0, now 1); ...``
        """
        if self._version != self.world.version:
            raise InvalidValue(
                f"the world has changed since the agent set out (version {self._version}, now "
                f"{self.world.version}); its searches cannot be repeated"
            )
        if self._belief._explorers > 1:
            raise InvalidValue(
                "the agent shares its belief; its searches depended on what others saw, and cannot "
                "be repeated"
            )
        return plans_of(self)

    def _twin(self) -> Explorer:
        """An agent of the same world, options, start and first goal that has not set out."""
        start, goal = self._cell(int(self._visited[0][0])), self._cell(self._orders[0][-1])
        return Explorer(self.world, start, goal, **self._asked)

    def _searcher(self) -> _core.Navigator | CustomNavigator | PhysicalAstar:
        if isinstance(self._walker, _core.Explorer):
            self._walker.path()  # so that the plan is counted: the navigator's own would not be
        return self._walker.navigator

    def __repr__(self) -> str:
        return f"<Explorer {self.algorithm!r} at {self.position}, goal {self.goal}>"

    def _cell(self, node: int) -> Cell:
        return divmod(node, self.world.shape[1])


def explore(world: GridWorld, start: CellIn, goal: CellIn, **options: Any) -> Journey:
    r"""Send an :class:`Explorer` from start to goal; return its :class:`Journey`.

    >>> import asterion as at
    >>> world = at.Grid.from_text("..#.\n..#.\n..#.", diagonal="never")
    >>> journey = at.explore(world, (0, 0), (0, 3), algorithm="adaptive")
    >>> journey.message, journey.moves
    ('I cannot reach the target.', 3)
    """
    return Explorer(world, start, goal, **options).run()


def believed(world: GridWorld, cost: npt.NDArray[Any]) -> Grid:
    """The belief of an agent before it has looked: it knows the rules, links and fences."""
    belief = Grid(cost, **_rules_of(world))
    world._core_view.give_links(belief._store)
    return belief


def _rules_of(world: GridWorld) -> dict[str, Any]:
    """The options of a grid with the moves of this world."""
    if world.tiles != "square":
        return {"tiles": world.tiles}
    # For a large unit, the belief is about positions where it fits: see View.
    rule = "always" if is_large(world) and world.diagonal == "one-clear" else world.diagonal
    return {"diagonal": rule, "diagonal_cost": world.diagonal_cost}


def _shared(belief: Any, world: GridWorld, unseen: float | None) -> Belief:
    """Return the belief of another explorer, if this one can share it."""
    if not isinstance(belief, Belief):
        raise InvalidType(
            f"belief is {short_repr(belief)}; it must be the belief of another explorer, as in "
            "belief=scout.belief"
        )
    if belief._world is not world:
        raise InvalidValue(
            f"belief is about another world, {short_repr(belief._world)}; explorers that share a "
            "belief are given the same world, one object for all"
        )
    if unseen not in (None, belief._unseen):
        raise InvalidValue(
            f"unseen is {unseen!r}, but cells that this belief has not seen cost "
            f"{belief._unseen!r}; leave unseen out"
        )
    return belief


def _everywhere(cost: float, shape: tuple[int, int]) -> npt.NDArray[Any]:
    """An array of this cost, of bytes if it fits, because a grid stores bytes as they are."""
    whole = cost.is_integer() and cost <= np.iinfo(np.uint8).max
    return np.full(shape, cost, np.uint8 if whole else np.float64)


def checked_sight(sight: Any) -> int:
    """The sight range in moves; more than any map has is no error."""
    return min(count("sight", sight, least=1), _FARTHEST_SIGHT)


def _replan_rule(replan: Any, sight: int) -> _core.Replan:
    """The rule when to plan again; measured by benchmarks/unknown_terrain.py (docs/performance.md).

    An agent that sees far and keeps walking towards walls in sight makes detours of 5 to 15 %.
    """
    if isinstance(replan, str) and replan == "auto":
        replan = "next-step" if sight == 1 else "path"
    return choice("replan", replan, {name: REPLANS[name] for name in ("next-step", "path")}, "auto")


def _unseen(unseen: Any) -> float:
    cost = any_number("unseen", unseen)
    if not 0 < cost < inf:
        raise InvalidValue(f"unseen is {cost!r}; unseen cells must have a finite cost > 0")
    return cost
