"""The worlds of ``architectures``: maps, the graphs made from them, doors, and walks."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import asterion as at
from asterion.experiments.engine.experiment import Row
from asterion.experiments.landscapes import INDOORS, OUTDOORS, ROOM, Query
from asterion.world.base import World
from asterion.world.dice import Dice
from asterion.world.grid import Cell, Grid
from asterion.world.moves import move_columns

MAZES = "mazes"
MAPS = (INDOORS, OUTDOORS, MAZES)
GRID, ROOMS, VISIBILITY = "grid", "rooms", "visibility"
ARCHITECTURES = (GRID, ROOMS, VISIBILITY)
REGIONS: dict[str, str | int] = {INDOORS: "rooms", OUTDOORS: 8, MAZES: 8}
CELL_BYTES = 2  # per cell: its cost, and its moves
# As in gridworlds: two seeds have no map in common, and doors are independent of their map.
_SET, _DOORS = 2**32, 2**129


def made(kind: str, seed: int, number: int, *, side: int) -> Grid:
    """Square rooms, doors in half the walls; an obstacle on every tenth cell; mazes with loops."""
    seed = seed * _SET + number
    if kind == INDOORS:
        return at.maps.rooms(side, size=ROOM, extra=0.5, seed=seed)
    if kind == OUTDOORS:
        return at.maps.scattered(side, density=0.1, seed=seed)
    return at.maps.maze(side, opened=2 * side, seed=seed)


class Built(NamedTuple):
    """An architecture for one map, ready for queries."""

    name: str
    world: World  # searched by pathfinders
    known: at.RoomMap | at.VisibilityMap | None  # None for the grid itself
    follow: Callable[[], None]  # after an edit of the grid
    nodes: int
    connections: int
    bytes: int
    build_seconds: float


def built(name: str, kind: str, grid: Grid, points: list[Cell]) -> Built:
    """Build an architecture for a grid; ``points`` become nodes."""
    begin = process_time()  # CPU time, as rooms are measured on several threads
    if name == GRID:
        free = int((grid.cost > 0).sum())
        moves = len(move_columns(grid)[0])
        return Built(name, grid, None, _nothing, free, moves, CELL_BYTES * grid.cost.size, 0.0)
    known: at.RoomMap | at.VisibilityMap
    known = at.RoomMap(grid, REGIONS[kind]) if name == ROOMS else at.VisibilityMap(grid, points)
    seconds = process_time() - begin
    size = len(known.graph), len(known.graph.costs), known.nbytes
    return Built(name, known.graph, known, known.remeasure, *size, seconds)


def _nothing() -> None:
    """Do nothing for the grid: navigators read its journal."""


class Doors:
    """Cells that close and open, a few at a time, from a seed.

    Indoors and in mazes these have walls on two opposite sides; in the open they are any cells.
    """

    def __init__(self, kind: str, grid: Grid, seed: int, number: int, *, spared: set[Cell]) -> None:
        self.grid = grid
        self._dice = Dice(_DOORS + seed * _SET + number)
        self._all = [cell for cell in candidates(kind, grid) if cell not in spared]
        self._shut: list[Cell] = []
        for _ in range(min(len(self._all) - 1, max(1, len(self._all) // 16))):
            self._close(None)
        self._at_once = max(1, len(self._shut) // 4)

    def change(self, here: Cell) -> None:
        """Open some of the doors that have been closed for longest, and close as many others."""
        for _ in range(min(self._at_once, len(self._shut))):
            self.grid[self._shut.pop(0)] = 1
            self._close(here)

    def _close(self, here: Cell | None) -> None:
        cell = self._all[self._dice.below(len(self._all))]
        while cell in self._shut:
            cell = self._all[self._dice.below(len(self._all))]
        self._shut.append(cell)
        if cell != here:  # not under the agent
            self.grid[cell] = 0


def candidates(kind: str, grid: Grid) -> list[Cell]:
    """The cells that may close."""
    free = np.pad(grid.cost > 0, 1)
    inner = free[1:-1, 1:-1]
    if kind != OUTDOORS:
        walls_beside = ~free[1:-1, :-2] & ~free[1:-1, 2:] & free[:-2, 1:-1] & free[2:, 1:-1]
        walls_above = ~free[:-2, 1:-1] & ~free[2:, 1:-1] & free[1:-1, :-2] & free[1:-1, 2:]
        inner = inner & (walls_beside | walls_above)
    return [(row, col) for row, col in np.argwhere(inner).tolist()]


# --- Walks: a navigator moves from node to node while doors close and open

_ROUNDING = 1e-6  # navigators round costs up, by less than this share of a path


class Walk:
    """A walk from start to goal, for at most a number of changes of the doors."""

    def __init__(
        self,
        built: Built,
        grid: Grid,
        query: Query,
        doors: Doors,
        *,
        algorithm: Any,
        every: float,
        changes: int,
    ) -> None:
        self.built, self.grid, self.doors = built, grid, doors
        self.ratios: list[float] = []  # the cost of each plan over the cheapest path
        self.lost = 0  # plans that found no path, though the grid has one
        self.wrong = 0  # plans with a path that does not exist, or at too low a cost
        self.refined = 0
        self.upkeep = 0.0
        self._follow()
        self.agent = at.Navigator(built.world, *query, algorithm=algorithm)
        self._walk(every, changes)

    def _walk(self, every: float, changes: int) -> None:
        agent, walked, changed = self.agent, 0.0, 0
        self.moves = 0
        while not agent.arrived and changed < changes:
            self._look()
            here = agent.position
            there = agent.step()
            if there is None:
                walked += every  # it waits
            else:
                walked += at.validate(self.built.world, [here, there])
                self.moves += 1
                self._refine(here, there)
            while walked >= every * (changed + 1):
                self.doors.change(agent.position)
                changed += 1
            self._follow()

    def _follow(self) -> None:
        """Update the architecture after a change of the doors."""
        known = self.built.known
        if known is not None and known.version != self.grid.version:
            begin = process_time()
            self.built.follow()
            self.upkeep += process_time() - begin

    def _refine(self, here: Cell, there: Cell) -> None:
        """Count the search from room to room in cells; other architectures need none."""
        if self.built.name == ROOMS:
            begin = process_time()
            self.refined += at.find_path(self.grid, here, there).stats.expanded
            self.upkeep += process_time() - begin

    def _look(self) -> None:
        """Compare the plan with the cheapest path of the grid."""
        cost = self.agent.path.cost
        best = at.find_path(self.grid, self.agent.position, self.agent.goal).cost
        if not isfinite(cost):
            self.lost += isfinite(best)
            return
        ratio = cost / best if isfinite(best) else inf
        self.ratios.append(ratio)
        too_expensive = self.built.name == GRID and ratio > 1 + _ROUNDING
        self.wrong += ratio < 1 - _ROUNDING or too_expensive or not isfinite(best)

    def row(self) -> Row:
        """The counts of the walk."""
        stats = self.agent.stats
        return {
            "expanded": stats.expanded,
            "refined": self.refined,
            "operations": stats.operations,
            "seconds": stats.seconds,
            "upkeep_seconds": self.upkeep,
            "searches": stats.searches,
            "moves": self.moves,
            "memory": stats.memory,
            "ratios": self.ratios,
            "lost": self.lost,
            "arrived": int(self.agent.arrived),
            "wrong": self.wrong,
        }
