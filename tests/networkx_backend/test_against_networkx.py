"""Every function of the backend returns what networkx does, on hundreds of random graphs."""

import gc
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from asterion.networkx_backend.interface import convert_from_nx

SEEDS = range(240)
# Before 3.6, networkx had paths in the order of discovery; here they are in that of distance.
PATHS_BY_DISTANCE = tuple(int(part) for part in nx.__version__.split(".")[:2]) >= (3, 6)


@pytest.fixture(autouse=True)
def no_warnings_of_the_cache():
    with nx.config(warnings_to_ignore={"cache"}):
        yield


# --- Random graphs


def names(dice, count):
    return dice.choice(
        [
            lambda: [*range(count)],
            lambda: dice.sample(range(1000), count),
            lambda: [f"n{i}" for i in range(count)],
            lambda: [(i // 3, i % 3) for i in range(count)],
            lambda: [(i, str(i), (i, "x"), i + 0.5, frozenset({i}))[i % 5] for i in range(count)],
        ]
    )()


def weights(dice):
    """A function that gives the attributes of another edge."""
    tiny = dice.randint(0, 1)  # with many paths of the same length
    kinds = {
        "int": lambda: {"weight": dice.randint(0, 3 if tiny else 1000)},
        "float": lambda: {"weight": dice.choice([0.0, 0.1, 0.2, 0.3]) if tiny else dice.random()},
        "none": dict,
        "bool": lambda: {"weight": dice.random() < 0.5},
    }
    chosen = dice.choice([["int"], ["float"], ["none"], ["bool"], ["int", "none"], [*kinds]])
    return lambda: kinds[dice.choice(chosen)]()  # noqa: PLW0108 - another kind each time


def random_graph(dice):
    kind = dice.choice([nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
    graph = kind()
    nodes = names(dice, dice.randint(1, 14))
    graph.add_nodes_from(nodes)
    attributes = weights(dice)
    for _ in range(dice.randint(0, 3 * len(nodes))):
        graph.add_edge(dice.choice(nodes), dice.choice(nodes), **attributes())
    return graph


# --- Comparing


def outcome(function, *args, **kwargs):
    """Return a call's result, or the error that it raises."""
    try:
        result = function(*args, **kwargs)
        return [*result] if isinstance(result, Iterator) else result
    except (nx.NetworkXException, ValueError, TypeError) as error:
        return type(error), str(error)


def both(name, graph, *args, **kwargs):
    function = getattr(nx, name)
    plain = outcome(function, graph, *args, **kwargs)
    return plain, outcome(function, graph, *args, backend="asterion", **kwargs)


def written(value):
    """A value as text: with the order of dictionaries, and whether numbers are ints or floats."""
    if isinstance(value, dict):
        items = [f"{k!r}: {written(v)}" for k, v in value.items()]
        has_paths = any(isinstance(v, list) for v in value.values())
        if has_paths and not PATHS_BY_DISTANCE:
            items.sort()
        return "{" + ", ".join(items) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return f"{type(value).__name__} {value!r}"


def alike(value):
    """The value with bools as the ints that they add up as."""
    return written(value).replace("bool False", "int 0").replace("bool True", "int 1")


def length(graph, path, weight):
    """As networkx adds it up, from the first node on."""
    total = 0
    for a, b in pairwise(path):
        data = graph[a][b]
        edges = data.values() if graph.is_multigraph() else [data]
        total = total + (1 if weight is None else min(edge.get(weight, 1) for edge in edges))
    return total


def reverse(graph):
    return graph.reverse(copy=False) if graph.is_directed() else graph


def some_nodes(dice, graph):
    """Two nodes, or one that the graph does not have."""
    nodes = [*graph, *([] if dice.random() < 0.8 else ["nowhere", ["no hash"]])]
    return dice.choice(nodes), dice.choice(nodes)


def graphs():
    for seed in SEEDS:
        dice = random.Random(seed)
        yield dice, random_graph(dice)


WEIGHTS = ["weight", None, "distance"]


# --- To the last digit, in the same order, with the same choice of paths

TREES = ["single_source_dijkstra", "single_source_dijkstra_path"]
TREES += ["single_source_dijkstra_path_length"]


@pytest.mark.parametrize("name", TREES)
def test_trees_of_one_source_are_the_same(name):
    for dice, graph in graphs():
        source, _ = some_nodes(dice, graph)
        options = {"weight": dice.choice(WEIGHTS)}
        options["cutoff"] = dice.choice([None, None, 0, 0.3, 2, 300, -1, float("nan"), 10**400])
        plain, ours = both(name, graph, source, **options)
        assert alike(ours) == alike(plain), (graph.edges(data=True), source, options)


@pytest.mark.parametrize(
    "name",
    ["multi_source_dijkstra", "multi_source_dijkstra_path", "multi_source_dijkstra_path_length"],
)
def test_trees_of_several_sources_are_the_same(name):
    for dice, graph in graphs():
        sources = [dice.choice([*graph]) for _ in range(dice.randint(0, 4))]
        options = {"weight": dice.choice(WEIGHTS), "cutoff": dice.choice([None, None, 0.3, 2, -1])}
        if name == "multi_source_dijkstra" and dice.random() < 0.5:
            options["target"] = dice.choice([*graph, "nowhere"])
        plain, ours = both(name, graph, sources, **options)
        assert alike(ours) == alike(plain), (graph.edges(data=True), sources, options)


@pytest.mark.parametrize(
    "name", ["single_source_shortest_path", "single_source_shortest_path_length"]
)
def test_trees_without_weights_are_the_same(name):
    for dice, graph in graphs():
        source, _ = some_nodes(dice, graph)
        cutoff = dice.choice([None, None, 0, 1, 1.5, -1, float("inf"), float("nan")])
        plain, ours = both(name, graph, source, cutoff=cutoff)
        assert written(ours) == written(plain), (graph.edges(data=True), source, cutoff)


@pytest.mark.parametrize(
    "name",
    [
        "shortest_path",
        "shortest_path_length",
        "single_target_shortest_path",
        "single_target_shortest_path_length",
    ],
)
def test_trees_to_a_node_are_the_same(name):
    for dice, graph in graphs():
        target, _ = some_nodes(dice, graph)
        options = {"weight": dice.choice(WEIGHTS)} if name.startswith("shortest") else {}
        plain, ours = both(name, graph, target=target, **options)
        assert alike(ours) == alike(plain), (graph.edges(data=True), target, options)


@pytest.mark.parametrize(
    "name",
    [
        "all_pairs_dijkstra",
        "all_pairs_dijkstra_path",
        "all_pairs_dijkstra_path_length",
        "all_pairs_shortest_path",
        "all_pairs_shortest_path_length",
    ],
)
def test_all_pairs_are_the_same(name):
    for dice, graph in graphs():
        options = {"cutoff": dice.choice([None, 2])}
        if "dijkstra" in name:
            options["weight"] = dice.choice(WEIGHTS)
        plain, ours = both(name, graph, **options)
        assert alike(ours) == alike(plain), (graph.edges(data=True), options)


@pytest.mark.parametrize(
    "name",
    [
        "dijkstra_path",
        "dijkstra_path_length",
        "single_source_dijkstra",
        "astar_path",
        "bidirectional_dijkstra",
        "bidirectional_shortest_path",
        "shortest_path",
    ],
)
def test_paths_between_two_nodes_are_the_same(name):
    for dice, graph in graphs():
        source, target = some_nodes(dice, graph)
        unweighted = name == "bidirectional_shortest_path"
        options = {} if unweighted else {"weight": dice.choice(WEIGHTS)}
        if name == "single_source_dijkstra":
            options["cutoff"] = dice.choice([None, 2])
        plain, ours = both(name, graph, source, target, **options)
        assert alike(ours) == alike(plain), (graph.edges(data=True), source, target, options)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("weight", ["weight", None])
def test_of_many_equal_paths_from_both_ends_it_is_the_same_one(kind, weight):
    """On lattices, whose edges are added in any order: so are the neighbours of a node."""
    for seed in range(12):
        dice = random.Random(seed)
        plain = nx.grid_2d_graph(12, 12).to_directed()
        graph = kind()
        # With the latter, nodes are often reached again at lower cost, and queued twice.
        costs = [0, 1, 1, 2, 0.5, 0.1] if seed % 2 else [1, 1, 2, 5]
        for a, b in dice.sample([*plain.edges], plain.number_of_edges()):
            graph.add_edge(a, b, weight=dice.choice(costs))
        for _ in range(12):
            ends = dice.choices([*graph], k=2)
            usual, ours = both("shortest_path", graph, *ends, weight=weight)
            assert ours == usual, (seed, ends)
            if weight is None:
                continue
            usual, ours = both("bidirectional_dijkstra", graph, *ends)
            assert written(ours) == written(usual), (seed, ends)


def test_a_conversion_outlives_its_graph():
    graph = nx.DiGraph([(0, 1), (1, 2), (0, 3), (3, 2)])
    converted = convert_from_nx(graph)
    del graph
    gc.collect()
    assert nx.shortest_path(converted, 0, 2) in ([0, 1, 2], [0, 3, 2])


@pytest.mark.parametrize("name", ["astar_path", "astar_path_length"])
@pytest.mark.parametrize("how", ["too high", "admissible"])
def test_a_star_takes_the_same_path_whatever_the_estimates(name, how):
    for dice, graph in graphs():
        source, target = some_nodes(dice, graph)
        estimates = {node: dice.choice([0, 0.5, 2, 7, dice.random() * 20]) for node in graph}
        if how == "admissible" and target in graph:
            true = nx.single_source_dijkstra_path_length(reverse(graph), target)
            estimates = {node: dice.random() * true.get(node, 3) for node in graph}
        plain, ours = both(name, graph, source, target, lambda a, _, e=estimates: e[a])
        assert alike(ours) == alike(plain), (graph.edges(data=True), source, target, estimates)


def test_infinite_estimates_are_left_to_networkx():
    """It does not close such a node, and may look at it with a cost that has fallen since."""
    for dice, graph in graphs():
        source, target = dice.choice([*graph]), dice.choice([*graph])
        estimates = {node: dice.choice([0, 2, float("inf")]) for node in graph}
        ask = (source, target, lambda a, _, e=estimates: e[a])
        plain = outcome(nx.astar_path, graph, *ask)
        with nx.config(backend_priority=["asterion"]):
            assert outcome(nx.astar_path, graph, *ask) == plain


# --- The same lengths, and paths of these lengths, perhaps not the same ones


def test_bellman_ford_paths_are_as_short():
    for dice, graph in graphs():
        source, target = some_nodes(dice, graph)
        weight = dice.choice(WEIGHTS)
        plain, ours = both("bellman_ford_path", graph, source, target, weight=weight)
        if isinstance(plain, tuple):
            assert ours == plain
            continue
        assert (ours[0], ours[-1]) == (plain[0], plain[-1])
        assert length(graph, ours, weight) == pytest.approx(length(graph, plain, weight), rel=1e-15)


@pytest.mark.parametrize("name", ["bellman_ford_path_length", "shortest_path_length", "has_path"])
@pytest.mark.parametrize("method", ["dijkstra", "bellman-ford"])
def test_lengths_between_two_nodes_are_the_same(name, method):
    for dice, graph in graphs():
        source, target = some_nodes(dice, graph)
        options = {} if name == "has_path" else {"weight": dice.choice(WEIGHTS)}
        if name == "shortest_path_length":
            options["method"] = method
        plain, ours = both(name, graph, source, target, **options)
        assert ours == plain, (graph.edges(data=True), source, target, options)


@pytest.mark.parametrize("name", ["shortest_path", "single_source_bellman_ford_path"])
def test_all_bellman_ford_paths_to_or_from_a_node_are_as_short(name):
    for dice, graph in graphs():
        node, _ = some_nodes(dice, graph)
        weight = dice.choice(WEIGHTS)
        options = {"weight": weight}
        end = 0
        args = [node]
        if name == "shortest_path":
            options["method"] = "bellman-ford"
            end = dice.choice([0, -1])
            args = [[node], [None, node]][end]
        plain, ours = both(name, graph, *args, **options)
        if isinstance(plain, tuple):
            assert ours == plain
            continue
        assert ours.keys() == plain.keys()
        for other, path in ours.items():
            assert (path[end], path[-1 - end]) == (node, other)
            assert length(graph, path, weight) == pytest.approx(
                length(graph, plain[other], weight), rel=1e-15
            )


@pytest.mark.parametrize(
    "name",
    [
        "shortest_path_length",
        "single_target_shortest_path_length",
        "single_source_bellman_ford_path_length",
    ],
)
@pytest.mark.parametrize("method", ["dijkstra", "bellman-ford"])
def test_all_lengths_to_or_from_a_node_are_the_same(name, method):
    for dice, graph in graphs():
        node, _ = some_nodes(dice, graph)
        options = {}
        args = [node]
        if name == "shortest_path_length":
            options = {"method": method, "weight": dice.choice(WEIGHTS)}
            args = dice.choice([[node], [None, node]])
        plain, ours = both(name, graph, *args, **options)
        assert ours == plain, (graph.edges(data=True), node, options)
        if isinstance(ours, dict):
            assert [*ours.values()] == sorted(ours.values())


def test_all_pairs_by_the_function_that_chooses():
    for dice, graph in graphs():
        weight = dice.choice(WEIGHTS)
        plain, ours = both("shortest_path_length", graph, weight=weight)
        assert alike(ours) == alike(plain)
        assert alike(dict(nx.shortest_path(graph, weight=weight, backend="asterion"))) == alike(
            dict(nx.shortest_path(graph, weight=weight))
        )


@pytest.mark.parametrize(
    "name", ["all_pairs_bellman_ford_path_length", "single_source_bellman_ford"]
)
def test_bellman_ford_lengths_are_the_same(name):
    for dice, graph in graphs():
        source = [] if name.startswith("all") else [dice.choice([*graph])]
        plain, ours = both(name, graph, *source)
        if name == "single_source_bellman_ford":
            plain, ours = plain[0], ours[0]
        assert dict(ours) == dict(plain)


# --- Numbers


def test_numbers_of_numpy_become_pythons():
    graph = nx.Graph()
    graph.add_edge(0, 1, weight=np.int64(3))
    graph.add_edge(1, 2, weight=np.float64(0.5))
    lengths = nx.single_source_dijkstra_path_length(graph, 0, backend="asterion")
    assert written(lengths) == "{0: int 0, 1: int 3, 2: float 3.5}"


@pytest.mark.parametrize("node", [1, 1.0, True, Fraction(1), np.int64(1)])
def test_a_node_may_be_named_by_what_equals_it(node):
    graph = nx.path_graph(3)
    graph.add_edge(node, 0, weight=5)
    assert nx.dijkstra_path_length(graph, 2, node, backend="asterion") == 1
    assert nx.dijkstra_path_length(graph, node, 0, backend="asterion") == 5


def test_large_whole_numbers_are_exact():
    graph = nx.path_graph(3)
    graph[0][1]["weight"] = 2**51 + 1
    graph[1][2]["weight"] = 3
    assert nx.dijkstra_path_length(graph, 0, 2, backend="asterion") == 2**51 + 4
