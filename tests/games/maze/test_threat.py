"""The sight of monsters: a quarter of a circle, hidden by walls, costlier nearby."""

from math import atan2, pi
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.motion import HEADINGS
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.threat import Threat
from asterion.games.maze.vision import Sight
from support.maze_games import game

HALL = """
    .........
    .........
    ....#....
    .........
    .........
"""
EAST, WEST = HEADINGS.index((0, 1)), HEADINGS.index((0, -1))


def off(heading, rows, cols):
    """The angle between a heading and the direction to a cell."""
    turn = abs(atan2(cols, -rows) - atan2(heading[1], -heading[0]))
    return min(turn, 2 * pi - turn)


@pytest.mark.req("S000-80")
@pytest.mark.parametrize("length", [1, 3, 6])
@pytest.mark.parametrize("facing", range(8))
def test_a_field_is_90_degrees_wide_and_as_long_as_it_is_set(facing, length):
    sight = Sight(at.maps.field(21), length)
    worth = sight.field((10, 10), facing).worth
    expected = {
        (10 + r, 10 + c): length + 1 - max(abs(r), abs(c))
        for r in range(-length, length + 1)
        for c in range(-length, length + 1)
        if (r, c) == (0, 0) or off(HEADINGS[facing], r, c) <= pi / 4 + 1e-9
    }
    assert worth == expected


@pytest.mark.req("S000-80")
def test_walls_hide_what_is_behind_them():
    grid = at.Grid.from_text(HALL)
    worth = Sight(grid, 6).field((2, 2), EAST).worth
    assert (2, 3) in worth
    assert not {(2, 4), (2, 5), (2, 6)} & worth.keys()  # the wall, and behind it
    random = Random(5)
    for _ in range(30):
        grid = at.maps.scattered(15, density=0.25, seed=random.randrange(1000))
        free = [(r, c) for r, c in np.argwhere(grid.cost > 0).tolist()]
        cell, facing, length = random.choice(free), random.randrange(8), random.randrange(1, 8)
        seen = at.visible(grid, cell, length)
        worth = Sight(grid, length).field(cell, facing).worth
        for r, c in free:
            rows, cols = r - cell[0], c - cell[1]
            ahead = (rows, cols) == (0, 0) or off(HEADINGS[facing], rows, cols) <= pi / 4 + 1e-9
            assert ((r, c) in worth) == bool(seen[r, c] and ahead)


@pytest.mark.req("S000-80")
@pytest.mark.req("S000-51")
@pytest.mark.parametrize("diagonal", ["never", "clear"])
def test_nearer_cells_carry_higher_values_and_hidden_cells_none(diagonal):
    grid = at.Grid.from_text(HALL, diagonal=diagonal)
    sight, threat = Sight(grid, 5), Threat(grid, weight=3)
    threat.look(0, sight.field((1, 2), EAST))
    assert threat.write()
    layer = np.asarray(grid.layers["threat"])
    values = sight.field((1, 2), EAST).worth
    assert {(r, c) for r, c in np.argwhere(layer > 0).tolist()} == values.keys()
    rows, cols = np.indices(grid.shape)
    rows, cols = abs(rows - 1), abs(cols - 2)
    moves = rows + cols if diagonal == "never" else np.maximum(rows, cols)
    for near in range(5):
        further = layer[(layer > 0) & (moves > near)]
        assert not further.size or layer[(layer > 0) & (moves == near)].min() > further.max()
    assert layer.max() == layer[1, 2] == 3 * 6
    assert threat.at((1, 2)) == 6


@pytest.mark.req("S000-51")
def test_writing_down_what_is_seen_finds_players_that_may_be_chased():
    text = "AAAAAAAAAA\nAa   p  xA\nAAAAAAA XA\nAAAAAAAAAA"
    rules = Rules(trap_amount=0, aggressiveness=100, vision=5, monster_speed=1)
    play = game(text, rules=rules)
    monster = play.monsters[0]
    monster.facing = WEST
    play.tick()
    assert (monster.sees, monster.target) == (None, None)
    monster.put((1, 1))
    monster.facing = EAST
    play.tick()
    assert monster.sees == 0
    assert monster.state == "chase"
    assert monster.target == (1, 5)
    assert play.maze.threat.at((1, 5)) > 0
    monster.put((1, 1))
    monster.facing = EAST
    play.players[0].put((1, 7))  # six tiles away
    play.players[0].navigator.move_to((1, 7))
    play.tick()
    assert monster.sees is None


