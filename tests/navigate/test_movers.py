"""Movers that do not search: what traps them, and the pathfinder that frees them."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import SHARE, scaled
from support.worlds import DIAGONALS, random_worlds

YARD = ".......\n.......\n.......\n.......\n......."


class Rooms:
    """A world of named rooms: all that a mover needs is neighbours()."""

    def __init__(self, doors):
        self.doors = doors

    def neighbours(self, room):
        return [(other, 1.0) for other in self.doors[room]]


def steps(mover, count):
    return [mover.step() for _ in range(count)]


def test_a_patrol_walks_its_route_for_ever():
    grid = at.Grid.from_text(YARD)
    corners = [(0, 0), (0, 3), (2, 3), (2, 0)]
    guard = at.Patrol(grid, corners)
    assert guard.position == (0, 0)
    assert steps(guard, 10) == [*guard.route[1:], (0, 0)]
    assert steps(guard, 1000)[-10:] == [*guard.route[1:], (0, 0)]
    assert not guard.stuck
    assert [corner for corner in guard.route if corner in corners] == corners


def test_a_patrol_turns_at_the_ends_of_a_route_that_is_no_loop():
    grid = at.Grid.from_text(YARD)
    guard = at.Patrol(grid, [(1, 1), (1, 3), (1, 4)], loop=False)
    there_and_back = [(1, 2), (1, 3), (1, 4), (1, 3), (1, 2), (1, 1)]
    assert steps(guard, 12) == 2 * there_and_back
    pair = at.Patrol(grid, [(0, 0), (0, 1)])
    assert steps(pair, 3) == [(0, 1), (0, 0), (0, 1)]


@pytest.mark.parametrize("rule", DIAGONALS)
def test_legs_between_posts_are_drawn_by_the_moves_that_the_grid_has(rule):
    random = Random(5)
    grid = at.maps.field(9, diagonal=rule)
    for _ in range(50):
        posts = [(random.randrange(9), random.randrange(9)) for _ in range(4)]
        if len(set(posts)) == 1:
            continue
        guard = at.Patrol(grid, posts, loop=random.random() < 0.5)
        walk = [guard.position, *steps(guard, 2 * len(guard.route))]
        at.validate(grid, walk)
        assert set(posts) <= set(walk)
    long_leg = at.Patrol(grid, [(0, 0), (2, 5)], loop=False).route[:6]
    if rule == "never":
        assert long_leg == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)]
    else:
        assert long_leg == [(0, 0), (1, 1), (2, 2), (2, 3), (2, 4), (2, 5)]


@pytest.mark.req("S002-05")
def test_an_object_pushed_onto_the_route_fools_a_patrol_for_ever():
    grid = at.Grid.from_text(YARD)
    guard = at.Patrol(grid, [(2, 0), (2, 6)], loop=False)
    assert steps(guard, 2) == [(2, 1), (2, 2)]
    grid[2, 3] = 0
    assert steps(guard, 1000) == [None] * 1000
    assert guard.stuck
    assert guard.position == (2, 2)
    assert at.find_path(grid, guard.position, (2, 4)).cost == 4  # the detour
    grid[2, 3] = 1
    assert guard.step() == (2, 3)
    assert not guard.stuck


@pytest.mark.req("S002-05")
def test_a_patrol_that_hands_over_to_a_navigator_gets_around_an_obstacle():
    grid = at.Grid.from_text(YARD)
    guard = at.Patrol(grid, [(2, 0), (2, 6)], loop=False, when_stuck="search")
    steps(guard, 2)
    grid[1:4, 3] = 0
    detour = steps(guard, 6)
    at.validate(grid, [(2, 2), *detour])
    assert detour[-1] == (2, 4)
    assert steps(guard, 2) == [(2, 5), (2, 6)]
    walked = steps(guard, 100)
    assert {(2, 0), (2, 6)} <= set(walked)
    assert None not in walked
    assert (2, 3) not in walked
    grid[1:4, 3] = 1
    assert (2, 3) in steps(guard, 30)  # and back on its old route when the route is free again


def test_a_searching_patrol_stops_only_without_a_path_to_its_route():
    random = Random(11)
    moved = stopped = 0
    for world, free in random_worlds(random, 300):
        posts = [random.choice(free) for _ in range(random.randint(2, 4))]
        if len(set(posts)) == 1:
            continue
        loop = random.random() < 0.5
        guard = at.Patrol(world.world, posts, loop=loop, when_stuck="search")
        for _ in range(40):
            cell = world.some_cell(random)
            if random.random() < 0.2 and cell != guard.position:
                world.grid[cell] = random.choice([0, 0, 1])
                world.base[cell] = float(world.grid[cell])
            here = guard.position
            there = guard.step()
            reached = world.costs_from(here)
            if there is None:
                assert guard.stuck
                assert not (set(guard.route) - {here}) & reached.keys()
                stopped += 1
            else:
                at.validate(world.world, [here, there])
                moved += 1
    assert moved > 1000 * SHARE
    assert stopped > 100 * SHARE


def test_a_guard_whose_route_ahead_is_closed_turns_back():
    grid = at.Grid.from_text(".....")
    guard = at.Patrol(grid, [(0, 0), (0, 4)], loop=False, when_stuck="search")
    steps(guard, 2)
    grid[0, 3] = 0
    assert steps(guard, 6) == [(0, 1), (0, 0), (0, 1), (0, 2), (0, 1), (0, 0)]


def test_an_enclosed_guard_searches_once_and_again_when_something_changes():
    grid = at.Grid.from_text(YARD)
    guard = at.Patrol(grid, [(0, 0), (0, 6)], loop=False, when_stuck="search")
    grid[0:2, 1] = grid[1, 0] = 0
    assert guard.step() is None
    searches = guard._navigator.stats.searches
    assert steps(guard, 100) == [None] * 100
    assert guard._navigator.stats.searches == searches
    grid[1, 0] = 1
    assert guard.step() == (1, 0)


@pytest.mark.req("S002-05")
@pytest.mark.req("S002-06")
def test_a_guard_can_be_sent_anywhere_and_comes_back_to_its_route():
    grid = at.Grid.from_text(".....\n.###.\n.....")
    guard = at.Patrol(grid, [(0, 0), (0, 4)], loop=False)
    steps(guard, 2)
    guard.go_to((2, 2))
    assert guard.goal == (2, 2)
    there = steps(guard, 6)
    assert there[-1] == (2, 2)
    assert guard.goal is None
    walk = [guard.position, *steps(guard, 30)]
    at.validate(grid, walk)
    assert (0, 3) in walk
    assert {(0, 0), (0, 4)} <= set(walk)
    guard.go_to((1, 1))  # a wall: no path there, until another order
    assert steps(guard, 3) == [None] * 3
    guard.go_to(guard.position)
    assert guard.step() is not None
    assert guard.goal is None


@pytest.mark.req("S002-05")
def test_a_wanderer_never_leaves_its_fence():
    random = Random(3)
    for world, free in random_worlds(random, 60):
        fence = np.array([random.random() < 0.7 for _ in range(world.base.size)])
        fence = fence.reshape(world.base.shape)
        start = random.choice(free)
        fence[start] = True
        cells = {(int(row), int(col)) for row, col in np.argwhere(fence)}
        by_mask = at.Wanderer(world.world, start, fence=fence, seed=4)
        by_set = at.Wanderer(world.world, start, fence=cells, seed=4)
        by_array = at.Wanderer(world.world, start, fence=np.argwhere(fence), seed=4)
        walk = steps(by_mask, 2000)
        assert walk == steps(by_set, 2000) == steps(by_array, 2000)
        if walk[0] is None:
            assert set(walk) == {None}
            assert not {cell for cell, _ in world.world.neighbours(start)} & cells
        else:
            assert set(walk) <= cells
            at.validate(world.world, [start, *walk])


@pytest.mark.req("S002-05")
def test_the_same_seed_gives_the_same_walk():
    grid = at.maps.caves(30, seed=2)
    start = tuple(map(int, np.argwhere(grid.total > 0)[0]))
    walks = [steps(at.Wanderer(grid, start, seed=seed), 500) for seed in (1, 1, 2)]
    assert walks[0] == walks[1]
    assert walks[0] != walks[2]


@pytest.mark.req("S002-05")
def test_a_wanderer_gets_somewhere_only_by_chance_and_a_navigator_takes_it_there():
    grid = at.maps.field((1, 2001))
    ends = []
    for seed in range(scaled(60)):
        dog = at.Wanderer(grid, (0, 1000), seed=seed)
        steps(dog, 900)
        ends.append(dog.position[1] - 1000)
    assert 20 < np.sqrt(np.mean(np.square(ends))) < 45  # the root of 900 is 30
    dog.go_to((0, 2000))
    assert steps(dog, 2000 - 1000 - ends[-1])[-1] == (0, 2000)


@pytest.mark.req("S002-05")
def test_an_enclosed_wanderer_is_stuck():
    grid = at.Grid.from_text("...\n...\n...")
    dog = at.Wanderer(grid, (0, 0), fence=[(0, 0), (0, 1)])
    assert steps(dog, 2) == [(0, 1), (0, 0)]
    grid[0, 1] = 0
    assert steps(dog, 50) == [None] * 50
    assert dog.stuck
    assert repr(dog) == "<Wanderer at (0, 0), stuck>"
    dog.go_to((2, 2))  # the pathfinder knows no fence
    assert (2, 2) in steps(dog, 4)
    back = steps(dog, 10)
    assert (0, 0) in back
    assert back[-1] is None


def test_movers_walk_any_world_that_tells_what_is_beside_what():
    rooms = Rooms({"hall": ["kitchen", 7], "kitchen": ["hall"], 7: ["hall"], "attic": []})
    guard = at.Patrol(rooms, ["kitchen", "hall", 7], loop=False)
    assert steps(guard, 5) == ["hall", 7, "hall", "kitchen", "hall"]
    rooms.doors["hall"].remove(7)
    assert steps(guard, 2) == [None, None]
    cat = at.Wanderer(rooms, "hall", fence={"hall", "kitchen"})
    assert steps(cat, 4) == ["kitchen", "hall"] * 2
    assert at.Wanderer(rooms, "attic").step() is None
    with pytest.raises(at.InvalidType, match=r"world is .*Rooms"):
        (cat.go_to(7), cat.step())


def test_a_route_may_lead_through_what_is_shut_now():
    grid = at.Grid.from_text(".#.")
    guard = at.Patrol(grid, [(0, 0), (0, 2)], loop=False)
    assert guard.step() is None
    grid[0, 1] = 1
    assert steps(guard, 2) == [(0, 1), (0, 2)]
    assert all(abs(a[1] - b[1]) == 1 for a, b in pairwise(guard.route))
