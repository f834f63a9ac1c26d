"""The searches of the textbook, against slow oracles, and as oracles of the core."""

from itertools import pairwise
from math import inf, isclose, sqrt
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import asterion as at
from asterion import textbook
from asterion.textbook.jps import steps as jps_steps
from support import reference
from support.any_grid import AnyGrid
from support.effort import SAMPLED, scaled
from support.graphs import random_cases
from support.worlds import DIAGONALS, random_worlds

CHEAPEST = ("dijkstra", "astar", "bidirectional")
SOME_PATH = ("bfs", "dfs", "greedy")
KINDS = ["hex", "hex-columns", "triangle", "links", "fences", "size", "all"]


def worlds(random, count):
    """Worlds of all kinds, each with two nodes that can be ends."""
    for world, free in random_worlds(random, count, 10):
        yield world.world, random.choice(free), random.choice(free)
    for _ in range(scaled(count)):
        any_grid = AnyGrid(random, random.choice(KINDS))
        if free := any_grid.free_cells():
            yield any_grid.world, random.choice(free), random.choice(free)
    for case in random_cases(random, count):
        ends = [random.randrange(len(case.graph)) for _ in range(2)]
        yield case.world, *ends


def cost_along(world, path):
    """The sum of the cheapest moves along a path."""
    moves = pairwise(path)
    return sum(min(cost for to, cost in world.neighbours(a) if to == b) for a, b in moves)


def relaxed(world, start):
    """The costs from a start by trying all moves until none helps: no queue, no order."""
    costs, better = {start: 0.0}, True
    while better:
        better = False
        for node in [*costs]:
            for beside, cost in world.neighbours(node):
                if costs[node] + cost < costs.get(beside, inf):
                    costs[beside], better = costs[node] + cost, True
    return costs


def test_dijkstra_finds_what_trying_all_moves_finds():
    """The oracle of oracles: on the plain model of worlds, with nothing of the package."""
    random = Random("relaxed")
    for world, free in random_worlds(random, 60, 6):
        total, rules = world.total, world.rules
        plain = SimpleNamespace(
            neighbours=lambda cell, t=total, r=rules: reference.moves(t, *r, cell)
        )
        start, goal = random.choice(free), world.some_cell(random)
        costs = relaxed(plain, start)
        assert textbook.distances(plain, start) == pytest.approx(costs, rel=1e-12)
        path, cost = textbook.dijkstra(plain, start, goal)
        assert cost == pytest.approx(costs.get(goal, inf), rel=1e-12)
        assert cost_along(plain, path) == pytest.approx(cost, rel=1e-12) or not path


def test_predecessors_are_the_moves_of_all_nodes_turned_around():
    random = Random("predecessors")
    for world, _, _ in worlds(random, 60):
        names = [world._name(node) for node in range(int(np.prod(world.shape)))]
        grid = hasattr(world, "total")
        moves = sorted(
            (to, node, cost)
            for node in names
            if not grid or world.total[node] > 0  # what is in a wall may leave it
            for to, cost in world.neighbours(node)
        )
        assert moves == sorted(
            (node, before, cost) for node in names for before, cost in world.predecessors(node)
        )


@pytest.mark.parametrize("name", [*CHEAPEST, *SOME_PATH, "jps", "hierarchical", "ida"])
def test_a_search_finds_a_path_where_the_core_finds_one_and_the_core_costs_the_same(name):
    random = Random(f"textbook {name}")
    found = {True: 0, False: 0}
    for world, start, goal in worlds(random, 70):
        if not fits(name, world):
            continue
        best = at.find_path(world, start, goal, algorithm="dijkstra", components=False)
        options = {"max_expansions": 800} if name == "ida" else {}
        path = at.find_path(world, start, goal, algorithm=f"textbook/{name}", **options)
        if path.status == "stopped":
            continue
        assert path.status == best.status
        found[path.found] += 1
        direct, cost = getattr(textbook, name)(world, start, goal) if name != "ida" else ([], inf)
        if name in (*CHEAPEST, "jps", "ida"):
            assert isclose(path.cost, best.cost, rel_tol=1e-9) or not path
            assert name == "ida" or isclose(cost, best.cost, rel_tol=1e-9) or not direct
            assert path.optimal == path.found
        if direct:
            assert (direct[0], direct[-1]) == (start, goal)
            assert cost >= best.cost * (1 - 1e-9)
            assert cost_along(world, direct) == pytest.approx(cost, rel=1e-9) or repeats(world)
        else:
            assert name == "ida" or (cost == inf) == (not best)
    assert min(found.values()) > 2 or name == "ida" or SAMPLED


def repeats(world):
    """Whether a world may have several connections between two nodes, of which one is taken."""
    return isinstance(world, (at.Graph, at.GraphView)) or len(getattr(world, "grid", world).links)


def fits(name, world):
    """Whether a world is of the kind that a search is for."""
    is_grid = hasattr(world, "total")
    if name == "jps":
        plain = is_grid and world.tiles == "square" and not len(getattr(world, "grid", world).links)
        return plain and len({*world.total[world.total > 0].tolist()}) == 1
    if name == "hierarchical":
        grid = getattr(world, "grid", world)
        return is_grid and not len(grid.links) and not len(grid.fences)
    return True


