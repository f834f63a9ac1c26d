"""Potential fields: they lead around a danger on open ground, and into the first pocket."""

import pytest

import asterion as at
from support.examples import load_example

walk = load_example("steering").walk


@pytest.mark.req("S000-52")
def test_on_open_ground_forces_lead_around_a_danger_to_the_goal():
    grid = at.maps.field(15)
    straight = walk(grid, (7, 1), (7, 13), {}, 40)
    assert straight == [(7, col) for col in range(1, 14)]
    danger = (6, 7)
    bent = walk(grid, (7, 1), (7, 13), {danger: 6.0}, 40)
    assert bent[-1] == (7, 13)
    at.validate(grid, bent)
    nearest = min(max(abs(r - danger[0]), abs(c - danger[1])) for r, c in bent)
    assert nearest > 1
    attracted = walk(grid, (7, 1), (7, 13), {(3, 5): -30.0}, 40)
    assert min(row for row, _ in attracted) < 6


@pytest.mark.req("S000-52")
def test_a_pocket_traps_an_agent_that_follows_forces_but_no_navigator():
    grid = at.Grid.from_text("...........\n...####....\n......#....\n...####....\n...........")
    start, goal = (2, 0), (2, 10)
    steered = walk(grid, start, goal, {}, 200)
    assert goal not in steered
    assert steered[-1] == steered[-2] == (2, 5)  # at the bottom of it, forever
    agent = at.Navigator(grid, start, goal)
    while agent.step():
        pass
    assert agent.arrived
