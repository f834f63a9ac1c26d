"""Textbook claims on depth-first, greedy and best-first search, held against the searches."""

from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.search.trace import KINDS
from support import reference
from support.effort import scaled
from support.needs import needed
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
        of_a_star = at.find_path(world.world, start, goal, algorithm="astar").cost
        assert search.path.cost >= of_a_star * (1 - 1e-9)
        longer += search.path.cost > of_a_star * (1 + 1e-9)
    assert longer > scaled(30) // 2


@pytest.mark.req("S003-04")
@pytest.mark.parametrize("info", at.algorithms("search"), ids=lambda info: info.name)
def test_an_empty_open_list_is_a_failure_not_a_crash(info):
    """The slides look at the best node before they ask whether there is one."""
    walled_in = at.Grid.from_text(".#.\n##.\n...")
    search = at.Search(walled_in, (0, 0), (2, 2), components=False, **needed(info))
    if info.name not in ("bidirectional", "ida"):  # which have two lists, or none
        assert search.step() == "running"
        assert search.stats.expanded == 1
        assert not (search.state == 1).any()  # open is empty
        assert search.step() == "unreachable"
    assert search.run() == "unreachable"
    assert not search.path
    alone = at.find_path(at.Grid([[1, 0, 1]]), (0, 0), (0, 2), **needed(info))
    assert (alone.status, alone.cost) == ("unreachable", inf)
    if "graph" in info.worlds:
        graph = at.Graph([("b", "a", 1)])
        path = at.find_path(graph, "a", "b", **needed(info) | {"components": info.name == "ida"})
        assert (path.status, path.cost) == ("unreachable", inf)


@pytest.mark.req("S003-04")
def test_the_slides_a_star_word_for_word_does_what_the_search_does():
    """Pick the best; stop if it is the goal; update successors on open or closed; close it."""
    random = Random("slides")
    for world, free in random_worlds(random, 400, 9):
        start, goal = random.choice(free), world.some_cell(random)
        h = {cell: random.choice([0, 1, 5]) for cell in free}
        values = np.zeros(world.grid.shape)
        for cell, value in h.items():
            values[cell] = value
        best, expanded = slides_a_star(world, start, goal, h)
        path = at.find_path(
            world.world,
            start,
            goal,
            algorithm="astar",
            heuristic=values,
            ties="fifo",
            components=False,
        )
        assert path.found == (best < inf)
        assert isclose(path.cost, best, rel_tol=1e-9) or not path
        if not counts_moves(world):  # there, equal f are equal to the last digit in both
            assert path.stats.expanded == expanded


def counts_moves(world):
    """Whether the core counts moves in whole numbers where this test adds up costs."""
    return len({cost for row in world.total for cost in row} - {inf}) == 1


def slides_a_star(world, start, goal, h):
    """The pseudo-code, but for one line: whether open is empty is asked first."""
    total = world.total
    g, arrived, clock = {start: 0.0}, {start: 0}, 0
    open_list, closed, expanded = [start], set(), 0
    while open_list:
        best = min(open_list, key=lambda node: (g[node] + h[node], arrived[node]))
        if best == goal:
            return g[best], expanded
        open_list.remove(best)
        closed.add(best)
        expanded += 1
        for node, cost in reference.moves(total, *world.rules, best):
            if node in g and g[node] <= g[best] + cost:
                continue
            g[node] = g[best] + cost
            clock += 1
            arrived[node] = clock
            closed.discard(node)
            if node not in open_list:
                open_list.append(node)
    return inf, expanded
