"""Messages from the server to the person at a page: one kind of notice for all pages."""

from __future__ import annotations

import json

from nicegui import ui


def tell(text: str) -> None:
    """Say something at the foot of the page, for a few seconds."""
    _show(text, "info")


def complain(problem: object) -> None:
    """Say what went wrong; this stays longer."""
    _show(str(problem), "error")


def _show(text: str, kind: str) -> None:
    ui.run_javascript(f"window.asterionNotice({json.dumps(text)}, {json.dumps(kind)})")
