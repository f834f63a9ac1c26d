"""The session of the Characters page: an agent that keeps or drops its plan, and one search of it.

Edits are quick and happen one at a time; :meth:`CharactersSession.solving` belongs on another
thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any

from asterion.decide.search import StateSearch
from asterion.errors import AsterionError
from asterion.goap.action import Action
from asterion.goap.agent import Agent
from asterion.goap.domain import Domain
from asterion.goap.goals import Goal, in_order
from asterion.goap.values import meets
from asterion.lab import limits
from asterion.lab.characters.scenes import SCENES
from asterion.lab.characters.setup import CharacterSetup, in_words
from asterion.lab.maps.undo_stack import EditedSession
from asterion.lab.work import Work

Facts = frozenset[tuple[str, Any]]  # a state that can be hashed
DIRECTIONS, HEURISTICS = ("forward", "backward"), ("landmarks", "unmet")


@dataclass(frozen=True)
class Comparison:
    """A plan from the same state to the same goal, with other choices of the search."""

    direction: str
    heuristic: str
    cost: float
    expanded: int
    optimal: bool


@dataclass(frozen=True)
class Decision:
    """The character's decision in a state, its reason, and a search for the same plan."""

    news: str
    setup: CharacterSetup
    goal: str = ""
    actions: tuple[Action, ...] = ()  # the rest of its plan
    is_kept: bool = False  # whether a new plan would be another one
    cheaper: float = 0.0  # by how much it would cost less
    comparisons: tuple[Comparison, ...] = ()
    search: dict[str, Any] = field(default_factory=dict)


class CharactersSession(EditedSession[CharacterSetup]):
    """A character whose facts, actions and goals a person edits."""

    def __init__(self) -> None:
        super().__init__(SCENES[0].make())
        self.decision = Decision("", self.setup)
        self._agent: Agent | None = None
        self._made_for: tuple[Any, ...] = ()  # the goals of the agent
        self._actions: dict[str, Action] = {}
        self.listed: list[Action] = []  # what the agent may do now
        self.priorities: dict[str, float] = {}  # of its goals

    def replan(self) -> None:
        """Drop the plan, also if it is valid still."""
        self._agent = None
        self.version += 1

    def act(self) -> None:
        """Do the next action of the plan."""
        if self.decision.actions and self.decision.setup == self.setup:
            after = self.decision.actions[0].apply(self.setup.state)
            self.adopt(self.setup.after(after))

    def solving(self) -> Work[bool]:
        """Decide for the set-up as it is; False if it has changed meanwhile."""
        version, setup = self.version, self.setup
        try:
            decision = self._decided(setup)
        except AsterionError as error:
            decision = Decision(str(error), setup)
        yield
        if self.version != version:
            return False
        self.decision = decision
        return True

    # --- The agent

    def _known(self, setup: CharacterSetup) -> list[Action]:
        """The actions it has; one that is as before is the same object, as an agent wants it."""
        for deed in setup.deeds:
            made = self._actions.get(deed.name)
            if made is None or (made.cost, dict(made.needs), dict(made.gives)) != (
                deed.cost,
                dict(deed.needs),
                dict(deed.gives),
            ):
                self._actions[deed.name] = deed.action
        return [self._actions[deed.name] for deed in setup.deeds if deed.on]

    def _agent_for(self, setup: CharacterSetup, actions: list[Action]) -> Agent:
        """The agent, with the plan that it has; another one has other goals."""
        self.listed, self.priorities = actions, {aim.name: aim.priority for aim in setup.aims}
        made_for = tuple((aim.name, aim.wants) for aim in setup.aims)
        if self._agent is None or made_for != self._made_for:
            goals = [
                Goal(aim.name, dict(aim.wants), partial(self._priority_of, aim.name))
                for aim in setup.aims
            ]
            self._agent, self._made_for = Agent([_Listed(self)], goals), made_for
        return self._agent

    def _priority_of(self, goal: str, _state: Mapping[str, Any]) -> float:
        return self.priorities[goal]

    def _decided(self, setup: CharacterSetup) -> Decision:
        state, actions = setup.state, self._known(setup)
        agent = self._agent_for(setup, actions)
        before, made, goal = self.decision.actions, agent.plans_made, agent.goal
        action = agent.decide(state)
        domain = Domain(actions)
        if action is None or agent.goal is None:
            return Decision(self._why_none(setup, domain), setup, search={})
        rest = tuple(agent._rest)
        wants = agent.goal.wants
        cost = sum(each.cost for each in rest)
        best = domain.plan(state, wants)
        if agent.plans_made == made:
            news = f"Keeps its plan for {agent.goal.name!r}: {len(rest)} to do."
        elif goal is None or not before:
            news = f"Plans for {agent.goal.name!r}."
        elif agent.goal.name != goal.name:
            news = f"Drops {goal.name!r}: {agent.goal.name!r} matters more now."
        else:
            news = f"Plans again for {goal.name!r}: {_reason(before, state, actions, wants)}."
        return Decision(
            news,
            setup,
            agent.goal.name,
            rest,
            rest != tuple(best.actions),
            cost - best.cost,
            tuple(_compared(domain, state, wants)),
            shown_search(domain, setup, wants),
        )

    def _why_none(self, setup: CharacterSetup, domain: Domain) -> str:
        state = setup.state
        wanted = in_order([aim.goal for aim in setup.aims], state)
        if not wanted:
            return "Nothing to do: all goals that are wanted are met."
        lines = []
        for goal in wanted:
            missing = domain.plan(state, goal.wants).explain().missing
            reasons = [
                f"{in_words(each.fact, each.wanted)} for "
                f"{'the goal' if each.needed_by is None else repr(str(each.needed_by))}"
                + (
                    ", and no action gives that"
                    if not each.givers
                    else f", and what gives it needs it: {', '.join(map(str, each.givers))}"
                )
                for each in missing
            ]
            told = "; ".join(reasons) or "no order of the actions meets all conditions"
            lines.append(f"No plan for {goal.name!r}: {told}.")
        return " ".join(lines)


