"""Controls of a frame budget: expansions per frame, units, and where they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nicegui import ui

from asterion.errors import AsterionError
from asterion.lab import limits
from asterion.lab.page.buttons import card, tool
from asterion.lab.page.messages import complain
from asterion.lab.page.number_field import NumberField
from asterion.lab.playground.frame_budget import LEAST_QUICK, MOST_QUICK

if TYPE_CHECKING:
    from asterion.lab.playground.channel import PlaygroundChannel
    from asterion.lab.playground.setup import Setup

_UNITS = 6  # at first
_STEP = 10  # of the slider


class FrameCard:
    """A switch between searches and frames, and the settings of the frames."""

    def __init__(self, channel: PlaygroundChannel) -> None:
        self.channel = channel
        self._under_way = 0  # changes; meanwhile the fields keep what a person types
        with card("Frame budget"):
            self.switch = ui.switch(
                "Paths for many units", on_change=lambda event: self._turn(on=event.value)
            ).tooltip("A path service, frame by frame, instead of searches side by side")
            with ui.column().classes("w-full gap-2") as self.controls:
                with ui.column().classes("w-full gap-0"):
                    self.text = ui.label().classes("frame-budget")
                    self.slider = ui.slider(min=_STEP, max=limits.FRAME_EXPANSIONS, step=_STEP)
                    self.slider.props('aria-label="Expansions per frame"')
                    self.slider.on("change", lambda event: self._budget(int(event.args)))
                with ui.row().classes("w-full no-wrap gap-2"):
                    self.units = NumberField(
                        "Units", least=1, most=limits.UNITS, take=self._number
                    ).classes("col")
                    self.quick = (
                        NumberField(
                            "Quick cells",
                            least=LEAST_QUICK,
                            most=MOST_QUICK,
                            take=lambda cells: self._adopt(channel.setup.with_budget(quick=cells)),
                        )
                        .classes("col")
                        .tooltip("Moves of a quick path")
                    )
                    tool("casino", "Place the units elsewhere", self._place)

    def follow(self) -> None:
        """Show the current set-up."""
        budget = self.channel.setup.budget
        self.switch.set_value(budget is not None)
        self.controls.set_visibility(budget is not None)
        if budget is not None:
            self.text.set_text(f"Expansions per frame: {budget.expansions:,}")
        if budget is not None and not self._under_way:
            self.slider.set_value(budget.expansions)
            self.units.show(len(self.channel.setup.units))
            self.quick.show(budget.quick)

    # --- Changes; changes that place units flood the map, beside the event loop

    async def _turn(self, *, on: bool) -> None:
        if on == (self.channel.setup.budget is not None):
            return
        await self._change(lambda setup: setup.with_budget(_UNITS) if on else setup.searching())

    def _budget(self, expansions: int) -> None:
        self._under_way += 1  # the slider may be further by now
        self._adopt(self.channel.setup.with_budget(expansions=expansions))
        self._under_way -= 1

    async def _number(self, units: int) -> None:
        await self._change(lambda setup: setup.with_budget(units))

    async def _place(self) -> None:
        budget = self.channel.setup.budget
        if budget is not None:
            seed = (budget.seed + 1) % (limits.HIGHEST_SEED + 1)
            await self._change(lambda setup: setup.with_budget(seed=seed, others=()))

    async def _change(self, change: Callable[[Setup], Any]) -> None:
        setup = self.channel.setup
        self._under_way += 1
        try:
            self._adopt(await self.channel.run(lambda: change(setup)))
        except AsterionError as error:
            complain(error)
        finally:
            self._under_way -= 1
            self.follow()

    def _adopt(self, setup: Setup) -> None:
        if setup.budget != self.channel.setup.budget:
            self.channel.adopt(setup)
