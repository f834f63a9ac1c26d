"""Bidirectional Dijkstra on whole-number costs: its state, and its limits."""

from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.search.trace import KINDS
from support.worlds import World

FRONTS = {"algorithm": "bidirectional", "heuristic": "zero"}


def scattered_costs(random, shape=(14, 17)):
    """A world with a wall in every fifth cell, a free start and all costs from there."""
    numbers = np.random.default_rng(random.randrange(10**6))
    costs = numbers.integers(1, 10, shape) * (numbers.random(shape) > 0.2)
    costs[:2, :2] = 3
    grid = at.Grid(costs.astype(np.uint8), diagonal=random.choice(["never", "clear", "always"]))
    world = World(grid, grid, costs.astype(float))
    return world, world.costs_from((0, 0))


def test_steps_one_by_one_end_with_the_same_path():
    random = Random("fronts, steps")
    for _ in range(30):
        world, costs = scattered_costs(random)
        goal = random.choice(list(costs))
        whole = at.find_path(world.world, (0, 0), goal, **FRONTS)
        search = at.Search(world.world, (0, 0), goal, **FRONTS)
        steps = 0
        while search.status == "running":
            assert search.stats.expanded == steps
            search.step()
            steps += search.status == "running"
        assert list(search.path) == list(whole)
        assert search.path.stats.expanded == whole.stats.expanded


def test_closed_cells_know_their_costs_and_parents():
    random = Random("fronts, costs")
    for _ in range(30):
        world, costs = scattered_costs(random)
        search = at.Search(world.world, (0, 0), world.some_cell(random), **FRONTS, trace=True)
        search.step(random.randint(1, 60))
        cols = world.grid.shape[1]
        for row, col in np.argwhere(search.g < inf).tolist():
            cell = (row, col)
            parent = search.parent[cell]
            if parent < 0:
                assert cell == (0, 0)
                assert search.g[cell] == 0
                continue
            before = divmod(int(parent), cols)
            length = 2**0.5 if row != before[0] and col != before[1] else 1
            assert isclose(search.g[cell], search.g[before] + length * world.base[cell])
            assert isclose(search.g[before], costs[before], abs_tol=1e-12)
            assert search.g[cell] > costs[cell] - 1e-9


def test_what_is_recorded_is_what_is_counted():
    world, costs = scattered_costs(Random("fronts, trace"))
    goal = max(costs, key=costs.get)
    search = at.Search(world.world, (0, 0), goal, **FRONTS, trace=True)
    search.run()
    opened, closed = (
        search.trace.node[search.trace.kind == KINDS.index(kind)] for kind in ("opened", "closed")
    )
    assert len(opened) == search.stats.pushes
    assert len(closed) == search.stats.pops
    assert set(closed.tolist()) == set(np.flatnonzero(search.state == 2).tolist())
    assert set(opened.tolist()) == set(np.flatnonzero(search.state).tolist())


def test_a_limit_on_the_cost_lets_a_path_through_that_costs_just_so_much():
    random = Random("fronts, limits")
    found = 0
    for _ in range(60):
        world, costs = scattered_costs(random)
        goal = world.some_cell(random)
        if goal == (0, 0):
            continue
        if goal not in costs:
            path = at.find_path(world.world, (0, 0), goal, **FRONTS, components=False)
            assert path.status == "unreachable"
            continue
        cost = costs[goal]
        assert at.find_path(world.world, (0, 0), goal, **FRONTS, max_cost=cost).found
        for less in (cost - 0.1, cost / 2):
            path = at.find_path(world.world, (0, 0), goal, **FRONTS, max_cost=less)
            assert path.status == "stopped"
        found += 1
    assert found > 20


def test_a_limit_on_expansions_is_kept_to_the_last_one():
    world, costs = scattered_costs(Random("fronts, expansions"))
    goal = max(costs, key=costs.get)
    whole = at.find_path(world.world, (0, 0), goal, **FRONTS)
    assert whole.found
    for limit in range(whole.stats.expanded):
        path = at.find_path(world.world, (0, 0), goal, **FRONTS, max_expansions=limit)
        assert path.status == "stopped"
        assert path.stats.expanded == limit
    limit = whole.stats.expanded
    assert at.find_path(world.world, (0, 0), goal, **FRONTS, max_expansions=limit).found


def test_the_start_may_be_a_goal():
    world, _ = scattered_costs(Random("fronts, no move"))
    path = at.find_path(world.world, (0, 0), [(0, 0), (3, 3)], **FRONTS)
    assert list(path) == [(0, 0)]
    assert path.cost == 0


@pytest.mark.parametrize("shape", [(1, 40), (40, 1), (2, 2), (1, 2)])
def test_narrow_maps_have_no_cells_beyond_their_rim(shape):
    random = Random(f"fronts, narrow {shape}")
    for _ in range(20):
        world, costs = scattered_costs(random, shape)
        for goal in world.free_cells():
            path = at.find_path(world.world, (0, 0), goal, **FRONTS)
            assert path.found == (goal in costs)
            if path:
                assert isclose(path.cost, costs[goal], rel_tol=1e-12, abs_tol=1e-12)


def test_nothing_of_one_search_is_left_in_the_next():
    """Marks are cleared over searched cells, on maps that searches cover in part or in full."""
    random = Random("fronts, again")
    world, costs = scattered_costs(random, (40, 30))
    for _ in range(150):
        goal = random.choice([(1, 1), (2, 3), world.some_cell(random)])
        path = at.find_path(world.world, (0, 0), goal, **FRONTS)
        assert path.found == (goal in costs)
        if path:
            assert isclose(path.cost, costs[goal], rel_tol=1e-12, abs_tol=1e-12)


def test_a_start_from_which_no_search_went_on_is_left_unmarked():
    """The front from the goal ends at once, as it is walled in."""
    costs = np.random.default_rng(1).integers(1, 10, (6, 9)).astype(np.uint8)
    costs[:, 4] = 0
    costs[0, 5], costs[1, 5:7] = 2, 0
    costs[0, 6] = 0
    grid = at.Grid(costs)
    assert not at.find_path(grid, (3, 1), (0, 5), **FRONTS, components=False)
    path = at.find_path(grid, (0, 0), (3, 1), **FRONTS)
    assert path.cost == pytest.approx(at.find_path(grid, (0, 0), (3, 1), algorithm="astar").cost)
