"""Heuristics of users: callables (node, goal), and for searches (node)."""

import math
from functools import partial

import numpy as np
import pytest

import asterion as at

GRID = at.maps.rooms(31, seed=3)
FREE = [(int(row), int(col)) for row, col in np.argwhere(GRID.cost)]
ENDS = FREE[3], FREE[-7]
GRAPH = at.Graph.from_grid(GRID)


def between(node, goal):
    return math.dist(node, goal)


class Between:
    def __call__(self, node, goal):
        return math.dist(node, goal)

    def of(self, node, goal):
        return math.dist(node, goal)


def walked(world, *ends, **options):
    path = at.find_path(world, *ends, **options)
    return path.nodes, path.cost, path.stats.expanded, path.stats.generated


@pytest.mark.parametrize("world", [GRID, GRAPH], ids=["grid", "graph"])
@pytest.mark.parametrize("options", [{}, {"weight": 2.0}, {"algorithm": "greedy"}])
def test_an_estimate_of_two_nodes_is_one_of_a_node_for_a_given_goal(world, options):
    near = FREE[3], FREE[40]
    given = walked(world, *near, heuristic=lambda node: math.dist(node, near[1]), **options)
    for heuristic in (between, math.dist, Between(), Between().of, partial(between)):
        assert walked(world, *near, heuristic=heuristic, **options) == given


def test_of_several_goals_the_smallest_estimate_counts():
    goals = [FREE[-7], FREE[200], FREE[90]]
    nearest = walked(
        GRID, ENDS[0], goals, heuristic=lambda node: min(map(partial(math.dist, node), goals))
    )
    assert walked(GRID, ENDS[0], goals, heuristic=between) == nearest
    search = at.Search(GRID, ENDS[0], goals, heuristic=between)
    search.run()
    found = search.path
    assert (found.nodes, found.cost, found.stats.expanded, found.stats.generated) == nearest


def test_backward_the_goal_of_an_estimate_is_the_start():
    options = {"algorithm": "astar", "direction": "backward"}
    given = walked(GRID, *ENDS, heuristic=lambda node: math.dist(node, ENDS[0]), **options)
    assert walked(GRID, *ENDS, heuristic=between, **options) == given


def test_each_query_of_a_batch_is_estimated_to_its_own_goal():
    starts, goals = FREE[:40:8], FREE[-40::8]
    paths = at.find_paths(GRID, starts, goals, heuristic=between)
    assert paths == [
        at.find_path(GRID, *ends, heuristic=between) for ends in zip(starts, goals, strict=True)
    ]


def test_a_check_estimates_to_its_goal():
    assert at.check_heuristic(GRID, between, ENDS[1]).consistent
    assert not at.check_heuristic(
        GRID, lambda node, goal: 2 * between(node, goal), ENDS[1]
    ).admissible


def test_what_is_optional_is_not_asked_for():
    given = walked(GRID, *ENDS, heuristic=lambda node: math.dist(node, ENDS[1]))
    assert walked(GRID, *ENDS, heuristic=lambda node, of=ENDS[1]: math.dist(node, of)) == given
    assert walked(GRID, *ENDS, heuristic=lambda *nodes: math.dist(nodes[0], ENDS[1])) == given


@pytest.mark.parametrize("info", at.algorithms("navigator"), ids=lambda info: info.name)
def test_agents_take_the_same_callable_as_searches(info):
    if "heuristic" not in info.options:
        pytest.skip("it takes none")
    best = at.find_path(GRID, *ENDS).cost
    for heuristic in (between, math.dist, lambda a, b=ENDS[1]: between(a, b)):
        agent = at.Navigator(GRID, *ENDS, algorithm=info, heuristic=heuristic)
        assert agent.path.cost == pytest.approx(best)


@pytest.mark.parametrize(
    ("heuristic", "says"),
    [(lambda: 0, "takes no values"), (lambda a, b, c: a + b + c, "takes 3 values")],
)
def test_a_callable_of_other_values_is_rejected_with_both_forms(heuristic, says):
    for call in (at.find_path, at.Search, at.Navigator, at.Explorer):
        with pytest.raises(at.InvalidType, match=says) as caught:
            call(GRID, *ENDS, heuristic=heuristic)
        assert "(node, goal) -> number" in str(caught.value)
        assert "(node) -> number" in str(caught.value)


def test_an_agent_needs_an_estimate_between_nodes():
    for agent in (at.Navigator, at.Explorer):
        with pytest.raises(at.InvalidType, match=r"\(node, goal\) -> number"):
            agent(GRID, *ENDS, heuristic=lambda cell: cell[0])
