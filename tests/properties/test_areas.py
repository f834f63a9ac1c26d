"""Ground with areas of one cost, inside which searches look at few moves, against a plain Dijkstra.

Of the random worlds in the other tests few cells have surroundings of one cost.
"""

from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.worlds import random_areas, random_edit, random_world

CHUNKS = 8
WORLDS_A_CHUNK = 250
OPTIONS = [
    {"algorithm": "auto"},
    {"algorithm": "dijkstra"},
    {"algorithm": "astar"},
    {"algorithm": "astar", "heuristic": "chebyshev"},
    {"algorithm": "dijkstra", "components": False},
    {"algorithm": "astar", "direction": "backward"},
    {"algorithm": "bidirectional"},
]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_cheapest_paths_over_areas_of_one_cost_are_found_after_every_edit(chunk):
    random = Random(f"areas {chunk}")
    for _ in range(scaled(WORLDS_A_CHUNK)):
        world = random_world(random, 20, random_areas)
        for _ in range(3):
            free = world.free_cells()
            if free:
                check_world(random, world, random.choice(free))
            random_edit(random, world)


def areas_of_bytes(random, shape):
    """Areas of two costs that differ in one bit of a byte, as whole numbers are kept."""
    low = random.choice([1, 2, 5, 64, 127])
    high = low | random.choice([bit for bit in (2, 8, 64, 128) if not low & bit])
    areas = random_areas(random, shape)
    return np.where(areas > 0, np.where(areas == areas.max(), high, low), 0).astype(np.uint8)


@pytest.mark.parametrize("chunk", range(2))
def test_areas_differ_if_their_costs_differ_in_any_bit(chunk):
    random = Random(f"bytes {chunk}")
    for _ in range(scaled(WORLDS_A_CHUNK)):
        world = random_world(random, 20, areas_of_bytes)
        free = world.free_cells()
        if free:
            check_world(random, world, random.choice(free))


def check_world(random, world, start):
    costs = world.costs_from(start)
    for goal in (world.some_cell(random) for _ in range(4)):
        for options in random.sample(OPTIONS, 2):
            path = at.find_path(world.world, start, goal, **options)
            assert path.found == (goal in costs)
            if path:
                assert isclose(path.cost, costs[goal], rel_tol=1e-9), options
                assert at.validate(world.world, path) == path.cost
    field = at.distances(world.world, start)
    valued = at.distances(world.world, [start], values=[2.5])
    for (row, col), cost in np.ndenumerate(field):
        assert isclose(cost, costs.get((row, col), inf), rel_tol=1e-9, abs_tol=1e-12)
        assert isclose(valued[row, col], cost + 2.5, rel_tol=1e-9)
    goal = random.choice([*costs])
    back = at.distances(world.world, goal, direction="to")
    assert isclose(back[start], costs[goal], rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.parametrize("rule", ["clear", "one-clear", "always", "never"])
def test_inside_an_area_few_moves_are_looked_at(rule):
    """On cells of one cost it is about one for each cell; among costs that differ 3 or 5."""
    costs = np.ones((60, 60))
    costs[30:] = 2
    path = at.find_path(at.Grid(costs, diagonal=rule), (0, 0), (59, 59), algorithm="dijkstra")
    assert path.stats.expanded > 3000
    assert path.stats.moves < 2.2 * path.stats.expanded
