"""Goals of a character, and the choice among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isnan
from types import MappingProxyType
from typing import Any, NamedTuple

from asterion.errors import InvalidType, InvalidValue, short_repr
from asterion.goap.action import Action
from asterion.goap.domain import Domain, as_domain
from asterion.goap.plan_result import GoapPlan
from asterion.goap.values import State, check_state, checked_goal, meets


@dataclass(frozen=True, slots=True)
class Goal:
    """Conditions to make true, and their priority.

    ``priority`` is a number, or a callable that gets the state and returns one: fear grows as
    health falls. A goal whose priority is 0 or less is ignored.

    >>> import asterion as at
    >>> hide = at.goap.Goal("hide", {"in_cover": True}, priority=lambda state: 10 - state["health"])
    >>> hide.priority_in({"health": 3})
    7.0
    """

    name: str
    wants: State
    priority: float | Callable[[State], float] = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "wants", checked_goal(self.wants))
        if not callable(self.priority):
            self.priority_in({})

    def priority_in(self, state: State) -> float:
        """Return its priority in a state."""
        value: Any = self.priority
        if callable(value):
            value = value(MappingProxyType(dict(state)))
        try:
            priority = float(value)
        except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
            raise InvalidType(
                f"priority of {short_repr(self.name)} is {short_repr(value)}; it must be a number"
            ) from None
        if isnan(priority):
            raise InvalidValue(f"priority of {short_repr(self.name)} is nan; it must be a number")
        return priority

    def met(self, state: State) -> bool:
        """Return whether its conditions hold."""
        return meets(state, self.wants)


class Choice(NamedTuple):
    """The chosen goal, and the plan that reaches it."""

    goal: Goal
    plan: GoapPlan


def in_order(goals: Goal | Iterable[Goal], state: State) -> list[Goal]:
    """Goals with a priority above 0 that are not met, highest first; ties keep their order."""
    ranked = [(goal.priority_in(state), goal) for goal in checked_goals(goals)]
    ranked.sort(key=lambda pair: -pair[0])
    return [goal for priority, goal in ranked if priority > 0 and not goal.met(state)]


def checked_goals(goals: Any) -> tuple[Goal, ...]:
    """One goal or several, as a tuple."""
    if isinstance(goals, Goal):
        return (goals,)
    if not isinstance(goals, Iterable):
        raise InvalidType(f"goals is {short_repr(goals)}; it must be a list of goals")
    each = tuple(goals)
    for i, goal in enumerate(each):
        if not isinstance(goal, Goal):
            raise InvalidType(f"goals[{i}] is {short_repr(goal)}; it must be a Goal")
    return each


def choose(
    goals: Goal | Iterable[Goal],
    actions: Domain | Iterable[Action],
    state: State,
    *,
    direction: str = "auto",
    heuristic: str = "landmarks",
    max_expansions: int | None = None,
) -> Choice | None:
    """Return the unmet reachable goal with the highest priority, with its cheapest plan.

    None if there is no such goal. At most one search per goal.

    >>> import asterion as at
    >>> flee = at.goap.Action("flee", cost=5, needs={}, gives={"safe": True})
    >>> win = at.goap.Goal("win", {"enemy_dead": True}, priority=2)
    >>> live = at.goap.Goal("live", {"safe": True}, priority=1)
    >>> goal, plan = at.goap.choose([win, live], [flee], {})
    >>> goal.name, plan.actions
    ('live', ['flee'])
    """
    check_state(state)
    domain = as_domain(actions)
    options: dict[str, Any] = {
        "direction": direction,
        "heuristic": heuristic,
        "max_expansions": max_expansions,
    }
    for goal in in_order(goals, state):
        plan = domain.plan(state, goal.wants, **options)
        if plan:
            return Choice(goal, plan)
    return None
