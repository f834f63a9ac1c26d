"""Graphs as text: any text is read or rejected with a message."""

from math import inf
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.io import graph_text

PATH = Path("graph.txt")
WORDS = st.sampled_from(["A", "B", "from", "to", "3", "0.5", "inf", "nan", "-1", "1e400", "#", "é"])
LINES = st.lists(WORDS, max_size=5).map(" ".join)
TEXTS = st.one_of(st.lists(LINES, max_size=8).map("\n".join), st.text(max_size=60))


@given(TEXTS)
def test_any_text_is_a_graph_or_is_refused(text):
    try:
        held = graph_text.read(text, PATH)
    except at.InvalidValue as error:
        assert str(error).startswith("graph.txt")  # noqa: PT017
        return
    assert len(held.graph.connections) >= 1
    assert (held.graph.costs >= 0).all()
    for end in (held.start, held.goal):
        assert end is None or end in held.graph
    if held.estimates is not None:
        assert {*held.estimates} == {*held.graph.nodes}
        assert all(0 <= each < inf for each in held.estimates.values())


def test_networkx_writes_such_text(tmp_path):
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("A", "B", 3), ("B", "C", 1.5)])
    file = tmp_path / "edges.txt"
    nx.write_weighted_edgelist(graph, file)
    held = graph_text.read(file.read_text(), file)
    assert [connection[1:4] for connection in held.graph.connections] == [
        ("A", "B", 3.0),
        ("B", "C", 1.5),
    ]
    assert (held.start, held.goal, held.estimates) == (None, None, None)
