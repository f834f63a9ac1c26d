"""Maps from files and to files, on every page."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from nicegui import events, ui

from asterion.errors import AsterionError
from asterion.io.formats import bytes_of, grid_of
from asterion.lab.shared.buttons import load_button, word
from asterion.lab.shared.ground import HIGHEST_COST


class FileButtons:
    """Load a map, save it in one of three formats."""

    def __init__(self, channel: Any) -> None:
        self.channel = channel
        with ui.row().classes("gap-1"):
            load_button(
                "Load a map",
                "A .map of MovingAI, a .txt of the maze game, a .png or a .npy",
                endings=".map,.txt,.png,.npy",
                megabytes=20,
                load=self._load,
            )
            for ending in (".map", ".txt", ".png"):
                word(ending, f"Save the map as {ending}", partial(self._save, ending))

    async def _load(self, event: events.UploadEventArguments) -> None:
        name = Path(event.file.name).name
        data = await event.file.read()
        try:
            ground = self.channel.ground
            cells = grid_of(data, name, diagonal=ground.diagonal).cost
            if cells.max() > HIGHEST_COST:
                ui.notify(f"Costs above {HIGHEST_COST} become {HIGHEST_COST}.")
            cells = cells.clip(0, HIGHEST_COST).round().astype(np.uint8)
            self.channel.adopt(ground.with_map(cells))
            ui.notify(f"{name}: {cells.shape[0]} x {cells.shape[1]} cells")
        except (AsterionError, ValueError) as error:
            ui.notify(str(error), type="negative", multi_line=True)

    def _save(self, ending: str) -> None:
        name = f"map{ending}"
        try:
            ui.download.content(bytes_of(self.channel.ground.grid(), name), name)
        except AsterionError as error:
            ui.notify(str(error), type="negative", multi_line=True)
