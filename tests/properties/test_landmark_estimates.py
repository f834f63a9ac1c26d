"""Estimates from landmarks and clusters follow the formulas, on worlds of all kinds.

Grids of one cost and of several, with layers, views and units of a size, tiles, links and fences;
multigraphs with parallel and closed connections. The oracles are NumPy and a plain Dijkstra.
"""

from math import inf
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import asterion as at
from asterion.heuristics.check import _moves, estimates
from asterion.search.map_heuristic import free_nodes
from asterion.textbook import distances
from support.any_grid import AnyGrid
from support.effort import SAMPLED, scaled
from support.graphs import random_cases
from support.worlds import random_worlds

CHUNKS = 4
SHAPED = ["hex", "triangle", "links", "fences", "size", "all"]
CLOSE = {"rtol": 1e-9, "atol": 1e-9}


def worlds(random, count):
    """Worlds of each of three kinds, with the numbers of nodes that can be on a path."""
    of_all_kinds = [world.world for world, _ in random_worlds(random, count)]
    of_all_kinds += [AnyGrid(random, random.choice(SHAPED)).world for _ in range(scaled(count))]
    of_all_kinds += [case.world for case in random_cases(random, count)]
    for world in of_all_kinds:
        free = np.flatnonzero(free_nodes(world)).tolist()
        if free:
            yield world, free


def some(random, free):
    return [random.choice(free) for _ in range(random.choice([1, 1, 2, 3, 8, 9, 14]))]


def costs(world, node, direction):
    return at.distances(world, [world._name(node)], direction=direction).ravel()


def has_links(world):
    return world._kind.name == "grid" and len(getattr(world, "grid", world).links) > 0


def by_landmarks(world, known, nodes, direction):
    """By the triangle inequality: for each of a few nodes, or one bound for many."""
    back = {"to": "from", "from": "to"}[direction]
    landmarks = [
        world._node(tuple(cell) if world._kind.name == "grid" else cell, "node")
        for cell in known.nodes
    ]
    tables = [(costs(world, node, direction), costs(world, node, back)) for node in landmarks]
    values = np.full(np.prod(world.shape), inf)
    for group in [nodes] if len(nodes) > 8 else [[node] for node in nodes]:
        bound = np.zeros(values.size)
        if len(nodes) <= 8:
            bound = estimates(world, "auto", world._name(group[0])).ravel().copy()
        with np.errstate(invalid="ignore"):
            for home, out in tables:
                np.fmax(bound, home - home[group].max(), out=bound)
                np.fmax(bound, out[group].min() - out, out=bound)
        np.minimum(values, bound, out=values)
    return values


@pytest.mark.req("S002-33")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_array_of_landmarks_is_what_the_triangle_inequality_says(chunk):
    random = Random(f"triangles {chunk}")
    for world, free in worlds(random, 60):
        known = at.Landmarks(world, random.randint(1, 6), seed=random.randrange(9))
        nodes = some(random, free)
        for direction in ("to", "from"):
            if direction == "from" and has_links(world):
                continue  # links have a direction, which the plain estimate here has not
            values = known.estimates(nodes, direction=direction).ravel()
            np.testing.assert_allclose(
                values, by_landmarks(world, known, nodes, direction), **CLOSE
            )


@pytest.mark.req("S002-31")
@pytest.mark.parametrize("variant", ["admissible", "lecture"])
def test_the_array_of_clusters_is_entries_and_straight_lines(variant):
    random = Random(f"entries {variant}")
    for world, free in worlds(random, 100):
        if world._kind.name == "grid" and getattr(world, "tiles", "square") != "square":
            continue
        known = at.ClusterHeuristic(world, random.randint(1, 4), variant)
        nodes = some(random, free)
        labels = known.labels.ravel()
        values = np.full(labels.size, inf)
        read = np.append(known.table, np.zeros((1, known.table.shape[1])), axis=0)
        read = np.append(read, np.zeros((read.shape[0], 1)), axis=1)
        for node in nodes:
            entry = read[labels, labels[node]]
            if len(nodes) <= 8:
                line = straight_line(world, node)
                inside = (labels == labels[node]) | (labels < 0) | (labels[node] < 0)
                lecture = np.where(inside, line, entry)
                entry = np.maximum(entry, line) if variant == "admissible" else lecture
            np.minimum(values, entry, out=values)
        np.testing.assert_allclose(known.estimates(nodes).ravel(), values, **CLOSE)


def straight_line(world, node):
    if world._kind.name == "graph":
        name = "zero" if world.positions is None else "euclidean"
    else:
        sides = world.diagonal != "never" and world.diagonal_cost == 1
        name = "chebyshev" if sides else "euclidean"
    return estimates(world, name, world._name(node)).ravel()


