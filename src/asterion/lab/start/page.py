"""The start page at ``/``: plain HTML, so that it is there at once."""

from __future__ import annotations

import asyncio
import json
from html import escape

import nicegui
from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, Response

from asterion.lab.shared.header import LOGO, THEME_COOKIE, header_html
from asterion.lab.start.cards import CARDS, films

ADDRESS = "/"
FILMS = "/lab/films.json"
OWN_MAP = "/playground#scene=an-empty-map-of-your-own"


def register(app: FastAPI) -> None:
    """Puts the page at the root of the lab, and its films beside it."""

    @app.get(ADDRESS)
    def start(request: Request) -> HTMLResponse:
        return HTMLResponse(page_html(request.cookies.get(THEME_COOKIE, "")))

    @app.get(FILMS)
    async def recorded() -> Response:
        content = json.dumps(await asyncio.to_thread(films), separators=(",", ":"))
        headers = {"Cache-Control": "no-cache"}
        return Response(content, media_type="application/json", headers=headers)


def plain_page(title: str, contents: str, theme: str, *, here: str = "", head: str = "") -> str:
    """A page without NiceGUI: its header, its theme, and what is on it."""
    dark = ' class="body--dark"' if theme == "dark" else ""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>"
        '<link rel="icon" href="/favicon.ico">'
        f'<link rel="stylesheet" href="/_nicegui/{nicegui.__version__}/static/fonts.css">'
        '<link rel="stylesheet" href="/lab/web/shared/lab.css">'
        '<link rel="stylesheet" href="/lab/web/start/start.css">'
        f'{head}</head><body{dark} data-theme="{escape(theme)}">'
        f"{header_html(here, contents='contents')}{contents}</body></html>"
    )


def page_html(theme: str) -> str:
    """The start page."""
    cards = "".join(
        f'<li><a href="{card.address}"><canvas aria-hidden="true"></canvas>'
        f"<strong>{escape(card.name)}</strong><span>{escape(card.text)}</span></a></li>"
        for card in CARDS
    )
    contents = (
        '<main class="start" id="contents" tabindex="-1">'
        f'<section class="start-top">{LOGO}<div><h1>See how games find their way</h1>'
        "<p>Draw a map, watch eight searches cross it, send agents into the unknown, race them "
        "through a maze, and play against computers that plan. Everything runs on this machine.</p>"
        f'<p class="start-ways"><a class="start-first" href="{OWN_MAP}">Draw your own map</a>'
        '<a href="/playground">Open the playground</a></p></div></section>'
        f'<ul class="start-cards">{cards}</ul></main>'
    )
    # Before anything is drawn: links of before the start page go on to the playground.
    head = '<script src="/lab/web/start/old_links.js"></script>'
    script = '<script type="module" src="/lab/web/start/start.js"></script>'
    return plain_page("Asterion lab", contents + script, theme, here=ADDRESS, head=head)
