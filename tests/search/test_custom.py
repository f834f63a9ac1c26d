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
    with pytest.raises(ValueError, match="'plain' does not take partial"):
        at.find_path(grid, (0, 0), (1, 1), algorithm="plain", partial=True)
    grid[0, 0] = 0
    with pytest.raises(ValueError, match=re.escape("start (0, 0) is a wall")):
        at.find_path(grid, (0, 0), (1, 1), algorithm="plain")


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


def test_a_path_carries_the_counts_that_a_search_gives():
    grid = at.maps.field(3)
    cells = [(0, 0), (1, 1)]
    full = at.find_path(at.maps.field(9), (0, 0), (8, 8), algorithm="astar").stats
    assert at.Path.from_nodes(grid, cells, stats=full).stats.expanded == full.expanded
    given = {"expanded": 4, "generated": 9, "reopened": 2, "pops": 5, "moves": 20, "peak_open": 6}
    stats = at.Path.from_nodes(grid, cells, stats={**given, "mean_open": 2.5, "seconds": 3}).stats
    assert {name: getattr(stats, name) for name in given} == given
    assert (stats.pushes, stats.flood, stats.fill) == (11, 9, 7)  # two cells are on the path
    assert (stats.mean_open, stats.seconds) == (2.5, 3.0)
    both = at.Path.not_found("stopped", stats={"generated": 3, "pushes": 5}).stats
    assert (both.generated, both.pushes) == (3, 5)  # nodes that both halves of a search opened
    assert at.Path.from_nodes(grid, cells).stats.expanded == 0


def test_the_example_counts(plain):
    grid = at.Grid.from_text("...#.")
    found = at.find_path(grid, (0, 0), (0, 2), algorithm="plain")
    assert (found.optimal, found.stats.expanded, found.stats.generated) == (True, 2, 3)
    none = at.find_path(grid, (0, 0), (0, 4), algorithm="plain")
    assert (none.status, none.stats.expanded) == ("unreachable", 3)
    assert plain.Plain(grid, (0, 0), [(0, 1)]).step() == "running"


def test_a_search_of_ones_own_ends_at_its_limit_of_time_or_steps():
    class Slow:
        """Finds nothing, in a thousand steps."""

        def __init__(self, *_):
            self.steps = 0

        def step(self):
            self.steps += 1
            return "running" if self.steps < 1000 else "unreachable"

    at.register("plain", Slow)  # which the fixture forgets
    for limit in ({"seconds": 0}, {"expansions": 5}, {"expansions": 0}):
        search = at.Search(at.maps.field(4), (0, 0), (3, 3), algorithm="plain")
        assert search.run(**limit) == "running"
    assert search.run(seconds=1e9) == "unreachable"
