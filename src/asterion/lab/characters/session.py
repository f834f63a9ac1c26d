"""The session of the Characters page: an agent that keeps or drops its plan, and what it decided.

Edits are quick and happen one at a time; :meth:`CharactersSession.solving` belongs on another
thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from asterion.errors import AsterionError
from asterion.goap.action import Action
from asterion.goap.agent import Agent
from asterion.goap.domain import Domain
from asterion.goap.goals import Goal, in_order
from asterion.goap.plan_result import Missing
from asterion.goap.values import meets
from asterion.lab import limits
from asterion.lab.characters.scenes import SCENES
from asterion.lab.characters.searches import Compared, TrueCosts, compared, plan_of, shown_search
from asterion.lab.characters.setup import CharacterSetup, in_words
from asterion.lab.maps.undo_stack import EditedSession
from asterion.lab.work import Work


@dataclass(frozen=True)
class Decision:
    """The character's decision in a state, its reason, and searches for the same plan."""

    news: str
    setup: CharacterSetup
    goal: str = ""  # of the plan; without one, the most important goal that is wanted
    actions: tuple[Action, ...] = ()  # the rest of its plan
    is_kept: bool = False  # whether a new plan would be another one
    cheaper: float = 0.0  # by how much it would cost less
    missing: tuple[Missing, ...] = ()  # why there is no plan for the goal
    comparisons: tuple[Compared, ...] = ()
    search: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Event:
    """A line of the page's log: what a person or the character did, and the decision after it."""

    cause: str
    decision: Decision


class CharactersSession(EditedSession[CharacterSetup]):
    """A character whose facts, actions and goals a person edits."""

    def __init__(self) -> None:
        super().__init__(SCENES[0].make())
        self.decision = Decision("", self.setup)
        self.log: list[Event] = []
        self._agent: Agent | None = None
        self._made_for: tuple[Any, ...] = ()  # what the agent was made for
        self._dropped = 0  # plans, by a person; a worker may be making one meanwhile
        self._actions: dict[str, Action] = {}
        self._cause = ""  # of the next decision, if it is no change of the set-up
        self.listed: list[Action] = []  # what the agent may do now
        self.priorities: dict[str, float] = {}  # of its goals

    def begin(self) -> None:
        """Forget the plan and the log: another character begins."""
        self._cause, self.log = "", []
        self._drop()

    def replan(self) -> None:
        """Drop the plan, also if it is valid still."""
        self._cause = "you ask for another plan"
        self._drop()

    def _drop(self) -> None:
        self._dropped += 1
        self.version += 1

    def act(self) -> None:
        """Do the next action of the plan."""
        if self.decision.actions and self.decision.setup == self.setup:
            action = self.decision.actions[0]
            self.adopt(self.setup.after(action.apply(self.setup.state)))
            self._cause = f"does {str(action)!r}"

    def solving(self) -> Work[bool]:
        """Decide for the set-up as it is; False if it has changed meanwhile."""
        version, setup, dropped = self.version, self.setup, self._dropped
        try:
            decision = self._decided(setup, dropped)
        except AsterionError as error:
            decision = Decision(str(error), setup)
        yield
        if self.version != version:
            return False
        before = self.decision.setup
        if setup.names != before.names:
            self.log.clear()
        cause = self._cause or changes(before, setup)
        if self.log and not cause:
            decision = replace(decision, news=self.decision.news)  # of the same plan
        else:
            self.log.append(Event(cause if self.log else "", decision))
            del self.log[: -limits.CHARACTER_EVENTS]
        self.decision, self._cause = decision, ""
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

    def _agent_for(self, setup: CharacterSetup, actions: list[Action], dropped: int) -> Agent:
        """The agent, with the plan that it has; another one has other goals."""
        self.listed, self.priorities = actions, {aim.name: aim.priority for aim in setup.aims}
        made_for = (dropped, *((aim.name, aim.wants) for aim in setup.aims))
        if self._agent is None or made_for != self._made_for:
            goals = [
                Goal(aim.name, dict(aim.wants), partial(self._priority_of, aim.name))
                for aim in setup.aims
            ]
            most = limits.PLAN_EXPANSIONS
            self._agent = Agent([_Listed(self)], goals, max_expansions=most)
            self._made_for = made_for
        return self._agent

    def _priority_of(self, goal: str, _state: Mapping[str, Any]) -> float:
        return self.priorities[goal]

    def _decided(self, setup: CharacterSetup, dropped: int) -> Decision:
        state, actions = setup.state, self._known(setup)
        agent = self._agent_for(setup, actions, dropped)
        before, made, goal = self.decision.actions, agent.plans_made, agent.goal
        agent.decide(state)
        domain = Domain(actions)
        if agent.goal is None:
            return _without_plan(setup, domain)
        name, wants, rest = agent.goal.name, agent.goal.wants, tuple(agent._rest)
        cost = sum(each.cost for each in rest)
        best = plan_of(domain, state, wants)
        costs = TrueCosts(domain, wants)
        size = f"{len(rest)} {'action' if len(rest) == 1 else 'actions'}"
        if goal is None or not before:
            news = f"A plan for {name!r}: {size}, cost {cost:g}."
        elif agent.goal is not goal:
            news = f"{_left(goal, agent.goal, state)} A plan for {name!r}: {size}, cost {cost:g}."
        elif agent.plans_made == made:
            news = f"Keeps its plan for {name!r}: {size} left, cost {cost:g}."
        else:
            news = f"Plans again for {name!r}: {_reason(before, state, actions, wants)}."
        return Decision(
            news,
            setup,
            name,
            rest,
            is_kept=rest != tuple(best.actions),
            cheaper=cost - best.cost,
            comparisons=compared(costs, state),
            search=shown_search(costs, state, setup.estimate),
        )


