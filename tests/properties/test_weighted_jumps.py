"""Searches for cells with whole-number costs, against a plain Dijkstra: jumps over areas of one
cost, and two fronts where costs are scattered.

Maps are wide or high enough for jumps over several words of the jump map, and edits change costs,
so that areas grow, split and vanish.
"""

from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.worlds import DIAGONALS, World, random_areas

CHUNKS = 8
WORLDS_A_CHUNK = 250
COSTS = [0, 0, 1, 1, 2, 3, 9, 255]
SEARCHES = (
    {"algorithm": "jps"},
    {"algorithm": "bidirectional", "heuristic": "zero"},  # two fronts
    {"algorithm": "auto"},
)


def whole_number_world(random):
    """Costs of at most 255, on long maps or small ones, all open or seen with closed cells."""
    shape = random.choice([(9, 9), (16, 21), (5, 150), (150, 5), (30, 70), (1, 40), (40, 1)])
    if random.random() < 0.3:
        costs = np.array(random.choices(COSTS, k=shape[0] * shape[1]), float).reshape(shape)
    else:
        costs = np.ceil(np.minimum(random_areas(random, shape), 255))
    grid = at.Grid(
        costs.astype(np.uint8),
        diagonal=random.choice(DIAGONALS),
        diagonal_cost=random.choice([2**0.5, 2**0.5, 1]),
    )
    world = World(grid, grid, costs)
    if random.random() < 0.2:
        closed = np.array([random.random() < 0.1 for _ in range(costs.size)]).reshape(shape)
        world.blocked = closed
        world.world = grid.view(blocked=closed)
    return world


def edit(random, world):
    """A cell, a rectangle, or all that costs the same."""
    kind = random.choice(["cell", "cell", "rectangle", "cost"])
    key = world.some_cell(random)
    if kind == "rectangle":
        key = tuple(slice(at, at + random.randint(1, 8)) for at in key)
    elif kind == "cost":
        key = world.base == world.base[key]
    value = random.choice(COSTS)
    world.grid[key] = value
    world.base[key] = value


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_cheapest_paths_are_found_after_every_edit(chunk):
    random = Random(f"weighted jumps {chunk}")
    for _ in range(scaled(WORLDS_A_CHUNK)):
        world = whole_number_world(random)
        for _ in range(4):
            free = world.free_cells()
            if free:
                check_paths(random, world, random.choice(free))
            edit(random, world)


def check_paths(random, world, start):
    costs = world.costs_from(start)
    goals = [world.some_cell(random) for _ in range(3)]
    for options in SEARCHES:
        for goal in goals:
            path = at.find_path(world.world, start, goal, **options)
            assert path.found == (goal in costs)
            if path:
                assert path.optimal
                assert isclose(path.cost, costs[goal], rel_tol=1e-12)
                assert at.validate(world.world, path) == path.cost
        nearest = at.find_path(world.world, start, goals, **options)
        reached = [costs[goal] for goal in goals if goal in costs]
        assert nearest.found == bool(reached)
        if nearest:
            assert isclose(nearest.cost, min(reached), rel_tol=1e-12)


def is_mixed(total, row, col):
    """Whether a cell is beside one of another cost."""
    around = total[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
    return bool(((around < inf) & (around != total[row, col])).any())


def test_costs_so_far_match_the_cells_that_jumps_pass():
    """Exact where every walk stops; elsewhere a walk may have passed the cell at a lower cost."""
    random = Random("weighted jumps, inside")
    for _ in range(scaled(100)):
        world = whole_number_world(random)
        free = world.free_cells()
        if not free:
            continue
        start = random.choice(free)
        costs = world.costs_from(start)
        search = at.Search(world.world, start, world.some_cell(random), algorithm="jps", trace=True)
        search.run()
        last = dict(zip(search.trace.node.tolist(), search.trace.g.tolist(), strict=True))
        total = np.array(world.total)
        for row, col in np.argwhere(search.state == 2).tolist():
            g, cost = search.g[row, col], costs[row, col]
            assert g > cost - 1e-9
            if is_mixed(total, row, col):
                assert isclose(g, cost, rel_tol=1e-12, abs_tol=1e-12)
            assert isclose(last[row * world.grid.shape[1] + col], g, rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize("rule", ["clear", "one-clear", "always"])
def test_inside_an_area_there_are_no_jump_points(rule):
    """Two fields of one cost each: only along the line between them are there cells to expand."""
    costs = np.ones((100, 100), np.uint8)
    costs[50:] = 2
    grid = at.Grid(costs, diagonal=rule)
    path = at.find_path(grid, (3, 5), (96, 80), algorithm="jps")
    assert path.cost == pytest.approx(at.find_path(grid, (3, 5), (96, 80), algorithm="astar").cost)
    assert path.stats.expanded <= 202


def test_auto_jumps_over_areas_and_grows_two_fronts_where_costs_are_scattered():
    """But where costs are nearly equal, or many cells are cheap, estimates are good enough."""
    bands = np.repeat(np.arange(1, 5, dtype=np.uint8), 25)[:, None] * np.ones((1, 100), np.uint8)
    random = np.random.default_rng(1).integers(1, 10, (100, 100), dtype=np.uint8)
    searches = {"jps": SEARCHES[0], "fronts": SEARCHES[1], "astar": {"algorithm": "astar"}}
    cheap = np.where(random > 4, 9, 1).astype(np.uint8)
    rows = np.arange(100, dtype=np.uint8)[:, None] % 6 + np.ones_like(random)
    rows[random < 4], rows[10, 20], rows[85, 60] = 0, 1, 1
    cases = (bands, "jps"), (random, "fronts"), (random + 90, "astar"), (cheap, "astar")
    grid = at.Grid(rows)
    for costs, expected in (*cases, (rows, "fronts")):
        ends = (10, 20), (85, 60)
        for row in range(0, 100, 10):  # what was there before does not count
            grid[row : row + 10] = costs[row : row + 10]
            at.find_path(grid, *ends)
        chosen = at.find_path(grid, *ends).stats.expanded
        by_name = {
            name: at.find_path(grid, *ends, **options).stats.expanded
            for name, options in searches.items()
        }
        assert chosen == by_name[expected], by_name
        assert by_name["fronts"] not in (by_name["jps"], by_name["astar"])


def test_jps_refuses_costs_that_are_no_whole_numbers():
    for grid in (at.Grid([[1, 2.5, 1]]), at.Grid([[1, 300, 1]])):
        with pytest.raises(ValueError, match="'jps' needs a world whose free cells all cost the s"):
            at.find_path(grid, (0, 0), (0, 2), algorithm="jps")
    layered = at.Grid([[1, 2, 1]])
    layered.layers["threat"] = np.array([[0, 1.0, 0]])
    with pytest.raises(ValueError, match="without layers"):
        at.find_path(layered, (0, 0), (0, 2), algorithm="jps")
    assert at.find_path(at.Grid([[1, 2, 1]]), (0, 0), (0, 2), algorithm="jps").cost == 3


def test_a_limit_on_the_cost_stops_it_and_open_nodes_know_their_parents():
    costs = np.ones((20, 20), dtype=np.uint8)
    costs[8:14, 5:15] = 4
    grid = at.Grid(costs)
    assert at.find_path(grid, (0, 0), (19, 19), algorithm="jps", max_cost=5).status == "stopped"
    search = at.Search(grid, (0, 0), (19, 19), algorithm="jps")
    search.step()
    reached = search.state == 1
    assert reached.any()
    assert (search.parent[reached] == 0).all()
