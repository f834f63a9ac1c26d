"""Options, estimates and costs of all kinds: those that navigators take, and their errors."""

import re
from math import inf
from random import Random

import numpy as np
import pytest

import asterion as at
from support.episodes import NAMES
from support.worlds import scattered, toggles


def test_automatic_choice_jumps_until_costs_differ():
    grid = at.maps.field(20)
    agent = at.Navigator(grid, (0, 0), (19, 19))
    assert agent.path
    assert agent.stats.expanded < 10
    grid[10, 10] = 3
    assert agent.path
    assert agent.stats.restarts == 1
    grid[10, 10] = 1
    grid[9, 9] = 0
    assert agent.path
    assert agent.stats.restarts == 1  # it does not go back and forth


def test_automatic_choice_honours_options_that_jumps_do_not_take():
    grid = at.maps.field(20)
    ends = (0, 0), (3, 15)

    def expanded(**options):
        agent = at.Navigator(grid, *ends, **options)
        assert agent.path
        return agent.stats.expanded

    for options in ({"ties": "low-g"}, {"heuristic": "zero"}):
        assert expanded(**options) == expanded(algorithm="dstar-lite", **options)
        assert expanded(**options) > 2 * expanded(algorithm="jps")


def test_costs_too_far_apart_for_whole_numbers_are_planned_from_scratch():
    grid = at.Grid([[1, 1e-30, 1e-30, 1, 1], [1, 1, 1e20, 1, 1]], diagonal="never")
    for name in NAMES:
        world = grid.copy()
        agent = at.Navigator(world, (0, 0), (0, 4), algorithm=name)
        assert agent.path.cost == pytest.approx(2)
        world[0, 3] = 0
        assert agent.path.cost == pytest.approx(1e20)
        world[0, 3] = 1e-30
        assert agent.path.cost == pytest.approx(1)


def test_costs_next_to_nothing_are_costs():
    grid = at.Grid([[5e-324, 1e-320, 3e-310], [2e-300, 0, 1e-300], [1e-300] * 3], diagonal="never")
    for name in NAMES:
        world = grid.copy()
        agent = at.Navigator(world, (0, 0), (2, 2), algorithm=name)
        world[0, 1] = 0
        best = at.find_path(world, (0, 0), (2, 2), algorithm="dijkstra").cost
        assert agent.path.cost == best
        world[0, 1] = world[2, :] = 2.5
        best = at.find_path(world, (0, 0), (2, 2), algorithm="dijkstra").cost
        assert agent.path.cost == pytest.approx(best)


def test_callable_estimates_take_two_cells_and_need_not_be_consistent():
    def double(a, b):
        return 2.0 * abs(a[0] - b[0]) + 2.0 * abs(a[1] - b[1])

    def far_off(a, b):
        return float((a[0] * 7 + b[1] * 13) % 11)

    for heuristic in (double, far_off, lambda _a, _b: 0.0, lambda _a, _b: inf):
        for name in NAMES:
            if name in ("dstar", "jps", "index"):
                continue
            for seed in range(6):
                grid = scattered(9, seed)
                agent = at.Navigator(grid, (0, 0), (8, 8), algorithm=name, heuristic=heuristic)
                for _ in toggles(Random(seed), grid, 12):
                    grid[0, 0] = grid[8, 8] = 1
                    path = agent.path
                    assert not path.optimal
                    if path:
                        at.validate(grid, path)
                        assert (path[0], path[-1]) == ((0, 0), (8, 8))


def test_estimates_are_asked_for_the_cost_from_the_first_node_to_the_second():
    """Where costs differ by direction, costs of the reverse direction would mislead."""
    random = Random("one way")
    taking = [name for name in NAMES if name not in ("dstar", "jps", "index")]
    for _ in range(20):
        world = at.Graph(
            (a, b, random.randint(1, 9))
            for a in range(12)
            for b in range(12)
            if a != b and random.random() < 0.3
        )

        def cost(a, b, world=world):
            return at.find_path(world, a, b, algorithm="dijkstra").cost

        for name in taking:
            agent = at.Navigator(world, 0, 11, algorithm=name, heuristic=cost)
            assert agent.path.cost == cost(0, 11), name


def test_an_agent_with_an_own_estimate_keeps_what_it_knows_until_costs_are_in_another_unit():
    """New walls say nothing about the estimate: no agent plans from scratch for them."""

    def estimate(a, b):
        return float(max(abs(a[0] - b[0]), abs(a[1] - b[1])))

    for name in NAMES:
        if name in ("dstar", "jps", "index"):
            continue
        grid = at.maps.field(20)
        agent = at.Navigator(grid, (0, 0), (19, 19), algorithm=name, heuristic=estimate)
        for at_wall in range(4, 8):
            assert agent.path.found
            agent.step()
            grid[at_wall, at_wall] = 0
        before = agent.path.cost
        assert agent.stats.restarts == 0
        grid[:, :] = 2 * grid.cost  # the estimate is half as much in the new unit
        assert agent.path.cost == pytest.approx(2 * before)
        at.validate(grid, agent.path)
        assert agent.stats.restarts == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "dijkstra"}, "algorithm is 'dijkstra', which is run by at.find_path"),
        ({"algorithm": "dstar", "heuristic": "zero"}, "'dstar' does not take heuristic='zero'"),
        ({"algorithm": "jps", "ties": "fifo"}, "'jps' does not take ties='fifo'; it takes no opt"),
        ({"algorithm": "dstar-lite", "ties": "straight"}, "does not take ties='straight'"),
        ({"ties": "upward"}, "ties is 'upward'; choose one of"),
        ({"algorithm": "lpa", "heuristic": "manhattan"}, "'lpa' needs a consistent heuristic"),
        ({"heuristic": 3}, "heuristic is 3; choose one of 'auto', 'zero'"),
        ({"heuristic": np.zeros((4, 4))}, "heuristic is array("),
        ({"algorithm": "jps", "heuristic": np.zeros((4, 4))}, "'jps' does not take heuristic=arr"),
        ({"seed": 4}, "seed=4 is for ties='random'"),
        ({"weight": 4}, "'auto' does not take weight=4"),
    ],
)
def test_an_option_that_a_navigator_does_not_take_is_refused_by_name(options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        at.Navigator(at.maps.field(4), (0, 0), (3, 3), **options)


def test_bad_ends_are_refused():
    grid = at.maps.field(4)
    with pytest.raises(IndexError, match=re.escape("start (4, 0) is outside the grid")):
        at.Navigator(grid, (4, 0), (0, 0))
    agent = at.Navigator(grid, (0, 0), (3, 3))
    with pytest.raises(IndexError, match=re.escape("goal (0, -1) is outside the grid")):
        agent.goal = (0, -1)
    with pytest.raises(TypeError, match=re.escape("node is 'x'; a cell is a pair")):
        agent.move_to("x")
    with pytest.raises(TypeError, match="world is 3; it must be a Grid"):
        at.Navigator(3, (0, 0), (0, 0))
    assert agent.path.found


def test_an_estimate_that_raises_leaves_the_navigator_usable():
    fails = [True]

    def estimate(_a, _b):
        if fails[0]:
            raise RuntimeError("not today")
        return 0.0

    for name in ("astar", "adaptive", "lpa", "focused-dstar", "dstar-lite"):
        fails[0] = True
        agent = at.Navigator(at.maps.field(5), (0, 0), (4, 4), algorithm=name, heuristic=estimate)
        with pytest.raises(RuntimeError, match="not today"):
            _ = agent.path
        fails[0] = False
        assert agent.path.found
