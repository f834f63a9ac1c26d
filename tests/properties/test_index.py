"""Answers of an index equal a plain Dijkstra's, on every kind of world and after every edit.

How each was found is counted, so that no way to an answer goes untested.
"""

from collections import Counter
from itertools import product
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import SAMPLED, scaled
from support.graphs import random_cases
from support.worlds import DIAGONALS, World, random_areas, random_edit, random_world, random_worlds

CHUNKS = 5
WORLDS_A_CHUNK = 1000  # in each of the tests of random worlds
HOWS = {"index", "certified", "searched"}


def ask(index, start, goal, best, counts):
    """One query, compared with what the cheapest path costs."""
    path = index.find_path(start, goal)
    counts[path.how] += 1
    told = index.world, start, goal, best, path, path.how
    assert path.found == (best < inf), told
    assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12) or not path, told
    assert isclose(index.cost(start, goal), best, rel_tol=1e-9, abs_tol=1e-12) or not path, told
    assert path.optimal == path.found, told
    if path:
        assert (path[0], path[-1]) == (start, goal)
        assert isclose(at.validate(index.world, path), path.cost, rel_tol=1e-12)
    return path


def ask_some(random, index, world, counts, count=3):
    free = world.free_cells()
    for _ in range(count if free else 0):
        start = random.choice(free)
        costs = world.costs_from(start)
        for goal in (random.choice(free), world.some_cell(random)):
            ask(index, start, goal, costs.get(goal, inf), counts)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_grids_of_every_kind_after_every_edit(chunk):
    random = Random(f"index {chunk}")
    counts = Counter()
    for world, _ in random_worlds(random, WORLDS_A_CHUNK, largest=10):
        index = at.Index(world.world)
        ask_some(random, index, world, counts)
        for _ in range(3):
            random_edit(random, world)
            ask_some(random, index, world, counts)
        assert index.refresh() == "ready"
        again = Counter()
        ask_some(random, index, world, again)
        assert set(again) <= {"index"}
    assert set(counts) == HOWS or SAMPLED
    assert min(counts.values()) > 200 or SAMPLED


def walled(random, shape):
    """Walls of several cells, single ones, and long lines: corners of every kind."""
    walls = np.zeros(shape, bool)
    for _ in range(random.randint(0, 14)):
        top, left = random.randrange(shape[0]), random.randrange(shape[1])
        height, width = random.choice([(1, 1), (1, 30), (30, 1), (3, 3), (6, 2), (2, 9)])
        walls[top : top + height, left : left + width] = random.random() < 0.85
    if random.random() < 0.4:
        walls |= np.array([random.random() < 0.2 for _ in range(walls.size)]).reshape(shape)
    return ~walls