def whole(world, start):
    """Whether all moves that a search may look at cost whole numbers, so that ties are exact."""
    reached = textbook.distances(world, start)
    return all(cost % 1 == 0 for node in reached for _, cost in world.neighbours(node))


def expanded(search):
    search.run()
    return [event.cell for event in search.trace if event.kind == "closed"]


ORDERED = {
    "bfs": {},
    "dfs": {},
    "dijkstra": {"ties": "fifo"},
    "greedy": {"ties": "fifo"},
    "astar": {"ties": "fifo"},
}


@pytest.mark.parametrize("name", ORDERED)
def test_the_core_expands_the_same_nodes_in_the_same_order(name):
    random = Random(f"order of {name}")
    compared = 0
    for world, start, goal in worlds(random, 70):
        if name not in ("bfs", "dfs") and not whole(world, start):
            continue
        options = ORDERED[name] | {"components": False, "trace": True}
        core = at.Search(world, start, goal, algorithm=name, **options)
        plain = at.Search(world, start, goal, algorithm=f"textbook/{name}", trace=True)
        assert expanded(core) == expanded(plain)
        assert core.path.nodes == plain.path.nodes
        compared += 1
    assert compared > 30 or SAMPLED


def test_ida_follows_the_same_paths_as_the_core():
    """Where the core leaves no moves out: on tiles other than squares, and on graphs."""
    random = Random("order of ida")
    compared = 0
    for world, start, goal in worlds(random, 150):
        squares = getattr(world, "tiles", "") == "square"
        if (squares and not len(getattr(world, "grid", world).links)) or not whole(world, start):
            continue
        limit = {"max_expansions": 500, "trace": True}
        core = at.Search(world, start, goal, algorithm="ida", components=False, **limit)
        plain = at.Search(world, start, goal, algorithm="textbook/ida", **limit)
        closed = expanded(plain)
        assert closed == [] or expanded(core) == closed
        compared += len(closed) > 1
    assert compared > 10 or SAMPLED


def test_jump_points_are_few_and_the_path_is_cheapest_under_every_rule():
    random = Random("textbook jumps")
    fewer = 0
    for _ in range(scaled(70)):
        shape = random.randint(2, 16), random.randint(2, 16)
        walls = random.choice([0.05, 0.15, 0.3, 0.45])
        cells = [random.random() > walls for _ in range(shape[0] * shape[1])]
        rules = {"diagonal": random.choice(DIAGONALS), "diagonal_cost": random.choice([sqrt(2), 1])}
        grid = at.Grid(np.array(cells).reshape(shape), **rules)
        free = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
        if len(free) < 2:
            continue
        start, goal = random.sample(free, 2)
        path, cost = textbook.jps(grid, start, goal)
        _, best = textbook.dijkstra(grid, start, goal)
        assert cost == pytest.approx(best, rel=1e-9)
        assert not path or at.validate(grid, path) == pytest.approx(cost, rel=1e-9)
        steps = len([*jps_steps(grid, start, goal)])
        plain = at.find_path(grid, start, goal, algorithm="textbook/dijkstra").stats.expanded
        assert steps <= plain + 1
        fewer += steps < plain / 2
    assert fewer > 12 or SAMPLED


@pytest.mark.parametrize(
    ("world", "message"),
    [
        (at.Grid([[1, 1, 2], [1, 1, 1]]), "costs 2.0"),
        (at.Grid([[1, 1]], tiles="hex"), "square cells"),
    ],
    ids=["costs", "tiles"],
)
def test_jump_point_search_refuses_worlds_that_it_is_not_for(world, message):
    with pytest.raises(ValueError, match=message):
        textbook.jps(world, (0, 0), (0, 1))
    with pytest.raises(at.InvalidValue, match=f"'textbook/jps': .*{message}"):
        at.find_path(world, (0, 0), (0, 1), algorithm="textbook/jps")


def test_jump_point_search_refuses_links():
    grid = at.Grid([[1, 1, 0, 1]])
    grid.links.add((0, 0), (0, 3))
    with pytest.raises(ValueError, match="adjacent cells"):
        textbook.jps(grid, (0, 0), (0, 3))


def test_a_hierarchical_path_goes_through_the_middle_of_entrances_and_searches_less():
    open_ground = at.maps.field((16, 32), diagonal="never")
    path, cost = textbook.hierarchical(open_ground, (1, 1), (2, 30), side=8)
    assert cost == at.validate(open_ground, path)
    assert (4, 8) in path  # behind the middle of eight moves side by side
    random = Random("hierarchical")
    costs = []
    for seed in range(scaled(30)):
        grid = at.maps.caves((32, 32), seed=seed)
        free = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
        start, goal = random.sample(free, 2)
        own = at.find_path(grid, start, goal, algorithm="textbook/hierarchical")
        best = at.find_path(grid, start, goal, algorithm="textbook/astar")
        assert own.found == best.found
        assert own.cost >= best.cost * (1 - 1e-9)
        assert own.stats.expanded <= best.stats.expanded + 4
        costs.append(own.cost / best.cost if best else 1)
    assert sum(costs) / len(costs) < 1.25
