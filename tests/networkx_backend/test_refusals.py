"""The errors of the networkx backend: in the words of networkx, where it raises the same."""

import networkx as nx
import pytest

from asterion.networkx_backend import interface as backend
from support import refusals

# Errors of both.
REFUSED = [
    ("shortest_path", ("A", "C")),
    ("shortest_path", ("A", "Z")),
    ("shortest_path", ("Z", "A")),
    ("shortest_path", ("Z",)),
    ("shortest_path", (None, "Z")),
    ("shortest_path", ("A", "B", None, "none")),
    ("shortest_path", ("A", "C", "weight")),
    ("shortest_path", ("Z", "A", "weight")),
    ("shortest_path", ("Z", None, "weight")),
    ("shortest_path", ("A", "C", "weight", "bellman-ford")),
    ("shortest_path", ("Z", None, "weight", "bellman-ford")),
    ("shortest_path_length", ("A", "C")),
    ("shortest_path_length", ("Z", "A")),
    ("shortest_path_length", ("A", "B", None, "none")),
    ("shortest_path_length", ("A", "C", "weight")),
    ("has_path", ("Z", "A")),
    ("has_path", ("A", "Z")),
    ("astar_path", ("A", "C")),
    ("astar_path", ("Z", "A")),
    ("astar_path", ("A", "Z")),
    ("astar_path_length", ("A", "C")),
    ("astar_path_length", ("A", "Z")),
    ("dijkstra_path", ("A", "C")),
    ("dijkstra_path", ("Z", "A")),
    ("dijkstra_path_length", ("A", "C")),
    ("dijkstra_path_length", ("Z", "A")),
    ("bellman_ford_path", ("A", "C")),
    ("bellman_ford_path", ("Z", "A")),
    ("bellman_ford_path_length", ("A", "C")),
    ("bellman_ford_path_length", ("Z", "A")),
    ("bidirectional_dijkstra", ("A", "C")),
    ("bidirectional_dijkstra", ("Z", "A")),
    ("bidirectional_dijkstra", ("A", "Z")),
    ("bidirectional_shortest_path", ("A", "C")),
    ("bidirectional_shortest_path", ("Z", "A")),
    ("multi_source_dijkstra", ([],)),
    ("multi_source_dijkstra", (["A", "Z"],)),
    ("multi_source_dijkstra", (["A", "B"], "C")),
    ("single_source_dijkstra", ("Z",)),
    ("single_source_dijkstra", ("A", "C")),
    ("single_source_bellman_ford", ("Z",)),
    ("single_source_bellman_ford", ("A", "C")),
    ("single_source_shortest_path", ("Z",)),
    ("single_source_shortest_path_length", ("Z",)),
    ("single_target_shortest_path", ("Z",)),
    ("single_target_shortest_path_length", ("Z",)),
]


@pytest.mark.parametrize(("name", "arguments"), REFUSED)
def test_it_refuses_what_networkx_refuses_in_its_words(name, arguments):
    graph = nx.Graph([("A", "B"), ("C", "D")])
    nx.set_edge_attributes(graph, 1, "weight")
    said = []
    for function, world in (
        (getattr(nx, name).orig_func, graph),
        (getattr(backend, name), backend.convert_from_nx(graph, edge_attrs={"weight": 1})),
    ):
        with pytest.raises(Exception) as refused:
            function(world, *arguments)
        said.append((type(refused.value), str(refused.value)))
    assert said[0] == said[1]


def test_refusals():
    """The calls that the backend leaves to networkx."""
    graph = backend.convert_from_nx(nx.Graph([("A", "B")]))
    refusals.check(__file__, nx=nx, backend=backend, G=graph, path_graph=lambda: nx.path_graph(3))
