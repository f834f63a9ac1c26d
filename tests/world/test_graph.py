"""Graphs: their contents, their errors, and pickling."""

import pickle
from fractions import Fraction
from math import inf, nan

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import coo_array

import asterion as at
from asterion.search import registry

EDGES = [("A", "B", 3), ("A", "C", 5), ("B", "C", 1), ("C", "A", 2)]


def parts(graph):
    return [(c.source, c.target, c.cost) for c in graph.connections]


@pytest.mark.req("S002-01")
def test_two_directions_between_two_nodes_may_cost_differently():
    graph = at.Graph([("valley", "hill", 9), ("hill", "valley", 2)])
    assert at.find_path(graph, "valley", "hill").cost == 9
    assert at.find_path(graph, "hill", "valley").cost == 2
    with pytest.raises(ValueError, match=r"cost\[1\] is -2.0; a cost must be >= 0, or inf"):
        at.Graph([("valley", "hill", 9), ("hill", "valley", -2)])


@pytest.mark.req("S002-02")
def test_parallel_connections_are_kept_apart_and_the_cheaper_one_is_taken():
    graph = at.Graph([("A", "B", 4), ("A", "B", 3), ("B", "C", 1)])
    path = at.find_path(graph, "A", "C")
    assert path.connections.tolist() == [1, 2]
    graph.set_cost(0, 2)
    path = at.find_path(graph, "A", "C")
    assert path.connections.tolist() == [0, 2]
    assert path.cost == 3
    assert graph.neighbours("A") == [("B", 2.0), ("B", 3.0)]


@pytest.mark.req("S002-03")
def test_costs_depend_on_the_character_and_change_during_play():
    class Character:
        def __init__(self, swims, climbs):
            self.factors = {"swim": 1 / swims if swims else inf, "climb": 1 / climbs, "walk": 1}

        def factor(self, connection):
            return self.factors[connection.kind]

    edges = [("shore", "island", 6), ("shore", "cliff", 2), ("cliff", "island", 5)]
    graph = at.Graph(edges, kinds=["swim", "walk", "climb"])
    frog, goat = Character(3, 0.5), Character(0, 2)
    assert at.find_path(graph.view(frog.factor), "shore", "island").connections.tolist() == [0]
    dry = graph.view(goat.factor)
    path = at.find_path(dry, "shore", "island")
    assert path.connections.tolist() == [1, 2]
    assert path.cost == 2 + 5 / 2
    graph.set_cost(2, 50)  # it rains, and the cliff is slippery
    assert at.find_path(dry, "shore", "island").cost == 2 + 25
    assert dry.costs.tolist() == [inf, 2, 25]
    assert at.find_path(graph, "shore", "island").connections.tolist() == [0]


@pytest.mark.req("S002-06")
def test_a_guard_runs_to_the_nearest_alarm():
    graph = at.Graph([("post", "yard", 2), ("yard", "gate", 5), ("yard", "tower", 4)])
    path = at.find_path(graph, "post", ["gate", "tower"])
    assert path[-1] == "tower"
    assert at.find_path(graph, "post", {"gate"}).cost == 7
    assert at.find_path(graph, "post", ["post", "gate"]).nodes == ["post"]


def test_names_are_any_hashable_and_keep_their_order():
    names = ["b", ("tuple", 1), frozenset({3}), 2.5, None]
    graph = at.Graph([(names[0], names[1], 1), (names[1], names[2], 1)], nodes=names)
    assert [*graph.nodes] == names
    assert at.find_path(graph, "b", frozenset({3})).nodes == names[:3]
    assert not at.find_path(graph, "b", None)
    assert None in graph
    assert "c" not in graph
    assert [] not in graph
    assert [*at.Graph(EDGES).nodes] == ["A", "B", "C"]


def test_arrays_of_every_form_make_the_same_graph():
    columns = np.array([0, 0, 1]), np.array([1, 2, 2]), np.array([3.0, 5, 1])
    same = [
        at.Graph(columns),
        at.Graph(np.stack(columns, axis=1)),
        at.Graph([(0, 1, 3), (0, 2, 5), (1, 2, 1)], nodes=3),
        at.Graph((columns[0].astype(np.uint8), columns[1].astype(np.int32), columns[2])),
    ]
    for graph in same:
        assert parts(graph) == [(0, 1, 3.0), (0, 2, 5.0), (1, 2, 1.0)]
        assert [*graph.nodes] == [0, 1, 2]
        assert at.find_path(graph, 0, 2).cost == 4
    named = at.Graph(columns, nodes="xyz")
    assert at.find_path(named, "x", "z").nodes == ["x", "y", "z"]


