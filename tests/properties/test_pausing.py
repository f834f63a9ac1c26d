"""A search in slices is the same search, and its trace is complete."""

from functools import partial
from itertools import pairwise
from math import inf, isclose, nan
from random import Random
from time import sleep

import numpy as np
import pytest

import asterion as at
from support import reference
from support.worlds import plain, random_worlds

CONSISTENT = [
    {"algorithm": "dijkstra"},
    {"algorithm": "astar"},
    {"algorithm": "astar", "ties": "high-g"},
    {"algorithm": "dijkstra", "ties": "high-g"},
]
ALL = [
    *CONSISTENT,
    {"algorithm": "bfs"},
    {"algorithm": "dfs"},
    {"algorithm": "dfs", "direction": "backward"},
    {"algorithm": "greedy"},
    {"algorithm": "greedy", "ties": "random", "seed": 3},
    {"algorithm": "astar", "weight": 2.5},
    {"algorithm": "astar", "heuristic": "manhattan", "reopen": "active"},
    {"algorithm": "astar", "direction": "backward"},
    {"algorithm": "bidirectional"},
    {"algorithm": "bidirectional", "ties": "low-g"},
    {"algorithm": "astar", "heuristic": "manhattan"},
    {"algorithm": "astar", "heuristic": "manhattan", "stop": "guaranteed"},
    {"algorithm": "best-first", "evaluate": lambda g, h, _: g + h * h},
    {"algorithm": "best-first", "evaluate": lambda g, h, _: h - g, "reopen": "active"},
    {"algorithm": "best-first", "evaluate": lambda g, h, _: max(g, h), "direction": "backward"},
]


def is_uniform(world):
    return len({cost for row in world.total for cost in row if cost < inf}) == 1


def queries(seed, count, largest=8):
    """Random worlds with a start and a goal on them."""
    random = Random(seed)
    for world, free in random_worlds(random, count, largest):
        yield random, world, random.choice(free), world.some_cell(random)


@pytest.mark.req("S003-09")
@pytest.mark.parametrize("chunk", range(4))
def test_paused_in_random_slices_equals_one_go(chunk):
    for random, world, start, goal in queries(f"slices {chunk}", 400):
        options = random.choice([*ALL, {"algorithm": "ida", "max_expansions": 500}])
        if is_uniform(world) and random.random() < 0.3:
            options = {"algorithm": "jps"}
        whole = at.find_path(world.world, start, goal, components=False, **options)
        search = at.Search(world.world, start, goal, components=False, **options)
        while search.status == "running":
            assert search.path.status == "running"
            search.step(random.randint(0, 7))
        assert search.status == whole.status
        assert [*search.path] == [*whole]
        assert search.path.cost == whole.cost
        assert plain(search.stats) == plain(whole.stats)
        assert search.step() == whole.status  # nothing more happens


@pytest.mark.req("S000-07")
@pytest.mark.parametrize("chunk", range(4))
def test_a_trace_replays_to_the_same_open_and_closed_sets(chunk):
    for random, world, start, goal in queries(f"trace {chunk}", 300):
        options = random.choice(ALL)
        if is_uniform(world) and random.random() < 0.3:
            options = {"algorithm": "jps"}
        search = at.Search(world.world, start, goal, trace=True, components=False, **options)
        silent = at.Search(world.world, start, goal, components=False, **options)
        steps = random.randint(0, 40)
        assert search.step(steps) == silent.step(steps)
        np.testing.assert_array_equal(search.state, silent.state)
        np.testing.assert_array_equal(search.trace.replay(), search.state)
        assert plain(search.stats) == plain(silent.stats)
        assert search.stats.flood == np.count_nonzero(search.state)
        if options["algorithm"] in ("bidirectional", "dfs") or "direction" in options:
            continue  # two trees, routes that get longer, or a root that is not the start
        g, parent = search.g, search.parent
        for kind, cell, came_from, cost in search.trace:
            assert cost >= g[cell] * (1 - 1e-12)  # the last of a cell's events has its final g
            assert (came_from is None) == (kind == "closed" or cell == start)
        last = {event.cell: event for event in search.trace if event.kind != "closed"}
        for cell, event in last.items():
            assert isclose(event.g, g[cell], rel_tol=1e-12)
            flat = -1 if event.parent is None else np.ravel_multi_index(event.parent, g.shape)
            assert parent[cell] == flat


