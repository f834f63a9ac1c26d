"""Questions about a file: which of its parts, and which shades of a picture are walls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from asterion.errors import InvalidValue
from asterion.io.png import pillow
from asterion.lab import limits
from asterion.lab.maps.gallery import coloured
from asterion.lab.maps.map_files import (
    costs_of,
    free_above,
    least_block,
    middle_shade,
    says_costs,
    shrunk,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from asterion.lab.maps.map_setup import Cells

_PREVIEW = 320  # pixels of the longer side
_MEANINGS = {"threshold": "walls and floor", "costs": "shades are costs"}


def _opening(title: str) -> ui.dialog:
    """A dialog with a heading; contents go into its card."""
    dialog = ui.dialog()
    dialog.props["aria-label"] = title
    return dialog


def _buttons(dialog: ui.dialog, value: Any) -> None:
    with ui.row().classes("w-full justify-end gap-2"):
        ui.button("Cancel", on_click=lambda: dialog.submit(None)).props("flat no-caps")
        ui.button("Open", on_click=lambda: dialog.submit(value())).props("unelevated no-caps")


async def _answer(dialog: ui.dialog) -> Any:
    try:
        return await dialog
    finally:
        dialog.delete()


async def choose(title: str, label: str, names: list[str]) -> int | None:
    """Let a person choose one of several names; return its number."""
    dialog = _opening(title)
    with dialog, ui.card().classes("lab-card lab-dialog"):
        ui.label(title).classes("title").props("role=heading aria-level=2")
        listed = dict(enumerate(names))
        select = ui.select(listed, value=0, label=label).classes("w-full")
        select.props("options-dense virtual-scroll-slice-size=20")
        _buttons(dialog, lambda: select.value)
    answer: int | None = await _answer(dialog)
    return answer


class _Picture:
    """A picture, and how it becomes a map."""

    def __init__(self, name: str, grays: npt.NDArray[np.uint8]) -> None:
        self.name, self.grays = name, grays
        self.meaning = "costs" if says_costs(grays) else "threshold"
        self.threshold, self.inverted = middle_shade(grays), False
        self.block = least_block(grays.shape, limits.MAP_CELLS)
        self.small = shrunk(grays, self.block)

    def cells(self, grays: npt.NDArray[np.uint8]) -> Cells:
        """What these shades become."""
        if self.meaning == "costs":
            return costs_of(grays)
        return free_above(grays, self.threshold, inverted=self.inverted)

    def resize(self, block: int) -> None:
        """Take other squares of pixels as cells."""
        self.block, self.small = block, shrunk(self.grays, block)

    def preview(self) -> Any:
        """An image of some of the cells: all of a small map."""
        step = -(-max(self.small.shape) // _PREVIEW)
        image = pillow("pictures of maps").fromarray(
            coloured(self.cells(self.small[::step, ::step]))
        )
        times = max(1, _PREVIEW // max(image.size))
        return image.resize((image.width * times, image.height * times), resample=0)

    def facts(self) -> str:
        """The size of the map, and how much of it is free."""
        rows, cols = self.small.shape
        share = (self.cells(self.small) > 0).mean()
        return f"{rows:,} x {cols:,} cells, {100 * share:.0f} % free"


async def cells_of_picture(name: str, grays: npt.NDArray[np.uint8]) -> Cells | None:
    """Let a person say which shades of a picture are walls, and show the map that it becomes."""
    picture = _Picture(name, grays)
    least, most = picture.block, max(1, min(grays.shape) // 2)
    dialog = _opening("Picture")
    with dialog, ui.card().classes("lab-card lab-dialog"):
        ui.label(f"{name}: {grays.shape[1]:,} x {grays.shape[0]:,} pixels").classes("title").props(
            "role=heading aria-level=2"
        )
        image = ui.image().classes("picture-preview").props('no-spinner alt="The map"')
        facts = ui.label().classes("caption").props("role=status")

        def show() -> None:
            image.set_source(picture.preview())
            facts.set_text(picture.facts())
            text.set_text(f"Free from shade {picture.threshold} of 255")
            shades.set_visibility(picture.meaning == "threshold")

        def set_part(part: str, value: Any) -> None:
            if value is not None:
                setattr(picture, part, value)
                show()

        def resize(value: Any) -> None:
            if value is not None and least <= value <= max(least, most):
                picture.resize(int(value))
                show()

        ui.toggle(
            _MEANINGS,
            value=picture.meaning,
            on_change=lambda event: set_part("meaning", event.value),
        ).props("dense no-caps")
        with ui.column().classes("w-full gap-0") as shades:
            text = ui.label().classes("caption")
            ui.slider(
                min=1,
                max=255,
                value=picture.threshold,
                on_change=lambda event: set_part("threshold", int(event.value)),
            ).props('aria-label="Threshold"')
            ui.checkbox("Dark is free", on_change=lambda event: set_part("inverted", event.value))
        ui.number(
            "Pixels per cell",
            value=least,
            min=least,
            max=max(least, most),
            step=1,
            on_change=lambda event: resize(event.value),
        ).classes("w-full")
        _buttons(dialog, lambda: True)
        show()
    if not await _answer(dialog):
        return None
    cells = picture.cells(picture.small)
    if not cells.any():
        raise InvalidValue(f"{name} becomes walls alone; choose a lower threshold")
    return cells