def test_a_graph_may_be_empty_or_in_pieces():
    assert len(at.Graph([])) == 0
    assert at.Graph([]).connections == []
    lonely = at.Graph([], nodes=["A", "B"])
    assert at.find_path(lonely, "A", "A").cost == 0
    for components in (True, False):
        path = at.find_path(lonely, "A", "B", components=components)
        assert path.status == "unreachable"
    assert at.distances(lonely, "A").tolist() == [0, inf]


@pytest.mark.parametrize(
    ("edit", "error", "words"),
    [
        (lambda g: g.set_cost(9, 1), IndexError, "there is no connection 9; the graph has 4"),
        (lambda g: g.set_cost(-1, 1), IndexError, "there is no connection -1"),
        (lambda g: g.set_cost(2**80, 1), IndexError, "there is no connection"),
        (lambda g: g.set_cost("A", 1), TypeError, "connection is 'A'; it must be the number"),
        (lambda g: g.set_cost(0, -1), ValueError, r"cost\[0\] is -1.0"),
        (lambda g: g.set_cost(0, nan), ValueError, r"cost\[0\] is nan"),
        (lambda g: g.set_cost(0, "x"), TypeError, "cost is 'x'; it must be a number"),
        (lambda g: g.set_costs([1, 2]), ValueError, r"costs has shape \(2,\); there are 4 conn"),
        (lambda g: g.set_costs([1], [0.5]), TypeError, "connections is of type float64"),
        (lambda g: g.set_costs([1, 2, 3, -4]), ValueError, r"cost\[3\] is -4.0"),
        (lambda g: g.view([1, 2]), ValueError, "factors has 2 values; the graph has 4"),
        (lambda g: g.view({"jump": 1}), ValueError, "factors is by kinds; the connections of this"),
        (lambda g: g.view([1, 1, 1, -1]), ValueError, r"factors\[3\] is -1.0; a factor must be"),
        (lambda g: g.view(lambda _: "x"), TypeError, r"factors\[0\] is 'x'; it must be a number"),
    ],
)
def test_what_is_no_edit_is_refused_and_nothing_is_lost(edit, error, words):
    graph = at.Graph(EDGES)
    before = graph.costs.tolist()
    with pytest.raises(error, match=words):
        edit(graph)
    assert graph.costs.tolist() == before
    assert graph.version == 0


def test_costs_are_edited_in_place_and_the_journal_says_which():
    graph = at.Graph(EDGES)
    search = at.Search(graph, "A", "C", algorithm="astar")
    search.step()
    graph.set_costs([8, 5], connections=[2, 1])
    assert graph.version == 1
    assert graph.changes(since=0).tolist() == [2]  # the other cost did not change
    with pytest.raises(at.WorldChanged):
        search.step()
    graph.set_costs(7)
    assert graph.costs.tolist() == [7] * 4
    graph.set_cost(1, inf)
    assert at.find_path(graph, "A", "C").nodes == ["A", "B", "C"]
    graph.set_cost(0, Fraction(1, 2))
    assert graph.costs[0] == 0.5


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint8, np.uint64, list, tuple])
def test_connections_are_named_by_whole_numbers_of_any_type(kind):
    graph = at.Graph(EDGES)
    numbers = [2, 1]
    given = np.array(numbers, kind) if issubclass(kind, np.integer) else kind(numbers)
    graph.set_costs([8, 5], connections=given)
    assert graph.costs[[1, 2]].tolist() == [5, 8]


