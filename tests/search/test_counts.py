"""The meaning of a search's counts: nodes generated, and moves looked at."""

from random import Random

import pytest

import asterion as at
from support.effort import scaled
from support.needs import needed
from support.worlds import random_world

SEARCHES = ["astar", "dijkstra", "greedy", "bfs"]


@pytest.mark.parametrize("seed", range(scaled(60)))
@pytest.mark.parametrize("algorithm", SEARCHES)
def test_generated_are_the_nodes_put_on_open_for_the_first_time(seed, algorithm):
    """By the events of the search, including improved and reopened nodes."""
    random = Random(seed)
    world = random_world(random)
    start, goal = random.choice(world.free_cells()), random.choice(world.free_cells())
    search = at.Search(world.world, start, goal, algorithm=algorithm, trace=True, components=False)
    search.run()
    opened = [event.cell for event in search.trace if event.kind == "opened"]
    assert search.stats.generated == len(opened) == len(set(opened))
    assert search.stats.generated == (search.state > 0).sum() == search.stats.flood


def test_moves_are_those_looked_at():
    grid = at.Grid.from_text("...\n...", diagonal="never")
    path = at.find_path(grid, (0, 0), (1, 2), algorithm="bfs", components=False)
    # Each expansion looks at all moves from its cell, back to where it came from too.
    assert path.stats.expanded == 5
    assert path.stats.generated == 6
    assert path.stats.moves > path.stats.generated


def test_re_opened_nodes_are_generated_once():
    """The lecture's Example 3, whose estimates mislead: nodes are opened again."""
    _, graph, start, goal, estimates = at.lecture.example(3)
    search = at.Search(graph, start, goal, heuristic=estimates, stop="guaranteed", trace=True)
    search.run()
    assert search.stats.reopened > 0
    assert search.stats.generated == search.stats.pushes - search.stats.reopened


def test_a_navigator_tells_both():
    grid = at.Grid.from_text(".....\n.....\n.....")
    agent = at.Navigator(grid, (0, 0), (2, 4), algorithm="dstar-lite")
    assert agent.path.found
    assert 0 < agent.stats.generated < agent.stats.moves


LIMITED = [info for info in at.algorithms("search") if "max_expansions" in info.options]


@pytest.mark.parametrize("info", LIMITED, ids=[info.name for info in LIMITED])
def test_a_search_expands_as_many_nodes_as_it_may_and_no_more(info):
    """With one node fewer than it needs it stops; with exactly as many it ends as without limit."""
    grid = at.Grid.from_text("......\n.####.\n.#....\n.#.##.\n...#..\n", diagonal="clear")
    worlds = [(grid, (0, 0), (2, 2)), (grid, (2, 2), (4, 5))]
    if "graph" in info.worlds:
        graph = at.Graph.from_grid(grid)
        worlds += [(graph, start, goal) for _, start, goal in worlds]
    for world, *ends in worlds:
        options = needed(info) | {"components": False}
        free = at.find_path(world, *ends, **options)
        assert free.found
        assert free.stats.expanded > 2
        for most in range(free.stats.expanded):
            cut = at.find_path(world, *ends, max_expansions=most, **options)
            assert (cut.status, cut.stats.expanded, len(cut)) == ("stopped", most, 0)
        enough = at.find_path(world, *ends, max_expansions=free.stats.expanded, **options)
        assert enough == free
        assert enough.stats.expanded == free.stats.expanded
