"""The browsers that watch a session, what waits to be sent to them, and what they send.

A watcher is a browser's socket. It is sent at most two messages that it has not acknowledged; what
comes meanwhile waits, and a newer message replaces an older one of the same topic. So a tab that is
stalled costs nothing, slows no other tab, and shows the present when it wakes up.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, Protocol

from asterion.errors import AsterionError, InvalidValue, shown

MOST_UNSEEN = 2
Outgoing = str | bytes | Callable[[], bytes | None]
_LOG = logging.getLogger(__name__)


class Socket(Protocol):
    """What is needed of a WebSocket."""

    async def send_text(self, data: str) -> None:
        """Sends a text."""

    async def send_bytes(self, data: bytes) -> None:
        """Sends bytes."""


class Watcher:
    """One socket, and the messages that wait for it."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._waiting: dict[str, Outgoing] = {}
        self._unseen = 0
        self._wake = asyncio.Event()
        self.received = 0  # the number of the last message from the browser

    def send(self, topic: str, message: Outgoing, *, first: bool = False) -> None:
        """To be sent when there is room; replaces what waits under the same topic.

        It comes after all that waits, or before it if it is to be `first`. A function is called
        when it is time to send; it returns the bytes, or None to send nothing.
        """
        self._waiting.pop(topic, None)
        if first:
            self._waiting = {topic: message, **self._waiting}
        else:
            self._waiting[topic] = message
        self._wake.set()

    def forget(self, topics: str) -> None:
        """Drops what waits under topics with this prefix."""
        for topic in [topic for topic in self._waiting if topic.startswith(topics)]:
            del self._waiting[topic]

    def acknowledge(self) -> None:
        """The browser has seen a message."""
        self._unseen = max(0, self._unseen - 1)
        self._wake.set()

    async def send_all(self) -> None:
        """Sends until the socket is closed or the task cancelled."""
        while True:
            while self._waiting and self._unseen < MOST_UNSEEN:
                next_one = self._waiting.pop(next(iter(self._waiting)))
                message = next_one() if callable(next_one) else next_one
                if isinstance(message, str):
                    await self._socket.send_text(message)
                elif message is not None:
                    self._unseen += 1
                    await self._socket.send_bytes(message)
            self._wake.clear()
            if not self._waiting or self._unseen >= MOST_UNSEEN:
                await self._wake.wait()


Message = dict[str, Any]
Handler = Callable[[Watcher, Message], object]


class Channel:
    """A session and its watchers; a page has one for each of its tabs."""

    def __init__(self, handlers: dict[str, Handler]) -> None:
        self.watchers: set[Watcher] = set()
        self.on_results: Callable[[], None] = lambda: None  # updates the page's tables
        self.on_setup: Callable[[], None] = lambda: None  # updates the page's controls
        self._handlers = {"ack": lambda watcher, _: watcher.acknowledge(), **handlers}

    def on_message(self, watcher: Watcher, message: Message) -> None:
        """One message from a browser. What is wrong with it is reported to that browser alone."""
        watcher.received = message.get("n", watcher.received)
        kind: Any = message.get("type")
        try:
            self._handlers.get(kind, _refuse)(watcher, message)
        except KeyError as error:
            _send_error(watcher, f"the message {shown(kind)} lacks {error}")
        except (AsterionError, ArithmeticError, TypeError, ValueError) as error:
            _send_error(watcher, str(error))
        except Exception as error:  # noqa: BLE001 - a bug here, which must not end the session
            _LOG.exception("the message %r failed", kind)
            _send_error(watcher, f"{type(error).__name__}: {error}")
        if kind != "ack" and not self.is_busy:
            self.send_done()

    @property
    def is_busy(self) -> bool:
        """Whether what was asked for is still being worked on."""
        return False

    def on_unwatched(self) -> None:
        """No watcher is left: frees what can be made again."""

    def send_done(self) -> None:
        """Tells each watcher that all messages it has sent are done."""
        for watcher in self.watchers:
            watcher.send("done", json_message("done", n=watcher.received))

    def send(self, topic: str, **message: Any) -> None:
        """Sends a message to all watchers."""
        text = json_message(topic, **message)
        for watcher in self.watchers:
            watcher.send(topic, text)

    def send_bytes(self, topic: str, message: bytes, *, first: bool = False) -> None:
        """Sends bytes to all watchers."""
        for watcher in self.watchers:
            watcher.send(topic, message, first=first)


def _send_error(watcher: Watcher, text: str) -> None:
    watcher.send("error", json_message("error", text=text))


def _refuse(_watcher: Watcher, message: Message) -> None:
    raise InvalidValue(f"unknown message type {shown(message.get('type'))}")


def json_message(kind: str, **message: Any) -> str:
    """A message as text."""
    return json.dumps({"type": kind, **message})
