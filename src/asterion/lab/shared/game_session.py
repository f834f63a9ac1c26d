"""A game on a page: what was played, undo and redo, and whether computers move."""

from __future__ import annotations

from typing import Any, Generic, Protocol, Self, TypeVar

from asterion.lab.shared.undo_stack import UndoStack


class GameSetup(Protocol):
    """A game as a person sets it up. Nothing changes it: each method gives another one."""

    @property
    def waits(self) -> str | None:
        """Whose turn it is: ``"person"`` or ``"computer"``; None when the game is over."""

    @property
    def last(self) -> int:
        """The number of the newest state; 0 if nothing was played."""

    def cut(self, at: int, /) -> Self:
        """The game up to a state, with the present players."""

    def restarted(self) -> Self:
        """From the beginning."""

    def to_link(self) -> str:
        """A link that holds the game."""

    @classmethod
    def from_link(cls, link: Any, /) -> Self:
        """The game of a link."""


G = TypeVar("G", bound=GameSetup)


class GameSession(Generic[G]):
    """A game that people and computers play.

    What a person does can be undone. The computers' answers go with it: an undo alone would be
    answered by the same move at once.
    """

    def __init__(self, setup: G) -> None:
        self.edits = UndoStack(setup)
        self.playing = True  # whether computers move by themselves
        self.version = 0  # rises with every change

    @property
    def setup(self) -> G:
        """The game as it is now."""
        return self.edits.present

    @property
    def may_move(self) -> bool:
        """Whether a computer moves next, and is not paused."""
        return self.playing and self.waits_for_computer

    @property
    def waits_for_computer(self) -> bool:
        """Whether it is a computer's turn."""
        return self.setup.waits == "computer"

    # --- What a person does

    def adopt(self, setup: G) -> None:
        """Replaces the game, if it differs."""
        if setup != self.setup:
            self.edits.adopt(setup)
            self.version += 1

    def restore(self, setup: G) -> None:
        """The game of a link, with nothing to undo. A game under way is paused at first."""
        self.edits = UndoStack(setup)
        self.playing = not (setup.last and self.waits_for_computer)
        self.version += 1

    def play(self, setup: G) -> None:
        """The game after a person acted in it; computers go on from there."""
        self.adopt(setup)
        self.playing = True

    def undo(self) -> bool:
        """Undoes what a person did last, with the computers' answers; False if there is nothing."""
        return self._travelled(self.edits.undo())

    def redo(self) -> bool:
        """Redoes what was undone; False if there is nothing."""
        return self._travelled(self.edits.redo())

    def _travelled(self, changed: bool) -> bool:
        if changed:
            self.version += 1
            self.playing = not self.waits_for_computer  # else the computer would answer at once
        return changed

    # --- What a computer does

    def answer(self, setup: G) -> None:
        """The game with a computer's move more, which is undone with what a person did before."""
        self.edits.present = setup
        self.version += 1
