"""The playground page: a map to draw on, and searches of it side by side or a frame budget."""

from __future__ import annotations

from nicegui import ui

from asterion.errors import AsterionError
from asterion.lab import limits
from asterion.lab.maps.script import Script
from asterion.lab.page.algorithm_controls import AlgorithmList, Chosen
from asterion.lab.page.buttons import card, share_buttons, word
from asterion.lab.page.legend import LINK_SIGNS, Sign, legend
from asterion.lab.page.map_card import MapCard
from asterion.lab.page.map_files import FileButtons
from asterion.lab.page.messages import complain
from asterion.lab.page.page_shell import Stage, drawer, side
from asterion.lab.page.python_panel import PythonPanel, python_button
from asterion.lab.page.results import columns_of, graded, results_table
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.frame_card import FrameCard
from asterion.lab.playground.python import python_of
from asterion.lab.playground.session import Found
from asterion.lab.playground.structures import CLUSTERS
from asterion.lab.searches.search_run import Run

COLUMNS = ["search", "result", "cost", "cells", "expanded", "generated", "peak open", "ms"]
COMPARED = COLUMNS[2:]
SEARCHING = "searching…"
HELPS = {
    "cost": "What the path costs, and how much more than the cheapest one",
    "cells": "Cells of the path, start and goal included",
    "expanded": "Cells whose neighbours were looked at",
    "generated": "Cells that were put on the open list for the first time",
    "peak open": "Cells on the open list at most at once",
    "ms": "Milliseconds: the median of up to five runs that record nothing",
}
UNIT_COLUMNS = [
    "unit", "result", "first path", "whole path", "arrived", "sent back", "moves", "cost",
]  # fmt: skip
UNIT_HELPS = {
    "first path": "The frame in which it got a path",
    "whole path": "The frame in which it got a path to its goal",
    "arrived": "The frame in which it was there",
    "sent back": "How often an edit has taken its path away",
    "cost": "What its way has cost, and how much more than the cheapest; only without edits",
}
NO_TRACE = (
    "No trace with a frame budget: the searches of a path service record no events, and end and "
    "begin in many frames."
)
LEGEND = [
    Sign("start", "agent", "round"),
    Sign("goal", "goal", "ring"),
    Sign("open", "open", "framed", "searches open"),
    Sign("closed", "closed", "hatched", "searches closed"),
    Sign("path", "path", "line", "searches path"),
    Sign("branch to the cell under the pointer", "ink", "thin", "searches branch"),
    Sign("selected, closed: g, back to where the search began", "agent", "line", "selected"),
    Sign("selected, closed: h, the estimate of what remains", "goal", "broken", "selected"),
    Sign("tree: to the cell that it was reached from", "agent", "thin", "searches tree"),
    Sign("estimate: small", "near", when="searches heuristic"),
    Sign("estimate: large", "far", when="searches heuristic"),
    Sign("numbers: f; in large cells g and f above, h below", when="searches numbers"),
    Sign("chunk", "structure", "boxed", "searches structure:quadtree"),
    Sign("chunk", "structure", "boxed", "searches structure:portals"),
    Sign("portal, and the costs that are known", "structure", "dot", "searches structure:portals"),
    Sign("room, its middle, and the next ones", "structure", "boxed", "searches structure:rooms"),
    Sign("island", "structure", "dot", "searches structure:islands"),
    Sign("corner, and what it sees", "structure", "dot", "searches structure:visibility"),
    Sign("region, by its number", "structure", "boxed", "searches structure:clusters"),
    Sign("route over the structure", "route", "linked", "searches structure:route"),
    Sign("field: small", "near", when="searches field:any"),
    Sign("field: large", "far", when="searches field:any"),
    Sign("arrow: the next cell", "ink", "arrow", "searches field:arrows"),
    Sign("way of who flees from the start", "route", "linked", "searches field:flee"),
    Sign("smoothed", "full", "dashed", "searches straight"),
    Sign("shortest line at any angle", "quick", "line", "searches straight"),
    Sign("quick: its first cells", "quick", "dotted", "frames path"),
    Sign("whole: up to the goal", "full", "dashed", "frames path"),
    Sign("spliced: from where the unit was", "splice", "line", "frames path"),
    Sign("wall", "wall", when="walls"),
    Sign("expensive cells: strokes, and digits where there is room", "heavy", when="costs"),
]


