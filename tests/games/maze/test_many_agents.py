"""Hundreds of agents share a world; benchmarks/many_agents.py says how long that takes."""

from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.traps import TrapRules, Traps
from asterion.games.maze.worlds import load_world
from support import reference
from support.effort import scaled

NAMES = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]  # fixed ends


def cheapest(grid, start, goal):
    """By Dijkstra's algorithm, which takes no goal in a pit."""
    return at.find_path(grid, start, goal, algorithm="dijkstra").cost if grid[goal] else inf


def plainly_cheapest(grid, start, goal):
    """By the plain oracle, which is slow."""
    reached = reference.dijkstra(grid.total.tolist(), grid.diagonal, grid.diagonal_cost, start)
    return reached.get(goal, inf)


@pytest.mark.slow
@pytest.mark.req("S000-116")
def test_a_hundred_and_fifty_agents_step_right_while_pits_open_and_close():
    grid, random = load_world("world2").grid(), Random(3)
    free = [(r, c) for r, c in np.argwhere(grid.cost > 0).tolist()]
    traps = Traps(grid, TrapRules(most=12, shortest=20, longest=60), seed=3)
    agents = [
        at.Navigator(grid, *random.sample(free, 2), algorithm=NAMES[i % len(NAMES)])
        for i in range(150)
    ]
    moves, checked = 0, dict.fromkeys(NAMES, 0)
    for tick in range(50):
        traps.tick([agent.position for agent in agents])
        for agent in agents[tick::50]:  # each once
            right = plainly_cheapest if agent is agents[tick] else cheapest
            cost = right(grid, agent.position, agent.goal)
            assert isclose(agent.path.cost, cost), agent
            checked[agent.algorithm] += 1
        for agent in agents:
            here, there = agent.position, agent.step()
            if there is not None:
                at.validate(grid, [here, there])
                moves += 1
            elif not agent.arrived:
                assert cheapest(grid, here, agent.goal) == inf
            if agent.arrived:
                agent.goal = random.choice(free)
    assert moves > 150 * 45
    assert min(checked.values()) >= 10


@pytest.mark.req("S000-116")
def test_hundreds_of_players_play_the_game_and_none_plans_wrong():
    world, random = load_world("world3"), Random(5)
    doors = world.closed_doors()
    free = [(r, c) for r, c in np.argwhere((world.grid().cost > 0) & ~doors).tolist()]
    players = scaled(300, least=30)
    setups = [PlayerSetup("dstar-lite", start=random.choice(free)) for _ in range(players)]
    rules = Rules(trap_amount=1.9, trap_interval=10, threat=False)
    play = Simulation(world, players=setups, rules=rules, seed=5)
    for _ in range(12):
        play.run(10)
        for player in random.sample(play.players, 10):
            if not player.finished:
                here = player.entering or player.cell
                fresh = at.find_path(player.world, here, player.goal, algorithm="dijkstra")
                assert isclose(at.validate(player.world, player.path), fresh.cost)
    assert sum(segment.moves for player in play.players for segment in player.stats) > 8 * players
