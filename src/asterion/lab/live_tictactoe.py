"""The tic-tac-toe page on the air: people mark cells, and computers answer after a moment."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from asterion.lab.sessions.tictactoe import TicTacToeSession
from asterion.lab.sessions.tictactoe_setup import TicTacToeSetup
from asterion.lab.sessions.tictactoe_told import told_of
from asterion.lab.watching import Live, Message, Watcher

SECONDS = 0.6  # before a computer's move: one can follow it


class LiveTicTacToe(Live):
    """A game, who watches it, and the computers that play it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.session = TicTacToeSession()
        self.seconds = seconds
        self._work: asyncio.Task[None] | None = None
        self._dirty = False
        self._news = asyncio.Event()
        super().__init__(
            {
                "hello": self._hello,
                "again": lambda _watcher, _message: self.changed(),
                "mark": lambda _watcher, message: self._mark(message),
                "on": lambda _watcher, message: self._play_on(message),
                "toggle": lambda _watcher, _message: self.toggle(),
                "step": lambda _watcher, _message: self._step(),
                "new": lambda _watcher, message: self.begin(swapped=message["swapped"] is True),
                "undo": lambda _watcher, _message: self.undo(),
                "redo": lambda _watcher, _message: self.redo(),
            }
        )

    # --- What browsers and controls ask for

    def _hello(self, _watcher: Watcher, message: Message) -> None:
        link = message.get("link")
        try:
            if link and self.session.version == 0:
                self.session.restore(TicTacToeSetup.from_link(link))
        finally:  # a bad link is told, and an empty board is shown
            self.changed()

    def adopt(self, setup: TicTacToeSetup) -> None:
        """Other players, or another seed."""
        self.session.adopt(setup)
        self.changed()

    def begin(self, *, swapped: bool = False) -> None:
        """A new game."""
        self.session.begin(swapped=swapped)
        self.changed()

    def _mark(self, message: Message) -> None:
        self.session.play(message["at"], message["cell"])
        self.changed()

    def _play_on(self, message: Message) -> None:
        self.session.play_on(message["at"])
        self.changed()

    def toggle(self) -> None:
        """Computers move by themselves, or stop doing so."""
        self.session.playing = not self.session.playing
        self.changed()

    def _step(self) -> None:
        if self.session.step():
            self.session.playing = False
            self.changed()

    def undo(self) -> bool:
        """Takes back what a person did last; False if there is nothing."""
        return self._changed_if(self.session.undo())

    def redo(self) -> bool:
        """Takes an undo back; False if there is none."""
        return self._changed_if(self.session.redo())

    def _changed_if(self, changed: bool) -> bool:
        if changed:
            self.changed()
        return changed

    # --- Work

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be told, or a computer to move."""
        return self._dirty or (self._work is not None and not self._work.done())

    def changed(self) -> None:
        """The game is another: tell it, and let computers move if it is their turn."""
        self._dirty = True
        self._news.set()
        self.on_setup()
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        while self._dirty or (self.session.may_move and self.watchers):
            if self._dirty:
                self._dirty = False
                self._news.clear()
                await self._tell()
            elif not await self._is_disturbed():
                self.session.step()
                self._dirty = True
        self.say_done()

    async def _is_disturbed(self) -> bool:
        """Waits before a computer's move; whether somebody did something meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), self.seconds)
        return self._dirty

    async def _tell(self) -> None:
        setup, playing = self.session.setup, self.session.playing
        # The first game of a lab takes a while: all positions are searched to their ends.
        told = await asyncio.to_thread(told_of, setup, playing=playing)
        self.tell("game", **told)
        self.tell("link", link=setup.to_link())
