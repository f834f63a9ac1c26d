"""The lab's server: pages, files for the browser, and the sockets of the boards."""

from __future__ import annotations

import asyncio
import json
import os
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
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from asterion.lab.graphs import page as graphs
from asterion.lab.graphs.channel import GraphsChannel
from asterion.lab.maze import page as maze
from asterion.lab.maze.channel import MazeChannel
from asterion.lab.playground import page as playground
from asterion.lab.playground.channel import PlaygroundChannel
from asterion.lab.shared.session_store import SessionStore
from asterion.lab.shared.watching import Channel, Watcher
from asterion.lab.tactics import page as tactics
from asterion.lab.tactics.channel import TacticsChannel
from asterion.lab.terrain import page as terrain
from asterion.lab.terrain.channel import TerrainChannel
from asterion.lab.tictactoe import page as tictactoe
from asterion.lab.tictactoe.channel import TicTacToeChannel

HERE = Path(__file__).parent
LONGEST_MESSAGE = 4 * 2**20
LOCAL = ("127.0.0.1", "localhost", "[::1]")
SERVER = secrets.token_hex(8)  # differs after every start: pages see that the server was restarted


class BrowserFiles(StaticFiles):
    """The scripts and styles beside the pages' Python, and nothing else of the package."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The place of a file; none if it is not for browsers."""
        if not path.endswith((".js", ".css")):
            return "", None
        return super().lookup_path(path)

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        """The file, which a browser may cache but checks each time: it may be newer."""
        response = super().file_response(*arguments, **options)
        response.headers["Cache-Control"] = "no-cache"
        return response


def prepare(host: str, images: Mapping[str, Path]) -> None:
    """Registers pages, files and sockets; once. The images are for the maze, by name."""
    if host in LOCAL:  # else a page could reach the lab by another name for this machine
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(LOCAL))
    app.mount("/lab/web", BrowserFiles(directory=HERE))
    playgrounds: SessionStore[PlaygroundChannel] = SessionStore(PlaygroundChannel)
    terrains: SessionStore[TerrainChannel] = SessionStore(TerrainChannel)
    drawn: SessionStore[GraphsChannel] = SessionStore(GraphsChannel)
    games: SessionStore[TicTacToeChannel] = SessionStore(TicTacToeChannel)
    matches: SessionStore[TacticsChannel] = SessionStore(TacticsChannel)
    mazes: SessionStore[MazeChannel] = SessionStore(lambda: MazeChannel(tuple(images)))
    playground.register(playgrounds)
    terrain.register(terrains)
    graphs.register(drawn)
    tictactoe.register(games)
    tactics.register(matches)
    maze.register(mazes)
    stores: dict[str, SessionStore[Any]] = {
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
        if not _is_ours(socket) or page not in stores:
            await socket.close(code=1008, reason="unknown page, or not from this server")
            return
        await socket.accept()
        await _attend(socket, stores[page].at(session))


def _is_ours(socket: WebSocket) -> bool:
    """Whether the page that connects came from this server: no other page may."""
    origin = socket.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == socket.headers.get("host")


async def _attend(socket: WebSocket, channel: Channel) -> None:
    watcher = Watcher(socket)
    channel.watchers.add(watcher)
    sender = asyncio.create_task(watcher.send_all())
    await socket.send_text(json.dumps({"type": "welcome", "server": SERVER}))
    try:
        while True:
            message = json.loads(await socket.receive_text())
            channel.on_message(watcher, message if isinstance(message, dict) else {})
    except (WebSocketDisconnect, json.JSONDecodeError, RuntimeError):
        pass  # the tab was closed, or is not one of ours
    finally:
        channel.watchers.discard(watcher)
        if not channel.watchers:
            channel.on_unwatched()
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
