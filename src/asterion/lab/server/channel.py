"""A session, the browsers that watch it, and the messages between them.

A watcher is the socket of a tab's boards. A newer message replaces a waiting one of the same topic,
and a browser has at most two that it has not drawn yet: a browser that draws slowly shows the
present, not a backlog.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, TypeVar

from fastapi import WebSocket, WebSocketDisconnect

from asterion.errors import AsterionError, InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.maps.scenes import Scene, scene_of
from asterion.lab.maps.story import StoryScene
from asterion.lab.work import Work, Worker

T = TypeVar("T")

MOST_UNSEEN = 2
Outgoing = str | bytes | Callable[[], bytes | None]
_LOG = logging.getLogger(__name__)


class Watcher:
    """One socket, and the messages that wait for it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: dict[str, Outgoing] = {}
        self._unseen = 0
        self._wake = asyncio.Event()
        self.received = 0  # messages handled so far, without acknowledgements
        self.parts = ""  # received parts of a long link

    def send(self, topic: str, message: Outgoing, *, first: bool = False) -> None:
        """Send a message when there is room; it replaces one that waits under the same topic.

        It comes after all waiting messages, or before them if it is to be `first`. A function is
        called at the time of sending; it returns the bytes, or None to send nothing.
        """
        self._waiting.pop(topic, None)
        if first:
            self._waiting = {topic: message, **self._waiting}
        else:
            self._waiting[topic] = message
        self._wake.set()

    def acknowledge(self) -> None:
        """Note that the browser has drawn a message."""
        self._unseen = max(0, self._unseen - 1)
        self._wake.set()

    async def send_all(self) -> None:
        """Send until the socket is closed or the task cancelled."""
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
Handler = Callable[[Watcher, Message], object]  # its result is awaited, if it can be


