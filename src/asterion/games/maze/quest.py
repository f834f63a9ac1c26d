"""The goals of a player: keys and doors in order, the same for all players."""

from __future__ import annotations

from asterion.games.maze.world_file import KEYS, Goal
from asterion.world.grid import Cell


class Quest:
    """The goals that a player, human or computer, still has to reach, and its keys."""

    def __init__(self, goals: tuple[Goal, ...]) -> None:
        self.goals_left = [*goals]
        self.keys: frozenset[str] = frozenset()

    @property
    def goal(self) -> Goal | None:
        """The next goal; None when all are reached."""
        return self.goals_left[0] if self.goals_left else None

    def reached(self, cell: Cell) -> bool:
        """Whether a tile is the next goal, which is then removed. Keys stay for other players."""
        if not self.goals_left or self.goals_left[0].cell != cell:
            return False
        letter = self.goals_left.pop(0).letter
        if letter in KEYS:
            self.keys |= {letter}
        return True


class OnQuest:
    """The public view of a player's quest."""

    quest: Quest

    @property
    def keys(self) -> frozenset[str]:
        """The keys it holds."""
        return self.quest.keys

    @property
    def finished(self) -> bool:
        """Whether it has reached all goals."""
        return not self.quest.goals_left
