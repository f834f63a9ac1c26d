"""Adapters that run registered custom algorithms through the interfaces of the built-in ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from asterion import _core
from asterion.errors import InvalidPath, InvalidType, InvalidValue, short_repr
from asterion.search.options import checked_options
from asterion.search.path import Path, Stats
from asterion.search.registry import AlgorithmInfo

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.options import Options
    from asterion.world.base import Node, World
    from asterion.world.grid import GridWorld

T = TypeVar("T")

STATUSES = ("running", "found", "unreachable", "stopped")


def checked_status(status: Any, name: str) -> str:
    """Return what a step of a custom algorithm returned, if it is a status."""
    if not isinstance(status, str) or status not in STATUSES:
        raise InvalidValue(
            f"a step of {name!r} gave {short_repr(status)}; it must be one of {STATUSES}"
        )
    return status


class CustomSession:
    """A custom search, with the interface of the core's sessions."""

    def __init__(
        self,
        info: AlgorithmInfo,
        world: World,
        start: Node,
        goals: list[Node],
        options: Options,
    ) -> None:
        self._info = info
        self._arguments = (world, start, goals)
        self._options = checked_options(options, info.name, world._kind)
        self.restart()

    def restart(self) -> None:
        """Start the search again."""
        if self._info.factory is None:
            raise InvalidType(f"{self._info.name!r} has no factory")
        self._search = self._info.factory(*self._arguments, **self._options)
        self.status = "running"

    def advance(self, expansions: int | None, seconds: float | None) -> str:
        """Run for at most this many steps or seconds; None is no limit. Return the status."""
        if self.status == "running" and hasattr(self._search, "advance"):  # one of our own
            self.status = self._search.advance(expansions, seconds)
            return self.status
        deadline = None if seconds is None else perf_counter() + seconds
        steps = 0
        while self.status == "running" and steps != expansions:
            if deadline is not None and perf_counter() >= deadline:
                break
            self.status = checked_status(self._search.step(), self._info.name)
            steps += 1
        return self.status

    def path(self) -> Path:
        """The path, once it is found."""
        if self.status != "found":
            return self._nothing()
        path = self._search.path
        if not isinstance(path, Path):
            raise InvalidType(
                f"the path of {self._info.name!r} is {short_repr(path)}; Path.from_nodes builds one"
            )
        # An algorithm's promise is for default options: a user's estimates may be too high.
        if self._info.optimal and "heuristic" not in self._options and not path.optimal:
            return Path.from_nodes(self._arguments[0], path, optimal=True, stats=path.stats)
        return path

    def _nothing(self) -> Path:
        """The answer without a path: with the search's own counts, if it built such an answer."""
        try:
            path = self._search.path
        except Exception:  # noqa: BLE001 - nothing was found, so there need not be one to read
            path = None
        if isinstance(path, Path) and path.status == self.status:
            return path
        return Path.not_found(self.status)

    def trace_length(self) -> int:
        """The number of events in its trace."""
        return len(self.trace()[0])

    def __getattr__(self, name: str) -> Any:
        """Return an optional attribute: best_so_far, g, h, state, parent, trace."""
        value = getattr(self._search, name, None) if name != "_search" else None
        if value is None:
            raise InvalidValue(f"{self._info.name!r} does not show {name}")
        return value if callable(value) else lambda: value


class Segment(NamedTuple):
    """The statistics of the plans for one goal; its names match the core's."""

    search: Stats
    searches: int
    rekeys: int = 0
    restarts: int = 0

    def with_next(self, segment: Segment) -> Segment:
        """Return the sum of both."""
        return Segment(self.search + segment.search, self.searches + segment.searches)


_MOST_SEGMENTS = 1000  # of the oldest goals only the sum is kept, as in the core


