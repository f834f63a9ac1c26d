"""Floods with a filter: forests, lakes, connected roads."""

import re
from math import inf
from random import Random

import numpy as np
import pytest

import asterion as at
from support import reference
from support.effort import scaled
from support.graphs import random_case
from support.worlds import DIAGONALS, random_edit, random_worlds


def closed_outside(world, mask):
    """The totals of a world with all cells outside the mask as walls."""
    return np.where(mask, np.array(world.total), inf).tolist()


def flood(total, rules, cell):
    """The oracle: the component of a cell, by a plain walk over all moves."""
    found, todo = {cell}, [cell]
    while todo:
        for other, _ in reference.moves(total, *rules, todo.pop()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def some_mask(random, world):
    """A random mask, or the cells of one cost."""
    total = np.array(world.total)
    if random.random() < 0.5:
        return total == random.choice(total.ravel().tolist())
    share = random.choice([0, 0.3, 0.6, 0.9, 1])
    return np.array([random.random() < share for _ in range(total.size)]).reshape(total.shape)


def cells_of(mask):
    return {(r, c) for r, c in np.argwhere(mask).tolist()}


@pytest.mark.req("S000-121")
@pytest.mark.parametrize("chunk", range(4))
def test_a_flood_with_a_filter_is_the_component_of_its_starts(chunk):
    random = Random(f"flood {chunk}")
    rules = set()
    for world, free in random_worlds(random, 600):
        mask = some_mask(random, world)
        starts = random.choices(free, k=random.choice([1, 1, 2, 3]))
        total = closed_outside(world, mask)
        inside = [cell for cell in starts if mask[cell]]
        want = set().union(*(flood(total, world.rules, cell) for cell in inside))
        asked = starts[0] if len(starts) == 1 else starts
        assert cells_of(at.reachable(world.world, asked, where=mask)) == want
        rules.add(world.grid.diagonal)
        random_edit(random, world)  # the next flood is of the world as it is then
        starts = [cell for cell in starts if world.total[cell[0]][cell[1]] < inf and mask[cell]]
        if starts:
            total = closed_outside(world, mask)
            want = set().union(*(flood(total, world.rules, cell) for cell in starts))
            assert cells_of(at.reachable(world.world, starts, where=mask)) == want
    assert rules == {*DIAGONALS}


@pytest.mark.req("S000-121")
def test_a_limit_and_a_filter_hold_together():
    random = Random("limit and filter")
    for world, free in random_worlds(random, 1000):
        mask = some_mask(random, world)
        starts = [cell for cell in random.choices(free, k=2) if mask[cell]]
        if not starts:
            continue
        total = closed_outside(world, mask)
        costs: dict = {}
        for start in starts:
            for cell, cost in reference.dijkstra(total, *world.rules, start).items():
                costs[cell] = min(cost, costs.get(cell, inf))
        limit = random.choice([*costs.values()]) * 1.0000003  # rounding decides nothing
        want = {cell for cell, cost in costs.items() if cost <= limit}
        assert cells_of(at.reachable(world.world, starts, limit, where=mask)) == want


@pytest.mark.req("S000-121")
@pytest.mark.parametrize("chunk", range(4))
def test_a_terrain_is_what_a_flood_over_its_cost_reaches(chunk):
    random = Random(f"terrains {chunk}")
    several = 0
    for world, free in random_worlds(random, 300):
        labels = at.regions.terrains(world.world)
        total = np.array(world.total)
        assert ((labels >= 0) == np.isfinite(total)).all()
        firsts = [int(np.flatnonzero(labels == label)[0]) for label in range(labels.max() + 1)]
        assert firsts == sorted(firsts)
        left = {*free}
        while left:
            cell = min(left)
            same = world.world.total == world.world.total[cell]
            ground = np.isclose(total, total[cell], rtol=1e-12, atol=0)  # as in the model
            want = flood(closed_outside(world, ground), world.rules, cell)
            assert cells_of(labels == labels[cell]) == want
            assert cells_of(at.reachable(world.world, cell, where=same)) == want
            left -= want
        several += labels.max() > 0
    assert several


@pytest.mark.req("S000-121")
def test_forests_lakes_and_roads_of_a_drawn_map():
    land = at.Grid.from_text("""
        ..55.
        2255#
        .2..5
        .2255
    """)
    wood, water = land.cost == 5, land.cost == 2
    assert at.regions.terrains(land)[wood].tolist() == [1, 1, 1, 1, 6, 6, 6]
    assert cells_of(at.reachable(land, (1, 0), where=water)) == {
        (1, 0),
        (1, 1),
        (2, 1),
        (3, 1),
        (3, 2),
    }
    assert not at.reachable(land, (0, 0), where=water).any()  # a start on dry land
    assert at.reachable(land, [(0, 0), (0, 2)], where=wood).sum() == 4
    goal = (3, 4)  # the other wood, which no path through trees reaches
    assert not at.reachable(land, (0, 2), where=wood)[goal]
    assert not at.find_path(land.view(blocked=~wood), (0, 2), goal)
    assert at.find_path(land, (0, 2), goal)


def test_a_graph_is_flooded_over_the_nodes_of_a_mask():
    random = Random("flooded graphs")
    for _ in range(scaled(2000)):
        case = random_case(random)
        nodes = len(case.graph)
        mask = [random.random() < 0.7 for _ in range(nodes)]
        starts = [random.randrange(nodes) for _ in range(random.choice([1, 2]))]
        found = {start for start in starts if mask[start]}
        for _ in range(nodes):
            found |= {b for a, b, _ in case.arcs() if a in found and mask[b]}
        assert {*np.flatnonzero(at.reachable(case.world, starts, where=mask)).tolist()} == found


def test_a_view_whose_layer_is_gone_is_still_flooded():
    grid = at.Grid([[1, 1, 1]])
    grid.layers["mud"] = [[0, 5, 0]]
    view = grid.view(layers={"mud": 2})
    del grid.layers["mud"]
    assert at.reachable(view, (0, 0), 1, where=[[True] * 3]).tolist() == [[True, True, False]]


def test_other_arguments_are_checked_with_a_filter_too():
    grid = at.Grid([[1, 1]])
    with pytest.raises(at.InvalidValue, match=re.escape("max_cost is -1.0")):
        at.reachable(grid, (0, 0), -1, where=[[True, True]])
    with pytest.raises(at.InvalidType, match="world is 3"):
        at.reachable(3, (0, 0), where=[[True, True]])
    closed = grid.view(blocked=np.array([[True, False]]))
    with pytest.raises(at.InvalidValue, match="is closed to this view"):
        at.reachable(closed, (0, 0), where=[[True, True]])
    assert not at.reachable(grid, [], where=[[True, True]]).any()