@pytest.mark.req("S000-50")
@pytest.mark.req("S000-51")
def test_routes_keep_out_of_sight_and_come_back_when_the_monster_turns():
    grid = at.Grid.from_text(HALL)
    threat, sight = Threat(grid, weight=8), Sight(grid, 3)
    assert not np.asarray(grid.layers["threat"]).any()  # it begins at 0
    agent = at.Navigator(grid, (4, 0), (4, 8), algorithm="dstar-lite")
    straight = agent.path.cost
    threat.look(0, sight.field((4, 3), EAST))
    threat.write()
    watched = agent.path
    assert watched.cost > straight
    assert not sight.field((4, 3), EAST).worth.keys() & {*watched}
    assert watched.cost == pytest.approx(at.find_path(grid, (4, 0), (4, 8)).cost)
    threat.look(0, sight.field((0, 8), HEADINGS.index((-1, 0))))
    threat.write()
    assert agent.path.cost == straight


@pytest.mark.req("S000-50")
def test_layers_add_up_and_only_the_careful_count_threat():
    text = "AAAAAAAAA\nA  a    A\nAp  x  XA\nA       A\nAAAAAAAAA"
    rules = Rules(trap_amount=0, mud_amount=20, rain_radius=2, mud_depth=3, threat_weight=5)
    play = game(text, ["jps", PlayerSetup("jps", mode="hide")], rules, seed=3)
    for _ in range(200):
        play.tick()
        layers = {name: np.asarray(layer) for name, layer in play.grid.layers.items()}
        assert layers.keys() == {"mud", "rain", "threat"}
        free = play.grid.cost > 0
        bold, careful = (player.world.total for player in play.players)
        slow = play.grid.cost + layers["mud"] + layers["rain"]
        doors = play.world.closed_doors(play.players[0].keys)
        assert (bold[free & ~doors] == slow[free & ~doors]).all()
        if play.players[0].keys == play.players[1].keys:
            assert (careful == np.where(bold > 0, bold + layers["threat"], 0)).all()
        for cell in zip(*np.nonzero(free), strict=True):
            assert play.maze.weight((int(cell[0]), int(cell[1]))) == slow[cell]


def test_threats_add_up_and_follow_monsters_that_walk_for_long():
    random, grid = Random(1), at.maps.scattered(20, density=0.2, seed=4)
    free = [(r, c) for r, c in np.argwhere(grid.cost > 0).tolist()]
    threat, sight = Threat(grid, weight=1), Sight(grid, 4)
    where = {i: (random.choice(free), random.randrange(8)) for i in range(4)}
    for _ in range(100):
        for i in random.sample(range(4), 2):
            where[i] = (random.choice(free), random.randrange(8))
        for i, place in where.items():
            threat.look(i, sight.field(*place))
        threat.write()
        expected = np.zeros(grid.shape)
        for place in where.values():
            for cell, value in sight.field(*place).worth.items():
                expected[cell] += value
        assert (np.asarray(grid.layers["threat"]) == expected).all()


def test_only_what_differs_is_written():
    grid = at.maps.field(40)
    threat, sight = Threat(grid, weight=1), Sight(grid, 2)
    assert not threat.write()
    threat.look(0, sight.field((5, 5), EAST))
    assert threat.write()
    then = grid.version
    threat.look(0, sight.field((5, 5), EAST))
    assert not threat.write()
    assert grid.version == then
    threat.look(0, sight.field((5, 6), EAST))
    assert threat.write()
    assert grid.version == then + 1
    assert 0 < len(grid.changes(since=then)) < 15


def test_a_length_below_nothing_is_refused():
    with pytest.raises(at.InvalidValue, match="vision is -1"):
        Sight(at.maps.field(3), -1)
