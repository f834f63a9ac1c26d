"""From 1,024 nodes on an index has landmarks, which guide its climbs past no cheapest path."""

from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at

COUNT = 1100


def lattice(random):
    """A different cost in each direction, some of them closed."""
    side = 34
    edges = []
    for row, col in np.ndindex(side, side):
        for down, right in ((0, 1), (1, 0)):
            if row + down < side and col + right < side:
                a, b = row * side + col, (row + down) * side + col + right
                edges += [(a, b, random.randrange(1, 9)), (b, a, random.choice([2, 3, inf]))]
    return edges, side * side


def one_way(random):
    """Random connections of which none leads back, so that some nodes reach few others."""
    starts = (random.randrange(COUNT - 1) for _ in range(3 * COUNT))
    ends = ((a, min(a + random.randrange(1, 60), COUNT - 1)) for a in starts)
    return [(a, b, random.random()) for a, b in ends], COUNT


def in_parts(random):
    """Three unconnected parts, and isolated nodes."""
    edges = []
    for first in (0, 350, 700):
        for _ in range(900):
            a, b = (first + random.randrange(340) for _ in range(2))
            edges += [(a, b, random.randrange(1, 50)), (b, a, random.randrange(1, 50))]
    return edges, COUNT


def far_apart(random):
    """Costs of 0, of fractions and of 1e280 beside each other."""
    costs = [0.0, 1e-12, 0.1, 1.0, 1e6, 1e280]
    ends = [(random.randrange(COUNT), random.randrange(COUNT)) for _ in range(3 * COUNT)]
    return [(a, b, random.choice(costs)) for a, b in ends], COUNT


def free(random):
    """All costs are 0."""
    return [(a, random.randrange(COUNT), 0) for a in range(COUNT) for _ in range(2)], COUNT


@pytest.mark.slow
@pytest.mark.parametrize("make", [lattice, one_way, in_parts, far_apart, free])
def test_costs_match_dijkstra(make):
    for seed in range(3):
        random = Random(f"{make.__name__}/{seed}")
        edges, count = make(random)
        graph = at.Graph(edges, nodes=count)
        index = at.Index(graph)
        assert index.stats.bytes > 96 * count
        found = 0
        for _ in range(12):
            start = random.randrange(count)
            costs = at.distances(graph, start)
            for goal in random.sample(range(count), 25):
                path = index.find_path(start, goal)
                assert path.how == "index"
                assert path.found == (costs[goal] < inf)
                assert isclose(path.cost, costs[goal], rel_tol=1e-9) or not path.found
                assert isclose(index.cost(start, goal), costs[goal], rel_tol=1e-9) or not path.found
                if path.found:
                    assert at.validate(graph, path) == path.cost
                    walked = sum(edges[i][2] for i in path.connections)
                    assert isclose(walked, path.cost, rel_tol=1e-9)
                found += path.found
        assert found > 20


def test_a_weighted_grid_has_them_too():
    random = Random(5)
    cost = np.array([[random.choice([0, 1, 1, 2, 5, 9]) for _ in range(40)] for _ in range(40)])
    cost[0, 0] = cost[39, 39] = 1
    for diagonal in ("never", "clear", "always"):
        grid = at.Grid(cost, diagonal=diagonal)
        index = at.Index(grid)
        costs = at.distances(grid, (0, 0))
        for cell in random.sample([*np.ndindex(40, 40)], 200):
            if grid[cell]:
                path = index.find_path((0, 0), cell)
                assert isclose(path.cost, costs[cell], rel_tol=1e-9)
                assert not path.found or at.validate(grid, path) == path.cost


def test_they_are_made_again_when_a_file_is_read(tmp_path):
    edges, count = lattice(Random(3))
    graph = at.Graph(edges, nodes=count)
    index = at.Index(graph)
    index.save(tmp_path / "lattice.index")
    again = at.Index.load(tmp_path / "lattice.index", graph)
    assert again.stats.bytes == index.stats.bytes
    for goal in range(0, count, 37):
        one, other = index.find_path(5, goal), again.find_path(5, goal)
        assert [*one] == [*other]
        assert [*one.connections] == [*other.connections]
        assert one.stats.expanded == other.stats.expanded


def test_of_parallel_connections_the_cheapest_is_named_and_of_equals_the_first():
    edges = [(0, 1, 5), (0, 1, 2), (0, 1, 2), (1, 0, 7), (1, 2, 1), (2, 1, 1), (1, 2, 1)]
    graph = at.Graph(edges, nodes=3)
    index = at.Index(graph)
    assert [*index.find_path(0, 2).connections] == [1, 4]
    assert [*index.find_path(2, 0).connections] == [5, 3]
    for a, b in ((0, 2), (2, 0), (1, 0), (0, 1)):
        assert [*index.find_path(a, b).connections] == [*at.find_path(graph, a, b).connections]
    graph.set_cost(1, 3)
    assert [*index.find_path(0, 2).connections] == [2, 4]