def _without_plan(setup: CharacterSetup, domain: Domain) -> Decision:
    state = setup.state
    wanted = in_order([aim.goal for aim in setup.aims], state)
    if not wanted:
        return Decision("Nothing to do: all goals that are wanted are met.", setup)
    told, missing = [], []
    for goal in wanted:
        plan = plan_of(domain, state, goal.wants)
        missing.append(plan.explain().missing)
        if plan.status == "stopped":
            told.append(f"No plan for {goal.name!r} within {limits.PLAN_EXPANSIONS} expansions.")
        else:
            told.append(f"No plan for {goal.name!r}: {_why(missing[-1])}.")
    costs = TrueCosts(domain, wanted[0].wants)
    return Decision(
        " ".join(told),
        setup,
        wanted[0].name,
        missing=missing[0],
        comparisons=compared(costs, state),
        search=shown_search(costs, state, setup.estimate),
    )


def _why(missing: tuple[Missing, ...]) -> str:
    if not missing:
        return "each condition can be met, but no order of the actions meets all of them"
    reasons = []
    for each in missing:
        who = "the goal" if each.needed_by is None else repr(str(each.needed_by))
        givers = ", ".join(repr(str(giver)) for giver in each.givers)
        gives = (
            f"and only {givers} can give that, which depends on it"
            if givers
            else ("and no action gives that")
        )
        reasons.append(f"{who} needs {in_words(each.fact, each.wanted)}, {gives}")
    return "; ".join(reasons)


def _left(before: Goal, now: Goal, state: Mapping[str, Any]) -> str:
    """Why a goal was left for another one."""
    if before.met(state):
        return f"{before.name!r} is reached."
    if now.priority_in(state) > before.priority_in(state) > 0:
        return f"Drops {before.name!r}: {now.name!r} matters more now."
    if before.priority_in(state) <= 0:
        return f"Drops {before.name!r}, which is not wanted any more."
    return f"Drops {before.name!r}, for which there is no plan any more."


def changes(before: CharacterSetup, now: CharacterSetup) -> str:
    """Say what differs between two set-ups of a character, in a few words."""
    told = []
    for old, new in zip(before.facts, now.facts, strict=False):
        if old != new:
            value = str(new.value).lower() if isinstance(new.value, bool) else new.value
            told.append(f"{new.name!r} is {value}")
    for deed, other in zip(before.deeds, now.deeds, strict=False):
        if deed.cost != other.cost:
            told.append(f"{other.name!r} costs {other.cost}, was {deed.cost}")
        if deed.on != other.on:
            told.append(f"{'has' if other.on else 'loses'} {other.name!r}")
    for aim, another in zip(before.aims, now.aims, strict=False):
        if aim.priority != another.priority:
            told.append(f"{another.name!r} has priority {another.priority}, was {aim.priority}")
    return ", ".join(told)


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
