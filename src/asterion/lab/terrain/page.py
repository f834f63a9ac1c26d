"""The terrain page: agents in a world that is unknown to them, or that changes."""

from __future__ import annotations

from time import monotonic
from typing import Any

from nicegui import ui

from asterion.lab import limits
from asterion.lab.page.algorithm_controls import AlgorithmList, Chosen
from asterion.lab.page.buttons import card, share_buttons
from asterion.lab.page.legend import LINK_SIGNS, Sign, legend
from asterion.lab.page.map_card import MapCard
from asterion.lab.page.map_files import FileButtons
from asterion.lab.page.number_field import NumberField
from asterion.lab.page.page_shell import Stage, drawer, side
from asterion.lab.page.python_panel import PythonPanel, python_button
from asterion.lab.page.results import graded, results_table
from asterion.lab.searches.search_run import titled
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.terrain.orders import OrdersSession
from asterion.lab.terrain.python import python_of

MODES = {
    "unknown": "unknown: seen from near",
    "changing": "known, but it changes",
    "orders": "unknown: you give orders",
}
TOTALS = ["agent", "state", "moves", "plans", "expanded", "generated", "ms"]
ORDERS = ["agent", "order", "from", "to", "given", "moves", "without memory"]
PLANS = ["agent", "plan", "move", "expanded", "generated", "length", "cost", "ms"]
LEGEND = [
    Sign("agent, by its number", "player0", "round"),
    Sign("goal", "goal", "ring", "ends"),
    Sign("goal of an order, with the number of its agent", "player0", "ring", "orders"),
    Sign("the agent that is sent", "player0", "round chosen", "orders"),
    Sign("replanned", "threat", "diamond", "trail ends"),
    Sign("path, bold when just planned", "path", "line", "path"),
    Sign("trail; broad: the way back and forth in the sentence", "player0", "thin", "trail ends"),
    Sign("trail of the last order", "player0", "thin", "trail orders"),
    Sign("open", "open", when="search"),
    Sign("closed", "closed", when="search"),
    Sign("wall", "wall"),
    Sign("never seen", "unknown"),
]
_BETWEEN_TABLES = 0.5  # seconds, while they walk


class TerrainPage:
    """The controls of one tab, and the session that they act on."""

    def __init__(self, channel: TerrainChannel, session: str) -> None:
        self.channel = channel
        self.shown_at = 0.0  # when the tables were last updated
        self.stage: Stage
        with side(channel.scenes, has_story=True):
            self._world_card()
            with card("Agents"):
                self.agents = AlgorithmList(
                    "navigator", "Agent", limits.RUNS, self._choose, without=("lpa",)
                )
            self.map = MapCard(channel, made="maze with doors")
            with card("Load, save, share"):
                FileButtons(channel)
                with ui.row().classes("gap-1"):
                    share_buttons(lambda: self.stage)
                    python_button(lambda: self.python)
        with ui.element("div").classes("lab-main"):
            self.stage = Stage("terrain", session)
            with drawer("Results and legend"):
                legend(LEGEND)
                self.link_signs = legend(LINK_SIGNS)
                self.totals = results_table(TOTALS)
                self.orders = results_table(ORDERS, page=25)
                with ui.expansion("Counts of each search").classes("w-full"):
                    self.plans = results_table(PLANS, page=25)
        channel.on_setup = self._follow_setup
        channel.on_results = self._follow_results
        self._follow_setup()
        self._follow_results()  # the boards may have begun before
        self.python = PythonPanel(channel, lambda: python_of(channel.session, channel.coming))

    def _world_card(self) -> None:
        with card("World"):
            self.mode = (
                ui.select(
                    MODES,
                    label="The world is",
                    on_change=lambda event: self._set_mode(event.value),
                )
                .classes("w-full")
                .tooltip("Whether the agents must explore the world")
            )
            self.sight = (
                NumberField(
                    "Sight, in cells",
                    least=1,
                    most=limits.SIGHT,
                    take=lambda cells: self.map.change(sight=cells),
                )
                .classes("w-full")
                .tooltip("1: adjacent cells; more: cells in line of sight up to this distance")
            )
            self.budget = (
                NumberField(
                    "Expansions a step",
                    least=0,
                    most=limits.STEP_EXPANSIONS,
                    take=lambda expansions: self.map.change(budget=expansions),
                )
                .classes("w-full")
                .tooltip("0: no limit; else an agent whose plan takes more waits until it is ready")
            )

    def _set_mode(self, mode: str) -> None:
        setup = self.channel.setup
        if mode != setup.mode:
            self.channel.adopt(setup.with_mode(mode))

    def _choose(self, chosen: list[Chosen]) -> None:
        agents = tuple(Choice(name, options) for name, options in chosen)
        orders = self.channel.setup.orders  # without the orders to agents that are gone
        kept = tuple(order for order in orders if order.agent < len(agents))
        self.map.change(agents=agents, orders=kept)

    def _follow_setup(self) -> None:
        setup = self.channel.setup
        self.map.follow()
        self.link_signs.set_visibility(setup.has_links_or_fences)
        self.mode.set_value(setup.mode)
        self.sight.show(setup.sight)
        self.budget.show(setup.budget)
        self.agents.show([(agent.algorithm, dict(agent.options)) for agent in setup.agents])

    def _follow_results(self) -> None:
        if self.channel.walking and monotonic() < self.shown_at + _BETWEEN_TABLES:
            return
        self.shown_at = monotonic()
        states = {None: "on the way", True: "arrived", False: "stuck"}
        table = self.channel.table()
        names = [
            f"{i}. {titled(agent.algorithm, agent.options, 'navigator')}"
            for i, agent in enumerate(self.channel.setup.agents, 1)
        ]
        walkers = self.channel.session.walkers
        totals = [
            {"agent": name, "state": states[walker.reached], **_rounded(each["totals"])}
            for name, walker, each in zip(names, walkers, table, strict=False)
        ]
        self.totals.rows = graded(totals, ("moves", "plans", "expanded", "generated", "ms"))
        self.totals.update()
        self._show_orders(names)
        self.plans.rows = [
            {"agent": name, **_rounded(plan)}
            for name, each in zip(names, table, strict=False)
            for plan in each["plans"]
        ]
        self.plans.update()

    def _show_orders(self, names: list[str]) -> None:
        session = self.channel.session
        self.orders.set_visibility(isinstance(session, OrdersSession))
        if not isinstance(session, OrdersSession):
            return
        self.orders.rows = [
            {
                "agent": names[leg.agent],
                "order": leg.number,
                "from": str(leg.start),
                "to": str(leg.goal),
                "given": leg.time,
                "moves": leg.moves,
                "without memory": "replaced" if not leg.is_compared else leg.without,
            }
            for leg in session.legs
        ]
        self.orders.update()


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: round(value, 3) if isinstance(value, float) else value for name, value in row.items()
    }
