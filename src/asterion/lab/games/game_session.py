"""A game on a page: its moves, undo and redo, and whether computers move."""

from __future__ import annotations

from typing import Any, Protocol, Self, TypeVar

from asterion.lab.maps.undo_stack import EditedSession


class GameSetup(Protocol):
    """A game as a person sets it up. It is immutable: each method returns another one."""

    @property
    def waits(self) -> str | None:
        """The next to act: ``"person"`` or ``"computer"``; None when the game is over."""

    @property
    def last(self) -> int:
        """The number of the newest state; 0 before the first move."""

    def cut(self, at: int, /) -> Self:
        """Return the game up to a state, with the present players."""

    def restarted(self) -> Self:
        """Return the game at its beginning."""

    def to_link(self) -> str:
        """Return a link that holds the game."""

    @classmethod
    def from_link(cls, link: Any, /) -> Self:
        """Return the game of a link."""


G = TypeVar("G", bound=GameSetup)


class GameSession(EditedSession[G]):
    """A game that people and computers play.

    A person's actions can be undone, together with the computers' answers: an undo alone would be
    answered by the same move at once.
    """

    def __init__(self, setup: G) -> None:
        super().__init__(setup)
        self.playing = True  # whether computers move by themselves

    @property
    def may_move(self) -> bool:
        """Whether a computer moves next, and is not paused."""
        return self.playing and self.waits_for_computer

    @property
    def waits_for_computer(self) -> bool:
        """Whether it is a computer's turn."""
        return self.setup.waits == "computer"

    # --- Actions of a person

    def restore(self, setup: G) -> None:
        """Take over the game of a link, with nothing to undo. A running game is paused at first."""
        super().restore(setup)
        self.playing = not (setup.last and self.waits_for_computer)

    def play(self, setup: G) -> None:
        """Take over the game after a person acted in it; computers continue from there."""
        self.adopt(setup)
        self.playing = True

    def travelled(self, changed: bool) -> bool:
        """React to an undo or redo, which includes the computers' answers."""
        if changed:
            self.playing = not self.waits_for_computer  # or the computer would answer at once
        return super().travelled(changed)

    # --- Actions of a computer

    def answer(self, setup: G) -> None:
        """Add a computer's move to the game; it is undone together with the person's before it."""
        self.edits.present = setup
        self.version += 1
