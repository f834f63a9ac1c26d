"""Mud and rain: they slow agents, plans avoid them, and later everything is as before."""

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.motion import DIAGONAL, FINE, UNIT
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.slow_downs import Mud, Rain
from asterion.games.maze.traps import TrapRules
from support.maze_games import FULL, game, lively

NAMES = [info.name for info in at.algorithms("navigator")]


@pytest.mark.req("S000-54")
def test_mud_comes_and_goes_by_the_rules_of_pits_but_can_be_walked():
    grid = at.maps.scattered(15, density=0.25, seed=3)
    mud = Mud(grid, TrapRules(most=9, shortest=3, longest=11), depth=4, seed=7)
    places = set()
    for _ in range(2000):
        mud.tick()
        layer = np.asarray(grid.layers["mud"])
        wet = {(r, c) for r, c in np.argwhere(layer).tolist()}
        assert wet == mud.open.keys()
        assert {*layer[layer > 0].tolist()} == {4.0}
        assert len(wet) == 9
        assert all(grid[cell] for cell in wet)
        assert all(mud.at(cell) == 4 for cell in wet)
        places |= wet
    assert len(places) == (grid.cost > 0).sum()
    mud.clear()
    assert not np.asarray(grid.layers["mud"]).any()


@pytest.mark.req("S000-54")
def test_a_player_in_mud_is_slow():
    rules = Rules(trap_amount=0, mud_amount=100, mud_depth=3, trap_interval=1, trap_longest=9999)
    dry, wet = game("Ap    xX"), game("Ap    xX", rules=rules)
    for play in (dry, wet):
        play.run(1)
    assert wet.maze.weight((0, 2)) == 4
    assert dry.players[0].needed == FINE * UNIT
    assert wet.players[0].needed == FINE * 4 * UNIT
    dry.run(39)
    wet.run(159)
    assert dry.players[0].place == wet.players[0].place == (0, 5 * UNIT)


@pytest.mark.slow
@pytest.mark.req("S000-54")
@pytest.mark.parametrize("name", NAMES)
def test_plans_are_right_while_costs_rise_and_fall(name):
    rules = Rules(
        trap_amount=2,
        mud_amount=12,
        rain_radius=2,
        rain_interval=7,
        trap_interval=4,
        trap_shortest=10,
        trap_longest=40,
        monsters=False,
    )
    play = game(FULL, [name], rules, seed=5)
    player, rose, fell, checked = play.players[0], 0, 0, 0
    before = play.grid.total.copy()
    while not play.over and play.now < 1500:
        play.tick()
        now = play.grid.total.copy()
        free = (before > 0) & (now > 0)
        rose += (now[free] > before[free]).any()
        fell += (now[free] < before[free]).any()
        before = now
        if player.finished or play.now % 5:
            continue
        here = player.entering or player.cell
        fresh = at.find_path(player.world, here, player.goal, algorithm="dijkstra")
        if player.path_state == "free" and name != "lpa":
            assert at.validate(player.world, player.path) == pytest.approx(fresh.cost)
            checked += 1
    assert play.over
    assert rose > 30
    assert fell > 30
    assert checked > 30 or name == "lpa"


@pytest.mark.req("S000-50")
def test_rain_drifts_slowly_over_the_map():
    grid = at.maps.field(20)
    rain = Rain(grid, radius=2, interval=10, seed=3)
    versions, places = set(), []
    for now in range(1, 301):
        before = rain.cell
        moved = rain.tick()
        assert moved == (now % 10 == 0)
        if not moved:
            assert rain.cell == before
        versions.add(grid.version)
        layer = np.asarray(grid.layers["rain"])
        for r, c in np.ndindex(grid.shape):
            assert layer[r, c] == rain.at((r, c))
        places.append(rain.cell)
    assert len(versions) == 31  # nothing is written in between
    assert len({*places}) > 10


@pytest.mark.req("S000-50")
def test_rain_changes_the_route_and_so_does_its_end():
    grid = at.Grid.from_text(".......\n.......\n.......")
    agent = at.Navigator(grid, (1, 0), (1, 6), algorithm="dstar-lite")
    straight = agent.path.cost
    grid.layers["rain"] = np.zeros(grid.shape)
    grid.layers["rain"][1, 2:5] = 1
    assert agent.path.cost > straight
    assert (1, 3) not in [*agent.path]
    grid.layers["rain"][:] = 0
    assert agent.path.cost == straight
    assert (1, 3) in [*agent.path]


@pytest.mark.req("S000-68")
def test_slow_ground_slows_monsters_too():
    play = lively(players=[PlayerSetup("jps")])
    for _ in range(300):
        monsters = [monster.entering for monster in play.monsters]
        play.tick()
        for monster, before in zip(play.monsters, monsters, strict=True):
            if monster.entering not in (None, before):
                weight = play.maze.weight(monster.entering)
                assert monster.needed in (FINE * weight * UNIT, FINE * weight * DIAGONAL)