class _Listed:
    """The actions of a session as an agent asks for them."""

    def __init__(self, session: CharactersSession) -> None:
        self.session = session

    def actions(self, _state: Mapping[str, Any]) -> list[Action]:
        return self.session.listed


def _reason(
    rest: tuple[Action, ...], state: Mapping[str, Any], actions: list[Action], wants: Any
) -> str:
    """Why a plan is no longer valid."""
    known = {str(action): action for action in actions}
    now: dict[str, Any] = dict(state)
    for action in rest:
        name = str(action)
        if name not in known:
            return f"{name!r} is not there any more"
        if known[name].cost > action.cost:
            return f"{name!r} costs {known[name].cost:g} now, and {action.cost:g} before"
        for fact, value in action.needs.items():
            if not meets(now, {fact: value}):
                return f"{name!r} needs {in_words(str(fact), value)}"
        now = action.apply(now)
    return "it would not reach the goal" if not meets(now, wants) else "the world has changed"


def _compared(domain: Domain, state: Any, wants: Any) -> Iterator[Comparison]:
    for direction in DIRECTIONS:
        for heuristic in HEURISTICS:
            plan = domain.plan(state, wants, direction=direction, heuristic=heuristic)
            yield Comparison(direction, heuristic, plan.cost, plan.stats.expanded, plan.optimal)


class _Problem:
    """Plans as a problem of :class:`asterion.StateSearch`; it notes the moves it is asked for."""

    def __init__(self, domain: Domain, setup: CharacterSetup, wants: Mapping[Any, Any]) -> None:
        self.domain, self.wants, self.setup = domain, wants, setup
        self.start: Facts = frozenset(setup.state.items())
        self.moves: list[tuple[Facts, Action, Facts]] = []

    def actions(self, state: Facts) -> list[Action]:
        facts = dict(state)
        return [action for action in self.domain if action.possible(facts)]

    def apply(self, state: Facts, action: Action) -> Facts:
        after = frozenset(action.apply(dict(state)).items())
        self.moves.append((state, action, after))
        return after

    def cost(self, _state: Facts, action: Action, _after: Facts) -> float:
        return action.cost

    def is_goal(self, state: Facts) -> bool:
        return meets(dict(state), self.wants)

    def heuristic(self, state: Facts) -> float:
        facts = dict(state)
        if self.setup.estimate == "none":
            return 0.0
        return float(sum(not meets(facts, {fact: value}) for fact, value in self.wants.items()))


def shown_search(domain: Domain, setup: CharacterSetup, wants: Mapping[Any, Any]) -> dict[str, Any]:
    """Search forward with the chosen estimate, and return each expansion.

    Beside each estimate is the true cost of what remains, by a plan from there.
    """
    problem = _Problem(domain, setup, wants)
    search = StateSearch(problem, max_expansions=limits.CHARACTER_EXPANSIONS)
    numbers: dict[Facts, int] = {problem.start: 0}
    nodes = [_node(problem, problem.start, None)]
    steps: list[dict[str, Any]] = []
    status = "running"
    while status == "running":
        seen = len(problem.moves)
        status = search.step()
        current = search.current
        if current is None:
            break
        moves = []
        for state, action, after in problem.moves[seen:]:
            if after not in numbers:
                numbers[after] = len(nodes)
                nodes.append(_node(problem, after, state))
            moves.append([str(action), numbers[after], action.cost])
        steps.append({"node": numbers[current.state], "g": current.g, "moves": moves})
    states = search.plan.states if status == "found" else []
    path = [numbers[state] for state in states]
    if path and (not steps or steps[-1]["node"] != path[-1]):
        steps.append({"node": path[-1], "g": search.plan.cost, "moves": []})
    return {
        "status": status,
        "cost": search.plan.cost if path else None,
        "nodes": nodes,
        "steps": steps,
        "path": path,
    }


def _node(problem: _Problem, state: Facts, before: Facts | None) -> dict[str, Any]:
    """A state of the search: what has changed since the one before, its estimates."""
    plan = problem.domain.plan(dict(state), problem.wants)
    changed = [] if before is None else sorted(state - before)
    return {
        "changed": [in_words(fact, value) for fact, value in changed],
        "h": problem.heuristic(state),
        "exact": plan.cost if plan.found and plan.cost < inf else None,
    }
