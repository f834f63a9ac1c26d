"""Expansions ahead of their time, on other cores: the same search, sooner.

The search itself stays on one thread and does what it always does. While it waits for the expansion
of the best open node, workers expand the next best ones, which are likely to be wanted soon. What
comes back is what the problem would have said anyway, so the plan is the same for any number of
workers; what is never wanted, errors included, is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from heapq import nsmallest
from multiprocessing import get_context
from typing import Any, NamedTuple

from asterion.decide.nodes import END, KIND, STATE, WAITS, Node
from asterion.decide.problem import Space
from asterion.errors import InvalidType, InvalidValue, shown


class Expansion(NamedTuple):
    """What a problem says of a state."""

    routes: list[tuple[Any, Any, Any]]
    estimates: list[Any]  # of the results
    goals: list[bool]


def expanded(space: Space[Any, Any, Any], state: Any) -> Expansion:
    """All that a search may ask when it expands a state."""
    routes = [*space.successors(state)]
    led = space.heuristic
    estimates = [] if led is None else [led(result) for _, result, _ in routes]
    return Expansion(routes, estimates, [bool(space.is_goal(result)) for _, result, _ in routes])


_SPACE: list[Space[Any, Any, Any]] = []  # in a worker: what it was started for


def _begin(space: Space[Any, Any, Any]) -> None:
    _SPACE[:] = [space]


def _expanded_here(state: Any) -> Expansion:
    return expanded(_SPACE[0], state)


class Foresight:
    """Workers that expand what will be wanted."""

    def __init__(self, space: Space[Any, Any, Any], workers: int | Executor) -> None:
        self._space = space
        self._expand: Callable[[Any], Future[Expansion]]
        self._own: Executor | None = None
        if isinstance(workers, Executor):
            self._width = getattr(workers, "_max_workers", 4)
            self._expand = lambda state: workers.submit(expanded, space, state)
        else:
            if isinstance(workers, bool) or not isinstance(workers, int):
                raise InvalidType(
                    f"workers is {shown(workers)}; it must be a number or an Executor"
                )
            if workers < 1:
                raise InvalidValue(f"workers is {workers}; it must be at least 1")
            context = get_context("spawn")  # a fork of a process with threads may hang
            pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(space,))
            self._width, self._own = workers, pool
            self._expand = lambda state: pool.submit(_expanded_here, state)
        self._under_way: dict[Any, Future[Expansion]] = {}
        self._estimates: dict[Any, Any] = {}
        self._goals: dict[Any, bool] = {}

    def watching(self, heap: list[Any]) -> Callable[[Any], Iterator[tuple[Any, Any, Any]]]:
        """The successors of a state, for a search with this open list."""

        def successors(state: Any) -> Iterator[tuple[Any, Any, Any]]:
            wanted = self._under_way.pop(state, None) or self._expand(state)
            self._look_ahead(heap)
            routes, estimates, goals = wanted.result()
            results = [result for _, result, _ in routes]
            self._goals = dict(zip(results, goals, strict=True))
            self._estimates = dict(zip(results, estimates, strict=False))
            yield from routes

        return successors

    def _look_ahead(self, heap: list[Any]) -> None:
        """Keeps every worker busy with the best of open, and one more for each to go on with."""
        room = 2 * self._width - sum(not future.done() for future in self._under_way.values())
        if room <= 0:
            return
        for entry in nsmallest(2 * self._width, heap):
            node: Node = entry[3]
            if node[WAITS] and node[KIND] != END and node[STATE] not in self._under_way:
                self._under_way[node[STATE]] = self._expand(node[STATE])

    def heuristic(self, own: Callable[[Any], Any] | None) -> Callable[[Any], Any] | None:
        """As the problem's own, from what the workers said."""
        return None if own is None else self._estimates_of

    def _estimates_of(self, state: Any) -> Any:
        return self._estimates[state]

    def is_goal(self, state: Any) -> bool:
        """As the problem's own, from what the workers said."""
        return self._goals[state]

    def close(self) -> None:
        """Lets the workers go. Those of an executor of the user's are not ours to end."""
        for future in self._under_way.values():
            future.cancel()
        self._under_way.clear()
        if self._own is not None:
            self._own.shutdown(cancel_futures=True)
