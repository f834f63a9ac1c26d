"""The gallery of maps: a sheet of small pictures, one click each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape

from fastapi.responses import Response
from nicegui import ui

from asterion.errors import AsterionError
from asterion.lab.maps.gallery import GALLERY, SIDE, GalleryMap, thumbnail
from asterion.lab.page.buttons import word

PICTURES = "/lab/gallery/"


def gallery_button(choose: Callable[[GalleryMap], Awaitable[None]]) -> None:
    """A button that opens the gallery; ``choose`` gets the map that is clicked."""
    with ui.dialog().props('aria-label="Gallery of maps"') as dialog:
        sheet = ui.card().classes("lab-card gallery")

    def fill() -> None:
        with sheet:
            title = f"Maps like those of benchmarks, {SIDE} x {SIDE} cells"
            ui.label(title).classes("title").props("role=heading aria-level=2")
            with ui.element("div").classes("gallery-maps"):
                for each in GALLERY:
                    _entry(each)
            ui.button("Close", on_click=dialog.close).props("flat no-caps")

    def _entry(each: GalleryMap) -> None:
        async def take() -> None:
            dialog.close()
            await choose(each)

        made = ui.element("button").props("type=button").classes("gallery-map").on("click", take)
        picture = f'<img src="{PICTURES}{each.key}.png" alt="" loading="lazy">'
        with made:
            ui.html(f"{picture}<span>{escape(each.name)}</span>", sanitize=False)

    def show() -> None:
        if not sheet.default_slot.children:
            fill()
        dialog.open()

    word("Gallery", "Gallery of maps like those of benchmarks", show)


def picture(name: str) -> Response:
    """Answer with the small picture of a map."""
    try:
        content = thumbnail(name.removesuffix(".png"))
    except AsterionError as error:
        return Response(str(error), 404, media_type="text/plain")
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(content, media_type="image/png", headers=headers)
