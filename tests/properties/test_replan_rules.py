"""When an explorer plans again: ``replan="next-step"`` and ``"path"`` in worlds of every kind."""

from itertools import pairwise
from math import inf
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.search import registry
from support.any_grid import KINDS, AnyGrid
from support.effort import SAMPLED, scaled

RULES = ["next-step", "path"]
NAMES = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]


class Fresh:
    """A custom navigator: a new search for each plan, in one go or step by step."""

    def __init__(self, world, *_ends):
        self.world = world

    def plan(self, start, goal, _changed):
        return at.find_path(self.world, start, goal, algorithm="astar")


class Stepwise(Fresh):
    def plan(self, start, goal, _changed):
        self.search = at.Search(self.world, start, goal, algorithm="astar")

    def step(self):
        return self.search.step()

    @property
    def path(self):
        return self.search.path


@pytest.fixture
def _custom(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("fresh", Fresh, kind="navigator")
    at.register("stepwise", Stepwise, kind="navigator")


def open_worlds(count, seed, side=12, weights=False):
    """Squares with walls, perhaps weighted, and two free cells."""
    random = Random(seed)
    for _ in range(scaled(count)):
        rule = random.choice(["never", "clear", "one-clear", "always"])
        density = random.choice([0.1, 0.25, 0.35, 0.5])
        world = at.maps.scattered(side, density=density, seed=random.randrange(2**30))
        cost = np.array(world.cost)
        if weights:
            draw = np.random.default_rng(random.randrange(2**30))
            cost *= draw.integers(1, 10, cost.shape, dtype=cost.dtype)
        ends = [(random.randrange(side), random.randrange(side)) for _ in range(2)]
        for end in ends:
            cost[end] = max(1, cost[end])
        yield at.Grid(cost.astype(np.uint8), diagonal=rule), *ends, random


def is_legal(world, a, b):
    return any(b == cell for cell, _ in world.neighbours(a))


@pytest.mark.usefixtures("_custom")
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("kind", KINDS)
def test_explorers_arrive_if_and_only_if_there_is_a_path(kind, rule):
    """On grids of every kind, with weights, layers, views and units of a size."""
    random = Random(f"{kind} {rule}")
    arrived = 0
    for _ in range(scaled(600)):
        world = AnyGrid(random, kind)
        if not (free := world.free_cells()):
            continue
        start, goal = random.choice(free), random.choice(world.cells)
        agent = at.Explorer(
            world.world,
            start,
            goal,
            algorithm=random.choice(["auto", *NAMES, "fresh", "stepwise"]),
            sight=random.randint(1, 3),
            unseen=random.choice([1, 1, 4.5]),
            replan=rule,
        )
        most = len(world.cells) ** 2
        journey = agent.run(most + 1)
        assert journey.moves <= most  # it ends
        reachable = goal in world.costs_from(start)
        one_way = world.has_links or world.has_fences  # may lead into a dead end
        assert journey.reached == reachable or (one_way and reachable)
        if not journey.reached:
            assert journey.message == "I cannot reach the target."
            assert not at.find_path(agent.belief, agent.position, goal).found
        arrived += journey.reached
        for a, b in pairwise(tuple(cell) for cell in journey.trajectory.tolist()):
            assert any(b == other for other, _ in world.moves(a))
    assert arrived > 0 or SAMPLED


@pytest.mark.usefixtures("_custom")
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("weights", [False, True])
def test_so_they_do_on_squares_with_every_navigator(weights, rule):
    arrived = 0
    for world, start, goal, random in open_worlds(1500, f"{weights} {rule}", weights=weights):
        name = random.choice(["auto", *NAMES, "fresh", "stepwise"])
        sight = random.randint(1, 3)
        journey = at.explore(world, start, goal, algorithm=name, sight=sight, replan=rule)
        assert journey.reached == at.find_path(world, start, goal).found, (name, sight)
        at.validate(world, map(tuple, journey.trajectory.tolist()))
        arrived += journey.reached
    assert arrived > 0 or SAMPLED


@pytest.mark.usefixtures("_custom")
@pytest.mark.parametrize("rule", RULES)
def test_every_move_is_legal_while_the_world_changes_and_the_walk_ends(rule):
    """Cells close, open, and cost more or less, in sight and out of it, for a while."""
    ends = set()
    for world, start, goal, random in open_worlds(500, f"edits {rule}", side=9, weights=True):
        name = random.choice(["auto", *NAMES, "fresh", "stepwise"])
        sight = random.randint(1, 3)
        agent = at.Explorer(world, start, goal, algorithm=name, sight=sight, replan=rule)
        busy, moves = random.randint(0, 60), 0
        while True:
            if moves < busy:
                cell = random.randrange(9), random.randrange(9)
                if cell != agent.position:
                    world[cell] = random.choice([0, 0, 1, 1, 5, 9])
            if random.random() < 0.3:
                agent.plan(expansions=random.randint(0, 5))
            here = agent.position
            moved = agent.step()
            if moved is None and moves >= busy:
                break
            moves += 1
            assert moves < busy + 81 * 81  # it does not walk for ever
            if moved is not None:
                assert is_legal(world, here, moved), (name, here, moved)
        ends.add(agent.arrived)
        if not agent.arrived:  # by what it knows: a wall may have gone that it had seen
            assert not at.find_path(agent.belief, agent.position, goal).found
    assert ends == {True, False} or SAMPLED


@pytest.mark.parametrize("name", ["auto", *NAMES])
def test_with_path_an_explorer_walks_as_a_navigator_on_its_belief_does(name):
    """A navigator plans whenever its path may not be a cheapest one; so did every explorer."""
    for world, start, goal, random in open_worlds(60, name, weights=name != "jps"):
        sight = random.randint(1, 3)
        agent = at.Explorer(world, start, goal, algorithm=name, sight=sight, replan="path")
        belief = at.maps.field(12, diagonal=world.diagonal)
        ties = {} if name in {"jps", "index", "auto"} else {"ties": "high-g"}
        shadow = at.Navigator(belief, start, goal, algorithm=name, **ties)

        def look(cell, world=world, belief=belief, sight=sight):
            seen = at.visible(world, cell, radius=sight)
            belief[seen] = world.total[seen]

        look(start)
        while True:
            step = shadow.step()
            assert agent.step() == step
            if step is None:
                break
            look(step)
        assert len(agent.searches) == shadow.stats.searches
        assert agent.stats.expanded == shadow.stats.expanded


@pytest.mark.usefixtures("_custom")
@pytest.mark.parametrize("name", ["auto", *NAMES, "fresh", "stepwise"])
def test_the_next_step_decides_whether_a_plan_is_made(name):
    """On floor and walls, where no cell turns out cheaper: one plan for each step that is shut."""
    late = 0  # how often the path was shut further on
    for world, start, goal, random in open_worlds(60, name):
        sight = random.randint(1, 3)
        agent = at.Explorer(
            world, start, goal, algorithm=name, sight=sight, replan="next-step", unseen=1
        )
        path = [*agent.path]
        while len(path) > 1:
            plans = len(agent.searches)
            due = not is_legal(agent.belief, path[0], path[1]) or agent.belief[goal] == 0
            moved = agent.step()
            assert len(agent.searches) - plans == due
            if due:
                path = [agent.position, *agent.path[1:]] if moved is not None else []
                continue
            assert moved == path[1]
            path = path[1:]
            late += any(not is_legal(agent.belief, a, b) for a, b in pairwise(path[1:]))
        assert agent.arrived == at.find_path(world, start, goal).found
    assert late > 10 or SAMPLED


@pytest.mark.usefixtures("_custom")
@pytest.mark.parametrize("name", ["auto", "dstar-lite", "repeated-backward", "fresh"])
def test_a_step_that_costs_more_than_planned_asks_for_a_plan(name):
    """Straight on a cell costs 7 that was believed to cost 1; around it is cheaper."""
    world = at.Grid([[1] * 6, [1, 1, 1, 7, 1, 1], [1] * 6], diagonal="never")
    for sight in (1, 2):
        agent = at.Explorer(world, (1, 0), (1, 5), algorithm=name, sight=sight, replan="next-step")
        journey = agent.run()
        assert journey.reached
        assert [1, 3] not in journey.trajectory.tolist()
        assert len(journey.searches) > 1


@pytest.mark.usefixtures("_custom")
@pytest.mark.parametrize("name", ["auto", *NAMES, "fresh"])
def test_a_cell_that_turns_out_cheaper_asks_for_a_plan_at_once(name):
    """All costs 9, until a cheap road is built beside the path, in sight."""
    world = at.Grid(np.full((3, 12), 9, np.uint8), diagonal="never")
    agent = at.Explorer(
        world, (1, 0), (1, 11), algorithm=name, unseen=9, sight=12, replan="next-step"
    )
    assert agent.run(2).trajectory.tolist() == [[1, 0], [1, 1], [1, 2]]
    world[0] = 1
    assert agent.run().trajectory[:, 0].tolist().count(0) >= 8


@pytest.mark.usefixtures("_custom")
@pytest.mark.parametrize("name", ["auto", *NAMES, "fresh"])
def test_a_goal_that_is_seen_to_be_shut_ends_the_walk(name):
    world = at.Grid.from_text("........\n......#.\n........", diagonal="never")
    agent = at.Explorer(world, (1, 0), (1, 6), algorithm=name, sight=3, replan="next-step")
    assert agent.run().message == "I cannot reach the target."
    assert agent.position == (1, 3)  # from where it saw the goal


@pytest.mark.usefixtures("_custom")
@pytest.mark.parametrize("name", ["auto", *NAMES, "fresh", "stepwise"])
def test_to_read_the_path_changes_nothing_of_the_walk(name):
    shut = 0
    for world, start, goal, random in open_worlds(40, f"read {name}", weights=name != "jps"):
        sight = random.randint(1, 3)
        read, left = (
            at.Explorer(world, start, goal, algorithm=name, sight=sight, replan="next-step")
            for _ in range(2)
        )
        while True:
            path = read.path
            assert read.ready
            if path:
                assert (path[0], path[-1]) == (read.position, goal)
                if path.cost == inf:  # it is known to be shut, but not here
                    shut += 1
                    assert not path.optimal
                    assert path == read.path
                    with pytest.raises(at.InvalidPath):
                        at.validate(read.belief, path)
                else:
                    assert at.validate(read.belief, path) == pytest.approx(path.cost)
            if read.step() is None:
                break
            if not name.startswith(("fresh", "stepwise")):
                assert read.state.shape == world.shape
        journey = left.run()
        assert (journey.trajectory == read.journey.trajectory).all()
        assert [s.expanded for s in read.searches] == [s.expanded for s in journey.searches]
    assert shut > 0 or SAMPLED


@pytest.mark.parametrize("name", ["auto", "mpaa", "dstar-lite"])
def test_the_next_step_needs_fewer_searches_and_hardly_more_moves(name):
    moves, searches = dict.fromkeys(RULES, 0), dict.fromkeys(RULES, 0)
    for seed in range(40):
        made = at.maps.rooms(41, size=9, seed=seed), at.maps.maze(41, seed=seed, opened=60)
        for world in made:
            free = [tuple(cell) for cell in np.argwhere(world.cost > 0).tolist()]
            for rule in RULES:
                agent = at.Explorer(world, free[0], free[-1], algorithm=name, replan=rule)
                moves[rule] += agent.run().moves
                searches[rule] += len(agent.searches)
    assert moves["next-step"] < 1.02 * moves["path"]
    assert searches["path"] > 1.4 * searches["next-step"]


def test_the_default_looks_at_the_next_step_where_an_agent_sees_no_further():
    for world, start, goal, _ in open_worlds(30, "default", side=16):
        for sight, rule in ((1, "next-step"), (2, "path"), (3, "path")):
            default = at.explore(world, start, goal, sight=sight)
            same = at.explore(world, start, goal, sight=sight, replan=rule)
            assert (default.trajectory == same.trajectory).all()
            assert len(default.searches) == len(same.searches)
