"""The worlds of the study have the properties that it asks of them."""

from itertools import pairwise

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.traps import Traps
from asterion.games.maze.worlds import WORLDS, tunnels, world2, world3


def blocks_of_four(floor):
    return floor[:-1, :-1] & floor[1:, :-1] & floor[:-1, 1:] & floor[1:, 1:]


@pytest.mark.req("S000-112")
def test_world2_is_a_maze_of_narrow_tunnels_with_loops():
    floor = world2().grid.cost > 0
    assert not floor[[0, -1]].any()
    assert not floor[:, [0, -1]].any()
    assert not blocks_of_four(floor).any()
    cells = int(floor.sum())
    passages = int((floor[1:] & floor[:-1]).sum() + (floor[:, 1:] & floor[:, :-1]).sum())
    assert passages - cells + 1 == 60  # loops: passages beyond those of a tree
    assert at.distances(world2().grid, (1, 1))[floor].max() < np.inf  # all one maze


@pytest.mark.req("S000-112")
def test_world3_is_open_ground_with_walls_at_its_border_only():
    floor = world3().grid.cost > 0
    assert max(floor.shape) <= 128
    assert floor[1:-1, 1:-1].all()
    assert not floor[[0, -1]].any()
    assert not floor[:, [0, -1]].any()


@pytest.mark.req("S000-112")
@pytest.mark.parametrize("name", WORLDS)
def test_all_goals_can_be_reached_in_order(name):
    world = WORLDS[name]()
    assert world.name == name
    assert world.goals == (*world.keys, world.door)
    assert len({world.start, *world.goals}) == 1 + len(world.goals)
    for here, there in pairwise((world.start, *world.goals)):
        assert at.find_path(world.grid, here, there).found


@pytest.mark.req("S000-112")
@pytest.mark.parametrize("name", WORLDS)
def test_traps_fit_into_the_world_and_are_few(name):
    world = WORLDS[name]()
    free = int((world.grid.cost > 0).sum())
    assert world.traps.most <= free * 0.05
    assert len(Traps(world.grid, world.traps, seed=0).tick().opened) == world.traps.most


def test_each_call_makes_a_grid_of_its_own():
    first, second = world2(), world2()
    first.grid[first.start] = 0
    assert second.grid[second.start] == 1


@pytest.mark.parametrize("seed", range(20))
def test_tunnels_stay_narrow_whatever_is_opened(seed):
    grid = tunnels((15, 21), loops=seed * 5, seed=seed)
    assert not blocks_of_four(grid.cost > 0).any()
