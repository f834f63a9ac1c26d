"""The socket of a browser's boards: what comes from it is read, checked and handed on.

Nothing that comes can end more than its own socket. What a socket sends beyond its share of the
event loop waits; if much waits, no more of it is read while other tabs have edits under way, and if
much too much waits, the socket is dropped.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from time import monotonic, thread_time
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from asterion.errors import InvalidValue
from asterion.lab.shared import limits
from asterion.lab.shared.watching import Channel, Message, Watcher, json_message


class Allowance:
    """The time of the event loop that a socket may use: a share of it, and some in advance."""

    def __init__(self) -> None:
        self._left = limits.SOCKET_BURST
        self._at = monotonic()

    def spend(self, seconds: float) -> float:
        """Notes what a message took; returns how long to wait before the next one."""
        now = monotonic()
        earned = (now - self._at) * limits.SOCKET_SHARE
        self._left = min(limits.SOCKET_BURST, self._left + earned) - seconds
        self._at = now
        return max(0.0, -self._left / limits.SOCKET_SHARE)


class Inbox:
    """What a socket has sent and was not handled yet; it is read ahead to notice its end at once.

    A socket with too much waiting is dropped: no page sends so much. It is dropped without a
    farewell, because the server would read all that comes until it is answered.
    """

    def __init__(self, socket: WebSocket, channel: Channel) -> None:
        self._socket = socket
        self._channel = channel
        self._waiting: deque[dict[str, Any]] = deque()
        self._news = asyncio.Event()
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while True:
                received = dict(await self._socket.receive())
                if received["type"] == "websocket.disconnect":
                    return
                self._waiting.append(received)
                self._news.set()
                if len(self._waiting) >= limits.CROWD:  # to read on takes time that edits need
                    await self._channel.give_way()
                if len(self._waiting) > limits.BACKLOG:
                    await asyncio.sleep(limits.FLOOD_SECONDS)  # else it would come back at once
                    return
        except (WebSocketDisconnect, RuntimeError):
            return  # the tab was closed
        finally:
            self._news.set()

    async def next(self) -> dict[str, Any] | None:
        """The next of them; None once the socket is closed and all were handled."""
        while not self._waiting and not self.reader.done():
            self._news.clear()
            await self._news.wait()
            await asyncio.sleep(0)  # the reader may be about to end
        return self._waiting.popleft() if self._waiting else None


async def attend(socket: WebSocket, channel: Channel, server: str) -> None:
    """Serves an accepted socket until it is closed."""
    watcher, inbox = Watcher(socket), Inbox(socket, channel)
    channel.watchers.add(watcher)
    watcher.send("welcome", json_message("welcome", server=server))
    sender = asyncio.create_task(watcher.send_all())
    try:
        await _handle_all(inbox, channel, watcher)
    finally:
        channel.watchers.discard(watcher)
        if not channel.watchers:
            channel.on_unwatched()
        for task in (sender, inbox.reader):
            task.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task


async def _handle_all(inbox: Inbox, channel: Channel, watcher: Watcher) -> None:
    allowance = Allowance()
    while (received := await inbox.next()) is not None:
        begin = thread_time()
        try:
            message = message_of(received)
        except InvalidValue as error:
            watcher.send("error", json_message("error", text=str(error)))
        else:
            channel.on_message(watcher, message)
            if channel.is_arriving and not await _has_arrived(channel, inbox):
                return
        wait = allowance.spend(thread_time() - begin)
        if wait > 0:
            await asyncio.wait([inbox.reader], timeout=wait)
            if inbox.reader.done():
                return  # there is no tab left that wants the rest
        else:
            await asyncio.sleep(0)  # others come first, even if more was read already


async def _has_arrived(channel: Channel, inbox: Inbox) -> bool:
    """Waits while a link is read; False if the tab has left before that."""
    arrival = asyncio.create_task(channel.arrived())
    await asyncio.wait([arrival, inbox.reader], return_when=asyncio.FIRST_COMPLETED)
    arrival.cancel()
    return not channel.is_arriving


def message_of(received: dict[str, Any]) -> Message:
    """The message in a frame, or an error that says why there is none."""
    text = received.get("text")
    if text is None:
        raise InvalidValue("the message is of bytes; it must be text")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of too many digits
        raise InvalidValue(f"the message is not JSON: {str(error)[:80]}") from None
    if not isinstance(message, dict):
        raise InvalidValue(f"the message is a {type(message).__name__}; it must be an object")
    return message
