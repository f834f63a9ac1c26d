"""The map editor: files, the things a click puts, blank maps, and the points of a turn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from nicegui import ui

from asterion.errors import AsterionError
from asterion.games.tactics.arguments import LONGEST_SIDE, MOST_POINTS
from asterion.games.tactics.units import MOST_TEAMS
from asterion.lab import limits
from asterion.lab.page.buttons import load_button, word
from asterion.lab.page.messages import complain
from asterion.lab.page.number_field import NumberField
from asterion.lab.page.page_shell import Stage
from asterion.lab.tactics.channel import TacticsChannel
from asterion.lab.tactics.session import OBJECTS

HELP = {
    "for-mouse": "Left button creates, right button destroys. Drag to draw walls or clear tiles.",
    "for-finger": "Tap a tile to create the object there; Nothing clears it. Drag to draw walls.",
}
CHOICES = {i: (name or "nothing").capitalize() for i, name in enumerate(OBJECTS)}


class EditorCard:
    """While it is open, the left button creates on the board, the right one destroys."""

    def __init__(self, channel: TacticsChannel, stage: Callable[[], Stage]) -> None:
        self.channel = channel
        self.stage = stage
        with ui.card().classes("lab-card lab-editor"):
            self.panel = ui.expansion("Map editor", on_value_change=self._update_board)
            self.panel.classes("w-full")
            with self.panel:
                for reader, text in HELP.items():
                    ui.label(text).classes(f"caption {reader}")
                self._file_row()
                self._object_row()
                self._size_row()
                self._points_row()
        self.seen: Any = None  # the state whose size and points the fields show

    def _file_row(self) -> None:
        self.name = ui.input("Name").classes("w-full").props("dense")
        with ui.row().classes("gap-1 q-mt-xs"):
            word("Save", "Save the map as a file", self._save)
            load_button(
                "Load",
                "Load a map file saved here",
                endings=".map,.txt",
                most=limits.SMALL_FILE_BYTES,
                load=self._load,
            )

    def _object_row(self) -> None:
        with ui.row().classes("w-full no-wrap gap-2"):
            self.thing = ui.select(CHOICES, value=1, label="Object", on_change=self._update_board)
            self.thing.classes("col-grow").props("dense")
            self.team = _number("Team", 1, MOST_TEAMS, 1, self._update_board)

    def _size_row(self) -> None:
        with ui.row().classes("w-full no-wrap gap-2"):
            self.width = _number("Width", 1, LONGEST_SIDE, 5)
            self.height = _number("Height", 1, LONGEST_SIDE, 5)
        word(
            "Generate blank map", "Start a new game on an empty board of this size", self._generate
        )

    def _points_row(self) -> None:
        with ui.row().classes("w-full no-wrap gap-2"):
            self.mp = _number("MP", 0, MOST_POINTS, 5)
            self.ap = _number("AP", 0, MOST_POINTS, 3)
        help_text = "Add a copy of this state with these points per turn"
        word("Save resources", help_text, self._save_resources)

    def follow(self) -> None:
        """Show name, size and points of the game, if they have changed."""
        setup = self.channel.session.setup
        state = setup.state
        now = (setup.name, state.shape, state.max_mp, state.max_ap)
        if now == self.seen:
            return  # a person's input stays
        self.seen = now
        self.name.set_value(setup.name)
        for field, value in (
            (self.width, state.width),
            (self.height, state.height),
            (self.mp, state.max_mp),
            (self.ap, state.max_ap),
        ):
            field.show(value)

    def close(self) -> None:
        """Close the editor: clicks play again."""
        self.panel.close()

    # --- Actions of the controls

    def _update_board(self, _event: Any = None) -> None:
        team = int(self.team.used or 1) - 1
        self.stage().call("setEditor", bool(self.panel.value), self.thing.value, team)

    async def _save(self) -> None:
        name = Path(str(self.name.value or "map")).name
        at = await self.stage().ask("where")
        self._try(lambda: ui.download.content(self.channel.session.file_of(at), f"{name}.map"))

    async def _load(self, name: str, data: bytes) -> None:
        self._try(lambda: self.channel.session.load_file(data, name), is_other=True)

    def _generate(self) -> None:
        load = self.channel.session.load_blank
        self._try(lambda: load(self.width.checked(), self.height.checked()), is_other=True)

    async def _save_resources(self) -> None:
        at = await self.stage().ask("where")
        save = self.channel.session.save_resources
        self._try(lambda: save(at, self.mp.checked(), self.ap.checked()))

    def _try(self, action: Callable[[], Any], *, is_other: bool = False) -> None:
        """Do it and show its error; another map ends a scene."""
        version = self.channel.session.version
        try:
            action()
        except (AsterionError, OSError, ValueError) as error:
            complain(error)
        if self.channel.session.version != version:
            self.channel.changed()
            if is_other:
                self.channel.leave_scene()


def _number(label: str, least: int, most: int, value: int, take: Any = None) -> NumberField:
    field = NumberField(label, least=least, most=most, value=value, take=take)
    return field.classes("w-20").props("dense")
