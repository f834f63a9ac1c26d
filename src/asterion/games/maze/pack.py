"""The monsters of a game: they move together, and what they see is written down at once."""

from __future__ import annotations

from collections.abc import Mapping

from asterion.games.maze.ground import Ground
from asterion.games.maze.monsters import Monster
from asterion.games.maze.motion import UNIT, Place
from asterion.games.maze.rules import Rules
from asterion.world.dice import Dice
from asterion.world.grid import Cell

_FIRST_STREAM = 16  # of dice; those before are the ground's


class Pack:
    """All monsters of a map; none if the rules leave them out."""

    def __init__(self, ground: Ground, rules: Rules) -> None:
        self.ground = ground
        found = ground.world.monsters if rules.monsters else ()
        self.monsters = [
            Monster(
                letter,
                i,
                cell,
                rules=rules,
                dice=Dice(ground.stream(_FIRST_STREAM + i)),
            )
            for i, (letter, cell) in enumerate(found)
        ]
        for monster in self.monsters:
            self._threaten(monster)
        self._written()

    def move(self, rules: Rules, players: Mapping[int, Cell]) -> bool:
        """One tick; whether what they see has changed."""
        for monster in self.monsters:
            if monster.entering is None:
                self._lead(monster, rules, players)
            monster.progress += monster.stride
            while monster.entering is not None and monster.progress >= monster.needed:
                monster.reach()
                self._lead(monster, rules, players)
            if monster.entering is None:
                monster.stand()
        return self._written()

    def catches(self, place: Place) -> bool:
        """Whether one of them is less than half a tile away, down and across."""
        reach = UNIT // 2
        places = [monster.place for monster in self.monsters]
        return any(abs(r - place[0]) < reach > abs(c - place[1]) for r, c in places)

    def _lead(self, monster: Monster, rules: Rules, players: Mapping[int, Cell]) -> None:
        """On a new tile: he looks, decides, and turns the way he goes."""
        ground = self.ground
        monster.look(ground.sight, players)
        tile = monster.decide(ground.for_monsters, ground.sight, rules.aggressiveness)
        if tile is not None:
            monster.enter(tile, ground.weight(tile))
        self._threaten(monster)

    def _threaten(self, monster: Monster) -> None:
        """What he sees is dear to enter from now on."""
        ground = self.ground
        if ground.threat is not None:
            ground.threat.look(monster.number, ground.sight.field(monster.cell, monster.facing))

    def _written(self) -> bool:
        return self.ground.threat is not None and self.ground.threat.write()
