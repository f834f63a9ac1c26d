"""Every navigator, in worlds that change and under agents that move, against Dijkstra's algorithm.

`make soak` does the same fifty times as long.
"""

from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.episodes import NAMES, live, mostly_open_world
from support.sanitized import SANITIZED

STEPS = 4_000 if SANITIZED else scaled(200_000)
PARTS = 20


@pytest.mark.req("S000-24")
@pytest.mark.req("S000-28")
@pytest.mark.req("S000-29")
@pytest.mark.req("S000-33")
@pytest.mark.req("S000-54")
@pytest.mark.req("S000-55")
@pytest.mark.req("S001-13")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_navigator_costs_what_dijkstra_says_after_every_step(part):
    assert live(f"test {part}", STEPS // PARTS) >= STEPS // PARTS


@pytest.mark.req("S003-09")
@pytest.mark.parametrize("part", range(PARTS // 4))
def test_plans_in_slices_cost_the_same_whatever_happens_between_them(part):
    steps = STEPS // PARTS // 2
    assert live(f"slices {part}", steps, sliced=True) >= steps


@pytest.mark.req("S003-09")
@pytest.mark.parametrize("name", NAMES)
def test_a_plan_in_slices_is_the_plan_of_one_go(name):
    for seed in range(scaled(60)):
        random = Random(f"{name} {seed}")
        world = mostly_open_world(random, 25).world
        free = [tuple(cell) for cell in np.argwhere(world.total > 0).tolist()] or [(0, 0)]
        ends = random.choice(free), random.choice(free)
        at_once, sliced = (at.Navigator(world, *ends, algorithm=name) for _ in range(2))
        slices = 1
        while sliced.plan(expansions=random.choice([1, 2, 9])) == "running":
            slices += 1
        assert [*sliced.path] == [*at_once.path]
        counts = [(a.stats.expanded, a.stats.pushes, a.stats.searches) for a in (at_once, sliced)]
        assert counts[0] == counts[1]
        assert slices >= counts[0][0] / 9
