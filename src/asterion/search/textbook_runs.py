"""Run the algorithms of :mod:`asterion.textbook` by name, as custom searches and navigators.

A textbook search is a generator that yields the nodes it expands. What else it has seen is observed
from outside: the nodes that the world has shown it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import _core
from asterion.errors import InvalidValue
from asterion.search.find import find_path
from asterion.search.option_table import OPTIONS
from asterion.search.options import heuristic_kind, heuristic_to
from asterion.search.path import Path
from asterion.search.trace import KINDS
from asterion.world.checks import check_no_links_or_fences, grid_of
from asterion.world.graph import GraphWorld
from asterion.world.grid import GridWorld

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    import numpy.typing as npt

    from asterion.search.registry import AlgorithmInfo
    from asterion.world.base import Node, World

    Moves = list[tuple[Node, float]]

# These also estimate the cost from the start.
BOTH_WAYS = ("textbook/bidirectional", "textbook/dstar-lite", "textbook/focused-dstar")


class Watched:
    """A world that notes what it shows: each node's state, and where it was first seen from."""

    def __init__(self, world: World, roots: list[Node]) -> None:
        self._world = world
        self.tiles = getattr(world, "tiles", "")
        self.state = np.zeros(world.shape, np.uint8)
        self.parent = np.full(world.shape, -1, np.int64)
        self.g = np.full(world.shape, np.inf)  # the cost over the parent
        self.events: list[tuple[int, int, int, float]] = []  # kind, node, parent, g
        self.expanded = self._told = 0
        for root in roots:
            self._see(world._node(root, "node"), -1, 0.0)
        self._told = len(self.events)

    def neighbours(self, node: Node) -> Moves:
        """Return the moves from a node."""
        return self._recorded(node, self._world.neighbours(node))

    def predecessors(self, node: Node) -> Moves:
        """Return the moves to a node."""
        return self._recorded(node, self._world.predecessors(node))

    def expand(self, node: Node) -> None:
        """Note that a node was expanded."""
        at = self._world._node(node, "node")
        self.state.flat[at] = 2
        self.expanded += 1
        # It was shown its neighbours when it was expanded: they come after it.
        self.events.insert(self._told, (KINDS.index("closed"), at, at, float(self.g.flat[at])))
        self._told = len(self.events)

    def stats(self) -> dict[str, int]:
        """Return the counts of a search."""
        return {"expanded": self.expanded, "generated": int(np.count_nonzero(self.state))}

    def _recorded(self, node: Node, moves: Moves) -> Moves:
        at = self._world._node(node, "node")
        for beside, cost in moves:
            other = self._world._node(beside, "node")
            if self.state.flat[other] == 0:
                self._see(other, at, self.g.flat[at] + cost)
        return moves

    def _see(self, node: int, parent: int, g: float) -> None:
        if self.state.flat[node] == 0:
            self.state.flat[node], self.parent.flat[node], self.g.flat[node] = 1, parent, g
            self.events.append((KINDS.index("opened"), node, parent, g))


class Estimates:
    """A named distance between any node and an agent or its goal."""

    def __init__(self, world: World, heuristic: str, name: str, *ends: Node) -> None:
        kind = heuristic_kind(heuristic, world._kind)
        if isinstance(world, GridWorld):
            if not _core.is_consistent(kind, world._store):
                raise InvalidValue(
                    f"{name!r} needs a consistent heuristic, which {heuristic!r} is not on a grid "
                    "with these diagonals; choose 'auto'"
                )
            if name in BOTH_WAYS and len(grid_of(world).links):
                kind = _core.Heuristic.zero  # links may lead one way only
        self._world = world
        numbers = [(end, world._node(end, "node")) for end in ends]
        self._to = {end: world._core_view.estimates(kind, at).ravel() for end, at in numbers}

    def __call__(self, a: Node, b: Node) -> float:
        """Return the estimated cost from a to b, one of which is an end."""
        a, b = (a, b) if b in self._to else (b, a)
        return float(self._to[b][self._world._node(a, "node")])

    def agrees(self, other: Estimates, end: Node) -> bool:
        """Whether both give the same estimates to an end of the other."""
        return end in self._to and np.array_equal(self._to[end], other._to[end])


