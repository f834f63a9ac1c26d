"""Custom navigators, registered in a few lines."""

import importlib.util
import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.search import registry
from support import commands, episodes
from support.effort import scaled

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_navigator" / "main.py"
LIVES = 40


@pytest.fixture(autouse=True)
def example(monkeypatch):
    """The example's navigator, known for the time of a test."""
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    spec = importlib.util.spec_from_file_location("own_navigator", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.req("S000-100")
def test_the_example_is_short():
    text = EXAMPLE.read_text()
    own = text[text.index("class Flow") : text.index("def main")]
    assert "at.register(" in own
    assert len([line for line in own.splitlines() if line.strip()]) < 30


@pytest.mark.req("S000-100")
def test_it_stays_right_while_the_world_changes(example):
    at.register(
        "flow",
        lambda world, start, goal, **_: example.Flow(world, start, goal),
        kind="navigator",
        options=("ties", "seed"),  # which lives choose at random
        optimal=True,
    )
    for number in range(LIVES):
        life = episodes.Life(f"own/{number}", ["flow"])
        for _ in range(30):
            free = life.world.free_cells()
            if not free:
                break
            if life.position not in free:  # a custom path cannot start in a wall
                life.place(life.random.choice(free))
            life.check()
            life.happens()


@pytest.mark.req("S000-100")
def test_it_gets_what_has_changed_since_it_last_planned():
    told = []

    class Listener:
        def __init__(self, world, *ends):
            self.world, self.ends = world, ends

        def plan(self, start, goal, changed):
            told.append((start, goal, None if changed is None else changed.tolist()))
            return at.find_path(self.world, start, goal)

    at.register("flow", Listener, kind="navigator")
    grid = at.maps.field((1, 5))
    agent = at.Navigator(grid, (0, 0), (0, 4), algorithm="flow")
    assert agent.path.cost == 4
    grid[0, 2] = 3
    grid[0, 3] = 2
    assert agent.path.cost == 7
    assert agent.path.cost == 7  # nothing has changed: no plan
    agent.goal = (0, 3)
    assert agent.path.cost == 6
    agent.move_to((0, 4))
    assert agent.path.cost == 2
    for i in range(5000):  # more than the journal remembers
        grid[0, 0] = i % 2 + 1
    assert agent.path.cost == 2
    assert told == [
        ((0, 0), (0, 4), []),
        ((0, 0), (0, 4), [[0, 2], [0, 3]]),
        ((0, 0), (0, 3), []),
        ((0, 4), (0, 3), []),
        ((0, 4), (0, 3), None),
    ]
    assert agent.stats.searches == 5
    assert [segment.searches for segment in agent.segments] == [2, 3]


@pytest.mark.req("S000-101")
def test_it_is_listed_like_any_other():
    assert [info.name for info in at.algorithms("navigator")][-1] == "flow"
    assert "flow" not in [info.name for info in at.algorithms("search")]
    _, navigators = commands.run("algorithms").stdout.split("Navigators", 1)
    assert re.search(r"^ *flow +(yes|no) ", navigators, re.MULTILINE)
    with pytest.raises(ValueError, match=r"algorithm is 'flop'; choose one of .*'dstar-lite'"):
        at.Navigator(at.maps.field(2), (0, 0), (1, 1), algorithm="flop")
    with pytest.raises(ValueError, match=r"algorithm is 'flow', which is run by at\.Navigator"):
        at.find_path(at.maps.field(2), (0, 0), (1, 1), algorithm="flow")


@pytest.mark.req("S000-100")
def test_explorers_reach_the_goal_with_it_if_there_is_a_path():
    random = Random("own explorers")
    for seed in range(scaled(60)):
        world = at.maps.scattered((9, 9), seed=seed)
        free = [tuple(cell) for cell in np.argwhere(world.cost > 0).tolist()]
        start, goal = random.sample(free, 2)
        journey = at.explore(world, start, goal, algorithm="flow")
        assert journey.reached == at.find_path(world, start, goal).found
        assert at.validate(world, [tuple(cell) for cell in journey.trajectory.tolist()]) >= 0
        assert len(journey.searches) >= 1


def bad(plan):
    """A navigator that returns this for every plan."""

    class Bad:
        def __init__(self, *_):
            pass

        def plan(self, start, goal, changed):  # noqa: ARG002
            return plan

    at.register("flow", Bad, kind="navigator")
    return at.Navigator(at.maps.field(3), (0, 0), (2, 2), algorithm="flow")


@pytest.mark.req("S000-100")
def test_plans_that_cannot_be_are_refused():
    grid = at.maps.field(3)
    with pytest.raises(TypeError, match="a plan of 'flow' is 'on we go'; Path"):
        _ = bad("on we go").path
    astray = at.find_path(grid, (0, 0), (1, 2))
    message = "a plan of 'flow' leads from (0, 0) to (1, 2); it must lead from (0, 0) to (2, 2)"
    with pytest.raises(ValueError, match=re.escape(message)):
        bad(astray).step()
    outside = at.find_path(at.maps.field(5), (0, 0), (4, 4))
    with pytest.raises(IndexError, match=re.escape("cell (3, 3) is outside the grid of 3 rows")):
        _ = bad(outside).path
    assert bad(at.Path.not_found("unreachable")).step() is None
    with pytest.raises(ValueError, match="'flow' does not take weight=2; it takes no options"):
        at.Navigator(grid, (0, 0), (2, 2), algorithm="flow", weight=2)
    with pytest.raises(ValueError, match="'flow' does not show rhs"):
        _ = bad(astray).rhs


@pytest.mark.req("S000-100")
@pytest.mark.parametrize("agent", [at.Navigator, at.Explorer])
def test_it_shows_of_its_search_what_it_has(agent):
    class Open:
        def __init__(self, world, *_):
            self.state = np.ones(world.shape, np.uint8)

        def g(self):
            return self.state * 2.0

    at.register("open", Open, kind="navigator")
    one = agent(at.maps.field(3), (0, 0), (2, 2), algorithm="open")
    assert (one.state == 1).all()
    assert (one.g == 2).all()
    with pytest.raises(ValueError, match="'open' does not show parent"):
        _ = one.parent


def test_one_that_raised_is_called_again_with_the_same_changes():
    told = []

    class Flaky:
        def __init__(self, world, *_):
            self.world = world

        def plan(self, start, goal, changed):
            told.append(changed.tolist())
            if len(told) == 2:
                raise RuntimeError("not today")
            return at.find_path(self.world, start, goal)

    at.register("flaky", Flaky, kind="navigator")
    grid = at.maps.field((3, 3))
    agent = at.Navigator(grid, (1, 0), (1, 2), algorithm="flaky")
    assert agent.path.cost == 2
    grid[1, 1] = 0
    with pytest.raises(RuntimeError, match="not today"):
        _ = agent.path
    assert agent.path.cost == 4  # and not the path through the new wall
    assert told == [[], [[1, 1]], [[1, 1]]]


def test_a_built_in_navigator_is_not_replaced():
    with pytest.raises(ValueError, match="name is 'dstar-lite'; a built-in"):
        at.register("dstar-lite", object, kind="navigator")


class Stepwise:
    """A navigator whose plans are searches, of which each step is one expansion."""

    def __init__(self, world, _start, _goal, **_options):
        self.world = world
        self.begun = []
        self.fails = False

    def plan(self, start, goal, changed):
        self.begun.append(changed)
        self.search = at.Search(self.world, start, goal, algorithm="astar")

    def step(self):
        if self.fails:
            raise RuntimeError("tired")
        return self.search.step()

    @property
    def path(self):
        return self.search.path


@pytest.mark.req("S003-09")
def test_a_custom_navigator_plans_in_slices_if_it_has_steps():
    at.register("stepwise", Stepwise, kind="navigator", optimal=True)
    world = at.maps.rooms(31, seed=2)
    agent = at.Navigator(world, (1, 1), (29, 29), algorithm="stepwise")
    slices = 0
    while agent.plan(expansions=10) == "running":
        assert not agent.ready
        slices += 1
    assert slices > 3
    best = at.find_path(world, (1, 1), (29, 29), algorithm="astar")
    assert [*agent.path] == [*best]
    assert agent.stats.searches == 1
    assert agent.plan(seconds=0) == "ready"
    world[agent.path[5]] = 0
    assert agent.plan(expansions=1) == "running"
    world[agent.path[7]] = 0  # read: finished, then changed again
    assert agent.plan() == "ready"
    assert agent.path.cost == at.find_path(world, (1, 1), (29, 29)).cost
    planner = agent._core._planner
    assert [len(changed) for changed in planner.begun] == [0, 1, 1]


def test_a_plan_under_way_restarts_when_something_changes():
    at.register("stepwise", Stepwise, kind="navigator", optimal=True)
    world = at.maps.rooms(31, seed=2)
    agent = at.Navigator(world, (1, 1), (29, 29), algorithm="stepwise")
    planner = agent._core._planner
    agent.plan(expansions=5)
    agent.plan(expansions=5)
    assert len(planner.begun) == 1
    world[0, 0] = 1 - world[0, 0]
    agent.plan(expansions=5)
    agent.move_to((1, 2))
    agent.plan(expansions=5)
    agent.goal = (1, 29)
    agent.plan(expansions=5)
    assert len(planner.begun) == 4
    planner.fails = True
    with pytest.raises(RuntimeError, match="tired"):
        agent.plan()
    planner.fails = False
    assert agent.path.cost == at.find_path(world, (1, 2), (1, 29)).cost


def test_a_plan_of_a_custom_navigator_without_steps_is_made_in_one_go(example):
    at.register("flow", example.Flow, kind="navigator", optimal=True)
    agent = at.Navigator(at.maps.rooms(31), (1, 1), (29, 29), algorithm="flow")
    assert agent.plan(expansions=1) == "ready"


def test_a_step_that_gives_no_status_is_refused():
    class Odd(Stepwise):
        def step(self):
            return 7

    at.register("odd", Odd, kind="navigator")
    agent = at.Navigator(at.maps.rooms(31), (1, 1), (29, 29), algorithm="odd")
    with pytest.raises(at.InvalidValue, match="a step of 'odd' gave 7; it must be one of"):
        agent.plan()