def test_a_path_on_a_graph_is_made_of_nodes_and_connections():
    graph = at.Graph(EDGES)
    path = at.find_path(graph, "A", "C")
    assert [*path] == path.nodes == ["A", "B", "C"]
    assert path[-1] == "C"
    assert len(path) == 3
    assert repr(path) == "<Path found: 3 nodes, cost 4.0>"
    assert at.validate(graph, path) == at.validate(graph, ["A", "B", "C"]) == 4
    with pytest.raises(AttributeError, match="a path on a graph has nodes and connections"):
        _ = path.cells
    with pytest.raises(AttributeError, match="a path on a grid has cells"):
        _ = at.find_path(at.Grid([[1, 1]]), (0, 0), (0, 1)).connections
    graph.set_cost(0, inf)
    with pytest.raises(at.InvalidPath, match="step 0 uses connection 0, which is closed"):
        at.validate(graph, path)


@pytest.mark.parametrize(
    ("third", "fault"),
    [
        ([], "step 1 uses connection 2; the graph has 2"),
        ([("C", "B", 1)], "step 1 uses connection 2, which does not begin where the path is"),
        ([("B", "A", 1)], "the connections of the path do not lead over its nodes"),
    ],
)
def test_a_path_of_another_graph_is_refused_with_the_reason(third, fault):
    path = at.find_path(at.Graph(EDGES), "A", "C")
    assert path.connections.tolist() == [0, 2]
    with pytest.raises(at.InvalidPath, match=fault):
        at.validate(at.Graph([*EDGES[:2], *third]), path)


def test_graphs_share_nothing_with_the_arrays_that_they_were_made_of():
    sources, targets, costs = np.array([0, 1]), np.array([1, 2]), np.ones(2)
    positions, kinds, factors = np.ones((3, 2)), np.array([4, 5]), np.full(2, 3.0)
    graph = at.Graph((sources, targets, costs), positions=positions, kinds=kinds)
    view = graph.view(factors)
    for array in (sources, targets, costs, positions, kinds, factors):
        array[:] = 0
    assert parts(graph) == [(0, 1, 1), (1, 2, 1)]
    assert [c.kind for c in graph.connections] == [4, 5]
    assert graph.positions.tolist() == [[1, 1]] * 3
    for one in (view, pickle.loads(pickle.dumps(view))):
        assert one.costs.tolist() == [3, 3]
        assert at.find_path(one, 0, 2).cost == 6


def test_graphs_views_and_paths_survive_pickling_and_copying():
    graph = at.Graph(EDGES, positions=[[0, 0], [1, 0], [2, 0]], kinds=[1, 2, 1, 2])
    graph.set_cost(0, 30)
    view = graph.view({2: 4})
    for twin in (pickle.loads(pickle.dumps(graph)), graph.copy()):
        assert parts(twin) == parts(graph)
        assert twin.positions.tolist() == graph.positions.tolist()
        assert twin.kinds == graph.kinds
        twin.set_cost(0, 1)
        assert graph.costs[0] == 30
    assert pickle.loads(pickle.dumps(view)).costs.tolist() == view.costs.tolist() == [30, 20, 1, 8]
    path = at.find_path(graph, "A", "C")
    again = pickle.loads(pickle.dumps(path))
    assert (again.nodes, again.cost) == (path.nodes, path.cost)
    assert again.connections.tolist() == path.connections.tolist()
    numbered = at.Graph((np.array([0]), np.array([1]), np.array([2.0])))
    assert [*pickle.loads(pickle.dumps(numbered)).nodes] == [0, 1]
    nowhere = pickle.loads(pickle.dumps(at.find_path(graph, "A", "B", max_cost=0)))
    assert not nowhere


def test_networkx_and_back_keeps_names_order_and_parallel_edges():
    there = nx.MultiDiGraph()
    there.add_node("island", pos=(3.0, 4.0))
    for name, place in (("B", (0.0, 1.0)), (("a", 1), (2.0, 2.0))):
        there.add_node(name, pos=place)
    edges = [("B", ("a", 1), 3.0), ("B", ("a", 1), 2.0), (("a", 1), "island", 0.0)]
    there.add_weighted_edges_from(edges)
    graph = at.Graph.from_networkx(there)
    assert [*graph.nodes] == ["island", "B", ("a", 1)]
    assert graph.positions.tolist() == [[3, 4], [0, 1], [2, 2]]
    back = graph.to_networkx()
    assert [*back.nodes(data="pos")] == [*there.nodes(data="pos")]
    assert [*back.edges(data="weight")] == [*there.edges(data="weight")]
    assert parts(at.Graph.from_networkx(back)) == parts(graph)
    both_ways = at.Graph.from_networkx(nx.path_graph(3))
    assert parts(both_ways) == [(0, 1, 1.0), (1, 0, 1.0), (1, 2, 1.0), (2, 1, 1.0)]
    with pytest.raises(TypeError, match="graph is 3; it must be a graph of networkx"):
        at.Graph.from_networkx(3)


