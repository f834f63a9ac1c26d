"""Goap: goals and plans by ``asterion.goap``, over facts such as "the enemy is dead"."""

from __future__ import annotations

from typing import Any

from asterion import goap
from asterion.games.tactics import limits, macro_actions
from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.controllers.base import Decision
from asterion.games.tactics.controllers.squads import DANGEROUS, View
from asterion.games.tactics.macro_actions import MacroAction
from asterion.games.tactics.state import State
from asterion.goap.goals import in_order
from asterion.world.arguments import number


class Goap:
    """A controller that kills dangerous enemies first; else hides units, or brings them nearer.

    Each enemy is a goal. Taking aim costs MP and firing AP; both are numbers in the state of the
    planner. Only the first macro-action of a plan is played, then it plans again on the new board:
    a shot may have opened a line of sight.

    >>> from asterion.games.tactics import controllers, maps
    >>> player = controllers.make("Goap")
    >>> [str(action) for action in player.decide(maps.load("C.1"))][:2]
    ['select (3, 0)', 'attack (0, 3)']
    >>> goal, plan = player.thoughts.details["plans"][0]
    >>> goal, plan[0]
    ('kill blaster at (0, 3)', 'Sniper at (3, 0) aims at (0, 3)')
    """

    name = "Goap"

    def __init__(self, _seed: int, given: dict[str, Any]) -> None:
        self.settings = given
        self._priorities = {
            name: number(name, given[name], finite=True) for name in ("kill", "hide", "advance")
        }
        self._max_expansions = limits.checked(given["max_expansions"])
        self.thoughts: Decision | None = None

    def decide(self, state: State) -> list[Action]:
        """Make plan after plan, until no goal can be reached."""
        actions: list[Action] = []
        plans: list[tuple[str, list[str]]] = []
        begin, most = state, limits.states(self._max_expansions, state)
        left = most
        while state.result is None:
            possible = _possible(state, begin)
            facts = {"mp": state.mp, "ap": state.ap}
            domain = goap.Domain([it for it, _ in possible.values()])
            for goal in in_order(self._goals(state), facts):
                plan = domain.plan(facts, goal.wants, max_expansions=left)
                left -= plan.stats.expanded
                if plan:
                    break
            else:
                actions.append(END)
                break
            plans.append((goal.name, [str(name) for name in plan.actions]))
            done = next(each for name in plan.actions if (each := possible[name][1]))
            actions += done.actions
            state = done.after
        explanation = "; ".join(f"{goal}: {', '.join(plan)}" for goal, plan in plans)
        self.thoughts = Decision(
            processed=most - left, explanation=explanation, details={"plans": plans}
        )
        return actions

    def _goals(self, state: State) -> list[goap.Goal]:
        """The goals: kill each enemy, hide, advance."""
        kinds = len(DANGEROUS)
        goals = [
            goap.Goal(
                f"kill {enemy.kind} at {enemy.cell}",
                {("dead", enemy.cell): True},
                self._priorities["kill"] * (1 + 0.1 * (kinds - DANGEROUS.index(enemy.kind))),
            )
            for enemy in macro_actions.enemies(state)
        ]
        hide = goap.Goal("hide", {"hidden": True}, self._priorities["hide"])
        advance = goap.Goal("advance", {"nearer": True}, self._priorities["advance"])
        return [*goals, hide, advance]


def _possible(state: State, begin: State) -> dict[str, tuple[goap.Action, MacroAction | None]]:
    """The actions of the planner by name, each with the macro-action behind it."""
    possible: dict[str, tuple[goap.Action, MacroAction | None]] = {}

    def add(name: str, cost: int, needs: Any, gives: Any, means: MacroAction | None) -> None:
        possible[name] = goap.Action(name, cost=cost, needs=needs, gives=gives), means

    for it in macro_actions.strikes(state):
        unit = f"{it.unit.traits.name} at {it.unit.cell}"
        aim = ("aims", it.unit.cell, it.target)
        points = {"mp": goap.at_least(it.mp)}
        spends: dict[Any, Any] = {aim: True}
        if it.mp > 0:
            spends["mp"] = goap.add(-it.mp)
        add(f"{unit} aims at {it.target}", 1 + it.mp, points, spends, None)
        shot = {aim: True, "ap": goap.at_least(it.ap)}
        kills = {("dead", it.target): True, "ap": goap.add(-it.ap)}
        add(f"{unit} fires at {it.target}", 2 * it.ap, shot, kills, it)
    view = View(state, begin)
    if begin.ap != state.ap and view.hide is not None:  # hide only after a strike
        it = view.hide
        name = f"{it.unit.traits.name} hides at {it.target}"
        add(name, it.mp, {}, {"hidden": True}, it)
    if not view.would_expose and view.advance is not None:
        it = view.advance
        name = f"{it.unit.traits.name} moves on to {it.target}"
        add(name, 1 + it.mp, {}, {"nearer": True}, it)
    return possible
