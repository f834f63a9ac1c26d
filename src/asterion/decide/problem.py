"""``Problem``, the interface that a search needs, and ``Space``, which checks its answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from math import inf
from typing import Any, Generic, Protocol, TypeVar, cast

from asterion.decide.macro import Macro
from asterion.errors import InvalidType, InvalidValue, short_repr

S = TypeVar("S", bound=Hashable)
A = TypeVar("A")
C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)

NEEDED = ("start", "actions", "apply", "cost", "is_goal")


class Problem(Protocol[S, A, C_co]):
    """The interface of a problem for :func:`solve`. Any object with these methods will do.

    It may also have

    ``heuristic(state)``   an estimate of the cost from there to a goal, never more than that cost
                           if the plan is to be a cheapest one
    ``zero``               the cost of an empty plan, if costs are not numbers
    ``end_cost(state)``    the cost of ending in this goal; without it, 0
    ``estimate(state, goal)``  with ``goals=``: the heuristic is the smallest of these

    States must be hashable, and equal if they are the same; states and actions are never compared
    for order. The methods must be deterministic.
    """

    @property
    def start(self) -> S:
        """The state to plan from."""

    def actions(self, state: S, /) -> Iterable[A | Macro[A]]:
        """The actions of a state, always in the same order."""

    def apply(self, state: S, action: A, /) -> S | None:
        """The state that an action leads to; None if the action is rejected."""

    def cost(self, state: S, action: A, result: S, /) -> C_co:
        """The cost of that step, never negative; ``inf`` if the action is rejected."""

    def is_goal(self, state: S, /) -> bool:
        """Whether a plan may end here. Called once per state."""


class Space(Generic[S, A, C]):
    """The state space of a problem, with checked costs and estimates."""

    def __init__(
        self,
        problem: Problem[S, A, C],
        *,
        goals: Iterable[S] | None = None,
        led: bool = True,
        weight: float = 1.0,
    ) -> None:
        needed = NEEDED if goals is None else NEEDED[:-1]
        for name in needed:
            if not hasattr(problem, name):
                words = ", ".join(needed[:-1])
                raise InvalidType(
                    f"problem is {short_repr(problem)} and has no {name!r}; "
                    f"a problem has {words} and {needed[-1]}"
                )
        self.problem = problem
        self.actions, self.apply, self.cost = problem.actions, problem.apply, problem.cost
        self.start = problem.start
        check_hashable(self.start, "start")
        # With a custom zero, costs may have any type; without, they are numbers.
        self.zero: C = getattr(problem, "zero", cast("C", 0))
        self.plain = isinstance(self.zero, int | float)
        if getattr(type(self.zero), "__add__", None) in (tuple.__add__, list.__add__, str.__add__):
            raise InvalidType(
                f"zero is {short_repr(self.zero)}, whose + concatenates; the + of costs must add"
            )
        each = None if goals is None else _listed(goals)
        self.is_goal = problem.is_goal if each is None else frozenset(each).__contains__
        self.heuristic: Callable[[S], C] | None = None
        if led:
            self.heuristic = _heuristic(problem, each)
        if self.heuristic is not None and weight != 1.0:
            if not self.plain:
                raise InvalidValue(
                    f"weight is {weight:g}; costs that are not numbers cannot be weighted"
                )
            self.heuristic = partial(_weighted, self.heuristic, weight)
        self.end_cost: Callable[[S], C] | None = getattr(problem, "end_cost", None)

    def successors(self, state: S) -> Iterator[tuple[A | Macro[A], S, C]]:
        """Yield the actions of a state that are not rejected, with their results and costs."""
        for action in self.actions(state):
            if isinstance(action, Macro):
                result, step = self.together(state, action)
            else:
                result, step = self._one(state, action)
            if result is not None:
                yield action, result, step

    def _one(self, state: S, action: A) -> tuple[S | None, C]:
        """The result of one action, None if it is rejected, and its cost."""
        result = self.apply(state, action)
        if result is None:
            return None, self.zero
        step = self.cost(state, action, result)
        return (result, step) if self.allows(step, state, action) else (None, step)

    def steps(self, state: S, macro: Macro[A]) -> Iterator[tuple[A, S | None, C]]:
        """The members of a macro one by one; a rejected one has the result None and is the last."""
        for action in macro:
            result, step = self._one(state, action)
            yield action, result, step
            if result is None:
                return
            state = result

    def together(self, state: S, macro: Macro[A]) -> tuple[S | None, C]:
        """The result of a macro, None if it is rejected, and its cost."""
        end: S | None = state
        total: Any = self.zero
        for _, result, step in self.steps(state, macro):
            end, total = result, total + step
        return end, total

    def allows(self, step: Any, state: S, action: A | Macro[A]) -> bool:
        """Whether a cost is finite; raises an error if it is invalid."""
        return self._is_finite(
            step, lambda: f"cost({short_repr(state)}, {short_repr(action)}, ...)"
        )

    def checked_estimate(self, value: Any, state: S) -> C:
        """The estimate; an error names an invalid one. It may be inf: no goal is reachable."""
        self._is_finite(value, lambda: f"heuristic({short_repr(state)})")
        return cast("C", value)

    def cost_of_ending(self, state: S) -> C | None:
        """The cost of ending in a goal; None if a plan cannot end there."""
        if self.end_cost is None:
            return self.zero
        value = self.end_cost(state)
        return value if self._is_finite(value, lambda: f"end_cost({short_repr(state)})") else None

    def _is_finite(self, value: Any, name: Callable[[], str]) -> bool:
        zero: Any = self.zero
        try:
            negative = bool(value < zero)
            whole = not negative and (not self.plain or bool(value >= zero))
            _ = zero + value
        except Exception as error:
            hint = "" if hasattr(self.problem, "zero") else "; other costs need a problem with zero"
            wanted = "a number" if self.plain else f"like zero, {short_repr(zero)}, with + and <"
            raise InvalidType(
                f"{name()} is {short_repr(value)}; it must be {wanted}{hint}"
            ) from error
        if not whole:  # negative, or NaN
            raise InvalidValue(
                f"{name()} is {short_repr(value)}; it must be at least {short_repr(zero)}"
            )
        return not (self.plain and value == inf)


def check_hashable(state: Any, name: str) -> None:
    """Raise an error unless a state is hashable, which a search needs to recognise it."""
    try:
        hash(state)
    except TypeError as error:
        raise InvalidType(
            f"{name} is {short_repr(state)}, which cannot be hashed ({error}); "
            "a state must be, as a tuple or a frozen dataclass is"
        ) from None


def _listed(goals: Any) -> list[Any]:
    if not isinstance(goals, Iterable):
        raise InvalidType(f"goals is {short_repr(goals)}; it must be a list or set of states")
    each = list(goals)
    for i, goal in enumerate(each):
        check_hashable(goal, f"goals[{i}]")
    return each


def _heuristic(problem: Any, goals: list[Any] | None) -> Callable[[Any], Any] | None:
    """The heuristic of the problem, or its estimate to the nearest of ``goals``."""
    estimate = getattr(problem, "estimate", None)
    if not goals or estimate is None:
        own: Callable[[Any], Any] | None = getattr(problem, "heuristic", None)
        return own

    return partial(_to_the_nearest, estimate, goals)


# These two are not closures, so that they can be pickled with the problem for other processes.


def _to_the_nearest(estimate: Callable[[Any, Any], Any], goals: list[Any], state: Any) -> Any:
    return min(estimate(state, goal) for goal in goals)  # min needs only <


def _weighted(heuristic: Callable[[Any], Any], weight: float, state: Any) -> Any:
    return weight * heuristic(state)