@pytest.mark.parametrize("chunk", range(2))
def test_a_trace_of_two_fronts_has_the_costs_of_the_front_that_reached_each_cell(chunk):
    near = partial(isclose, rel_tol=1e-6)  # whole numbers of a unit, where costs may be rounded
    for random, world, start, goal in queries(f"fronts {chunk}", 300):
        options = {"algorithm": "bidirectional", "heuristic": random.choice(["auto", "zero"])}
        search = at.Search(world.world, start, goal, trace=True, components=False, **options)
        search.run()
        fronts = {start: 0.0}, {goal: 0.0}  # g by cell
        for kind, cell, came_from, cost in search.trace:
            if kind == "closed":
                assert any(near(g.get(cell, inf), cost) for g in fronts)
            elif came_from is None:
                assert cost == 0
            else:
                ends = (came_from, cell), (cell, came_from)
                moves = [dict(reference.moves(world.total, *world.rules, a))[b] for a, b in ends]
                reached = [
                    near(cost, g.get(came_from, inf) + move)
                    for g, move in zip(fronts, moves, strict=True)
                ]
                assert any(reached)
                if all(reached):
                    break  # either may have reached it
                front = fronts[reached.index(True)]
                assert (kind == "opened") == (cell not in front)
                assert cost < front.get(cell, inf)
                front[cell] = cost


@pytest.mark.req("S001-12")
@pytest.mark.parametrize("chunk", range(2))
def test_the_arrays_of_a_search_agree_with_each_other(chunk):
    for random, world, start, goal in queries(f"arrays {chunk}", 300):
        search = at.Search(world.world, start, goal, **random.choice(CONSISTENT))
        search.step(random.randint(1, 60))
        g, h, state, parent = search.g, search.h, search.state, search.parent
        seen = state > 0
        np.testing.assert_array_equal(np.isfinite(g), seen)
        np.testing.assert_array_equal(np.isfinite(h), seen)
        np.testing.assert_array_equal(search.f[seen], g[seen] + h[seen])
        np.testing.assert_array_equal(np.isfinite(search.f), seen)
        np.testing.assert_array_equal(parent >= 0, seen & (g > 0))
        costs = world.costs_from(start)
        total = world.total
        for cell in map(tuple, np.argwhere(seen)):
            assert g[cell] >= costs[cell] * (1 - 1e-12)
            if parent[cell] >= 0:
                before = divmod(int(parent[cell]), g.shape[1])
                step = dict(reference.moves(total, *world.rules, before))[cell]
                assert isclose(g[cell], g[before] + step, rel_tol=1e-12)
        best = search.best_so_far
        if search.status == "running":
            least = min((h[c], g[c]) for c in map(tuple, np.argwhere(state == 1)))
            assert isclose(h[best[-1]], least[0], abs_tol=1e-9)
            assert isclose(best.cost, g[best[-1]], rel_tol=1e-12)
            at.validate(world.world, [*best])


@pytest.mark.req("S001-17")
@pytest.mark.req("S001-18")
@pytest.mark.parametrize("chunk", range(4))
def test_the_four_properties_of_a_star_with_consistent_estimates(chunk):
    """Single expansion; exact g; f never falls; a larger h expands no more, except for ties."""
    for random, world, start, goal in queries(f"four {chunk}", 250):
        costs = world.costs_from(start)
        ties = random.choice(["auto", "high-g"])
        expanded = {}
        estimates = {name: name for name in ("zero", "chebyshev", "auto")}
        estimates["landmarks"] = at.Landmarks(world.world, count=3)
        for name, heuristic in estimates.items():
            search = at.Search(
                world.world,
                start,
                goal,
                algorithm="astar",
                heuristic=heuristic,
                ties=ties,
                trace=True,
            )
            search.run()
            closed = [event for event in search.trace if event.kind == "closed"]
            cells = [event.cell for event in closed]
            assert len(cells) == len(set(cells))
            assert search.stats.reopened == 0
            f = [event.g + search.h[event.cell] for event in closed]
            for event in closed:
                assert isclose(event.g, costs[event.cell], rel_tol=1e-9)
            assert all(a <= b * (1 + 1e-6) for a, b in pairwise(f))
            expanded[name] = dict(zip(cells, f, strict=True))
        best = costs.get(goal, nan)
        for smaller, larger in pairwise(estimates):
            for cell in expanded[larger].keys() - expanded[smaller].keys():
                assert isclose(expanded[larger][cell], best, rel_tol=1e-6)


