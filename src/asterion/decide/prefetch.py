"""Parallel prefetching of expansions on other cores: the same search, sooner.

The search itself stays on one thread and is unchanged. While it waits for the expansion of the best
open node, workers expand the next best ones, which are likely to be needed soon. Their results are
what the problem would have returned, so the plan is the same for any number of workers; results
that are never needed, errors included, are dropped.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple

from asterion.decide.nodes import STATE, Node
from asterion.decide.problem import Space
from asterion.errors import InvalidType, short_repr
from asterion.io import used_files
from asterion.world.arguments import count


class Expansion(NamedTuple):
    """The successors of a state, with everything that a search may ask about them."""

    routes: list[tuple[Any, Any, Any]]
    estimates: list[Any]  # of the results
    goals: list[bool]


def expanded(space: Space[Any, Any, Any], state: Any) -> Expansion:
    """Expand a state."""
    routes = [*space.successors(state)]
    heuristic = space.heuristic
    estimates = [] if heuristic is None else [heuristic(result) for _, result, _ in routes]
    return Expansion(routes, estimates, [bool(space.is_goal(result)) for _, result, _ in routes])


_SPACE: list[Space[Any, Any, Any]] = []  # in a worker process: its problem


def _begin(files: dict[str, used_files.Source], sent: bytes) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    used_files.load_again(files)
    _SPACE[:] = [pickle.loads(sent)]  # noqa: S301 - our own process sent it


def _expanded_here(state: Any) -> Expansion:
    return expanded(_SPACE[0], state)


class Prefetcher:
    """A stand-in for a problem that answers a search, in its order, with workers' results."""

    def __init__(
        self,
        space: Space[Any, Any, Any],
        workers: int | Executor,
        soon: Callable[[int], Iterable[Node]],
    ) -> None:
        self._soon = soon
        self._expand: Callable[[Any], Future[Expansion]]
        self._pool: Executor | None = None
        if isinstance(workers, Executor):
            self._ahead = 2 * getattr(workers, "_max_workers", 4)
            self._expand = lambda state: workers.submit(expanded, space, state)
        else:
            self._ahead = 2 * count("workers", workers, least=1)
            context = get_context("spawn")  # a fork of a process with threads may hang
            sent = (used_files.used(), _sent(space))
            pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=sent)
            self._pool = pool
            self._expand = lambda state: pool.submit(_expanded_here, state)
        self._pending: dict[Any, Future[Expansion]] = {}
        self._route: tuple[Any, Any] = (None, None)  # result and cost of the last action
        self._estimate: Any = None
        self._is_goal = False
        self.heuristic: Callable[[Any], Any] | None = (
            None if space.heuristic is None else self._estimated
        )

    def actions(self, state: Any) -> Iterator[Any]:
        """Yield the actions that are not rejected; the other methods are about the last one."""
        wanted = self._pending.pop(state, None) or self._expand(state)
        self._prefetch(state)
        routes, estimates, goals = wanted.result()
        for i, (action, result, cost) in enumerate(routes):
            self._route = result, cost
            self._estimate = estimates[i] if estimates else None
            self._is_goal = goals[i]
            yield action

    def _prefetch(self, wanted: Any) -> None:
        """Keep every worker busy with the best open nodes, and one more queued for each."""
        room = self._ahead - sum(not future.done() for future in self._pending.values())
        if room > 0:
            for node in islice(self._soon(self._ahead), self._ahead):
                state = node[STATE]
                if state not in self._pending and state != wanted:
                    self._pending[state] = self._expand(state)

    def apply(self, _state: Any, _action: Any) -> Any:
        """The state that the action leads to."""
        return self._route[0]

    def cost(self, _state: Any, _action: Any, _result: Any) -> Any:
        """The cost of the action."""
        return self._route[1]

    def together(self, _state: Any, _macro: Any) -> tuple[Any, Any]:
        """The state that a macro leads to, and its cost."""
        return self._route

    def _estimated(self, _state: Any) -> Any:
        return self._estimate

    def is_goal(self, _state: Any) -> bool:
        """Whether the action leads to a goal."""
        return self._is_goal

    def close(self) -> None:
        """Shut down the workers; an executor that the caller gave stays open."""
        for future in self._pending.values():
            future.cancel()
        self._pending.clear()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def _sent(space: Space[Any, Any, Any]) -> bytes:
    try:
        return pickle.dumps(space)
    except Exception as error:
        raise InvalidType(
            f"problem is {short_repr(space.problem)}, which cannot be sent to other processes "
            f"({error}); make it picklable, or give an Executor of threads as workers"
        ) from error
