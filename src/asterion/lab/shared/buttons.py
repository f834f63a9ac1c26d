"""Buttons that several pages have."""

from __future__ import annotations

from typing import Any

from nicegui import ui


def tool(icon: str, label: str, action: Any) -> None:
    """A round button with a picture."""
    props = f'dense flat round aria-label="{label}"'
    ui.button(icon=icon, on_click=action).props(props).tooltip(label)


def word(text: str, label: str, action: Any) -> None:
    """A small button with a word."""
    props = f'dense outline no-caps aria-label="{label}"'
    ui.button(text, on_click=action).props(props).tooltip(label)


def undo_and_redo(channel: Any) -> None:
    """Two round buttons, which say so where there is nothing to undo."""

    def undo() -> None:
        if not channel.undo():
            ui.notify("There is nothing to undo.")

    def redo() -> None:
        if not channel.redo():
            ui.notify("There is nothing to redo.")

    tool("undo", "Undo (ctrl+z)", undo)
    tool("redo", "Redo (ctrl+y)", redo)


def load_button(text: str, label: str, *, endings: str, megabytes: int, load: Any) -> None:
    """A button that asks for a file of these endings and hands it to ``load``, which is async."""

    async def loaded(event: Any) -> None:
        await load(event)
        upload.reset()

    too_large = f"The file is larger than {megabytes} MB."
    upload = (
        ui.upload(
            auto_upload=True,
            max_file_size=megabytes * 2**20,
            on_upload=loaded,
            on_rejected=lambda: ui.notify(too_large, type="negative"),
        )
        .props(f'accept="{endings}"')
        .classes("hidden")
    )
    word(text, label, lambda: upload.run_method("pickFiles"))
