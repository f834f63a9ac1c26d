"""``Plan``, the result of a search over states, and the report of its costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from asterion.errors import counted, short_repr
from asterion.search.path import Stats
from asterion.world.notebooks import pictured, text_table

S = TypeVar("S")
A = TypeVar("A")
C = TypeVar("C")

_LONGEST = 40  # rows of a table of steps
_END = "(end)"


@pictured
@dataclass(frozen=True, repr=False)
class Plan(Generic[S, A, C]):
    """Actions that lead from the start to a goal; if there are none, ``status`` says why.

    ``found``      whether the actions reach a goal; also ``bool(plan)``
    ``actions``    in order; len and iteration are over these
    ``states``     the start, and the state after each action: one more than there are actions
    ``cost``       of all actions together, and of ending there; ``inf`` if there is no plan
    ``status``     ``"found"``, ``"unreachable"`` (no actions lead to a goal) or ``"stopped"`` by
                   a limit: then the actions are the best known so far, and ``found`` says whether
                   they reach a goal
    ``optimal``    whether no plan costs less, provided that the heuristic is admissible
    ``stats``      the counters of the search
    ``costs``      of each action; ``end_cost`` is the cost of ending there, None if there is none
    ``groups``     for each action the name of the macro that it came from, or None
    """

    found: bool
    actions: list[A]
    states: list[S]
    cost: C | float
    status: str
    stats: Stats
    optimal: bool
    costs: list[C]
    end_cost: C | None = None
    groups: list[str | None] | None = None

    def __bool__(self) -> bool:
        return self.found

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[A]:
        return iter(self.actions)

    def __repr__(self) -> str:
        if not self.states:
            return f"<Plan: {self.status}>"
        number = counted(len(self), "action")
        short = "" if self.found else ", short of a goal"
        return f"<Plan: {self.status}, {number}, cost {_figure(self.cost)}{short}>"

    def explain(self) -> PlanReport:
        """The cost of each step and its components. O(length of the plan).

        A cost is split into its ``components`` if it has them (as :class:`Cost` does), or into the
        fields of a named tuple or a dataclass, or the items of a mapping. A number is one
        component, ``cost``.

        >>> import asterion as at
        >>> careful = at.Personality(move=1, exposure=2)
        >>> class Street:
        ...     start, zero = 0, careful.zero
        ...     def actions(self, place): return ["walk", "sneak"]
        ...     def apply(self, place, action): return place + (2 if action == "walk" else 1)
        ...     def cost(self, place, action, result):
        ...         return careful.cost(move=1, exposure=result if action == "walk" else 0)
        ...     def is_goal(self, place): return place >= 3
        >>> plan = at.solve(Street())
        >>> print(plan.explain())
        action  cost  move  exposure
        sneak      1     1         0
        sneak      1     1         0
        sneak      1     1         0
        in all     3     3         0
        """
        groups = self.groups or [None] * len(self.actions)
        rows = zip(self.actions, self.costs, groups, self.states, self.states[1:], strict=False)
        steps = [
            PlanStep(action, cost, components(cost), group, state, result)
            for action, cost, group, state, result in rows
        ]
        ending = None if self.end_cost is None else components(self.end_cost)
        return PlanReport(self.cost, steps, ending)


class PlanStep(NamedTuple):
    """One action of a plan, with its cost."""

    action: Any
    cost: Any
    components: dict[str, Any]  # of the cost, times their multipliers
    group: str | None  # the macro that it came from
    state: Any  # before it
    result: Any  # after it


@pictured
class PlanReport(NamedTuple):
    """The cost of a plan, step by step; as text, a table."""

    cost: Any
    steps: list[PlanStep]
    ending: dict[str, Any] | None  # components of the cost of ending

    @property
    def totals(self) -> dict[str, Any]:
        """Each component, added up over the plan."""
        totals: dict[str, Any] = {}
        for parts in [*(step.components for step in self.steps), self.ending or {}]:
            for name, value in parts.items():
                totals[name] = totals[name] + value if name in totals else value
        return totals

    def __str__(self) -> str:
        """A line for each action, and one for their sum."""
        totals = self.totals
        names = [*totals] if [*totals] != ["cost"] else []
        rows = [["action", "cost", *names]]
        for step in self.steps[:_LONGEST]:
            words = step.action if isinstance(step.action, str) else short_repr(step.action)
            action = words if step.group is None else f"{step.group}: {words}"
            rows.append([action, _figure(step.cost), *_parts(step.components, names)])
        if self.steps[_LONGEST:]:
            rows.append([f"and {len(self.steps) - _LONGEST} more", "", *[""] * len(names)])
        if self.ending is not None:
            rows.append([_END, "", *_parts(self.ending, names)])
        rows.append(["in all", _figure(self.cost), *_parts(totals, names)])
        return text_table(rows, left=1)


def components(cost: Any) -> dict[str, Any]:
    """The components of a cost, by name."""
    own = getattr(cost, "components", None)
    if isinstance(own, Mapping):
        return dict(own)
    if isinstance(cost, Mapping):
        return dict(cost)
    if isinstance(cost, tuple) and hasattr(cost, "_asdict"):
        return dict(cost._asdict())
    if is_dataclass(cost):
        return {field.name: getattr(cost, field.name) for field in fields(cost)}
    return {"cost": cost}


def nothing(status: str, stats: Stats) -> dict[str, Any]:
    """The fields of a plan that was not found."""
    return {
        "found": False,
        "actions": [],
        "states": [],
        "cost": inf,
        "status": status,
        "stats": stats,
        "optimal": False,
        "costs": [],
    }


def no_plan(status: str, stats: Stats) -> Plan[Any, Any, Any]:
    """A plan that was not found."""
    return Plan(**nothing(status, stats))


def _parts(parts: dict[str, Any], names: list[str]) -> list[str]:
    return [_figure(parts[name]) if name in parts else "" for name in names]


def _figure(value: Any) -> str:
    total = getattr(value, "total", value)
    return f"{total:.6g}" if isinstance(total, int | float) else short_repr(total)
