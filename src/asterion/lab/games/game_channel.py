"""The channel of a game: people act, computers answer after a moment, and watchers see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Generic, TypeVar

from asterion.lab.games.game_session import GameSession, GameSetup
from asterion.lab.maps.scenes import Scene
from asterion.lab.server.channel import Channel, Handler, Message, Watcher, json_message
from asterion.lab.server.speed import speed
from asterion.lab.work import Work, steps_of

SECONDS = 0.6  # before a computer's move, so that one can follow it
G = TypeVar("G", bound=GameSetup)


class GameChannel(Channel, Generic[G]):
    """A game, its watchers, and the computers that play it."""

    def __init__(
        self,
        session: GameSession[G],
        payload_of: Callable[..., dict[str, Any]],
        handlers: dict[str, Handler],
        seconds: float = SECONDS,
    ) -> None:
        self.session = session
        self._payload_of = payload_of  # (setup, playing=...): called on another thread
        self.seconds = seconds  # of a move at speed 1
        self.speed = 1.0
        self._steps = False  # whether one move was requested
        self._news = asyncio.Event()
        super().__init__(
            {
                "hello": self._hello,
                "again": lambda _watcher, _message: self.changed(),
                "on": lambda _watcher, message: self.play(self.session.setup.cut(message["at"])),
                "toggle": lambda _watcher, _message: self.toggle(),
                "step": lambda _watcher, _message: self._step(),
                "new": lambda _watcher, message: self.begin(swapped=message["swapped"] is True),
                "speed": lambda _watcher, message: self._set_speed(message["value"]),
                **handlers,
            }
        )

    # --- For a game to override

    async def move(self) -> None:
        """Make one move of the computer to play."""
        raise NotImplementedError

    # --- Requests of browsers and controls

    async def _hello(self, watcher: Watcher, message: Message) -> None:
        if self.session.version == 0:
            await self.restore_from(watcher, message, self.session.setup.from_link)
        self.changed()

    def show_scene(self, scene: Scene) -> None:
        """Set up a scene; computers whose turn it is wait until it is shown."""
        super().show_scene(scene)
        self.session.playing = not self.session.waits_for_computer

    def play(self, setup: G) -> None:
        """Take over the game after a person acted."""
        self.session.play(setup)
        self.changed()

    def begin(self, *, swapped: bool = False) -> None:  # noqa: ARG002 - where sides can be changed
        """Begin a new game."""
        self.play(self.session.setup.restarted())

    def toggle(self) -> None:
        """Let computers move by themselves, or stop them."""
        self.session.playing = not self.session.playing
        self.changed()

    def _step(self) -> None:
        """Make one move of a computer, then wait."""
        if self.session.waits_for_computer:
            self.session.playing = False
            self._steps = True
            self.changed()

    def _set_speed(self, value: Any) -> None:
        self.speed = speed(value)

    # --- Work

    def changed(self) -> None:
        """Send the changed game, and let computers move if it is their turn."""
        self._news.set()
        super().changed()

    def on_unwatched(self) -> None:
        """Stop computers when no watcher is left; they continue when one comes."""
        self._steps = False
        super().on_unwatched()

    async def work_on(self) -> None:
        """Send what is new, and move for computers."""
        while self._dirty or self._steps or (self.session.may_move and self.watchers):
            if self._steps:
                self._steps = False
                await self.move()
                self._dirty = True
            elif self._dirty:
                self._dirty = False
                self._news.clear()
                await self._send_game()
            elif not await self._is_disturbed():
                await self.move()
                self._dirty = True
        self.send_done()

    async def _is_disturbed(self) -> bool:
        """Wait before a computer's move; return whether a person acted meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), self.seconds / self.speed)
        return self._dirty

    async def _send_game(self) -> None:
        setup, playing = self.session.setup, self.session.playing

        def told() -> Work[tuple[str, str]]:
            # It may take a while: the first game of tic-tac-toe searches all positions to their
            # ends, and a long game of tactics is a long text.
            payload = yield from steps_of(partial(self._payload_of, setup, playing=playing))
            pace = {"speed": self.speed, "move": self.seconds}
            text = json_message("game", **pace, playing=playing, **payload)
            yield
            return text, setup.to_link()

        text, link = await self.run(told())
        self.send_text("game", text)
        self.send("link", link=link)
        self.on_results()
