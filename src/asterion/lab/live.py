"""Sessions on the air: who watches, what they have not seen yet, and work that is under way.

A watcher is a browser's socket. It is sent at most two messages that it has not acknowledged; what
comes meanwhile waits, and newer news of a thing replaces older. So a tab that is stalled costs
nothing, slows nobody, and sees the present when it wakes up.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from asterion.errors import AsterionError
from asterion.lab.sessions.codec import packed_map, packed_result
from asterion.lab.sessions.playground import Found, Playground
from asterion.lab.sessions.setup import Setup

MOST_UNSEEN = 2


class Socket(Protocol):
    """What we need of a WebSocket."""

    async def send_text(self, data: str) -> None: ...
    async def send_bytes(self, data: bytes) -> None: ...


class Watcher:
    """One socket, and what it is to be told."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._waiting: dict[str, str | bytes] = {}
        self._unseen = 0
        self._news = asyncio.Event()

    def tell(self, topic: str, message: str | bytes) -> None:
        """To be sent when there is room; replaces what waits under the same topic."""
        self._waiting.pop(topic, None)
        self._waiting[topic] = message
        self._news.set()

    def acknowledge(self) -> None:
        """The browser has seen a message."""
        self._unseen = max(0, self._unseen - 1)
        self._news.set()

    async def send_all(self) -> None:
        """Sends until the socket is closed or the task cancelled."""
        while True:
            while self._waiting and self._unseen < MOST_UNSEEN:
                message = self._waiting.pop(next(iter(self._waiting)))
                if isinstance(message, str):
                    await self._socket.send_text(message)
                else:
                    self._unseen += 1
                    await self._socket.send_bytes(message)
            self._news.clear()
            if not self._waiting or self._unseen >= MOST_UNSEEN:
                await self._news.wait()


class LivePlayground:
    """A playground, its watchers, and the one worker that solves it."""

    def __init__(self) -> None:
        self.playground = Playground()
        self.brush = 0
        self.watchers: set[Watcher] = set()
        self.on_results: Callable[[], None] = lambda: None  # the page's own tables
        self.on_setup: Callable[[], None] = lambda: None  # the page's own controls
        self._work: asyncio.Task[None] | None = None
        self._dirty = False
        self._brief = False
        self._titles: list[str] = []

    # --- What browsers say

    def hear(self, watcher: Watcher, message: dict[str, Any]) -> None:
        """One message of a browser's. What is wrong with it is said to that browser."""
        try:
            self._act(watcher, message)
        except (AsterionError, KeyError, TypeError, ValueError) as error:
            fault = f"{message.get('type')} lacks {error}" if isinstance(error, KeyError) else error
            watcher.tell("error", json.dumps({"type": "error", "text": str(fault)}))

    def _act(self, watcher: Watcher, message: dict[str, Any]) -> None:
        playground = self.playground
        match message.get("type"):
            case "ack":
                watcher.acknowledge()
            case "hello":
                self._welcome(watcher, message.get("link"))
            case "again":
                self._tell_all([watcher])
            case "begin":
                playground.begin_stroke()
            case "paint":
                playground.paint([int(cell) for cell in message["cells"]], int(message["cost"]))
                self.changed(brief=True)
            case "move":
                playground.move(str(message["end"]), int(message["cell"]))
                self.changed(brief=True)
            case "end":
                playground.end_stroke()
                self.changed()
            case "undo":
                if playground.undo():
                    self.changed()
            case "redo":
                if playground.redo():
                    self.changed()
            case "clear":
                playground.clear()
                self.changed()
            case "brush":
                self.brush = int(message["cost"])
                self.on_setup()
            case other:
                raise ValueError(f"nobody knows the message {other!r}")

    def _welcome(self, watcher: Watcher, link: str | None) -> None:
        if link and self.playground.version == 0:
            self.playground.setup = Setup.from_link(link)
            self.playground.version += 1
            self.on_setup()
        self._tell_all([watcher])
        self.changed()

    # --- Work

    def changed(self, *, brief: bool = False) -> None:
        """The set-up is another: solve it anew, `brief`ly while a stroke is under way."""
        self._dirty = True
        self._brief = brief
        self.on_setup()
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._solve_all())

    async def _solve_all(self) -> None:
        while self._dirty:
            self._dirty = False
            brief = self._brief
            self._tell_map(self.watchers)
            results = await asyncio.to_thread(self.playground.solve, briefly=brief)
            if results is None:
                self._dirty = True
                continue
            await self._tell_results(results)
            if not brief:
                link = await asyncio.to_thread(self.playground.setup.to_link)
                for watcher in self.watchers:
                    watcher.tell("link", json.dumps({"type": "link", "link": link}))
            self.on_results()

    # --- News

    def _tell_all(self, watchers: list[Watcher]) -> None:
        """For one who knows nothing yet."""
        self._titles = [run.title for run in self.playground.setup.runs]
        for watcher in watchers:
            watcher.tell("boards", json.dumps({"type": "boards", "titles": self._titles}))
        self._tell_map(watchers)
        for board, found in enumerate(self.playground.results[: len(self._titles)]):
            message = self._packed(board, found)
            for watcher in watchers:
                watcher.tell(f"result {board}", message)

    def _tell_map(self, watchers: Any) -> None:
        titles = [run.title for run in self.playground.setup.runs]
        message = packed_map(self.playground.setup)
        for watcher in watchers:
            if titles != self._titles:
                watcher.tell("boards", json.dumps({"type": "boards", "titles": titles}))
            watcher.tell("map", message)
        self._titles = titles

    async def _tell_results(self, results: list[Found]) -> None:
        for board, found in enumerate(results):
            message = await asyncio.to_thread(self._packed, board, found)
            for watcher in self.watchers:
                watcher.tell(f"result {board}", message)

    def _packed(self, board: int, found: Found) -> bytes:
        cols = self.playground.setup.cells.shape[1]
        return packed_result(board, self.playground.version, found, cols)

    async def close(self) -> None:
        """Ends what is under way."""
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work
