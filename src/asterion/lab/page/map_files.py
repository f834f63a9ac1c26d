"""Maps from files and to files, on every page."""

from __future__ import annotations

from functools import partial
from typing import Any

from nicegui import ui

from asterion.errors import AsterionError
from asterion.io.formats import bytes_of
from asterion.io.movingai import Problem
from asterion.lab import limits
from asterion.lab.maps.map_files import (
    ENDINGS,
    OTHERS,
    Files,
    Loaded,
    choices_in,
    ending_of,
    grays_of,
    loaded,
    main_file,
    scenario_in,
    with_problem,
)
from asterion.lab.maps.map_setup import MapSetup
from asterion.lab.page.buttons import files_button, word
from asterion.lab.page.file_dialogs import cells_of_picture, choose
from asterion.lab.page.messages import complain, tell

_KINDS = (
    "Load a .map of MovingAI (.scen with it), .tmx or .tmj of Tiled, .ldtk, .yaml of ROS, .png, "
    ".npy or .txt, with the files that they name"
)
_MOST_LISTED = 2000  # problems of a scenario to choose from


def _left_out(setup: MapSetup) -> str:
    """The parts that the formats of maps cannot hold, in words; empty if there are none."""
    parts = {
        "the shape of its tiles": setup.tiles != "square",
        "links": bool(setup.links),
        "fences": bool(setup.fences),
    }
    return ", ".join(words for words, is_there in parts.items() if is_there)


class FileButtons:
    """Load a map, with what belongs to it; save it in one of three formats."""

    def __init__(self, channel: Any) -> None:
        self.channel = channel
        with ui.row().classes("gap-1") as self.place:
            files_button(
                "Load a map",
                _KINDS,
                endings=ENDINGS,
                others=OTHERS,
                most=limits.MAP_FILE_BYTES,
                load=self._load,
            )
            for ending in (".map", ".txt", ".png"):
                text = f"Map as {ending}"
                word(text, f"{text}: save what its cells cost", partial(self._save, ending))

    async def _load(self, files: Files) -> None:
        self.channel.start(self._open(files))  # a person may have to choose: this does not wait

    async def _open(self, files: Files) -> None:
        with self.place:
            try:
                await self._open_map(files)
            except (AsterionError, ValueError) as error:
                complain(error)

    async def _open_map(self, files: Files) -> None:
        scenario = await self.channel.run(partial(scenario_in, files))
        main = main_file(files)
        setup, told = self.channel.setup, []
        if main is not None:
            found = await self._read(files, main)
            if found is None:
                return
            setup = await self.channel.run(partial(found.on, setup))
            rows, cols = found.cells.shape
            told = [f"{main}: {rows:,} x {cols:,} cells", *found.remarks]
        if scenario is not None:
            setup, name = await self._with_scenario(setup, *scenario)
            told.append(name)
        if setup is None:
            return
        self.channel.replace(setup)
        for text in told:
            tell(text)

    async def _read(self, files: Files, main: str) -> Loaded | None:
        """The map of a file; None if the person has changed their mind."""
        if ending_of(main) == ".png":
            grays = await self.channel.run(partial(grays_of, files[main], main))
            cells = await cells_of_picture(main, grays)
            return None if cells is None else Loaded(cells, "square", (), [])
        options: dict[str, str] = {}
        while True:
            what, names = choices_in(files, main, options.get("level"))
            if not what or what in options:
                break
            chosen = await choose(f"{main}: {len(names)} {what}s", what.capitalize(), names)
            if chosen is None:
                return None
            options[what] = names[chosen]
        found: Loaded = await self.channel.run(partial(loaded, files, main, **options))
        return found

    async def _with_scenario(
        self, setup: Any, name: str, problems: list[Problem]
    ) -> tuple[Any, str]:
        """The set-up of a problem that the person chooses; None if none is chosen."""
        if hasattr(setup, "with_problems"):  # many units take many problems
            most = setup.number or limits.CROWD_UNITS
            crowd = await self.channel.run(partial(setup.with_problems, problems, most))
            return crowd, f"{name}: the first {crowd.number:,} units"
        shown = [
            f"{number}: {problem.start} to {problem.goal}, length {problem.length:.2f}"
            for number, problem in enumerate(problems[:_MOST_LISTED])
        ]
        chosen = await choose(f"{name}: {len(problems):,} problems", "Problem", shown)
        if chosen is None:
            return None, ""
        return with_problem(setup, problems[chosen]), f"{name}: problem {chosen}"

    async def _save(self, ending: str) -> None:
        name, setup = f"map{ending}", self.channel.setup
        try:
            content = await self.channel.run(lambda: bytes_of(setup.grid(), name))
            ui.download.content(content, name)
            if left_out := _left_out(setup):
                tell(f"{name} holds what cells cost, but not {left_out}. A link holds all.")
        except AsterionError as error:
            complain(error)
