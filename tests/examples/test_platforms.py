"""A chase over platforms: connections of several kinds, and a stone that crumbles."""

from itertools import pairwise
from math import inf, isclose

import pytest

import asterion as at
from support.examples import load_example

platforms = load_example("platforms")


@pytest.mark.req("S002-06")
def test_characters_go_over_platforms_by_what_they_can_do():
    graph = platforms.level()
    ends = "west bank", "east bank"
    kinds = {
        name: {*platforms.kinds_of(graph, at.find_path(graph.view(factors), *ends))}
        for name, factors in platforms.CHARACTERS.items()
    }
    assert kinds == {"wolf": {"jump"}, "guard": {"ladder", "walk"}}
    # Down from the tower there are two connections, and a fall is the faster one.
    down = at.find_path(graph, "east tower", "east bank")
    assert platforms.kinds_of(graph, down) == ["fall"]
    assert "fall" not in platforms.kinds_of(graph, at.find_path(graph, "east bank", "east tower"))


@pytest.mark.req("S002-06")
def test_hunters_chase_a_runner_over_platforms_while_one_crumbles():
    graph = platforms.level()
    turns = [*platforms.chase(graph)]
    for name, factors in platforms.CHARACTERS.items():
        walked = [hunters[name] for _, hunters in turns]
        for here, there in pairwise(walked):
            if here != there:  # it did not wait: the move is one of its own
                assert at.validate(platforms.level().view(factors), [here, there]) < inf
    runner, hunters = turns[-1]
    assert hunters["guard"] == runner  # caught
    assert hunters["wolf"] == "third stone"  # beyond the stone that crumbled
    assert graph.neighbours("second stone") == []


@pytest.mark.req("S002-06")
@pytest.mark.parametrize("algorithm", ["astar", "dstar", "dstar-lite", "mpaa"])
def test_every_navigator_follows_a_goal_over_platforms(algorithm):
    graph = platforms.level()
    hunter = at.Navigator(graph, "west bank", "bridge", algorithm=algorithm)
    for goal in ("east tower", "east bank", "second stone", "west bank"):
        hunter.goal = goal
        hunter.step()
        best = at.find_path(graph, hunter.position, goal, algorithm="dijkstra").cost
        assert isclose(hunter.path.cost, best, rel_tol=1e-6)
    platforms.crumble(graph, "first stone")
    best = at.find_path(graph, hunter.position, "west bank", algorithm="dijkstra").cost
    assert isclose(hunter.path.cost, best, rel_tol=1e-6)
