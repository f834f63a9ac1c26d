"""Paths and their attributes: cells, turns, costs, traces."""

import json
import pickle
import re
from itertools import pairwise
from math import acos, degrees, hypot, inf
from random import Random

import numpy as np
import pytest

import asterion as at

ROOMS = "....#....\n....#....\n....#....\n#####....\n........."


def test_a_path_is_a_sequence_of_tuples_and_an_array():
    grid = at.maps.field(4)
    path = at.find_path(grid, (0, 0), (0, 3), algorithm="astar")
    assert path.cells.tolist() == [[0, 0], [0, 1], [0, 2], [0, 3]]
    assert path.cells is path.cells
    assert len(path) == 4
    assert path[-1] == (0, 3)
    assert all(type(cell) is tuple and type(cell[0]) is int for cell in path)
    with pytest.raises(IndexError):
        path[4]
    with pytest.raises(ValueError, match="read-only"):
        path.cells[0, 0] = 3
    assert repr(path) == "<Path found: 4 cells, cost 3.0>"
    assert repr(at.Path.not_found()) == "<Path unreachable>"
    assert path.stats.seconds >= 0
    assert repr(path.stats).startswith("<Stats: 3 expanded")
    again = pickle.loads(pickle.dumps(path))
    assert ([*again], again.cost, again.status, again.optimal) == ([*path], 3, "found", True)
    assert again.stats == path.stats


@pytest.mark.req("S003-13")
def test_smoothness_counts_the_turns_of_any_path_and_adds_up_their_angles():
    random, field = Random(13), at.maps.field(60)
    steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
    for _ in range(200):
        walk, cells = [], [(30, 30)]
        for _ in range(random.randint(0, 25)):
            row, col = random.choice(walk[-1:] * 5 + steps)
            walk.append((row, col))
            cells.append((cells[-1][0] + row, cells[-1][1] + col))
        turns = [(a, b) for a, b in pairwise(walk) if a != b]
        cosines = ((a[0] * b[0] + a[1] * b[1]) / (hypot(*a) * hypot(*b)) for a, b in turns)
        angle = sum(degrees(acos(max(-1, min(1, cosine)))) for cosine in cosines)
        measured = at.smoothness(at.Path.from_nodes(field, cells))
        assert measured.turns == len(turns)
        assert measured.angle == pytest.approx(angle, abs=1e-4)


@pytest.mark.req("S003-13")
def test_waypoints_and_smoothness():
    grid = at.Grid.from_text("....\n.##.\n....\n....", diagonal="never")
    path = at.Path.from_nodes(grid, [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (2, 2)])
    assert path.waypoints.tolist() == [[0, 0], [0, 3], [2, 3], [2, 2]]
    assert at.smoothness(path) == (2, 180)
    assert at.smoothness(at.find_path(grid, (0, 0), (0, 0))) == (0, 0)
    assert at.find_path(grid, (0, 0), (2, 2), max_cost=0).waypoints.shape == (0, 2)
    two = at.Grid([[1, 1], [1, 1], [1, 1]])
    zigzag = at.Path.from_nodes(two, [(0, 0), (0, 1), (1, 0), (2, 1)])
    assert zigzag.waypoints.tolist() == [[0, 0], [0, 1], [1, 0], [2, 1]]
    assert at.smoothness(zigzag) == (2, 225)


def test_a_trace_can_be_exported():
    grid = at.maps.field((4, 6))
    search = at.Search(grid, (0, 0), (3, 5), trace=True)
    search.run()
    ours = json.loads(search.trace.to_json())
    assert ours["shape"] == [4, 6]
    assert len(ours["events"]) == len(search.trace)
    assert ours["events"][0] == ["opened", [0, 0], None, 0.0, pytest.approx(search.h[0, 0])]
    posthoc = json.loads(search.trace.to_posthoc())
    assert posthoc["version"] == "1.4.0"
    assert posthoc["events"][0]["type"] == "source"
    kinds = {event["type"] for event in posthoc["events"]}
    assert kinds <= {"source", "generating", "updating", "closing"}
    last = posthoc["events"][-1]
    row, col = divmod(last["id"], 6)
    assert (last["x"], last["y"]) == (col, row)
    ida = at.Search(grid, (0, 0), (3, 5), algorithm="ida", trace=True)
    ida.run()
    json.loads(ida.trace.to_posthoc())  # no NaN


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([(0, 0), (0, 2)], "cell 1 (0, 2) is not one step from (0, 0)"),
        ([(0, 0), (0, 0)], "cell 1 (0, 0) is not one step from (0, 0)"),
        ([(0, 3), (0, 4)], "cell 1 (0, 4) is a wall"),
        ([(4, 0), (5, 0)], "cell 1 (5, 0) is outside the grid of 5 rows and 9 columns"),
        ([(4, 4), (3, 5)], "cell 1 (3, 5) is a diagonal step from (4, 4) that the grid's rule"),
        ([(0, 0), "ab"], "cell 1 is 'ab'; a cell is a pair (row, column)"),
        ([(0, 0.5)], "cell 0 is (0, 0.5)"),
        ([], "the path has no cells"),
    ],
    ids=str,
)
def test_paths_that_cannot_be_walked_are_invalid(cells, message):
    grid = at.Grid.from_text(ROOMS)
    with pytest.raises(at.InvalidPath, match=re.escape(message)):
        at.validate(grid, cells)
    with pytest.raises(at.InvalidPath, match=re.escape(message)):
        at.Path.from_nodes(grid, cells)


