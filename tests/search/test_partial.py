"""Paths towards goals that cannot be reached, or that a limit keeps a search from reaching."""

from math import dist, inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.graphs import random_cases
from support.needs import needed
from support.worlds import random_edit, random_worlds

PAUSABLE = [info for info in at.algorithms("search") if info.pausable]
HAND_OVER = ("bidirectional", "ida", "jps")  # A* finds out how far it is possible to go


def distance(world, a, b):
    """The distance of two cells where nothing is in the way, worked out by hand."""
    rows, cols = abs(a[0] - b[0]), abs(a[1] - b[1])
    if world.diagonal == "never":
        return rows + cols
    return max(rows, cols) - min(rows, cols) + min(rows, cols) * world.diagonal_cost


def nearest(world, costs, goals):
    """Choose among the cells with a cost: nearest to a goal, then cheapest, then first by row."""

    def worth(cell):
        return (
            round(min(distance(world, cell, goal) for goal in goals), 9),
            round(costs[cell], 9),
            cell,
        )

    return min((cell for cell in costs if costs[cell] < inf), key=worth)


def test_a_goal_that_cannot_be_reached_is_approached():
    random = Random("partial")
    seen = 0
    for world, free in random_worlds(random, 3000, 12):
        start = random.choice(free)
        goals = [world.some_cell(random) for _ in range(random.choice([1, 1, 3]))]
        goal = goals[0] if len(goals) == 1 else goals
        costs = world.costs_from(start)
        path = at.find_path(world.world, start, goal, partial=True)
        if any(costs.get(each, inf) < inf for each in goals):
            assert path.found
            assert isclose(path.cost, at.find_path(world.world, start, goal).cost)
            continue
        seen += 1
        end = nearest(world.world, costs, goals)
        assert (path.status, path.found, path.optimal, bool(path)) == ("partial", *3 * [False])
        assert (path[0], path[-1]) == (start, end)
        assert isclose(path.cost, costs[end], rel_tol=1e-9, abs_tol=1e-9)
        assert isclose(at.validate(world.world, path), path.cost, rel_tol=1e-9, abs_tol=1e-9)
        search = at.Search(world.world, start, goal)
        search.run()
        assert [*search.best_so_far] == [*path]
    assert seen > scaled(300) // 2


@pytest.mark.parametrize("info", PAUSABLE, ids=lambda info: info.name)
def test_every_search_approaches_it(info):
    random = Random(info.name)
    for world, free in random_worlds(random, 300, 10):
        start, goal = random.choice(free), world.some_cell(random)
        costs = world.costs_from(start)
        if not takes(info, world):
            continue
        path = at.find_path(world.world, start, goal, partial=True, **needed(info))
        if costs.get(goal, inf) < inf:
            assert path.found
            continue
        end = path[-1]
        best = nearest(world.world, costs, [goal])
        assert path.status == "partial"
        assert isclose(distance(world.world, end, goal), distance(world.world, best, goal))
        assert isclose(at.validate(world.world, path), path.cost, rel_tol=1e-9, abs_tol=1e-9)


def test_a_limit_stops_on_the_way():
    grid = at.Grid.from_text("." * 30)
    for most in (0, 1, 7):
        path = at.find_path(
            grid, (0, 0), (0, 29), algorithm="astar", max_expansions=most, partial=True
        )
        assert (path.status, len(path)) == ("partial", max(1, most))
    path = at.find_path(grid, (0, 0), (0, 29), algorithm="astar", max_cost=12, partial=True)
    assert path.status == "partial"
    assert path.cost <= 12


@pytest.mark.parametrize(
    "info", [info for info in PAUSABLE if info.name not in HAND_OVER], ids=lambda info: info.name
)
def test_a_limit_leaves_the_nearest_of_the_cells_that_this_search_has_closed(info):
    random = Random(f"closed {info.name}")
    for world, free in random_worlds(random, 200, 10):
        start, goal = random.choice(free), random.choice(free)
        options = needed(info) | {"max_expansions": random.randrange(1, 12)}
        search = at.Search(world.world, start, goal, **options)
        if search.run() == "found":
            continue
        path = at.find_path(world.world, start, goal, partial=True, **options)
        closed = [start, *map(tuple, np.argwhere(search.state == 2))]
        away = min(distance(world.world, cell, goal) for cell in closed)
        assert isclose(distance(world.world, path[-1], goal), away)


@pytest.mark.parametrize("algorithm", ["bidirectional", "ida"])
def test_a_goal_that_astar_reaches_within_the_limit_is_found(algorithm):
    random = Random(f"found after all {algorithm}")
    for world, free in random_worlds(random, 400, 10):
        start, goal = random.choice(free), random.choice(free)
        within = {"max_expansions": random.randrange(1, 40)}
        first = at.find_path(world.world, start, goal, algorithm=algorithm, **within)
        astar = at.find_path(world.world, start, goal, algorithm="astar", **within)
        path = at.find_path(world.world, start, goal, algorithm=algorithm, partial=True, **within)
        assert path.found == (first.found or astar.found)


