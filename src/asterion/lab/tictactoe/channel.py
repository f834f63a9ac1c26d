"""The tic-tac-toe page on the air: people mark cells, and computers answer after a moment."""

from __future__ import annotations

from typing import Any

from asterion.lab.shared.game_channel import SECONDS, GameChannel
from asterion.lab.shared.watching import Message
from asterion.lab.tictactoe.payload import told_of
from asterion.lab.tictactoe.session import TicTacToeSession
from asterion.lab.tictactoe.setup import TicTacToeSetup


class TicTacToeChannel(GameChannel[TicTacToeSetup]):
    """A game, who watches it, and the computers that play it."""

    session: TicTacToeSession

    def __init__(self, seconds: float = SECONDS) -> None:
        super().__init__(
            TicTacToeSession(), {"mark": lambda _watcher, message: self._mark(message)}, seconds
        )

    def read_link(self, link: Any) -> TicTacToeSetup:
        """The game of a link."""
        return TicTacToeSetup.from_link(link)

    def told(self, setup: TicTacToeSetup, *, playing: bool) -> dict[str, Any]:
        """The whole game."""
        return told_of(setup, playing=playing)

    async def move(self) -> None:
        """One move of the computer whose turn it is."""
        self.session.step()

    def begin(self, *, swapped: bool = False) -> None:
        """A new game; with ``swapped`` the other one begins."""
        if swapped:
            self.session.swap()
            self.changed()
        else:
            super().begin()

    def _mark(self, message: Message) -> None:
        self.session.play(message["at"], message["cell"])
        self.changed()