def test_scipy_and_back_keeps_the_matrix():
    matrix = coo_array(([3.0, 0.0, 2.5], ([0, 2, 1], [1, 0, 2])), shape=(4, 4)).tocsr()
    graph = at.Graph.from_scipy(matrix)
    assert parts(graph) == [(0, 1, 3.0), (1, 2, 2.5), (2, 0, 0.0)]
    assert len(graph) == 4
    back = graph.to_scipy()
    assert (back.indptr.tolist(), back.indices.tolist(), back.data.tolist()) == (
        matrix.indptr.tolist(),
        matrix.indices.tolist(),
        matrix.data.tolist(),
    )
    named = at.Graph.from_scipy(matrix, nodes="wxyz")
    assert at.find_path(named, "w", "y").cost == 5.5
    several = at.Graph([(0, 1, 5), (0, 1, 4), (1, 0, inf)], nodes=2).to_scipy()
    assert several.toarray().tolist() == [[0, 4], [0, 0]]
    with pytest.raises(ValueError, match=r"matrix has shape \(2, 3\); it must be square"):
        at.Graph.from_scipy(coo_array((2, 3)))
    with pytest.raises(ValueError, match="nodes has 3 names; the matrix has shape"):
        at.Graph.from_scipy(matrix, nodes="xyz")
    with pytest.raises(TypeError, match="matrix is 3; it must be a sparse matrix"):
        at.Graph.from_scipy(3)


def test_half_a_million_connections_are_built_from_arrays_without_a_loop_in_python():
    rng = np.random.default_rng(1)
    columns = (*rng.integers(0, 100_000, (2, 500_000)), rng.integers(1, 101, 500_000))
    graph = at.Graph(columns, nodes=100_000)
    assert isinstance(graph.nodes, range)
    assert at.find_path(graph, 0, 99_999).cost == at.distances(graph, 0)[99_999]


def test_estimates_by_position_never_mislead_and_save_work():
    side = 40
    grid = at.Grid(np.ones((side, side)))
    graph = at.Graph.from_grid(grid)
    blind = at.find_path(graph, (0, 0), (side - 1, 5), algorithm="astar", heuristic="zero")
    seeing = at.find_path(graph, (0, 0), (side - 1, 5), algorithm="astar")
    assert seeing.cost == pytest.approx(blind.cost)
    assert seeing.optimal
    assert 5 * seeing.stats.expanded < blind.stats.expanded
    for name in ("manhattan", "euclidean", "octile", "chebyshev", "auto"):
        assert at.check_heuristic(graph, name, (3, 3)).consistent


def test_a_search_on_a_graph_can_be_paused_and_looked_into():
    graph = at.Graph(EDGES)
    search = at.Search(graph, "A", "C", algorithm="dijkstra", trace=True)
    assert search.step() == "running"
    assert search.state.tolist() == [2, 1, 1]
    assert search.g.tolist() == [0, 3, 5]
    assert search.parent.tolist() == [-1, 0, 0]
    assert search.best_so_far.nodes == ["A", "B"]
    assert search.run() == "found"
    assert [(e.kind, e.cell, e.parent, e.g) for e in search.trace][:3] == [
        ("opened", "A", None, 0.0),
        ("closed", "A", None, 0.0),
        ("opened", "B", "A", 3.0),
    ]
    slow = at.Search(graph, "A", "C", algorithm="dijkstra")
    while slow.step() == "running":
        pass
    assert slow.path.nodes == search.path.nodes


