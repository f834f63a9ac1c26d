"""The lecture's examples, line by line, and the laws of its lists on graphs of every kind."""

from itertools import pairwise
from math import inf
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled

# As the lecture prints them: the current node; closed, open and unvisited nodes after it.
DIJKSTRA = """
[1] N: A  C: A(ϕ,0)  O: B(A,3) C(A,5) D(A,9)  U: E, F
[2] N: B  C: A(ϕ,0) B(A,3)  O: C(B,4) D(A,9)  U: E, F
[3] N: C  C: A(ϕ,0) B(A,3) C(B,4)  O: D(C,7) E(C,14) F(C,15)  U: ϕ
[4] N: D  C: A(ϕ,0) B(A,3) C(B,4) D(C,7)  O: E(D,13) F(C,15)  U: ϕ
[5] N: E  C: A(ϕ,0) B(A,3) C(B,4) D(C,7) E(D,13)  O: F(E,14)  U: ϕ
"""
UNDERESTIMATING = """
[1] N: A  C: A(ϕ,0,10)  O: B(A,3,11) C(A,5,11) D(A,9,13)
[2] N: B  C: A(ϕ,0,10) B(A,3,11)  O: C(B,4,10) D(A,9,13)
[3] N: C  C: A(ϕ,0,10) B(A,3,11) C(B,4,10)  O: D(C,7,11) E(C,14,15) F(C,15,15)
[4] N: D  C: A(ϕ,0,10) B(A,3,11) C(B,4,10) D(C,7,11)  O: E(D,13,14) F(C,15,15)
[5] N: E  C: A(ϕ,0,10) B(A,3,11) C(B,4,10) D(C,7,11) E(D,13,14)  O: F(E,14,14)
"""
OVERESTIMATING = """
[1] N: A  C: A(ϕ,0,17)  O: B(A,3,19) C(A,5,16) D(A,9,17)
[2] N: C  C: A(ϕ,0,17) C(A,5,16)  O: B(A,3,19) D(C,8,16) E(C,15,16) F(C,16,16)
[3] N: D  C: A(ϕ,0,17) C(A,5,16) D(C,8,16)  O: B(A,3,19) E(D,14,15) F(C,16,16)
[4] N: E  C: A(ϕ,0,17) C(A,5,16) D(C,8,16) E(D,14,15)  O: B(A,3,19) F(E,15,15)
[5] N: F  C: A(ϕ,0,17) C(A,5,16) D(C,8,16) E(D,14,15) F(E,15,15)  O: B(A,3,19)
[6] N: B  C: A(ϕ,0,17) B(A,3,19) D(C,8,16) E(D,14,15) F(E,15,15)  O: C(B,4,15)
[7] N: C  C: A(ϕ,0,17) B(A,3,19) C(B,4,15) E(D,14,15) F(E,15,15)  O: D(C,7,15)
[8] N: D  C: A(ϕ,0,17) B(A,3,19) C(B,4,15) D(C,7,15) F(E,15,15)  O: E(D,13,14)
[9] N: E  C: A(ϕ,0,17) B(A,3,19) C(B,4,15) D(C,7,15) E(D,13,14)  O: F(E,14,14)
"""
PRINTED = {1: DIJKSTRA, 2: UNDERESTIMATING, 3: OVERESTIMATING}


def traced(number, **rules):
    _, graph, start, goal, heuristic = at.lecture.example(number)
    return at.lecture_trace(graph, start, goal, heuristic=heuristic, **rules)


@pytest.mark.req("S002-14")
@pytest.mark.req("S002-23")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_examples_are_written_as_the_lecture_writes_them(number):
    trace = traced(number)
    assert str(trace) == PRINTED[number].strip()
    assert trace.path.nodes == ["A", "B", "C", "D", "E", "F"]
    assert trace.path.cost == 14


@pytest.mark.req("S002-10")
def test_before_the_first_iteration_the_start_is_open_and_all_else_unvisited():
    assert str(traced(1).beginning) == "[0] N: ϕ  C: ϕ  O: A(ϕ,0)  U: B, C, D, E, F"
    assert str(traced(3).beginning) == "[0] N: ϕ  C: ϕ  O: A(ϕ,0,17)"
    assert traced(3).beginning.unvisited == ("B", "C", "D", "E", "F")


@pytest.mark.req("S002-11")
def test_an_equal_cost_changes_nothing():
    edges = [("A", "B", 1), ("A", "C", 2), ("B", "D", 3), ("C", "D", 2), ("D", "E", 9)]
    for before, after in pairwise(at.lecture_trace(at.Graph(edges), "A", "E")):
        if after.node == "C":  # reaches D at 4, as B did
            assert before.open[-1] == after.open[-1] == ("D", "B", 4, None)
            break
    else:
        pytest.fail("C was not processed")


