"""One walk of ``architectures``: a navigator moves from node to node while doors close and open."""

from __future__ import annotations

from math import inf, isfinite
from time import process_time

import asterion as at
from asterion.experiments.architectures.maps import GRID, ROOMS, Built, Doors
from asterion.experiments.engine.experiment import Row
from asterion.experiments.landscapes import Query
from asterion.world.grid import Cell, Grid

_ROUNDING = 1e-6  # navigators round costs up, by less than this share of a path


class Walk:
    """A walk from start to goal, at most for a number of changes of the doors."""

    def __init__(
        self,
        built: Built,
        grid: Grid,
        query: Query,
        doors: Doors,
        *,
        algorithm: str,
        every: float,
        changes: int,
    ) -> None:
        self.built, self.grid, self.doors = built, grid, doors
        self.ratios: list[float] = []  # cost of each plan by that of the cheapest path of the grid
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
        """Updates the architecture after a change of the doors."""
        known = self.built.known
        if known is not None and known.version != self.grid.version:
            begin = process_time()
            self.built.follow()
            self.upkeep += process_time() - begin

    def _refine(self, here: Cell, there: Cell) -> None:
        """Counts the search from room to room in cells; other architectures need none."""
        if self.built.name == ROOMS:
            begin = process_time()
            self.refined += at.find_path(self.grid, here, there).stats.expanded
            self.upkeep += process_time() - begin

    def _look(self) -> None:
        """Compares the plan with the cheapest path of the grid."""
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
