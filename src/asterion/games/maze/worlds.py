"""The worlds of the D* study, to our own designs: tunnels, and open ground.

Each has keys to be fetched in order, a door behind the last of them, and rules for its pits. All of
it comes from fixed seeds, so everybody plays in the same worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from asterion import maps
from asterion.dice import Dice
from asterion.games.maze.traps import TrapRules
from asterion.grid import Cell, Grid


class MazeWorld(NamedTuple):
    """A map with what is to be done in it. The grid belongs to whoever asked for the world."""

    name: str
    grid: Grid
    start: Cell
    goals: tuple[Cell, ...]  # the keys in order, then the door
    traps: TrapRules

    @property
    def keys(self) -> tuple[Cell, ...]:
        """To be fetched in this order."""
        return self.goals[:-1]

    @property
    def door(self) -> Cell:
        """Where to go with all keys."""
        return self.goals[-1]


def world2() -> MazeWorld:
    """Tunnels one cell wide with some loops, and a moderate number of pits.

    >>> from asterion.games.maze.worlds import world2
    >>> world2().keys, world2().door
    (((1, 59), (37, 1), (19, 31)), (37, 59))
    """
    grid = tunnels((39, 61), loops=60, seed=2)
    goals = ((1, 59), (37, 1), (19, 31), (37, 59))
    return MazeWorld("world2", grid, (1, 1), goals, TrapRules(most=12, shortest=20, longest=60))


def world3() -> MazeWorld:
    """Open ground of 128 x 128 cells with a wall around it, and pits all over it."""
    floor = np.zeros((128, 128), np.bool_)
    floor[1:-1, 1:-1] = True
    goals = ((8, 119), (119, 64), (64, 8), (119, 119))
    rules = TrapRules(most=300, shortest=20, longest=60)
    return MazeWorld("world3", Grid(floor), (8, 8), goals, rules)


WORLDS: dict[str, Callable[[], MazeWorld]] = {"world2": world2, "world3": world3}


def tunnels(shape: tuple[int, int], *, loops: int, seed: int) -> Grid:
    """A maze with a wall around it, in which some walls between two tunnels are opened.

    Tunnels run along odd rows and columns. A cell where both are even stays a wall, and each block
    of 2 x 2 has one: so no tunnel is wider than one cell, whatever is opened.
    """
    rows, cols = shape
    inner = maps.maze((rows - 2, cols - 2), seed=seed).cost > 0
    floor = np.pad(inner, 1)
    row, col = np.indices(shape)
    inside = (row % (rows - 1) > 0) & (col % (cols - 1) > 0)
    closed = np.argwhere(~floor & inside & ((row + col) % 2 == 1)).tolist()
    dice = Dice(seed)
    for _ in range(min(loops, len(closed))):
        r, c = closed.pop(dice.below(len(closed)))
        floor[r, c] = True
    return Grid(floor)
