"""The Characters page in Python: actions, facts and goals, the plan, and searches for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.lab import limits
from asterion.lab.maps.script import WIDTH, Script, listed, plain, quoted, script_of

if TYPE_CHECKING:
    from asterion.lab.characters.session import CharactersSession, Decision
    from asterion.lab.characters.setup import CharacterSetup

_BOUNDS = ("add", "at_least", "at_most", "between")
_NO_PLAN = [
    "print(at.goap.choose(goals, domain, state))",
    "for goal in sorted(goals, key=lambda each: -each.priority):",
    "    if goal.priority > 0 and not goal.met(state):",
    "        print(goal.name, domain.plan(state, goal.wants).explain())",
]
_COMPARED = [
    'for direction in ("forward", "backward"):',
    '    for heuristic in ("landmarks", "unmet"):',
    '        rules = {"direction": direction, "heuristic": heuristic}',
    "        other = domain.plan(state, goal.wants, **rules)",
    "        print(direction, heuristic, other.cost, other.stats.expanded)",
]
_STATES = """

class States:  # the search that is shown step by step: forward, with all actions
    start = frozenset(state.items())

    def __init__(self, estimate):
        self.heuristic = estimate

    def actions(self, facts):
        return [each for each in actions if each.possible(dict(facts))]

    def apply(self, facts, action):
        return frozenset(action.apply(dict(facts)).items())

    def cost(self, facts, action, after):
        return action.cost

    def is_goal(self, facts):
        return goal.met(dict(facts))


def unmet(facts):  # Orkin's estimate
    goals = [at.goap.Goal(fact, {fact: goal.wants[fact]}) for fact in goal.wants]
    return sum(not each.met(dict(facts)) for each in goals)


def exact(facts):
    return domain.plan(dict(facts), goal.wants).cost


def none(facts):
    return 0


for estimate in (unmet, exact, none):
    search = at.StateSearch(States(estimate), max_expansions=MOST)
    status = search.run()
    print(estimate.__name__, status, search.plan.cost, search.stats.expanded)"""


def python_of(session: CharactersSession) -> Script:
    """Return a script that prints the plan and what searches for it expand, or the reasons."""
    setup, decision = session.setup, session.decision
    lines = [*_actions(setup), *listed("state = ", setup.state), *_goals(setup)]
    lines.append("domain = at.goap.Domain(actions)")
    lines += _planned(decision) if decision.actions else _NO_PLAN
    body = "\n".join(lines)
    names = ["Action", *(name for name in _BOUNDS if f"{name}(" in body)]
    return script_of(lines, imports=[f"from asterion.goap import {', '.join(names)}"])


def _actions(setup: CharacterSetup) -> list[str]:
    lines = ["actions = ["]
    for deed in setup.deeds:
        if not deed.on:
            continue
        name = f"{quoted(deed.name)}, cost={deed.cost}"
        parts = [f"needs={plain(dict(deed.needs))}", f"gives={plain(dict(deed.gives))}"]
        line = f"    Action({name}, {', '.join(parts)}),"
        lines += [line] if len(line) <= WIDTH else [f"    Action({name},"]
        if len(line) > WIDTH:
            lines += [f"           {parts[0]},", f"           {parts[1]}),"]
    return [*lines, "]"]


def _goals(setup: CharacterSetup) -> list[str]:
    made = [
        f"    at.goap.Goal({quoted(aim.name)}, {plain(dict(aim.wants))}, priority={aim.priority}),"
        for aim in setup.aims
    ]
    return ["goals = [", *made, "]"]


def _planned(decision: Decision) -> list[str]:
    lines = ["goal, plan = at.goap.choose(goals, domain, state)"]
    if decision.is_kept:
        lines.append("# The character keeps the plan that it has, which is still valid:")
        lines += listed("kept = ", [str(action) for action in decision.actions])
        lines.append("print(goal.name, kept, sum(domain[name].cost for name in kept))")
    else:
        lines.append("print(goal.name, plan.actions, plan.cost)")
    states = _STATES.replace("MOST", str(limits.CHARACTER_EXPANSIONS))
    return [*lines, *_COMPARED, *states.split("\n")]
