"""The playground page: a map to draw on, and searches of it side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any

from nicegui import events, ui

from asterion import maps
from asterion.errors import AsterionError
from asterion.grid import Grid
from asterion.io import load_map, save_map
from asterion.lab.live_playground import LivePlayground
from asterion.lab.pages.controls import OptionInputs
from asterion.lab.pages.frame import Stage, framed
from asterion.lab.sessions.desk import Desk
from asterion.lab.sessions.export import gif_of
from asterion.lab.sessions.setup import MOST_RUNS, Run
from asterion.registry import algorithms

DIAGONALS = {
    "never": "4 moves",
    "clear": "8 moves, no corners cut",
    "one-clear": "8 moves, past one wall",
    "always": "8 moves, between walls too",
}
BRUSHES = {0: "wall", 1: "floor", **{cost: f"costs {cost}" for cost in range(2, 10)}}
GENERATORS: dict[str, Callable[..., Grid]] = {
    "maze": maps.maze,
    "rooms": maps.rooms,
    "caves": maps.caves,
    "scattered walls": maps.scattered,
    "open field": maps.field,
}


def register(desk: Desk[LivePlayground]) -> None:
    """Puts the page at the root of the lab."""

    @ui.page("/")
    def show() -> None:
        session = token_hex(8)
        with framed("/"):
            PlaygroundPage(desk.at(session), session)


class PlaygroundPage:
    """The controls of one tab, and the session that they act on."""

    def __init__(self, live: LivePlayground, session: str) -> None:
        self.live = live
        with ui.element("div").classes("lab-page"):
            with ui.element("div").classes("lab-side"):
                self._map_card()
                self._searches_card()
                self._files_card()
            with ui.element("div").classes("lab-main"):
                self.stage = Stage("playground", session)
                self._legend()
                self._results_card()
        live.on_setup = self._follow_setup
        live.on_results = self._follow_results

    # --- The map

    def _map_card(self) -> None:
        setup = self.live.playground.setup
        with ui.card().classes("lab-card"):
            ui.label("Map").classes("title")
            self.brush = (
                ui.select(
                    BRUSHES, value=0, label="Brush", on_change=lambda e: self._take_brush(e.value)
                )
                .classes("w-full")
                .tooltip("What the pointer paints: w, f, 2 to 9")
            )
            self.diagonal = (
                ui.select(
                    DIAGONALS,
                    value=setup.diagonal,
                    label="Moves",
                    on_change=lambda e: self._change(diagonal=e.value),
                )
                .classes("w-full")
                .tooltip("Which diagonal moves are legal")
            )
            with ui.row().classes("w-full no-wrap gap-2"):
                self.generator = ui.select(list(GENERATORS), value="rooms", label="Make").classes(
                    "col-grow"
                )
                self.size = ui.number("Size", value=41, min=2, max=512, step=1).classes("w-20")
                self.seed = ui.number("Seed", value=4, min=0, step=1).classes("w-20")
            with ui.row().classes("w-full gap-2"):
                ui.button("Make map", on_click=self._make).props("dense unelevated")
                _tool("undo", "Undo (ctrl+z)", self._undo)
                _tool("redo", "Redo (ctrl+y)", self._redo)
                _tool("layers_clear", "Floor everywhere (x)", self.live.clear)

    def _take_brush(self, cost: int) -> None:
        self.live.brush = cost
        self.stage.call("setBrush", cost)

    def _make(self) -> None:
        kind = str(self.generator.value)
        try:
            size = int(self.size.value or 0)
            seed = {} if kind == "open field" else {"seed": int(self.seed.value or 0)}
            rule = self.live.playground.setup.diagonal
            grid = GENERATORS[kind]((max(2, round(size * 0.62)), size), diagonal=rule, **seed)
            self._adopt(grid.cost.astype("uint8"))
        except (AsterionError, ValueError) as error:
            ui.notify(str(error), type="negative")

    def _adopt(self, cells: Any) -> None:
        playground = self.live.playground
        playground.adopt(playground.setup.with_map(cells))
        self.live.changed()

    def _change(self, **parts: Any) -> None:
        playground = self.live.playground
        if all(getattr(playground.setup, name) == value for name, value in parts.items()):
            return
        try:
            playground.change(**parts)
            self.live.changed()
        except AsterionError as error:
            ui.notify(str(error), type="negative")

    def _undo(self) -> None:
        if not self.live.undo():
            ui.notify("There is nothing to undo.")

    def _redo(self) -> None:
        if not self.live.redo():
            ui.notify("There is nothing to redo.")

    # --- The searches

    def _searches_card(self) -> None:
        with ui.card().classes("lab-card"):
            ui.label("Searches").classes("title")
            self.runs = ui.column().classes("w-full gap-3")
            self._draw_runs()

    def _draw_runs(self) -> None:
        setup = self.live.playground.setup
        self.drawn_runs = setup.runs
        self.runs.clear()
        names = {info.name: info.name for info in algorithms("search")}
        with self.runs:
            for i, run in enumerate(setup.runs):
                with ui.row().classes("w-full items-center no-wrap gap-1"):
                    ui.select(
                        names,
                        value=run.algorithm,
                        label=f"Board {i + 1}",
                        on_change=lambda e, i=i: self._set_run(i, Run(e.value)),
                    ).classes("col-grow").tooltip(_summary(run.algorithm))
                    OptionInputs(run, partial(self._set_options, i))
                    if len(setup.runs) > 1:
                        _tool("close", f"Take board {i + 1} away", partial(self._drop_run, i))
            if len(setup.runs) < MOST_RUNS:
                ui.button("Add a search", icon="add", on_click=self._add_run).props("dense flat")

    def _set_run(self, index: int, run: Run) -> None:
        runs = list(self.live.playground.setup.runs)
        runs[index] = run
        self._change(runs=tuple(runs))

    def _set_options(self, index: int, options: dict[str, Any]) -> None:
        run = self.live.playground.setup.runs[index]
        self._set_run(index, replace(run, options=options))

    def _drop_run(self, index: int) -> None:
        runs = self.live.playground.setup.runs
        self._change(runs=runs[:index] + runs[index + 1 :])

    def _add_run(self) -> None:
        runs = self.live.playground.setup.runs
        used = {run.algorithm for run in runs}
        fresh = [info.name for info in algorithms("search") if info.name not in used]
        self._change(runs=(*runs, Run(fresh[0] if fresh else "astar")))

    # --- Files

    def _files_card(self) -> None:
        with ui.card().classes("lab-card"):
            ui.label("Load, save, share").classes("title")
            self.upload = (
                ui.upload(
                    auto_upload=True,
                    max_file_size=20 * 2**20,
                    on_upload=self._load,
                    on_rejected=lambda: ui.notify(
                        "The file is larger than 20 MB.", type="negative"
                    ),
                )
                .props('accept=".map,.txt,.png,.npy"')
                .classes("hidden")
            )
            _word(
                "Load a map",
                "A .map of MovingAI, a .txt of the maze game, a .png or a .npy",
                lambda: self.upload.run_method("pickFiles"),
            )
            with ui.row().classes("gap-1"):
                for ending in (".map", ".txt", ".png"):
                    ui.button(ending, on_click=lambda ending=ending: self._save(ending)).props(
                        f'dense outline no-caps aria-label="Save the map as {ending}"'
                    ).tooltip(f"Save the map as {ending}")
            with ui.row().classes("gap-1"):
                _word(
                    "Link",
                    "Copy a link that holds all of this (l)",
                    lambda: self.stage.call("share"),
                )
                _word("PNG", "The boards as pictures (e)", lambda: self.stage.call("savePictures"))
                _word("GIF", "The first board as an animation", self._save_gif)
                _word("Trace", "The events of the first board, for Posthoc", self._save_trace)

    async def _load(self, event: events.UploadEventArguments) -> None:
        name = Path(event.file.name).name
        try:
            with TemporaryDirectory() as folder:
                path = Path(folder) / name
                path.write_bytes(await event.file.read())
                grid = load_map(path, diagonal=self.live.playground.setup.diagonal)
            cells = grid.cost
            if cells.max() > 9:
                ui.notify("Costs above 9 are shown and searched as 9.")
            self._adopt(cells.clip(0, 9).round().astype("uint8"))
            ui.notify(f"{name}: {grid.shape[0]} x {grid.shape[1]} cells")
        except (AsterionError, OSError, ValueError) as error:
            ui.notify(str(error).replace(folder + "/", ""), type="negative", multi_line=True)
        self.upload.reset()

    def _save(self, ending: str) -> None:
        try:
            with TemporaryDirectory() as folder:
                path = Path(folder) / f"map{ending}"
                save_map(self.live.playground.setup.grid(), path)
                ui.download.content(path.read_bytes(), path.name)
        except (AsterionError, OSError) as error:
            ui.notify(str(error), type="negative")

    def _save_gif(self) -> None:
        setup, found = self.live.playground.setup, self.live.playground.results[:1]
        if not found or found[0].trace is None:
            ui.notify("The first board has no trace to show.", type="warning")
            return
        ui.download.content(gif_of(setup, found[0]), "search.gif")

    def _save_trace(self) -> None:
        found = self.live.playground.results[:1]
        if not found or found[0].trace is None:
            ui.notify("The first board has no trace to save.", type="warning")
            return
        ui.download.content(found[0].trace.to_posthoc().encode(), "search.trace.yaml")

    # --- Results

    def _legend(self) -> None:
        with ui.element("div").classes("legend"):
            for text in (
                "● start",
                "◎ goal",
                "▣ open",
                "▨ closed",
                "━ path",
                "■ wall",
                "digits: costs",
            ):
                ui.label(text)

    def _results_card(self) -> None:
        names = ["search", "result", "cost", "cells", "expanded", "generated", "peak open", "ms"]
        columns = [
            {
                "name": name,
                "label": name,
                "field": name,
                "sortable": True,
                "align": "left" if name in ("search", "result") else "right",
            }
            for name in names
        ]
        self.results = (
            ui.table(columns=columns, rows=[], row_key="search")
            .classes("w-full lab-results")
            .props("dense flat bordered")
        )

    def _follow_results(self) -> None:
        self.results.rows = [
            {**found.row(), "search": f"{i + 1}. {found.run.title}"}
            for i, found in enumerate(self.live.playground.results)
        ]
        self.results.update()

    def _follow_setup(self) -> None:
        setup = self.live.playground.setup
        self.diagonal.set_value(setup.diagonal)
        if self.brush.value != self.live.brush:
            self.brush.set_value(self.live.brush)
        if self.drawn_runs != setup.runs:
            self._draw_runs()


def _summary(name: str) -> str:
    return next(info.summary for info in algorithms("search") if info.name == name)


def _tool(icon: str, label: str, action: Any) -> None:
    ui.button(icon=icon, on_click=action).props(f'dense flat round aria-label="{label}"').tooltip(
        label
    )


def _word(text: str, label: str, action: Any) -> None:
    ui.button(text, on_click=action).props(f'dense outline no-caps aria-label="{label}"').tooltip(
        label
    )
