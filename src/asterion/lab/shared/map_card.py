"""Controls of the map: the brush, the diagonal rule, and maps generated from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from nicegui import ui

from asterion import maps
from asterion.errors import AsterionError, InvalidValue, shown
from asterion.lab.shared import limits
from asterion.lab.shared.buttons import tool, undo_and_redo
from asterion.lab.shared.turns import steps_of
from asterion.world.grid import Grid

DIAGONALS = {
    "never": "4 moves",
    "clear": "8 moves, no corners cut",
    "one-clear": "8 moves, past one wall",
    "always": "8 moves, between walls too",
}
BRUSHES = {0: "wall", 1: "floor", **{cost: f"costs {cost}" for cost in range(2, 10)}}
GENERATORS: dict[str, Callable[..., Grid]] = {
    "maze": maps.maze,
    "maze with doors": lambda shape, **more: maps.maze(shape, opened=_some(shape), **more),
    "rooms": maps.rooms,
    "caves": maps.caves,
    "scattered walls": maps.scattered,
    "open field": lambda shape, seed, diagonal: maps.field(shape, diagonal=diagonal),  # noqa: ARG005
}
_SHARE_OF_ROWS = 0.62  # of the columns: as wide as screens are


def _some(shape: tuple[int, int]) -> int:
    return shape[0] * shape[1] // 28


class MapCard:
    """A card of controls that act on the ground of a channel."""

    def __init__(self, channel: Any, take_brush: Callable[[int], None], *, made: str) -> None:
        self.channel = channel
        self.take_brush = take_brush
        with ui.card().classes("lab-card"):
            ui.label("Map").classes("title")
            self.brush = (
                ui.select(BRUSHES, value=0, label="Brush", on_change=self._brush)
                .classes("w-full")
                .tooltip("What the pointer paints: w, f, 2 to 9")
            )
            self.diagonal = (
                ui.select(
                    DIAGONALS,
                    value=channel.ground.diagonal,
                    label="Moves",
                    on_change=lambda event: self.change(diagonal=event.value),
                )
                .classes("w-full")
                .tooltip("Which diagonal moves are legal")
            )
            with ui.row().classes("w-full no-wrap gap-2"):
                self.generator = ui.select(list(GENERATORS), value=made, label="Make").classes(
                    "col-grow"
                )
                cols = channel.ground.cells.shape[1]
                self.size = ui.number(
                    "Size", value=cols, min=2, max=limits.MAP_SIDE, step=1
                ).classes("w-20")
                self.seed = ui.number("Seed", value=4, min=0, step=1).classes("w-20")
            with ui.row().classes("w-full gap-2"):
                ui.button("Make map", on_click=self._make).props("dense unelevated")
                undo_and_redo(self.channel)
                tool("layers_clear", "Clear the map (x)", channel.clear)

    def follow(self) -> None:
        """Shows what is set up now."""
        self.diagonal.set_value(self.channel.ground.diagonal)
        if self.brush.value != self.channel.brush:
            self.brush.set_value(self.channel.brush)

    def change(self, **parts: Any) -> None:
        """Replaces parts of the set-up, if they differ."""
        ground = self.channel.ground
        if all(getattr(ground, name) == value for name, value in parts.items()):
            return
        try:
            self.channel.adopt(replace(ground, **parts))
        except AsterionError as error:
            ui.notify(str(error), type="negative", multi_line=True)

    def _brush(self, event: Any) -> None:
        self.channel.brush = event.value
        self.take_brush(event.value)

    async def _make(self) -> None:
        ground = self.channel.ground
        try:
            cols = int(self.size.value or 0)
            if cols > limits.MAP_SIDE:
                raise InvalidValue(f"size is {shown(cols)}; the lab makes up to {limits.MAP_SIDE}")
            shape = max(2, round(cols * _SHARE_OF_ROWS)), cols
            make, seed = GENERATORS[str(self.generator.value)], int(self.seed.value or 0)

            def made() -> Any:
                grid = make(shape, seed=seed, diagonal=ground.diagonal)
                return ground.with_map(grid.cost.astype(np.uint8))

            self.channel.adopt(await self.channel.run(steps_of(made)))
        except (AsterionError, ValueError) as error:
            ui.notify(str(error), type="negative", multi_line=True)