@pytest.mark.parametrize("algorithm", ["auto", "astar", "dijkstra", "ida", "bfs", "greedy"])
def test_whatever_the_limits_the_path_can_be_walked(algorithm):
    random = Random(f"limits {algorithm}")
    takes_cost = algorithm in ("auto", "astar", "dijkstra", "ida")
    for world, free in random_worlds(random, 400, 12):
        start, goal = random.choice(free), world.some_cell(random)
        limits = {"max_expansions": random.choice([None, 0, 1, 5, 50])}
        if takes_cost:
            limits["max_cost"] = random.choice([None, 0, 0.5, 3, 20])
        path = at.find_path(world.world, start, goal, algorithm=algorithm, partial=True, **limits)
        assert path.status in ("found", "partial")
        assert path[0] == start
        assert isclose(at.validate(world.world, path), path.cost, rel_tol=1e-9, abs_tol=1e-9)
        most = limits.get("max_cost")
        assert most is None or path.cost <= most * (1 + 1e-9)


def test_on_graphs_positions_say_what_is_near():
    places = {"a": (0, 0), "b": (4, 0), "c": (9, 1), "goal": (10, 0), "far": (20, 0)}
    edges = [("a", "b", 1), ("b", "c", 1), ("a", "far", 1), ("goal", "a", 1)]
    graph = at.Graph(edges, nodes=[*places], positions=places)
    path = at.find_path(graph, "a", "goal", partial=True)
    assert (path.status, [*path], path.cost) == ("partial", ["a", "b", "c"], 2.0)
    with pytest.raises(at.InvalidValue, match="partial is True; on a graph it needs positions"):
        at.find_path(at.Graph(edges), "a", "goal", partial=True)


def test_on_random_graphs():
    random = Random("partial graphs")
    for case in random_cases(random, 1500):
        places = case.graph.positions
        if places is None:
            continue
        start, goal = (random.randrange(len(case.graph)) for _ in range(2))
        path = at.find_path(case.world, start, goal, partial=True)
        costs = case.costs_from(start)
        if costs[goal] < inf:
            assert path.found
            continue
        away = [dist(place, places[goal]) for place in places.tolist()]
        least = min(d for d, cost in zip(away, costs, strict=True) if cost < inf)
        assert isclose(away[path[-1]], least, abs_tol=1e-9)
        assert isclose(path.cost, costs[path[-1]], abs_tol=1e-9)


def options_of(random, info):
    """Some options of a search that do not limit it."""
    values = {
        "heuristic": ["auto", "zero", "euclidean"],
        "weight": [0.5, 2],
        "ties": ["high-g", "low-g", "fifo", "lifo", "random"],
        "stop": ["fast", "guaranteed"],
        "reopen": ["passive", "active", "off"],
        "direction": ["forward", "backward"],
        "components": [True, False],
    }
    if info.name == "ida":
        del values["components"]  # rounds without end
    if info.name == "bidirectional":
        del values["heuristic"]  # it takes consistent ones alone
    names = [name for name in values if name in info.options and random.random() < 0.4]
    return needed(info) | {name: random.choice(values[name]) for name in names}


def takes(info, world):
    costs = {total for row in world.total for total in row} - {inf}
    return info.name != "jps" or len(costs) == 1  # it needs uniform costs


def assert_ended_as_partial(random, world, start, goal, options):
    """Whether it ended unreachable: then `partial=True` gives the partial path."""
    search = at.Search(world, start, goal, trace=random.random() < 0.3, **options)
    while search.status == "running":
        search.step(random.randint(1, 30))
    if search.status != "unreachable":
        return False
    path = at.find_path(world, start, goal, partial=True, **options)
    best = search.best_so_far
    assert best.status == path.status == "partial"
    assert [*best] == [*path]
    assert best.cost == path.cost
    assert not best.found
    assert isclose(at.validate(world, best), best.cost, rel_tol=1e-9, abs_tol=1e-9)
    assert [*search.best_so_far] == [*best]
    assert search.status == "unreachable"
    return True


@pytest.mark.parametrize("info", PAUSABLE, ids=lambda info: info.name)
def test_best_so_far_of_a_search_that_ended_unreachable_is_the_partial_path(info):
    random = Random(f"best so far {info.name}")
    unreachable = 0
    for world, free in random_worlds(random, 500, 9):
        start = random.choice(free)
        goals = [world.some_cell(random) for _ in range(random.choice([1, 1, 3]))]
        goal = goals[0] if len(goals) == 1 else goals
        options = options_of(random, info)
        for _ in range(2):  # as it is, and after an edit
            if not takes(info, world) or start not in world.free_cells():
                break
            unreachable += assert_ended_as_partial(random, world.world, start, goal, options)
            random_edit(random, world)
    assert unreachable > scaled(40) // 2


@pytest.mark.parametrize(
    "info", [info for info in PAUSABLE if "graph" in info.worlds], ids=lambda info: info.name
)
def test_so_it_is_on_graphs_with_positions(info):
    random = Random(f"best so far on graphs {info.name}")
    unreachable = 0
    for case in random_cases(random, 800, 10):
        if case.graph.positions is None:
            continue
        start, goal = (random.randrange(len(case.graph)) for _ in range(2))
        options = options_of(random, info)
        unreachable += assert_ended_as_partial(random, case.world, start, goal, options)
    assert unreachable > scaled(40) // 2


def test_bad_values_and_searches_of_ones_own():
    grid = at.Grid([[1, 0, 1]])

    class Odd:
        def __bool__(self):
            raise RuntimeError("neither")

    with pytest.raises(at.InvalidType, match="partial is"):
        at.find_path(grid, (0, 0), (0, 2), partial=Odd())
    assert at.find_path(grid, (0, 0), (0, 2), partial=1).status == "partial"
    with pytest.raises(ValueError, match="is a wall"):
        at.find_path(grid, (0, 1), (0, 2), partial=True)
