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

from asterion.lab.graphs import page as graphs
from asterion.lab.graphs.channel import GraphsChannel
from asterion.lab.maze import page as maze
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.playground import page as playground
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.shared import limits, work
from asterion.lab.shared.access import UPLOADS, Guard, Names
from asterion.lab.shared.channel import Channel
from asterion.lab.shared.memory import give_back_soon, keep_large_blocks_apart, spare_what_stays
from asterion.lab.shared.session_store import SessionStore
from asterion.lab.shared.uploads import receive
from asterion.lab.shared.web_files import ANY, WEB, BrowserFiles
from asterion.lab.start import page as start
from asterion.lab.tactics import page as tactics
from asterion.lab.tactics.channel import TacticsChannel
from asterion.lab.terrain import page as terrain
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.tictactoe import page as tictactoe
from asterion.lab.tictactoe.channel import TicTacToeChannel

SWITCH_SECONDS = 0.0002  # after which a thread that works gives way to the event loop
STORES: dict[str, SessionStore[Any]] = {}  # the sessions of each page
SERVER = secrets.token_hex(8)  # differs after every start: pages see that the server was restarted


def prepare(host: str, images: Mapping[str, Path]) -> None:
    """Registers pages, files and sockets; once. The images are for the maze, by name."""
    app.add_middleware(Guard, names=Names(host))
    app.mount(WEB, BrowserFiles(kept=True))
    app.mount(ANY, BrowserFiles(kept=False))
    # No line at the top for each request: it has no name, and pages say what they wait for.
    app.config.quasar_config["loadingBar"]["skipHijack"] = True
    app.post(f"{UPLOADS}{{key}}")(receive)
    stores = STORES
    stores["playground"] = SessionStore(PlaygroundChannel)
    stores["terrain"] = SessionStore(TerrainChannel)
    stores["graphs"] = SessionStore(GraphsChannel)
    stores["tictactoe"] = SessionStore(TicTacToeChannel)
    stores["tactics"] = SessionStore(TacticsChannel)
    stores["maze"] = SessionStore(lambda: MazeChannel(tuple(images)))
    for store in stores.values():
        store.on_drop = give_back_soon
    start.register(app)  # also what is shown for addresses that do not exist
    playground.register(stores["playground"])
    terrain.register(stores["terrain"])
    graphs.register(stores["graphs"])
    tictactoe.register(stores["tictactoe"])
    tactics.register(stores["tactics"])
    maze.register(stores["maze"])

    for name, file in images.items():
        app.add_static_file(local_file=file, url_path=f"/lab/maze/images/{name}")

    @app.websocket("/lab/ws/{page}/{session}")
    async def boards(socket: WebSocket, page: str, session: str) -> None:
        if page not in stores or not fullmatch("[0-9a-f]{1,32}", session):
            await socket.close(code=1008, reason="unknown page or session")
            return
        channel: Channel = stores[page].hold(session)
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
    """Runs the lab until it is stopped; calls `ready` once it answers."""
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
        if not work.end():  # what cannot be paused, such as a custom search that never returns
            sys.stdout.flush()
            os._exit(1)
