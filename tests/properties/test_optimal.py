"""Every optimal algorithm, with every option, against a plain Dijkstra on random worlds."""

from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support import reference
from support.effort import SAMPLED, scaled
from support.worlds import plain, random_edit, random_world, random_worlds

CHUNKS = 20
WORLDS_A_CHUNK = 1000

# Options under which a path must be a cheapest one, whatever the world.
OPTIMAL = [
    {"algorithm": "auto"},
    {"algorithm": "dijkstra"},
    {"algorithm": "dijkstra", "ties": "high-g"},
    {"algorithm": "dijkstra", "stop": "guaranteed"},
    {"algorithm": "astar"},
    {"algorithm": "astar", "ties": "high-g"},
    {"algorithm": "astar", "heuristic": "zero"},
    {"algorithm": "astar", "heuristic": "chebyshev"},
    {"algorithm": "astar", "heuristic": "manhattan", "stop": "guaranteed"},
    {"algorithm": "astar", "heuristic": "euclidean", "stop": "guaranteed", "ties": "high-g"},
    {"algorithm": "astar", "components": False},
]
# Options under which it is cheapest exactly when the result says so.
OTHERS = [
    {"algorithm": "bfs"},
    {"algorithm": "astar", "heuristic": "manhattan"},
    {"algorithm": "astar", "heuristic": "euclidean"},
    {"algorithm": "astar", "heuristic": "octile"},
    {"algorithm": "astar", "heuristic": "octile", "ties": "high-g"},
]


def check(world, random, start, options):
    """One query against the oracle; returns the path."""
    costs = world.costs_from(start)
    goals = [world.some_cell(random) for _ in range(random.choice([1, 1, 1, 3, 12]))]
    goal = goals[0] if len(goals) == 1 else goals
    best = min(costs.get(g, inf) for g in goals)
    path = at.find_path(world.world, start, goal, **options)
    assert path.found == (best < inf)
    assert path.status == ("found" if best < inf else "unreachable")
    if not path:
        assert path.cost == inf
        assert len(path) == 0
        return path
    assert at.validate(world.world, path) == path.cost
    assert path[0] == start
    assert path[-1] in goals
    if path.optimal:
        assert isclose(path.cost, best, rel_tol=1e-9)
    else:
        assert path.cost >= best * (1 - 1e-9)
    return path


@pytest.mark.req("S000-10")
@pytest.mark.req("S000-14")
@pytest.mark.req("S003-02")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_optimal_algorithm_equals_dijkstra_after_every_edit(chunk):
    random = Random(f"optimal {chunk}")
    for _ in range(scaled(WORLDS_A_CHUNK)):
        world = random_world(random)
        for _ in range(random.randint(1, 3)):
            free = world.free_cells()
            if free:
                start = random.choice(free)
                options = random.choice(OPTIMAL)
                path = check(world, random, start, options)
                assert path.optimal == path.found
                check(world, random, start, random.choice(OTHERS))
            random_edit(random, world)


@pytest.mark.parametrize("chunk", range(4))
def test_the_guarantee_is_not_claimed_where_a_longer_path_was_found(chunk):
    """Inadmissible estimates do mislead on these worlds; the result never hides it."""
    random = Random(f"astray {chunk}")
    astray = 0
    for world, free in random_worlds(random, 300):
        if world.grid.diagonal == "never":
            continue
        start, goal = random.choice(free), random.choice(free)
        path = at.find_path(world.world, start, goal, heuristic="manhattan")
        assert not path.optimal
        best = world.costs_from(start).get(goal, inf)
        astray += path.found and path.cost > best * (1 + 1e-9)
    assert astray > 0 or SAMPLED


