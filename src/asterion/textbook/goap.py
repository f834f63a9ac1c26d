"""GOAP by regression: a cheapest plan of actions, searched from the goal back to the present state.

A node is a set of conditions, at first the goal's. An action that brings about some of them,
and contradicts none, replaces them by its needs; the plan is complete when the present state meets
all. A fact that a state does not name is False.

J. Orkin, Applying Goal-Oriented Action Planning to games, AI Game Programming Wisdom 2, 2003.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Protocol

from asterion.textbook.astar import steps as astar_steps
from asterion.textbook.basics import Result, Steps, finished

State = Mapping[Any, Any]  # facts and their values
Conditions = frozenset[tuple[Any, Any]]
MET: Conditions = frozenset([("all", "met")])


class Action(Protocol):
    """An action, such as an ``asterion.goap.Action`` without ranges, sums and ``when``."""

    cost: Any
    needs: Any  # facts and the values that they must have
    gives: Any  # facts and the values that they get


Estimate = Callable[[Conditions, State], float]  # of the cost of bringing conditions about


def unmet(conditions: Conditions, state: State) -> float:
    """Orkin's estimate: admissible only if to bring about n conditions at once costs at least n."""
    return len([fact for fact, value in conditions if state.get(fact, False) != value])


def goap(
    actions: Iterable[Any], state: State, goal: State, *, heuristic: Estimate | None = None
) -> Result:
    """Return a cheapest plan, a list of actions, and its cost."""
    return finished(steps(actions, state, goal, heuristic=heuristic))


def steps(
    actions: Iterable[Any], state: State, goal: State, *, heuristic: Estimate | None = None
) -> Steps:
    """Yield the sets of conditions in the order in which they are expanded."""
    world = Regression([*actions], state)
    estimate = heuristic and (lambda node, _: 0.0 if node == MET else heuristic(node, state))
    path, cost = yield from astar_steps(world, frozenset(goal.items()), MET, heuristic=estimate)
    return [world.action[move] for move in pairwise(path[:-1])][::-1], cost


class Regression:
    """The world of conditions: each action leads from those after it to those before it."""

    def __init__(self, actions: list[Action], state: State) -> None:
        self.actions, self.state = actions, state
        self.action: dict[tuple[Conditions, Conditions], Action] = {}

    def neighbours(self, after: Conditions) -> list[tuple[Conditions, float]]:
        """Return the conditions before each action that helps; MET if they are met."""
        moves = [] if unmet(after, self.state) else [(MET, 0.0)]
        for action in self.actions:
            gives, before = action.gives, dict(after)
            helped = [fact for fact in before if fact in gives]
            if not helped or any(gives[fact] != before.pop(fact) for fact in helped):
                continue
            if any(before.get(fact, value) != value for fact, value in action.needs.items()):
                continue
            first = frozenset({**before, **action.needs}.items())
            if (after, first) not in self.action or action.cost < self.action[after, first].cost:
                self.action[after, first] = action
            moves.append((first, action.cost))
        return moves
