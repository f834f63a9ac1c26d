"""Paths of units that pay for turning, against a search over cells and headings written out."""

from heapq import heappop, heappush
from itertools import pairwise
from math import atan2, degrees, inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.any_grid import AnyGrid, centre, touch
from support.effort import SAMPLED, scaled

WORLDS = 5000
PARTS = 5
OPTIONS = [
    {},
    {"algorithm": "astar"},
    {"algorithm": "astar", "ties": "high-g"},
    {"algorithm": "astar", "stop": "guaranteed"},
    {"algorithm": "astar", "heuristic": "zero"},
    {"algorithm": "dijkstra"},
]


def heading(world: AnyGrid, a, b) -> float:
    """The angle of a move between two tiles that touch."""
    if world.tiles == "square":
        return degrees(atan2(b[0] - a[0], b[1] - a[1]))
    (ax, ay), (bx, by) = centre(world.tiles, a), centre(world.tiles, b)
    return degrees(atan2(by - ay, bx - ax))


def turned(world: AnyGrid, one: float | None, other: float) -> float:
    """The steps of 45 degrees, on hexes of 60, that a unit turns."""
    if one is None:
        return 0
    return round(abs((other - one + 180) % 360 - 180)) / (45 if world.tiles == "square" else 60)


def ways(world: AnyGrid, a) -> list:
    """Each cell that can be reached in one go, the cost, and the heading; None for a link."""
    linked = []
    for one, other, cost, both in world.links.values():
        for x, y in ((one, other), (other, one))[: 1 + both]:
            if x == a and world.total(x) < inf and world.total(y) < inf:
                linked.append((y, cost, None))
    moves = [*world.moves(a)]
    walked = moves[: len(moves) - len(linked)]
    return [(b, cost, heading(world, a, b)) for b, cost in walked] + linked


def costs_from(world: AnyGrid, start, turn_cost: float) -> dict:
    best, heap = {(start, None): 0.0}, [(0.0, 0, start, None)]
    count = 0
    while heap:
        cost, _, cell, before = heappop(heap)
        if cost > best[cell, before]:
            continue
        for other, price, now in ways(world, cell):
            kept = before if now is None else round(now, 6)
            extra = 0 if now is None else turn_cost * turned(world, before, now)
            total = cost + price + extra
            if total < best.get((other, kept), inf):
                best[other, kept] = total
                heappush(heap, (total, count := count + 1, other, kept))
    cells = {}
    for (cell, _), cost in best.items():
        cells[cell] = min(cost, cells.get(cell, inf))
    return cells


@pytest.mark.parametrize("part", range(PARTS))
def test_a_path_with_turn_costs_is_exactly_the_cheapest_after_every_edit(part):
    random = Random(f"turns {part}")
    bent = 0
    for _ in range(scaled(WORLDS // PARTS)):
        kind = random.choice(["size", "links", "fences", "hex", "hex-columns", "all", "plain"])
        world = AnyGrid(random, kind, largest=6)
        if world.tiles == "triangle":
            continue
        turn_cost = random.choice([0.1, 1, 2.5, 30])
        for _ in range(2):
            if free := world.free_cells():
                start = random.choice(free)
                costs = costs_from(world, start, turn_cost)
                goals = [random.choice(world.cells) for _ in range(random.choice([1, 1, 3]))]
                best = min(costs.get(goal, inf) for goal in goals)
                goal = goals[0] if len(goals) == 1 else goals
                options = random.choice(OPTIONS)
                path = at.find_path(world.world, start, goal, turn_cost=turn_cost, **options)
                assert path.found == (best < inf)
                if path:
                    assert path.optimal
                    assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-9)
                    assert at.validate(world.world, path) == path.cost
                    assert path.turns == at.smoothness(path).turns
                    bent += path.turns > 0
            world.edit()
    assert bent > 0 or SAMPLED


def test_the_turns_of_a_path_are_counted_along_headings():
    grid = at.Grid(np.ones((5, 5)), tiles="hex")
    straight = at.Path.from_nodes(grid, [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
    assert straight.turns == 0
    assert len(straight.waypoints) == 2
    bent = at.Path.from_nodes(grid, [(0, 1), (1, 1), (2, 1), (3, 0)])
    assert bent.turns == 1
    assert at.smoothness(bent).angle == 60


def test_a_paused_search_with_turn_costs_gives_the_same_path_and_shows_cells():
    random = Random(2)
    grid = at.Grid(np.array([[random.random() > 0.15 for _ in range(20)] for _ in range(20)]))
    grid[:, 0] = grid[19, :] = 1
    want = at.find_path(grid, (0, 0), (19, 19), turn_cost=2)
    assert want.turns > 0
    search = at.Search(grid, (0, 0), (19, 19), turn_cost=2, trace=True)
    while search.run(expansions=7) == "running":
        assert search.g.shape == search.state.shape == (20, 20)
    assert [*search.path] == [*want]
    assert isclose(search.g[19, 19], want.cost)
    assert search.state[0, 0] == 2
    assert all(touch("square", a, b) for a, b in pairwise(want))
    assert {event.cell for event in search.trace} >= set(want.nodes)
    assert len(search.best_so_far) == len(want)


def test_no_turn_is_worth_more_than_a_detour_of_its_price():
    """A straight corridor beside a staircase: if turns are expensive the longer path is cheaper."""
    grid = at.Grid.from_text("......\n.####.\n......\n", diagonal="never")
    free = at.find_path(grid, (0, 0), (2, 5), turn_cost=0)
    few_turns = at.find_path(grid, (0, 0), (2, 5), turn_cost=10)
    assert free.cost == 7
    assert few_turns.cost == 7 + 20
    assert few_turns.turns == 1


def test_batches_take_turn_costs():
    grid = at.Grid(np.ones((6, 6)), diagonal="never")
    paths = at.find_paths(grid, [(0, 0)] * 3, [(5, 5), (0, 5), (3, 1)], turn_cost=3)
    assert [path.cost for path in paths] == [10 + 6, 5, 4 + 6]
