"""networkx finds the backend, keeps what it converted until the graph changes, and falls back."""

import copy
import inspect
import logging
import os
import pickle
import subprocess
import sys

import networkx as nx
import pytest
from networkx.utils.backends import _registered_algorithms

import _asterion_networkx
from asterion.networkx_backend import interface
from asterion.networkx_backend.conversion import ConvertedGraph


@pytest.fixture(autouse=True)
def no_warnings_of_the_cache():
    with nx.config(warnings_to_ignore={"cache"}):
        yield


@pytest.fixture
def first_choice():
    with nx.config(backend_priority=["asterion"]):
        yield


@pytest.fixture
def used(caplog):
    """The backend of each call so far, as networkx logs it."""
    caplog.set_level(logging.DEBUG, "networkx")

    def which():
        texts = [record.getMessage() for record in caplog.records]
        return [text.split("for call to ")[1].split("'")[1] for text in texts if "Using b" in text]

    return which


def kept(graph):
    return [*graph.__networkx_cache__.get("backends", {}).get("asterion", {}).values()]


def square():
    """Two paths from a to d: over b it costs 3, over c 4."""
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("a", "b", 1), ("b", "d", 2), ("a", "c", 1), ("c", "d", 3)])
    return graph


def test_the_functions_that_networkx_lists_match_the_backend():
    listed = {*_asterion_networkx.get_info()["functions"]}
    assert listed == {*vars(interface)} & {*_registered_algorithms}
    assert "asterion" in nx.shortest_path.__doc__


def test_arguments_have_the_names_and_the_order_of_networkx():
    for name in _asterion_networkx.get_info()["functions"]:
        theirs = inspect.signature(getattr(nx, name)).parameters
        assert [*theirs] == [*interface.parameters_of(name), "backend", "backend_kwargs"], name


def test_networkx_is_imported_without_asterion_or_numpy():
    code = "import sys, networkx; print({'asterion', 'numpy'} & {*sys.modules})"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    assert output.stdout.strip() == "set()"


def test_one_variable_of_the_environment_is_enough():
    code = (
        "import networkx as nx, sys; nx.config.warnings_to_ignore.add('cache')\n"
        "graph = nx.path_graph(9)\n"
        "print(nx.single_source_dijkstra_path_length(graph, 0)[8], 'asterion' in sys.modules)"
    )
    for variable in ("NETWORKX_BACKEND_PRIORITY", "NETWORKX_BACKEND_PRIORITY_ALGOS"):
        output = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            text=True,
            env={**os.environ, variable: "asterion"},
        )
        assert output.stdout.split() == ["8", "True"], variable


# --- Conversions are kept until the graph changes


@pytest.mark.usefixtures("first_choice")
def test_a_conversion_is_kept_until_the_graph_changes():
    graph = square()
    assert nx.dijkstra_path(graph, "a", "d") == ["a", "b", "d"]
    (first,) = kept(graph)
    assert nx.dijkstra_path_length(graph, "a", "d") == 3
    assert kept(graph) == [first]
    graph.add_edge("b", "d", weight=9)
    assert kept(graph) == []
    assert nx.dijkstra_path(graph, "a", "d") == ["a", "c", "d"]
    graph.remove_edge("c", "d")
    assert nx.dijkstra_path_length(graph, "a", "d") == 10
    graph.remove_node("b")
    with pytest.raises(nx.NetworkXNoPath, match=r"^No path to d\.$"):
        nx.dijkstra_path(graph, "a", "d")
    graph.add_edge("a", "d")
    assert nx.single_source_dijkstra(graph, "a")[0] == {"a": 0, "c": 1, "d": 1}


@pytest.mark.usefixtures("first_choice")
def test_each_weight_has_its_conversion_and_none_needs_no_other():
    graph = square()
    nx.set_edge_attributes(graph, 7, "toll")
    assert nx.dijkstra_path_length(graph, "a", "d", "toll") == 14
    assert nx.dijkstra_path_length(graph, "a", "d") == 3
    assert len(kept(graph)) == 2
    assert nx.single_source_shortest_path_length(graph, "a")["d"] == 2
    assert nx.dijkstra_path_length(graph, "a", "d", None) == 2
    assert len(kept(graph)) == 2


@pytest.mark.usefixtures("first_choice")
def test_a_view_sees_changes_of_its_graph():
    graph = square()
    view = graph.subgraph(["a", "b", "d"])
    assert nx.dijkstra_path_length(view, "a", "d") == 3
    graph.add_edge("b", "d", weight=8)
    assert nx.dijkstra_path_length(view, "a", "d") == 9
    backwards = graph.reverse(copy=False)
    assert nx.dijkstra_path_length(backwards, "d", "a") == 4
    graph.add_edge("c", "d", weight=1)
    assert nx.dijkstra_path_length(backwards, "d", "a") == 2


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
def test_a_copy_of_a_graph_has_no_conversion(twin):
    graph = square()
    assert nx.dijkstra_path_length(graph, "a", "d", backend="asterion") == 3
    other = twin(graph)
    assert kept(other) == [None]
    other.add_edge("a", "d", weight=2)
    assert nx.dijkstra_path_length(other, "a", "d", backend="asterion") == 2
    third = twin(graph)
    assert nx.dijkstra_path_length(third, "a", "d", backend="asterion") == 3


