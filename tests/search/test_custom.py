"""Custom algorithms, registered in a few lines."""

import importlib.util
import re
from pathlib import Path
from random import Random

import pytest

import asterion as at
from asterion.search import registry
from support.worlds import random_worlds

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_search" / "main.py"


@pytest.fixture(autouse=True)
def plain():
    """The example's algorithm, known for the time of a test."""
    spec = importlib.util.spec_from_file_location("own_search", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del registry._REGISTRY["search", "plain"]


def test_the_example_is_short():
    text = EXAMPLE.read_text()
    own = text[text.index("class Plain") : text.index("def main")]
    assert len([line for line in own.splitlines() if line.strip()]) <= 30


def test_it_is_listed_and_found_like_any_other():
    assert "plain" in [info.name for info in at.algorithms()]
    random = Random("own")
    for world, free in random_worlds(random, 150):
        start, goals = random.choice(free), [world.some_cell(random) for _ in range(2)]
        own = at.find_path(world.world, start, goals, algorithm="plain")
        best = at.find_path(world.world, start, goals, algorithm="dijkstra")
        assert own.status == best.status
        assert own.cost == pytest.approx(best.cost)
        assert own.optimal == own.found
    grid = at.maps.field(4)
    search = at.Search(grid, (0, 0), (3, 3), algorithm="plain")
    assert search.step(2) == "running"
    assert not search.path
    assert search.run() == "found"
    assert search.run(seconds=0) == "found"
    search.restart()
    assert search.status == "running"
    with pytest.raises(ValueError, match="'plain' does not show g"):
        _ = search.g
    assert len(at.find_paths(grid, [(0, 0)] * 2, [(1, 1), (2, 2)], algorithm="plain")) == 2
    with pytest.raises(ValueError, match="'plain' does not take weight=2"):
        at.find_path(grid, (0, 0), (1, 1), algorithm="plain", weight=2)
    grid[0, 0] = 0
    with pytest.raises(ValueError, match=re.escape("start (0, 0) is a wall")):
        at.find_path(grid, (0, 0), (1, 1), algorithm="plain")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("", object), "name is ''"),
        (("auto", object), "not 'auto'"),
        (("astar", object), "name is 'astar'; a built-in algorithm"),
        (("mine", 3), "factory is 3; it must be callable"),
        (("mine", object, "game"), "kind is 'game'"),
    ],
)
def test_bad_registrations_are_refused(arguments, message):
    with pytest.raises((ValueError, TypeError), match=re.escape(message)):
        at.register(*arguments[:2], **({"kind": arguments[2]} if arguments[2:] else {}))


def test_a_custom_search_that_misbehaves_is_named():
    class Odd:
        path = "here"

        def __init__(self, *_, **options):
            self.options = options

        def step(self):
            return self.options.get("ties", "found")

    at.register("plain", Odd, options=("ties",))
    grid = at.maps.field(2)
    with pytest.raises(ValueError, match="a step of 'plain' gave 'fast'"):
        at.find_path(grid, (0, 0), (1, 1), algorithm="plain", ties="fast")
    with pytest.raises(TypeError, match="the path of 'plain' is 'here'"):
        at.find_path(grid, (0, 0), (1, 1), algorithm="plain")
    assert at.find_path(grid, (0, 0), (1, 1), algorithm="plain", ties="stopped").status == "stopped"
    with pytest.raises(ValueError, match="status is 'lost'"):
        at.Path.not_found("lost")
