"""Nodes, their order on open, and plans from nodes: shared by all searches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from asterion import _core
from asterion.decide.macro import Macro
from asterion.decide.plan import Plan, no_plan
from asterion.decide.problem import Space
from asterion.search.path import Stats

if TYPE_CHECKING:
    from asterion.decide.beam import Beam
    from asterion.decide.best_first import BestFirst
    from asterion.decide.ida import Ida

# A node is a list, as Python makes one in a third of the time of an object: state, parent node,
# action from the parent, cost of that step, g, h, whether it waits on open, number of actions from
# the start, and kind. A cheaper route makes another node, so g is always the cost of its chain.
Node = list[Any]
STATE, PARENT, ACTION, STEP, G, H, WAITS, DEPTH, KIND = range(9)

# Kinds: GOAL where a plan may end; END is the end itself, a separate node if ending has a cost.
PLACE, GOAL, END = 0, 1, 2


class Order:
    """A cost that has only + and <, wrapped to compare for equality too."""

    __slots__ = ("cost",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, cost: Any) -> None:
        self.cost = cost

    def __lt__(self, other: Order) -> bool:
        return bool(self.cost < other.cost)

    def __eq__(self, other: object) -> bool:
        return not (self.cost < other.cost or other.cost < self.cost)  # type: ignore[attr-defined]


class Tally:
    """The counters of a search."""

    def __init__(self) -> None:
        self.expanded = self.moves = self.reopened = self.pops = 0
        self.peak_open = self.open_sum = 0
        self.seconds = 0.0

    def stats(self, pushes: int, states: int) -> Stats:
        """Return the counters as Stats, for a plan with ``states`` states."""
        counts = [self.expanded, self.moves, self.reopened, pushes, self.pops]
        return _core.restored_stats(
            [*counts, self.peak_open, self.open_sum, 0, states], self.seconds
        )


def made_node(
    space: Space[Any, Any, Any], parent: Node | None, action: Any, state: Any, step: Any
) -> Node:
    """A new node, with its estimate and its kind."""
    h = space.zero
    g = step if parent is None else parent[G] + step
    if space.heuristic is not None:
        h = space.checked_estimate(space.heuristic(state), state)
    depth = 0 if parent is None else parent[DEPTH] + 1
    kind = GOAL if space.is_goal(state) else PLACE
    return [state, parent, action, step, g, h, True, depth, kind]


def end_of(space: Space[Any, Any, Any], node: Node) -> Node | None:
    """The end of a plan in this node; None if a plan cannot end there."""
    if node[KIND] != GOAL:
        return None
    if space.end_cost is None:
        return node
    ending = space.cost_of_ending(node[STATE])
    if ending is None:
        return None
    total, depth = node[G] + ending, node[DEPTH]
    return [node[STATE], node, None, ending, total, space.zero, True, depth, END]


def plan_of(engine: Beam | BestFirst | Ida, status: str, *, optimal: bool) -> Plan[Any, Any, Any]:
    """The plan that a search has found, or the best one so far."""
    node, space = engine.best, engine.space
    if node is None or status == "unreachable":
        return no_plan(status, engine.tally.stats(engine.pushes, 0))
    found = node[KIND] == (GOAL if space.end_cost is None else END)
    ending = None
    if node[KIND] == END:
        ending, node = node[STEP], node[PARENT]
    chain = [*_back(node)][::-1]
    states, costs, actions, groups = [chain[0][STATE]], [], [], []
    for before, after in pairwise(chain):
        for action, result, cost, group in _steps(space, before[STATE], after):
            actions.append(action)
            states.append(result)
            costs.append(cost)
            groups.append(group)
    total = space.zero
    for cost in costs if ending is None else [*costs, ending]:
        total = total + cost
    return Plan(
        found=found,
        actions=actions,
        states=states,
        cost=total,
        status=status,
        stats=engine.tally.stats(engine.pushes, len(chain) if status == "found" else 0),
        optimal=optimal and found and status == "found",
        costs=costs,
        end_cost=ending,
        groups=groups if any(groups) else None,
    )


def _back(node: Node | None) -> Iterator[Node]:
    while node is not None:
        yield node
        node = node[PARENT]


def _steps(
    space: Space[Any, Any, Any], state: Any, after: Node
) -> Iterator[tuple[Any, Any, Any, str | None]]:
    """The plain actions between two nodes, with results, costs and the macro they came from."""
    action, result = after[ACTION], after[STATE]
    if action.__class__ is Macro:
        for member, end, cost in space.steps(state, action):
            yield member, end, cost, action.name
    else:
        yield action, result, after[STEP], None
