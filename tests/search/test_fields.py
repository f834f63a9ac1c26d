"""Fields whose sources begin at values, and walks downhill along fields, against plain oracles."""

import pickle
import re
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import inf, isclose, nan
from random import Random

import numpy as np
import pytest

import asterion as at
from support import reference
from support.effort import scaled
from support.graphs import random_case
from support.worlds import DIAGONALS, random_edit, random_worlds


def plain_field(begin, moves):
    """The oracle: the smallest sum of a value and a path, by Dijkstra on plain pairs."""
    best, done = dict(begin), set()
    queue = [(value, node) for node, value in best.items() if value < inf]
    heapify(queue)
    while queue:
        so_far, node = heappop(queue)
        if node in done:
            continue
        done.add(node)
        for other, cost in moves(node):
            if so_far + cost < best.get(other, inf):
                best[other] = so_far + cost
                heappush(queue, (so_far + cost, other))
    return best


def moves_of_grid(world, direction):
    """All moves of a grid from each cell, or into it, from plain totals."""
    total = world.total
    found: dict = {}
    for cell in world.free_cells():
        for other, cost in reference.moves(total, *world.rules, cell):
            a, b = (cell, other) if direction == "from" else (other, cell)
            found.setdefault(a, []).append((b, cost))
    return lambda cell: found.get(cell, [])


def begin_of(cells, values):
    begin: dict = {}
    for cell, value in zip(cells, values, strict=True):
        begin[cell] = min(value, begin.get(cell, inf))
    return begin


def some_values(random, count):
    scale = random.choice([0, 1, 5, 1000, 1e-3])
    return [
        random.choice([inf, 0]) if random.random() < 0.1 else random.uniform(-scale, scale)
        for _ in range(count)
    ]


