"""The searches of a journey, one by one: g, h, f, the tree and the search-value of every cell."""

import heapq
from itertools import count
from math import inf

import numpy as np
import pytest

import asterion as at
from asterion.navigate.plans import LEARNING
from support.effort import SAMPLED, scaled

STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # east, south, west, north
EXPLORERS = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]


def worlds(many):
    rng = np.random.default_rng(7)
    for _ in range(many):
        shape = rng.integers(3, 8, 2)
        free = rng.random(shape) > 0.3
        ends = [tuple(rng.integers(0, shape).tolist()) for _ in range(2)]
        for end in ends:
            free[end] = True
        if ends[0] != ends[1]:
            yield at.Grid(free, diagonal="never"), *ends


class Assignment:
    """The assignment's pseudocode, word for word, with ties by larger g, then first in, first out.

    ``searches`` gives the values of each search when it has ended.
    """

    def __init__(self, world, start, goal, *, adaptive):
        self.world, self.here, self.goal, self.adaptive = world, start, goal, adaptive
        self.cells = [*np.ndindex(*world.shape)]
        self.h = {cell: abs(cell[0] - goal[0]) + abs(cell[1] - goal[1]) for cell in self.cells}
        self.search = dict.fromkeys(self.cells, 0)
        self.blocked = set()
        self.counter = 0
        self.look()

    def beside(self, cell):
        near = [(cell[0] + row, cell[1] + col) for row, col in STEPS]
        return [each for each in near if each in self.search]

    def look(self):
        self.blocked |= {cell for cell in self.beside(self.here) if self.world[cell] == 0}

    def compute_path(self):
        self.g, self.tree, self.closed = {self.here: 0, self.goal: inf}, {}, set()
        self.search[self.here] = self.search[self.goal] = self.counter
        numbers = count()
        opened = [(self.h[self.here], 0, next(numbers), self.here)]
        current = {self.here: opened[0]}
        while opened and self.g[self.goal] > opened[0][0]:
            entry = heapq.heappop(opened)
            cell = entry[-1]
            if current.get(cell) != entry:
                continue  # it is there with a better key
            del current[cell]
            self.closed.add(cell)
            for near in self.beside(cell):
                if near not in self.blocked and self.better(near, cell):
                    g = self.g[near] = self.g[cell] + 1
                    self.tree[near] = cell
                    current[near] = g + self.h[near], -g, next(numbers), near
                    heapq.heappush(opened, current[near])

    def better(self, near, cell):
        if self.search[near] < self.counter:
            self.g[near] = inf
            self.search[near] = self.counter
        return self.g[near] > self.g[cell] + 1

    def walk(self):
        path = [self.goal]
        while path[-1] != self.here:
            path.append(self.tree[path[-1]])
        path.pop()
        while path and not self.blocked & {*path}:
            self.here = path.pop()
            self.look()

    def searches(self):
        while self.here != self.goal:
            self.counter += 1
            self.compute_path()
            g = {cell: self.g.get(cell, inf) for cell in self.cells}
            new = dict(self.h)
            if self.adaptive:
                new |= {cell: g[self.goal] - g[cell] for cell in self.closed}
            yield self.here, g, self.h, new, self.tree, self.closed, dict(self.search)
            self.h = new
            if g[self.goal] == inf:
                return
            self.walk()


