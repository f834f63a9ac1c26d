"""The lab's server: pages, files for the browser, and the line to the boards."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from fastapi import WebSocket, WebSocketDisconnect
from nicegui import app, ui
from starlette.middleware.trustedhost import TrustedHostMiddleware

from asterion.lab.live_graphs import LiveGraphs
from asterion.lab.live_maze import LiveMaze
from asterion.lab.live_playground import LivePlayground
from asterion.lab.live_tactics import LiveTactics
from asterion.lab.live_terrain import LiveTerrain
from asterion.lab.live_tictactoe import LiveTicTacToe
from asterion.lab.pages import graphs, maze, playground, tactics, terrain, tictactoe
from asterion.lab.sessions.desk import Desk
from asterion.lab.watching import Live, Watcher

WEB = Path(__file__).parent / "web"
LONGEST_MESSAGE = 4 * 2**20
LOCAL = ("127.0.0.1", "localhost", "[::1]")
SERVER = secrets.token_hex(8)  # another one after every start: pages see that they were restarted


def prepare(host: str, images: Mapping[str, Path]) -> None:
    """Registers pages, files and sockets; once. The images are for the maze, by name."""
    if host in LOCAL:  # a page elsewhere cannot pass for this machine by a name of its own
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(LOCAL))
    app.add_static_files("/lab/web", WEB, max_cache_age=0)
    playgrounds: Desk[LivePlayground] = Desk(LivePlayground)
    terrains: Desk[LiveTerrain] = Desk(LiveTerrain)
    drawn: Desk[LiveGraphs] = Desk(LiveGraphs)
    games: Desk[LiveTicTacToe] = Desk(LiveTicTacToe)
    matches: Desk[LiveTactics] = Desk(LiveTactics)
    mazes: Desk[LiveMaze] = Desk(lambda: LiveMaze(tuple(images)))
    playground.register(playgrounds)
    terrain.register(terrains)
    graphs.register(drawn)
    tictactoe.register(games)
    tactics.register(matches)
    maze.register(mazes)
    desks: dict[str, Desk[Any]] = {
        "playground": playgrounds,
        "terrain": terrains,
        "graphs": drawn,
        "tictactoe": games,
        "tactics": matches,
        "maze": mazes,
    }

    for name, file in images.items():
        app.add_static_file(local_file=file, url_path=f"/lab/maze/images/{name}")

    @app.websocket("/lab/ws/{page}/{session}")
    async def boards(socket: WebSocket, page: str, session: str) -> None:
        if not _is_ours(socket) or page not in desks:
            await socket.close(code=1008, reason="not for you")
            return
        await socket.accept()
        await _attend(socket, desks[page].at(session))


def _is_ours(socket: WebSocket) -> bool:
    """Whether the page that asks came from this server: no other page may draw here."""
    origin = socket.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == socket.headers.get("host")


async def _attend(socket: WebSocket, live: Live) -> None:
    watcher = Watcher(socket)
    live.watchers.add(watcher)
    sender = asyncio.create_task(watcher.send_all())
    await socket.send_text(json.dumps({"type": "welcome", "server": SERVER}))
    try:
        while True:
            message = json.loads(await socket.receive_text())
            live.hear(watcher, message if isinstance(message, dict) else {})
    except (WebSocketDisconnect, json.JSONDecodeError, RuntimeError):
        pass  # the tab was closed, or is not one of ours
    finally:
        live.watchers.discard(watcher)
        if not live.watchers:
            live.rest()
        sender.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sender


def serve(
    *,
    port: int,
    host: str = "127.0.0.1",
    show: bool = True,
    ready: Callable[[], None] = lambda: None,
    images: Mapping[str, Path] = MappingProxyType({}),
) -> None:
    """Runs the lab until it is stopped; calls `ready` once it answers."""
    prepare(host, images)
    app.on_startup(ready)
    ui.run(
        host=host,
        port=port,
        title="Asterion lab",
        show=show,
        reload=False,
        reconnect_timeout=30,
        ws_per_message_deflate=False,
        ws_max_size=LONGEST_MESSAGE,
        show_welcome_message=False,
        uvicorn_logging_level="warning",
    )
