"""Orders under fog in Python: agents who share a belief, and the same orders without memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterion.lab.maps.script import broken, listed, plain
from asterion.lab.terrain.recording import Ordered, Record, Tick

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from asterion.lab.terrain.orders import OrdersSession
    from asterion.lab.terrain.setup import TerrainSetup
    from asterion.world.grid import Cell

Edit = tuple[Any, ...]  # tick, rows, columns, cost
_LEFT_OUT = {
    "budget": "# The page also limits the expansions of a move, which delays its agents.",
    "dropped": "# An order that another one replaced is counted as if it had been carried out.",
    "coming": "# The orders that are still to come are left out.",
}


def orders_lines(session: OrdersSession, edits: Sequence[Edit]) -> list[str]:
    """Return the lines after the map: agents, orders, and what they print.

    In a world that stays as it is: for each agent its moves with memory and without, plans and
    expansions. In one that is edited there is no comparison.
    """
    lines = _agents(session.setup)
    if session.setup.budget:
        lines.append(_LEFT_OUT["budget"])
    return [*lines, *(_at_ticks(session, edits) if edits else _one_after_another(session))]


def _agents(setup: TerrainSetup) -> list[str]:
    """The agents, and the options of each."""
    common: dict[str, Any] = {"sight": setup.sight} if setup.sight != 1 else {}
    common["replan"] = "path"
    options = [{"algorithm": each.algorithm, **common, **each.options} for each in setup.agents]
    if len(options) == 1:
        [(row, col)] = setup.posts
        return [
            *listed("options = ", options[0]),
            f"agents = [at.Explorer(grid, ({row}, {col}), ({row}, {col}), **options)]",
        ]
    is_same = _same(setup)
    loop = "for start in starts:" if is_same else "for start, own in zip(starts, options):"
    made = f"at.Explorer(grid, start, start, belief=belief, **{'options' if is_same else 'own'})"
    return [
        *(listed("options = ", options[0]) if is_same else _listed("options = [", options)),
        *listed("starts = ", [*setup.posts]),
        "agents, belief = [], None",
        loop,
        f"    agents.append({made})",
        "    belief = agents[0].belief  # what one sees, all know",
    ]


def _listed(before: str, values: Iterable[Any]) -> list[str]:
    return broken(before, map(plain, values), "]")


def _one_after_another(session: OrdersSession) -> list[str]:
    setup = session.setup
    orders = [(order.agent, order.cell, order.after) for order in session.all_orders]
    options = "options" if _same(setup) else "options[number]"
    alone = f"at.explore(grid, agent.position, goal, **{options}).moves"
    lines = [
        "",
        "def walk(most=None):",
        '    """All agents at the same time, to the end or for some moves."""',
        "    while most != 0 and any([agent.step() for agent in agents]):",
        "        for agent in agents:",
        "            agent.plan()",
        "        most = most and most - 1",
        "",
        "# An agent, its goal, and the moves since the order before; None: all had arrived.",
        *listed("orders = ", orders),
    ]
    if any(not leg.is_compared for leg in session.legs):
        lines.append(_LEFT_OUT["dropped"])
    return [
        *lines,
        "without = [0] * len(agents)  # moves of those who forget all with each order",
        "for number, goal, moves in orders:",
        "    walk(moves)",
        "    agent = agents[number]",
        f"    without[number] += {alone}",
        "    agent.goal = goal",
        "    agent.plan()",
        "walk()",
        "for agent, more in zip(agents, without):",
        "    print(agent.algorithm, agent.journey.moves, more,",
        "          agent.stats.searches, agent.stats.expanded)",
    ]


def _at_ticks(session: OrdersSession, edits: Sequence[Edit]) -> list[str]:
    """The world changes: orders and edits at their ticks."""
    orders = _given(session.records_since(session.first_record), session)
    last = max([edit[0] for edit in edits] + [tick for tick, *_ in orders])
    lines = ["# Each edit: after which move, rows, columns, and the new cost."]
    lines += listed("edits = ", [*edits])
    if len(session.all_orders) > len(session.given):
        lines.append(_LEFT_OUT["coming"])
    return [
        *lines,
        "# Each order: after which move, the agent, and its goal.",
        *listed("orders = ", orders),
        "tick, moving = 0, True",
        f"while moving or tick <= {last}:",
        "    for rows, cols, cost in [edit[1:] for edit in edits if edit[0] == tick]:",
        "        grid[rows, cols] = cost",
        "        for agent in agents:",
        "            agent.plan()",
        "    for number, goal in [order[1:] for order in orders if order[0] == tick]:",
        "        agents[number].goal = goal",
        "        agents[number].plan()",
        "    moving = any([agent.step() for agent in agents])",
        "    for agent in agents:",
        "        agent.plan()",
        "    tick += 1",
        "for agent in agents:",
        "    print(agent.algorithm, agent.journey.moves,",
        "          agent.stats.searches, agent.stats.expanded)",
    ]


def _given(records: Iterable[Record], session: OrdersSession) -> list[tuple[int, int, Cell]]:
    cols, tick = session.world.shape[1], 0
    given = []
    for record in records:
        if isinstance(record, Tick):
            tick = record.time
        elif isinstance(record, Ordered) and record.agent < len(session.walkers):
            given.append((tick, record.agent, divmod(record.cell, cols)))
    return given


def _same(setup: TerrainSetup) -> bool:
    return all(
        (each.algorithm, dict(each.options))
        == (setup.agents[0].algorithm, dict(setup.agents[0].options))
        for each in setup.agents
    )
