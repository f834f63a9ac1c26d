"""Hierarchical search: chunks, portals, and paths over them."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from math import isclose
from random import Random
from statistics import fmean

import numpy as np
import pytest

import asterion as at
from support.worlds import checked_cost, random_edit, random_worlds

HOUSE = at.maps.rooms(95, size=11, extra=0.2, seed=3)


def some_chunks(random):
    return random.choice(["quadtree", random.randint(1, 5)])


def tiled(chunks, shape):
    """The number of rectangles that cover each cell."""
    covered = np.zeros(shape, int)
    for chunk in chunks:
        covered[chunk.cells] += 1
    return covered


def check_parts(plan):
    """The legs and the portals between them are the path, and their expansions are its own."""
    inside = dict.fromkeys(cell for leg in plan.legs for cell in leg)
    passed = iter(plan.path)
    assert all(cell in passed for cell in inside)  # in order
    assert {*plan.path} <= {*inside, *plan.portals}
    searches = [plan.search, *plan.legs]
    assert plan.path.stats.expanded == sum(path.stats.expanded for path in searches)


@pytest.mark.req("S003-06", "S004-103")
def test_leaves_of_a_quadtree_tile_the_map_and_are_of_one_cost():
    random = Random("leaves")
    for world, _ in random_worlds(random, 200, largest=12):
        leaves = at.PortalMap(world.world, "quadtree").chunks
        assert (tiled(leaves, world.grid.shape) == 1).all()
        for leaf in leaves:
            assert len(np.unique(world.world.total[leaf.cells])) == 1
    assert (tiled(at.PortalMap(HOUSE, 16).chunks, HOUSE.shape) == 1).all()


def sides(chunk):
    """The lines of cell corners along its four sides, by their ends."""
    top, left = chunk.row, chunk.col
    bottom, right = top + chunk.height, left + chunk.width
    yield from (((top, left), (top, right)), ((bottom, left), (bottom, right)))
    yield from (((top, left), (bottom, left)), ((top, right), (bottom, right)))


@pytest.mark.req("S003-06")
def test_no_two_leaves_of_one_cost_could_be_one():
    random = Random("merged leaves")
    for world, _ in random_worlds(random, 200, largest=12):
        leaves = at.PortalMap(world.world, "quadtree").chunks
        seen = [
            (side, world.world.total[leaf.row, leaf.col]) for leaf in leaves for side in sides(leaf)
        ]
        assert len(seen) == len({*seen})


@pytest.mark.req("S003-06")
def test_a_room_is_one_leaf_and_paths_through_doors_are_cheapest():
    for side, size, seed in ((127, 15, 4), (95, 11, 3), (63, 6, 1)):
        rooms = at.maps.rooms(side, size=size, extra=0.2, seed=seed)
        free = np.argwhere(rooms.cost > 0)
        doors = int((free % (size + 1) == size).any(axis=1).sum())
        known = at.PortalMap(rooms, "quadtree")
        leaves = [leaf for leaf in known.chunks if rooms.cost[leaf.row, leaf.col] > 0]
        assert len(leaves) == doors + len({*map(tuple, (free // (size + 1)).tolist())})
        random = Random("rooms")
        for _ in range(20):
            start, goal = (tuple(cell) for cell in random.sample(free.tolist(), 2))
            best = at.find_path(rooms, start, goal)
            assert isclose(known.find_path(start, goal).cost, best.cost)


@pytest.mark.req("S003-06")
def test_an_open_map_has_few_leaves():
    pillars = at.maps.field(128)
    pillars[20:24, 40:44] = 0
    pillars[90:92, 7:9] = 0
    known = at.PortalMap(pillars, "quadtree")
    assert len(known.chunks) < pillars.cost.size / 200
    path = known.find_path((0, 0), (127, 127))
    assert at.validate(pillars, path) < 1.2 * at.find_path(pillars, (0, 0), (127, 127)).cost


@pytest.mark.req("S000-22", "S004-103")
@pytest.mark.parametrize("chunk", range(8))
def test_there_is_a_path_over_portals_where_the_grid_has_one(chunk):
    random = Random(f"portals {chunk}")
    for world, _ in random_worlds(random, 60, largest=14):
        known = at.PortalMap(world.world, some_chunks(random))
        for edit in range(4):
            if not world.free_cells():
                break
            start, goal = random.choice(world.free_cells()), world.some_cell(random)
            plan = known.plan(start, goal, algorithm=random.choice(["astar", "dijkstra"]))
            cost = checked_cost(world, plan.path, start, goal)
            if plan.path and plan.search:
                assert isclose(cost, plan.search.cost, rel_tol=1e-9)
                assert isclose(cost, known.plan(start, goal).path.cost, rel_tol=1e-9)
                check_parts(plan)
            random_edit(random, world)
            if edit == 1:
                known.refresh()
            else:
                known.remeasure()


@pytest.mark.slow
@pytest.mark.req("S000-22", "S004-103")
@pytest.mark.parametrize(
    ("land", "excess", "share"),
    [
        (at.maps.field(160), 1.06, 2),  # where A* expands little more than its path
        (at.maps.scattered(160, density=0.2, seed=1), 1.06, 4),
        (HOUSE, 1.06, 5),
        (at.maps.caves(160, seed=2), 1.1, 6),
    ],
    ids=["open", "scattered", "rooms", "caves"],
)
def test_paths_cost_a_few_per_cent_more_and_far_less_is_searched(land, excess, share):
    """Fewer than A*, including the searches of the grid from portal to portal."""
    random = Random("near optimal")
    known = at.PortalMap(land, 16)
    free = [tuple(cell) for cell in np.argwhere(land.cost > 0).tolist()]
    ratios, cells, searched = [], 0, 0
    while len(ratios) < 40:
        start, goal = random.sample(free, 2)
        best = at.find_path(land, start, goal, algorithm="astar")
        plan = known.plan(start, goal)
        if best and plan.search:
            ratios.append(plan.path.cost / best.cost)
            cells += best.stats.expanded
            searched += sum(path.stats.expanded for path in (plan.search, *plan.legs))
    assert fmean(ratios) < excess
    assert max(ratios) < 1.3
    assert searched < cells / share


def test_portals_lie_on_the_path_and_a_copy_answers_alike():
    known = at.PortalMap(HOUSE, 16)
    plan = known.plan((0, 0), (94, 94))
    assert plan.portals
    cells = [*plan.path]
    assert [cell for cell in cells if cell in plan.portals] == plan.portals
    again = pickle.loads(pickle.dumps(known))
    assert [*again.find_path((0, 0), (94, 94))] == cells


def test_threads_may_ask_at_once():
    known = at.PortalMap(HOUSE, 8)
    free = [tuple(cell) for cell in np.argwhere(HOUSE.cost > 0).tolist()]
    ways = [tuple(Random(f"way {i}").sample(free, 2)) for i in range(60)]
    alone = [known.find_path(*way).cost for way in ways]
    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(lambda way: known.find_path(*way).cost, ways)] == alone


def test_a_map_of_one_chunk_has_no_portals():
    known = at.PortalMap(at.maps.field(5), 16)
    assert repr(known) == "<PortalMap of 1 chunk, 0 portals and 0 connections>"
    assert known.find_path((0, 0), (4, 4)).optimal
    assert known.nbytes < 25 * 8
