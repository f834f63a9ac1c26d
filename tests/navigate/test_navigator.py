"""Navigators: changes of agents and worlds, and the resulting paths."""

import copy
import pickle
from itertools import islice, pairwise
from math import inf
from pathlib import Path
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.search import registry
from support.effort import scaled
from support.episodes import NAMES, Life
from support.worlds import scattered


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (kind, info.name)
        for kind in ("uniform", "weights", "graph")
        for info in at.algorithms("navigator")
        if kind != "graph" or "graph" in info.worlds
    ],
)
def test_what_it_shows_can_be_read_though_the_way_behind_it_was_closed(kind, name):
    nodes = 8
    if kind == "graph":
        world = at.Graph([(i, i + 1, 1.0 + i % 2) for i in range(nodes - 1)])
        ends = 0, nodes - 1
    else:
        world = at.Grid([[1] * nodes, [1 if kind == "uniform" else 3] * nodes])
        ends = (0, 0), (0, nodes - 1)
    agent = at.Navigator(world, *ends, algorithm=name)
    first, _ = agent.step(), agent.step()
    if kind == "graph":
        world.set_cost(0, inf)
    else:
        world[first] = 0
    for array in (agent.g, agent.rhs, agent.h, agent.state, agent.parent):
        assert array.size == nodes * (1 if kind == "graph" else 2)
    assert agent.g.min() == 0  # where its last search began
    # `lpa` has its start there, and no way around it on the graph.
    assert agent.path.found == ((kind, name) != ("graph", "lpa"))


def test_a_navigator_follows_all_that_can_happen():
    grid = at.Grid.from_text(".....\n.###.\n.....")
    for name in NAMES:
        world = grid.copy()
        agent = at.Navigator(world, (1, 0), (1, 4), algorithm=name)
        assert (agent.position, agent.goal, agent.arrived) == ((1, 0), (1, 4), False)
        assert agent.path.cost == 6
        agent.goal = (1, 0)
        assert agent.arrived
        assert [*agent.path] == [(1, 0)]
        assert agent.step() is None
        agent.goal = (0, 2)
        world[0, 2] = 0
        assert not agent.path  # the goal is a wall
        assert agent.step() is None
        world[0, 2] = 4
        world[1, 0] = 0  # the agent is in a wall, and may leave it
        assert agent.path.cost == 6
        assert agent.step() == (0, 0)
        assert repr(agent) == f"<Navigator {name!r} at (0, 0), goal (0, 2)>"


@pytest.mark.req("S000-30")
@pytest.mark.parametrize("name", [name for name in NAMES if name != "astar"])
def test_a_change_that_cannot_matter_costs_nothing(name):
    grid = at.maps.field((30, 200), diagonal="never")
    grid[20, 100] = 0
    agent = at.Navigator(grid, (3, 2), (3, 30), algorithm=name)
    assert agent.path.cost == 28
    before = agent.stats
    for _ in range(5):
        grid[28, 190] = 0 if grid[28, 190] else 1  # far, unseen
        grid[20, 100] = 0 if grid[20, 100] else 1  # a wall that goes and comes
        assert agent.path.cost == 28
    assert agent.stats.expanded == before.expanded
    assert agent.stats.searches == before.searches


