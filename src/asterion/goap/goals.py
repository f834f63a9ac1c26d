"""What a character wants, and what it wants most."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isnan
from types import MappingProxyType
from typing import Any, NamedTuple

from asterion.errors import InvalidType, InvalidValue, shown
from asterion.goap.action import Action
from asterion.goap.domain import Domain, as_domain
from asterion.goap.plan_result import GoapPlan
from asterion.goap.values import State, check_state, checked_goal, meets


@dataclass(frozen=True, slots=True)
class Goal:
    """Conditions to make true, and how much that matters.

    ``priority`` is a number, or a callable that gets the state and gives one: fear grows as health
    falls. A goal whose priority is not above 0 is not wanted.

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
        """How much it matters in a state."""
        value: Any = self.priority
        if callable(value):
            value = value(MappingProxyType(dict(state)))
        try:
            worth = float(value)
        except Exception:  # noqa: BLE001 - the value is a user's object, and may raise anything
            raise InvalidType(
                f"priority of {shown(self.name)} is {shown(value)}; it must be a number"
            ) from None
        if isnan(worth):
            raise InvalidValue(f"priority of {shown(self.name)} is nan; it must be a number")
        return worth

    def met(self, state: State) -> bool:
        """Whether nothing is left to be done for it."""
        return meets(state, self.wants)


class Choice(NamedTuple):
    """The goal to go for, and the plan that reaches it."""

    goal: Goal
    plan: GoapPlan


def in_order(goals: Goal | Iterable[Goal], state: State) -> list[Goal]:
    """Goals that are wanted and not met, most wanted first; among equals the first in the list."""
    ranked = [(goal.priority_in(state), goal) for goal in checked_goals(goals)]
    ranked.sort(key=lambda pair: -pair[0])
    return [goal for worth, goal in ranked if worth > 0 and not goal.met(state)]


def checked_goals(goals: Any) -> tuple[Goal, ...]:
    """One goal or several, as a row of goals."""
    if isinstance(goals, Goal):
        return (goals,)
    if not isinstance(goals, Iterable):
        raise InvalidType(f"goals is {shown(goals)}; it must be a list of goals")
    each = tuple(goals)
    for i, goal in enumerate(each):
        if not isinstance(goal, Goal):
            raise InvalidType(f"goals[{i}] is {shown(goal)}; it must be a Goal")
    return each


def choose(
    goals: Goal | Iterable[Goal],
    actions: Domain | Iterable[Action],
    state: State,
    *,
    direction: str = "auto",
    limit: int | None = None,
) -> Choice | None:
    """The goal with the highest priority that is not met and can be, with its cheapest plan.

    None if there is nothing to do, or nothing that can be done. At most one search a goal.

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
    for goal in in_order(goals, state):
        plan = domain.plan(state, goal.wants, direction=direction, limit=limit)
        if plan:
            return Choice(goal, plan)
    return None
