"""The separation of two nodes of a graph, against all sets of closed connections."""

from itertools import combinations
from math import inf, isclose
from random import Random

import asterion as at
from support.effort import SHARE
from support.graphs import random_cases


def cheapest_opening(case, start, goal):
    """The fewest closed connections that open a path, and the smallest cost of the rest."""
    closed = [i for i, cost in enumerate(case.costs) if cost == inf]
    for size in range(len(closed) + 1):
        best = inf
        for chosen in combinations(closed, size):
            twin = case.graph.copy()
            for i in chosen:
                twin.set_cost(i, 0)
            best = min(best, at.find_path(twin, start, goal, algorithm="dijkstra").cost)
        if best < inf:
            return size, best
    return None


def test_no_smaller_set_opens_a_path_and_none_of_its_size_a_cheaper_one():
    random = Random("what separates two nodes")
    separated = apart = 0
    for case in random_cases(random, 6000, 8):
        if case.factors is not None or sum(cost == inf for cost in case.costs) > 8:
            continue
        for i in range(len(case.costs)):  # more of them are closed than usual
            if random.random() < 0.3:
                case.set_cost(i, inf)
        start, goal = random.randrange(len(case.graph)), random.randrange(len(case.graph))
        path = at.find_path(case.graph, start, goal)
        if path or sum(cost == inf for cost in case.costs) > 9:
            continue
        told = at.explain(path)
        wanted = cheapest_opening(case, start, goal)
        if wanted is None:
            apart += 1
            source, target = told.missing
            joined = at.Graph(
                [(c.source, c.target, 0.0) for c in case.graph.connections]
                + [(source, target, 0.0)],
                nodes=len(case.graph),
            )
            assert at.find_path(joined, start, goal)
            continue
        separated += 1
        assert told.missing is None
        assert len(told.closed) == wanted[0]
        used = {c.id for c in told.closed}
        assert all(case.costs[i] == inf for i in used)
        for i in used:
            case.set_cost(i, 0)
        assert isclose(at.find_path(case.graph, start, goal).cost, wanted[1], abs_tol=1e-9)
        assert at.validate(case.graph, told.nodes) < inf
    assert separated > 100 * SHARE
    assert apart > 100 * SHARE


def test_of_several_goals_the_one_that_takes_the_fewest_openings_is_named():
    """Also if another, which takes more of them, costs less."""
    graph = at.Graph([("A", "B", inf), ("B", "near", inf), ("A", "C", 50), ("C", "far", inf)])
    told = at.explain(at.find_path(graph, "A", ["near", "far"]))
    assert (told.goal, told.nodes) == ("far", ["A", "C", "far"])
    assert [(c.source, c.target) for c in told.closed] == [("C", "far")]
