"""Gridworlds: mazes with some walls opened, with a start and a goal each.

As in the course project Fast Trajectory Replanning for Computer Games.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import NamedTuple

import numpy as np

from asterion import maps
from asterion.experiments.engine.experiment import Prepared
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid

FILE = "worlds.npz"
# Seeds of sets are this far apart: two sets have no world in common, and a longer set begins like a
# shorter one. Those of the ends are above all of them, so ends are independent of their maze.
_SET, _ENDS = 2**32, 2**128


class Gridworld(NamedTuple):
    """A world with a start and a goal."""

    grid: Grid
    start: Cell
    goal: Cell


def gridworld(seed: int, number: int, *, side: int, opened: int) -> Gridworld:
    """One world of the set of a seed: corridors by depth-first search, some walls opened.

    Moves go to 4 neighbours. Start and goal are two random free cells; there may be no path between
    them, as an opened wall may have walls on all sides.
    """
    seed = seed * _SET + number
    grid = maps.maze(side, seed=seed, opened=opened, diagonal="never")
    free: list[Cell] = [(row, col) for row, col in np.argwhere(grid.cost > 0).tolist()]
    dice = Dice(_ENDS + seed)
    start = free.pop(dice.below(len(free)))
    goal = free[dice.below(len(free))]
    return Gridworld(grid, start, goal)


def prepared(worlds: list[Gridworld]) -> Prepared:
    """The set, to be saved, and its SHA-256: of maps (a bit per cell, 1 is free) and of ends.

    Not of the file, whose bytes may depend on the version of NumPy.
    """
    floor = np.stack([world.grid.cost > 0 for world in worlds])
    ends = np.array([(world.start, world.goal) for world in worlds], "<i8")
    digest = hashlib.sha256()
    for one in floor:
        digest.update(np.packbits(one).tobytes())
    facts = {
        "worlds": FILE,
        "worlds_sha256": digest.hexdigest(),
        "ends_sha256": hashlib.sha256(ends.tobytes()).hexdigest(),
    }
    content = BytesIO()
    np.savez_compressed(content, floor=floor, start=ends[:, 0], goal=ends[:, 1])
    return Prepared(facts, {FILE: content.getvalue()})
