"""The settings of a controller as fields, made from whatever settings it has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from asterion.lab.sessions.tactics_players import Player


class SettingsFields:
    """Fields under the choice of a team's player; `change(team, name, value)` hears of them."""

    def __init__(self, team: int, change: Callable[[int, str, Any], None]) -> None:
        self.team = team
        self.change = change
        self.name = ""  # of the controller whose fields are there
        self.fields: dict[str, Any] = {}
        self.column = ui.column().classes("w-full gap-0")

    def show(self, player: Player) -> None:
        """The fields of this player, with its values."""
        if player.name != self.name:
            self._build(player)
        for name, value in player.values.items():
            self.fields[name].set_value(value)

    def _build(self, player: Player) -> None:
        self.name = player.name
        self.fields = {}
        self.column.clear()
        if not player.values:
            return
        title = f"Settings of {player.name}, team {self.team}"
        with self.column, ui.expansion(title).classes("w-full lab-settings").props("dense"):
            for name, value in player.values.items():
                self.fields[name] = self._field(name, value)

    def _field(self, name: str, value: Any) -> Any:
        label = name.replace("_", " ")
        take = partial(self._take, name)
        if isinstance(value, bool):
            return ui.checkbox(label, value=value, on_change=take).props("dense")
        if isinstance(value, int | float):
            field = ui.number(label, value=value, on_change=take).props("dense debounce=400")
            return field.classes("w-full")
        return (
            ui.input(label, value=value, on_change=take)
            .props("dense debounce=600")
            .classes("w-full")
        )

    def _take(self, name: str, event: Any) -> None:
        if event.value is not None:
            self.change(self.team, name, event.value)
