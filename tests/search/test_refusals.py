"""The errors of queries, word for word."""

import pickle

import networkx as nx
import pytest

import asterion as at
from asterion.search import registry
from support import refusals


class Steps:
    """A search of a user's own, whose step has this status, and whose path is none."""

    path = "none"

    def __init__(self, status):
        self.status = status

    def step(self):
        return self.status


@pytest.fixture
def wrong_algorithms(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("refusal-odd", lambda *_: Steps("lost"))
    at.register("refusal-path", lambda *_: Steps("found"))


@pytest.mark.usefixtures("wrong_algorithms")
def test_refusals():
    refusals.check(__file__, pickle=pickle)


def test_a_graph_of_networkx_as_a_world_is_told_to_be_wrapped():
    with pytest.raises(TypeError, match=r"Wrap it: at\.Graph\.from_networkx\(G\)$"):
        at.find_path(nx.path_graph(3), 0, 2)
