"""The world of a running game: a grid, its changes, and the views that agents plan on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from asterion.errors import InvalidValue
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.slow_downs import Mud, Rain
from asterion.games.maze.threat import LAYER as THREAT
from asterion.games.maze.threat import Threat
from asterion.games.maze.traps import Changes, Traps
from asterion.games.maze.vision import Sight
from asterion.games.maze.world_file import WorldMap
from asterion.world.grid import Cell, Grid, GridWorld

_STREAMS = 2**32  # streams of dice per seed: two seeds have none in common


class MazeChanges(NamedTuple):
    """The changes of one tick to the grid."""

    pits: Changes
    slower: bool  # whether mud or rain has changed

    def __bool__(self) -> bool:
        return self.slower or bool(self.pits.opened) or bool(self.pits.closed)


class MazeState:
    """The grid of a game, determined by the map, the rules and the seed.

    ``starts`` are players' start tiles in addition to the map's: monsters do not enter them.
    """

    def __init__(self, world: WorldMap, rules: Rules, seed: int, starts: Iterable[Cell]) -> None:
        self.world, self.seed = world, seed
        self.safe = _cells(world.safe) | {*starts}
        closed = world.closed_doors()
        for cell in self.safe:
            closed[cell] = True
        self.grid: Grid = world.grid(diagonal_cost=rules.diagonal_cost)
        self._base: dict[Cell, int] = {
            (r, c): int(self.grid[r, c]) for r, c in np.argwhere(self.grid.cost > 0).tolist()
        }
        # No pits on the tiles that monsters avoid: players respawn there, or have to reach them.
        spared = _cells(closed)
        free = len(self._base.keys() - spared)
        self.traps = Traps(self.grid, rules.traps(free), seed=self.stream(0), spared=spared)
        self.mud: Mud | None = None
        if rules.mud_amount:
            self.mud = Mud(
                self.grid,
                rules.mud(free),
                depth=rules.mud_depth,
                seed=self.stream(1),
                spared=spared,
            )
        self.rain: Rain | None = None
        if rules.rain_radius:
            self.rain = Rain(
                self.grid,
                radius=rules.rain_radius,
                interval=rules.rain_interval,
                seed=self.stream(2),
            )
        watched = rules.threat and rules.monsters and bool(world.monsters)
        self.threat = Threat(self.grid, weight=rules.threat_weight) if watched else None
        self._doors = {cell: door.lower() for door, cell in world.doors.items()}
        self._views: dict[tuple[frozenset[str], bool], GridWorld] = {}
        self.for_monsters = self.grid.view(blocked=closed)
        walls = world.grid()
        walls[world.closed_doors()] = 0
        # By length: monsters that see equally far share what is worked out.
        self.sight = cache(partial(Sight, walls))

    def stream(self, number: int) -> int:
        """Return a seed for one part of the game: its rolls do not shift another part's."""
        return self.seed * _STREAMS + number

    def for_player(self, keys: frozenset[str], *, careful: bool) -> GridWorld:
        """Return the grid with the doors closed that these keys do not open; threat if ``careful``.

        Players with the same keys share a view, and everything derived from it.
        """
        if (keys, careful) not in self._views:
            doors = self.world.closed_doors(keys)
            layers = None
            if self.threat is not None and not careful:
                layers = {name: 1.0 for name in self.grid.layers if name != THREAT}
            plain = layers is None and not doors.any()
            blocked = doors if doors.any() else None
            view = self.grid if plain else self.grid.view(layers=layers, blocked=blocked)
            self._views[keys, careful] = view
        return self._views[keys, careful]

    def weight(self, cell: Cell) -> int:
        """Return how many times as long a step onto this tile takes as one onto plain floor."""
        weight = self._base[cell]
        if self.mud is not None:
            weight += self.mud.at(cell)
        if self.rain is not None:
            weight += self.rain.at(cell)
        return weight

    def tick(self, occupied: Iterable[Cell]) -> MazeChanges:
        """Change pits, mud and rain for a tick."""
        pits = self.traps.tick(occupied)
        slower = False
        if self.mud is not None:
            mud = self.mud.tick()
            slower = bool(mud.opened or mud.closed)
        if self.rain is not None:
            slower = self.rain.tick() or slower
        return MazeChanges(pits, slower)

    def obey(self, rules: Rules) -> None:
        """Apply the rules that may change while a game runs."""
        if self.mud is None and rules.mud_amount:
            raise InvalidValue(
                f"mud_amount is {rules.mud_amount}; a game that began without mud cannot get any"
            )
        self.traps.rules = rules.traps(self.traps.places)
        if self.mud is not None:
            self.mud.rules = rules.mud(self.mud.places)

    def blocked(self, cell: Cell, keys: frozenset[str]) -> bool:
        """Whether a tile is closed to an agent with these keys: a wall, a pit, a locked door."""
        if cell not in self._base or self.grid[cell] == 0:
            return True
        door = self._doors.get(cell)
        return door is not None and door not in keys


def start_of(world: WorldMap, number: int, setup: PlayerSetup) -> Cell:
    """Return where a player begins: at its own ``start``, or at the starts of the map in turn."""
    if setup.start is None:
        if not world.starts:
            raise InvalidValue(f"players[{number}] has no start, and the map has none either")
        return world.starts[number % len(world.starts)]
    drawn = world.grid()
    cell: Cell = drawn._name(drawn._node(setup.start, f"the start of players[{number}]"))
    if not drawn[cell] or world.closed_doors()[cell]:
        raise InvalidValue(f"players[{number}] starts at {cell}, which is not a free tile")
    return cell


def _cells(mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> set[Cell]:
    return {(r, c) for r, c in np.argwhere(mask).tolist()}
