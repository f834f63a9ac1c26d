"""Searches that leave out dead ends once they know them, against a plain Dijkstra.

A grid learns its blocks after some searches and forgets them at an edit, so each world is asked
until it knows them, edited, and asked again.
"""

from math import isclose, sqrt
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.worlds import DIAGONALS, World

CHUNKS = 4
WORLDS_A_CHUNK = 60
QUERIES = 25


def corridors(random, rows, cols, width):
    """A maze of corridors so wide, with a few holes in its walls and a few rooms."""
    pitch = width + 1
    free = np.zeros((rows * pitch + 1, cols * pitch + 1), bool)

    def open_between(a, b):
        (top, left), (bottom, right) = sorted([a, b])
        free[
            top * pitch + 1 : bottom * pitch + pitch,
            left * pitch + 1 : right * pitch + pitch,
        ] = True

    seen, walk = {(0, 0)}, [(0, 0)]
    open_between((0, 0), (0, 0))
    while walk:
        row, col = walk[-1]
        beside = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
        ways = [(r, c) for r, c in beside if 0 <= r < rows and 0 <= c < cols and (r, c) not in seen]
        if not ways:
            walk.pop()
            continue
        walk.append(random.choice(ways))
        seen.add(walk[-1])
        open_between((row, col), walk[-1])
    for _ in range(random.choice([0, 0, 1, 4])):
        at_row, at_col = random.randrange(1, free.shape[0] - 1), random.randrange(1, free.shape[1])
        free[at_row : at_row + random.choice([1, 1, 5]), at_col : at_col + 4] = True
    return free


def maze_world(random):
    width = random.choice([1, 1, 2, 4])
    size = random.randint(3, 24 // (width + 1)), random.randint(3, 40 // (width + 1))
    costs = corridors(random, *size, width).astype(float) * random.choice([1, 1, 2.5])
    grid = at.Grid(
        costs,
        diagonal=random.choice(DIAGONALS),
        diagonal_cost=random.choice([sqrt(2), sqrt(2), 1]),
    )
    return World(grid, grid, costs)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_paths_without_dead_ends_are_cheapest_before_and_after_edits(chunk):
    random = Random(f"blocks {chunk}")
    for _ in range(scaled(WORLDS_A_CHUNK)):
        world = maze_world(random)
        for _ in range(4):
            ask(random, world)
            cell = world.some_cell(random)
            cost = random.choice([0, 0, world.base.max()])
            world.grid[cell] = world.base[cell] = cost


def ask(random, world):
    free = world.free_cells()
    start = random.choice(free)
    costs = world.costs_from(start)
    for _ in range(QUERIES):
        goal = random.choice(free)
        path = at.find_path(world.world, start, goal, algorithm="jps")
        assert path.found == (goal in costs)
        if path:
            assert isclose(path.cost, costs[goal], rel_tol=1e-12)
            assert at.validate(world.world, path) == path.cost


def maze(seed=1):
    return at.Grid(corridors(Random(seed), 40, 40, 1))


def test_a_grid_learns_its_dead_ends_and_forgets_them_at_an_edit():
    grid, ends = maze(), ((1, 1), (79, 79))
    first = at.find_path(grid, *ends)
    for _ in range(10):
        later = at.find_path(grid, *ends)
    assert later.stats.expanded < first.stats.expanded
    assert later == first
    grid[1, 2] = 0  # beside the start
    grid[1, 2] = 1
    assert at.find_path(grid, *ends).stats.expanded == first.stats.expanded


def test_a_batch_learns_as_single_queries_do():
    grid, ends = maze(2), ((1, 1), (79, 79))
    first = at.find_path(grid, *ends)
    at.find_paths(grid, [ends[0]] * 10, [ends[1]] * 10)
    [later] = at.find_paths(grid, [ends[0]], [ends[1]])
    assert later.stats.expanded < first.stats.expanded
    assert later == first


def test_a_traced_search_shows_dead_ends_too():
    grid, ends = maze(3), ((1, 1), (79, 79))
    first = at.find_path(grid, *ends)
    for _ in range(10):
        at.find_path(grid, *ends)
    search = at.Search(grid, *ends, algorithm="jps", trace=True)
    search.run()
    assert search.stats.expanded == first.stats.expanded


def test_an_explored_world_and_agents_see_the_same_costs():
    """Agents that search with jumps ask the same grid, as it is edited under them."""
    random = Random("agents in a maze")
    grid = maze(4)
    agent = at.Navigator(grid, (1, 1), (79, 79), algorithm="jps")
    for _ in range(60):
        cell = (random.randrange(1, 80), random.randrange(1, 80))
        grid[cell] = 1
        for _ in range(5):
            fresh = at.find_path(grid, agent.position, (79, 79), algorithm="astar")
            assert isclose(agent.path.cost, fresh.cost, rel_tol=1e-12)
            agent.step()
