"""Tables of costs equal a plain oracle, on worlds of every kind and after edits."""

from math import inf
from random import Random

import numpy as np
import pytest

import asterion as at
from support.any_grid import KINDS, AnyGrid
from support.effort import scaled
from support.graphs import random_cases
from support.worlds import random_edit, random_worlds, scattered


def some_of(random, nodes):
    """A few of these nodes, or many; some of them twice."""
    return [random.choice(nodes) for _ in range(random.choice([1, 2, 5, 12]))]


def is_right(table, wanted):
    np.testing.assert_allclose(table, np.array(wanted), rtol=1e-9, atol=1e-12)


def test_a_table_has_the_cost_of_the_cheapest_path_for_each_pair():
    random = Random(1)
    for world, _ in random_worlds(random, 1000):
        for _ in range(3):
            free = world.free_cells()
            if not free:
                break
            sources = some_of(random, free)
            targets = some_of(random, [*free, world.some_cell(random), world.some_cell(random)])
            costs = [world.costs_from(source) for source in sources]
            wanted = [[each.get(target, inf) for target in targets] for each in costs]
            table = at.cost_table(world.world, sources, targets, threads=random.choice([1, 2, 3]))
            is_right(table, wanted)
            random_edit(random, world)


@pytest.mark.parametrize("kind", KINDS)
def test_tables_know_tiles_links_fences_and_units_of_a_size(kind):
    random = Random(f"table {kind}")
    for _ in range(scaled(250)):
        world = AnyGrid(random, kind)
        for _ in range(3):
            free = world.free_cells()
            if not free:
                break
            sources, targets = some_of(random, free), some_of(random, world.cells)
            costs = [world.costs_from(source) for source in sources]
            wanted = [[each.get(target, inf) for target in targets] for each in costs]
            is_right(at.cost_table(world.world, sources, targets, threads=2), wanted)
            world.edit()


def test_on_uniform_grids_a_table_has_what_paths_cost_to_the_last_digit():
    random = Random(2)
    for world, free in random_worlds(random, 600, largest=12):
        if len({cost for row in world.total for cost in row if cost < inf}) > 1:
            continue
        sources, targets = some_of(random, free), some_of(random, free)
        table = at.cost_table(world.world, sources, targets)
        for i, source in enumerate(sources):
            paths = at.find_paths(world.world, [source] * len(targets), targets, threads=1)
            assert table[i].tolist() == [path.cost for path in paths]
            field = at.distances(world.world, source)
            assert table[i].tolist() == [field[target] for target in targets]


def test_a_table_of_a_graph_takes_the_cheapest_of_parallel_connections():
    random = Random(3)
    for case in random_cases(random, 1000):
        for _ in range(3):
            sources, targets = some_of(random, case.graph.nodes), some_of(random, case.graph.nodes)
            wanted = [[case.costs_from(a)[b] for b in targets] for a in sources]
            table = at.cost_table(case.world, sources, targets, threads=random.choice([1, 2, 3]))
            is_right(table, wanted)
            if not case.costs:
                break
            case.set_cost(random.randrange(len(case.costs)), case.some_cost())


@pytest.mark.parametrize("side", [70, pytest.param(200, marks=pytest.mark.slow)])
def test_any_number_of_threads_gives_the_same_table(side):
    random = Random(side)
    for kind in ("rooms", "scattered", "weighted"):
        grid = at.maps.rooms(side, seed=1) if kind == "rooms" else scattered(side, 2)
        if kind == "weighted":
            grid[grid.cost > 0] = np.random.default_rng(3).uniform(0.5, 9, int(grid.cost.sum()))
        free = [*map(tuple, np.argwhere(grid.cost > 0).tolist())]
        sources, targets = random.choices(free, k=23), random.choices(free, k=31)
        for ends in ((sources, targets), (targets, sources)):  # forward, and backward
            alone = at.cost_table(grid, *ends, threads=1)
            for threads in (2, 7):
                assert (at.cost_table(grid, *ends, threads=threads) == alone).all()
            fields = [
                at.distances(grid, source)[tuple(zip(*ends[1], strict=True))] for source in ends[0]
            ]
            is_right(alone, fields)


def test_a_table_of_many_targets_is_as_exact_as_one_of_few():
    """The costs of many are added up in one pass over the world, a few costs one by one."""
    grid = at.maps.caves(60, seed=4)
    free = np.argwhere(grid.cost > 0)
    some = free[::97]
    table = at.cost_table(grid, some, free)
    for i in (0, 7):
        few = [at.cost_table(grid, some[[i]], free[[j]])[0, 0] for j in range(0, len(free), 50)]
        assert table[i, ::50].tolist() == few
