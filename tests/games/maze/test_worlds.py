"""The worlds that come with the package, and the statements of Moori's study on two of them."""

from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

import numpy as np
import pytest

import asterion as at
from asterion.games.maze import worlds
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.worlds import TRAP_AMOUNTS, WORLDS, load_world


def floor_of(name):
    return load_world(name).grid().cost > 0


def blocks_of_four(floor):
    return floor[:-1, :-1] & floor[1:, :-1] & floor[:-1, 1:] & floor[1:, 1:]


@pytest.mark.req("S000-112")
def test_world2_is_a_maze_of_narrow_tunnels_with_loops():
    floor = floor_of("world2")
    assert not floor[[0, -1]].any()
    assert not floor[:, [0, -1]].any()
    assert not blocks_of_four(floor).any()
    cells = int(floor.sum())
    passages = int((floor[1:] & floor[:-1]).sum() + (floor[:, 1:] & floor[:, :-1]).sum())
    assert passages - cells + 1 == 60  # loops: passages beyond a tree's
    assert at.distances(load_world("world2").grid(), (1, 1))[floor].max() < np.inf  # all one maze


@pytest.mark.req("S000-112")
def test_world3_is_open_ground_with_walls_at_its_border_only():
    floor = floor_of("world3")
    assert floor.shape == (128, 128)  # the largest whose searches the lab shows
    assert floor[1:-1, 1:-1].all()
    assert not floor[[0, -1]].any()
    assert not floor[:, [0, -1]].any()


@pytest.mark.req("S000-112")
@pytest.mark.parametrize("name", ["world2", "world3"])
def test_the_worlds_of_the_study_have_three_players_at_one_place_and_nothing_rough(name):
    world = load_world(name)
    assert world.starts == (world.players[0].cell,) * 3
    assert [goal.letter for goal in world.goals] == ["x", "X", "y", "Y"]
    assert set(np.unique(world.grid().cost)) == {0, 1}
    assert (world.monsters, world.human) == ((), None)


@pytest.mark.req("S000-112")
@pytest.mark.parametrize("name", WORLDS)
def test_pits_are_few(name):
    assert 0 < TRAP_AMOUNTS[name] <= 2


@pytest.mark.req("S000-61")
@pytest.mark.parametrize("name", WORLDS)
def test_all_goals_can_be_reached_in_order(name):
    assert load_world(name).problems() == []


@pytest.mark.req("S000-65")
@pytest.mark.parametrize("name", ["tutorial", "gallery"])
def test_a_player_fetches_the_keys_and_leaves_by_the_doors(name):
    """Also with monsters about, which send the player back to its start when they catch it."""
    rules = Rules(trap_amount=TRAP_AMOUNTS[name], invulnerable=False)
    game = Simulation(load_world(name), players=[PlayerSetup("dstar-lite")], rules=rules, seed=1)
    while not game.over and game.now < 50_000:
        game.tick()
    player = game.players[0]
    assert player.finished
    assert player.cell == game.world.goals[-1].cell
    assert [segment.goal for segment in player.segments] == [
        goal.letter for goal in game.world.goals
    ]


@pytest.mark.req("S000-60")
def test_the_gallery_has_every_character_of_the_format_that_fits():
    world = load_world("gallery")
    text = world.to_text().partition("monster")[0]
    wanted = {*ascii_uppercase, *ascii_lowercase[:10], *"opqxyz23456789 "} - {*"UVW"}
    assert {*text} - {"\n"} == wanted
    assert len(world.monster_types) == 2
    assert "r" in load_world("world2").to_text()  # with p and q there would be too many players


def test_the_tutorial_is_small_and_has_some_of_everything():
    world = load_world("tutorial")
    assert max(world.shape) <= 24
    assert world.human is not None
    assert world.monsters
    assert world.players
    assert world.grid().cost.max() > 1
    assert len(world.goals) == 2


def test_the_list_of_names_is_that_of_the_files():
    files = {path.stem for path in Path(worlds.__file__).with_name("texts").iterdir()}
    assert files == {*WORLDS}
    with pytest.raises(at.InvalidValue, match="world is 'world9'; choose one of 'tutorial'"):
        load_world("world9")
    with pytest.raises(at.InvalidValue, match="world is 2;"):
        load_world(2)


def test_each_call_makes_another_world():
    first, second = load_world("world2"), load_world("world2")
    first.tiles[1, 1].properties["mark"] = True
    assert second.tiles[1, 1].properties == {}
