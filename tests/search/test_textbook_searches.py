"""What textbooks say of depth-first, greedy and best-first search, held against the searches."""

from math import inf, isclose
from random import Random

import pytest

import asterion as at
from asterion.search.trace import KINDS
from support.effort import scaled
from support.worlds import random_worlds


@pytest.mark.req("S000-11")
def test_depth_first_finds_a_path_if_there_is_one_and_not_always_the_shortest():
    random = Random("dfs")
    longer = unreachable = 0
    for world, free in random_worlds(random, 2000, 12):
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        path = at.find_path(world.world, start, goal, algorithm="dfs", components=False)
        assert path.found == (best < inf)
        assert not path.optimal
        unreachable += not path.found
        if path.found:
            assert isclose(at.validate(world.world, path), path.cost, rel_tol=1e-9)
            assert path.cost >= best * (1 - 1e-9)
            longer += path.cost > best * (1 + 1e-9)
    assert longer > scaled(100) // 2
    assert unreachable > scaled(100) // 2


@pytest.mark.req("S000-13")
def test_greedy_search_expands_by_h_alone():
    random = Random("greedy")
    longer = 0
    for world, free in random_worlds(random, 1000, 14):
        start, goal = random.choice(free), random.choice(free)
        search = at.Search(world.world, start, goal, algorithm="greedy", trace=True)
        search.run()
        estimates = {}  # of the nodes on open
        trace = search.trace
        for kind, node, h in zip(trace.kind, trace.node, trace.h, strict=True):
            if KINDS[kind] == "closed":
                assert estimates.pop(node) <= min(estimates.values(), default=inf) + 1e-9
            else:
                estimates[node] = h
        best = world.costs_from(start).get(goal, inf)
        assert search.path.found == (best < inf)
        longer += search.path.found and search.path.cost > best * (1 + 1e-9)
    assert longer > scaled(30) // 2


@pytest.mark.req("S003-04")
@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "greedy", "bfs", "dfs"])
def test_an_empty_open_list_is_a_failure_not_a_crash(algorithm):
    """The slides look at the best node before they ask whether there is one."""
    walled_in = at.Grid.from_text(".#.\n##.\n...")
    search = at.Search(walled_in, (0, 0), (2, 2), algorithm=algorithm, components=False)
    assert search.step() == "running"
    assert search.stats.expanded == 1  # after which open is empty
    assert search.step() == "unreachable"
    assert not search.path
    alone = at.find_path(at.Grid([[1, 0, 1]]), (0, 0), (0, 2), algorithm=algorithm)
    assert (alone.status, alone.cost) == ("unreachable", inf)