def test_validate_checks_the_cost_that_a_path_states():
    grid = at.Grid([[1, 1, 1]])
    path = at.find_path(grid, (0, 0), (0, 2))
    assert at.validate(grid, path) == 2
    grid[0, 1] = 7
    with pytest.raises(at.InvalidPath, match=r"the path says it costs 2.0; walking it costs 8.0"):
        at.validate(grid, path)
    grid[0, 1] = 0
    with pytest.raises(at.InvalidPath, match=r"cell 1 \(0, 1\) is a wall"):
        at.validate(grid, path)
    assert at.validate(grid, at.find_path(grid, (0, 0), (0, 2))) == inf


def test_a_path_from_custom_nodes():
    grid = at.Grid.from_text("..5")
    path = at.Path.from_nodes(grid, [(0, 0), (0, 1), (np.int64(0), np.int64(2))])
    assert (path.found, path.cost, len(path), path.optimal) == (True, 6.0, 3, False)
    assert at.validate(grid, path) == 6


def test_a_slice_of_a_path_is_a_list_of_cells():
    grid = at.Grid(np.ones((1, 5)))
    path = at.find_path(grid, (0, 0), (0, 4))
    assert path[1:] == path.nodes[1:] == [(0, 1), (0, 2), (0, 3), (0, 4)]
    assert path[::-2] == [(0, 4), (0, 2), (0, 0)]
    assert path[9:] == []
    graph = at.Graph([("a", "b", 1), ("b", "c", 1)])
    assert at.find_path(graph, "a", "c")[:2] == ["a", "b"]
    with pytest.raises(TypeError, match="whole numbers, or by a slice"):
        path["a"]


def test_paths_of_the_same_cells_on_the_same_world_are_equal_and_hash_alike():
    grid = at.Grid(np.ones((3, 5)))
    path = at.find_path(grid, (1, 0), (1, 4), algorithm="astar")
    same = at.find_path(grid, (1, 0), (1, 4), algorithm="dijkstra", ties="straight")
    assert path is not same
    assert path == same
    assert hash(path) == hash(same)
    assert len({path, same}) == 1
    assert path == at.Path.from_nodes(grid, path.nodes)
    others = [
        at.find_path(grid, (1, 0), (1, 3)),
        at.find_path(at.Grid(np.ones((3, 5))), (1, 0), (1, 4)),
        at.find_path(grid.view(), (1, 0), (1, 4)),
        at.Path.not_found(),
    ]
    assert all(path != other for other in others)
    assert path != path.nodes
    assert path != "path"


def test_paths_on_a_graph_are_equal_if_their_connections_are():
    graph = at.Graph([("a", "b", 1), ("a", "b", 1)])
    first, again = at.find_path(graph, "a", "b"), at.find_path(graph, "a", "b")
    assert first == again
    graph.set_cost(0, 5)
    assert at.find_path(graph, "a", "b") != first  # over the other of the two
    twin = pickle.loads(pickle.dumps(first))
    assert twin == pickle.loads(pickle.dumps(again))
    other = at.Graph([("a", "c", 1)])
    assert twin != pickle.loads(pickle.dumps(at.find_path(other, "a", "c")))


def test_paths_outlive_their_world_and_are_still_told_apart():
    paths = [at.find_path(at.Grid(np.ones((1, 3))), (0, 0), (0, 2)) for _ in range(50)]
    assert len(set(paths)) == 50
    assert all(path == path[:] for path in (each.nodes for each in paths))
