"""Threat from what monsters see: near is dear, hidden is free, and whoever is seen is chased."""

from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.threat import Monster, populate

HALL = """
    .........
    .........
    ....#....
    .........
    .........
"""


@pytest.mark.req("S000-51")
@pytest.mark.parametrize("diagonal", ["never", "clear"])
def test_nearer_cells_carry_higher_values_and_hidden_cells_none(diagonal):
    grid = at.Grid.from_text(HALL, diagonal=diagonal)
    monster = Monster((2, 2), sight=5)
    populate(grid, [monster])
    threat = np.asarray(grid.layers["threat"])
    seen = at.visible(grid, monster.cell, monster.sight)
    assert (threat > 0).tolist() == seen.tolist()
    assert threat[2, 5] == threat[2, 6] == 0  # behind the wall
    rows, cols = np.indices(grid.shape)
    rows, cols = abs(rows - 2), abs(cols - 2)
    moves = rows + cols if diagonal == "never" else np.maximum(rows, cols)
    for near in range(5):
        assert threat[seen & (moves == near)].min() > threat[seen & (moves > near)].max()
    assert threat.max() == threat[2, 2] == 8


@pytest.mark.req("S000-51")
def test_a_seen_player_sets_the_chase_flag():
    grid = at.Grid.from_text(HALL)
    monsters = [Monster((2, 2), sight=5), Monster((0, 8), sight=2)]
    hidden, far, near = (2, 5), (2, 0), (1, 3)
    assert not populate(grid, monsters, [hidden]).chase
    told = populate(grid, monsters, [hidden, far, near])
    assert told.chase
    assert told.seen == [False, True, True]
    assert told.chased == [2, None]  # the nearest; nobody in sight
    assert populate(grid, monsters, [(0, 6)]).chased == [0, 0]
    assert populate(grid, monsters) == ([], [None, None])


@pytest.mark.req("S000-51")
def test_routes_keep_out_of_sight_and_come_back_when_the_monster_leaves():
    grid = at.Grid.from_text(HALL)
    agent = at.Navigator(grid, (4, 0), (4, 8), algorithm="dstar-lite")
    straight = agent.path.cost
    populate(grid, [Monster((4, 4), sight=3)])
    watched = agent.path
    assert watched.cost > straight
    assert (4, 4) not in [*watched]
    assert watched.cost == pytest.approx(at.find_path(grid, (4, 0), (4, 8)).cost)
    populate(grid, [])
    assert agent.path.cost == straight
    assert not np.asarray(grid.layers["threat"]).any()


def test_threats_add_up():
    grid = at.Grid.from_text(HALL)
    each = []
    for monster in (Monster((0, 0)), Monster((4, 7), sight=3)):
        populate(grid, [monster], peak=3)
        each.append(np.array(grid.layers["threat"]))
    populate(grid, [Monster((0, 0)), Monster((4, 7), sight=3)], peak=3)
    assert np.asarray(grid.layers["threat"]) == pytest.approx(sum(each))


def test_only_what_differs_is_written():
    grid = at.maps.field(40)
    populate(grid, [Monster((5, 5), sight=2)])
    then = grid.version
    populate(grid, [Monster((5, 5), sight=2)])
    assert grid.version == then
    populate(grid, [Monster((5, 6), sight=2)])
    assert grid.version == then + 1
    assert len(grid.changes(since=then)) <= 30


def test_a_layer_follows_monsters_that_walk_for_long():
    random, grid = Random(1), at.maps.scattered(20, density=0.2, seed=4)
    free = [(r, c) for r, c in np.argwhere(grid.cost > 0).tolist()]
    cells = random.sample(free, 4)
    for _ in range(100):
        cells = [random.choice([n for n, _ in grid.neighbours(c)] or [c]) for c in cells]
        monsters = [Monster(cell, sight=4) for cell in cells]
        player = random.choice(free)
        told = populate(grid, monsters, [player])
        fresh = grid.copy()
        del fresh.layers["threat"]
        assert populate(fresh, monsters, [player]) == told
        assert (np.asarray(fresh.layers["threat"]) == np.asarray(grid.layers["threat"])).all()
        assert told.seen == [bool(np.asarray(grid.layers["threat"])[player] > 0)]


def test_errors_name_the_value_and_the_rule():
    grid = at.maps.field(3)
    with pytest.raises(at.InvalidValue, match="radius is -1"):
        populate(grid, [Monster((0, 0), sight=-1)])
    with pytest.raises(at.OutsideWorld, match=r"players\[1\] \(9, 9\) is outside the grid"):
        populate(grid, [], [(0, 0), (9, 9)])
    with pytest.raises(at.InvalidValue, match="peak is -2"):
        populate(grid, [], peak=-2)