def test_many_paths_at_once_are_the_same_on_any_number_of_threads():
    rng = np.random.default_rng(3)
    columns = (*rng.integers(0, 500, (2, 2500)), rng.integers(1, 50, 2500))
    graph = at.Graph(columns, nodes=500)
    starts, goals = rng.integers(0, 500, (2, 200)).tolist()
    one = at.find_paths(graph, starts, goals, threads=1)
    two = at.find_paths(graph, starts, goals, threads=2)
    assert [p.nodes for p in one] == [p.nodes for p in two]
    assert [p.cost for p in one] == [
        at.find_path(graph, *e).cost for e in zip(starts, goals, strict=True)
    ]


def test_reasons_on_a_graph_name_connections():
    graph = at.Graph([*EDGES, ("C", "D", inf), ("D", "E", 1), ("A", "E", inf)], kinds=[*"rrwwrrw"])
    view = graph.view({"w": 3})
    told = at.explain(at.find_path(view, "A", "C"))
    assert told.cost == 5
    assert told.by_kind == {"r": 5.0}
    assert "in all" in str(told)
    barrier = at.explain(at.find_path(graph, "A", "E"))
    assert [c.id for c in barrier.closed] == [6]
    barrier = at.explain(at.find_path(graph, "A", "D"))
    assert [c.id for c in barrier.closed] == [4]
    assert barrier.nodes == ["A", "B", "C", "D"]
    apart = at.Graph([("A", "B", 1), ("C", "D", 1)], positions=[[0, 0], [1, 0], [3, 0], [2, 0]])
    barrier = at.explain(at.find_path(apart, "A", "D"))
    assert barrier.missing == ("B", "D")
    assert "'B' -> 'D'  missing" in str(barrier)


def test_a_report_on_a_graph_reads_as_a_table_of_at_most_forty_connections():
    graph = at.Graph([("A", "B", 1), ("B", "C", 2)], kinds=["road", "water"])
    view = graph.view({"water": 3})
    told = at.explain(at.find_path(view, "A", "C"))
    assert str(told).splitlines() == [
        "connection  from  to  kind   cost       share",
        "0           A     B   road   1          14%",
        "1           B     C   water  6 = 2 x 3  86%",
        "in all                       7          100%",
    ]
    for moves in (40, 41, 50):
        chain = at.Graph([(node, node + 1, 1) for node in range(moves)])
        head, *lines, last = str(at.explain(at.find_path(chain, 0, moves))).splitlines()
        more = [f"and {moves - 40} more"] if moves > 40 else []
        assert head.split() == ["connection", "from", "to", "kind", "cost", "share"]
        assert [line.split()[0] for line in lines[:40]] == [str(i) for i in range(40)]
        assert lines[40:] == more
        assert last.split() == ["in", "all", str(moves), "100%"]


def test_a_custom_search_takes_graphs_if_it_is_registered_for_them(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", {**registry._REGISTRY})

    class Hop:
        def __init__(self, world, start, goals):
            self.path = at.Path.from_nodes(world, [start, goals[0]])

        def step(self):
            return "found"

    at.register("hop", Hop, worlds=("grid", "graph"))
    at.register("grid-hop", Hop)
    graph = at.Graph(EDGES)
    assert at.find_path(graph, "A", "B", algorithm="hop").nodes == ["A", "B"]
    with pytest.raises(ValueError, match="'grid-hop' is for a grid; this world is a graph"):
        at.find_path(graph, "A", "B", algorithm="grid-hop")


@pytest.mark.req("S000-14", "S002-01")
def test_with_connections_that_cost_nothing_paths_are_cheapest_too():
    """Cycles of cost 0 among them; the oracle relaxes all connections until nothing changes."""
    rng, nodes, reached = np.random.default_rng(4), 14, 0
    for _ in range(100):
        tails, heads = rng.integers(0, nodes, (2, 40))
        costs = rng.choice([0, 0, 1, 2.5], 40)
        graph = at.Graph((tails, heads, costs), nodes=nodes)
        best = np.full(nodes, np.inf)
        best[0] = 0
        for _ in range(nodes):
            np.minimum.at(best, heads, best[tails] + costs)
        for goal in range(1, nodes):
            for algorithm in ("astar", "dijkstra"):
                path = at.find_path(graph, 0, goal, algorithm=algorithm)
                assert path.found == np.isfinite(best[goal])
                assert not path or at.validate(graph, path) == path.cost == best[goal]
            reached += path.found and best[goal] == 0
    assert reached > 100
