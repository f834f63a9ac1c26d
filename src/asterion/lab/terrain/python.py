"""The terrain page in Python: the agents, and what happened to the world while they walked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.lab.maps.map_script import map_lines
from asterion.lab.maps.script import Script, arguments, listed, plain, quoted, script_of
from asterion.lab.terrain.orders import OrdersSession
from asterion.lab.terrain.orders_python import orders_lines
from asterion.lab.terrain.recording import Edited, GoalMoved, Started, Tick
from asterion.search.registry import info_of

if TYPE_CHECKING:
    from asterion.lab.terrain.session import TerrainSession
    from asterion.lab.terrain.setup import TerrainSetup
    from asterion.world.grid import Cell

_FILE = "edits.json"
_CELLS = 40  # of edits that are written out
Coming = Iterable[tuple[int, Sequence["Cell"], int]]


class _Edit(NamedTuple):
    """Cells that have another cost from a tick on."""

    tick: int
    rows: int | list[int]
    cols: int | list[int]
    cost: int

    @property
    def cells(self) -> int:
        """The number of its cells."""
        return len(self.rows) if isinstance(self.rows, list) else 1


class _Journey(NamedTuple):
    """A world at the start, and what has changed since."""

    started: Started
    edits: list[_Edit]
    goals: dict[int, Cell]


def python_of(session: TerrainSession, coming: Coming = ()) -> Script:
    """Return a script that prints the moves, plans and expansions of each agent at its end.

    ``coming`` are edits of the scene after the present moment: ticks, cells and their cost.
    """
    setup, journey = session.setup, _journey(session, coming)
    cells = journey.started.cost.reshape(journey.started.shape)
    lines, files = map_lines(setup, cells)
    lines += _custom(setup)
    goal = divmod(journey.started.goal, cells.shape[1])
    if isinstance(session, OrdersSession):
        edits = [tuple(edit) for edit in journey.edits]
        return script_of([*lines, *orders_lines(session, edits)], files)
    lines.append(f"start, goal = {plain(setup.start)}, {plain(goal)}")
    if journey.edits or journey.goals:
        more, file = _together(setup, journey)
        return script_of([*lines, *more], {**files, **file})
    return script_of([*lines, *_one_by_one(setup)], files)


def _journey(session: TerrainSession, coming: Coming) -> _Journey:
    """What the records say of the world since the agents set out."""
    cols, tick = session.world.shape[1], 0
    edits: list[_Edit] = []
    goals: dict[int, Cell] = {}
    for record in session.records_since(session.first_record):
        match record:
            case Started():
                started, edits, goals = record, [], {}
            case Tick():
                tick = record.time
            case Edited():
                places = np.divmod(record.cells.astype(int), cols)
                edits.append(_edit(tick, *places, int(record.costs[0])))
            case GoalMoved():
                goals[tick] = divmod(record.cell, cols)
    for move, named, cost in coming:
        rows, columns = np.array(named).T
        edits.append(_edit(move, rows, columns, cost))
    return _Journey(started, edits, goals)


def _edit(tick: int, rows: Any, cols: Any, cost: int) -> _Edit:
    down, across = rows.tolist(), cols.tolist()
    return (
        _Edit(tick, down[0], across[0], cost) if len(down) == 1 else _Edit(tick, down, across, cost)
    )


def _custom(setup: TerrainSetup) -> list[str]:
    """Say where navigators come from that are not of the library."""
    names = dict.fromkeys(agent.algorithm for agent in setup.agents)
    custom = [name for name in names if name != "auto" and _is_custom(name)]
    return [f"# First run the file that registers {quoted(name)}." for name in custom]


def _is_custom(name: str) -> bool:
    info = info_of(name, "navigator")
    return info.factory is not None and not name.startswith("textbook/")


def _agents(setup: TerrainSetup) -> tuple[str, list[str]]:
    """The call that makes an agent, and the lines of a loop over all."""
    options: dict[str, Any] = {}
    if setup.mode == "unknown":
        options = {"sight": setup.sight} if setup.sight != 1 else {}
        options["replan"] = "path"
    made = "Explorer" if setup.mode == "unknown" else "Navigator"
    if not any(agent.options for agent in setup.agents):
        call = f"at.{made}(grid, start, goal, algorithm=algorithm{arguments(options)})"
        return call, listed("for algorithm in ", [each.algorithm for each in setup.agents])
    call = f"at.{made}(grid, start, goal, **options{arguments(options)})"
    chosen = [{"algorithm": each.algorithm, **each.options} for each in setup.agents]
    return call, listed("for options in ", chosen)


_PRINTED = "agent.stats.searches, agent.stats.expanded)"  # plans, expansions


def _one_by_one(setup: TerrainSetup) -> list[str]:
    """The world stays as it is: each agent walks to its end."""
    call, loop = _agents(setup)
    loop[-1] += ":"
    lines = [*loop, f"    agent = {call}"]
    if setup.budget:
        lines += [
            "    walk = []",
            "    while not agent.arrived:",
            f'        if agent.plan(expansions={setup.budget}) == "ready":',
            "            walk.append(agent.step())",
            "            if walk[-1] is None:  # it has no path",
            "                break",
            "    moves = sum(cell is not None for cell in walk)",
        ]
    else:
        lines.append("    moves = len([*iter(agent.step, None)])")
    return [*lines, f"    print(agent.algorithm, moves, {_PRINTED}"]


def _together(
    setup: TerrainSetup, journey: _Journey
) -> tuple[list[str], dict[str, Callable[[], bytes]]]:
    """The world changes: all agents walk side by side, and plan at once."""
    call, loop = _agents(setup)
    files: dict[str, Callable[[], bytes]] = {}
    lines = [f"agents = [{call}", *(f"          {line}" for line in loop)]
    lines[-1] += "]"
    edits = [list(edit) for edit in journey.edits]
    if sum(edit.cells for edit in journey.edits) > _CELLS:
        files[_FILE] = lambda: json.dumps(edits).encode()
        lines.append(
            f'edits = json.loads(Path("{_FILE}").read_text())  # tick, rows, columns, cost'
        )
    elif edits:
        lines.append("# Each edit: after which move, rows, columns, and the new cost.")
        lines += listed("edits = ", [tuple(edit) for edit in edits])
    if journey.goals:
        lines += listed("goals = ", journey.goals)
    last = max([edit.tick for edit in journey.edits] + [*journey.goals])
    lines += [
        "moves = dict.fromkeys(agents, 0)",
        "tick, moving = 0, agents",
        f"while moving or tick <= {last}:",
        "    for agent in agents:",
        "        agent.plan()",
    ]
    again = ["        for agent in agents:", "            agent.plan()"]
    if edits:
        lines.append("    for rows, cols, cost in [edit[1:] for edit in edits if edit[0] == tick]:")
        lines += ["        grid[rows, cols] = cost", *again]
    if journey.goals:
        lines += ["    if tick in goals:", "        for agent in agents:"]
        lines += ["            agent.goal = goals[tick]", "            agent.plan()"]
    lines += [
        "    moving = [agent for agent in agents if agent.step()]",
        "    for agent in moving:",
        "        moves[agent] += 1",
        "    tick += 1",
    ]
    if setup.budget:
        lines.append("# The page also limits the expansions of a step, which delays its agents.")
    lines += ["for agent in agents:"]
    return [*lines, f"    print(agent.algorithm, moves[agent], {_PRINTED}"], files
