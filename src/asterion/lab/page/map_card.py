"""Controls of the map: the moves on it, and maps generated from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import prod
from typing import Any

from nicegui import ui

from asterion.errors import AsterionError
from asterion.lab import limits
from asterion.lab.maps.gallery import GalleryMap
from asterion.lab.maps.made import Made
from asterion.lab.maps.moves import TITLES
from asterion.lab.page.buttons import card, tool
from asterion.lab.page.gallery_dialog import gallery_button
from asterion.lab.page.messages import complain
from asterion.lab.page.number_field import NumberField

GENERATORS: dict[str, Callable[[tuple[int, int], int], Made]] = {
    "maze": lambda shape, seed: Made.by("maze", shape, seed=seed),
    "maze with doors": lambda shape, seed: Made.by(
        "maze", shape, seed=seed, opened=prod(shape) // 28
    ),
    "rooms": lambda shape, seed: Made.by("rooms", shape, seed=seed),
    "caves": lambda shape, seed: Made.by("caves", shape, seed=seed),
    "terrain": lambda shape, seed: Made.by("terrain", shape, seed=seed),
    "scattered walls": lambda shape, seed: Made.by("scattered", shape, seed=seed),
    "open field": lambda shape, _seed: Made.by("field", shape),
}


class MapCard:
    """A card of controls that change the map of a channel."""

    def __init__(self, channel: Any, *, made: str) -> None:
        self.channel = channel
        with card("Map"):
            self.diagonal = (
                ui.select(
                    TITLES,
                    label="Moves",
                    on_change=lambda event: self._move_by(event.value),
                )
                .classes("w-full")
                .tooltip("The tiles of the map, and for squares which diagonal moves are legal")
            )
            with ui.row().classes("w-full no-wrap gap-2"):
                self.generator = ui.select(list(GENERATORS), value=made, label="Make").classes(
                    "col-grow"
                )
                cols = channel.setup.cells.shape[1]
                self.size = NumberField("Size", least=2, most=limits.MAP_SIDE, value=cols)
                self.seed = NumberField("Seed", least=0, most=limits.HIGHEST_SEED, value=4)
                for field in (self.size, self.seed):
                    field.classes("w-20")
            with ui.row().classes("w-full gap-2"):
                ui.button("Make map", on_click=self._make).props("dense unelevated")
                tool("casino", "Make another map", self._make_another)
                gallery_button(self._choose)

    def follow(self) -> None:
        """Show the current set-up."""
        self.diagonal.set_value(self.channel.setup.diagonal)

    def _move_by(self, diagonal: str) -> None:
        setup = self.channel.setup
        if setup.diagonal != diagonal:
            self.channel.adopt(setup.with_moves(diagonal))

    def change(self, **parts: Any) -> None:
        """Replace parts of the set-up, if they differ."""
        setup = self.channel.setup
        if all(getattr(setup, name) == value for name, value in parts.items()):
            return
        try:
            self.channel.adopt(replace(setup, **parts))
        except AsterionError as error:
            complain(error)

    async def _choose(self, chosen: GalleryMap) -> None:
        setup = self.channel.setup
        try:
            if setup.tiles != "square":
                setup = setup.with_moves("clear")
            rows, cols = setup.cells.shape
            setup = replace(setup, start=(0, 0), goal=(rows - 1, cols - 1))  # far apart
            made = await self.channel.run(lambda: setup.with_map(chosen.make()))
            self.channel.replace(made)
        except (AsterionError, ValueError) as error:
            complain(error)

    async def _make_another(self) -> None:
        try:
            self.seed.set_value((self.seed.checked() + 1) % (limits.HIGHEST_SEED + 1))
        except AsterionError as error:
            complain(error)
        else:
            await self._make()

    async def _make(self) -> None:
        setup = self.channel.setup
        try:
            side = self.size.checked()
            shape = side, side  # boards side by side are about square
            make, seed = GENERATORS[str(self.generator.value)], self.seed.checked()

            made = make(shape, seed)
            self.channel.replace(await self.channel.run(partial(setup.on_made, made)))
        except (AsterionError, ValueError) as error:
            complain(error)
