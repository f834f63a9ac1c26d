"""A character that follows a plan and replans when the plan no longer works."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, runtime_checkable

from asterion.errors import InvalidType, short_repr
from asterion.goap.action import Action
from asterion.goap.domain import Domain
from asterion.goap.goals import Goal, checked_goals, in_order
from asterion.goap.plan_result import GoapPlan
from asterion.goap.values import State, check_state, meets


@runtime_checkable
class Source(Protocol):
    """An object that lists the actions of a state, as :class:`Places` does."""

    def actions(self, state: State, /) -> Iterable[Action]:
        """The actions that are available now."""


class Agent:
    """A character that decides its next action, state by state.

    ``actions`` are a domain, or a list of actions and of objects that have ``actions(state)``, such
    as :class:`Places`. ``goals`` are one or several :class:`Goal`, or plain conditions.

    A plan is kept as long as it is valid: its remaining actions can be done from the current state,
    reach the goal, and cost no more than planned. Checking that takes O(length of the plan) tests
    of actions, squared in the worst case. Actions whose effects already hold are skipped. A more
    important goal that can be reached interrupts. Whether a cheaper plan has become possible is not
    checked; ``replan()`` drops the plan.

    >>> import asterion as at
    >>> actions = [
    ...     at.goap.Action("open door", cost=1, needs={"locked": False}, gives={"inside": True}),
    ...     at.goap.Action("use window", cost=5, needs={}, gives={"inside": True}),
    ... ]
    >>> thief = at.goap.Agent(actions, {"inside": True})
    >>> thief.decide({"locked": False})
    'open door'
    >>> thief.decide({"locked": True})
    'use window'
    >>> thief.plans_made
    2
    >>> thief.decide({"inside": True}) is None
    True
    """

    def __init__(
        self,
        actions: Domain | Iterable[Action | Source],
        goals: Goal | Iterable[Goal] | Mapping[Any, Any],
        *,
        direction: str = "auto",
        heuristic: str = "landmarks",
        max_expansions: int | None = None,
    ) -> None:
        if isinstance(goals, Mapping):
            goals = Goal("goal", goals)
        self.goals = checked_goals(goals)
        self.goal: Goal | None = None  # of the plan
        self.plan: GoapPlan | None = None
        self.plans_made = 0
        self._options: dict[str, Any] = {
            "direction": direction,
            "heuristic": heuristic,
            "max_expansions": max_expansions,
        }
        self._rest: list[Action] = []  # of the plan
        self._domain: Domain | None = None
        self._failed: dict[int, tuple[Domain, dict[Any, Any]]] = {}
        self._sources = _sources(actions)

    def decide(self, state: State) -> Action | None:
        """Return the next action; None if no goal is wanted, or none can be reached."""
        check_state(state)
        domain = self._domain_in(state)
        for goal in in_order(self.goals, state):
            if goal is self.goal and self._holds(domain, state):
                return self._rest[0]
            if self._tries(domain, state, goal):
                return self._rest[0]
        self.replan()
        return None

    def replan(self) -> None:
        """Drop the plan: the next decision makes another."""
        self.goal, self.plan, self._rest = None, None, []
        self._failed.clear()

    def _tries(self, domain: Domain, state: State, goal: Goal) -> bool:
        # A goal that was unreachable stays so until the state or the actions change.
        if _alike(self._failed.get(id(goal)), (domain, state)):
            return False
        plan = domain.plan(state, goal.wants, **self._options)
        self.plans_made += 1
        if not plan:
            self._failed[id(goal)] = (domain, dict(state))
            return False
        self.goal, self.plan, self._rest = goal, plan, plan.actions
        return True

    def _holds(self, domain: Domain, state: State) -> bool:
        """Return whether some suffix of the plan reaches the goal from here; keep the shortest."""
        if self.goal is None:
            return False
        for begin in range(len(self._rest) - 1, -1, -1):
            rest = self._rest[begin:]
            if all(_still(action, domain) for action in rest) and _reaches(rest, state, self.goal):
                self._rest = rest
                return True
        return False

    def _domain_in(self, state: State) -> Domain:
        if isinstance(self._sources, Domain):
            return self._sources
        actions: list[Action] = []
        for source in self._sources:
            actions.extend([source] if isinstance(source, Action) else source.actions(state))
        known = self._domain
        if known is None or not _same(known.actions, actions):
            self._domain = known = Domain(actions)
        return known


def _sources(actions: Any) -> Domain | list[Action | Source]:
    if isinstance(actions, Domain):
        return actions
    if isinstance(actions, str) or not isinstance(actions, Iterable):
        raise InvalidType(
            f"actions is {short_repr(actions)}; it must be a domain or a list of actions"
        )
    each = [*actions]
    for i, source in enumerate(each):
        if not isinstance(source, Action | Source):
            raise InvalidType(
                f"actions[{i}] is {short_repr(source)}; it must be an Action or have actions(state)"
            )
    return each


def _same(some: Iterable[Action], others: list[Action]) -> bool:
    """Whether these are the same objects in the same order."""
    return [*map(id, some)] == [*map(id, others)]


def _alike(before: object, now: object) -> bool:
    try:
        return bool(before == now)
    except Exception:  # noqa: BLE001 - a state may hold anything, arrays too
        return False


def _still(action: Action, domain: Domain) -> bool:
    """Whether an action of a plan is still available, unchanged and at no higher cost."""
    if action not in domain:
        return False
    now = domain[action]
    return now is action or (
        now.cost <= action.cost and now.needs == action.needs and now.gives == action.gives
    )


def _reaches(actions: list[Action], state: State, goal: Goal) -> bool:
    for action in actions:
        if not action.possible(state):
            return False
        state = action.apply(state)
    return meets(state, goal.wants)
