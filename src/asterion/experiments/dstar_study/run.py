"""One run of ``dstar-study``: the maze game with one player, whose moves and paths are checked."""

from __future__ import annotations

from math import inf, isclose
from typing import NamedTuple

import asterion as at
from asterion.errors import InvalidPath
from asterion.games.maze.players import Player
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.statistics import Segment
from asterion.games.maze.world_file import WorldMap
from asterion.navigate.navigator import Navigator
from asterion.world.grid import Cell, GridWorld

_CHECKED = 500  # ticks between comparisons with Dijkstra


class Playthrough(NamedTuple):
    """The result of a run."""

    segments: list[Segment]  # from goal to goal; the last may be one that was not reached
    finished: bool
    wrong: int  # illegal moves, and paths that were not the cheapest


def playthrough(
    world: WorldMap, setup: PlayerSetup, *, rules: Rules, seed: int, ticks: int
) -> Playthrough:
    """Plays through all goals of a world with one navigator, for at most so many ticks."""
    game = Simulation(world, players=[setup], rules=rules, seed=seed)
    player = game.players[0]
    wrong = 0
    entering = None
    while not game.over and game.now < ticks:
        game.tick()
        if player.entering != entering and player.entering is not None:
            wrong += not is_move(player.world, player.cell, player.entering)
        entering = player.entering
        if game.now % _CHECKED == 0 and not game.over:
            wrong += not _is_right(player)
    return Playthrough(player.stats, player.finished, wrong)


def _is_right(player: Player) -> bool:
    path = player.navigator.path
    if player.algorithm == "lpa":  # plans from a fixed start, the first cell of its path
        return not path or is_cheapest(player.world, player.navigator, path[0])
    return is_cheapest(player.world, player.navigator, player.entering or player.cell)


def is_move(world: GridWorld, here: Cell, there: Cell) -> bool:
    """Whether a move is legal in the world."""
    try:
        at.validate(world, [here, there])
    except InvalidPath:
        return False
    return True


def is_cheapest(world: GridWorld, agent: Navigator, start: Cell) -> bool:
    """Whether the path from ``start`` costs as much as Dijkstra's."""
    if not world.total[start]:
        return True  # LPA* with a pit at its start, from which Dijkstra cannot search
    free = world.total[agent.goal] > 0
    cost = at.find_path(world, start, agent.goal, algorithm="dijkstra").cost if free else inf
    return isclose(agent.path.cost, cost, rel_tol=1e-9)
