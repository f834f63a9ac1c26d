"""The tic-tac-toe page's session: a game with its history, and what is to be said of it."""

from __future__ import annotations

from asterion.lab.sessions.history import History
from asterion.lab.sessions.tictactoe_setup import HUMAN, TicTacToeSetup


class TicTacToeSession:
    """A game that people and computers play.

    What a person does can be undone. The computers' answers go with it: an undo alone would be
    answered by the same move at once.
    """

    def __init__(self) -> None:
        self.history = History(TicTacToeSetup())
        self.playing = True  # whether computers move by themselves
        self.version = 0  # rises with every change

    @property
    def setup(self) -> TicTacToeSetup:
        """The game as it is now."""
        return self.history.present

    @property
    def may_move(self) -> bool:
        """Whether a computer moves next, and nobody has stopped it."""
        return self.playing and self.waits_for_computer

    @property
    def waits_for_computer(self) -> bool:
        """Whether it is a computer's turn."""
        return self.setup.next_player not in (None, HUMAN)

    # --- What a person does

    def adopt(self, setup: TicTacToeSetup) -> None:
        """Another game, if it is another."""
        if setup != self.setup:
            self.history.adopt(setup)
            self.version += 1

    def restore(self, setup: TicTacToeSetup) -> None:
        """The game of a link: where all begins, with nothing to undo. It waits to be looked at."""
        self.history = History(setup)
        self.playing = not (setup.moves and self.waits_for_computer)
        self.version += 1

    def play(self, at: int, cell: int) -> None:
        """A person marks a cell after so many moves; what came later is dropped until an undo."""
        self.adopt(self.setup.cut(at).marked(cell))
        self.playing = True

    def play_on(self, at: int) -> None:
        """The game goes on from an earlier position."""
        self.adopt(self.setup.cut(at))
        self.playing = True

    def begin(self, *, swapped: bool = False) -> None:
        """A new game; with ``swapped`` the other one begins."""
        self.adopt(self.setup.swapped() if swapped else self.setup.anew())
        self.playing = True

    def undo(self) -> bool:
        """Back to what was before a person last did something; False if nobody did."""
        return self._travelled(self.history.undo())

    def redo(self) -> bool:
        """Takes an undo back; False if there is none."""
        return self._travelled(self.history.redo())

    def _travelled(self, changed: bool) -> bool:
        if changed:
            self.version += 1
            self.playing = not self.waits_for_computer  # else it would be gone again at once
        return changed

    # --- What a computer does

    def step(self) -> bool:
        """One move of the computer whose turn it is; False if it is nobody's, or a person's."""
        if not self.waits_for_computer:
            return False
        self.history.present = self.setup.moved()
        self.version += 1
        return True
