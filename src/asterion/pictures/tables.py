"""Tables of plans and reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from asterion.decide.plan import Plan, PlanReport
from asterion.errors import short_repr
from asterion.explanation.barriers import Barrier
from asterion.explanation.graph import GraphBarrier, GraphCostReport
from asterion.explanation.path_costs import CostReport
from asterion.goap.action import Action
from asterion.goap.plan_result import GoapPlan, GoapReport
from asterion.heuristics.check import HeuristicReport
from asterion.pictures.scene import Table, counted

_ROWS = 20
_CHANGES = 4  # facts that an action changes, in a row


def plan_table(plan: Plan[Any, Any, Any]) -> Table:
    """The actions in order and their costs; for GOAP also their changes."""
    if not plan.states:
        return Table(f"No plan: {plan.status}", ["why"], [[line] for line in _why(plan)])
    number = counted(len(plan), "action")
    title = f"Plan ({plan.status}): {number}, cost {_figure(plan.cost)}"
    title += "" if plan.found else ", short of a goal"
    rows = _step_rows(plan.explain())
    head = ["action", *rows.pop(0)[1:]]
    if isinstance(plan, GoapPlan):
        head.append("changes")
        for at, row in enumerate(rows[: min(len(plan), _ROWS)]):
            row.append(_changes(plan.states[at], plan.states[at + 1]))
    return Table(title, head, _even(rows, len(head)))


def plan_report_table(report: PlanReport) -> Table:
    """The cost of each step, and of all."""
    if isinstance(report, GoapReport) and report.status != "found":
        return Table("No plan", ["why"], [[line] for line in _reasons(report)])
    rows = _step_rows(report)
    head = rows.pop(0)
    return Table(
        f"Costs of a plan of {counted(len(report.steps), 'action')}", head, _even(rows, len(head))
    )


def cost_table(report: CostReport) -> Table:
    """The legs of a path on a grid."""
    names = [
        name if weight == 1 else f"{name} x {weight:g}" for name, weight in report.weights.items()
    ]
    head = ["from", "to", "moves", "cost", "base", *names, "diagonal"]
    rows = [
        [
            *(str(leg.start), str(leg.end), str(leg.moves), _figure(leg.cost), _figure(leg.base)),
            *map(_figure, leg.layers.values()),
            "link" if leg.link else _figure(leg.diagonal),
        ]
        for leg in report.legs[:_ROWS]
    ]
    shares = [leg.share for leg in report.legs[:_ROWS]]
    note = _more(len(report.legs), "legs")
    if report.turning:
        note = f"turns cost {_figure(report.turning)} of it{'; ' * bool(note)}{note}"
    title = f"Costs of a path: {_figure(report.cost)} for {counted(report.moves, 'move')}"
    return Table(title, head, rows, shares, note)


def graph_cost_table(report: GraphCostReport) -> Table:
    """The connections of a path on a graph."""
    rows = []
    for leg in report.legs[:_ROWS]:
        c = leg.connection
        factor = "" if leg.factor == 1 else f" = {leg.base:g} x {leg.factor:g}"
        kind = "" if c.kind is None else _word(c.kind)
        cost = f"{c.cost:g}{factor}"
        rows.append([str(c.id), _word(c.source), _word(c.target), kind, cost])
    title = (
        f"Costs of a path: {_figure(report.cost)} over {counted(len(report.legs), 'connection')}"
    )
    head = ["connection", "from", "to", "kind", "cost"]
    shares = [leg.share for leg in report.legs[:_ROWS]]
    return Table(title, head, rows, shares, _more(len(report.legs), "connections"))


def barrier_table(barrier: Barrier | GraphBarrier) -> Table:
    """The barrier, in the words of the report."""
    first, *rest = str(barrier).splitlines()
    words = [line.strip() for line in rest]
    return Table(
        first[:1].upper() + first[1:],
        ["what to open"] if words else [],
        [[line] for line in words[:_ROWS]],
        note=_more(len(words), "lines"),
    )


def heuristic_table(report: HeuristicReport) -> Table:
    """The two properties, and where they are broken most."""

    def row(name: str, holds: bool, excess: float, where: Any) -> list[str]:
        if holds:
            return [name, "yes", "", ""]
        return [name, "no", f"by up to {excess:.6g}", "" if where is None else short_repr(where)]

    rows = [
        row("admissible", report.admissible, report.overestimate, report.overestimated_at),
        row("consistent", report.consistent, report.inconsistency, report.inconsistent_move),
    ]
    good = " and ".join(name for name, holds, *_ in rows if holds == "yes")
    title = f"The heuristic is {good}" if good else "The heuristic is neither admissible nor"
    title += "" if good else " consistent"
    return Table(title, ["property", "holds", "excess", "worst at"], rows)


def fields_table(title: str, fields: Iterable[tuple[str, Any]]) -> Table:
    """Names and values."""
    rows = [[name.replace("_", " "), _figure(value)] for name, value in fields if value is not None]
    return Table(title, ["", ""], rows)


def _step_rows(report: PlanReport) -> list[list[str]]:
    """A heading, a row for each step, and one for all."""
    totals = report.totals
    names = [*totals] if [*totals] != ["cost"] else []

    def parts(values: Mapping[str, Any]) -> list[str]:
        return [_figure(values[name]) if name in values else "" for name in names]

    rows = [["action", "cost", *map(_word, names)]]
    for step in report.steps[:_ROWS]:
        action = _word(step.action)
        if step.group is not None:
            action = f"{step.group}: {action}"
        rows.append([action, _figure(step.cost), *parts(step.components)])
    if report.steps[_ROWS:]:
        rows.append([_more(len(report.steps), "actions"), ""])
    if report.ending is not None:
        rows.append(["(end)", "", *parts(report.ending)])
    return [*rows, ["in all", _figure(report.cost), *parts(totals)]]


def _why(plan: Plan[Any, Any, Any]) -> list[str]:
    if isinstance(plan, GoapPlan):
        return _reasons(plan.explain())[:_ROWS]
    reasons = {"unreachable": "no actions lead to a goal", "stopped": "a limit was reached"}
    return [reasons.get(plan.status, plan.status)]


def _reasons(report: PlanReport) -> list[str]:
    lines = [line.strip() for line in str(report).splitlines()]
    return [line for line in lines if line != "no plan:"]


def _changes(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> str:
    absent = object()
    changed = [
        f"{_word(fact)} = {short_repr(value)}"
        for fact, value in after.items()
        if before.get(fact, absent) != value
    ]
    more = f" and {len(changed) - _CHANGES} more" if len(changed) > _CHANGES else ""
    return ", ".join(changed[:_CHANGES]) + more


def _more(number: int, what: str) -> str:
    return f"and {number - _ROWS} more {what}" if number > _ROWS else ""


def _word(name: Any) -> str:
    if isinstance(name, str):
        return name if len(name) <= 80 else name[:80] + "…"
    return str(name) if isinstance(name, Action) else short_repr(name)


def _figure(value: Any) -> str:
    total = getattr(value, "total", value)
    if isinstance(total, bool) or not isinstance(total, int | float):
        return short_repr(total)
    return f"{total:.6g}" if isinstance(total, float) else f"{total:,}"


def _even(rows: list[list[str]], width: int) -> list[list[str]]:
    return [row + [""] * (width - len(row)) for row in rows]
