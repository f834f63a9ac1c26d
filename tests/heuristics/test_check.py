"""Custom estimates, and ``check_heuristic``, which tests admissibility and consistency."""

import re
import threading

import numpy as np
import pytest

import asterion as at


@pytest.mark.req("S001-16")
@pytest.mark.req("S003-05")
@pytest.mark.parametrize("density", [0, 0.3])
def test_check_heuristic_knows_the_named_ones(density):
    """Manhattan is consistent with four moves and neither with eight, where a free diagonal is."""
    for diagonal, good in [
        ("never", {"zero", "manhattan", "euclidean", "octile", "chebyshev"}),
        ("clear", {"zero", "euclidean", "octile", "chebyshev"}),
        ("always", {"zero", "euclidean", "octile", "chebyshev"}),
    ]:
        grid = at.maps.scattered(15, density=density, seed=3, diagonal=diagonal)
        grid[7, 7] = 1
        grid[10, 2] = 4
        for name in ("zero", "manhattan", "euclidean", "octile", "chebyshev", "auto"):
            report = at.check_heuristic(grid, name, (7, 7))
            assert report.admissible == report.consistent == (name in good or name == "auto")
            assert (report.overestimate > 0) == (not report.admissible)


@pytest.mark.req("S001-16")
def test_check_heuristic_finds_what_is_wrong_with_the_tables_of_the_lecture():
    for number, expected in {2: (True, False), 3: (False, False)}.items():
        _, graph, _, goal, table = at.lecture.example(number)
        report = at.check_heuristic(graph, table, goal)
        assert (report.admissible, report.consistent) == expected
        if number == 2:  # 8 > 1 + 6
            assert (report.inconsistent_move, report.inconsistency) == (("B", "C"), 1)
        else:  # 16, and the true distance is 11
            assert (report.overestimated_at, report.overestimate) == ("B", 5)


@pytest.mark.req("S001-16")
def test_check_heuristic_reports_where_and_by_how_much():
    grid = at.Grid([[1, 1, 1, 1, 1]])
    report = at.check_heuristic(grid, [[4, 3, 2.5, 1, 0]], (0, 4))
    assert (report.admissible, report.consistent) == (False, False)
    assert (report.overestimate, report.overestimated_at) == (0.5, (0, 2))
    assert (report.inconsistency, report.inconsistent_move) == (0.5, ((0, 2), (0, 3)))
    # Admissible and yet inconsistent, like the lecture's table on B -> C.
    report = at.check_heuristic(grid, lambda cell: [4, 3, 0, 1, 0][cell[1]], (0, 4))
    assert (report.admissible, report.consistent) == (True, False)
    assert report.inconsistent_move == ((0, 1), (0, 2))
    assert report.inconsistency == 2
    # Above 0 at the goal: no move shows it.
    report = at.check_heuristic(grid, lambda _: 5, (0, 4))
    assert (report.admissible, report.consistent, report.inconsistent_move) == (False, False, None)
    perfect = at.distances(grid, (0, 4), direction="to")
    assert at.check_heuristic(grid, perfect, (0, 4))[:2] == (True, True)
    with pytest.raises(ValueError, match="heuristic is 'air'"):
        at.check_heuristic(grid, "air", (0, 4))


@pytest.mark.req("S002-22")
def test_both_stop_rules_with_an_estimate_that_is_too_large():
    """Fast stops at the goal with a longer path; guaranteed continues to the cheapest."""
    grid = at.Grid.from_text("...\n2#.\n...", diagonal="never")
    values = np.zeros((3, 3))
    values[0, 1] = 9  # hides the better path
    fast = at.find_path(grid, (0, 0), (2, 2), heuristic=values)
    sure = at.find_path(grid, (0, 0), (2, 2), heuristic=values, stop="guaranteed")
    assert (fast.cost, fast.optimal) == (5, False)
    assert (sure.cost, sure.optimal) == (4, True)
    assert sure.stats.expanded > fast.stats.expanded
    assert fast.cost <= sure.cost + 9


@pytest.mark.req("S002-25")
def test_a_perfect_estimate_expands_the_path_alone():
    grid = at.maps.maze(41, seed=5)
    perfect = at.distances(grid, (40, 40), direction="to")
    perfect[np.isinf(perfect)] = 0
    path = at.find_path(grid, (0, 0), (40, 40), heuristic=perfect)
    assert path.stats.expanded == len(path) - 1
    plain = at.find_path(grid, (0, 0), (40, 40), algorithm="astar")
    assert path.stats.expanded < plain.stats.expanded
    asked = []
    called = at.find_path(grid, (0, 0), (40, 40), heuristic=lambda c: asked.append(c) or perfect[c])
    assert [*called] == [*path]
    assert len(asked) == len(set(asked))  # once per cell
    assert all(type(r) is int and type(c) is int for r, c in asked)


