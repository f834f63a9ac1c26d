"""Hexes, triangles, links, fences and units of a size, against searches that are written out."""

from itertools import combinations, pairwise
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.any_grid import KINDS, TILES, AnyGrid, around, touch
from support.effort import SAMPLED, scaled

WORLDS = 5000
PARTS = 4

OPTIMAL = [
    {"algorithm": "auto"},
    {"algorithm": "dijkstra"},
    {"algorithm": "dijkstra", "direction": "backward"},
    {"algorithm": "dijkstra", "stop": "guaranteed"},
    {"algorithm": "astar"},
    {"algorithm": "astar", "direction": "backward"},
    {"algorithm": "astar", "ties": "high-g"},
    {"algorithm": "astar", "ties": "random", "seed": 3},
    {"algorithm": "astar", "heuristic": "zero"},
    {"algorithm": "astar", "stop": "guaranteed", "components": False},
    {"algorithm": "bidirectional"},
]
OTHERS = [{"algorithm": "bfs"}, {"algorithm": "dfs"}, {"algorithm": "greedy"},
          {"algorithm": "astar", "weight": 2.0}]  # fmt: skip


def check(world: AnyGrid, path: at.Path, best: float, start, goals) -> None:
    assert path.found == (best < inf)
    if not path:
        return
    assert at.validate(world.world, path) == path.cost
    assert path[0] == start
    assert path[-1] in goals
    if path.optimal:
        assert isclose(path.cost, best, rel_tol=1e-9, abs_tol=1e-9)
    else:
        assert path.cost >= best * (1 - 1e-9) - 1e-9
    walked = 0.0
    for a, b in pairwise(path):
        walked += min(price for cell, price in world.moves(a) if cell == b)
    assert isclose(path.cost, walked, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.req("S000-03")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_searches_cost_what_a_plain_dijkstra_says_after_every_edit(kind, part):
    random = Random(f"{kind} {part}")
    found = 0
    for _ in range(scaled(WORLDS // PARTS)):
        world = AnyGrid(random, kind)
        for _ in range(random.randint(1, 3)):
            if free := world.free_cells():
                start = random.choice(free)
                costs = world.costs_from(start)
                goals = [random.choice(world.cells) for _ in range(random.choice([1, 1, 1, 3]))]
                goal = goals[0] if len(goals) == 1 else goals
                best = min(costs.get(g, inf) for g in goals)
                path = at.find_path(world.world, start, goal, **random.choice(OPTIMAL))
                check(world, path, best, start, goals)
                assert path.optimal == path.found
                found += path.found
                other = at.find_path(world.world, start, goal, **random.choice(OTHERS))
                check(world, other, best, start, goals)
            world.edit()
    assert found > 0 or SAMPLED


def refusal(world: AnyGrid, a, b) -> str:
    """The reason why no path joins two cells, in the words of the error."""
    if world.total(b) == inf:
        return "is a wall"
    if not touch(world.tiles, a, b):
        return "is not one step"
    step = b[0] - a[0], b[1] - a[1]
    if any((c, (c[0] + step[0], c[1] + step[1])) in world.fences for c in world.covered(a)):
        return "is behind a fence"
    return "is a diagonal step"


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_is_valid_at_its_cost_or_refused_with_the_reason(kind):
    random = Random(f"step {kind}")
    for _ in range(scaled(800)):
        world = AnyGrid(random, kind, largest=5)
        for a in random.sample(world.free_cells(), min(3, len(world.free_cells()))):
            costs = {}
            for cell, price in world.moves(a):
                costs[cell] = min(price, costs.get(cell, inf))
            for b in (cell for cell in world.cells if cell not in costs):
                with pytest.raises(at.InvalidPath, match=refusal(world, a, b)):
                    at.validate(world.world, [a, b])
            for cell, price in costs.items():
                assert isclose(at.validate(world.world, [a, cell]), price, abs_tol=1e-12)


def cost_once_open(world: AnyGrid, cells, start, goal) -> float:
    """The cost of the path when these cells are floor, or open to the unit; inf without one."""
    cost, blocked = world.cost, world.blocked
    world.cost = {**cost, **{cell: cost[cell] or 1 for cell in cells}}
    world.blocked = blocked - {*cells}
    world.forget()
    least = world.costs_from(start).get(goal, inf)
    world.cost, world.blocked = cost, blocked
    world.forget()
    return least


@pytest.mark.parametrize("kind", KINDS)
def test_a_barrier_is_of_the_fewest_cells_that_can_be_opened(kind):
    random = Random(f"barrier {kind}")
    found = 0
    for _ in range(scaled(1500)):
        world = AnyGrid(random, kind, largest=4)
        free = world.free_cells()
        closed = [cell for cell in world.cells if world.own_total(cell) == inf]
        if not free or len(closed) > 7:
            continue
        start, goal = random.choice(free), random.choice(world.cells)
        path = at.find_path(world.world, start, goal)
        if path:
            continue
        # A cell may be opened to be passed diagonally, and a large unit may come back to one:
        # there it only promises cells that lead to the goal.
        promised = world.size == (1, 1) and world.diagonal not in {"clear", "one-clear"}
        try:
            report = at.explain(path)
        except at.InvalidValue:
            assert not promised or cost_once_open(world, closed, start, goal) == inf
            continue
        found += 1
        assert {*report.cells} <= {*closed}
        assert isclose(report.path.cost, cost_once_open(world, report.cells, start, goal))
        for number in range(len(report.cells) if promised else 0):
            for fewer in combinations(closed, number):
                assert cost_once_open(world, fewer, start, goal) == inf
    assert found > 5 or SAMPLED


@pytest.mark.parametrize("kind", KINDS)
def test_ida_finds_the_same_costs_and_ends_where_there_is_no_path(kind):
    random = Random(f"ida {kind}")
    for _ in range(scaled(300)):
        world = AnyGrid(random, kind, largest=4)
        if free := world.free_cells():
            start, goal = random.choice(free), random.choice(world.cells)
            path = at.find_path(world.world, start, goal, algorithm="ida", transpositions=True)
            check(world, path, world.costs_from(start).get(goal, inf), start, [goal])


@pytest.mark.parametrize("kind", ["size"])
def test_jps_takes_units_of_a_size(kind):
    random = Random(f"jps {kind}")
    tried = 0
    for _ in range(scaled(1500)):
        world = AnyGrid(random, kind, largest=12)
        for _ in range(2):
            free = world.free_cells()
            if free and len({world.total(c) for c in free}) == 1:
                tried += 1
                start, goal = random.choice(free), random.choice(world.cells)
                path = at.find_path(world.world, start, goal, algorithm="jps")
                check(world, path, world.costs_from(start).get(goal, inf), start, [goal])
            world.edit()
    assert tried > 100 or SAMPLED


@pytest.mark.parametrize("kind", [*TILES, "links", "fences"])
def test_jps_is_refused_by_name(kind):
    world = at.Grid(np.ones((20, 20)), tiles=kind if kind in TILES else "square")
    if kind == "links":
        world.links.add((0, 0), (5, 5))
    if kind == "fences":
        world.fences.add((0, 0), (0, 1))
    with pytest.raises(ValueError, match="'jps' needs a world of square tiles without links"):
        at.find_path(world, (0, 0), (9, 9), algorithm="jps")


@pytest.mark.parametrize("kind", KINDS)
def test_fields_match_the_oracle_both_ways(kind):
    random = Random(f"fields {kind}")
    for _ in range(scaled(1500)):
        world = AnyGrid(random, kind)
        world.edit()
        if not (free := world.free_cells()):
            continue
        source = random.choice(free)
        there = at.distances(world.world, source)
        back = at.distances(world.world, source, direction="to")
        values = at.distances(world.world, [source], values=[2.5])
        costs = world.costs_from(source)
        for cell in world.cells:
            best = costs.get(cell, inf)
            assert isclose(there[cell], best, rel_tol=1e-9, abs_tol=1e-9)
            assert isclose(values[cell], best + 2.5, rel_tol=1e-9, abs_tol=1e-9)
        for cell in random.sample(free, min(4, len(free))):
            best = world.costs_from(cell).get(source, inf)
            assert isclose(back[cell], best, rel_tol=1e-9, abs_tol=1e-9)
            if best < inf:
                walk = at.descend(back, cell)
                assert isclose(walk.cost, best, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_neighbours_are_the_moves_of_the_model(kind):
    random = Random(f"neighbours {kind}")
    for _ in range(scaled(300)):
        world = AnyGrid(random, kind)
        for _ in range(2):
            for cell in world.free_cells():
                got = sorted(world.world.neighbours(cell))
                want = sorted(world.moves(cell))
                assert [c for c, _ in got] == [c for c, _ in want]
                assert np.allclose([p for _, p in got], [p for _, p in want])
            total = world.world.total
            for cell in world.cells:
                want = world.total(cell)
                assert isclose(total[cell], 0 if want == inf else want)
            world.edit()


@pytest.mark.parametrize("tiles", TILES)
def test_distances_between_tiles_are_numbers_of_moves(tiles):
    """On a plane so large that no shortest path meets its edges."""
    side = 25
    grid = at.Grid(np.ones((side, side)), tiles=tiles)
    for start in [(12, 12), (13, 13), (12, 13), (13, 12)][: scaled(4, 2)]:
        moves, ring = {start: 0}, [start]
        while ring:
            ring = [
                moves.setdefault(other, moves[cell] + 1) and other
                for cell in ring
                for other in around(tiles, cell)
                if other not in moves and max(other) < 3 * side and min(other) > -2 * side
            ]
        for cell, count in moves.items():
            if min(cell) >= 0 and max(cell) < side:
                number = cell[0] * side + cell[1]
                assert grid._store.tiles_apart(start[0] * side + start[1], number) == count


def test_estimates_with_links_are_never_too_large_and_save_work():
    """A* with its own estimates expands less than without, and finds the same costs."""
    random = Random(5)
    informed = blind = 0
    for _ in range(scaled(60)):
        grid = at.Grid(np.array([[random.random() > 0.2 for _ in range(40)] for _ in range(40)]))
        for _ in range(random.choice([1, 3, 10])):
            a, b = [(random.randrange(40), random.randrange(40)) for _ in range(2)]
            grid.links.add(a, b, random.choice([0, 1, 5]), both=random.random() < 0.5)
        grid[0, 0] = grid[39, 39] = 1
        one = at.find_path(grid, (0, 0), (39, 39), algorithm="astar")
        two = at.find_path(grid, (0, 0), (39, 39), algorithm="dijkstra")
        assert one.found == two.found
        assert isclose(one.cost, two.cost) or not one.found
        informed += one.stats.expanded
        blind += two.stats.expanded
    assert informed < 0.8 * blind or SAMPLED


@pytest.mark.parametrize("kind", KINDS)
def test_heuristics_that_know_the_map_know_its_tiles_links_fences_and_units(kind):
    random = Random(f"heuristics {kind}")
    for _ in range(scaled(120)):
        world = AnyGrid(random, kind, largest=8)
        if len(free := world.free_cells()) < 3:
            continue
        start, goal = random.choice(free), random.choice(free)
        best = world.costs_from(start).get(goal, inf)
        plain = at.check_heuristic(world.world, "auto", goal)
        assert plain.admissible
        assert plain.consistent
        known = [at.Landmarks(world.world, 3)]
        if world.tiles == "square":
            known.append(at.ClusterHeuristic(world.world, 3))
        for heuristic in known:
            assert at.check_heuristic(world.world, heuristic, goal).admissible
            path = at.find_path(world.world, start, goal, heuristic=heuristic)
            check(world, path, best, start, [goal])
