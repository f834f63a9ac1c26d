"""Cards and buttons of several pages."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from nicegui import ui

from asterion.lab import limits
from asterion.lab.page.messages import complain, tell
from asterion.lab.page.uploads import Files, Load, Upload


@contextmanager
def card(title: str) -> Iterator[ui.card]:
    """A card with a heading, to which a screen reader can go, for the controls put into it."""
    with ui.card().classes("lab-card") as made:
        ui.label(title).classes("title").props("role=heading aria-level=2")
        yield made


SAVED = {
    "png": ("PNG", "The boards as a picture"),
    "svg": ("SVG", "The same as lines and words: sharp at any size, for slides and papers"),
    "gif": ("GIF", "The run as a moving picture, which plays everywhere"),
    "mp4": ("MP4", "The run as a video, smoother; WebM in browsers that write no MP4"),
    "html": ("HTML", "The run to play, step and point at, in any browser and without the lab"),
}


def _save_menu(stage: Callable[[], Any]) -> None:
    """A menu of formats for what the boards show."""
    opener = word("Save as\u2026", "a picture, a moving picture or a page to play", lambda: None)
    popup = 'auto-close role=dialog aria-label="Save as"'
    with (
        opener.props("aria-haspopup=dialog"),
        ui.menu().props(popup).classes("save-menu"),
        ui.list().props('role=menu aria-label="Formats"'),
    ):
        for kind, (name, about) in SAVED.items():
            item = ui.menu_item(on_click=partial(_save, stage, kind)).props("role=menuitem")
            with item.classes("save-item"):
                ui.html(f"<b>{name}</b><span>{about}</span>", sanitize=False)


def _save(stage: Callable[[], Any], kind: str) -> None:
    stage().call("save", kind)


def share_buttons(stage: Callable[[], Any], what: str = "set-up") -> None:
    """Buttons that copy a link and save what is shown; the stage may be made after them."""
    word("Link", f"Copy a link to this {what} (l)", lambda: stage().call("share"))
    _save_menu(stage)


def tool(icon: str, label: str, action: Any) -> None:
    """A round button with a picture."""
    props = f'dense flat round aria-label="{_without_key(label)}"'
    ui.button(icon=icon, on_click=action).props(props).tooltip(label)


def word(text: str, label: str, action: Any) -> ui.button:
    """A small button with a word; its name begins with it, so that it can be called by voice."""
    said = _without_key(label)
    name = said if said.startswith(text) else f"{text}: {said}"
    props = f'dense outline no-caps aria-label="{name}"'
    return ui.button(text, on_click=action).props(props).tooltip(label)


def _without_key(label: str) -> str:
    """A label without the key at its end, which only the tooltip tells: phones have neither."""
    return re.sub(r" \([^()]*\)$", "", label)


def undo_and_redo(channel: Any) -> None:
    """Two buttons, which say so where there is nothing to undo or redo."""

    def undo() -> None:
        if not channel.undo():
            tell("There is nothing to undo.")

    def redo() -> None:
        if not channel.redo():
            tell("There is nothing to redo.")

    word("Undo", "Undo (ctrl+z)", undo)
    word("Redo", "Redo (ctrl+y)", redo)


def load_button(
    text: str,
    label: str,
    *,
    endings: str,
    most: int,
    load: Callable[[str, bytes], Awaitable[None]],
) -> None:
    """A button that asks for a file of these endings and hands it to ``load(name, data)``."""

    async def one(files: Files) -> None:
        (name, data), *others = files.items()
        if others:
            complain(f"{', '.join(files)}: {text} takes one file at a time")
        else:
            await load(name, data)

    files_button(text, label, endings=endings, most=most, load=one)


def files_button(
    text: str, label: str, *, endings: str, most: int, load: Load, others: str = ""
) -> None:
    """A button that asks for files of these endings; dropped ones come to ``load`` as well."""
    too_large = f"That is more than {most // limits.MEGABYTE} MB, which the lab takes at once."
    upload = Upload(endings=endings, most=most, load=load, others=others)
    upload.on("rejected", lambda: complain(too_large))
    word(text, f"{label}, or drop it anywhere on the page", upload.pick)