@pytest.mark.req("S002-20")
@pytest.mark.parametrize(
    ("heuristic", "error", "message"),
    [
        (np.full((3, 3), -1.0), ValueError, "heuristic[0, 0] is -1.0; an estimate must be >= 0"),
        ([[0, 0, 0], [0, 0, np.nan], [0, 0, 0]], ValueError, "heuristic[1, 2] is nan"),
        (np.zeros((2, 3)), ValueError, "heuristic has shape (2, 3); the world has (3, 3)"),
        (3, ValueError, "heuristic has shape (); the world has (3, 3)"),
        (None, TypeError, "heuristic is of type object"),
        (lambda _: -2, ValueError, "heuristic(0, 0) is -2.0; an estimate must be >= 0"),
        (lambda _: float("nan"), ValueError, "heuristic(0, 0) is nan"),
        (lambda _: "far", TypeError, "heuristic(0, 0) is 'far'; an estimate must be a number"),
        (lambda _: 1 / 0, ZeroDivisionError, "division by zero"),
    ],
    ids=[
        "negative",
        "nan",
        "shape",
        "scalar",
        "none",
        "calls -2",
        "calls nan",
        "calls word",
        "raises",
    ],
)
def test_bad_estimates_are_refused(heuristic, error, message):
    grid = at.maps.field(3)
    for algorithm in ("astar", "greedy", "ida"):
        with pytest.raises(error, match=re.escape(message)):
            at.find_path(grid, (0, 0), (2, 2), heuristic=heuristic, algorithm=algorithm)
    with pytest.raises((ValueError, TypeError), match="bidirectional"):
        at.find_path(grid, (0, 0), (2, 2), heuristic=heuristic, algorithm="bidirectional")
    assert at.find_path(grid, (0, 0), (2, 2)).found  # no lock was left behind


def test_a_search_whose_heuristic_raised_is_over_until_it_restarts():
    grid = at.maps.field(6)
    calls = []

    def moody(cell):
        calls.append(cell)
        if len(calls) == 10:
            raise KeyError("not now")
        return 0

    search = at.Search(grid, (0, 0), (5, 5), heuristic=moody, stop="guaranteed")
    with pytest.raises(KeyError, match="not now"):
        search.run()
    assert search.run() == search.status == "stopped"
    assert not search.path
    search.restart()
    assert search.run() == "found"
    assert search.path.cost == at.find_path(grid, (0, 0), (5, 5)).cost
    calls[:] = [None] * 9
    grid[3, 3] = 2
    with pytest.raises(KeyError, match="not now"):
        search.restart()  # nothing is lost: the old one is still there
    assert search.run() == "found"


def test_a_world_cannot_be_changed_from_inside_a_heuristic():
    grid = at.maps.field(5)

    def edits(_):
        grid[4, 0] = 0
        return 0

    def looks_again(cell):
        blocked = np.zeros((5, 5), bool)
        return len(at.find_path(grid.view(blocked=blocked), cell, (4, 4)))

    for heuristic in (edits, looks_again):
        with pytest.raises(at.BusyWorld, match="from inside a heuristic"):
            at.find_path(grid, (0, 0), (4, 4), heuristic=heuristic)
    assert grid.version == 0
    # Asking the same world is fine, and so is editing another.
    other = at.maps.field(5)

    def asks(cell):
        other[0, 0] = 3
        return at.find_path(grid, cell, (4, 4)).cost

    assert at.find_path(grid, (0, 0), (4, 4), heuristic=asks).stats.expanded == 4


def test_callables_on_many_threads_do_not_wait_for_each_other_for_ever():
    grid = at.maps.field(30)
    results = []

    def ask():
        search = at.Search(grid, (0, 0), (29, 29), heuristic=lambda c: 58 - c[0] - c[1])
        while search.step(5) == "running":
            pass
        results.append(search.path.cost)

    def edit():
        for i in range(200):
            other = at.maps.field(4)
            other[i % 4, 1] = 0

    workers = [threading.Thread(target=work) for work in (ask, ask, edit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=60)
    assert len(results) == 2


def test_a_batch_with_a_callable():
    grid = at.maps.field(6)
    paths = at.find_paths(grid, [(0, 0)] * 5, [(5, 5)] * 5, threads=4, heuristic=lambda _: 1)
    assert {path.cost for path in paths} == {at.find_path(grid, (0, 0), (5, 5)).cost}
    with pytest.raises(ZeroDivisionError):
        at.find_paths(grid, [(0, 0)] * 5, [(5, 5)] * 5, threads=4, heuristic=lambda _: 1 / 0)
    assert at.find_path(grid, (0, 0), (5, 5)).found