@pytest.mark.req("S002-13")
def test_a_path_is_its_connections_walked_back_and_turned_round():
    edges = [
        ("A", "B", 1.3),
        ("A", "C", 1.6),
        ("A", "D", 3.3),
        ("B", "E", 1.5),
        ("B", "F", 1.9),
        ("C", "D", 1.3),
        ("F", "G", 1.4),
    ]
    graph = at.Graph(edges, kinds=["I", "II", "III", "IV", "V", "VI", "VII"])
    trace = at.lecture_trace(graph, "A", "G")
    assert [graph.kinds[c] for c in trace.path.connections] == ["I", "V", "VII"]
    at_the_end = {entry.node: entry for entry in (*trace[-1].closed, *trace[-1].open)}
    back = ["G"]
    while (parent := at_the_end[back[-1]].parent) is not None:
        back.append(parent)
    assert back[::-1] == trace.path.nodes


@pytest.mark.req("S002-16")
@pytest.mark.parametrize("seed", range(scaled(30)))
def test_dijkstra_looks_at_no_more_than_n_times_m_connections(seed):
    """n nodes nearer than the goal, with m outgoing connections each on average."""
    graph, start, goal = random_graph(Random(seed))
    search = at.Search(graph, start, goal, algorithm="dijkstra", components=False)
    search.run()
    costs = at.distances(graph, start)
    near = [name for name, cost in zip(graph.nodes, costs, strict=True) if cost < inf]
    if search.path:
        near = [name for name in near if costs[graph.nodes.index(name)] <= search.path.cost]
    outgoing = [len(graph.neighbours(name)) for name in near]
    assert search.stats.moves <= len(near) * (sum(outgoing) / len(near)) + 1e-9


@pytest.mark.req("S002-21")
def test_what_is_closed_and_gets_better_is_open_again():
    trace = traced(3)
    names = [([e.node for e in i.closed], [e.node for e in i.open]) for i in trace]
    again = [(i + 1, node) for i in range(1, 9) for node in names[i][1] if node in names[i - 1][0]]
    assert again == [(6, "C"), (7, "D"), (8, "E"), (9, "F")]
    # Open nodes that improved have stayed open.
    assert "D" in names[0][1]
    assert "D" in names[1][1]


@pytest.mark.req("S002-22")
def test_the_two_stop_rules_end_the_third_example_at_15_and_at_14():
    fast, sure = traced(3, stop="fast"), traced(3, stop="guaranteed")
    assert (len(fast), fast.path.cost) == (4, 15)
    assert (len(sure), sure.path.cost) == (9, 14)
    assert fast.path.nodes == ["A", "C", "D", "E", "F"]
    assert str(sure).startswith(str(fast))


def test_ties_by_the_larger_cost_give_another_trace_than_the_lecture():
    assert str(traced(3, ties="high-g")) != OVERESTIMATING.strip()
    assert str(traced(3, ties="low-g")) == OVERESTIMATING.strip()


def test_check_heuristic_finds_what_is_wrong_with_the_tables():
    _, graph, _, goal, under = at.lecture.example(2)
    report = at.check_heuristic(graph, under, goal)
    assert (report.admissible, report.consistent) == (True, False)
    assert report.inconsistent_move == ("B", "C")
    assert report.inconsistency == 1
    over = at.check_heuristic(graph, at.lecture.example(3).heuristic, goal)
    assert (over.overestimated_at, over.overestimate) == ("B", 5)


def test_the_positions_of_the_examples_are_never_used_as_estimates():
    _, graph, start, goal, _ = at.lecture.example(1)
    assert at.check_heuristic(graph, "auto", goal).admissible
    assert at.find_path(graph, start, goal).cost == 14


# --- The laws of the lists, on graphs of every kind


def random_graph(random):
    """A graph with parallel, closed and free connections, and two of its nodes."""
    names = random.choice([list("ABCDEFGHIJ"), list("jihgfedcba"), [*range(9)], [(2, 1), "x", 7]])
    costs = [0, 1, 1, 2, 3, 5, 2.5, inf]
    edges = [
        (random.choice(names), random.choice(names), random.choice(costs))
        for _ in range(random.randrange(1, 4 * len(names)))
    ]
    graph = at.Graph(edges, nodes=names)
    return graph, random.choice(names), random.choice(names)


def random_trace(seed):
    random = Random(seed)
    graph, start, goal = random_graph(random)
    if random.random() < 0.3:
        graph = graph.view(lambda _: random.choice([1, 1, 2, inf]))
    heuristic = None
    if random.random() < 0.7:  # as wrong as can be
        heuristic = {name: random.choice([0, 1, 2, 5, 11]) for name in graph.nodes}
    rules = {
        "stop": random.choice(["fast", "guaranteed"]),
        "ties": random.choice(["fifo", "lifo", "high-g", "low-g", "random"]),
    }
    return at.lecture_trace(graph, start, goal, heuristic=heuristic, **rules)


