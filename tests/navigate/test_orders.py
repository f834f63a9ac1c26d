"""Explorers that get one goal after another, and explorers that share what they see."""

import copy
import pickle
from math import inf, isclose
from random import Random
from threading import Thread

import numpy as np
import pytest

import asterion as at
from asterion.search import registry
from support import reference
from support.effort import SAMPLED, scaled
from support.worlds import DIAGONALS

NAMES = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]
ALL = ["auto", *NAMES, "pha", "fresh", "stepwise"]
# A dead end that is open to the east.
POCKET = """
    .........
    .######..
    .#.......
    .######..
    .........
"""
INSIDE, EAST, WEST = (2, 2), (2, 8), (2, 0)


class Fresh:
    """A custom navigator: a new search for each plan."""

    def __init__(self, world, *_ends):
        self.world = world

    def plan(self, start, goal, _changed):
        return at.find_path(self.world, start, goal, algorithm="dijkstra")


class Stepwise(Fresh):
    """The same, expansion by expansion."""

    def plan(self, start, goal, _changed):
        self.search = at.Search(self.world, start, goal, algorithm="dijkstra")

    def step(self):
        return self.search.step()

    @property
    def path(self):
        return self.search.path


@pytest.fixture(autouse=True)
def _custom(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("fresh", Fresh, kind="navigator", optimal=True)
    at.register("stepwise", Stepwise, kind="navigator", optimal=True)


def cells_of(mask):
    return {(row, col) for row, col in np.argwhere(mask).tolist()}


def moves_to(agent, goal):
    """The number of moves of the agent to another goal."""
    before = agent.journey.moves
    agent.goal = goal
    journey = agent.run()
    assert journey.reached
    assert agent.position == goal
    return journey.moves - before


@pytest.mark.req("S001-50")
@pytest.mark.parametrize("name", ALL)
def test_after_a_second_order_an_explorer_remembers_the_dead_end_it_has_seen(name):
    """It stands in the dead end when it gets its first order, and sees its walls on the way out."""
    world = at.Grid.from_text(POCKET, diagonal="never")
    agent = at.Explorer(world, INSIDE, EAST, algorithm=name, replan="auto")
    assert agent.run().reached
    seen, believed = agent.known, agent.belief.cost.copy()
    agent.goal = WEST
    assert agent.path.found  # the first search
    assert (agent.known >= seen).all()
    assert (agent.belief.cost[seen] == believed[seen]).all()
    assert all(agent.belief[cell] == world[cell] for cell in cells_of(seen))
    with_memory = moves_to(agent, WEST)
    without = at.explore(world, EAST, WEST, algorithm=name).moves
    assert with_memory < without
    if name != "pha":  # which wants to be sure of the cheapest path
        assert with_memory == at.find_path(world, EAST, WEST).cost


@pytest.mark.req("S001-51")
@pytest.mark.parametrize("name", ALL)
def test_a_dead_end_that_one_has_seen_is_avoided_by_another_without_being_seen(name):
    world = at.Grid.from_text(POCKET, diagonal="never")
    scout = at.Explorer(world, INSIDE, EAST, algorithm="dstar-lite")
    assert scout.run().reached
    other = at.Explorer(world, EAST, WEST, algorithm=name, belief=scout.belief)
    first = [*other.path]
    presumed = at.validate(other.belief, first)
    walls = {cell for cell in cells_of(world.cost == 0) if other.known[cell]}
    assert (2, 1) in walls  # the end of it, which the other has never been near
    assert not walls & {*first}
    journey = other.run()
    assert journey.reached
    assert journey.moves < at.explore(world, EAST, WEST, algorithm=name).moves
    if name != "pha":
        assert presumed == 12 == journey.moves
        assert not {(2, col) for col in range(2, 7)} & {*map(tuple, journey.trajectory.tolist())}


@pytest.mark.req("S001-50")
@pytest.mark.parametrize("name", ALL)
def test_through_a_maze_the_second_time_is_shorter_for_those_who_remember(name):
    first = second = 0
    for seed in range(scaled(3)):
        world = at.maps.maze(15, seed=seed, opened=5)
        agent = at.Explorer(world, (0, 0), (14, 14), algorithm=name)
        first += agent.run().moves
        assert agent.arrived
        moves_to(agent, (0, 0))
        second += moves_to(agent, (14, 14))
    assert second < 0.8 * first


@pytest.mark.req("S001-51")
@pytest.mark.parametrize("name", ["auto", *NAMES])
def test_what_another_sees_on_the_path_of_a_unit_makes_it_plan_again(name):
    """Also when it appears later. What is seen elsewhere takes no search."""
    world = at.maps.field((3, 9), diagonal="never")
    unit = at.Explorer(world, (1, 0), (1, 8), algorithm=name, replan="path")
    scout = at.Explorer(world, (0, 4), (0, 4), belief=unit.belief)
    first = [*unit.path]
    assert first == [(1, col) for col in range(9)]
    world[1, 4] = 0
    assert [*unit.path] == first  # nobody has seen it yet
    scout.look()
    assert unit.path.cost == 10
    assert (1, 4) not in [*unit.path]
    assert len(unit.searches) == 2
    world[1, 4] = 1
    assert unit.path.cost == 10
    scout.look()
    assert unit.path.cost == 8
    assert unit.position == (1, 0)
    searches, path = len(unit.searches), [*unit.path]
    scout.goal = (0, 8) if (0, 4) not in path else (2, 4)
    world[0, 5] = 0 if (0, 5) not in path else 1
    scout.look()
    if name != "astar":  # which plans at every change
        assert [*unit.path] == path
        assert len(unit.searches) == searches


def cheapest(belief, start, goal):
    """The cost of a cheapest path by a plain Dijkstra; the start may be a wall."""
    total = belief.total.astype(float)
    total[total == 0] = inf
    rules = total.tolist(), belief.diagonal, belief.diagonal_cost
    return reference.dijkstra(*rules, start).get(goal, inf)


class Model:
    """The cells seen so far, kept by the test."""

    def __init__(self, world, unseen):
        self.world = world
        self.cost = np.full(world.shape, float(unseen))
        self.seen = np.zeros(world.shape, bool)

    def look(self, agent, sight):
        seen = at.visible(self.world, agent.position, radius=sight)
        self.cost[seen] = self.world.total[seen]
        self.seen |= seen


def check_path(agent, rule):
    """Check the path against a search from scratch; return whether reading it took a search."""
    here, goal, belief = agent.position, agent.goal, agent.belief
    searches = len(agent.searches)
    path, best = agent.path, cheapest(belief, here, goal)
    is_new = len(agent.searches) > searches
    assert path.found or best == inf
    if agent.algorithm == "pha":  # on its way to where it looks next
        assert not path or path[0] == here
        assert not path or at.validate(belief, path) == pytest.approx(path.cost)
        return is_new
    if path:
        assert (path[0], path[-1]) == (here, goal)
    if rule == "path" or is_new:
        assert isclose(path.cost, best, rel_tol=1e-9), (agent, path.cost, best)
        assert not path or isclose(at.validate(belief, path), best, rel_tol=1e-9)
    elif len(path) > 1:  # the next move can be made
        assert path[1] in dict(belief.neighbours(here))
        assert path.cost >= best - 1e-9
    return is_new


def some_world(random):
    """A random world, and a function that edits some cells of it."""
    side = random.randint(4, 9)
    values = random.choice([[0, 1, 1, 1], [0, 0, 1, 1, 1], [0, 1, 2, 5, 9]])
    costs = np.array([random.choice(values) for _ in range(side * side)], float)
    world = at.Grid(costs.reshape(side, side), diagonal=random.choice(DIAGONALS))

    def edit(occupied):
        for _ in range(random.choice([0, 0, 1, 2])):
            cell = random.randrange(side), random.randrange(side)
            if cell not in occupied:
                world[cell] = random.choice(values)

    return world, edit


def some_units(random, world, rule):
    """Units of one belief with the sight of each, and what they have seen."""
    cells, unseen = [*np.ndindex(*world.shape)], random.choice([1, 1, 4.5])
    model, units = Model(world, unseen), []
    for _ in range(random.randint(2, 3)):
        (start, goal), sight = random.sample(cells, 2), random.randint(1, 3)
        world[start] = 1
        options = {"algorithm": random.choice(ALL), "sight": sight}
        options |= {"replan": rule} if options["algorithm"] != "pha" else {}
        options |= {"belief": units[0][0].belief} if units else {"unseen": unseen}
        units.append((at.Explorer(world, start, goal, **options), sight))
        model.look(*units[-1])
    return units, model


@pytest.mark.req("S001-50")
@pytest.mark.req("S001-51")
@pytest.mark.parametrize("rule", ["path", "next-step"])
def test_units_with_orders_walk_cheapest_paths_of_a_belief_that_they_share(rule):
    """The true world is edited meanwhile; each unit sees as far as it can, and learns by sight."""
    random = Random(f"orders {rule}")
    for_others = arrived = 0
    for _ in range(scaled(70)):
        world, edit = some_world(random)
        units, model = some_units(random, world, rule)
        for _ in range(12):
            edit({unit.position for unit, _ in units})
            for unit, sight in units:
                unit.look()
                model.look(unit, sight)
            for unit, sight in units:
                if random.random() < 0.2:
                    unit.goal = random.choice([*np.ndindex(*world.shape)])
                if random.random() < 0.2:
                    unit.plan(expansions=random.randint(0, 5))
                here, moved = take_step(unit, rule)
                model.look(unit, sight)
                assert moved is None or moved in dict(world.neighbours(here))
                arrived += unit.arrived and moved is not None
                for other, _ in units:
                    for_others += check_path(other, rule) and other is not unit
                    assert (other.known == model.seen).all()
                    assert (other.belief.total == model.cost).all()
    assert SAMPLED or (for_others > 100 and arrived > 100)


def take_step(unit, rule):
    """Return where the unit was and where it moved; None only if there is nothing to do."""
    check_path(unit, rule)
    here, moved = unit.position, unit.step()
    assert unit.position == (here if moved is None else moved)
    assert moved or unit.arrived or not unit.path
    return here, moved


@pytest.mark.parametrize("name", ["auto", *NAMES, "pha", "fresh"])
def test_orders_are_carried_out_if_and_only_if_they_can_be(name):
    """Static worlds, several orders: then an agent knows all that it needs in the end."""
    random = Random(f"many orders {name}")
    ends = set()
    for seed in range(scaled(20)):
        world = at.maps.scattered(9, density=0.35, seed=seed, diagonal=random.choice(DIAGONALS))
        free = [tuple(cell) for cell in np.argwhere(world.cost > 0).tolist()]
        agent = at.Explorer(world, random.choice(free), random.choice(free), algorithm=name)
        for _ in range(4):
            there = at.find_path(world, agent.position, agent.goal).found
            assert agent.journey.message in {"", "I reached the target."}
            journey = agent.run()
            assert journey.reached == agent.arrived == there
            words = "I reached" if there else "I cannot reach"
            assert journey.message == f"{words} the target."
            ends.add(there)
            agent.goal = random.choice([*np.ndindex(9, 9)])
        walked = [tuple(cell) for cell in agent.journey.trajectory.tolist()]
        assert at.validate(world, walked) >= 0
        assert agent.stats.searches == len(agent.searches) == len(agent.journey.searches)
        assert agent.stats.expanded == sum(search.expanded for search in agent.searches)
    assert ends == {True, False} or SAMPLED


def test_a_goal_may_move_before_the_agent_arrives():
    """A chase: the goal walks away, one cell for two moves of the agent."""
    for name in ALL:
        world = at.maps.maze(15, seed=3, opened=30, diagonal="never")
        prey = at.Wanderer(world, (14, 14), seed=1)
        agent = at.Explorer(world, (0, 0), prey.position, algorithm=name)
        for turn in range(400):
            if agent.arrived:
                break
            if turn % 2:
                prey.step()
                agent.goal = prey.position
            agent.step()
        assert agent.position == agent.goal == prey.position
        assert agent.journey.message == "I reached the target."


def test_an_order_clears_the_message_and_a_goal_may_be_anything_inside():
    world = at.Grid.from_text("..#.", diagonal="never")
    agent = at.Explorer(world, (0, 0), (0, 3))
    assert agent.run().message == "I cannot reach the target."
    agent.goal = [0, 0]
    assert (agent.goal, agent.journey.message, agent.arrived) == ((0, 0), "", False)
    assert repr(agent).endswith("goal (0, 0)>")
    assert agent.run().reached
    agent.goal = np.array([0, 2])  # a wall that it has seen
    assert not agent.path
    assert agent.run().message == "I cannot reach the target."
    agent.goal = agent.position
    assert agent.journey.message == "I reached the target."
    with pytest.raises(at.OutsideWorld, match=r"goal \(0, 4\) is outside"):
        agent.goal = (0, 4)
    assert agent.goal == agent.position


@pytest.mark.parametrize("name", ["pha", "dstar-lite"])
def test_a_belief_outlives_the_explorer_that_made_it_and_is_read_only(name):
    world = at.Grid.from_text(POCKET, diagonal="never")
    scout = at.Explorer(world, INSIDE, EAST, unseen=2)
    scout.run()
    belief, known = scout.belief, scout.known
    with pytest.raises(AttributeError):
        scout.belief = at.maps.field(3)
    del scout
    heir = at.Explorer(world, EAST, WEST, algorithm=name, belief=belief)
    assert heir.belief is belief
    assert (heir.known == known | at.visible(world, EAST, radius=1)).all()
    assert belief[4, 0] == 2  # the price of unseen cells is a part of it
    assert heir.run().reached


def test_a_copy_of_a_belief_is_a_plain_grid():
    world = at.Grid.from_text(POCKET, diagonal="never")
    agent = at.Explorer(world, INSIDE, EAST)
    for twin in (agent.belief.copy(), copy.deepcopy(agent.belief),
                 pickle.loads(pickle.dumps(agent.belief))):  # fmt: skip
        assert type(twin) is at.Grid
        assert (twin.cost == agent.belief.cost).all()
        with pytest.raises(at.InvalidType, match="must be the belief of another explorer"):
            at.Explorer(world, EAST, WEST, belief=twin)
    with pytest.raises(at.InvalidType, match="Explorer cannot be copied"):
        copy.deepcopy(agent)


def test_views_share_a_belief_if_they_are_one_object():
    grid = at.Grid.from_text(POCKET, diagonal="never")
    mask = np.zeros(grid.shape, bool)
    view = grid.view(blocked=mask)
    agent = at.Explorer(view, INSIDE, EAST)
    other = at.Explorer(view, EAST, WEST, belief=agent.belief)
    assert other.known[2, 1]
    for world in (grid, grid.view(blocked=mask)):
        with pytest.raises(at.InvalidValue, match="belief is about another world, <View of"):
            at.Explorer(world, EAST, WEST, belief=agent.belief)


def test_explorers_of_one_belief_may_run_in_several_threads():
    world = at.maps.caves(40, seed=4)
    free = [tuple(cell) for cell in np.argwhere(at.reachable(world, _some_free(world))).tolist()]
    random = Random("threads")
    first = at.Explorer(world, *random.sample(free, 2))
    agents = [first, *(at.Explorer(world, *random.sample(free, 2), belief=first.belief)
                       for _ in range(3))]  # fmt: skip
    goals = [[random.choice(free) for _ in range(5)] for _ in agents]

    def obey(agent, orders):
        for goal in orders:
            agent.run()
            agent.goal = goal
        agent.run()

    threads = [Thread(target=obey, args=each) for each in zip(agents, goals, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(agent.arrived for agent in agents)
    known = first.known
    assert (first.belief.cost[known] == world.cost[known]).all()
    walked = np.concatenate([agent.journey.trajectory for agent in agents])
    assert known[tuple(walked.T)].all()


def _some_free(world):
    return next(cell for cell in cells_of(world.cost > 0) if at.reachable(world, cell).sum() > 300)