class PlaygroundPage:
    """The controls of one tab, and the session that they act on."""

    def __init__(self, channel: PlaygroundChannel, session: str) -> None:
        self.channel = channel
        with side(channel.scenes, has_story=True):
            self.map = MapCard(channel, made="rooms")
            self.frames = FrameCard(channel)
            with card("Searches") as self.searches_card:
                self.searches = AlgorithmList(
                    "search", "Board", limits.RUNS, self._choose, heuristics=(CLUSTERS,)
                )
            self._files_card()
        with ui.element("div").classes("lab-main"):
            self.stage = Stage("playground", session)
            with drawer("Results and legend"):
                legend(LEGEND)
                self.link_signs = legend(LINK_SIGNS)
                self.results = results_table(COLUMNS, helps=HELPS)
        channel.on_setup = self._follow_setup
        channel.on_results = self._follow_results
        channel.on_late = self._follow_late
        self._follow_setup()
        self._follow_results()  # the boards may have begun before
        self.python = PythonPanel(channel, self._python)

    def _python(self) -> Script:
        return python_of(self.channel.setup, self.channel.session.layers)

    def _choose(self, chosen: list[Chosen]) -> None:
        self.map.change(runs=tuple(Run(name, options) for name, options in chosen))

    def _follow_setup(self) -> None:
        self.map.follow()
        self.link_signs.set_visibility(self.channel.setup.has_links_or_fences)
        self.frames.follow()
        searches = self.channel.setup.budget is None
        self.searches_card.set_visibility(searches)
        self.trace.set_enabled(searches)
        self.no_trace.set_visibility(not searches)
        self.searches.show([(run.algorithm, run.options) for run in self.channel.setup.runs])

    def _follow_results(self) -> None:
        rows = [
            {**found.row(), "search": f"{i + 1}. {found.run.title}"}
            for i, found in enumerate(self.channel.session.results)
        ]
        frames = self.channel.session.frames
        if frames is None:
            self.results.columns = columns_of(COLUMNS, HELPS)
            self.results.rows = graded(rows, COMPARED)
        else:
            self.results.columns = columns_of(UNIT_COLUMNS, UNIT_HELPS)
            self.results.rows = graded(frames.rows, UNIT_COLUMNS[2:5])
        self.results.update()

    def _follow_late(self) -> None:
        """Show no numbers of a previous set-up."""
        setup = self.channel.setup
        titles = [run.title for run in setup.runs] if setup.budget is None else []
        self.results.rows = [
            {"search": f"{i}. {title}", "result": SEARCHING} for i, title in enumerate(titles, 1)
        ]
        self.results.update()

    # --- Files

    def _files_card(self) -> None:
        with card("Load, save, share"):
            FileButtons(self.channel)
            with ui.row().classes("gap-1"):
                share_buttons(lambda: self.stage)
                python_button(lambda: self.python)
                self.trace = word(
                    "Trace", "Save the events of the first board for Posthoc", self._save_trace
                )
            self.no_trace = ui.label(NO_TRACE).classes("caption")

    def _check_over(self) -> None:
        """Raise an error while results are of a previous set-up, or cannot be played yet."""
        session = self.channel.session
        if not session.is_solved or session.is_brief:
            raise AsterionError("The searches of this map are not over; try again in a moment.")

    def _first(self) -> Found:
        for found in self.channel.session.results[:1]:
            if found.trace is not None:
                return found
        raise AsterionError(
            "The first board has no trace: the search was too long, or records none."
        )

    async def _save_trace(self) -> None:
        try:
            self._check_over()
            trace = self._first().trace
            if trace is not None:
                text = await self.channel.run(trace.to_posthoc)
                ui.download.content(text.encode(), "search.trace.yaml")
        except AsterionError as error:
            complain(error)
