"""Queries for paths: goals, options and errors."""

import re
from math import inf, sqrt
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.needs import needed

ROOMS = "....#....\n....#....\n....#....\n#####....\n........."


def test_what_is_one_cell_and_what_is_several():
    grid = at.Grid(np.ones((5, 5)), diagonal="never")
    want = [(0, 0), (0, 1)]
    for cell in (
        (0, 1),
        [0, 1],
        [np.int8(0), 1],
        np.array([0, 1]),
        np.array([0, 1], np.uint16),
        (np.int64(0), np.uint8(1)),
    ):
        assert [*at.find_path(grid, (0, 0), cell)] == want
        assert [*at.find_path(grid, cell, (0, 0))] == want[::-1]
        assert at.Navigator(grid, (0, 0), cell).path.nodes == want
        assert at.Explorer(grid, cell, (0, 0)).path.nodes == want[::-1]
        assert at.distances(grid, cell)[0, 1] == 0
        assert at.PortalMap(grid).find_path((0, 0), cell).nodes == want
    for goal in (
        [(0, 1)],
        [[0, 1]],
        {(0, 1), (4, 4)},
        frozenset({(4, 4), (0, 1)}),
        np.array([[4, 4], [0, 1]]),
        [(0, 1), (0, 1), (3, 0)],
        [[4, 4], [0, 1]],
        [np.array([4, 4]), np.array([0, 1])],
        np.array([[0, 1]], np.uint8),
    ):
        assert [*at.find_path(grid, (0, 0), goal)] == want


def test_batches_take_arrays_of_cells_and_never_one_cell_for_all():
    grid = at.Grid(np.ones((5, 7)), diagonal="never")
    starts, goals = [(0, 0), (1, 0)], [(0, 3), (4, 6)]
    want = [path.nodes for path in at.find_paths(grid, starts, goals)]
    for kind in (np.int64, np.uint8, np.int32):
        pairs = np.array(starts, kind), np.array(goals, kind)
        assert [path.nodes for path in at.find_paths(grid, *pairs)] == want
    several = np.array([[(4, 6), (0, 3)], [(4, 6), (4, 6)]])  # (n, k, 2): k goals for each
    assert [path.nodes for path in at.find_paths(grid, starts, several)] == want
    for one in ((4, 6), [4, 6], np.array([4, 6])):
        with pytest.raises(TypeError, match=r"goals\[0\] is (np\.int64\()?4"):
            at.find_paths(grid, starts, one)
    with pytest.raises(IndexError, match=re.escape("starts[1] (6, 0) is outside")):
        at.find_paths(grid, np.array([[0, 0], [6, 0]]), np.array(goals))
    with pytest.raises(TypeError, match="goals is an array of float64 of shape"):
        at.find_paths(grid, starts, np.array(goals, float))


def test_on_a_graph_a_tuple_is_a_name_and_a_list_is_several():
    graph = at.Graph([((0, 0), (0, 1), 1), ((0, 0), 7, 2)])
    assert at.find_path(graph, (0, 0), (0, 1)).cost == 1
    assert at.find_path(graph, (0, 0), [7, (0, 1)]).cost == 1
    assert at.find_path(graph, (0, 0), [7]).cost == 2
    with pytest.raises(at.OutsideWorld, match=re.escape("goal[0] 0 is not a node")):
        at.find_path(graph, (0, 0), [0, 1])


def test_a_cell_whose_numbers_are_swapped_is_told_so():
    grid = at.Grid(np.ones((3, 9)))
    hint = "; (2, 7) is inside, and a cell is (row, column)"

    def is_in(row, col):
        return row in range(3) and col in range(9)

    for ask in (
        lambda: at.find_path(grid, (0, 0), (7, 2)),
        lambda: at.find_path(grid, (7, 2), (0, 0)),
        lambda: at.find_path(grid, (0, 0), np.array([7, 2])),
        lambda: at.find_path(grid, (0, 0), np.array([[1, 1], [7, 2]])),
        lambda: at.Navigator(grid, (0, 0), (7, 2)),
        lambda: grid.neighbours((7, 2)),
    ):
        with pytest.raises(IndexError, match=re.escape(hint)):
            ask()
    outside = [(row, col) for row in range(-1, 11) for col in range(-1, 11) if not is_in(row, col)]
    for row, col in outside:
        with pytest.raises(IndexError) as caught:
            at.find_path(grid, (0, 0), (row, col))
        assert (f"; {(col, row)} is inside" in str(caught.value)) == is_in(col, row)