@pytest.mark.req("S001-10")
@pytest.mark.req("S001-12")
@pytest.mark.req("S001-14")
@pytest.mark.parametrize("name", ["repeated-forward", "adaptive"])
def test_every_search_has_the_values_of_the_assignment_s_pseudocode(name):
    searches = learned = left_behind = 0
    for world, start, goal in worlds(scaled(60)):
        agent = at.Explorer(world, start, goal, algorithm=name, replan="path")
        agent.run()
        wanted = [*Assignment(world, start, goal, adaptive=name == "adaptive").searches()]
        assert len(agent.searches) == len(wanted)
        for plan, (here, g, h, new, tree, closed, search) in zip(
            agent.plans(), wanted, strict=True
        ):
            assert plan.start == here
            for cell in np.ndindex(*world.shape):
                assert plan.g[cell] == g[cell]
                assert plan.search[cell] == search[cell]
                assert (plan.state[cell] == 2) == (cell in closed)
                parent = int(plan.parent[cell])
                assert (divmod(parent, world.shape[1]) if parent >= 0 else None) == tree.get(cell)
                if plan.new_h is not None or plan.state[cell]:
                    assert plan.h[cell] == h[cell]
                    assert plan.f[cell] == g[cell] + h[cell]
                if plan.new_h is not None:
                    assert plan.new_h[cell] == new[cell]
                left_behind += 0 < plan.search[cell] < plan.number
            assert (plan.new_h is None) == (name == "repeated-forward")
            learned += plan.new_h is not None and (plan.new_h > plan.h).sum()
            searches += 1
    assert searches > 60 or SAMPLED
    assert left_behind > 100 or SAMPLED
    assert bool(learned) == (name == "adaptive")


@pytest.mark.parametrize("heuristic", ["auto", "zero", lambda a, b: abs(a[0] - b[0]) / 2])
@pytest.mark.parametrize("name", LEARNING)
def test_estimates_before_and_after_match_the_algorithm_where_costs_fall(name, heuristic):
    """Cells seen may cost less than believed: then much is forgotten, or lowered."""
    rng = np.random.default_rng(3)
    fell = lowered = 0
    for _ in range(scaled(25)):
        costs = rng.choice([0, 0.5, 1, 2, 3, 7], (6, 7), p=[0.2, 0.1, 0.2, 0.2, 0.2, 0.1])
        costs[0, 0] = costs[5, 6] = 1
        world = at.Grid(costs, diagonal=rng.choice(["never", "clear", "always"]))
        options = {"unseen": float(rng.choice([1, 2, 4])), "sight": int(rng.choice([1, 3]))}
        agent = at.Explorer(world, (0, 0), (5, 6), algorithm=name, heuristic=heuristic, **options)
        agent.run()
        before = None
        for plan in agent.plans():
            free = plan.belief.total > 0
            closed = free & (plan.state == 2)
            assert plan.new_h[free & ~closed] == pytest.approx(plan.h[free & ~closed])
            cost = at.find_path(plan.belief, plan.start, agent.goal).cost
            if name == "adaptive" or cost == inf:
                new = np.maximum(plan.h[closed], cost - plan.g[closed])
                assert plan.new_h[closed] == pytest.approx(new)
            assert (plan.new_h[closed] >= plan.h[closed] - 1e-9).all()
            for cell in zip(*np.nonzero(free), strict=True):
                for near, move in plan.belief.neighbours(cell):
                    assert plan.h[cell] <= move + plan.h[near] + 1e-9
            if before is not None:
                fell += bool((plan.belief.total < before.belief.total)[free].any())
                lowered += bool((plan.h < before.new_h - 1e-9)[free].any())
            before = plan
    assert fell > 5
    assert lowered > 0 or heuristic == "zero"


@pytest.mark.parametrize("name", EXPLORERS)
def test_the_last_search_is_the_one_that_the_agent_shows(name):
    for world, start, goal in worlds(12):
        agent = at.Explorer(world, start, goal, algorithm=name)
        agent.run(4)
        arrays = {each: getattr(agent, each) for each in ("g", "h", "state", "parent")}
        *_, last = agent.plans()
        assert last.number == len(agent.searches)
        assert (last.state == arrays["state"]).all()
        assert (last.g == arrays["g"]).all()
        if name in LEARNING:
            assert (last.new_h == arrays["h"]).all()
            assert (last.h <= last.new_h).all()
        assert at.sketch.values(agent)


