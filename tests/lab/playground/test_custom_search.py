"""A failing custom search beside the others."""

import asterion as at
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.search import registry


class Broken:
    """Fails at its first step."""

    path = None

    def __init__(self, *_):
        pass

    def step(self):
        return {}["nowhere"]


def test_a_search_of_ones_own_that_raises_says_so_and_the_others_are_shown(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("broken", Broken)
    broken, astar = Playground(Setup(runs=(Run("broken"), Run("astar")))).solve()
    assert (broken.status, broken.message) == ("error", "KeyError: 'nowhere'")
    assert astar.status == "found"
