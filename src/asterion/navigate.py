"""Agents in worlds that change, and in worlds they do not know."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from math import inf, log2
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from asterion import _core
from asterion.errors import InvalidType, InvalidValue, shown
from asterion.grid import Cell, Grid, GridWorld, check_world
from asterion.options import HEURISTICS, TIES, choice, closest_heuristic, count
from asterion.own import OwnNavigator
from asterion.registry import AlgorithmInfo, info_of
from asterion.results import Path, Stats

if TYPE_CHECKING:
    import numpy.typing as npt

    PairHeuristic = str | Callable[[Cell, Cell], float]

# What the numbers in ``Navigator.state`` mean, in order.
STATES = (
    "unvisited",
    "open",
    "closed",
    "raised",
    "lowered",
    "overconsistent",
    "underconsistent",
)

T = TypeVar("T")

_PLANS_ANEW = ("astar", "repeated-forward", "repeated-backward")
_FARTHEST_SIGHT = 10_000


class NavigatorStats(NamedTuple):
    """What planning has cost: counts that do not depend on the machine, seconds and bytes.

    The last three columns are those of the D* study: how many queue operations, how high the queue
    was as a binary heap, and how many comparisons at worst that makes.

    >>> import asterion as at
    >>> at.NavigatorStats(pushes=888.6, pops=809.23, mean_open=13.86).depth
    6439.6...
    """

    searches: float = 0  # plans that were made or repaired
    restarts: float = 0  # plans that could not use what was known, the first not counted
    expanded: float = 0
    generated: float = 0
    pushes: float = 0  # nodes put into the queue
    pops: float = 0  # nodes taken out of it
    rekeys: float = 0  # nodes that were given another key while in it
    peak_open: float = 0
    mean_open: float = 0.0  # size of the queue, after an expansion
    seconds: float = 0.0
    memory: float = 0  # bytes, without the world's

    @property
    def operations(self) -> float:
        """Nodes put into the queue and taken out of it."""
        return self.pushes + self.pops

    @property
    def height(self) -> float:
        """Of the queue as a binary heap: log2 of its mean size."""
        return log2(self.mean_open) if self.mean_open > 0 else 0.0

    @property
    def depth(self) -> float:
        """Operations times height: the study's worst case."""
        return self.operations * self.height


class Navigator:
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
        world: GridWorld,
        start: Cell,
        goal: Cell,
        *,
        algorithm: str = "auto",
        heuristic: PairHeuristic = "auto",
        ties: str = "auto",
        seed: int | None = None,
        **options: Any,
    ) -> None:
        check_world(world)
        self.world = world
        info = _info(algorithm)
        ends = world._node(start, "start"), world._node(goal, "goal")
        asked = _Wishes(heuristic, ties, seed, options).checked_for(info)
        self._core: _core.Navigator | OwnNavigator
        if info is not None and info.factory is not None:
            self._core = OwnNavigator(info, world, *ends, asked.given())
        else:
            self._core = _core.Navigator(world._terrain, *ends, asked.query(world, info))
        self.algorithm = algorithm

    @property
    def path(self) -> Path:
        """A cheapest path from here to the goal, planned or repaired if it has to be."""
        return self._core.path()

    def step(self) -> Cell | None:
        """One move along the path; None when arrived, or without a path."""
        node = self._core.step()
        return None if node is None else self._cell(node)

    def move_to(self, cell: Cell) -> None:
        """The agent is here now, however he got there."""
        self._core.move_to(self.world._node(cell, "cell"))

    @property
    def position(self) -> Cell:
        """Where the agent is."""
        return self._cell(self._core.position)

    @property
    def goal(self) -> Cell:
        """Where the agent wants to go; may be set."""
        return self._cell(self._core.goal)

    @goal.setter
    def goal(self, cell: Cell) -> None:
        self._core.goal = self.world._node(cell, "goal")

    @property
    def arrived(self) -> bool:
        """Whether the agent is at the goal."""
        return self._core.position == self._core.goal

    @property
    def stats(self) -> NavigatorStats:
        """What planning has cost so far."""
        return reduce(_sum, self.segments)

    @property
    def segments(self) -> list[NavigatorStats]:
        """What planning has cost from goal to goal; the last is for the goal as it is."""
        memory = self._core.bytes()
        each = [*self._core.segments(), self._core.segment()]
        return [_stats(segment, memory) for segment in each]

    @property
    def g(self) -> npt.NDArray[np.float64]:
        """The cost of each cell, to or from the root of the search; inf where not visited."""
        return self._core.g()

    @property
    def rhs(self) -> npt.NDArray[np.float64]:
        """What its neighbours make of the cost of a cell (LPA*, D* Lite); of D*, k; else as g."""
        return self._core.rhs()

    @property
    def h(self) -> npt.NDArray[np.float64]:
        """The estimate of each cell, with what has been learned."""
        return self._core.h()

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """What each cell is to the algorithm, by its place in ``navigate.STATES``.

        0 unvisited, 1 open, 2 closed; of D*, 3 raised and 4 lowered (both open); of LPA* and D*
        Lite, 5 overconsistent and 6 underconsistent (both open).
        """
        return self._core.state()

    @property
    def parent(self) -> npt.NDArray[np.int64]:
        """The flat index of the next cell towards the root of the search tree; -1 for none.

        Of ``"astar"``, ``"repeated-forward"``, ``"adaptive"`` and their kin and ``"lpa"`` the root
        is the start, of the others the goal.
        """
        return self._core.parent()

    def __repr__(self) -> str:
        return f"<Navigator {self.algorithm!r} at {self.position}, goal {self.goal}>"

    def _cell(self, node: int) -> Cell:
        return divmod(node, self.world.shape[1])