def uniform_world(random):
    """Larger than a word of the bit maps, with one cost for all free cells."""
    shape = random.choice([(20, 20), (12, 90), (90, 12), (3, 140), (40, 70), (1, 50)])
    cost = random.choice([1, 1, 3, 0.1])
    base = walled(random, shape) * cost
    grid = at.Grid(
        base, diagonal=random.choice(DIAGONALS), diagonal_cost=random.choice([2**0.5, 2**0.5, 1])
    )
    world = World(grid, grid, base.astype(float))
    if random.random() < 0.2:
        world.blocked = ~walled(random, shape)
        world.world = grid.view(blocked=world.blocked)
    return world, cost


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_uniform_grids_whose_walls_open_and_close(chunk):
    random = Random(f"uniform index {chunk}")
    counts = Counter()
    for _ in range(scaled(WORLDS_A_CHUNK // 5)):
        world, cost = uniform_world(random)
        index = at.Index(world.world)
        ask_some(random, index, world, counts, 2)
        for _ in range(3):
            kind = random.choice(["close", "open", "both", "expensive", "cheap"])
            for _ in range(random.choice([1, 3, 8])):
                value = {"close": 0, "open": cost, "expensive": 2 * cost, "cheap": cost / 2}.get(
                    kind, random.choice([0, cost])
                )
                cell = world.some_cell(random)
                world.grid[cell] = value
                world.base[cell] = value
            ask_some(random, index, world, counts, 2)
    assert set(counts) == HOWS or SAMPLED
    assert min(counts.values()) > 50 or SAMPLED


def test_units_of_a_size_have_an_index_too():
    random = Random("large index")
    counts = Counter()
    for _ in range(scaled(300)):
        world, cost = uniform_world(random)
        view = world.grid.view(size=random.choice([2, 3, (1, 2)]))
        index = at.Index(view)
        for _ in range(3):
            free = np.argwhere(np.asarray(view.total) > 0).tolist()
            for _ in range(4 if free else 0):
                start, goal = tuple(random.choice(free)), world.some_cell(random)
                best = at.find_path(view, start, goal, algorithm="dijkstra").cost
                ask(index, start, goal, best, counts)
            cell = world.some_cell(random)
            world.grid[cell] = random.choice([0, cost])
    assert set(counts) == HOWS or SAMPLED


def test_ground_with_areas_of_different_cost():
    random = Random("weighted index")
    counts = Counter()
    for _ in range(scaled(500)):
        world = random_world(random, 14, random_areas)
        index = at.Index(world.world)
        ask_some(random, index, world, counts)
        for _ in range(2):
            random_edit(random, world)
            ask_some(random, index, world, counts)
    assert set(counts) == HOWS or SAMPLED


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_graphs_after_every_change_of_costs(chunk):
    random = Random(f"graph index {chunk}")
    counts = Counter()
    for case in random_cases(random, WORLDS_A_CHUNK, largest=24):
        index = at.Index(case.world)
        for _ in range(4):
            for _ in range(3):
                start = random.randrange(len(case.world))
                costs = case.costs_from(start)
                goal = random.randrange(len(case.world))
                ask(index, start, goal, costs[goal], counts)
            for i in random.sample(range(len(case.costs)), min(2, len(case.costs))):
                old = case.costs[i]
                worse = random.random() < 0.6 and old < inf
                case.set_cost(i, random.choice([old * 2, inf]) if worse else case.some_cost())
    assert set(counts) == HOWS or SAMPLED
    assert min(counts.values()) > 200 or SAMPLED


def test_tables_match_the_paths():
    random = Random("index tables")
    for world, free in random_worlds(random, 400, largest=14):
        index = at.Index(world.world)
        sources = [random.choice(free) for _ in range(random.randint(1, 5))]
        targets = [world.some_cell(random) for _ in range(random.randint(1, 5))]
        for _ in range(2):
            costs = [world.costs_from(source) for source in sources]
            wanted = [[each.get(target, inf) for target in targets] for each in costs]
            table = index.cost_table(sources, targets)
            np.testing.assert_allclose(table, np.array(wanted), rtol=1e-9, atol=1e-12)
            pairs = [(a, b) for a in sources for b in targets]
            each = index.costs([a for a, _ in pairs], [b for _, b in pairs], threads=2)
            np.testing.assert_allclose(each, np.array(wanted).ravel(), rtol=1e-9, atol=1e-12)
            edited = [cell for cell in free if cell not in sources]
            if not edited:
                break
            world.grid[edited[0]] = 0
            world.base[edited[0]] = 0


def test_tables_of_graphs_match_the_paths():
    random = Random("index tables of graphs")
    for case in random_cases(random, 400, largest=24):
        index = at.Index(case.world)
        sources = [random.randrange(len(case.world)) for _ in range(4)]
        targets = [random.randrange(len(case.world)) for _ in range(5)]
        wanted = [[case.costs_from(a)[b] for b in targets] for a in sources]
        index.cost_table(targets, sources)  # the next table uses its memory
        table = index.cost_table(sources, targets)
        np.testing.assert_allclose(table, np.array(wanted), rtol=1e-9, atol=1e-12)


def cheapest(world, start, goal):
    """The cost by a search without estimates or jumps, which knows no index."""
    return at.find_path(world, start, goal, algorithm="dijkstra").cost


def test_one_cell_that_opens_leaves_no_query_in_doubt():
    """An indexed path is certified exactly where it is still a cheapest one."""
    random = Random("one opened cell")
    counts = Counter()
    for _ in range(scaled(1500)):
        world, cost = uniform_world(random)
        walls, free = np.argwhere(world.base == 0).tolist(), world.free_cells()
        if not walls or not free:
            continue
        index = at.Index(world.world)
        pairs = [(random.choice(free), random.choice(free)) for _ in range(6)]
        before = [index.cost(*pair) for pair in pairs]
        row, col = random.choice(walls)
        beside = [(r, c) for r, c in free if max(abs(r - row), abs(c - col)) == 1]
        closed = [cell for cell in beside if random.random() < 0.3 and cell not in pairs[0]]
        for cell in closed:  # the way to the cell is longer at first
            world.grid[cell] = 0
        world.grid[row, col] = cost
        index.find_path(*pairs[0])
        for cell in closed:
            world.grid[cell] = cost
        for (start, goal), old in zip(pairs, before, strict=True):
            best = cheapest(world.world, start, goal)
            path = ask(index, start, goal, best, counts)
            if old < inf and path.how != "index":
                is_cheapest = isclose(old, best, rel_tol=1e-9, abs_tol=1e-12)
                assert (path.how == "certified") == is_cheapest, (index.world, start, goal)
    assert min(counts.values()) > 50 or SAMPLED


@pytest.mark.parametrize("diagonal", DIAGONALS)
def test_doors_that_help_only_together(diagonal):
    """A sealed room, and a thick wall: one opened door changes nothing, two are a shorter way."""
    random = Random(f"two doors {diagonal}")
    combined = 0
    for _ in range(scaled(100)):
        rows, left, right = random.randint(12, 30), random.randint(3, 30), random.randint(33, 60)
        if random.random() < 0.3:
            right = left + 1  # no room: the wall is two cells thick
        base = np.ones((rows, 64))
        base[: rows - 1, [left, right]] = 0  # open at the bottom
        base[rows - 2, left:right] = 0  # which seals the room
        grid = at.Grid(base, diagonal=diagonal)
        index = at.Index(grid)
        row, other = random.randrange(rows - 2), random.randrange(rows - 2)
        doors = [(row, left), (row if right == left + 1 else other, right)]
        random.shuffle(doors)
        sides = [(0, left - 1), (right + 1, 63)]
        ends = [(random.randrange(rows), random.randint(*side)) for side in sides for _ in range(2)]
        for door in doors:
            grid[door] = 1
            counts = Counter()
            for start, goal in product(ends, ends):
                path = ask(index, start, goal, cheapest(grid, start, goal), counts)
                combined += set(doors) <= set(path)
            if door == doors[0]:
                assert set(counts) == {"certified"}
    assert combined > 100 or SAMPLED
