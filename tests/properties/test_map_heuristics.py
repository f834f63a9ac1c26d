"""Heuristics that know the map, on random worlds: costs, layers, views, diagonals, edits."""

from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import SAMPLED
from support.worlds import random_edit, random_worlds

CHUNKS = 8
WORLDS_A_CHUNK = 300  # times two, as each is edited


def random_labels(random, world):
    """Labels by hand that need not hang together, some cells without."""
    shape = world.grid.shape
    labels = [random.randint(-1, random.randint(0, 9)) for _ in range(shape[0] * shape[1])]
    return np.array(labels).reshape(shape)


def random_heuristics(random, world, variant="admissible"):
    clusters = random.choice(["auto", "rooms", 1, 2, 3, 5, random_labels(random, world)])
    landmarks = at.Landmarks(world.world, count=random.randint(1, 5), seed=random.randrange(9))
    return at.ClusterHeuristic(world.world, clusters, variant), landmarks


def random_goals(random, world):
    if random.random() < 0.5:
        return world.some_cell(random)
    return [world.some_cell(random) for _ in range(random.choice([1, 2, 3, 12]))]


def random_options(random, algorithm):
    options = {
        "direction": random.choice(["forward", "backward"]),
        "reopen": random.choice(["passive", "passive", "active", "off"]),
        "ties": random.choice(["auto", "auto", "high-g", "fifo"]),
        "stop": random.choice(["fast", "fast", "guaranteed"]),
        "weight": random.choice([1, 1, 1, 0.5]),
        "components": random.choice([True, False]),
    }
    return {"max_expansions": 3000} if algorithm == "ida" else options


@pytest.mark.req("S002-31")
@pytest.mark.req("S002-33")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_find_what_dijkstra_finds_also_after_edits(chunk):
    random = Random(f"map heuristics {chunk}")
    for world, _ in random_worlds(random, WORLDS_A_CHUNK):
        heuristics = random_heuristics(random, world)
        goal = random_goals(random, world)  # the same after the edit, so that nothing old is used
        for edited in (False, True):
            if edited:
                random_edit(random, world)
                for heuristic in heuristics:
                    heuristic.refresh()
            free = world.free_cells()
            if not free:
                break
            start = random.choice(free)
            costs = world.costs_from(start)
            goals = goal if isinstance(goal, list) else [goal]
            best = min(costs.get(each, inf) for each in goals)
            for heuristic in heuristics:
                algorithm = random.choice(["astar", "astar", "astar", "ida"])
                options = {"algorithm": algorithm, **random_options(random, algorithm)}
                path = at.find_path(world.world, start, goal, heuristic=heuristic, **options)
                if path.status != "stopped":
                    assert path.found == (best < inf)
                    check(path, best, world, heuristic.trust, options)


def check(path, best, world, trust, options):
    """Where it promises the cheapest path, which is as often as possible, the oracle agrees."""
    if path:
        assert at.validate(world.world, path) == path.cost
        assert path.optimal == (trust == "consistent" or options.get("reopen") != "off")
        assert not path.optimal or isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12), options


@pytest.mark.req("S002-33")
@pytest.mark.parametrize("chunk", range(4))
def test_check_heuristic_finds_nothing_wrong_with_them(chunk):
    random = Random(f"doctor {chunk}")
    for world, free in random_worlds(random, 120):
        goal = random.choice(free)
        clusters, landmarks = random_heuristics(random, world)
        assert at.check_heuristic(world.world, clusters, goal).admissible
        report = at.check_heuristic(world.world, landmarks, goal)
        assert (report.admissible, report.consistent) == (True, True)


@pytest.mark.req("S002-31")
@pytest.mark.parametrize("chunk", range(4))
def test_an_entry_is_the_smallest_cost_between_any_two_members(chunk):
    random = Random(f"table {chunk}")
    for world, free in random_worlds(random, 25, largest=7):
        clusters, _ = random_heuristics(random, world)
        least = {}
        for a in free:
            for b, cost in world.costs_from(a).items():
                pair = int(clusters.labels[a]), int(clusters.labels[b])
                least[pair] = min(cost, least.get(pair, inf))
        for pair, entry in np.ndenumerate(clusters.table):
            assert entry == pytest.approx(least.get(pair, inf), rel=1e-9)


@pytest.mark.parametrize("chunk", range(4))
def test_estimates_are_bounds_of_distances_in_both_directions(chunk):
    random = Random(f"directions {chunk}")
    for world, cells in random_worlds(random, 60):
        columns = world.grid.shape[1]
        nodes = [random.choice(cells) for _ in range(random.choice([1, 2, 12]))]
        for heuristic in random_heuristics(random, world):
            for direction in ("to", "from"):
                true = at.distances(world.world, nodes, direction=direction)
                numbers = [row * columns + col for row, col in nodes]
                values = heuristic.estimates(numbers, direction=direction)
                free = np.isfinite(np.array(world.total))
                assert (values[free] <= true[free] * (1 + 1e-9) + 1e-12).all()
                assert (values >= 0).all()


@pytest.mark.parametrize("chunk", range(2))
def test_the_table_of_the_lecture_promises_nothing_and_still_finds_a_path(chunk):
    random = Random(f"lecture {chunk}")
    longer = 0
    for world, free in random_worlds(random, 200, largest=12):
        start, goal = random.choice(free), random.choice(free)
        clusters, _ = random_heuristics(random, world, "lecture")
        best = world.costs_from(start).get(goal, inf)
        path = at.find_path(world.world, start, goal, heuristic=clusters)
        assert path.found == (best < inf)
        assert not path.optimal
        if path:
            assert at.validate(world.world, path) == path.cost >= best * (1 - 1e-9)
            longer += path.cost > best * (1 + 1e-9)
            sure = at.find_path(world.world, start, goal, heuristic=clusters, stop="guaranteed")
            assert sure.cost == pytest.approx(best)
    assert longer > 0 or SAMPLED


@pytest.mark.req("S002-24")
@pytest.mark.parametrize("chunk", range(4))
def test_a_path_exceeds_the_optimum_by_no_more_than_the_estimate_exceeds_the_truth(chunk):
    """With an estimate that is too large by at most x, the cost is too large by at most x."""
    random = Random(f"overestimates {chunk}")
    longer = 0
    for world, free in random_worlds(random, 250, largest=12):
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        true = at.distances(world.world, goal, direction="to")
        true[np.isinf(true)] = 0
        most = random.choice([0.5, 2, 10]) * (1 + random.random())
        noise = np.array([random.uniform(-1, 1) for _ in range(true.size)]).reshape(true.shape)
        values = np.maximum(true + most * noise, 0)
        values[goal] = 0
        report = at.check_heuristic(world.world, values, goal)
        path = at.find_path(world.world, start, goal, heuristic=values)
        assert report.overestimate <= most
        assert path.found == (best < inf)
        if path:
            assert path.cost <= best + report.overestimate + 1e-9 * (1 + best)
            longer += path.cost > best * (1 + 1e-9)
    assert longer > 0 or SAMPLED
