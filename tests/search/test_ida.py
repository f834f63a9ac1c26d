"""Iterative deepening: its bounds, its memory, and its honesty."""

from itertools import pairwise
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import SHARE
from support.worlds import random_worlds


@pytest.mark.req("S004-09")
@pytest.mark.req("S003-12")
def test_the_first_bound_is_the_estimate_and_each_next_one_the_smallest_f_above():
    grid = at.Grid.from_text(
        ".....\n.###.\n..S#G\n.###.\n.....".replace("S", ".").replace("G", ".")
    )
    grid = at.Grid(grid.cost, diagonal="never")
    search = at.Search(grid, (2, 2), (2, 4), algorithm="ida")
    search.run()
    assert search.thresholds == [2, 4, 6, 8, 10]
    assert search.path.cost == 10
    costs = at.Grid([[1, 7, 1], [1, 1, 1]], diagonal="never")
    search = at.Search(costs, (0, 0), (0, 2), algorithm="ida")
    search.run()
    assert search.thresholds == [2, 4]


@pytest.mark.req("S000-21")
@pytest.mark.req("S003-12")
@pytest.mark.parametrize("chunk", range(4))
def test_ida_is_optimal_and_stores_no_more_than_depth_times_branching(chunk):
    random = Random(f"ida {chunk}")
    solved = 0
    for world, free in random_worlds(random, 150, largest=6):
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        search = at.Search(world.world, start, goal, algorithm="ida", max_expansions=20000)
        status = search.run()
        thresholds = search.thresholds
        assert all(a < b for a, b in pairwise(thresholds))
        if thresholds:
            total = np.array(world.total)
            depth = thresholds[-1] / total[np.isfinite(total)].min() + 1
            assert search.stats.peak_open <= (depth + 1) * 9
        if status == "stopped":
            assert search.stats.expanded == 20000
            continue
        solved += 1
        assert search.path.found == (best < inf)
        if best < inf:
            assert isclose(search.path.cost, best, rel_tol=1e-9, abs_tol=1e-12)
            assert isclose(thresholds[-1], best, rel_tol=1e-6, abs_tol=1e-9)
    assert solved > 100 * SHARE


@pytest.mark.req("S003-12")
@pytest.mark.parametrize("chunk", range(2))
def test_a_unit_that_is_in_the_way_for_some_ticks_is_retried_until_the_path_is_free(chunk):
    """At no more than its path's cost: nothing while the way is blocked, then the cheapest path.

    In no try does it keep more than depth x branching.
    """
    random = Random(f"in the way {chunk}")
    waited = 0
    for world, free in random_worlds(random, 350, largest=6):
        start, goal = random.choice(free), random.choice(free)
        if world.world is not world.grid:
            continue  # a view has closed cells of its own
        path = at.find_path(world.grid, start, goal, algorithm="dijkstra")
        if len(path) < 3:
            continue
        others = [random.choice([*path][1:-1])]  # where the other unit stands, tick by tick
        others *= random.randint(1, 4)
        steps = np.array(world.grid.total)
        depth = path.cost / steps[steps > 0].min() + 1
        arrived = None
        for tick, other in enumerate([*others, None]):
            blocked = np.zeros(world.grid.shape, bool)
            if other is not None:
                blocked[other] = True
            seen = world.grid.view(blocked=blocked)
            retry = at.Search(
                seen,
                start,
                goal,
                algorithm="ida",
                max_cost=path.cost,
                max_expansions=50_000,
                components=False,
            )
            status = retry.run()
            if retry.stats.expanded == 50_000:
                break  # too many paths for a search without memory: see the docs
            best = at.find_path(seen, start, goal, algorithm="dijkstra").cost
            assert retry.stats.peak_open <= (depth + 1) * 9
            assert (status == "found") == (best <= path.cost * (1 + 1e-9))
            if status == "found":
                assert isclose(retry.path.cost, path.cost, rel_tol=1e-9)
                assert retry.path.optimal
                assert isclose(at.validate(seen, retry.path), path.cost, rel_tol=1e-9)
                arrived = tick
                break
            assert other is not None  # once the way is free it is found
            assert status in ("stopped", "unreachable")
        waited += arrived == len(others)
    assert waited > 10 * SHARE


def test_a_limit_stops_it_honestly_and_an_unreachable_goal_does_not_run_for_ever():
    grid = at.maps.field(40)
    grid[5:38, 20] = grid[37, 3:20] = 0
    path = at.find_path(grid, (35, 15), (30, 35), algorithm="ida", max_expansions=1000)
    assert (path.status, path.stats.expanded, path.found) == ("stopped", 1000, False)
    closed = at.maps.field(30)
    closed[:, 15] = 0
    path = at.find_path(closed, (0, 0), (0, 29), algorithm="ida")
    assert (path.status, path.stats.expanded) == ("unreachable", 0)
    assert at.find_path(closed, (0, 0), (0, 5), algorithm="ida", max_cost=3).status == "stopped"


def test_a_transposition_table_saves_time_and_is_off_by_default():
    saved = 0
    for seed in range(12):
        grid = at.maps.scattered(10, density=0.3, seed=seed)
        grid[0, 0] = grid[9, 9] = 1
        limit = {"algorithm": "ida", "max_expansions": 10**5}
        plain = at.find_path(grid, (0, 0), (9, 9), **limit)
        table = at.find_path(grid, (0, 0), (9, 9), transpositions=True, **limit)
        assert table.cost == at.find_path(grid, (0, 0), (9, 9)).cost
        assert table.stats.expanded <= plain.stats.expanded
        saved += plain.stats.expanded - table.stats.expanded
    assert saved > 0
    with pytest.raises(ValueError, match="'astar' does not take transpositions=True"):
        at.find_path(grid, (0, 0), (9, 9), transpositions=True)


def test_what_a_paused_one_shows_is_the_path_it_tries():
    grid = at.maps.field(9)
    grid[1:8, 4] = 0
    search = at.Search(grid, (4, 0), (4, 8), algorithm="ida", trace=True)
    search.step(30)
    trial = [*search.best_so_far]
    assert trial[0] == (4, 0)
    at.validate(grid, trial)
    assert search.state.sum() == 2 * len(trial)
    assert np.isfinite(search.g).sum() == len(trial)
    assert len(search.trace) > 30
    assert at.Search(grid, (4, 0), (4, 8)).thresholds == []