def same(array, want, cells, most=inf):
    for cell in cells:
        expected = want.get(cell, inf)
        if isclose(expected, most, rel_tol=1e-9):
            continue  # rounding decides
        expected = expected if expected <= most else inf
        assert isclose(array[cell], expected, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize("chunk", range(4))
def test_a_field_is_the_smallest_sum_of_a_value_and_a_path(chunk):
    random = Random(f"values {chunk}")
    rules = set()
    for world, _ in random_worlds(random, 800):
        for _ in range(2):
            free = world.free_cells()
            if not free:
                break
            cells = random.choices(free, k=random.choice([1, 2, 3, len(free)]))
            values = some_values(random, len(cells))
            direction = random.choice(["from", "to"])
            most = random.choice([inf, inf, random.uniform(0, 12)])
            want = plain_field(begin_of(cells, values), moves_of_grid(world, direction))
            field = at.distances(
                world.world,
                np.array(cells) if random.random() < 0.5 else cells,
                values=values,
                direction=direction,
                max_cost=None if most == inf else most,
            )
            same(field, want, np.ndindex(world.grid.shape), most)
            rules.add((world.grid.diagonal, direction))
            random_edit(random, world)  # the next field is of the world as it is then
    assert rules == {(diagonal, d) for diagonal in DIAGONALS for d in ("from", "to")}


def test_a_field_on_a_graph_is_the_smallest_sum_of_a_value_and_a_path():
    random = Random("values on graphs")
    for _ in range(scaled(1500)):
        graph = random_case(random).world
        nodes = random.choices(graph.nodes, k=random.choice([1, 2, len(graph.nodes)]))
        values = some_values(random, len(nodes))
        for direction in ("from", "to"):
            arcs: dict = {}
            for node in graph.nodes:
                for other, cost in graph.neighbours(node):
                    a, b = (node, other) if direction == "from" else (other, node)
                    arcs.setdefault(graph.nodes.index(a), []).append((graph.nodes.index(b), cost))
            numbers = [graph.nodes.index(node) for node in nodes]
            want = plain_field(begin_of(numbers, values), lambda node, a=arcs: a.get(node, []))
            most = random.choice([inf, random.uniform(0, 12)])
            limit = None if most == inf else most
            asked = {"values": values, "direction": direction, "max_cost": limit}
            same(at.distances(graph, nodes, **asked), want, range(len(graph.nodes)), most)


def test_values_of_zero_are_no_values():
    random = Random("zeros")
    for world, free in random_worlds(random, 500):
        cells = random.choices(free, k=3)
        for direction in ("from", "to"):
            plain = at.distances(world.world, cells, direction=direction)
            for values in (0, [0, 0, 0], np.zeros(world.grid.shape)):
                field = at.distances(world.world, cells, direction=direction, values=values)
                assert np.allclose(plain, field, rtol=1e-12)


def test_an_array_of_the_worlds_shape_has_the_values_of_the_sources():
    grid = at.Grid.from_text("....\n.##.")
    values = np.array([[5, nan, 0, -2.0], [nan, nan, nan, nan]])
    want = at.distances(grid, [(0, 0), (0, 3)], values=[5, -2])
    assert (at.distances(grid, [(0, 0), (0, 3)], values=values) == want).all()
    assert (at.distances(grid, {(0, 0), (0, 3)}, values=values) == want).all()


def test_walls_are_no_sources_towards_which_one_could_go():
    grid = at.Grid([[1, 0, 1]])
    assert at.distances(grid, [(0, 1), (0, 2)], values=[-9, 1], direction="to").tolist() == [
        [inf, inf, 1]
    ]
    with pytest.raises(ValueError, match=re.escape("node (0, 1) is a wall")):
        at.distances(grid, [(0, 1)], values=[inf])


# --- walks


@pytest.mark.parametrize("chunk", range(4))
def test_a_walk_along_a_field_of_costs_to_sources_is_a_cheapest_path(chunk):
    random = Random(f"descend {chunk}")
    for world, free in random_worlds(random, 800):
        cells = random.choices(free, k=random.choice([1, 2, 5]))
        values = random.choice([None, some_values(random, len(cells))])
        field = at.distances(world.world, cells, direction="to", values=values)
        begin = begin_of(cells, values or [0] * len(cells))
        for start in random.choices(free, k=3):
            if field[start] == inf:
                continue
            path = at.descend(field, start)
            end = path[-1]
            cost = at.validate(world.world, path)
            assert begin[end] == field[end]  # at a source, and one that counts
            assert isclose(cost, field[start] - field[end], rel_tol=1e-9, abs_tol=1e-9)


def test_a_walk_on_a_graph_is_a_cheapest_path_also_over_connections_that_cost_nothing():
    random = Random("descend on graphs")
    free_moves = 0
    for _ in range(scaled(1500)):
        graph = random_case(random).world
        goals = random.choices(graph.nodes, k=2)
        field = at.distances(graph, goals, direction="to")
        for number, start in enumerate(graph.nodes):
            if field[number] == inf:
                continue
            path = at.descend(field, start)
            assert path[-1] in goals
            assert isclose(at.validate(graph, path), field[number], rel_tol=1e-9, abs_tol=1e-9)
            free_moves += len(path) > 1 and path.cost == 0
    assert free_moves > 0


def test_a_walk_goes_down_all_the_way_along_any_field():
    random = Random("downhill")
    for world, free in random_worlds(random, 1500):
        field = np.array([random.uniform(-5, 5) for _ in range(world.grid.cost.size)])
        field = field.reshape(world.grid.shape)
        path = at.descend(field, random.choice(free), world=world.world)
        at.validate(world.world, path)
        total = world.total
        for here, there in pairwise(path):
            lower = [
                (cost + field[cell], cell)
                for cell, cost in reference.moves(total, *world.rules, here)
                if field[cell] < field[here]
            ]
            assert isclose(min(lower)[0], next(s for s, cell in lower if cell == there))
        assert all(
            field[cell] >= field[path[-1]]
            for cell, _ in reference.moves(total, *world.rules, path[-1])
        )


def test_a_field_from_sources_leads_back_to_one_of_them():
    random = Random("from")
    for world, free in random_worlds(random, 500):
        sources = random.choices(free, k=2)
        field = at.distances(world.world, sources)
        start = random.choice(free)
        if field[start] < inf:
            assert at.descend(field, start)[-1] in sources


def test_a_walk_from_where_nothing_is_lower_is_one_cell():
    grid = at.Grid([[1, 1, 1]])
    path = at.descend(at.distances(grid, (0, 1)), (0, 1))
    assert (path.nodes, path.cost, path.found) == ([(0, 1)], 0.0, True)


def test_numbers_far_larger_than_costs_do_not_stop_a_walk():
    grid = at.Grid(np.full((1, 6), 1e-9), diagonal="never")
    field = at.distances(grid, (0, 5), direction="to", values=1e9)
    assert len({*field.ravel().tolist()}) == 1  # the costs are lost in the sum
    assert at.descend(field, (0, 0)).nodes == [(0, col) for col in range(6)]


def test_what_is_calculated_from_a_field_knows_its_world():
    grid = at.Grid.from_text(".....")
    near = at.distances(grid.view(), (0, 1))
    assert at.descend(-1.2 * near, (0, 2))[-1] == (0, 4)
    assert repr(near) == "array([[1., 0., 1., 2., 3.]])"
    assert type(near.max()) is np.float64
    assert type(np.isfinite(near)) is type(near > 1) is np.ndarray
    assert type(near[0, 3]) is np.float64
    again = pickle.loads(pickle.dumps(near))
    assert (again == near).all()
    with pytest.raises(TypeError, match="does not know its world"):
        at.descend(again, (0, 2))
    assert at.descend(again, (0, 4), world=grid)[-1] == (0, 1)


def test_a_walk_enters_no_wall_that_was_built_after_the_field():
    grid = at.Grid.from_text("....\n....", diagonal="never")
    field = at.distances(grid, (0, 0), direction="to")
    grid[0, 1] = 0
    assert at.descend(field, (0, 3)).nodes == [(0, 3), (0, 2)]  # no neighbour is lower now
    again = at.distances(grid, (0, 0), direction="to")
    assert at.descend(again, (0, 3))[-1] == (0, 0)
