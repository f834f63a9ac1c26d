"""The crowds page: a map, the units on it, and one or two engines."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import Any

from nicegui import ui

from asterion.errors import AsterionError
from asterion.lab import limits
from asterion.lab.crowds.channel import CrowdsChannel
from asterion.lab.crowds.python import python_of
from asterion.lab.crowds.setup import ARRIVALS, ENGINES
from asterion.lab.page.buttons import card, share_buttons, tool
from asterion.lab.page.legend import LINK_SIGNS, Sign, legend
from asterion.lab.page.map_card import MapCard
from asterion.lab.page.map_files import FileButtons
from asterion.lab.page.messages import complain
from asterion.lab.page.number_field import NumberField
from asterion.lab.page.page_shell import Stage, drawer, side
from asterion.lab.page.python_panel import PythonPanel, python_button
from asterion.lab.page.results import graded, results_table

COLUMNS = ["engine", "units", "at goal", "goals", "per tick", "waiting", "jammed", "longest", "ms"]
HELPS = {
    "at goal": "Units that are on their goals now",
    "goals": "Goals reached so far",
    "per tick": "Goals reached per tick, of the last 50",
    "waiting": "Units that stand still away from their goals",
    "jammed": "Units that have waited for ten ticks or more",
    "longest": "Ticks for which a unit has been waiting, at most",
    "ms": "Milliseconds of a tick, of the last 50",
}
ALONE = "none"
LEGEND = [
    Sign("unit", "team0", "round"),
    Sign("unit of the other team", "team1", "diamond"),
    Sign("unit on its goal", "team0", "ring"),
    Sign("has waited for ten ticks or more", "jam", "ring", "jams"),
    Sign("goals of a team", "team0", "framed", "goals"),
    Sign("traffic: the more, the stronger", "path", when="heat"),
    Sign("dead end or single passage", "jam", "hatched", "hints"),
    Sign("wall", "wall"),
]
_BETWEEN_TABLES = 0.5  # seconds, while they walk


class CrowdsPage:
    """The controls of one tab, and the session that they act on."""

    def __init__(self, channel: CrowdsChannel, session: str) -> None:
        self.channel = channel
        self.shown_at = 0.0  # when the table was last updated
        self.stage: Stage
        with side(channel.scenes):
            self._crowd_card()
            self.map = MapCard(channel, made="rooms")
            self._files_card()
        with ui.element("div").classes("lab-main"):
            self.stage = Stage("crowds", session)
            with drawer("Results and legend"):
                legend(LEGEND)
                self.link_signs = legend(LINK_SIGNS)
                self.results = results_table(COLUMNS, helps=HELPS)
        channel.on_setup = self._follow_setup
        channel.on_results = self._follow_results
        self._follow_setup()
        self._follow_results()  # the boards may have begun before
        self.python = PythonPanel(channel, lambda: python_of(channel.session))

    def _crowd_card(self) -> None:
        with card("Crowd"):
            self.first = ui.select(
                ENGINES, label="Engine", on_change=lambda event: self._choose(first=event.value)
            ).classes("w-full")
            self.second = ui.select(
                {ALONE: ALONE, **ENGINES},
                label="Beside it",
                on_change=lambda event: self._choose(second=event.value),
            ).classes("w-full")
            self.then = (
                ui.select(
                    ARRIVALS,
                    label="A unit at its goal",
                    on_change=lambda event: self.map.change(then=event.value),
                )
                .classes("w-full")
                .tooltip("Where its team has no goals on the map, a unit goes to any free cell")
            )
            with ui.row().classes("w-full no-wrap items-end gap-2"):
                self.number = NumberField(
                    "Units", least=0, most=limits.CROWD_UNITS, take=self._place
                ).classes("col")
                self.seed = (
                    NumberField(
                        "Seed",
                        least=0,
                        most=limits.HIGHEST_SEED,
                        take=lambda seed: self.map.change(seed=seed),
                    )
                    .classes("col")
                    .tooltip("Decides ties, and which goals units get")
                )
                tool("casino", "Place the units elsewhere", self._place_elsewhere)

    def _files_card(self) -> None:
        with card("Load, save, share"):
            FileButtons(self.channel)
            with ui.row().classes("gap-1"):
                share_buttons(lambda: self.stage, "run, with all that was drawn")
                python_button(lambda: self.python)

    # --- Changes

    def _choose(self, first: str | None = None, second: str | None = None) -> None:
        engines = self.channel.setup.engines
        beside = engines[1] if len(engines) > 1 else ALONE
        chosen = (first or engines[0], second or beside)
        self.map.change(engines=chosen[:1] if chosen[1] == ALONE else chosen)

    async def _place(self, number: int) -> None:
        if number != self.channel.setup.number:
            await self._adopt(lambda setup: setup.with_units(number))

    async def _place_elsewhere(self) -> None:
        setup = self.channel.setup
        seed = (setup.seed + 1) % (limits.HIGHEST_SEED + 1)
        await self._adopt(lambda setup: setup.with_units(setup.number, seed))

    async def _adopt(self, change: Any) -> bool:
        """Replace the set-up by another one, which takes a while to make."""
        try:
            self.channel.adopt(await self.channel.run(partial(change, self.channel.setup)))
        except AsterionError as error:
            complain(error)
            self._follow_setup()
            return False
        return True

    # --- Showing

    def _follow_setup(self) -> None:
        setup = self.channel.setup
        self.map.follow()
        self.link_signs.set_visibility(setup.has_links_or_fences)
        self.first.set_value(setup.engines[0])
        self.second.set_value(setup.engines[1] if len(setup.engines) > 1 else ALONE)
        self.then.set_value(setup.then)
        self.number.show(setup.number)
        self.seed.show(setup.seed)

    def _follow_results(self) -> None:
        if self.channel.walking and monotonic() < self.shown_at + _BETWEEN_TABLES:
            return
        self.shown_at = monotonic()
        rows = []
        for walk in self.channel.session.walks:
            counts = walk.counts
            rows.append(
                {
                    "engine": ENGINES[walk.engine],
                    "units": counts.units,
                    "at goal": counts.there,
                    "goals": counts.arrivals,
                    "per tick": round(counts.rate, 2),
                    "waiting": counts.waiting,
                    "jammed": counts.jammed,
                    "longest": counts.longest,
                    "ms": round(counts.ms, 3),
                }
            )
        self.results.rows = graded(rows, ("waiting", "jammed", "longest", "ms"))
        self.results.update()
