"""The tic-tac-toe page's session: a game with its history."""

from __future__ import annotations

from asterion.lab.shared.game_session import GameSession
from asterion.lab.tictactoe.setup import TicTacToeSetup


class TicTacToeSession(GameSession[TicTacToeSetup]):
    """A game of tic-tac-toe that people and computers play."""

    def __init__(self) -> None:
        super().__init__(TicTacToeSetup())

    def play(self, at: int, cell: int) -> None:
        """A person marks a cell after so many moves; what came later is dropped until an undo."""
        self.adopt(self.setup.cut(at).marked(cell))
        self.playing = True

    def swap(self) -> None:
        """A new game, in which the other one begins."""
        self.adopt(self.setup.swapped())
        self.playing = True

    def step(self) -> bool:
        """One move of the computer whose turn it is; False if it is nobody's, or a person's."""
        if not self.waits_for_computer:
            return False
        self.answer(self.setup.moved())
        return True
