"""Maps from files and to files, on every page."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from nicegui import ui

from asterion.errors import AsterionError
from asterion.io.announced_size import announced_size
from asterion.io.formats import bytes_of, grid_of
from asterion.lab import limits
from asterion.lab.maps.map_setup import HIGHEST_COST, MapSetup
from asterion.lab.page.buttons import load_button, word
from asterion.lab.page.messages import complain, tell


def _on(setup: MapSetup, data: bytes, name: str) -> tuple[MapSetup, bool]:
    """Replace the map by a file's; also return whether costs had to be clipped."""
    limits.check_cells(*announced_size(data, name))
    cells = grid_of(data, name, diagonal="clear").cost
    fitting = cells.clip(0, HIGHEST_COST).round().astype(np.uint8)
    return setup.with_map(fitting), bool(cells.max() > HIGHEST_COST)


def _left_out(setup: MapSetup) -> str:
    """The parts that the formats of maps cannot hold, in words; empty if there are none."""
    parts = {
        "the shape of its tiles": setup.tiles != "square",
        "links": bool(setup.links),
        "fences": bool(setup.fences),
    }
    return ", ".join(words for words, is_there in parts.items() if is_there)


class FileButtons:
    """Load a map, save it in one of three formats."""

    def __init__(self, channel: Any) -> None:
        self.channel = channel
        with ui.row().classes("gap-1"):
            load_button(
                "Load a map",
                "A .map of MovingAI, a .txt of the maze game, a .png or a .npy",
                endings=".map,.txt,.png,.npy",
                most=limits.MAP_FILE_BYTES,
                load=self._load,
            )
            for ending in (".map", ".txt", ".png"):
                word(ending, f"Save the map as {ending}", partial(self._save, ending))

    async def _load(self, name: str, data: bytes) -> None:
        setup = self.channel.setup
        try:
            loaded, is_clipped = await self.channel.run(partial(_on, setup, data, name))
            if is_clipped:
                tell(f"Costs above {HIGHEST_COST} become {HIGHEST_COST}.")
            self.channel.replace(loaded)
            rows, cols = loaded.cells.shape
            tell(f"{name}: {rows} x {cols} cells")
        except (AsterionError, ValueError) as error:
            complain(error)

    async def _save(self, ending: str) -> None:
        name, setup = f"map{ending}", self.channel.setup
        try:
            content = await self.channel.run(lambda: bytes_of(setup.grid(), name))
            ui.download.content(content, name)
            if left_out := _left_out(setup):
                tell(f"{name} holds what cells cost, but not {left_out}. A link holds all.")
        except AsterionError as error:
            complain(error)
