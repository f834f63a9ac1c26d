"""What has to be reached: keys and doors in order, the same for all."""

from __future__ import annotations

from asterion.games.maze.world_file import KEYS, Goal
from asterion.world.grid import Cell


class Quest:
    """What a player, led or human, has reached of the goals that are the same for all."""

    def __init__(self, goals: tuple[Goal, ...]) -> None:
        self.goals_left = [*goals]
        self.keys: frozenset[str] = frozenset()

    @property
    def goal(self) -> Goal | None:
        """The next one; None when all are reached."""
        return self.goals_left[0] if self.goals_left else None

    def reached(self, cell: Cell) -> bool:
        """Whether a tile is the next goal, which is then off the list. A key stays for others."""
        if not self.goals_left or self.goals_left[0].cell != cell:
            return False
        letter = self.goals_left.pop(0).letter
        if letter in KEYS:
            self.keys |= {letter}
        return True