def test_a_start_that_is_closed_to_the_character_alone_is_no_wall():
    grid = at.Grid.from_text("..#")
    mask = np.array([[True, False, False]])
    view = grid.view(blocked=mask)
    alone = "start (0, 0) is closed to this view, though it is free on its grid"
    for ask in (
        lambda start: at.find_path(view, start, (0, 1)),
        lambda start: at.Search(view, start, (0, 1)),
        lambda start: at.find_paths(view, [start], [(0, 1)]),
        lambda start: at.Explorer(view, start, (0, 1)),
        lambda start: at.PortalMap(view).find_path(start, (0, 1)),
    ):
        with pytest.raises(ValueError, match=re.escape(alone).replace("start", r"starts?(\[0\])?")):
            ask((0, 0))
        with pytest.raises(ValueError, match=r"\(0, 2\) is a wall"):
            ask((0, 2))


@pytest.mark.req("S000-17")
def test_an_unreachable_goal_is_an_answer_and_floods_its_component():
    grid = at.Grid.from_text(ROOMS)
    path = at.find_path(grid, (0, 0), (0, 8), algorithm="astar", components=False)
    assert (path.found, bool(path), path.status, path.cost) == (False, False, "unreachable", inf)
    assert path.stats.expanded == 12  # every cell of the room, and no other
    assert path.cells.shape == (0, 2)
    assert [*path] == []
    assert not path.optimal
    assert not at.find_path(grid, (0, 0), (3, 0))  # a goal on a wall


def test_the_second_to_ask_for_the_unreachable_is_answered_at_once():
    grid = at.Grid.from_text(ROOMS)
    assert at.find_path(grid, (0, 0), (0, 8), algorithm="astar").stats.expanded == 12
    assert at.find_path(grid, (2, 2), (4, 8)).stats.expanded == 0
    assert at.find_path(grid, (4, 8), [(0, 0), (1, 1)]).stats.expanded == 0
    flood = at.find_path(grid, (0, 0), (0, 8), algorithm="astar", components=False)
    assert flood.stats.expanded == 12
    search = at.Search(grid, (0, 0), (0, 8))
    assert search.run() == "unreachable"
    assert search.stats.expanded == 0
    assert at.find_path(grid, (0, 0), [(0, 8), (2, 3)]).found  # one goal of several
    grid[3, 2] = 1  # a door opens: known at once
    assert at.find_path(grid, (0, 0), (0, 8)).found
    grid[3, 2] = 0  # and closes: one flood finds out
    assert at.find_path(grid, (0, 0), (0, 8), algorithm="astar").stats.expanded == 12
    assert at.find_path(grid, (0, 0), (0, 8)).stats.expanded == 0


def test_components_under_the_rule_that_joins_corners():
    text = ".#.\n#.#\n.#."
    assert at.find_path(at.Grid.from_text(text, diagonal="always"), (0, 0), (2, 2)).found
    for rule in ("never", "clear", "one-clear"):
        grid = at.Grid.from_text(text, diagonal=rule)
        paths = [at.find_path(grid, (0, 0), (2, 2)) for _ in range(2)]
        assert not any(paths)
        assert paths[1].stats.expanded == 0  # corners that touch are known not to be joined


def test_start_is_goal():
    grid = at.maps.field(3)
    for info in at.algorithms("search"):
        path = at.find_path(grid, (1, 1), (1, 1), **needed(info))
        assert [*path] == [(1, 1)]
        assert path.cost == 0
        assert path.optimal == info.optimal
        assert path.stats.expanded == 0
        assert path.stats.fill == 0


@pytest.mark.req("S002-15")
def test_fill_is_what_was_considered_and_not_walked():
    grid = at.maps.maze(21, seed=3)
    search = at.Search(grid, (0, 0), (20, 20), algorithm="dijkstra")
    search.run()
    stats = search.stats
    assert stats.flood == np.count_nonzero(search.state)
    assert stats.fill == stats.flood - len(search.path) > 0


