"""Crowds: the rules hold in every step, whatever changes; units come as near as they can."""

import random

import numpy as np
import pytest

import asterion as at
from support.crowds import free_cells, is_step, random_grid
from support.effort import scaled


def cells(array):
    return [(int(r), int(c)) for r, c in array]


@pytest.mark.parametrize("seed", range(8))
def test_nobody_breaks_a_rule_while_walls_goals_and_units_come_and_go(seed):
    rng = random.Random(seed)
    for _ in range(scaled(6)):
        grid = random_grid(rng)
        free = free_cells(grid)
        anywhere = [(r, c) for r in range(grid.shape[0]) for c in range(grid.shape[1])]
        starts = rng.sample(free, rng.randint(1, max(1, len(free) * 3 // 4)))
        goals = [rng.choice(anywhere if rng.random() < 0.3 else free) for _ in starts]
        crowd = at.Crowd(grid, starts, goals, algorithm=rng.choice(["lacam", "pibt"]), seed=seed)
        for _ in range(80):
            before = cells(crowd.positions)
            crowd.step(expansions=rng.choice([None, None, 1, 5]))
            assert is_step(grid, before, cells(crowd.positions))
            change(grid, crowd, rng, anywhere)
            if not len(crowd):
                break


def change(grid, crowd, rng, anywhere):
    kind = rng.random()
    if kind < 0.2:
        cell = rng.choice(anywhere)
        grid[cell] = 0 if grid.total[cell] > 0 else rng.choice([1, 1, 3])
    elif kind < 0.3:
        crowd.goals[rng.randrange(len(crowd))] = rng.choice(anywhere)
    elif kind < 0.35:
        crowd.remove(rng.choice(crowd.ids.tolist()))
    elif kind < 0.37:
        ids = rng.sample(crowd.ids.tolist(), rng.randint(0, len(crowd)))
        crowd.order(ids, rng.choice(anywhere), rng.choice(["block", "line", "column"]))
    elif kind < 0.4:
        left = sorted(set(free_cells(grid)) - set(cells(crowd.positions)))
        if left:
            crowd.add(rng.choice(left), rng.choice(anywhere))


@pytest.mark.parametrize("algorithm", ["lacam", "pibt"])
def test_two_units_pass_each_other_in_a_corridor_with_a_bay(algorithm):
    grid = at.Grid.from_text("###.###\n.......", diagonal="never")
    crowd = at.Crowd(grid, [(1, 0), (1, 6)], [(1, 6), (1, 0)], algorithm=algorithm)
    for _ in range(30):
        crowd.step()
        if crowd.arrived.all():
            return
    pytest.fail("they are stuck")


def test_lacam_comes_out_of_a_jam_that_needs_a_detour_of_all():
    # A loop with one free cell, and two units that change places.
    grid = at.Grid.from_text("...\n.#.\n...", diagonal="never")
    ring = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0)]
    crowd = at.Crowd(grid, ring, ring[1:] + ring[:1])
    for _ in range(60):
        crowd.step()
        if crowd.arrived.all():
            return
    pytest.fail("they are stuck")


def test_the_same_calls_give_the_same_steps():
    def walk(seed):
        grid = at.maps.caves(30, seed=3)
        free = free_cells(grid)
        rng = random.Random(1)
        crowd = at.Crowd(grid, rng.sample(free, 60), rng.sample(free, 60), seed=seed)
        crowd.step(15)
        return crowd.positions.tolist()

    assert walk(4) == walk(4)
    assert walk(4) != walk(5)


@pytest.mark.parametrize("algorithm", ["lacam", "pibt"])
def test_units_of_one_goal_stand_around_it(algorithm):
    grid = at.Grid(np.ones((9, 9)), diagonal="never")
    starts = [(0, c) for c in range(9)]
    crowd = at.Crowd(grid, starts, [(4, 4)] * 9, algorithm=algorithm)
    crowd.step(60)
    away = np.abs(crowd.positions - [4, 4]).max(axis=1)
    assert crowd.arrived.sum() == 1
    assert away.max() == 1  # the goal and the eight cells around it


def test_a_goal_that_is_a_wall_or_out_of_reach_is_approached():
    grid = at.Grid.from_text("....#.\n....#.", diagonal="never")
    crowd = at.Crowd(grid, [(0, 0), (1, 0)], [(0, 4), (1, 5)])
    crowd.step(20)
    assert cells(crowd.positions) == [(0, 3), (1, 3)]
    assert not crowd.arrived.any()
    grid[1, 4] = 1  # now there is a way
    crowd.step(20)
    assert crowd.arrived.tolist() == [False, True]


def test_a_unit_whose_cell_becomes_a_wall_leaves_it_and_nobody_enters():
    grid = at.Grid(np.ones((1, 5)), diagonal="never")
    crowd = at.Crowd(grid, [(0, 2), (0, 4)], [(0, 2), (0, 0)])
    grid[0, 2] = 0
    for _ in range(10):
        crowd.step()
    assert grid.total[cells(crowd.positions)[0]] > 0
    assert cells(crowd.positions)[1] in [(0, 3), (0, 4)]


def test_rows_follow_ids_when_units_leave_and_join():
    grid = at.Grid(np.ones((5, 5)))
    crowd = at.Crowd(grid, [(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 1), (2, 2)])
    crowd.remove(1)
    assert crowd.ids.tolist() == [0, 2]
    assert cells(crowd.positions) == [(0, 0), (2, 2)]
    assert crowd.add((4, 4), (3, 3)) == 3
    assert crowd.ids.tolist() == [0, 2, 3]
    crowd.goals[1] = (0, 4)
    assert cells(crowd.goals) == [(0, 0), (0, 4), (3, 3)]
    crowd.goals = [(1, 1), (1, 2), (1, 3)]
    crowd.step(20)
    assert crowd.arrived.all()
    assert cells(crowd.positions) == [(1, 1), (1, 2), (1, 3)]


def test_hints_are_the_cells_at_moves_without_a_loop():
    grid = at.Grid.from_text("...#..\n.#....\n...#..", diagonal="never")
    hints = set(cells(at.Crowd(grid, [], []).hints))
    free = free_cells(grid)
    for cell in free:
        on_bridge = any(not _another_way(grid, cell, other) for other, _ in grid.neighbours(cell))
        assert (cell in hints) == on_bridge


def _another_way(grid, a, b):
    seen, stack = {a}, [a]
    while stack:
        here = stack.pop()
        for there, _ in grid.neighbours(here):
            if there not in seen and {here, there} != {a, b}:
                seen.add(there)
                stack.append(there)
    return b in seen


def test_a_crowd_that_is_all_there_waits():
    grid = at.Grid(np.ones((4, 4)))
    crowd = at.Crowd(grid, [(0, 0), (3, 3)], [(0, 0), (3, 3)])
    crowd.step(5)
    assert (crowd.stats.moves, crowd.stats.waits, crowd.tick) == (0, 10, 5)
