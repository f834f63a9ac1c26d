"""The textbook by name: listed apart, run wherever an algorithm can be named."""

import re

import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.about import about
from asterion.lab.searches.search_run import Run, board_searches
from asterion.search.trace import KINDS
from support import commands

TEXTBOOK = at.algorithms("textbook")
SEARCHES = [info.name for info in TEXTBOOK if info.kind == "search"]


def test_they_are_listed_but_not_among_those_to_choose_from():
    assert [info.name for info in at.algorithms() if "/" in info.name] == [
        info.name for info in TEXTBOOK
    ]
    for kind in ("search", "navigator", "explorer"):
        assert not any("/" in info.name for info in at.algorithms(kind))
    for info in TEXTBOOK:
        assert info.paper
        assert info.title
        assert info.summary.endswith(".")


def test_a_message_about_a_wrong_name_lists_what_is_like_it():
    grid = at.maps.field(3)
    with pytest.raises(at.InvalidValue) as refused:
        at.find_path(grid, (0, 0), (1, 1), algorithm="textbook/a-star")
    assert "'textbook/astar'" in str(refused.value)
    assert "'best-first'" not in str(refused.value)
    with pytest.raises(at.InvalidValue) as refused:
        at.find_path(grid, (0, 0), (1, 1), algorithm="a-star")
    assert "textbook" not in str(refused.value)
    with pytest.raises(at.InvalidValue, match="'textbook/mine'; a built-in algorithm"):
        at.register("textbook/mine", object)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_step_is_an_expansion_that_can_be_seen(name):
    world = at.maps.rooms(17, size=5, seed=4)
    search = at.Search(world, (1, 1), (9, 3), algorithm=name, trace=True)
    steps = 0
    while search.step() == "running" and steps < 60:
        steps += 1
        closed = [event.cell for event in search.trace if event.kind == "closed"]
        assert len(closed) == search.stats.expanded == steps
        assert search.state[closed[-1]] == 2
    assert search.stats.generated == (search.state > 0).sum()
    assert search.trace_length == len(search.trace)
    for event in search.trace:
        assert search.state[event.cell] > 0
    search.restart()
    assert search.step() == "running"
    assert search.stats.expanded == 1


def test_seen_nodes_have_a_parent_and_the_cost_over_it():
    grid = at.Grid.from_text("..3\n...", diagonal="never")
    search = at.Search(grid, (0, 0), (0, 2), algorithm="textbook/dijkstra")
    search.run()
    assert search.g.tolist() == [[0, 1, 4], [1, 2, 3]]
    assert search.parent.tolist() == [[-1, 0, 1], [0, 1, 4]]


def test_limits_and_what_a_search_does_not_take():
    grid = at.maps.field(9)
    path = at.find_path(grid, (0, 0), (8, 8), algorithm="textbook/bfs", max_expansions=7)
    assert (path.status, path.stats.expanded) == ("stopped", 7)
    with pytest.raises(at.InvalidValue, match="takes one goal; it was given 2"):
        at.find_path(grid, (0, 0), [(8, 8), (1, 1)], algorithm="textbook/bfs")
    with pytest.raises(at.InvalidValue, match="'textbook/bfs' does not take heuristic"):
        at.find_path(grid, (0, 0), (8, 8), algorithm="textbook/bfs", heuristic="zero")
    with pytest.raises(at.InvalidValue, match="which 'manhattan' is not on a grid with these"):
        at.find_path(grid, (0, 0), (8, 8), algorithm="textbook/astar", heuristic="manhattan")
    grid.links.add((0, 0), (8, 8))
    with pytest.raises(at.InvalidValue, match="hierarchical' takes no grid with links"):
        at.find_path(grid, (0, 0), (8, 8), algorithm="textbook/hierarchical")


def test_a_heuristic_of_ones_own_is_used_and_nothing_is_promised_then():
    grid = at.maps.field(12, diagonal="never")
    asked = []

    def far_too_much(cell, goal):
        asked.append(cell)
        return 100 * (abs(cell[0] - goal[0]) + abs(cell[1] - goal[1]))

    ends = {"start": (0, 0), "goal": (11, 11)}
    path = at.find_path(grid, **ends, algorithm="textbook/astar", heuristic=far_too_much)
    assert asked
    assert path.found
    assert not path.optimal
    named = at.find_path(grid, **ends, algorithm="textbook/astar", heuristic="zero")
    assert named.optimal
    assert named.stats.expanded > path.stats.expanded


def test_an_unreachable_goal_ends_even_rounds_of_depth_first_search():
    grid = at.maps.field(9)
    grid[4, :] = 0
    for name in SEARCHES:
        path = at.find_path(grid, (0, 0), (8, 8), algorithm=name)
        assert (path.status, path.found) == ("unreachable", False)


@pytest.mark.parametrize("name", SEARCHES)
def test_the_playground_runs_it_and_shows_its_expansions(name, monkeypatch):
    """As the lab does: beside the core's search, on the board of the set-up."""
    if name == "textbook/ida":
        monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.3)
    setup = Setup(runs=(Run(name), Run("dijkstra")))
    own, core = Playground(setup).solve()
    assert own.status in ("found", "stopped" if name == "textbook/ida" else "found")
    if own.status == "found":
        assert own.path.cost >= core.path.cost * (1 - 1e-9)
    assert own.trace is not None or own.state is not None
    if own.trace is not None:
        closed = own.trace.kind == KINDS.index("closed")
        assert closed.sum() == own.stats.expanded
    assert name in [info.name for info in board_searches()]
    tags = {tag for tag, _ in about(name)["lines"]}
    assert {"opened", "closed"} <= tags or name == "textbook/hierarchical"


def test_the_command_line_runs_it(tmp_path):
    file = tmp_path / "a.map"
    file.write_text("type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n")
    words = f"solve {file} --from 1,0 --to 1,2 --algorithm textbook/astar".split()
    said = commands.run(*words).stdout
    assert "found: cost 4" in said
    assert re.search(r"by textbook/astar: \d+ expanded", said)
