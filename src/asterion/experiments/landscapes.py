"""Random maps, indoors and outdoors, and random queries across them, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from asterion import maps
from asterion.experiments.engine.experiment import Config
from asterion.search.find import reachable
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid

INDOORS, OUTDOORS = "indoors", "outdoors"
KINDS = (INDOORS, OUTDOORS)
ROOM = 7  # cells per side
# As in gridworlds: two seeds have no map in common, and ends are independent of their map.
_SET, _ENDS = 2**32, 2**128


C = TypeVar("C", bound=Config)


class MapTrial(NamedTuple, Generic[C]):
    """One map, on which all is tried."""

    config: C
    kind: str
    run: int


def map_trials(config: C, kinds: Sequence[str] = KINDS) -> list[MapTrial[C]]:
    """A trial for each kind of map and run."""
    return [MapTrial(config, kind, run) for kind in kinds for run in range(config.runs)]


class Query(NamedTuple):
    """A start and a goal."""

    start: Cell
    goal: Cell


def landscape(kind: str, seed: int, number: int, *, side: int) -> Grid:
    """Return square rooms with few doors, or open land where every tenth cell is an obstacle."""
    seed = seed * _SET + number
    if kind == INDOORS:
        return maps.rooms(side, size=ROOM, extra=0.2, seed=seed)
    return maps.scattered(side, density=0.1, seed=seed)


def queries(grid: Grid, seed: int, number: int, *, count: int) -> list[Query]:
    """Return queries between random cells at least half a map apart, with a path between them."""
    dice = Dice(_ENDS + seed * _SET + number)
    free: list[Cell] = [(row, col) for row, col in np.argwhere(grid.cost > 0).tolist()]
    found: list[Query] = []
    while len(found) < count:
        start, goal = free[dice.below(len(free))], free[dice.below(len(free))]
        if dist(start, goal) >= grid.shape[0] / 2 and reachable(grid, start)[goal]:
            found.append(Query(start, goal))
    return found
