"""A tactics game for the browser: its states, its log, the plans of its computers."""

from __future__ import annotations

import re
from typing import Any

from asterion.games.tactics import KINDS, Action, State
from asterion.games.tactics.log import as_in_log, tile_name
from asterion.games.tactics.units import Unit
from asterion.lab.tactics.numbering import as_on_page, from_one, team_name, team_title
from asterion.lab.tactics.players import HUMAN, Plan, title_of
from asterion.lab.tactics.session import OBJECTS
from asterion.lab.tactics.setup import TacticsSetup

_SIDE = re.compile(r"^Team (\d+) \((\w+)\)")  # at the beginning of a line of the log


def payload_of(setup: TacticsSetup, *, playing: bool) -> dict[str, Any]:
    """Return the whole game, so that a browser can show any of its states without asking.

    A state has only the changes since the one before.
    """
    states = [moment.state for moment in setup.moments]
    boards = [_things(state) for state in states]
    before: list[tuple[int, int]] = [(0, 0)] * len(boards[0])
    positions = []
    for at, board in enumerate(boards):
        changes = [
            (i, *new) for i, (old, new) in enumerate(zip(before, board, strict=True)) if old != new
        ]
        before = board
        state, waits = states[at], setup.waits_at(at)
        positions.append(
            {
                "changes": changes,
                "team": state.team,
                "side": team_name(state.team),
                "mp": state.mp,
                "ap": state.ap,
                "selected": _number(state, state.selected),
                "action": _action(states[at - 1], setup.record.moments[at].action) if at else None,
                "waits": waits,
                "status": status(setup, at, waits, playing=playing or at < setup.last),
                "facts": facts(state),
            }
        )
    return {
        "rows": states[0].height,
        "cols": states[0].width,
        "kinds": [kind._asdict() for kind in KINDS.values()],
        "computers": any(setup.player(team).name != HUMAN for team in setup.state.teams),
        "positions": positions,
        "log": [
            {"text": log_line(line), "at": at}
            for at, moment in enumerate(setup.moments)
            for line in moment.lines
        ],
        "plans": [plan_payload(setup, plan) for plan in setup.plans],
    }


def log_line(line: str) -> str:
    """Return a line of the game's log with the page's numbers and its titles of controllers."""
    side = _SIDE.match(line)
    if not side:
        return from_one(line)
    team = team_title(int(side[1]))
    return f"{team} ({title_of(side[2])}){from_one(line[side.end() :])}"


def _things(state: State) -> list[tuple[int, int]]:
    """The thing on each tile, by its number in map files, and its team."""
    board = [(0, 0)] * (state.width * state.height)
    for row, col in state.walls:
        board[row * state.width + col] = (1, 0)
    for unit in state.units():
        board[unit.cell[0] * state.width + unit.cell[1]] = (OBJECTS.index(unit.kind), unit.team)
    return board


def _number(state: State, cell: tuple[int, int] | None) -> int | None:
    return None if cell is None else cell[0] * state.width + cell[1]


def _action(before: State, action: Action | None) -> dict[str, Any] | None:
    """An action for a board: from where to where."""
    if action is None or action.kind not in ("move", "attack"):
        return None
    start, end = _number(before, before.selected), _number(before, action.cell)
    return {"kind": action.kind, "from": start, "to": end}


def status(setup: TacticsSetup, at: int, waits: str | None, *, playing: bool) -> str:
    """The status of a state, in words."""
    state = setup.record.moments[at].state
    result = setup.record.result_of(state)
    if result is not None:
        if len(state.teams) < 2:
            return "Put units of two teams on the board to play."
        if result == "tie":
            return "A tie." if state.alive else "A tie: no team is left."
        return f"{team_title(int(result))} wins."
    side = team_title(state.team)
    if waits == "person":
        return f"{side} to play: select a unit, move, attack, or end the turn."
    name = title_of(setup.player(state.team).name)
    return f"{side} to play: {name}{'' if playing else ' waits until you press play'}."


def facts(state: State) -> list[tuple[str, str]]:
    """The facts beside the slider: turn, team, points, units."""
    counts = {team: len(state.units(team)) for team in state.teams}
    sizes = [(team_title(team), f"{n} unit{'s' * (n != 1)}") for team, n in counts.items()]
    return [
        ("Turn", str(state.turn + 1)),
        ("To play", team_name(state.team)),
        ("MP", f"{state.mp} of {state.max_mp}"),
        ("AP", f"{state.ap} of {state.max_ap}"),
        *sizes,
    ]


# --- Plans


def plan_payload(setup: TacticsSetup, plan: Plan) -> dict[str, Any]:
    """Return a plan, action by action, with the cost of each and its reason."""
    decision = plan.decision
    steps = decision.steps if decision else ()
    names = [
        *dict.fromkeys(name for step in steps for name, cost in step.components.items() if cost)
    ]
    grouped = any(step.group for step in steps)
    state, rows = setup.record.moments[plan.at].state, []
    for number, action in enumerate(plan.actions):
        cells: list[str] = [f"{number + 1}. {in_words(state, action)}"]
        if number < len(steps):
            step = steps[number]
            cells += [as_in_log(step.group or "")] if grouped else []
            cells += [f"{step.cost:g}", *(f"{step.components.get(name, 0):g}" for name in names)]
        elif steps:
            cells += [""] * (grouped + 1 + len(names))
        rows.append({"cells": cells, "action": _action(state, action)})
        if state.why_not(action) is not None:
            break  # the rules forbade it, and the turn ended here
        state = state.apply(action)
    words = [name.replace("_", " ") for name in names]
    group = ["in one"] if grouped else []
    head = ["action", *group, "cost", *words] if steps else ["action"]
    title = f"Plan of {title_of(plan.name)} for {team_name(plan.team)}"
    payload = {"title": title, "note": _note(plan), "head": head, "rows": rows}
    return {**payload, "team": plan.team, "from": plan.at, "until": plan.at + len(rows)}


def _note(plan: Plan) -> str:
    decision = plan.decision
    parts = ["The best so far: the search was stopped." if plan.was_stopped else ""]
    if decision:
        cost = f"Cost {decision.cost:g}. " if decision.steps and decision.cost is not None else ""
        parts.append(
            f"{cost}{decision.processed:,} states processed, {decision.open:,} left open."
            if decision.processed
            else cost
        )
        if goal := decision.details.get("goal"):
            parts.append(f"Goal: {as_on_page(goal)}.")
        if not decision.steps:  # otherwise the table says it
            text = as_on_page(decision.explanation)
            parts.append(text[:1].upper() + text[1:])
    if plan.refused:
        parts.append(
            f"The last action was refused, and the turn ended: {as_on_page(plan.refused)}."
        )
    return " ".join(filter(None, parts))


def in_words(state: State, action: Action) -> str:
    """Describe an action: with the unit that does it, and places in the log's notation."""
    if action.cell is None:
        return {"end": "End the turn", "cancel": "Cancel the selection"}[action.kind]
    where = tile_name(action.cell)
    if action.kind == "select":
        return f"Select {_named(state, action.cell)} at {where}"
    if action.kind == "move":
        return f"Move to {where}"
    return f"Attack {_named(state, action.cell)} at {where}"


def _named(state: State, cell: tuple[int, int]) -> str:
    there = state.at(cell)
    return KINDS[there.kind].name if isinstance(there, Unit) else there or "nothing"