class Journey(NamedTuple):
    """How an exploration went."""

    reached: bool
    trajectory: npt.NDArray[np.int64]  # the cells visited in order, the start included; (n, 2)
    searches: list[Stats]
    message: str

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return len(self.trajectory) - 1


class Explorer:
    r"""An agent in a world that he does not know.

    He believes that cells he has not seen are free and cost ``unseen``, sees the cells beside him
    (``sight=1``) or as many moves away as no wall hides, walks a cheapest path by what he
    believes, and plans anew when something he sees touches that path. He reaches the goal if and
    only if there is a way (S. Koenig: the freespace assumption). The true world may change
    meanwhile; he notices what he sees.

    Takes the options of :class:`Navigator`, but not ``"lpa"``, whose ends are fixed; ties are by
    default ``"high-g"``.

    >>> import asterion as at
    >>> world = at.Grid.from_text(".....\n.....\n..##.\n.....", diagonal="never")
    >>> agent = at.Explorer(world, (3, 2), (0, 2), algorithm="repeated-forward")
    >>> agent.step()
    (3, 3)
    >>> int(agent.known.sum()), agent.belief[2, 2], agent.belief[2, 3]
    (6, 0, 0)
    >>> agent.run().message
    'I reached the target.'
    """

    def __init__(
        self,
        world: GridWorld,
        start: Cell,
        goal: Cell,
        *,
        algorithm: str = "auto",
        sight: int = 1,
        unseen: float = 1.0,
        heuristic: PairHeuristic = "auto",
        ties: str | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        check_world(world)
        self.world = world
        info = _info(algorithm)
        if info is not None and info.factory is None and info.name == "lpa":
            raise InvalidValue("'lpa' plans between fixed ends; an explorer moves: choose another")
        if ties is None:
            ties = "high-g" if info is not None and "ties" in info.options else "auto"
        rows, cols = world.shape
        self.belief = Grid(
            np.full((rows, cols), _unseen(unseen)),
            diagonal=world.diagonal,
            diagonal_cost=world.diagonal_cost,
        )
        ends = world._node(start, "start"), world._node(goal, "goal")
        if not world.total[divmod(ends[0], cols)] > 0:
            raise InvalidValue(f"start {divmod(ends[0], cols)} is a wall")
        asked = _Wishes(heuristic, ties, seed, options).checked_for(info)
        self._eyes = _core.Eyes(world._terrain, self.belief._store, _sight(sight))
        self._walker: _core.Explorer | _OwnWalker
        if info is not None and info.factory is not None:
            self._walker = _OwnWalker(
                self._eyes, OwnNavigator(info, self.belief, *ends, asked.given())
            )
        else:
            self._walker = _core.Explorer(self._eyes, *ends, asked.query(self.belief, info))
        self._visited = [np.array([ends[0]])]
        self.algorithm = algorithm

    def step(self) -> Cell | None:
        """Plans if he must, makes one move and looks around; None at the goal or without a way."""
        moved = self._advance(1)
        return self._cell(int(moved[0])) if len(moved) else None

    def run(self, moves: int | None = None) -> Journey:
        """On to the end, or for so many moves; returns the journey so far."""
        self._advance(None if moves is None else count("moves", moves))
        return self.journey

    def _advance(self, most: int | None) -> npt.NDArray[np.int64]:
        moved = self._walker.walk(most)
        if len(moved):
            self._visited.append(moved)
        return moved

    @property
    def position(self) -> Cell:
        """Where the agent is."""
        return self._cell(self._walker.navigator.position)

    @property
    def goal(self) -> Cell:
        """Where the agent wants to go."""
        return self._cell(self._walker.navigator.goal)

    @property
    def arrived(self) -> bool:
        """Whether the agent is at the goal."""
        return self._walker.navigator.position == self._walker.navigator.goal

    @property
    def path(self) -> Path:
        """The path he means to walk, by what he believes."""
        return self._walker.path()

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """The cells that he has seen."""
        return self._eyes.known()

    @property
    def searches(self) -> list[Stats]:
        """What each plan has cost."""
        return self._walker.searches()

    @property
    def stats(self) -> NavigatorStats:
        """What planning has cost so far."""
        navigator = self._walker.navigator
        return _stats(navigator.segment(), navigator.bytes())

    @property
    def journey(self) -> Journey:
        """What has happened so far."""
        nodes = np.concatenate(self._visited)
        reached = self.arrived
        return Journey(
            reached,
            np.stack(np.divmod(nodes, self.world.shape[1]), axis=1),
            self.searches,
            "I reached the target." if reached else "I cannot reach the target.",
        )

    def __repr__(self) -> str:
        return f"<Explorer {self.algorithm!r} at {self.position}, goal {self.goal}>"

    def _cell(self, node: int) -> Cell:
        return divmod(node, self.world.shape[1])


def explore(world: GridWorld, start: Cell, goal: Cell, **options: Any) -> Journey:
    r"""Sends an :class:`Explorer` from start to goal; returns how it went.

    >>> import asterion as at
    >>> world = at.Grid.from_text("..#.\n..#.\n..#.", diagonal="never")
    >>> journey = at.explore(world, (0, 0), (0, 3), algorithm="adaptive")
    >>> journey.message, journey.moves
    ('I cannot reach the target.', 3)
    """
    return Explorer(world, start, goal, **options).run()


class _OwnWalker:
    """Eyes and a navigator of a user's own, with the interface of the core's explorers."""

    def __init__(self, eyes: _core.Eyes, navigator: OwnNavigator) -> None:
        self._eyes = eyes
        self.navigator = navigator
        self._searches: list[Stats] = []
        eyes.look(navigator.position)

    def walk(self, most: int | None) -> npt.NDArray[np.int64]:
        nodes: list[int] = []
        while len(nodes) != most:
            self._eyes.look(self.navigator.position)
            node = self._planning(self.navigator.step)
            if node is None:
                break
            self._eyes.look(node)
            nodes.append(node)
        return np.array(nodes, np.int64)

    def path(self) -> Path:
        return self._planning(self.navigator.path)

    def _planning(self, act: Callable[[], T]) -> T:
        before = self.navigator.planned
        answer = act()
        if self.navigator.planned != before:
            self._searches.append(self.navigator.last_plan())
        return answer

    def searches(self) -> list[Stats]:
        return [*self._searches]


class _Wishes(NamedTuple):
    """What a user asks of a navigator."""

    heuristic: Any
    ties: Any
    seed: Any
    own: dict[str, Any]

    def given(self) -> dict[str, Any]:
        """What is not at its default."""
        defaults = {"heuristic": "auto", "ties": "auto", "seed": None}
        named = {name: getattr(self, name) for name in defaults}
        return {
            **{name: value for name, value in named.items() if value is not defaults[name]},
            **self.own,
        }

    def checked_for(self, info: AlgorithmInfo | None) -> _Wishes:
        """Itself, or an error that names what the algorithm does not take."""
        name = "auto" if info is None else info.name
        taken = ("heuristic", "ties", "seed") if info is None else info.options
        for wish, value in self.given().items():
            if wish not in taken and value != "auto":
                known = ", ".join(taken) or "no options"
                raise InvalidValue(
                    f"{name!r} does not take {wish}={shown(value)}; it takes {known}"
                )
        return self

    def query(self, world: GridWorld, info: AlgorithmInfo | None) -> _core.NavigatorQuery:
        """The core's words for it."""
        name = "auto" if info is None else info.name
        if info is None and self.given():
            name = "dstar-lite"  # jumps honour none of it
        ties = choice("ties", self.ties, TIES)
        if ties is _core.Ties.straight and name not in _PLANS_ANEW:
            raise InvalidValue(f"{name!r} does not take ties='straight'")
        if self.seed is not None and ties is not _core.Ties.random:
            raise InvalidValue(
                f"seed={shown(self.seed)} is for ties='random'; ties is {self.ties!r}"
            )
        given = None
        kind = _core.Heuristic.given
        if callable(self.heuristic):
            given = _core.called_pairs(world._terrain, self.heuristic)
        else:
            kind = self._distance(world, name)
        return _core.NavigatorQuery(
            kind=getattr(_core.NavigatorKind, name.replace("-", "_")),
            heuristic=kind,
            given=given,
            ties=ties,
            seed=0 if self.seed is None else count("seed", self.seed),
        )

    def _distance(self, world: GridWorld, name: str) -> _core.Heuristic:
        if isinstance(self.heuristic, str) and self.heuristic == "auto":
            return HEURISTICS[closest_heuristic(world.diagonal, world.diagonal_cost)]
        kind = choice("heuristic", self.heuristic, HEURISTICS, "auto")
        if name not in _PLANS_ANEW and not _core.is_consistent(kind, world._store):
            raise InvalidValue(
                f"{name!r} needs a consistent heuristic, which {self.heuristic!r} is not on a grid "
                "with these diagonals; choose 'auto'"
            )
        return kind


def _info(algorithm: Any) -> AlgorithmInfo | None:
    if isinstance(algorithm, str) and algorithm == "auto":
        return None
    return info_of(algorithm, "navigator")


def _stats(segment: Any, memory: int) -> NavigatorStats:
    search = segment.search
    return NavigatorStats(
        searches=segment.searches,
        restarts=segment.restarts,
        expanded=search.expanded,
        generated=search.generated,
        pushes=search.pushes,
        pops=search.pops,
        rekeys=segment.rekeys,
        peak_open=search.peak_open,
        mean_open=search.mean_open,
        seconds=search.seconds,
        memory=memory,
    )


def _sum(a: NavigatorStats, b: NavigatorStats) -> NavigatorStats:
    """Two segments as one: counts add up, and the mean size is that of all expansions."""
    expanded = a.expanded + b.expanded
    sizes = a.mean_open * a.expanded + b.mean_open * b.expanded
    added = NavigatorStats(*(x + y for x, y in zip(a, b, strict=True)))
    return added._replace(
        peak_open=max(a.peak_open, b.peak_open),
        mean_open=sizes / expanded if expanded else 0.0,
        memory=max(a.memory, b.memory),
    )


def _sight(sight: Any) -> int:
    try:
        cells = index(sight)
    except TypeError:
        raise InvalidType(f"sight is {shown(sight)}; it must be a whole number") from None
    if cells < 1:
        raise InvalidValue(f"sight is {cells}; it must be at least 1")
    return min(cells, _FARTHEST_SIGHT)


def _unseen(unseen: Any) -> float:
    try:
        cost = float(unseen)
    except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
        raise InvalidType(f"unseen is {shown(unseen)}; it must be a cost") from None
    if not 0 < cost < inf:
        raise InvalidValue(f"unseen is {cost!r}; unseen cells must have a finite cost > 0")
    return cost