@pytest.mark.req("S002-33")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_no_move_lowers_what_a_search_estimates_by_more_than_it_costs(chunk):
    """Neither by all landmarks, nor by the few that a search uses; and none is too large."""
    random = Random(f"consistent {chunk}")
    fewer = 0
    for world, free in worlds(random, 100):
        known = at.Landmarks(world, random.randint(1, 9), seed=random.randrange(9))
        nodes, start = sorted({*some(random, free)}), random.choice(free)
        here, there, cost = _moves(world)
        for direction in ("to", "from"):
            ends = (here, there) if direction == "to" else (there, here)
            values = known.estimates(nodes, direction=direction).ravel()
            check_moves(values, *ends, cost)
            true = at.distances(
                world, [world._name(node) for node in nodes], direction=direction
            ).ravel()
            assert (values[free] <= true[free] * (1 + 1e-9) + 1e-9).all()
        goals = [world._name(node) for node in nodes]
        search = at.Search(world, world._name(start), goals, heuristic=known, components=False)
        search.run()
        asked = search.h.ravel()
        assert not np.isinf(asked).any()  # a queue of buckets takes finite keys
        kept = ~np.isinf(known.estimates(nodes).ravel()[there])  # beyond no path is: any will do
        check_moves(asked, here[kept], there[kept], cost[kept])
        values = known.estimates(nodes).ravel()
        seen = np.isfinite(asked) & np.isfinite(values)
        assert (asked[seen] <= values[seen] + 1e-9 * (1 + values[seen])).all()
        fewer += (asked[seen] < values[seen] - 1e-6).any()
    assert fewer > 0 or SAMPLED


def check_moves(values, here, there, cost):
    with np.errstate(invalid="ignore"):  # inf - inf, and NaN of unseen nodes
        falls = values[here] - values[there] - cost
        assert (np.isnan(falls) | (falls <= 1e-9 * (1 + values[here]))).all()


def dijkstra(world, start):
    """Over the list of all moves."""
    rows = {}
    for a, b, c in zip(*(column.tolist() for column in _moves(world)), strict=True):
        rows.setdefault(a, []).append((b, c))
    return distances(SimpleNamespace(neighbours=lambda node: rows.get(node, ())), start)


@pytest.mark.req("S002-33")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_searches_with_many_landmarks_find_what_dijkstra_finds(chunk):
    random = Random(f"many landmarks {chunk}")
    for world, free in worlds(random, 150):
        known = at.Landmarks(world, random.randint(3, 12), seed=random.randrange(9))
        start, goals = random.choice(free), some(random, free)
        best = dijkstra(world, start)
        cheapest = min(best.get(goal, inf) for goal in goals)
        names = world._name(start), [world._name(goal) for goal in goals]
        for direction in ("forward", "backward"):
            options = {"direction": direction, "components": random.random() < 0.5}
            options["ties"] = random.choice(["auto", "auto", "fifo"])
            options["weight"] = random.choice([1, 1, 0.7])
            path = at.find_path(world, *names, heuristic=known, **options)
            assert path.found == (cheapest < inf)
            assert path.cost == pytest.approx(cheapest, rel=1e-9, abs=1e-12)
            assert path.optimal == path.found
            if path:
                at.validate(world, path)
            many = at.find_paths(world, names[:1] * 2, names[1:] * 2, heuristic=known, **options)
            assert [*map(nodes_of, many)] == [nodes_of(path)] * 2


def test_one_way_fences_hide_no_cheaper_path_from_a_search_with_landmarks():
    """Behind them are cells from which no way leads back to a landmark."""
    random = Random("one-way fences")
    for _ in range(scaled(300)):
        side = random.randint(9, 12)
        values = random.choice([[0, 1, 1, 1], [0, 1, 2, 5, 9]])
        costs = np.array(random.choices(values, k=side * side), np.uint8).reshape(side, side)
        grid = at.Grid(costs, diagonal="always")
        for _ in range(random.randint(100, 300)):
            cell, beside = random.randrange(side), random.randrange(side - 1)
            pair = random.choice(
                [[(cell, beside), (cell, beside + 1)], [(beside, cell), (beside + 1, cell)]]
            )
            grid.fences.add(*random.sample(pair, 2), both=False)
        free = [tuple(cell) for cell in np.argwhere(costs).tolist()]
        known = at.Landmarks(grid, random.randint(1, 9), seed=random.randrange(9))
        for _ in range(12):
            ends = random.choice(free), random.choice(free)
            path = at.find_path(grid, *ends, heuristic=known, components=False)
            assert path.cost == pytest.approx(at.find_path(grid, *ends, algorithm="dijkstra").cost)


def nodes_of(path):
    return [*path]
