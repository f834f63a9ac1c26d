"""The open ground page: polygons to draw, and paths among them beside paths on a grid."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from nicegui import ui

from asterion.lab import limits
from asterion.lab.open_ground.channel import OpenGroundChannel
from asterion.lab.open_ground.outlines import setup_in
from asterion.lab.open_ground.python import python_of
from asterion.lab.open_ground.setup import CELLS, GroundSetup
from asterion.lab.page.buttons import card, load_button, share_buttons, word
from asterion.lab.page.legend import Sign, legend
from asterion.lab.page.page_shell import Stage, drawer, side
from asterion.lab.page.python_panel import PythonPanel, python_button
from asterion.lab.page.results import graded, results_table
from asterion.lab.page.setup_page import SetupPage

COLUMNS = ["search", "result", "length", "corners", "expanded", "ms"]
HELPS = {
    "length": "from start to goal; on the grid from there to the middle of the cell and on",
    "corners": "where the path turns",
    "expanded": "intervals on open ground and with any angle, else cells",
    "ms": "of one query, once the map is prepared",
}
LEGEND = [
    Sign("obstacle", "wall"),
    Sign("no room for the middle of the disc; a cell that is not free", "unknown"),
    Sign("start", "agent", "round"),
    Sign("goal", "goal", "ring"),
    Sign("shortest path", "path", "line", "path"),
    Sign("interval expanded now, seen from its root", "threat", "line", "intervals"),
    Sign("intervals before", "open", "thin", "intervals"),
    Sign("roots", "agent", "round", "roots"),
    Sign("8 moves on the grid", "agent", "thin", "path"),
    Sign("theta on the grid", "full", "thin", "path"),
]


class OpenGroundPage(SetupPage[GroundSetup]):
    """The controls of one tab, and the session that they act on."""

    def __init__(self, channel: OpenGroundChannel, session: str) -> None:
        self.channel = channel
        self.stage: Stage
        with side(channel.scenes):
            with card("Grid to compare with"):
                self.cell = (
                    ui.select(
                        {cell: f"{cell:g} x {cell:g}" for cell in CELLS},
                        label="Cells",
                        on_change=self._choose_cell,
                    )
                    .classes("w-full")
                    .tooltip("A cell is free where the disc has room on its whole square")
                )
            self._files_card()
        with ui.element("div").classes("lab-main"):
            self.stage = Stage("open_ground", session)
            with drawer("Results and legend"):
                legend(LEGEND)
                self.results = results_table(COLUMNS, helps=HELPS)
        channel.on_setup = self._follow
        channel.on_results = self._follow_results
        self._follow()
        self._follow_results()  # the boards may have begun before
        self.python = PythonPanel(channel, lambda: python_of(channel.session.setup))

    def _files_card(self) -> None:
        with card("Load, save, share"), ui.row().classes("gap-1"):
            load_button(
                "Load",
                "Load a .json saved here, or outlines: .geojson, .svg, .tmx or .tmj of Tiled",
                endings=".json,.geojson,.svg,.tmx,.tmj",
                most=limits.SMALL_FILE_BYTES,
                load=self._load,
            )
            word("Save", "Save the ground as .json", self._save)
            share_buttons(lambda: self.stage)
            python_button(lambda: self.python)

    def _follow(self) -> None:
        self.cell.set_value(self.setup.cell)

    def _follow_results(self) -> None:
        answer = self.channel.session.answer
        if answer is not None:
            self.results.rows = graded(answer.rows(), ("length", "corners", "ms"))
            self.results.update()

    def _choose_cell(self, event: Any) -> None:
        self._change(lambda: replace(self.setup, cell=event.value))

    async def _load(self, name: str, data: bytes) -> None:
        await self._change_to(self.channel.run(partial(setup_in, data, name)))

    def _save(self) -> None:
        ui.download.content(self.setup.to_file().encode(), "ground.json")
