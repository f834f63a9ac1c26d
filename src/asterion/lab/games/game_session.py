"""A game on a page: what was played, undo and redo, and whether computers move."""

from __future__ import annotations

from typing import Any, Protocol, Self, TypeVar

from asterion.lab.maps.undo_stack import EditedSession


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


class GameSession(EditedSession[G]):
    """A game that people and computers play.

    What a person does can be undone. The computers' answers go with it: an undo alone would be
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

    # --- What a person does

    def restore(self, setup: G) -> None:
        """The game of a link, with nothing to undo. A game under way is paused at first."""
        super().restore(setup)
        self.playing = not (setup.last and self.waits_for_computer)

    def play(self, setup: G) -> None:
        """The game after a person acted in it; computers go on from there."""
        self.adopt(setup)
        self.playing = True

    def travelled(self, changed: bool) -> bool:
        """Undone or redone with the computers' answers."""
        if changed:
            self.playing = not self.waits_for_computer  # else the computer would answer at once
        return super().travelled(changed)

    # --- What a computer does

    def answer(self, setup: G) -> None:
        """The game with a computer's move more, which is undone with what a person did before."""
        self.edits.present = setup
        self.version += 1