@pytest.mark.req("S001-50")
@pytest.mark.parametrize("name", [*EXPLORERS, "pha"])
def test_the_searches_of_several_orders_are_those_that_were_made(name):
    """With goals set before and after a search, on the way and at the end, and set back."""
    rng = np.random.default_rng(5)
    later = 0
    for world, start, goal in worlds(scaled(25)):
        sight, unseen = int(rng.integers(1, 3)), float(rng.choice([1, 3]))
        agent = at.Explorer(world, start, goal, algorithm=name, sight=sight, unseen=unseen)
        made = []
        for _ in range(30):
            agent.run(int(rng.integers(0, 3)))
            if rng.random() < 0.5:
                agent.goal = tuple(rng.integers(0, world.shape).tolist())
            if rng.random() < 0.5 and agent.path and len(agent.searches) > len(made):
                last = len(agent.searches), agent.position, agent.g, agent.h, agent.state
                made.append(last)
        plans = {plan.number: plan for plan in agent.plans()}
        assert [*plans] == [*range(1, len(agent.searches) + 1)]
        for number, position, g, h, state in made:
            plan = plans[number]
            if name != "pha":  # which expands on its way
                assert (plan.g == g).all()
                assert (plan.state == state).all()
            if plan.start == position and name in LEARNING:
                assert (plan.new_h == h).all()
                assert (plan.h <= plan.new_h + 1e-9).all()
                quiet = (plan.belief.total > 0) & (plan.state != 2)
                assert plan.new_h[quiet] == pytest.approx(plan.h[quiet])
            later += number > 1
    assert later > 50 or SAMPLED


def test_the_searches_of_a_shared_belief_cannot_be_repeated():
    world = at.maps.field(4, diagonal="never")
    agent = at.Explorer(world, (0, 0), (3, 3), algorithm="adaptive")
    agent.run()
    assert len([*agent.plans()]) == 1
    other = at.Explorer(world, (0, 3), (3, 0), belief=agent.belief)
    for each in (agent, other):
        with pytest.raises(at.InvalidValue, match="the agent shares its belief"):
            each.plans()


def test_reading_the_searches_changes_nothing():
    for world, start, goal in worlds(10):
        agent, plain = (at.Explorer(world, start, goal, algorithm="adaptive") for _ in range(2))
        while agent.step() is not None:
            assert len([*agent.plans()]) == len(agent.searches)
        assert (agent.journey.trajectory == plain.run().trajectory).all()
        assert len(agent.searches) == len(plain.searches)
        assert (agent.journey.moves > 0) == bool(agent.searches)


def test_a_search_that_has_not_been_made_is_not_among_them():
    agent = at.Explorer(at.maps.field(3, diagonal="never"), (0, 0), (2, 2))
    assert [*agent.plans()] == []
    assert agent.path
    assert [plan.number for plan in agent.plans()] == [1]


def test_an_agent_at_its_goal_has_nothing_to_show():
    agent = at.Explorer(at.maps.field(2), (0, 0), (0, 0), algorithm="adaptive")
    assert [*agent.plans()] == []
    assert not set(at.sketch.values(agent)) & set("0123456789")


def test_what_was_believed_then_is_told():
    world = at.Grid.from_text("...\n.#.\n...\n", diagonal="never")
    agent = at.Explorer(world, (1, 0), (0, 2), algorithm="repeated-forward", sight=1)
    agent.run()
    (plan,) = agent.plans()
    assert plan.belief[1, 1] == 0
    far = at.Explorer(world, (2, 0), (0, 2), algorithm="repeated-forward")
    far.run()
    assert next(far.plans()).belief[1, 1] == 1


def test_a_world_that_has_changed_is_not_walked_again():
    world = at.maps.field(4, diagonal="never")
    agent = at.Explorer(world, (0, 0), (3, 3), algorithm="adaptive")
    agent.run(2)
    world[3, 0] = 0
    said = r"the world has changed since the agent set out \(version 0, now 1\); its searches can"
    with pytest.raises(at.InvalidValue, match=said):
        agent.plans()
    agent.run()
    with pytest.raises(at.InvalidValue, match=said):
        at.sketch.values(agent)
    other = at.Explorer(world, (0, 0), (3, 3), algorithm="repeated-forward")
    other.run(2)
    world[3, 1] = 0
    assert at.sketch.values(other)  # nothing of an earlier search is needed
