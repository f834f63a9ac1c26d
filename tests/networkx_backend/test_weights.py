"""A conversion with weights answers queries without weights, and the other way round."""

import networkx as nx
import pytest

from asterion.networkx_backend import interface as backend

ASKED = [
    ("dijkstra_path", ("A", "C")),
    ("dijkstra_path_length", ("A", "C")),
    ("bellman_ford_path", ("A", "C")),
    ("bellman_ford_path_length", ("A", "C")),
    ("bidirectional_dijkstra", ("A", "C")),
    ("astar_path", ("A", "C", None)),
    ("astar_path_length", ("A", "C", None)),
    ("single_source_dijkstra", ("A",)),
    ("single_source_dijkstra_path_length", ("A",)),
    ("single_source_bellman_ford", ("A",)),
    ("multi_source_dijkstra", (["A", "C"],)),
    ("shortest_path", ("A", "C")),
    ("shortest_path_length", ("A", "C")),
    ("shortest_path", ("A",)),
    ("shortest_path_length", ("A",)),
]


@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize(("name", "arguments"), ASKED)
def test_weights_count_only_if_they_are_asked_for(name, arguments, weight):
    graph = nx.Graph()
    graph.add_weighted_edges_from([("A", "B", 1), ("B", "C", 1), ("A", "C", 5)])
    converted = backend.convert_from_nx(graph, edge_attrs={"weight": 1})
    wanted = getattr(nx, name).orig_func(graph, *arguments, weight=weight)
    assert getattr(backend, name)(converted, *arguments, weight=weight) == wanted
