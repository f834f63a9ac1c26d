"""Monsters: they look ahead, run after whom they see as often as they are aggressive, else wander.

The states of the study's machine, left and entered on reaching a tile:

- ``"wander"``: a random step, rather ahead than aside, and hardly ever back;
- ``"chase"``: a step towards the nearest player in sight;
- ``"return"``: nobody is in sight; a step towards where a player was last seen.

Each decision to run is a roll against the aggressiveness. A monster whom the dice have made wander
forgets the place where he saw a player once he has it no longer in sight. Monsters plan nothing,
and know nothing of players whom they do not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from asterion.games.maze.motion import FACING, Walker
from asterion.games.maze.rules import Rules
from asterion.games.maze.vision import Sight
from asterion.world.dice import Dice
from asterion.world.grid import Cell, GridWorld

# By how far a heading is off the way he looks, in eighths of a turn: percent.
CHANCES = (37, 15, 15, 1, 1, 1, 15, 15)


class Monster(Walker):
    """One monster, with dice of his own."""

    __slots__ = ("dice", "letter", "number", "sees", "state", "target")

    def __init__(self, letter: str, number: int, cell: Cell, *, rules: Rules, dice: Dice) -> None:
        super().__init__(cell, rules.monster_speed, diagonal=rules.diagonal)
        self.letter, self.number, self.dice = letter, number, dice
        self.state = "wander"
        self.target: Cell | None = None  # where he saw a player last
        self.sees: int | None = None  # the nearest player in sight, by number
        self.facing = 2 * dice.below(4)

    def look(self, sight: Sight, players: Mapping[int, Cell]) -> None:
        """Who is in his field of vision; where the nearest is he remembers."""
        field = sight.field(self.cell, self.facing).worth
        seen = [(away(self.cell, cell), i) for i, cell in players.items() if cell in field]
        self.sees = min(seen)[1] if seen else None
        if self.sees is not None:
            self.target = players[self.sees]
        elif self.target is not None:
            lost = self.state == "wander" and self.target not in sight.around(self.cell)
            if lost or self.target == self.cell:
                self.target = None

    def decide(self, ground: GridWorld, sight: Sight, aggressiveness: int) -> Cell | None:
        """The tile he goes to next; None if there is none."""
        beside = [cell for cell, _ in ground.neighbours(self.cell)]
        if self.target is not None and self.dice.below(100) < aggressiveness:
            nearer = self._towards(self.target, beside)
            if nearer is not None:
                self.state = "chase" if self.sees is not None else "return"
                return nearer
        self.state = "wander"
        return self._anywhere(beside, sight.reach(self.cell))

    def _towards(self, target: Cell, beside: list[Cell]) -> Cell | None:
        """The tile beside him that is nearest to a place, if it is nearer than his own."""
        nearest = min(beside, key=lambda cell: away(cell, target), default=None)
        if nearest is None or away(nearest, target) >= away(self.cell, target):
            return None
        return nearest

    def _anywhere(self, beside: list[Cell], reach: Sequence[int]) -> Cell | None:
        """A tile by chance, more often where he sees far."""
        odds = [self.odds(cell, reach) for cell in beside]
        total = sum(odds)
        if not total:
            return None
        roll = self.dice.below(total)
        for cell, share in zip(beside, odds, strict=True):
            roll -= share
            if roll < 0:
                return cell
        raise AssertionError("a roll below the sum is used up")

    def odds(self, cell: Cell, reach: Sequence[int]) -> int:
        """How likely a tile beside him is: by how far he would turn, times how far he sees."""
        heading = FACING[cell[0] - self.cell[0], cell[1] - self.cell[1]]
        return CHANCES[(heading - self.facing) % len(CHANCES)] * reach[heading]


def away(a: Cell, b: Cell) -> int:
    """The square of the distance of two cells."""
    rows, cols = a[0] - b[0], a[1] - b[1]
    return rows * rows + cols * cols