@pytest.mark.usefixtures("first_choice")
def test_the_first_quick_path_after_a_change_is_left_to_networkx(used):
    graph = square()
    for _ in range(3):
        assert nx.shortest_path(graph, "a", "d", weight="weight") == ["a", "b", "d"]
    assert used() == ["shortest_path"] * 2
    graph.add_edge("a", "d", weight=9)
    for _ in range(3):
        assert nx.has_path(graph, "a", "d")
    assert used() == ["shortest_path"] * 2 + ["has_path"] * 2


def test_a_converted_graph_can_be_converted_back():
    graph = square()
    graph.add_edge("d", "d", weight=0.5)
    back = interface.convert_to_nx(ConvertedGraph(graph, "weight"))
    assert nx.utils.graphs_equal(back, graph)
    assert nx.utils.graphs_equal(interface.convert_to_nx(nx.path_graph(3)), nx.path_graph(3))


# --- networkx does the calls that the backend does not take


def refused():
    """Graphs and arguments that this backend does not take."""
    graph = nx.path_graph(3)
    yield "negative", nx.Graph([(0, 1, {"weight": -1}), (1, 2, {"weight": 5})]), {}
    yield "hidden", nx.Graph([(0, 1, {"weight": None}), (0, 2), (2, 1)]), {}
    yield "infinite", nx.Graph([(0, 1, {"weight": float("inf")}), (1, 2)]), {}
    yield "not a number", nx.Graph([(0, 1, {"weight": float("nan")}), (1, 2)]), {}
    yield "too large", nx.Graph([(0, 1, {"weight": 2**60 + 1}), (1, 2)]), {}
    yield "larger than any float", nx.Graph([(0, 1, {"weight": 10**400}), (1, 2)]), {}
    yield "of another type", nx.Graph([(0, 1, {"weight": 3 + 0j}), (1, 2)]), {}
    yield "a function", graph, {"weight": lambda u, v, _: None if (u, v) == (1, 0) else 3}


@pytest.mark.usefixtures("first_choice")
@pytest.mark.parametrize(("graph", "options"), [pytest.param(*c[1:], id=c[0]) for c in refused()])
def test_what_the_backend_refuses_is_done_by_networkx(graph, options):
    def asked():
        try:
            return nx.single_source_dijkstra(graph, 0, **options)
        except (ValueError, TypeError, OverflowError) as error:
            return type(error), str(error)

    ours = asked()
    with nx.config(backend_priority=[]):
        assert repr(ours) == repr(asked())
    with pytest.raises(NotImplementedError):
        nx.single_source_dijkstra(graph, 0, backend="asterion", **options)


@pytest.mark.parametrize(
    ("weight", "text"),
    [
        (-3, "edge (0, 1) has 'weight' = -3; it must be 0 or more"),
        (float("inf"), "edge (0, 1) has 'weight' = inf; it must be 1e290 at most"),
        ("3", "edge (0, 1) has 'weight' = '3'; it must be an int or a float"),
        (2**52, "weights are so large that a path may cost 2**53 or more"),
    ],
)
def test_a_refusal_names_the_edge_and_the_rule(weight, text):
    graph = nx.path_graph(3)
    nx.set_edge_attributes(graph, weight, "weight")
    with pytest.raises(NotImplementedError) as refusal:
        ConvertedGraph(graph, "weight")
    assert str(refusal.value) == text


@pytest.mark.usefixtures("first_choice")
def test_estimates_of_another_kind_and_cutoffs_of_a_star_are_left_to_networkx():
    graph = nx.path_graph(5)
    assert nx.astar_path(graph, 0, 4, lambda *_: -1) == [*range(5)]
    with pytest.raises(nx.NetworkXNoPath):
        nx.astar_path(graph, 0, 4, cutoff=2)
    with pytest.raises(ZeroDivisionError):
        nx.astar_path(graph, 0, 4, lambda a, _: 1 // (a - 2))


def test_what_a_user_of_the_keyword_is_told():
    graph = nx.Graph([(0, 1, {"weight": -1})])
    with pytest.raises(NotImplementedError, match="asterion") as error:
        nx.dijkstra_path(graph, 0, 1, backend="asterion")
    assert "must be 0 or more" in str(error.value.__cause__)
    with pytest.raises(NotImplementedError, match="not implemented by 'asterion' backend"):
        nx.dijkstra_path(graph, 0, 1, weight=lambda *_: 1, backend="asterion")
