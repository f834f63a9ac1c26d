"""The tic-tac-toe page's channel: people mark cells, and computers answer after a moment."""

from __future__ import annotations

from asterion.lab.games.game_channel import SECONDS, GameChannel
from asterion.lab.games.game_session import GameSession
from asterion.lab.server.channel import Message
from asterion.lab.tictactoe.payload import payload_of
from asterion.lab.tictactoe.scenes import SCENES
from asterion.lab.tictactoe.setup import TicTacToeSetup


class TicTacToeChannel(GameChannel[TicTacToeSetup]):
    """A game, the tabs that watch it, and the computers that play it."""

    scenes = SCENES

    def __init__(self, seconds: float = SECONDS) -> None:
        super().__init__(
            GameSession(TicTacToeSetup()),
            payload_of,
            {"mark": lambda _watcher, message: self._mark(message)},
            seconds,
        )

    async def move(self) -> None:
        """Make one move of the computer to play."""
        if not self.session.waits_for_computer:  # an undo came first
            return
        setup = self.session.setup
        after = await self.run(setup.moved)
        if self.session.setup is setup:  # otherwise a person acted meanwhile
            self.session.answer(after)

    def begin(self, *, swapped: bool = False) -> None:
        """Begin a new game; with ``swapped`` the other side begins."""
        setup = self.session.setup
        self.play(setup.swapped() if swapped else setup.restarted())

    def _mark(self, message: Message) -> None:
        self.play(self.session.setup.cut(message["at"]).marked(message["cell"]))