@pytest.mark.req("S000-10")
def test_dijkstra_expands_equally_in_all_directions_and_keeps_the_first_of_equal_paths():
    for diagonal in ("never", "clear"):
        grid = at.maps.scattered(25, density=0.15, seed=2, diagonal=diagonal)
        grid[12, 12] = grid[12, 20] = 1
        distance = at.distances(grid, (12, 12))
        search = at.Search(grid, (12, 12), (12, 20), algorithm="dijkstra", ties="fifo", trace=True)
        search.run()
        order = [distance[event.cell] for event in search.trace if event.kind == "closed"]
        assert order == sorted(order)  # ring by ring, wherever the goal is
        nearer = np.count_nonzero(distance < distance[12, 20])
        assert nearer <= len(order) <= np.count_nonzero(distance <= distance[12, 20])
        reached = {}
        for event in search.trace:
            if event.kind != "closed":
                first = reached.setdefault((event.cell, round(event.g, 9)), event.parent)
                assert event.parent == first  # an equal path found later replaces none


@pytest.mark.req("S000-40")
def test_the_formulas_of_the_estimates():
    """Euclid, Manhattan and the diagonal distance with d = 1 and the root of 2, times the cost."""
    grid = at.Grid(np.full((12, 15), 3.0))
    start, goal = (1, 2), (9, 13)
    dr, dc = 8, 11
    want = {
        "zero": 0,
        "manhattan": dr + dc,
        "euclidean": sqrt(dr**2 + dc**2),
        "chebyshev": max(dr, dc),
        "octile": sqrt(2) * min(dr, dc) + abs(dr - dc),
    }
    for heuristic, value in want.items():
        search = at.Search(grid, start, goal, heuristic=heuristic)
        assert search.h[start] == pytest.approx(3 * value, rel=1e-3)
        weighted = at.Grid(np.full((12, 15), 3.0))
        weighted[0, 0] = 3.5  # costs differ now; the smallest is still 3
        search = at.Search(weighted, start, goal, heuristic=heuristic)
        assert search.h[start] == pytest.approx(3 * value)


def test_the_estimate_follows_the_smallest_cost_under_edits():
    grid = at.Grid(np.full((5, 9), 4.0))
    grid[4, 4] = 2
    goal = (0, 8)
    assert at.Search(grid, (0, 0), goal).h[0, 0] == 16
    grid[4, 4] = 4
    assert at.Search(grid, (0, 0), goal).h[0, 0] == 32
    grid.layers["bonus"] = np.zeros((5, 9))
    grid.layers["bonus"][2, 2] = -3
    assert at.Search(grid, (0, 0), goal).h[0, 0] == 8


def test_high_g_takes_larger_g_then_first_in_first_out():
    """On open ground it walks straight to the goal, east before south."""
    grid = at.Grid(np.ones((6, 6)), diagonal="never")
    search = at.Search(grid, (0, 0), (5, 5), ties="high-g", trace=True)
    search.run()
    closed = [event.cell for event in search.trace if event.kind == "closed"]
    assert closed == [(0, c) for c in range(6)] + [(r, 5) for r in range(1, 5)]


def test_many_goals_are_searched_without_an_estimate():
    grid = at.maps.field(30)
    goals = [(29, c) for c in range(20)]
    path = at.find_path(grid, (0, 0), goals)
    assert path.cost == 29
    assert at.Search(grid, (0, 0), goals).h[0, 0] == 0
    assert at.Search(grid, (0, 0), goals, heuristic="octile").h[0, 0] == 29


def test_batches_name_the_culprit():
    grid = at.Grid.from_text(ROOMS)
    with pytest.raises(ValueError, match=re.escape("starts[1] (0, 4) is a wall")):
        at.find_paths(grid, [(0, 0), (0, 4)], [(0, 1), (0, 1)])
    with pytest.raises(IndexError, match=re.escape("goals[0] (9, 9) is outside")):
        at.find_paths(grid, [(0, 0)], [(9, 9)])
    with pytest.raises(ValueError, match=r"there are 2 starts and 1 goal$"):
        at.find_paths(grid, [(0, 0), (0, 1)], [(0, 0)])
    with pytest.raises(ValueError, match="threads is 0"):
        at.find_paths(grid, [], [], threads=0)
    assert at.find_paths(grid, [], []) == []
    several = at.find_paths(grid, [(0, 0)] * 2, [[(0, 3), (0, 1)], (2, 2)])
    assert [path[-1] for path in several] == [(0, 1), (2, 2)]


