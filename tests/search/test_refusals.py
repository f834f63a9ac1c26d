"""The errors of queries, word for word."""

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
    refusals.check(__file__)