@pytest.mark.req("S000-32")
@pytest.mark.parametrize("name", NAMES)
def test_an_enclosed_goal_has_no_path_and_is_never_entered_through_a_wall(name):
    grid = at.maps.field(9)
    agent = at.Navigator(grid, (0, 0), (6, 6), algorithm=name)
    assert agent.path
    grid[5:8, 5:8] = np.where(np.indices((3, 3)).sum(0) == 2, 1, 0)
    grid[5:8, 5:8] = [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    path = agent.path
    assert not path
    assert path.cost == inf
    assert path.status == "unreachable"
    assert agent.step() is None
    grid[6, 5] = 9
    assert agent.path.cost == pytest.approx(at.find_path(grid, (0, 0), (6, 6)).cost)


@pytest.mark.parametrize("name", NAMES)
def test_a_wall_on_the_goal_costs_no_search(name):
    grid = scattered(20, 4, density=0.1)
    agent = at.Navigator(grid, (0, 0), (10, 10), algorithm=name)
    grid[10, 10] = 1
    cost = agent.path.cost
    before = agent.stats.expanded
    grid[10, 10] = 0
    assert not agent.path
    grid[3, 3] = 0 if grid[3, 3] else 1  # something else meanwhile
    agent.move_to((0, 0))
    assert not agent.path
    assert agent.stats.expanded == before
    grid[3, 3] = 0 if grid[3, 3] else 1
    grid[10, 10] = 1
    assert agent.path.cost == cost
    if name in ("dstar-lite", "dstar-lite-basic", "lpa", "dstar"):
        assert agent.stats.expanded == before  # for the repair, nothing has happened


@pytest.mark.req("S000-52")
def test_potential_fields_get_stuck_where_layers_find_a_path():
    """The reason why there are none: docs/navigators.md. Attraction alone stays in a dead end."""
    grid = at.maps.field((9, 9), diagonal="never")
    grid[2, 2:7] = grid[2:7, 6] = grid[6, 2:7] = 0  # open to the west
    goal, cell, visited = (4, 8), (4, 4), []

    def pull(place):
        return (place[0] - goal[0]) ** 2 + (place[1] - goal[1]) ** 2

    while cell not in visited:
        visited.append(cell)
        cell = min([cell, *dict(grid.neighbours(cell))], key=pull)
    assert cell == (4, 5)
    assert cell != goal
    assert at.Navigator(grid, (4, 4), goal).path.found
    words = (Path(__file__).parents[2] / "docs" / "navigators.md").read_text()
    assert "## No potential fields" in words


@pytest.mark.req("S000-34")
def test_lpa_keeps_its_path_when_the_agent_strays_and_d_star_lite_plans_from_the_agent():
    for name, kept in (("lpa", True), ("dstar-lite", False)):
        grid = at.maps.field(9, diagonal="never")
        agent = at.Navigator(grid, (4, 0), (4, 8), algorithm=name)
        before = [*agent.path]
        agent.move_to((0, 3))
        assert ([*agent.path] == before) == kept
        assert agent.path[0] == ((4, 0) if kept else (0, 3))
        grid[4, 4] = 0
        assert agent.path.cost == (10 if kept else 9)
        assert agent.position == (0, 3)


@pytest.mark.req("S000-50")
@pytest.mark.req("S000-54")
@pytest.mark.parametrize("name", NAMES)
def test_layers_slow_the_agent_down_and_release_it_again(name):
    grid = at.maps.field((7, 9), diagonal="never")
    grid.layers["mud"] = np.zeros((7, 9))
    wary = grid.view(layers={"mud": 2})
    for world, weight in ((grid, 1), (wary, 2)):
        agent = at.Navigator(world, (3, 0), (3, 8), algorithm=name)
        assert agent.path.cost == 8
        grid.layers["mud"][2:5, 4] = 0.25
        assert agent.path.cost == 8 + 0.25 * weight
        grid.layers["mud"][:, 4] = 5
        assert agent.path.cost == 8 + 5 * weight
        grid.layers["mud"][0, 4] = 0
        grid.layers["mud"][3, 4] = 20
        assert agent.path.cost == 14
        grid.layers["mud"][...] = 0
        assert agent.path.cost == 8


@pytest.mark.req("S000-55")
@pytest.mark.parametrize("name", NAMES)
def test_a_removed_obstacle_opens_its_shortcut_at_once(name):
    grid = at.Grid.from_text("...#...\n.#.#.#.\n.#.#.#.\n.#...#.", diagonal="never")
    grid[3, 3] = 1
    agent = at.Navigator(grid, (0, 2), (0, 4), algorithm=name)
    assert agent.path.cost == 8
    grid[0, 3] = 1
    assert agent.path.cost == 2
    grid[0, 3] = 0
    assert agent.path.cost == 8


@pytest.mark.req("S000-70")
def test_a_plan_starts_at_the_tile_that_is_being_entered():
    for name in NAMES:
        grid = at.maps.field(9)
        agent = at.Navigator(grid, (4, 0), (4, 8), algorithm=name)
        entered = agent.step()
        grid[4, 2:6] = 0  # meanwhile
        assert agent.position == entered
        if name != "lpa":
            assert agent.path[0] == entered


@pytest.mark.req("S000-102")
@pytest.mark.req("S000-103")
def test_changes_reach_a_planner_in_order_and_none_is_lost(monkeypatch):
    calls = []

    class Recorder:
        def __init__(self, world, start, goal):
            calls.append(("made", start, goal))
            self.world = world

        def plan(self, start, goal, changed):
            calls.append(("plan", start, goal, changed.tolist()))
            return at.find_path(self.world, start, goal)

    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("recorder", Recorder, kind="navigator")
    grid = at.maps.field(5, diagonal="never")
    agent = at.Navigator(grid, (0, 0), (0, 4), algorithm="recorder")
    assert agent.path
    grid[0, 2] = 0  # a trap
    grid[1, 2] = 0
    assert agent.step() == (1, 0)
    agent.goal = (4, 4)
    assert agent.path
    assert calls[0] == ("made", (0, 0), (0, 4))
    assert calls[1] == ("plan", (0, 0), (0, 4), [])
    assert calls[2] == ("plan", (0, 0), (0, 4), [[0, 2], [1, 2]])
    assert calls[3] == ("plan", agent.position, (4, 4), [])


@pytest.mark.req("S001-14")
def test_learned_estimates_stay_consistent_and_never_fall():
    for name in ("adaptive", "mpaa"):
        for seed in range(scaled(25)):
            random = Random(seed)
            grid = scattered(14, seed, density=0.15, diagonal=random.choice(["never", "clear"]))
            agent = at.Navigator(grid, (0, 0), (13, 13), algorithm=name)
            before, searches = np.zeros(grid.shape), 0
            for _ in range(12):
                path = [*agent.path]
                if len(path) < 4:
                    break
                h = agent.h
                assert (h >= before - 1e-9).all()
                if name == "adaptive" and agent.stats.searches > searches:
                    closed = agent.state == 2  # h := g(goal) - g of each expanded node
                    assert h[closed] == pytest.approx(agent.path.cost - agent.g[closed], abs=1e-3)
                searches = agent.stats.searches
                before = h
                for row, col in np.argwhere(grid.cost > 0).tolist():
                    for beside, cost in grid.neighbours((row, col)):
                        assert h[row, col] <= cost + h[beside] + 1e-6
                agent.step()
                grid[random.choice(path[2:-1])] = 0
            assert agent.stats.restarts == 0


@pytest.mark.req("S001-15")
def test_what_adaptive_a_star_cannot_take_makes_it_forget_and_the_generalised_form_takes_it():
    for name, restarts in (("adaptive", 2), ("mpaa", 2), ("generalised-adaptive", 0)):
        grid = at.maps.field(12, diagonal="never")
        grid[5, 2:9] = 0
        agent = at.Navigator(grid, (2, 5), (9, 5), algorithm=name)
        assert agent.path.cost == 15
        grid[5, 5] = 1  # a cost falls
        assert agent.path.cost == 7
        agent.goal = (9, 7)  # the goal moves
        assert agent.path.cost == 9
        assert agent.stats.restarts == restarts
        grid[5, 5] = 0  # a cost rises
        assert agent.path.cost == 13
        assert agent.stats.restarts == restarts


def test_a_life_is_the_same_again():
    def costs():
        life = Life("again", NAMES)
        got = []
        for _ in range(40):
            life.happens()
            got.append([(agent.path.cost, agent.stats.expanded) for agent in life.agents.values()])
        return got

    assert costs() == costs()


def test_steps_along_the_path_do_not_plan():
    for name in NAMES:
        grid = scattered(20, 2, density=0.1)
        agent = at.Navigator(grid, (0, 0), (19, 19), algorithm=name)
        path = [*agent.path]
        steps = islice(iter(agent.step, None), len(path))  # one that never arrives ends here, too
        walked = [agent.position, *steps]
        assert walked == path
        assert agent.arrived
        assert agent.stats.searches == 1
        for a, b in pairwise(walked):
            assert b in dict(grid.neighbours(a))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_agents_and_searches_are_not_copied(copied):
    """A copy that shared the agent would move it in both."""
    grid = at.Grid(np.ones((3, 3)))
    for thing in (
        at.Navigator(grid, (0, 0), (2, 2)),
        at.Explorer(grid, (0, 0), (2, 2)),
        at.Search(grid, (0, 0), (2, 2)),
    ):
        kind = type(thing).__name__
        with pytest.raises(TypeError, match=f"a {kind} cannot be copied or pickled"):
            copied(thing)


@pytest.mark.parametrize("name", ["mpaa", "generalised-adaptive"])
def test_a_detour_near_the_agent_costs_as_much_however_far_the_goal_is(name):
    """The rest of the old path is known to hold: it is not walked again."""

    def moves_of_detours(length):
        grid = at.maps.field((9, length), diagonal="never")
        agent = at.Navigator(grid, (4, 0), (4, length - 1), algorithm=name)
        assert agent.path.cost == length - 1
        before = agent.stats.moves
        for _ in range(4):
            agent.step()
            grid[agent.path[2]] = 0
            best = at.find_path(grid, agent.position, agent.goal, algorithm="dijkstra")
            assert agent.path.cost == best.cost
        return agent.stats.moves - before

    assert moves_of_detours(400) == moves_of_detours(100) > 0


BACKWARD = {"repeated-backward", "dstar", "focused-dstar", "dstar-lite-basic", "dstar-lite"}


@pytest.mark.parametrize("name", NAMES)
def test_g_and_h_of_an_agent_are_costs_of_its_world(name):
    """In any units of a planner: on the path g is exact, and h is never too large."""
    exact = 0
    for seed in range(scaled(10)):
        random = Random(seed)
        costs = [[random.choice((0, 1, 1.5, 2, 7)) for _ in range(12)] for _ in range(12)]
        costs[0][0] = costs[11][11] = 1.5
        grid = at.Grid(costs)
        agent = at.Navigator(grid, (0, 0), (11, 11), algorithm=name)
        for _ in range(4):
            path = agent.path
            if len(path) < 4:
                break
            g, h = agent.g, agent.h
            for cell in path:
                walked = at.find_path(grid, agent.position, cell).cost
                left = at.find_path(grid, cell, agent.goal).cost
                known, estimated = (left, walked) if name in BACKWARD else (walked, left)
                if agent.state[cell] == 2 and 0 < g[cell] < inf:  # expanded
                    assert g[cell] == pytest.approx(known, rel=1e-6)
                    exact += 1
                assert not h[cell] > estimated + 1e-6  # NaN where a search did not ask
            grid[random.choice(path[2:-1])] = 0  # so that the next path is another
    assert exact > 20
