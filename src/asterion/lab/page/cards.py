"""Cards of controls."""

from __future__ import annotations

from nicegui import ui


def card_title(text: str) -> None:
    """The heading of a card: also one for a screen reader, which goes from heading to heading."""
    ui.label(text).classes("title").props("role=heading aria-level=2")
