"""The settings of a controller as fields, one for each setting it has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from asterion.lab.tactics.numbering import team_name
from asterion.lab.tactics.players import Player, choices, notes, title_of


class SettingsFields:
    """Fields below the choice of a team's player; each calls `change(team, name, value)`."""

    def __init__(self, team: int, change: Callable[[int, str, Any], None]) -> None:
        self.team = team
        self.change = change
        self.name = ""  # of the controller that the fields belong to
        self.fields: dict[str, Any] = {}
        self.column = ui.column().classes("w-full gap-0")

    def show(self, player: Player) -> None:
        """Show the fields of this player, with its values."""
        values = player.values
        if player.name != self.name or values.keys() != self.fields.keys():
            self._build(player.name, values)
        for name, value in values.items():
            if self.fields[name].value != value:
                self.fields[name].set_value(value)

    def _build(self, name: str, values: dict[str, Any]) -> None:
        opened = self.name == name  # stays open while settings are changed
        self.name, self.fields = name, {}
        self.column.clear()
        if not values:
            return
        title = f"Settings of {title_of(name)}, {team_name(self.team)}"
        table, help_texts = "", notes(name)
        with (
            self.column,
            ui.expansion(title, value=opened).classes("w-full lab-settings").props("dense"),
            ui.element("div").classes("lab-fields"),
        ):
            for each, value in values.items():
                if (of := each.rpartition(".")[0]) != table:
                    table = of
                    ui.label(table).classes("lab-table-name")
                self.fields[each] = self._field(each, value)
                if each in help_texts:
                    self.fields[each].tooltip(help_texts[each])

    def _field(self, name: str, value: Any) -> Any:
        label = name.rpartition(".")[2].replace("_", " ")
        take = partial(self._take, name)
        field: Any
        if isinstance(value, bool):
            return ui.checkbox(label, value=value, on_change=take).props("dense")
        if isinstance(value, int | float) and name != "max_expansions":  # or "auto"
            field = ui.number(label, value=value, on_change=take).props("debounce=400")
        elif words := choices(name):
            field = ui.select([*words], label=label, value=value, on_change=take)
        else:
            field = ui.input(label, value=value, on_change=take).props("debounce=800")
        return field.props("dense")

    def _take(self, name: str, event: Any) -> None:
        if event.value is not None:
            self.change(self.team, name, event.value)