class Channel:
    """A session and its watchers; each tab of a page has one.

    Each page declares a handler for each type of message, and :meth:`work_on`, which runs as one
    task whenever something has changed.
    """

    scenes: ClassVar[tuple[Scene, ...]] = ()  # offered by the page
    story: ClassVar[tuple[StoryScene, ...]] = ()  # those of its scenes that this page shows
    has_undo: ClassVar[bool] = True
    session: Any

    def __init__(self, handlers: dict[str, Handler]) -> None:
        self.watchers: set[Watcher] = set()
        self.on_results: Callable[[], None] = lambda: None  # updates the page's tables
        self.on_setup: Callable[[], None] = lambda: None  # updates the page's controls
        self.on_scene: Callable[[], None] = lambda: None  # closes the page's editors
        self._before_scene: Any = None  # the set-up that a scene has replaced, while it is shown
        self.handlers = {
            "ack": lambda watcher, _: watcher.acknowledge(),
            "scene": self._show_scene,
            "part": _take_part,
            **handlers,
        }
        if self.has_undo:
            self.handlers["undo"] = lambda _watcher, _message: self.undo()
            self.handlers["redo"] = lambda _watcher, _message: self.redo()
        if self.story:
            self.handlers["leave"] = self._leave_story
        self._worker = Worker()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._work: asyncio.Task[None] | None = None
        self._dirty = False

    async def attend(self, socket: WebSocket, server: str) -> None:
        """Serve an accepted socket until it is closed; no message can end more than that."""
        watcher = Watcher(socket)
        self.watchers.add(watcher)
        watcher.send("welcome", json_message("welcome", server=server))
        sender = asyncio.create_task(watcher.send_all())
        try:
            while (received := dict(await socket.receive()))["type"] != "websocket.disconnect":
                try:
                    message = message_of(received)
                except InvalidValue as error:
                    _send_error(watcher, str(error))
                else:
                    await self.on_message(watcher, message)
        finally:
            self.watchers.discard(watcher)
            if not self.watchers:
                self.on_unwatched()
            sender.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender

    async def on_message(self, watcher: Watcher, message: Message) -> None:
        """Handle one message from a browser. Its errors are reported to that browser alone."""
        kind: Any = message.get("type")
        try:
            handler = self.handlers.get(kind, _refuse) if isinstance(kind, str) else _refuse
            answer = handler(watcher, message)
            if isinstance(answer, Awaitable):
                await answer
        except KeyError as error:
            _send_error(watcher, f"the message {short_repr(kind)} lacks {error}")
        except (AsterionError, ArithmeticError, TypeError, ValueError) as error:
            _send_error(watcher, str(error))
        except Exception as error:  # noqa: BLE001 - a bug here, which must not end the session
            _LOG.exception("the message %r failed", kind)
            _send_error(watcher, f"{type(error).__name__}: {error}")
        watcher.received += kind != "ack"  # only now: work started by it may send "done"
        if kind != "ack" and not self.is_busy:
            self.send_done()

    # --- Set-ups: scenes, and the link that a browser comes with

    async def _show_scene(self, watcher: Watcher, message: Message) -> None:
        scene = scene_of((*self.scenes, *self.story), message["name"])
        more = await self.run(scene.told) if isinstance(scene, StoryScene) else None
        before = self.setup
        self.show_scene(scene)
        if self._before_scene is None or self.setup is not before:
            self._before_scene = before
        self.on_scene()
        told = {"name": scene.name, "text": scene.text, "view": dict(scene.view), "story": more}
        watcher.send("view", json_message("view", **told))

    def show_scene(self, scene: Scene) -> None:
        """Set up a scene, with undo where the page has it; in the story undo ends at the scene."""
        setup = scene.make()
        if isinstance(scene, StoryScene):
            self.restore(setup)
            self.changed()
        else:
            self.adopt(setup)

    async def _leave_story(self, watcher: Watcher, message: Message) -> None:
        """Take the set-up that a person had before the story, by its link; None: there is none."""
        self._before_scene = None
        if message["link"] is not None:
            await self.restore_from(watcher, message, type(self.setup).from_link)
            self.changed()

    @property
    def setup(self) -> Any:
        """The current set-up."""
        return self.session.setup

    def leave_scene(self) -> None:
        """Tell watchers that what is shown is no scene any more, if it was one."""
        if self._before_scene is not None:
            self._before_scene = None
            self.send("left")

    def adopt(self, setup: Any) -> None:
        """Replace the set-up."""
        self.session.adopt(setup)
        self.changed()

    def replace(self, setup: Any) -> None:
        """Replace the set-up by one that a person has chosen or loaded, which ends a scene."""
        self.adopt(setup)
        self.leave_scene()

    def restore(self, setup: Any) -> None:
        """Take over the set-up of a link."""
        self.session.restore(setup)
        self.on_setup()

    def undo(self) -> bool:
        """Undo the last edit; False if there is none."""
        return self._changed_if(self.session.undo())

    def redo(self) -> bool:
        """Redo the last undone edit; False if there is none."""
        return self._changed_if(self.session.redo())

    def _changed_if(self, changed: bool) -> bool:
        if changed:
            self.changed()
            self.leave_undone_scene()
        return changed

    def leave_undone_scene(self) -> None:
        """Leave a scene whose set-up was undone."""
        if self.setup is self._before_scene:
            self.leave_scene()

    async def restore_from(
        self, watcher: Watcher, message: Message, read: Callable[[Any], Any]
    ) -> None:
        """Take over the set-up of the link in a message, if there is one and it can be read.

        It is read beside the event loop, and later messages of the watcher wait for it.
        """
        link, parts, watcher.parts = message.get("link"), watcher.parts, ""
        if parts and isinstance(link, str):
            link = parts + link
        if link:
            try:
                self.restore(await self.run(partial(read, link)))
            except AsterionError as error:
                _send_error(watcher, str(error))

    # --- Work

    @property
    def is_busy(self) -> bool:
        """Whether requested work is still in progress."""
        return self._dirty or (self._work is not None and not self._work.done())

    def changed(self) -> None:
        """Work on a set-up that has changed, or is about to."""
        self._dirty = True
        self.on_setup()
        self.begin_work()

    def begin_work(self) -> None:
        """Begin the work of the session, unless it is in progress."""
        if self._work is None or self._work.done():
            self._work = self.start(self.work_on())

    async def work_on(self) -> None:
        """Work until there are no more changes."""
        raise NotImplementedError

    async def run(self, job: Work[T] | Callable[[], T]) -> T:
        """Return the result of a job that may take long, done beside the event loop."""
        return await self._worker.run(job)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin a task, which ends with the session at the latest."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def on_unwatched(self) -> None:
        """Stop all work when no watcher is left, and free everything that can be made again."""
        self._dirty, self._work = False, None
        for task in self._tasks:
            task.cancel()

    def close(self) -> None:
        """Close the dropped session: release its page and end all its tasks."""
        self.on_unwatched()
        self.on_results = self.on_setup = self.on_scene = lambda: None

    # --- Messages

    def send_done(self) -> None:
        """Tell each watcher that all messages it has sent are done."""
        for watcher in self.watchers:
            watcher.send("done", json_message("done", n=watcher.received))

    def send(self, topic: str, **message: Any) -> None:
        """Send a message to all watchers."""
        self.send_text(topic, json_message(topic, **message))

    def send_text(self, topic: str, text: str) -> None:
        """Send a message that is a text already."""
        for watcher in self.watchers:
            watcher.send(topic, text)

    def send_bytes(self, topic: str, message: bytes, *, first: bool = False) -> None:
        """Send bytes to all watchers."""
        for watcher in self.watchers:
            watcher.send(topic, message, first=first)


def message_of(received: dict[str, Any]) -> Message:
    """Return the message in a frame, or raise an error that says why there is none."""
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


def _send_error(watcher: Watcher, text: str) -> None:
    watcher.send("error", json_message("error", text=text))


def _take_part(watcher: Watcher, message: Message) -> None:
    """Take a part of a link that is too long for one message; the last comes with the hello."""
    text, parts, watcher.parts = message["text"], watcher.parts, ""
    if not isinstance(text, str):
        raise InvalidValue(f"a part of a link is {short_repr(text)}; it must be text")
    if len(parts) + len(text) > limits.LINK_TEXT:
        raise InvalidValue(f"the link has more than {limits.LINK_TEXT} characters")
    watcher.parts = parts + text


def _refuse(_watcher: Watcher, message: Message) -> None:
    raise InvalidValue(f"unknown message type {short_repr(message.get('type'))}")


def json_message(kind: str, **message: Any) -> str:
    """Return a message as text."""
    return json.dumps({"type": kind, **message})
