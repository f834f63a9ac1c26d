"""The start page at ``/``, a list of algorithms, a page on each, and one for other addresses.

All are plain HTML, so that they load at once and cost the server nothing.
"""

from __future__ import annotations

import asyncio
from html import escape

from fastapi import FastAPI, HTTPException, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from asterion.errors import AsterionError
from asterion.lab.maps.story import story_address
from asterion.lab.page.header import ALGORITHMS, LOGO, PAGES, THEME_COOKIE
from asterion.lab.searches.about import built_in
from asterion.lab.start.algorithm_page import algorithm_html, index_html, module_html
from asterion.lab.start.cards import CARDS, films
from asterion.lab.start.plain_page import plain_page
from asterion.lab.start.textbook_code import ALONE, module
from asterion.lab.wire.packing import pack

ADDRESS = "/"
FILMS = "/lab/films"
_LONGEST = 80  # characters of an address that are shown
OWN_MAP = "/playground#scene=an-empty-map-of-your-own"


def register(app: FastAPI) -> None:
    """Put the page at the root of the lab, and its films beside it."""

    @app.get(ADDRESS)
    def start(request: Request) -> HTMLResponse:
        return HTMLResponse(page_html(request.cookies.get(THEME_COOKIE, "")))

    @app.get(FILMS)
    async def recorded() -> Response:
        headers = {"Cache-Control": "no-cache"}
        content = pack(await asyncio.to_thread(films))
        return Response(content, media_type="application/octet-stream", headers=headers)

    @app.get(ALGORITHMS)
    def index(request: Request) -> HTMLResponse:
        return HTMLResponse(index_html(request.cookies.get(THEME_COOKIE, "")))

    @app.get(f"{ALGORITHMS}/{{kind}}/{{name}}")
    def algorithm(kind: str, name: str, request: Request) -> HTMLResponse:
        theme = request.cookies.get(THEME_COOKIE, "")
        if kind == "textbook" and name in ALONE:
            return HTMLResponse(module_html(module(name), theme))
        try:
            info = built_in(kind, name)
        except AsterionError as error:
            raise HTTPException(404) from error
        return HTMLResponse(algorithm_html(info, theme))

    @app.exception_handler(404)
    def missing(request: Request, _error: Exception) -> Response:
        if "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse("not found", 404)
        theme = request.cookies.get(THEME_COOKIE, "")
        return HTMLResponse(missing_html(request.url.path, theme), 404)


def missing_html(address: str, theme: str) -> str:
    """Return the page for an address that does not exist, with links to existing ones."""
    ways = "".join(f'<a href="{way}">{escape(name)}</a>' for way, name in PAGES.items())
    contents = (
        '<main class="start" id="contents" tabindex="-1">'
        f'<section class="start-top">{LOGO}<div><h1>No way leads here</h1>'
        f"<p>There is no page at <code>{escape(address[:_LONGEST])}</code>. These there are:</p>"
        f'<p class="start-links"><a class="start-first" href="/">Start</a>{ways}</p>'
        "</div></section></main>"
    )
    return plain_page("Not found - Asterion lab", contents, theme)


def page_html(theme: str) -> str:
    """Return the start page."""
    cards = "".join(
        f'<li><a href="{card.address}"><canvas aria-hidden="true"></canvas>'
        f"<strong>{escape(card.name)}</strong><span>{escape(card.text)}</span></a></li>"
        for card in CARDS
    )
    contents = (
        '<main class="start" id="contents" tabindex="-1">'
        f'<section class="start-top">{LOGO}<div><h1>See how games find their way</h1>'
        "<p>Draw a map, watch searches cross it, send agents into the unknown and crowds through "
        "gates, race through a maze, and play against computers that plan. Everything runs on this "
        "machine.</p>"
        f'<p class="start-links"><a class="start-first" href="{OWN_MAP}">Draw your own map</a>'
        '<a href="/playground">Open the playground</a>'
        f'<a href="{story_address(1)}">A story in eight scenes</a>'
        f'<a href="{ALGORITHMS}">All algorithms</a></p></div></section>'
        f'<ul class="start-cards">{cards}</ul></main>'
    )
    return plain_page("Asterion lab", contents, theme, here=ADDRESS, script="start.js")
