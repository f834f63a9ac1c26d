"""Reasons why there is no plan: preconditions that no action provides, and what needs them.

The core computes which actions are possible in the delete relaxation, in which facts stay true once
they are. A condition that is unreachable even so has no action that provides it, or only
unreachable ones; following conditions and actions back from the goal ends at the causes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from asterion.goap.action import Action
from asterion.goap.plan_result import Missing
from asterion.goap.values import Change, Range, State, meets, number_in, same


def missing(
    actions: Sequence[Action], doable: Sequence[bool], state: State, goal: Mapping[Any, Any]
) -> tuple[Missing, ...]:
    """Return the missing conditions of a goal, nearest first; empty if each can be met alone."""
    done = [action for action, can in zip(actions, doable, strict=True) if can]
    causes: list[Missing] = []
    circles: list[Missing] = []
    looked_at: set[tuple[Any, Any]] = set()
    waiting: list[tuple[Action | None, Any, Any]] = [(None, *item) for item in goal.items()]
    while waiting:
        who, fact, wanted = waiting.pop(0)
        if (fact, wanted) in looked_at or _in_reach(fact, wanted, state, done):
            continue
        looked_at.add((fact, wanted))
        givers = tuple(
            action
            for action in actions
            if action not in done and fact in action.gives and _helps(action, fact, wanted, state)
        )
        (circles if givers else causes).append(Missing(fact, wanted, who, givers))
        for giver in givers:
            waiting.extend((giver, *need) for need in giver.needs.items())
    return tuple(causes or circles)


def _in_reach(fact: Any, wanted: Any, state: State, done: Sequence[Action]) -> bool:
    """Whether a condition can come true if these actions may be repeated without limit."""
    if meets(state, {fact: wanted}):
        return True
    gifts = [action.gives[fact] for action in done if fact in action.gives]
    if not any(isinstance(each, Change) for each in gifts) and not isinstance(wanted, Range):
        return any(same(each, wanted) for each in gifts)
    # The range that a number can reach: the relaxation of the core uses the same.
    bounds = wanted if isinstance(wanted, Range) else Range(wanted, wanted)
    least = most = number_in(state, fact)
    for each in gifts:
        end, up, down = each, True, True
        if isinstance(each, Change):
            end, up, down = each.end, each.amount > 0, each.amount < 0
        least = min(least, end) if down else least
        most = max(most, end) if up else most
    return least <= bounds.most and bounds.least <= most


def _helps(action: Action, fact: Any, wanted: Any, state: State) -> bool:
    """Whether an action provides a condition, or brings a number nearer to it."""
    given = action.gives[fact]
    if isinstance(given, Change):
        least = wanted.least if isinstance(wanted, Range) else wanted
        return (number_in(state, fact) < least) == (given.amount > 0)
    return given in wanted if isinstance(wanted, Range) else same(given, wanted)
