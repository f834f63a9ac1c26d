"""Pages without NiceGUI and without boards."""

from __future__ import annotations

from html import escape

import nicegui

from asterion.lab.page.header import header_html
from asterion.lab.server.web_files import WEB


def plain_page(
    title: str, contents: str, theme: str, *, here: str = "", script: str = "theme.js"
) -> str:
    """Return a page without NiceGUI: its header, its theme, its content, and its script."""
    dark = ' class="body--dark"' if theme == "dark" else ""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>"
        '<link rel="icon" href="/favicon.ico">'
        f'<link rel="stylesheet" href="/_nicegui/{nicegui.__version__}/static/fonts.css">'
        f'<link rel="stylesheet" href="{WEB}/page/lab.css">'
        f'<link rel="stylesheet" href="{WEB}/start/start.css">'
        f'</head><body{dark} data-theme="{escape(theme)}">'
        f"{header_html(here, contents='contents')}{contents}"
        f'<script type="module" src="{WEB}/start/{script}"></script></body></html>'
    )
