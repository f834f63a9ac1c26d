"""Runs of the maze game, saved, replayed and logged."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any
from zipfile import ZipFile

from nicegui import ui

from asterion.errors import LONGEST, AsterionError
from asterion.lab import limits
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.page.buttons import card, load_button, share_buttons, word
from asterion.lab.page.messages import complain
from asterion.lab.page.python_panel import PythonPanel, python_button


class RunCard:
    """Save a run, replay one, get its logs, share the set-up."""

    def __init__(
        self,
        channel: MazeChannel,
        stage: Callable[[], Any],
        python: Callable[[], PythonPanel],
    ) -> None:
        self.channel = channel
        with card("Runs") as self.card:
            self.logging = ui.checkbox(
                "Logging", on_change=lambda event: channel.switch("logging", on=event.value)
            ).props("dense")
            self.logging.tooltip("A log for each player, as soon as all have finished")
            with ui.row().classes("gap-1"):
                word("Save run", "Save the set-up and all that was done, to replay it", self._save)
                load_button(
                    "Replay a run",
                    "Replay a saved run; refused if its result differs",
                    endings=".json",
                    most=limits.RUN_FILE_BYTES,
                    load=self._load,
                )
                word(
                    "Logs",
                    "Tables of the players that have finished, tab-delimited",
                    self._save_logs,
                )
                share_buttons(stage)
                python_button(python)

    def follow(self) -> None:
        """Show whether the game is logged."""
        self.logging.set_value(self.channel.session.switches.logging)

    async def _save(self) -> None:
        saved = await self.channel.run(self.channel.session.save)
        ui.download.content(json.dumps(saved, indent=1).encode(), "maze-run.json")

    async def _load(self, name: str, data: bytes) -> None:
        try:
            saved = await self.channel.run(partial(json.loads, data))
        except (ValueError, RecursionError) as error:
            reason = str(error)[:LONGEST]
            complain(f"{name} is not a saved run: {reason}")
            return
        self.channel.replay(saved)
        self.channel.leave_scene()

    def hand_out_logs(self) -> None:
        """Write the logs of a finished game if that was asked for."""
        if self.channel.session.switches.logging:
            with self.card:
                _download(self.channel.session.logs())

    async def _save_logs(self) -> None:
        try:
            _download(await self.channel.run(self.channel.session.logs))
        except AsterionError as error:
            complain(error)


def _download(logs: dict[str, str]) -> None:
    """Download all of them in one file."""
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, text in logs.items():
            archive.writestr(f"logs/{name}", text)
    ui.download.content(packed.getvalue(), "maze-logs.zip")