@pytest.mark.slow
def test_distances_are_exact_beyond_the_rounding_of_whole_numbers():
    """The search counts 2378 and 3363; a result has the true root of two, to the last digit."""
    grid = at.maps.field((3000, 3000))
    got = at.distances(grid, (0, 0))
    rows, cols = np.indices(got.shape)
    low, high = np.minimum(rows, cols), np.maximum(rows, cols)
    np.testing.assert_allclose(got, (high - low) + low * sqrt(2), rtol=1e-14)
    assert at.find_path(grid, (0, 0), (2999, 2999)).cost == got[-1, -1]


def test_bad_distances_are_refused():
    grid = at.Grid.from_text(ROOMS)
    with pytest.raises(ValueError, match="direction is 'up'"):
        at.distances(grid, (0, 0), direction="up")
    with pytest.raises(ValueError, match=re.escape("node (0, 4) is a wall")):
        at.distances(grid, (0, 4))
    assert np.isinf(at.distances(grid, (0, 4), direction="to")).all()
    assert np.isinf(at.distances(grid, [])).all()


def test_what_can_be_reached_within_a_cost():
    grid = at.maps.field(21)
    near = at.reachable(grid, (10, 10), max_cost=3)
    distance = at.distances(grid, (10, 10))
    np.testing.assert_array_equal(near, distance <= 3 + 1e-9)
    within = at.distances(grid, (10, 10), max_cost=3)
    np.testing.assert_array_equal(np.isfinite(within), near)
    assert near[10, 13]
    assert not near[10, 14]
    assert at.reachable(grid, (0, 0)).all()
    assert at.reachable(grid, (0, 0), max_cost=0).sum() == 1
    with pytest.raises(ValueError, match="max_cost is -1"):
        at.distances(grid, (0, 0), max_cost=-1)


def test_cheapest_paths_refuse_bad_arguments():
    grid = at.Grid.from_text(ROOMS)
    assert at.cheapest_paths(grid, (0, 0), (0, 3), 0) == []
    assert at.cheapest_paths(grid, (0, 0), (0, 8), 5) == []
    assert at.cheapest_paths(grid, (0, 0), (0, 4), 5) == []
    assert [*at.cheapest_paths(grid, (0, 0), (0, 0), 5)[0]] == [(0, 0)]
    with pytest.raises(ValueError, match="k is -1"):
        at.cheapest_paths(grid, (0, 0), (0, 3), -1)
    with pytest.raises(ValueError, match="is a wall"):
        at.cheapest_paths(grid, (0, 4), (0, 3), 1)


def test_the_registry_says_what_each_algorithm_takes():
    infos = {info.name: info for info in at.algorithms("search")}
    assert " ".join(infos) == "bfs dfs dijkstra greedy astar bidirectional ida jps best-first"
    grid = at.maps.field(4)
    for info in infos.values():
        assert info.paper
        assert info.pausable
        path = at.find_path(grid, (0, 0), (3, 2), **needed(info))
        assert path.optimal == info.optimal
    assert at.find_path(
        at.Grid(grid.cost, diagonal="never"), (0, 0), (3, 2), algorithm="bfs"
    ).optimal


@pytest.mark.parametrize("options", [{"direction": "backward"}, {"algorithm": "bidirectional"}])
def test_several_goals_far_apart_may_be_where_a_search_begins(options):
    """Starts with keys far apart: a queue that expects them close together has no room."""
    random = Random("far apart")
    for seed in range(scaled(60)):
        grid = at.maps.scattered(40, density=random.choice([0.1, 0.3]), seed=seed)
        free = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
        start, *goals = random.sample(free, 4)
        best = at.find_path(grid, start, goals, algorithm="dijkstra")
        found = at.find_path(grid, start, goals, **{"algorithm": "astar", **options})
        assert found.cost == pytest.approx(best.cost)
