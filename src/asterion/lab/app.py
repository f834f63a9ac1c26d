"""The lab's server: pages, files for the browser, and the sockets of the boards."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from re import fullmatch
from types import MappingProxyType
from typing import Any

from fastapi import WebSocket
from nicegui import app, ui

from asterion.lab import limits, work
from asterion.lab.characters.channel import CharactersChannel
from asterion.lab.characters.page import CharactersPage
from asterion.lab.crowds.channel import CrowdsChannel
from asterion.lab.crowds.page import CrowdsPage
from asterion.lab.graphs.channel import GraphsChannel
from asterion.lab.graphs.page import GraphsPage
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.maze.page import MazePage
from asterion.lab.open_ground.channel import OpenGroundChannel
from asterion.lab.open_ground.page import OpenGroundPage
from asterion.lab.page.gallery_dialog import PICTURES, picture
from asterion.lab.page.header import address_of
from asterion.lab.page.page_shell import add_page
from asterion.lab.page.uploads import receive
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.playground.page import PlaygroundPage
from asterion.lab.server.access import UPLOADS, Guard, Names
from asterion.lab.server.channel import Channel
from asterion.lab.server.memory import give_back_soon, keep_large_blocks_apart, spare_what_stays
from asterion.lab.server.session_store import SessionStore
from asterion.lab.server.web_files import ANY, WEB, BrowserFiles
from asterion.lab.start import page as start
from asterion.lab.tactics.channel import TacticsChannel
from asterion.lab.tactics.page import TacticsPage
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.terrain.page import TerrainPage
from asterion.lab.tictactoe.channel import TicTacToeChannel
from asterion.lab.tictactoe.page import TicTacToePage

SWITCH_SECONDS = 0.0002  # after which a working thread gives way to the event loop
# The channel and the controls of each page.
PAGES: dict[str, tuple[Callable[[], Channel], Callable[[Any, str], object]]] = {
    "playground": (PlaygroundChannel, PlaygroundPage),
    "terrain": (TerrainChannel, TerrainPage),
    "crowds": (CrowdsChannel, CrowdsPage),
    "open_ground": (OpenGroundChannel, OpenGroundPage),
    "graphs": (GraphsChannel, GraphsPage),
    "characters": (CharactersChannel, CharactersPage),
    "maze": (MazeChannel, MazePage),
    "tactics": (TacticsChannel, TacticsPage),
    "tictactoe": (TicTacToeChannel, TicTacToePage),
}
RESUMED = ("maze",)  # a tab that reloads it keeps its session
SERVER = secrets.token_hex(8)  # differs after every start: pages see that the server was restarted


def prepare(host: str, images: Mapping[str, Path]) -> None:
    """Register pages, files and sockets; once. The images are for the maze, by name."""
    app.add_middleware(Guard, names=Names(host))
    app.mount(WEB, BrowserFiles(kept=True))
    app.mount(ANY, BrowserFiles(kept=False))
    # No progress line at the top for requests: it has no name, and pages say what they wait for.
    app.config.quasar_config["loadingBar"]["skipHijack"] = True
    app.post(f"{UPLOADS}{{key}}")(receive)
    app.get(f"{PICTURES}{{name}}")(picture)
    start.register(app)  # it also answers addresses that do not exist
    pages = PAGES | {"maze": (lambda: MazeChannel(tuple(images)), MazePage)}
    stores: dict[str, SessionStore] = {}
    for page, (make, build) in pages.items():
        stores[page] = SessionStore(make, on_drop=give_back_soon)
        add_page(address_of(page), stores[page], build, resumes=page in RESUMED)
    for name, file in images.items():
        app.add_static_file(local_file=file, url_path=f"/lab/maze/images/{name}")

    @app.websocket("/lab/ws/{page}/{session}")
    async def boards(socket: WebSocket, page: str, session: str) -> None:
        if page not in stores or not fullmatch("[0-9a-f]{1,32}", session):
            await socket.close(code=1008, reason="unknown page or session")
            return
        channel = stores[page].hold(session)
        try:
            await socket.accept()
            await channel.attend(socket, SERVER)
        finally:
            stores[page].release(session)


def serve(
    *,
    port: int,
    host: str = "127.0.0.1",
    show: bool = True,
    ready: Callable[[], None] = lambda: None,
    images: Mapping[str, Path] = MappingProxyType({}),
) -> None:
    """Run the lab until it is stopped; call `ready` once it answers."""
    sys.setswitchinterval(SWITCH_SECONDS)
    keep_large_blocks_apart()
    prepare(host, images)
    app.on_startup(spare_what_stays)
    app.on_startup(ready)
    try:
        ui.run(
            host=host,
            port=port,
            title="Asterion lab",
            show=show,
            reload=False,
            reconnect_timeout=limits.PAGE_SECONDS,
            ws_per_message_deflate=False,
            ws_max_size=limits.MESSAGE_BYTES,
            timeout_graceful_shutdown=1,
            language="en-US",
            tailwind=False,  # it compiles styles in the browser, which takes a fifth of a second
            show_welcome_message=False,
            uvicorn_logging_level="warning",
        )
    finally:
        if not work.end():  # work that cannot be paused, such as a custom search that never returns
            sys.stdout.flush()
            os._exit(1)
