"""The second pass over a path: the cheapest path with the fewest turns."""

import pickle
import re
from itertools import pairwise
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.any_grid import AnyGrid, centre, touch
from support.effort import SAMPLED, scaled

KINDS = ["plain", "size", "links", "fences", "hex", "hex-columns", "all"]


def heading(world, a, b):
    """The way that a step leads in the plane; None for a link to a tile farther away."""
    if not touch(world.tiles, a, b):
        return None
    (ax, ay), (bx, by) = (
        cell if world.tiles == "square" else centre(world.tiles, cell) for cell in (a, b)
    )
    return round(bx - ax, 6), round(by - ay, 6)


def turns_of(world, cells):
    headings = [heading(world, a, b) for a, b in pairwise(cells)]
    kept = [each for each in headings if each is not None]
    return sum(one != other for one, other in pairwise(kept))


def fewest_turns(world, start, goal):
    """The fewest turns of a cheapest path, by trying all."""
    left = {cell: world.costs_from(cell).get(goal, inf) for cell in world.free_cells()}
    most = left[start] * (1 + 1e-9)
    best = inf

    def walk(cells, before, turns, cost):
        nonlocal best
        here = cells[-1]
        if here == goal:
            best = min(best, turns)
        if turns >= best or here == goal:
            return
        for there, price in world.moves(here):
            if there not in cells and cost + price + left[there] <= most:
                now = heading(world, here, there) or before
                turned = before is not None and now != before
                walk([*cells, there], now, turns + turned, cost + price)

    walk([start], None, 0, 0.0)
    return best


def some_path(world, random, start, goal):
    """A path of a search, cheapest or not."""
    options = random.choice(
        [
            {"ties": "random", "seed": random.randrange(9)},
            {"algorithm": "dijkstra"},
            {"weight": 3.0, "algorithm": "astar"},
            {"algorithm": "greedy"},
        ]
    )
    return at.find_path(world.world, start, goal, **options)


@pytest.mark.req("S000-43")
@pytest.mark.parametrize("part", range(2))
def test_no_cheapest_path_has_fewer_turns(part):
    random = Random(f"straightened {part}")
    fewer = costlier = kept = 0
    for _ in range(scaled(1500)):
        world = AnyGrid(random, random.choice(KINDS), largest=6)
        free = world.free_cells()
        if world.tiles == "triangle" or not free:
            continue
        start, goal = random.choice(free), random.choice(free)
        path = some_path(world, random, start, goal)
        straight = path.straightened()
        if not path:
            assert straight == path
            continue
        assert (straight[0], straight[-1]) == (start, goal)
        assert at.validate(world.world, straight) == straight.cost
        assert straight.turns == turns_of(world, [*straight]) <= path.turns
        best, turns = world.costs_from(start)[goal], fewest_turns(world, start, goal)
        cheapest = isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-12)
        if cheapest or turns <= path.turns:
            assert straight.optimal
            assert straight.turns == turns
            assert isclose(straight.cost, best, rel_tol=1e-9, abs_tol=1e-12)
        else:
            assert straight == path
            assert not straight.optimal
        fewer += turns < path.turns
        costlier += not cheapest
        kept += not straight.optimal
    assert (fewer > 20 and costlier > 20 and kept > 3) or SAMPLED


def test_a_long_path_keeps_its_cost_and_loses_turns():
    for diagonal in ("never", "clear"):
        grid = at.maps.scattered(200, density=0.15, seed=5, diagonal=diagonal)
        grid[0, 0] = grid[199, 160] = 1
        path = at.find_path(grid, (0, 0), (199, 160), ties="random")
        straight = path.straightened()
        assert straight.optimal
        assert isclose(straight.cost, path.cost, rel_tol=1e-12)
        assert isclose(at.validate(grid, straight), path.cost, rel_tol=1e-12)
        assert straight.turns <= at.find_path(grid, (0, 0), (199, 160), ties="straight").turns
        assert straight.turns < path.turns
        assert straight.straightened().turns == straight.turns


def test_the_world_as_it_is_now_decides():
    grid = at.Grid.from_text("...\n##.\n...", diagonal="never")
    path = at.find_path(grid, (0, 0), (2, 0))  # six moves around the wall
    assert [*path.straightened()] == [*path]
    grid[1, 0] = 6
    assert [*path.straightened()] == [*path]
    grid[1, 0] = 5
    straight = path.straightened()
    assert (straight.turns, straight.cost, straight.optimal) == (0, 6.0, True)
    grid[1, 0] = 1
    assert path.straightened().cost == 2.0
    assert path.optimal  # as it was found


def test_partial_paths_stay_partial():
    grid = at.Grid.from_text("....#.\n....##\n......\n####..\n...##.", diagonal="never")
    path = at.find_path(grid, (0, 0), (4, 1), partial=True)
    straight = path.straightened()
    assert (straight.status, straight.optimal, straight[-1]) == ("partial", False, path[-1])
    assert straight.turns <= path.turns


def test_a_path_from_a_pickle_needs_its_world():
    grid = at.Grid.from_text("...\n...")
    blocked = np.zeros((2, 3), bool)
    path = pickle.loads(pickle.dumps(at.find_path(grid.view(blocked=blocked), (0, 0), (1, 2))))
    with pytest.raises(ValueError, match=re.escape("give it: straightened(world)")):
        path.straightened()
    assert path.straightened(grid.view(blocked=blocked)).cost == path.cost
    with pytest.raises(at.InvalidPath, match=re.escape("of the path is on a grid of 3")):
        path.straightened(at.Grid([[1, 1]]))
    blocked[0, 0] = True
    with pytest.raises(at.InvalidPath, match=re.escape("cell 0 (0, 0) is a wall")):
        path.straightened(grid.view(blocked=blocked))


def test_where_there_are_no_headings_it_is_refused():
    path = at.find_path(at.Graph([("a", "b", 1.0)]), "a", "b")
    with pytest.raises(AttributeError, match="no turns"):
        path.straightened()
    triangles = at.Grid(np.ones((3, 3)), tiles="triangle")
    with pytest.raises(ValueError, match="not for triangles"):
        at.find_path(triangles, (0, 0), (2, 2)).straightened()
    grid = at.maps.field(4)
    with pytest.raises(ValueError, match="found without turn_cost"):
        at.find_path(grid, (0, 0), (3, 1), turn_cost=1.0).straightened()