class Segments:
    """The statistics of plans, goal by goal."""

    def __init__(self) -> None:
        self._ended: deque[Segment] = deque()
        self._before = self.current = Segment(Stats(), 0)

    def add(self, plan: Stats) -> None:
        """Count a plan for the current goal."""
        self.current = self.current.with_next(Segment(plan, 1))

    def end(self) -> None:
        """Begin with another goal."""
        self._before = self._before.with_next(self.current)
        self._ended.append(self.current)
        if len(self._ended) > _MOST_SEGMENTS:
            oldest = self._ended.popleft()
            self._ended[0] = oldest.with_next(self._ended[0])
        self.current = Segment(Stats(), 0)

    def total(self) -> Segment:
        """The sum over all goals."""
        return self._before.with_next(self.current)

    def ended(self) -> list[Segment]:
        """Those of the earlier goals."""
        return [*self._ended]


class CustomNavigator:
    """A custom navigator, with the interface of the core's."""

    def __init__(
        self, info: AlgorithmInfo, world: World, start: int, goal: int, options: dict[str, Any]
    ) -> None:
        if info.factory is None:
            raise InvalidType(f"{info.name!r} has no factory")
        self._info = info
        self._world = world
        self.position = start
        self._goal = goal
        self._planner = info.factory(world, self._name(start), self._name(goal), **options)
        # Position, goal and version of the world of the plan in progress, if any.
        self._begun: tuple[int, int, int] | None = None
        self._path: list[int] = []  # the nodes of the last plan
        self._place: dict[int, int] = {}  # of each node on it
        self._found: Path | None = None
        self._version = world.version
        self._planned_from = -1
        self.planned = 0
        self._segments = Segments()

    @property
    def goal(self) -> int:
        """The node to reach."""
        return self._goal

    @goal.setter
    def goal(self, goal: int) -> None:
        if goal == self._goal:
            return
        self._segments.end()
        self._goal = goal
        self._found = None

    def path(self) -> Path:
        """The path from the agent to the goal."""
        found = self._planned()
        if not found:
            return found
        rest = self._path[self._place[self.position] :]
        return Path.from_nodes(
            self._world, [self._name(node) for node in rest], optimal=self._info.optimal
        )

    def plan(self, expansions: int | None, seconds: float | None) -> bool:
        """Plan for up to this many steps or seconds; None is no limit. Return whether it ended."""
        if self._found is not None and self._is_current():
            return True
        deadline = None if seconds is None else perf_counter() + seconds
        steps = 0
        self._begin()
        while self._found is None:
            if steps == expansions or (deadline is not None and perf_counter() >= deadline):
                return False
            self._advance()
            steps += 1
        return True

    def step(self) -> int | None:
        """Move one step along the path; return the position, None at the goal or without a path."""
        if not self._planned() or self.position == self._goal:
            return None
        self.position = self._path[self._place[self.position] + 1]
        return self.position

    def move_to(self, node: int) -> None:
        """Set the position of the agent."""
        self.position = node

    def _planned(self) -> Path:
        """Return the last plan if it is still valid, else a new one."""
        while self._found is None or not self._is_current():
            self.plan(None, None)
        return self._found

    def _is_current(self) -> bool:
        """Whether the last plan fits the world and the agent's position as they are now."""
        on_path = self.position in self._place or (
            not self._path and self.position == self._planned_from
        )
        return on_path and self._world.version == self._version

    def _begin(self) -> None:
        """Begin a plan, unless the one in progress still fits."""
        now = self.position, self._goal, self._world.version
        if self._begun == now:
            return
        self._found = self._begun = None  # if the planner raises, it gets the same changes again
        changed = self._world.changes(self._version)
        path = self._planner.plan(self._name(self.position), self._name(self._goal), changed)
        self._version = now[2]
        if path is None and callable(getattr(self._planner, "step", None)):
            self._begun = now
        else:
            self._take(path)

    def _advance(self) -> None:
        """Make one step of a plan that the planner makes step by step."""
        begun, self._begun = self._begun, None
        status = checked_status(self._planner.step(), self._info.name)
        if status == "running":
            self._begun = begun
        elif status == "found":
            self._take(self._planner.path)
        else:
            self._take(Path.not_found(status))

    def _take(self, path: Any) -> None:
        """Check a plan, and follow it."""
        if not isinstance(path, Path):
            raise InvalidType(
                f"a plan of {self._info.name!r} is {short_repr(path)}; Path.from_nodes builds one"
            )
        self._path = [self._world._node(cell, "cell") for cell in path]
        self._place = {node: place for place, node in reversed([*enumerate(self._path)])}
        ends = (self._path[0], self._path[-1]) if self._path else None
        if ends is not None and ends != (self.position, self._goal):
            raise InvalidValue(
                f"a plan of {self._info.name!r} leads from {path[0]} to {path[-1]}; it must lead "
                f"from {self._name(self.position)} to {self._name(self._goal)}"
            )
        self._planned_from = self.position
        self._found = path
        self.planned += 1
        self._segments.add(path.stats)

    def last_plan(self) -> Stats:
        """The statistics of the last plan."""
        return Stats() if self._found is None else self._found.stats

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
        """0: the memory of a custom navigator is not known."""
        return 0

    def _name(self, node: int) -> Node:
        return self._world._name(node)

    def __getattr__(self, name: str) -> Any:
        """Return an optional attribute of a custom navigator: g, rhs, h, state, parent."""
        value = getattr(self._planner, name, None) if name != "_planner" else None
        if value is None:
            raise InvalidValue(f"{self._info.name!r} does not show {name}")
        return value if callable(value) else lambda: value


