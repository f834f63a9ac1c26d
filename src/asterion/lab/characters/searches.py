"""Searches for a plan: one of states that is shown step by step, and the planner's, to compare."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from asterion.decide.search import StateSearch
from asterion.goap.action import Action
from asterion.goap.domain import Domain
from asterion.goap.plan_result import GoapPlan
from asterion.goap.values import meets
from asterion.lab import limits
from asterion.lab.characters.setup import ESTIMATES, in_words

Facts = frozenset[tuple[str, Any]]  # a state that can be hashed
State = Mapping[str, Any]
DIRECTIONS, HEURISTICS = ("forward", "backward"), ("landmarks", "unmet")


class Compared(NamedTuple):
    """A search for a plan from the same state to the same goal."""

    search: str  # "shown", or a direction of the planner
    estimate: str
    cost: float  # inf without a plan
    expanded: int
    status: str
    optimal: bool  # whether a cheaper plan is ruled out


def plan_of(domain: Domain, state: State, wants: State, **rules: Any) -> GoapPlan:
    """Return the planner's plan, within the limit of the lab."""
    return domain.plan(state, wants, max_expansions=limits.PLAN_EXPANSIONS, **rules)


class TrueCosts:
    """The costs of cheapest plans to a goal, each searched for once, within a budget."""

    def __init__(self, domain: Domain, wants: State) -> None:
        self.domain, self.wants = domain, wants
        self._known: dict[Facts, float | None] = {}
        self._left = limits.TRUE_COST_EXPANSIONS

    def __getitem__(self, state: Facts) -> float | None:
        """The cost from a state, inf without a plan; None if it is not known."""
        if state not in self._known:
            self._known[state] = None
            if self._left > 0:
                plan = plan_of(self.domain, dict(state), self.wants)
                self._left -= plan.stats.expanded
                if plan.status != "stopped":
                    self._known[state] = plan.cost
        return self._known[state]


def compared(costs: TrueCosts, state: State) -> tuple[Compared, ...]:
    """Search with each estimate, step by step and by the planner."""
    domain, wants = costs.domain, costs.wants
    rows = []
    for direction in DIRECTIONS:
        for heuristic in HEURISTICS:
            plan = plan_of(domain, state, wants, direction=direction, heuristic=heuristic)
            told = plan.stats.expanded, plan.status, plan.optimal
            rows.append(Compared(direction, heuristic, plan.cost, *told))
    shown = []
    for estimate in ESTIMATES:
        search = StateSearch(
            States(costs, state, estimate), max_expansions=limits.CHARACTER_EXPANSIONS
        )
        status = search.run()
        cost = search.plan.cost if status == "found" else inf
        is_best = status == "found" and (estimate != "unmet" or rows[1].optimal)
        shown.append(Compared("shown", estimate, cost, search.stats.expanded, status, is_best))
    return (*shown, *rows)


class States:
    """Plans as a problem of :class:`asterion.StateSearch`; it notes the moves it is asked for."""

    def __init__(self, costs: TrueCosts, state: State, estimate: str) -> None:
        self.domain, self.wants, self.costs = costs.domain, costs.wants, costs
        self.estimate = estimate
        self.start: Facts = frozenset(state.items())
        self.moves: list[tuple[Facts, Action, Facts]] = []

    def actions(self, state: Facts) -> list[Action]:
        """The actions that are possible."""
        facts = dict(state)
        return [action for action in self.domain if action.possible(facts)]

    def apply(self, state: Facts, action: Action) -> Facts:
        """The state after an action."""
        after = frozenset(action.apply(dict(state)).items())
        self.moves.append((state, action, after))
        return after

    def cost(self, _state: Facts, action: Action, _after: Facts) -> float:
        """The cost of an action."""
        return action.cost

    def is_goal(self, state: Facts) -> bool:
        """Whether all conditions are met."""
        return meets(dict(state), self.wants)

    def heuristic(self, state: Facts) -> float:
        """The chosen estimate."""
        if self.estimate == "none":
            return 0
        if self.estimate == "exact":
            return self.costs[state] or 0  # also where it is not known
        facts = dict(state)
        return sum(not meets(facts, {fact: value}) for fact, value in self.wants.items())


def shown_search(costs: TrueCosts, state: State, estimate: str) -> dict[str, Any]:
    """Search forward with an estimate, and return each expansion.

    Beside each estimate is the true cost of what remains, by a plan from there.
    """
    problem = States(costs, state, estimate)
    search = StateSearch(problem, max_expansions=limits.CHARACTER_EXPANSIONS)
    numbers: dict[Facts, int] = {problem.start: 0}
    nodes = [_node(problem, problem.start)]
    steps: list[dict[str, Any]] = []
    status = "running"
    while status == "running" and len(nodes) < limits.CHARACTER_STATES:
        seen = len(problem.moves)
        status = search.step()
        current = search.current
        if current is None or (status != "running" and search.stats.expanded == len(steps)):
            break
        moves = []
        for _, action, after in problem.moves[seen:]:
            if after not in numbers:
                numbers[after] = len(nodes)
                nodes.append(_node(problem, after))
            moves.append([str(action), numbers[after], action.cost])
        steps.append({"node": numbers[current.state], "g": current.g, "moves": moves})
    path = [numbers[each] for each in search.plan.states] if status == "found" else []
    return {
        "status": "stopped" if status == "running" else status,
        "cost": search.plan.cost if path else None,
        "nodes": nodes,
        "steps": steps,
        "path": path,
    }


def _node(problem: States, state: Facts) -> dict[str, Any]:
    """A state of the search: its facts, and its estimates."""
    facts = dict(state)
    return {
        "facts": [in_words(fact, facts[fact]) for fact in sorted(facts) if facts[fact]],
        "h": _number(problem.heuristic(state)),
        "exact": _number(problem.costs[state]),
    }


def _number(value: float | None) -> float | str:
    """A number for JSON."""
    return "?" if value is None else "∞" if value == inf else value