@pytest.mark.req("S002-10")
@pytest.mark.parametrize("seed", range(scaled(60)))
def test_every_node_is_on_exactly_one_list(seed):
    trace = random_trace(seed)
    names = trace.search.world.nodes
    for iteration in (trace.beginning, *trace):
        closed, opened = ([e.node for e in part] for part in (iteration.closed, iteration.open))
        listed = [*closed, *opened, *iteration.unvisited]
        assert sorted(map(str, listed)) == sorted(map(str, names))
        assert iteration.number == 0 or iteration.node in closed + opened
        if all(isinstance(name, str) for name in names):
            assert closed == sorted(closed)
            assert opened == sorted(opened)
        else:
            assert closed == [name for name in names if name in closed]


@pytest.mark.parametrize("seed", range(scaled(60)))
def test_the_last_lists_match_the_search(seed):
    trace = random_trace(seed)
    search, last = trace.search, (trace[-1] if trace else trace.beginning)
    names = search.world.nodes
    for state, entries in ((1, last.open), (2, last.closed)):
        assert {e.node for e in entries} == {
            names[i] for i in np.flatnonzero(search.state == state)
        }
    for entry in (*last.open, *last.closed):
        node = names.index(entry.node)
        assert entry.cost == search.g[node]
        parent = search.parent[node]
        assert entry.parent == (None if parent < 0 else names[parent])
        if entry.estimate is not None:
            assert entry.estimate == entry.cost + search.h[node]


@pytest.mark.parametrize("seed", range(scaled(20)))
def test_an_iteration_is_the_same_by_its_place_and_in_a_loop(seed):
    trace = random_trace(seed)
    assert [*trace] == [trace[i] for i in range(len(trace))] == trace[:]
    assert [i.number for i in trace] == [*range(1, len(trace) + 1)]


@pytest.mark.parametrize("reopen", ["passive", "active", "off"])
def test_the_lists_of_any_search_can_be_written_down(reopen):
    _, graph, start, goal, over = at.lecture.example(3)
    rules = {"heuristic": over, "ties": "fifo", "stop": "guaranteed", "reopen": reopen}
    search = at.Search(graph, start, goal, algorithm="astar", trace=True, **rules)
    search.step(3)
    assert len(at.lecture.LectureTrace(search)) == 3
    search.run()
    last = at.lecture.LectureTrace(search)[-1]
    assert [e.node for e in last.closed] == [
        name for name, state in zip(graph.nodes, search.state, strict=True) if state == 2
    ]
    assert {e.node: e.cost for e in (*last.open, *last.closed)} == dict(
        zip(graph.nodes, search.g.tolist(), strict=True)
    )


def test_a_goal_out_of_reach_shows_the_whole_search():
    graph = at.Graph([("A", "B", 1), ("C", "A", 1)])
    trace = at.lecture_trace(graph, "A", "C")
    assert str(trace[-1]) == "[2] N: B  C: A(ϕ,0) B(A,1)  O: ϕ  U: C"
    assert not trace.path


def test_a_start_that_is_the_goal_needs_no_iteration():
    trace = at.lecture_trace(at.Graph([("A", "B", 1)]), "A", "A")
    assert len(trace) == 0
    assert str(trace) == ""
    assert trace.path.nodes == ["A"]


def test_costs_are_written_without_what_rounding_left_of_them():
    graph = at.Graph([("A", "B", 0.1), ("B", "C", 0.2), ("C", "D", 1e6)])
    assert str(at.lecture_trace(graph, "A", "D")[-1].open[0]) == "D(C,1000000.3)"


def test_what_cannot_be_written_down_is_refused_by_name():
    grid = at.Grid([[1, 1]])
    with pytest.raises(at.InvalidType, match=r"graph is <Grid.*; it must be a Graph or a view"):
        at.lecture_trace(grid, (0, 0), (0, 1))
    with pytest.raises(at.InvalidType, match="world of search is <Grid"):
        at.lecture.LectureTrace(at.Search(grid, (0, 0), (0, 1), trace=True))
    with pytest.raises(at.InvalidType, match="search is 3; it must be a Search"):
        at.lecture.LectureTrace(3)
    with pytest.raises(at.InvalidValue, match="number is 4; the examples are 1, 2 and 3"):
        at.lecture.example(4)
    with pytest.raises(at.InvalidValue, match="stop is 'never'"):
        traced(3, stop="never")
    trace = traced(1)
    with pytest.raises(at.OutsideWorld, match="no iteration at 5; there are 5"):
        trace[5]
    with pytest.raises(at.InvalidType, match="index is 'A'; it must be a whole number"):
        trace["A"]
