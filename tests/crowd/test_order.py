"""Groups: cells of their own side by side, least ways, one pace, one search of the map."""

import itertools
import random
from collections import deque

import numpy as np
import pytest

import asterion as at
from support.crowds import free_cells, is_step, random_grid
from support.effort import scaled

FORMATIONS = ("block", "line", "column")


def cells(array):
    return [(int(r), int(c)) for r, c in array]


def moves_from(grid, start):
    """The fewest moves from a cell to every cell that can be reached."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for cell in dict(grid.neighbours(here)):
            if cell not in found:
                found[cell] = found[here] + 1
                queue.append(cell)
    return found


def arrivals(crowd, rows, most=2000):
    """The tick at which each unit of these rows is first on its goal, when all have been."""
    first = {}
    while len(first) < len(rows):
        crowd.step()
        assert crowd.tick < most, "they are stuck"
        first.update({i: crowd.tick for i in rows if crowd.arrived[i] and i not in first})
    return [first[i] for i in rows]


def some_formation(rng, units):
    offsets = [(rng.randint(-3, 3), rng.randint(-3, 3)) for _ in range(units)]
    return rng.choice([*FORMATIONS, offsets])


@pytest.mark.parametrize("seed", range(4))
def test_the_cells_of_a_group_are_free_in_reach_and_nobody_elses(seed):
    rng = random.Random(seed)
    for _ in range(scaled(40)):
        grid = random_grid(rng)
        free = free_cells(grid)
        starts = rng.sample(free, rng.randint(1, max(1, len(free) // 2)))
        crowd = at.Crowd(grid, starts, rng.sample(free, len(starts)), seed=seed)
        ids = rng.sample(crowd.ids.tolist(), rng.randint(1, len(starts)))
        others = [cells(crowd.goals)[i] for i in range(len(starts)) if i not in ids]
        cell = (rng.randrange(grid.shape[0]), rng.randrange(grid.shape[1]))
        crowd.order(ids, cell, some_formation(rng, len(ids)))
        given = [cells(crowd.goals)[i] for i in ids]
        reached = [moves_from(grid, starts[i]) for i in ids]
        kept = [goal for goal in given if goal != cell]
        assert len(set(kept)) == len(kept)
        assert not set(kept) & set(others)
        for goal, found in zip(given, reached, strict=True):
            assert goal in found or goal == cell  # as near to it as the unit can come
        if len(set(given)) < len(given) and all(set(each) == set(reached[0]) for each in reached):
            assert set(reached[0]) <= {*given, *others}  # there are no more cells


@pytest.mark.parametrize("seed", range(4))
def test_the_sum_of_ways_is_the_least_there_is(seed):
    rng = random.Random(seed)
    for _ in range(scaled(25)):
        walls = np.array([[rng.random() > 0.2 for _ in range(9)] for _ in range(9)], float)
        grid = at.Grid(walls, diagonal=rng.choice(["never", "always"]))
        reached = moves_from(grid, rng.choice(free_cells(grid)))
        if len(reached) < 6:
            continue
        starts = rng.sample(list(reached), rng.randint(2, 6))
        crowd = at.Crowd(grid, starts, starts)
        crowd.order(crowd.ids, rng.choice(list(reached)), some_formation(rng, len(starts)))
        given = cells(crowd.goals)
        ways = [moves_from(grid, start) for start in starts]
        sums = [
            sum(way[cell] for way, cell in zip(ways, each, strict=True))
            for each in itertools.permutations(given)
        ]
        assert sum(way[cell] for way, cell in zip(ways, given, strict=True)) == min(sums)


def test_many_units_get_the_least_sum_of_ways():
    optimize = pytest.importorskip("scipy.optimize")
    rng = np.random.default_rng(3)
    starts = cells(np.argwhere(np.ones((24, 24)))[rng.permutation(576)[:150]])
    crowd = at.Crowd(at.Grid(np.ones((24, 24))), starts, starts)
    crowd.order(crowd.ids, (16, 10))
    apart = np.abs(np.asarray(starts)[:, None] - np.asarray(crowd.goals)[None]).max(axis=2)
    best = optimize.linear_sum_assignment(apart)
    assert np.trace(apart) == apart[best].sum()


def test_a_group_from_far_off_keeps_its_order():
    rng = random.Random(5)
    starts = rng.sample([(r, c) for r in range(9) for c in range(9)], 20)
    crowd = at.Crowd(at.Grid(np.ones((120, 90))), starts, starts)
    crowd.order(rng.sample(range(20), 20), (100, 70), np.asarray(starts) - 4)
    assert (np.asarray(crowd.goals) - starts == (96, 66)).all()


@pytest.mark.req("S000-123")
@pytest.mark.parametrize("formation", FORMATIONS)
def test_who_is_near_waits_so_that_all_arrive_together(formation):
    starts = [(4, c) for c in range(0, 60, 5)]
    grid = at.Grid(np.ones((30, 120)))
    alone, group = (at.Crowd(grid, starts, starts) for _ in range(2))
    group.order(group.ids, (15, 100), formation)
    alone.goals = np.asarray(group.goals)
    rows = range(len(starts))
    together, one_by_one = arrivals(group, rows), arrivals(alone, rows)
    assert max(one_by_one) - min(one_by_one) > 40
    assert max(together) - min(together) <= 8
    assert max(together) <= max(one_by_one) + 8


@pytest.mark.req("S000-123")
def test_a_group_reaches_its_goal_with_one_full_search():
    grid = at.maps.caves(120, seed=4)
    reached = sorted(moves_from(grid, (108, 108)))
    starts = random.Random(2).sample([cell for cell in reached if max(cell) < 40], 30)
    group = at.Crowd(grid, starts, starts)
    group.order(group.ids, (108, 108))
    alone = at.Crowd(grid, starts, np.asarray(group.goals))
    for crowd in (group, alone):
        arrivals(crowd, range(30))
    assert len(reached) <= group.stats.searched < 2 * len(reached)
    assert alone.stats.searched > 10 * len(reached)


def test_a_column_stands_behind_its_head_on_the_way_it_came():
    grid = at.Grid(np.ones((60, 60)), diagonal="never")
    starts = [(r, c) for r in range(4) for c in range(4)]
    crowd = at.Crowd(grid, starts, starts)
    crowd.order(crowd.ids, (50, 50), "column")
    column = sorted(cells(crowd.goals), key=moves_from(grid, (50, 50)).get)
    assert column[0] == (50, 50)
    assert all(b in dict(grid.neighbours(a)) for a, b in itertools.pairwise(column))
    ways = moves_from(grid, (0, 0))
    assert all(ways[a] > ways[b] for a, b in itertools.pairwise(column))


@pytest.mark.req("S000-123")
def test_followers_stay_in_the_steps_of_their_leader():
    grid = at.Grid(np.ones((40, 40)), diagonal="never")
    starts = [(0, c) for c in range(6, -1, -1)]
    crowd = at.Crowd(grid, starts, starts)
    trail = [*starts]
    for goal in [(0, 30), (30, 30), (30, 5)]:
        crowd.goals[0] = goal
        while not crowd.arrived[0]:
            crowd.order(crowd.ids[1:], crowd.positions[0], "column")
            crowd.step()
            trail.insert(0, cells(crowd.positions)[0])
    assert cells(crowd.positions) == trail[: len(starts)]


def test_a_line_is_abreast_across_the_way():
    crowd = at.Crowd(at.Grid(np.ones((9, 80))), [(4, c) for c in range(5)], [(4, 0)] * 5)
    crowd.order(crowd.ids, (4, 70), "line")
    assert sorted(cells(crowd.goals)) == [(r, 70) for r in range(2, 7)]
    crowd.order(crowd.ids, (4, 70), "block")
    assert len({r for r, _ in cells(crowd.goals)}) == 2


def test_cells_behind_a_wall_are_not_in_the_formation():
    walls = np.ones((12, 12))
    walls[:, 6] = 0
    walls[11, 6] = 1
    crowd = at.Crowd(at.Grid(walls), [(r, 0) for r in range(9)], [(0, 0)] * 9)
    crowd.order(crowd.ids, (1, 5), "block")
    assert all(c < 6 for _, c in cells(crowd.goals))


@pytest.mark.parametrize("seed", range(3))
def test_two_groups_and_others_all_arrive_through_rooms(seed):
    grid = at.maps.rooms(41, seed=seed)
    reached = sorted(moves_from(grid, free_cells(grid)[0]))
    rng = random.Random(seed)
    starts = rng.sample(reached, 60)
    crowd = at.Crowd(grid, starts, starts[::-1], seed=seed)
    crowd.order(range(20), rng.choice(reached), some_formation(rng, 20))
    crowd.order(range(20, 40), rng.choice(reached), some_formation(rng, 20))
    assert len(set(cells(crowd.goals)[:40])) == 40
    while not crowd.arrived[:40].all():
        assert crowd.tick < 3000, "they are stuck"
        before = cells(crowd.positions)
        crowd.step()
        assert is_step(grid, before, cells(crowd.positions))


@pytest.mark.parametrize("algorithm", ["lacam", "pibt"])
def test_a_laggard_pushes_through_those_who_wait_for_it(algorithm):
    grid = at.Grid.from_text("#" * 40 + "\n" + "." * 40 + "\n" + "#" * 40, diagonal="never")
    starts = [(1, c) for c in (0, 10, 12, 14, 16)]
    crowd = at.Crowd(grid, starts, starts, algorithm=algorithm)
    crowd.order(crowd.ids, (1, 38), "column")
    together = arrivals(crowd, range(5), 120)
    assert max(together) - min(together) <= 6


def test_walls_on_the_way_and_on_the_cells_of_a_group():
    grid = at.Grid(np.ones((40, 40)))
    starts = [(r, c) for r in range(4) for c in range(4)]
    crowd = at.Crowd(grid, starts, starts)
    crowd.order(crowd.ids, (30, 30))
    crowd.step(8)
    grid[20, 0:39] = 0
    crowd.step(8)
    closed = cells(crowd.goals)[3]
    grid[closed] = 0
    grid[30, 30] = 0  # where its field leads
    crowd.remove(7)
    for _ in range(150):
        before = cells(crowd.positions)
        crowd.step()
        assert is_step(grid, before, cells(crowd.positions))
    away = np.abs(crowd.positions - np.asarray(crowd.goals)).max(axis=1)
    assert away.max() <= 3
    assert (away == 0).sum() >= 13


def test_a_new_goal_takes_a_unit_out_of_its_group():
    crowd = at.Crowd(at.Grid(np.ones((5, 60))), [(2, 0), (2, 20), (0, 0)], [(2, 0)] * 3)
    crowd.order([0, 1, 2], (2, 50), "line")
    crowd.goals[0] = (4, 0)
    crowd.goals[2] = (4, 1)
    crowd.step(32)  # the other one waits for no unit
    assert crowd.arrived.all()


def test_an_order_to_nobody_does_nothing():
    crowd = at.Crowd(at.Grid(np.ones((3, 3))), [(0, 0)], [(2, 2)])
    for formation in (*FORMATIONS, np.empty((0, 2), int)):
        crowd.order([], (1, 1), formation)
    assert cells(crowd.goals) == [(2, 2)]