class NextStepNavigator(CustomNavigator):
    """A custom navigator for explorers, which plans again only when its next move requires it.

    That is when the move is closed or costs more than planned, when the goal is closed, or when
    anything has become cheaper.
    """

    _world: GridWorld
    _costs: npt.NDArray[Any] = np.zeros(0)  # of the path's nodes when it was planned

    def path(self) -> Path:
        """The current path; its cost is inf where it is known to be closed."""
        found = self._planned()
        rest = self._path[self._place[self.position] :] if found else []
        if not rest or self._world.version == self._version:
            return super().path()
        try:
            return Path.from_nodes(self._world, [self._name(node) for node in rest])
        except InvalidPath:
            return _core.closed_path(self._world._core_view, rest)

    def _is_current(self) -> bool:
        if super()._is_current() or self.position not in self._place:
            return super()._is_current()
        here = self._place[self.position]
        if here + 1 == len(self._path):
            return True
        total, after = self._world.total, self._path[here + 1]
        return (
            self._world._store.fell_since(self._version) is False
            and bool(total.flat[self._goal] > 0)
            and bool(total.flat[after] <= self._costs[here + 1])
            and any(cell == self._name(after) for cell, _ in self._moves())
        )

    def _moves(self) -> list[tuple[tuple[int, int], float]]:
        return self._world._core_view.neighbours(self.position)

    def _take(self, path: Any) -> None:
        super()._take(path)
        self._costs = self._world.total.flat[self._path]


class CustomExplorer:
    """A sensor and a custom navigator, with the interface of the core's explorers."""

    def __init__(self, sensor: _core.Sensor, navigator: CustomNavigator) -> None:
        self._sensor = sensor
        self.navigator = navigator
        self._searches: list[Stats] = []
        sensor.look(navigator.position)

    def walk(self, most: int | None) -> npt.NDArray[np.int64]:
        """Move to the end, or for this many steps; return the nodes entered."""
        nodes: list[int] = []
        while len(nodes) != most:
            self._sensor.look(self.navigator.position)
            node = self._planning(self.navigator.step)
            if node is None:
                break
            self._sensor.look(node)
            nodes.append(node)
        return np.array(nodes, np.int64)

    def plan(self, expansions: int | None, seconds: float | None) -> bool:
        """Look around, then plan for up to this many steps or seconds; return whether it ended."""
        self._sensor.look(self.navigator.position)
        return self._planning(lambda: self.navigator.plan(expansions, seconds))

    def path(self) -> Path:
        """The agent's current path."""
        return self._planning(self.navigator.path)

    def _planning(self, act: Callable[[], T]) -> T:
        before = self.navigator.planned
        answer = act()
        if self.navigator.planned != before:
            self._searches.append(self.navigator.last_plan())
        return answer

    def searches(self) -> list[Stats]:
        """The statistics of each plan."""
        return [*self._searches]
