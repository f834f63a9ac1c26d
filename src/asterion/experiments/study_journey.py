"""One run of ``study``: a navigator goes from key to key while pits open and close on his way."""

from __future__ import annotations

from functools import reduce
from math import inf, isclose
from typing import NamedTuple

import asterion as at
from asterion.errors import InvalidPath
from asterion.games.maze.traps import Traps
from asterion.games.maze.worlds import MazeWorld
from asterion.grid import Cell, Grid, GridWorld
from asterion.navigate import Navigator
from asterion.navigator_stats import NavigatorStats, together

_CHECKED = 50  # ticks from one comparison with Dijkstra to the next


class Way(NamedTuple):
    """A navigator and its rule for ties."""

    algorithm: str
    ties: str = "auto"

    @property
    def name(self) -> str:
        """As in the rows."""
        return self.algorithm if self.ties == "auto" else f"{self.algorithm}, {self.ties}"


class Leg(NamedTuple):
    """What the way from goal to goal cost."""

    stats: NavigatorStats
    moves: int
    waits: int
    arrived: bool


def joined(legs: list[Leg]) -> Leg:
    """Several as one."""
    return Leg(
        reduce(together, (leg.stats for leg in legs)),
        sum(leg.moves for leg in legs),
        sum(leg.waits for leg in legs),
        legs[-1].arrived,
    )


class Journey:
    """All goals of a world in order, one move a tick; made as soon as it is there."""

    def __init__(self, world: MazeWorld, way: Way, *, seed: int, ticks: int) -> None:
        self.world, self.way = world, way
        self.traps = Traps(world.grid, world.traps, seed=seed)
        self.ticks_left = ticks
        self.wrong = 0  # moves that were none, and paths that were not the cheapest
        self.legs: list[Leg] = []
        agent = self._agent(world.start, world.goals[0])
        for goal in world.goals:
            if way.algorithm == "lpa":
                agent = self._lpa(agent.position, goal)
            else:
                agent.goal = goal
                self.legs.append(self._walk(agent, self.ticks_left))

    def _agent(self, start: Cell, goal: Cell) -> Navigator:
        algorithm, ties = self.way
        return Navigator(self.world.grid, start, goal, algorithm=algorithm, ties=ties)

    def _lpa(self, start: Cell, goal: Cell) -> Navigator:
        """To the next goal with LPA*, whose ends are fixed: another pair, another navigator.

        An agent that its path has left waits for it. When he has done so for as long as a pit can
        be open, the path has moved for good, and he asks for another from where he stands.
        """
        parts: list[Leg] = []
        while True:
            agent = self._agent(start, goal)
            parts.append(self._walk(agent, self.world.traps.longest))
            start = agent.position
            if agent.arrived or not self.ticks_left:
                break
        leg = joined(parts)
        stats = leg.stats._replace(restarts=leg.stats.restarts + len(parts) - 1)
        self.legs.append(leg._replace(stats=stats))
        return agent

    def _walk(self, agent: Navigator, patience: int) -> Leg:
        """To the goal, or until the agent has waited for so many ticks in a row."""
        moves = waits = idle = 0
        start = agent.position
        while not agent.arrived and self.ticks_left and idle < patience:
            self.ticks_left -= 1
            here = agent.position
            self.traps.tick([here])
            if self.ticks_left % _CHECKED == 0:
                fixed = self.way.algorithm == "lpa"
                self.wrong += not is_cheapest(self.world.grid, agent, start if fixed else here)
            there = agent.step()
            if there is None:
                waits += 1
                idle += 1
            else:
                moves += 1
                idle = 0
                self.wrong += not is_move(self.world.grid, here, there)
        return Leg(agent.segments[-1], moves, waits, agent.arrived)


def is_move(grid: Grid, here: Cell, there: Cell) -> bool:
    """Whether the rules of the world allow it."""
    try:
        at.validate(grid, [here, there])
    except InvalidPath:
        return False
    return True


def is_cheapest(world: GridWorld, agent: Navigator, start: Cell) -> bool:
    """Whether the path from here costs what Dijkstra's does."""
    if not world.total[start]:
        return True  # LPA* with a pit at its start, where Dijkstra cannot begin
    free = world.total[agent.goal] > 0
    cost = at.find_path(world, start, agent.goal, algorithm="dijkstra").cost if free else inf
    return isclose(agent.path.cost, cost, rel_tol=1e-9)
