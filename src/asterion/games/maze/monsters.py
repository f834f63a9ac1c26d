"""Monsters: they look ahead, chase visible players as often as they are aggressive, or wander.

They follow the state machine in Z. Moori, Testing an Analysis of D* Algorithms, 2008; transitions
happen on reaching a tile:

- ``"wander"``: a random step, mostly ahead, less often to the side, hardly ever back;
- ``"chase"``: a step towards the nearest player in sight, or a random one if none leads nearer;
- ``"return"``: no player is in sight; a step towards where one was last seen.

Whether to chase is a roll against its own aggressiveness. A monster that the dice made wander
forgets where it saw a player once that place is out of sight. Monsters do not plan, and know
nothing of players that they do not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from asterion.games.maze.maze_state import MazeState
from asterion.games.maze.monster_types import Traits
from asterion.games.maze.motion import FACING, UNIT, Place, Walker
from asterion.games.maze.rules import Rules
from asterion.games.maze.vision import Field, Sight
from asterion.world.dice import Dice
from asterion.world.grid import Cell, GridWorld

# In percent, by the angle between a step and the direction it faces, in eighths of a turn.
CHANCES = (37, 15, 15, 1, 1, 1, 15, 15)
_FIRST_STREAM = 16  # of dice; the maze uses the earlier ones


class Monster(Walker):
    """One monster, with its own speed, sight, aggressiveness and dice."""

    __slots__ = ("aggressiveness", "dice", "letter", "number", "sees", "sight", "state", "target")

    def __init__(
        self,
        letter: str,
        number: int,
        cell: Cell,
        traits: Traits,
        *,
        sight: Sight,
        diagonal: int,
        dice: Dice,
    ) -> None:
        super().__init__(cell, traits.speed, diagonal=diagonal)
        self.letter, self.number, self.sight, self.dice = letter, number, sight, dice
        self.aggressiveness = traits.aggressiveness
        self.state = "wander"
        self.target: Cell | None = None  # where it last saw a player
        self.sees: int | None = None  # the nearest player in sight, by number
        self.facing = 2 * dice.below(4)

    @property
    def field(self) -> Field:
        """Its field of vision."""
        return self.sight.field(self.cell, self.facing)

    def look(self, players: Mapping[int, Cell]) -> None:
        """Note which players are in its field of vision, and remember where the nearest is."""
        field = self.field.worth
        seen = [(away(self.cell, cell), i) for i, cell in players.items() if cell in field]
        self.sees = min(seen)[1] if seen else None
        if self.sees is not None:
            self.target = players[self.sees]
        elif self.target is not None:
            lost = self.state == "wander" and self.target not in self.sight.around(self.cell)
            if lost or self.target == self.cell:
                self.target = None

    def decide(self, grid: GridWorld) -> Cell | None:
        """Return the tile it goes to next; None if it cannot move."""
        beside = [cell for cell, _ in grid.neighbours(self.cell)]
        self.state, nearer = "wander", None
        if self.target is not None and self.dice.below(100) < self.aggressiveness:
            nearer = self._towards(self.target, beside)
            if self.sees is not None:
                self.state = "chase"
            elif nearer is not None:
                self.state = "return"
        return nearer or self._anywhere(beside)

    def _towards(self, target: Cell, beside: list[Cell]) -> Cell | None:
        """The neighbouring tile nearest to a place, if it is nearer than its own."""
        nearest = min(beside, key=lambda cell: away(cell, target), default=None)
        if nearest is None or away(nearest, target) >= away(self.cell, target):
            return None
        return nearest

    def _anywhere(self, beside: list[Cell]) -> Cell | None:
        """A random neighbouring tile, more often where it sees far."""
        reach = self.sight.reach(self.cell)
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
        """The weight of a neighbouring tile: by how far it would turn, times how far it sees."""
        heading = FACING[cell[0] - self.cell[0], cell[1] - self.cell[1]]
        return CHANCES[(heading - self.facing) % len(CHANCES)] * reach[heading]


class Pack:
    """All monsters of a map; none if the rules leave them out."""

    def __init__(self, maze: MazeState, rules: Rules) -> None:
        self.maze = maze
        found = maze.world.monsters if rules.monsters else ()
        self.monsters = [self._monster(i, *each, rules) for i, each in enumerate(found)]
        for monster in self.monsters:
            self._threaten(monster)
        self._written()

    def _monster(self, number: int, letter: str, cell: Cell, rules: Rules) -> Monster:
        maze = self.maze
        traits = rules.of_monster(letter, maze.world.monster_types)
        dice = Dice(maze.stream(_FIRST_STREAM + number))
        return Monster(
            letter,
            number,
            cell,
            traits,
            sight=maze.sight(traits.vision),
            diagonal=rules.diagonal,
            dice=dice,
        )

    def obey(self, rules: Rules) -> None:
        """Apply the rules that may change while a game runs."""
        types = self.maze.world.monster_types
        for monster in self.monsters:
            monster.aggressiveness = rules.of_monster(monster.letter, types).aggressiveness

    def move(self, players: Mapping[int, Cell]) -> bool:
        """Move all for one tick; return whether the threat has changed."""
        for monster in self.monsters:
            if monster.entering is None:
                self._lead(monster, players)
            monster.progress += monster.stride
            while monster.entering is not None and monster.progress >= monster.needed:
                monster.reach()
                self._lead(monster, players)
            if monster.entering is None:
                monster.stand()
        return self._written()

    def catches(self, place: Place) -> bool:
        """Whether one of them is less than half a tile away, down and across."""
        reach = UNIT // 2
        places = [monster.place for monster in self.monsters]
        return any(abs(r - place[0]) < reach > abs(c - place[1]) for r, c in places)

    def _lead(self, monster: Monster, players: Mapping[int, Cell]) -> None:
        """On a new tile, look, decide, and turn to the next tile."""
        monster.look(players)
        tile = monster.decide(self.maze.for_monsters)
        if tile is not None:
            monster.enter(tile, self.maze.weight(tile))
        self._threaten(monster)

    def _threaten(self, monster: Monster) -> None:
        """Add its field of vision to the threat."""
        if self.maze.threat is not None:
            self.maze.threat.look(monster.number, monster.field)

    def _written(self) -> bool:
        return self.maze.threat is not None and self.maze.threat.write()


def away(a: Cell, b: Cell) -> int:
    """The square of the distance between two cells."""
    rows, cols = a[0] - b[0], a[1] - b[1]
    return rows * rows + cols * cols