@pytest.mark.req("S000-45")
@pytest.mark.parametrize("chunk", range(4))
def test_the_counts_of_table_1(chunk):
    """Open inserts x + d and at most the nodes; removes x; closed x; looks at most two an edge."""
    for random, world, start, goal in queries(f"counts {chunk}", 300):
        search = at.Search(
            world.world, start, goal, trace=True, components=False, **random.choice(CONSISTENT)
        )
        search.run()
        stats = search.stats
        x = stats.expanded
        d = np.count_nonzero(search.state == 1)
        free = world.free_cells()
        total = world.total
        arcs = sum(len([*reference.moves(total, *world.rules, cell)]) for cell in free)
        assert stats.pushes == x + d <= len(free)
        assert stats.pops == x
        assert [event.kind for event in search.trace].count("closed") == x
        assert stats.moves <= arcs  # every edge is two arcs
        assert stats.peak_open <= stats.pushes
        assert stats.mean_open <= stats.peak_open


@pytest.mark.req("S000-41")
def test_a_zero_estimate_is_dijkstra_step_for_step():
    for random, world, start, goal in queries("zero", 300):
        ties = random.choice(["auto", "high-g"])
        a = at.Search(world.world, start, goal, algorithm="dijkstra", ties=ties, trace=True)
        b = at.Search(
            world.world, start, goal, algorithm="astar", heuristic="zero", ties=ties, trace=True
        )
        a.run()
        b.run()
        assert [*a.trace] == [*b.trace]


def test_an_edited_world_stops_the_search_until_it_restarts():
    grid = at.maps.field(20)
    search = at.Search(grid, (0, 0), (19, 19), algorithm="astar", trace=True)
    search.step(3)
    grid[10, 10] = 0
    for touch in (search.step, search.run, lambda: search.g, lambda: search.best_so_far):
        with pytest.raises(at.WorldChanged, match=r"version 0 to 1 .* restart\(\)"):
            touch()
    assert search.status == "running"
    search.restart()
    assert search.stats.expanded == 0
    assert len(search.trace) == 1
    assert search.run() == "found"
    at.validate(grid, search.path)
    assert (10, 10) not in [*search.path]
    grid[10, 10] = 1  # a finished search has its answer, whatever happens later
    assert search.run() == "found"
    assert search.path.cost > 0


def test_an_edit_without_effect_disturbs_no_search():
    grid = at.maps.field(5)
    search = at.Search(grid, (0, 0), (4, 4))
    grid[2, 2] = 1
    assert search.run() == "found"


def test_a_time_budget_decides_when_and_not_what():
    grid = at.maps.scattered(300, density=0.3, seed=5)
    grid[0, 0] = grid[299, 299] = 1
    whole = at.find_path(grid, (0, 0), (299, 299), algorithm="dijkstra")
    search = at.Search(grid, (0, 0), (299, 299), algorithm="dijkstra")
    slices = 0
    while search.run(seconds=0.0005) == "running":
        slices += 1
    assert slices > 0
    assert [*search.path] == [*whole]
    assert search.run(seconds=0) == search.status


@pytest.mark.req("S003-09")
@pytest.mark.parametrize("slow", ["heuristic", "evaluate"])
def test_a_slice_is_over_at_the_first_look_at_the_clock_after_its_time(slow):
    """It checks after every 64 expansions: a frame exceeds its budget by that many at most."""
    grid = at.maps.field(200)
    options = {"algorithm": "astar", "heuristic": waits}
    if slow == "evaluate":
        options = {"algorithm": "best-first", "evaluate": waits}
    search = at.Search(grid, (0, 0), (199, 199), direction="backward", **options)
    assert search.run(seconds=0) == "running"
    assert search.stats.expanded == 0
    for frame in range(5):
        assert search.run(seconds=0.001) == "running"
        assert search.stats.expanded == 64 * (frame + 1)


def waits(*_):
    """As good an estimate as none, and a slow one."""
    sleep(0.0001)
    return 0.0