@pytest.mark.parametrize("chunk", range(4))
def test_bfs_finds_the_fewest_moves(chunk):
    random = Random(f"bfs {chunk}")
    for world, free in random_worlds(random, 300):
        start, goal = random.choice(free), random.choice(free)
        fewest = reference.fewest_moves(world.total, world.grid.diagonal, start)
        path = at.find_path(world.world, start, goal, algorithm="bfs")
        assert path.found == (goal in fewest)
        if path:
            assert len(path) - 1 == fewest[goal]
            at.validate(world.world, path)


@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize("direction", ["from", "to"])
def test_distances_match_the_oracle(chunk, direction):
    random = Random(f"distances {chunk} {direction}")
    for world, free in random_worlds(random, 200):
        nodes = [random.choice(free) for _ in range(random.choice([1, 1, 3]))]
        given = nodes[0] if len(nodes) == 1 else nodes
        got = at.distances(world.world, given, direction=direction)
        if direction == "from":
            tables = [world.costs_from(node) for node in nodes]
            want = {cell: min(t.get(cell, inf) for t in tables) for cell in free}
        else:
            want = {c: min(world.costs_from(c).get(n, inf) for n in nodes) for c in free}
        for (r, c), cost in want.items():
            assert isclose(got[r, c], cost, rel_tol=1e-9, abs_tol=1e-12)
        assert np.isinf(got[np.isinf(world.total)]).all()


@pytest.mark.parametrize("chunk", range(4))
def test_edits_between_queries_change_nothing_but_the_answer(chunk):
    """A world with a history answers like a new one with the same contents."""
    random = Random(f"history {chunk}")
    for _ in range(150):
        world = random_world(random)
        for _ in range(6):
            random_edit(random, world)
            free = world.free_cells()
            if not free:
                continue
            start, goal = random.choice(free), world.some_cell(random)
            options = random.choice(OPTIMAL + OTHERS)
            fresh_grid = world.grid.copy()
            fresh = fresh_grid
            if world.world is not world.grid:
                fresh = fresh_grid.view(layers=world.weights, blocked=world.blocked)
            old = at.find_path(world.world, start, goal, **options)
            new = at.find_path(fresh, start, goal, **options)
            assert [*old] == [*new]
            assert old.cost == new.cost
            if old:  # whether saying no takes a flood depends on earlier searches
                assert plain(old.stats) == plain(new.stats)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_change_nothing(threads):
    random = Random(f"threads {threads}")
    for world, free in random_worlds(random, 40, largest=20):
        starts = [random.choice(free) for _ in range(150)]
        goals = [world.some_cell(random) for _ in starts]
        options = random.choice(OPTIMAL + OTHERS)
        twin = world.grid.copy().view(layers=world.weights, blocked=world.blocked)
        one = at.find_paths(twin, starts, goals, threads=1, **options)
        many = at.find_paths(world.world, starts, goals, threads=threads, **options)
        for a, b, start, goal in zip(one, many, starts, goals, strict=True):
            assert [*a] == [*b]
            assert plain(a.stats) == plain(b.stats)
            assert [*a] == [*at.find_path(world.world, start, goal, **options)]


@pytest.mark.parametrize("chunk", range(2))
def test_limits_stop_a_search_and_nothing_else(chunk):
    random = Random(f"limits {chunk}")
    for world, free in random_worlds(random, 400):
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        options = random.choice([o for o in OPTIMAL if o.get("components", True)])
        full = at.find_path(world.world, start, goal, **options)
        limit = random.randint(0, full.stats.expanded + 2)
        path = at.find_path(world.world, start, goal, max_expansions=limit, **options)
        if not full:  # known to be unreachable by now, so no limit is met
            assert path.status == "unreachable"
        elif limit >= full.stats.expanded:
            assert [*path] == [*full]
        else:
            assert path.status == "stopped"
            assert path.stats.expanded == limit
        if best < inf:
            for limit in (best, best * 1.5):
                path = at.find_path(world.world, start, goal, max_cost=limit, **options)
                assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12)
        if 0 < best < inf:
            path = at.find_path(world.world, start, goal, max_cost=best * 0.999, **options)
            assert path.status == "stopped"
            assert not path
