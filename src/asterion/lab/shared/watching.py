"""The browsers that watch a session, what waits to be sent to them, and what they send.

A watcher is a browser's socket. It is sent at most two messages that it has not acknowledged; what
comes meanwhile waits, and a newer message replaces an older one of the same topic. So a tab that is
stalled costs nothing, slows no other tab, and shows the present when it wakes up.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, ClassVar, Protocol, TypeVar

from asterion.errors import AsterionError, InvalidValue, shown
from asterion.lab.shared import limits
from asterion.lab.shared.scenes import Scene, scene_of
from asterion.lab.shared.tab_numbers import TabNumbers, number_of
from asterion.lab.shared.turns import Account, Work, steps_of, turns

T = TypeVar("T")

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
        self.tab: str | None = None  # the tab it belongs to, if it has said so
        self.parts = ""  # of a long link that have come so far

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

    scenes: ClassVar[tuple[Scene, ...]] = ()  # that the page offers

    def __init__(self, handlers: dict[str, Handler]) -> None:
        self.watchers: set[Watcher] = set()
        self.on_results: Callable[[], None] = lambda: None  # updates the page's tables
        self.on_setup: Callable[[], None] = lambda: None  # updates the page's controls
        self._account = Account()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._numbers = TabNumbers()
        self._link: tuple[Watcher, Any, Callable[[Any], Any]] | None = None
        self._arrived = asyncio.Event()
        self._arrived.set()
        self._handlers = {
            "ack": lambda watcher, _: watcher.acknowledge(),
            "scene": self._show_scene,
            "part": _take_part,
            **handlers,
        }

    def on_message(self, watcher: Watcher, message: Message) -> None:
        """One message from a browser. What is wrong with it is reported to that browser alone."""
        kind: Any = message.get("type")
        number = 0
        try:
            number = number_of(message, "n")
            watcher.received = max(watcher.received, number)
            if kind == "hello":
                self._meet(watcher, message)
            elif kind != "ack" and not self._numbers.is_new(watcher.tab, number):
                return  # done before the connection broke
            handler = self._handlers.get(kind, _refuse) if isinstance(kind, str) else _refuse
            handler(watcher, message)
        except KeyError as error:
            _send_error(watcher, f"the message {shown(kind)} lacks {error}", number)
        except (AsterionError, ArithmeticError, TypeError, ValueError) as error:
            _send_error(watcher, str(error), number)
        except Exception as error:  # noqa: BLE001 - a bug here, which must not end the session
            _LOG.exception("the message %r failed", kind)
            _send_error(watcher, f"{type(error).__name__}: {error}", number)
        if kind != "ack" and not self.is_busy:
            self.send_done()

    def _meet(self, watcher: Watcher, message: Message) -> None:
        """A browser says which tab it is; it is told which of its messages were done."""
        if watcher.parts and isinstance(message.get("link"), str):
            message["link"] = watcher.parts + message["link"]
        watcher.parts = ""
        watcher.tab = message.get("tab")
        if watcher.tab is not None:
            last = self._numbers.meet(watcher.tab, number_of(message, "done"))
            watcher.send("heard", json_message("heard", n=last))

    # --- Scenes

    def _show_scene(self, watcher: Watcher, message: Message) -> None:
        scene = scene_of(self.scenes, message["name"])
        self.show_scene(scene)
        told = json_message("view", name=scene.name, text=scene.text, view=dict(scene.view))
        watcher.send("view", told)

    def show_scene(self, scene: Scene) -> None:
        """Sets up a scene, which can be undone where anything can."""
        self.adopt(scene.make())

    def adopt(self, setup: Any) -> None:
        """Replaces the set-up."""
        raise NotImplementedError

    # --- The link that a browser comes with, which is read beside the event loop

    def restore_from(self, link: Any, watcher: Watcher, read: Callable[[Any], Any]) -> None:
        """Has a link read, if there is one; its set-up goes to :meth:`restore`."""
        if link:
            self._link = watcher, link, read
            self._arrived.clear()

    async def take_link(self) -> None:
        """Reads the link that waits, if one does; a bad one is reported to its browser."""
        if self._link is None:
            return
        (watcher, link, read), self._link = self._link, None
        try:
            # That a link was soon read does not say that its searches are short.
            self.restore(await self.run(steps_of(partial(read, link)), tells=False))
        except AsterionError as error:
            _send_error(watcher, str(error))
        finally:
            self._arrived.set()

    @property
    def is_arriving(self) -> bool:
        """Whether a link is being read."""
        return not self._arrived.is_set()

    async def arrived(self) -> None:
        """Waits until no link is being read: messages that come after it are about its set-up."""
        await self._arrived.wait()

    def restore(self, setup: Any) -> None:
        """Takes over the set-up of a link."""
        raise NotImplementedError

    @property
    def is_busy(self) -> bool:
        """Whether what was asked for is still being worked on."""
        return False

    # --- Work

    async def run(self, work: Work[T], *, prompt: bool = True, tells: bool = True) -> T:
        """The result of work that may take long, done beside the event loop in this tab's turns.

        What the session does by itself, such as the next move of a walk, is not ``prompt``; what is
        short whatever comes after it ``tells`` nothing of this tab's works.
        """
        return await turns().run(self._account, work, prompt=prompt, tells=tells)

    async def give_way(self) -> None:
        """Lets edits of other tabs come first; for a socket that sends more than is handled."""
        await turns().give_way(self._account)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begins a task, which ends with the session at the latest."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def on_unwatched(self) -> None:
        """No watcher is left: ends all work, and frees what can be made again."""
        self._link = None
        self._arrived.set()
        for task in self._tasks:
            task.cancel()

    def close(self) -> None:
        """The session is dropped: it lets go of its page, and nothing of it goes on."""
        self.on_unwatched()
        self.on_results = self.on_setup = lambda: None

    # --- Messages

    def send_done(self) -> None:
        """Tells each watcher that all messages it has sent are done."""
        for watcher in self.watchers:
            watcher.send("done", json_message("done", n=watcher.received))

    def marks(self) -> dict[Watcher, int]:
        """The number of the last message of each watcher, as of now."""
        return {watcher: watcher.received for watcher in self.watchers}

    def send_link(self, link: str, marks: dict[Watcher, int]) -> None:
        """Sends the set-up as a link, with the number of the last message that it holds."""
        self.send_marked("link", marks, link=link)

    def send_marked(self, topic: str, marks: dict[Watcher, int], **message: Any) -> None:
        """Sends a message with the number of the last one of each browser that it answers."""
        for watcher in self.watchers:
            watcher.send(topic, json_message(topic, n=marks.get(watcher, 0), **message))

    def send(self, topic: str, **message: Any) -> None:
        """Sends a message to all watchers."""
        self.send_text(topic, json_message(topic, **message))

    def send_text(self, topic: str, text: str) -> None:
        """Sends a message that is a text already."""
        for watcher in self.watchers:
            watcher.send(topic, text)

    def send_bytes(self, topic: str, message: bytes, *, first: bool = False) -> None:
        """Sends bytes to all watchers."""
        for watcher in self.watchers:
            watcher.send(topic, message, first=first)


def _send_error(watcher: Watcher, text: str, number: int = 0) -> None:
    """Says what is wrong, and with which message of the browser's."""
    watcher.send("error", json_message("error", text=text, n=number))


def _take_part(watcher: Watcher, message: Message) -> None:
    """A part of a link that is too long for one message; the last comes with the hello."""
    text = message["text"]
    if not isinstance(text, str):
        watcher.parts = ""
        raise InvalidValue(f"a part of a link is {shown(text)}; it must be text")
    if len(watcher.parts) + len(text) > limits.LINK_TEXT:
        watcher.parts = ""
        raise InvalidValue(f"the link has more than {limits.LINK_TEXT} characters")
    watcher.parts += text


def _refuse(_watcher: Watcher, message: Message) -> None:
    raise InvalidValue(f"unknown message type {shown(message.get('type'))}")


def json_message(kind: str, **message: Any) -> str:
    """A message as text."""
    return json.dumps({"type": kind, **message})
