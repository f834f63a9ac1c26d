"""The graphs page: a graph to draw, and the open and closed lists of a search of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from asterion import lecture
from asterion.lab import limits
from asterion.lab.graphs.channel import GraphsChannel
from asterion.lab.graphs.parts import HIGHEST
from asterion.lab.graphs.python import python_of
from asterion.lab.graphs.setup import GraphSetup, searches
from asterion.lab.page.buttons import card, load_button, share_buttons, tool, undo_and_redo, word
from asterion.lab.page.legend import Sign, legend
from asterion.lab.page.messages import complain
from asterion.lab.page.number_field import NumberField
from asterion.lab.page.page_shell import Stage, drawer, side
from asterion.lab.page.python_panel import PythonPanel, python_button
from asterion.lab.page.setup_page import SetupPage
from asterion.search.option_table import OPTIONS
from asterion.search.registry import info_of

RULES = ("stop", "ties", "reopen")
LEGEND = [
    Sign("unvisited", "free", "round"),
    Sign("open", "open", "round"),
    Sign("closed", "closed", "round"),
    Sign("path", "path", "line", "path"),
    Sign("tree", "agent", "thin", "tree"),
    Sign("thick ring: expanded now"),
]


class GraphsPage(SetupPage[GraphSetup]):
    """The controls of one tab, and the session that they act on."""

    def __init__(self, channel: GraphsChannel, session: str) -> None:
        self.channel = channel
        self.stage: Stage
        self.table: dict[str, NumberField] = {}  # an estimate for each node
        with side(channel.scenes):
            self._graph_card()
            self._search_card()
            self._estimates_card()
            self._files_card()
        with ui.element("div").classes("lab-main"):
            self.stage = Stage("graphs", session)
            with drawer("Legend"):
                legend(LEGEND)
        channel.on_setup = self._follow
        self._follow()
        self.python = PythonPanel(channel, lambda: python_of(channel.session.setup))

    # --- Cards

    def _graph_card(self) -> None:
        with card("Graph"):
            with ui.row().classes("gap-1"):
                for number in (1, 2, 3):
                    word(
                        f"Example {number}",
                        f"The lecture's example {number}: {lecture.example(number).title}",
                        partial(self._change, partial(GraphSetup.example, number), is_other=True),
                    )
            with ui.row().classes("w-full gap-2"):
                undo_and_redo(self.channel)
                tool(
                    "layers_clear",
                    "Remove all nodes but start and goal (x)",
                    lambda: self._change(self.setup.cleared),
                )

    def _search_card(self) -> None:
        with card("Search"):
            with ui.row().classes("w-full no-wrap gap-2"):
                self.start = self._select("Start", "start", self._choose_ends)
                self.goal = self._select("Goal", "goal", self._choose_ends)
            self.algorithm = ui.select(
                {info.name: info.title for info in searches()},
                label="Algorithm",
                on_change=self._choose_algorithm,
            ).classes("w-full")
            self.choices = {}
            for name in RULES:
                choices = [each for each in OPTIONS[name].choices if each != "straight"]
                self.choices[name] = (
                    ui.select(
                        choices, label=name.capitalize(), on_change=partial(self._choose_rule, name)
                    )
                    .classes("w-full")
                    .tooltip(OPTIONS[name].help)
                )

    def _select(self, label: str, end: str, choose: Callable[..., None]) -> ui.select:
        return ui.select([], label=label, on_change=partial(choose, end)).classes("col-grow")

    def _estimates_card(self) -> None:
        with card("Estimates to the goal"):
            self.estimates = ui.element("div").classes("lab-estimates w-full")
            self.report = ui.label().classes("caption")
            with ui.row().classes("gap-1"):
                word(
                    "Zero",
                    "Set all estimates to 0: A* becomes Dijkstra",
                    lambda: self._change(
                        lambda: self.setup.with_estimates(dict.fromkeys(self.setup.names, 0.0))
                    ),
                )
                word(
                    "True costs",
                    "Set each estimate to the true remaining cost",
                    lambda: self._change(self.channel.session.true_costs),
                )

    def _files_card(self) -> None:
        with card("Load, save, share"), ui.row().classes("gap-1"):
            load_button(
                "Load a graph",
                "Load a .json file saved here",
                endings=".json",
                most=limits.SMALL_FILE_BYTES,
                load=self._load,
            )
            word("Save", "Save the graph as .json", self._save)
            word("Lists", "Save the iterations as text", self._save_lists)
            share_buttons(lambda: self.stage)
            python_button(lambda: self.python)

    # --- Showing the set-up

    def _follow(self) -> None:
        setup = self.setup
        taken = info_of(setup.run.algorithm).options
        for select, name in ((self.start, setup.start), (self.goal, setup.goal)):
            if select.options != setup.names:
                select.set_options(setup.names, value=name)
            select.set_value(name)
        self.algorithm.set_value(setup.run.algorithm)
        for name, select in self.choices.items():
            select.set_visibility(name in taken)
            select.set_value(setup.run.options.get(name, OPTIONS[name].default))
        self._follow_estimates(setup)

    def _follow_estimates(self, setup: GraphSetup) -> None:
        if [*self.table] != setup.names:
            self.estimates.clear()
            with self.estimates:
                self.table = {name: self._estimate_of(name) for name in setup.names}
        for spot in setup.nodes:
            self.table[spot.name].set_value(spot.estimate)
        used = setup.estimates is not None
        unused = "" if used else f"{setup.run.algorithm} uses no estimates. "
        self.report.set_text(unused + self.channel.session.diagnosis())

    def _estimate_of(self, name: str) -> NumberField:
        return (
            NumberField(
                name, least=0, most=HIGHEST, whole=False, take=partial(self._estimate, name)
            )
            .props(f'dense aria-label="Estimate of {name}"')
            .classes("w-full")
        )

    # --- Actions of controls

    def _choose_ends(self, end: str, event: Any) -> None:
        if event.value is not None:
            self._change(lambda: self.setup.with_ends(**{end: event.value}))

    def _choose_algorithm(self, event: Any) -> None:
        if event.value != self.setup.run.algorithm:
            self._change(lambda: self.setup.with_search(event.value))

    def _choose_rule(self, name: str, event: Any) -> None:
        algorithm = self.setup.run.algorithm
        default = OPTIONS[name].default
        if event.value != self.setup.run.options.get(name, default):
            self._change(lambda: self.setup.with_search(algorithm, **{name: event.value}))

    def _estimate(self, name: str, value: float) -> None:
        if name in self.setup.names:
            self._change(lambda: self.setup.with_estimate(name, value))

    async def _load(self, _name: str, data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        read = self.channel.run(partial(GraphSetup.from_file, text))
        await self._change_to(read)

    def _save(self) -> None:
        ui.download.content(self.setup.to_file().encode(), "graph.json")

    def _save_lists(self) -> None:
        lines = self.channel.session.written.lines
        if not lines:
            complain("There are no iterations to save.")
            return
        ui.download.content(f"{lines}\n".encode(), "iterations.txt")