class SearchRun:
    """A textbook search, with the interface of custom searches."""

    def __init__(
        self,
        info: AlgorithmInfo,
        world: World,
        start: Node,
        goals: list[Node],
        *,
        heuristic: Any = "auto",
        max_expansions: int | None = None,
    ) -> None:
        if len(goals) != 1:
            raise InvalidValue(f"{info.name!r} takes one goal; it was given {len(goals)}")
        if info.name == "textbook/hierarchical" and isinstance(world, GridWorld):
            check_no_links_or_fences(world, repr(info.name))
        self._info, self._world, self._ends = info, world, (start, goals[0])
        self._most = OPTIONS["max_expansions"].in_core(max_expansions)
        self._optimal = info.optimal and not callable(heuristic)
        given: dict[str, Any] = {}
        if callable(heuristic):
            given["heuristic"] = lambda a, b: heuristic_to(heuristic, [b])(a)
        elif "heuristic" in info.options:
            given["heuristic"] = Estimates(world, heuristic, info.name, *self._ends)
        self._watched = Watched(world, [start])
        steps = import_module(f"asterion.textbook.{_module(info)}").steps
        self._steps: Generator[Node, None, Any] = steps(self._watched, *self._ends, **given)
        self._status = "running"
        self._nodes: list[Node] = []

    def step(self) -> str:
        """Make one expansion."""
        self._status = self._next()
        return self._status

    def _next(self) -> str:
        if self._watched.expanded == self._most:
            return "stopped"
        if self._info.name == "textbook/ida" and self._watched.expanded == 0:
            known = find_path(self._world, *self._ends)
            if not known:  # which rounds of depth-first search take too long to find out
                return known.status
        try:
            self._watched.expand(next(self._steps))
        except StopIteration as end:
            self._nodes, _ = end.value
            return "found" if self._nodes else "unreachable"
        except ValueError as error:  # a world that the algorithm is not for
            raise InvalidValue(f"{self._info.name!r}: {error}") from None
        return "running"

    @property
    def path(self) -> Path:
        """The path, or a path that says why there is none."""
        stats = self._watched.stats()
        if not self._nodes:
            return Path.not_found(self._status, stats=stats)
        return Path.from_nodes(self._world, self._nodes, optimal=self._optimal, stats=stats)

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """The state of every node: 0 unvisited, 1 seen, 2 expanded."""
        return self._watched.state.copy()

    @property
    def g(self) -> npt.NDArray[np.float64]:
        """The cost of every node over the node from which it was first seen."""
        return self._watched.g.copy()

    @property
    def parent(self) -> npt.NDArray[np.int64]:
        """The flat index of the node from which each was first seen; -1 for none."""
        return self._watched.parent.copy()

    def trace(self) -> tuple[npt.NDArray[Any], ...]:
        """The nodes seen and expanded, in order."""
        kind, node, parent, g = np.array(self._watched.events, np.float64).reshape(-1, 4).T
        whole = node.astype(np.int64), parent.astype(np.int64)
        return kind.astype(np.uint8), *whole, g, np.full(len(g), np.nan)


class NavigatorRun:
    """A textbook navigator, with the interface of custom navigators."""

    def __init__(
        self, info: AlgorithmInfo, world: World, start: Node, goal: Node, *, heuristic: Any = "auto"
    ) -> None:
        self._info, self._world, self._heuristic = info, world, heuristic
        self._begin(start, goal)

    def _begin(self, start: Node, goal: Node) -> None:
        """Make a planner that knows nothing yet."""
        given = {}
        self._estimates = self._estimated(start, goal)
        if self._estimates is not None:
            given["heuristic"] = self._estimate
        self._watched = Watched(self._world, [goal])
        make = getattr(import_module("asterion.textbook"), _module(self._info))
        self._planner = make(self._watched, start, goal, **given)
        self._changed: dict[Node, None] = {}  # nodes that the planner has not been told of

    def _estimate(self, a: Node, b: Node) -> float:
        return float(self._estimates(a, b))  # of the present plan

    def _estimated(self, start: Node, goal: Node) -> Any:
        if "heuristic" not in self._info.options or callable(self._heuristic):
            return self._heuristic if callable(self._heuristic) else None
        return Estimates(self._world, self._heuristic, self._info.name, start, goal)

    def plan(self, start: Node, goal: Node, changed: npt.NDArray[np.int64] | None) -> None:
        """Begin a plan, which :meth:`step` carries out."""
        planner, before = self._planner, self._estimates
        self._estimates = self._estimated(start, goal)
        stale = isinstance(before, Estimates) and not before.agrees(self._estimates, goal)
        moved = self._info.name == "textbook/lpa" and start != planner.start
        if changed is None or goal != planner.goal or stale or moved:
            self._begin(start, goal)
        else:
            self._changed |= dict.fromkeys(self._around(changed))
        self._watched.events.clear()
        self._planned_before = self._watched.expanded
        self._planner.start = start
        self._steps = self._planner.steps([*self._changed])

    def step(self) -> str:
        """Make one expansion."""
        total = self._world.total if isinstance(self._world, GridWorld) else None
        if total is not None and not total[self._planner.start] > 0:
            return "unreachable"  # from within a wall
        try:
            node = next(self._steps)
        except StopIteration as end:
            self._changed, nodes = {}, end.value
        except ValueError as error:  # a world that the algorithm is not for
            raise InvalidValue(f"{self._info.name!r}: {error}") from None
        else:
            self._changed = {}
            self._watched.expand(node)
            return "running"
        if not nodes:
            return "unreachable"
        stats = {"expanded": self._watched.expanded - self._planned_before}
        self.path = Path.from_nodes(self._world, nodes, optimal=True, stats=stats)
        return "found"

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """The state of every node: 0 unvisited, 1 seen, 2 expanded."""
        return self._watched.state.copy()

    def _around(self, changed: npt.NDArray[np.int64]) -> Iterable[Node]:
        """The nodes whose moves a change may concern: both ends of a connection, or cells around.

        Diagonal moves past a cell depend on it, and a large unit covers cells to the right of its
        own and below.
        """
        if isinstance(self._world, GraphWorld):
            ends = self._world.ends[changed].ravel().tolist()
            return [self._world._name(end) for end in ends]
        rows, cols = getattr(self._world, "size", (1, 1))
        last_row, last_col = self._world.shape[0] - 1, self._world.shape[1] - 1
        return [
            (row, col)
            for r, c in changed.tolist()
            for row in range(max(r - rows, 0), min(r + 1, last_row) + 1)
            for col in range(max(c - cols, 0), min(c + 1, last_col) + 1)
        ]


def _module(info: AlgorithmInfo) -> str:
    """The module of a textbook algorithm."""
    return info.name.partition("/")[2].replace("-", "_")
