"""The card of the world editor: sizes, types of monsters, levels."""

from __future__ import annotations

from functools import partial
from typing import Any

from nicegui import ui

from asterion.errors import AsterionError
from asterion.games.maze.monster_types import BOUNDS, MONSTERS
from asterion.games.maze.worlds import WORLDS
from asterion.lab import limits
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.maze.draft import FIRST_NAME, Draft
from asterion.lab.page.buttons import word
from asterion.lab.page.messages import complain
from asterion.lab.page.number_field import NumberField

HELP = {
    "for-mouse": "Choose a tool above the board. The left button draws, the right one erases.",
    "for-finger": "Choose a tool above the board, and draw with a finger.",
}
LONGEST_SIDE = 256
# The values of a type: what they are called, and the highest that the lab takes.
VALUES = {
    "speed": ("Speed, units per tick", "A tile has 840", limits.MAZE_RULES["monster_speed"]),
    "vision": ("Sight, tiles", "How far it sees ahead", limits.MAZE_RULES["vision"]),
    "aggressiveness": ("Aggressiveness, percent", "How often it chases whom it sees", 100),
}


class EditorCard:
    """While it is open, the board shows a world that is drawn, and the game waits."""

    def __init__(self, channel: MazeChannel) -> None:
        self.channel = channel
        with ui.card().classes("lab-card lab-editor"):
            self.panel = ui.expansion("World editor", on_value_change=self._toggle)
            with self.panel.classes("w-full"):
                for reader, text in HELP.items():
                    ui.label(text).classes(f"caption {reader}")
                self.name = ui.input("Name").classes("w-full").props("dense debounce=400")
                self.name.on_value_change(self._rename)
                self._size_row()
                self._types()
                with ui.row().classes("gap-1 q-mt-xs"):
                    word("Add level", "Another world, played after this one", self._add_level)
                    self.drop = word(
                        "Remove level", "Take this world out of the levels", self._drop
                    )

    def _size_row(self) -> None:
        with ui.row().classes("w-full no-wrap gap-2"):
            self.width = _field("Width", 5, LONGEST_SIDE)
            self.height = _field("Height", 3, LONGEST_SIDE)
        with ui.row().classes("gap-1 q-mt-xs"):
            word("New world", "A small world of this size, to draw on", self._renew)
            word("Resize", "Cut or add at the right and below", self._resize)

    def _types(self) -> None:
        self.letter = ui.select([*MONSTERS], value=MONSTERS[0], label="Type of monsters")
        self.letter.classes("w-full").props("dense").on_value_change(lambda _: self.follow())
        self.values: dict[str, NumberField] = {}
        for name, (label, hint, most) in VALUES.items():
            field = _field(label, BOUNDS[name][0], most, partial(self._set_value, name))
            self.values[name] = field.classes("w-full").tooltip(hint)
        self.own = ui.label().classes("caption")
        word("As the rules say", "Forget this type's own values", self._forget_type)

    def follow(self) -> None:
        """Show the world that is drawn, or that the editor is closed."""
        session = self.channel.session
        draft = session.setup.draft
        if self.panel.value != session.drawing:
            self.panel.set_value(session.drawing)
        self.panel.set_enabled(not session.locked)
        self.drop.set_enabled(len(session.setup.levels) > 1)
        if draft is None:
            return
        height, width = draft.shape
        if self.name.value != draft.name:
            self.name.set_value(draft.name)
        letter = self.letter.value
        traits = session.rules.of_monster(letter, draft.types)
        shown = {self.width: width, self.height: height}
        shown |= {field: getattr(traits, name) for name, field in self.values.items()}
        for field, value in shown.items():
            if field.used != value:  # a person's input stays
                field.show(value)
        own = [VALUES[name][0].partition(",")[0].lower() for name in draft.types.get(letter, {})]
        self.own.set_text(
            f"Its own: {', '.join(own)}." if own else "All values are those of the rules."
        )

    # --- Actions of the controls

    def _toggle(self, event: Any) -> None:
        if event.value != self.channel.session.drawing:
            self.channel.draw(on=bool(event.value))

    def _rename(self, event: Any) -> None:
        draft = self.channel.session.setup.draft
        name = str(event.value or "").strip()[: limits.NAME_LETTERS]
        if draft is not None and name and name != draft.name:
            self.channel.redraw(lambda each: each.named(name))

    def _renew(self) -> None:
        if size := self._size():
            self.channel.redraw(
                lambda each: Draft.first(*size, FIRST_NAME if each.name in WORLDS else each.name)
            )

    def _resize(self) -> None:
        if size := self._size():
            self.channel.redraw(lambda each: each.resized(*size))

    def _size(self) -> tuple[int, int] | None:
        try:
            return self.width.checked(), self.height.checked()
        except AsterionError as error:
            complain(error)
            return None

    def _set_value(self, name: str, value: int) -> None:
        letter = self.letter.value
        self.channel.redraw(lambda each: each.with_type(letter, name, value))

    def _forget_type(self) -> None:
        letter = self.letter.value
        self.channel.redraw(lambda each: each.without_type(letter))

    def _add_level(self) -> None:
        self.channel.ask(self.channel.session.add_level)

    def _drop(self) -> None:
        self.channel.ask(self.channel.session.drop_level)


def _field(label: str, least: int, most: int, take: Any = None) -> NumberField:
    field = NumberField(label, least=least, most=most, value=least, take=take)
    return field.props("dense")
