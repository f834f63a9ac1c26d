"""Agents on a mesh: each path is that of a new query, and walking it loses nothing."""

from math import dist, inf

import numpy as np
import pytest

import asterion as at
from asterion.pictures.display import drawn
from support.effort import scaled
from support.open_ground import random_mesh, random_polygon

SIZE = 8
SQUARE = [(0, 0), (8, 0), (8, 8), (0, 8)]
BLOCK = [(3, 2), (5, 2), (5, 6), (3, 6)]


def check(agent, mesh, radius):
    """The path of an agent is as long as that of a new query from its place."""
    path, start = agent.path, agent.position
    if not mesh.polygons or not mesh.contains(agent.goal, radius=radius):
        assert path.status == "unreachable"
        return
    if mesh.contains(start, radius=radius):
        fresh = at.find_path(mesh, start, agent.goal, radius=radius)
        error = 1e-3 if radius else 1e-9  # a path of a disc may be 0.1 % too long
        assert path.found == fresh.found
        assert path.cost == pytest.approx(fresh.cost, rel=error)
        if path:
            assert at.validate(mesh, path, radius=radius) == path.cost
    elif path:
        way_out = tuple(path.points[1].tolist())
        assert dist(start, way_out) == pytest.approx(
            dist(start, mesh.nearest(start, radius=radius))
        )
        rest = at.find_path(mesh, way_out, agent.goal, radius=radius)
        assert path.cost == pytest.approx(dist(start, way_out) + rest.cost, rel=1e-3)
        assert not path.optimal
    if path:
        assert (path[0], path[-1]) == (start, agent.goal)


def walk(agent, dice):
    """Walk some way along the path, which becomes that much shorter."""
    before, distance = agent.path.cost, float(dice.random() * 3)
    place = agent.step(distance)
    if place is None:
        assert agent.arrived or before == inf
        return
    assert place == agent.position
    assert agent.path.cost == pytest.approx(max(before - distance, 0), abs=1e-9)
    assert agent.arrived == (before <= distance)


def live(dice, mesh, edit, radius):
    """Two agents on one mesh walk, are aimed and pushed, while it is edited."""
    agents = [at.Navigator(mesh, *(dice.random((2, 2)) * SIZE), radius=radius) for _ in range(2)]
    for _ in range(12):
        edit()
        for agent in agents:
            if dice.random() < 0.2:
                agent.goal = dice.random(2) * SIZE
            if dice.random() < 0.1:
                agent.move_to(dice.random(2) * SIZE)
            check(agent, mesh, radius)
            walk(agent, dice)


@pytest.mark.parametrize("radius", [0, 0.25])
@pytest.mark.parametrize("seed", range(scaled(15)))
def test_a_path_is_that_of_a_new_query_after_any_edits(seed, radius):
    dice = np.random.default_rng([4450, seed])
    mesh = random_mesh(dice, SIZE, obstacles=3)
    there = []

    def edit():
        if there and dice.integers(2):
            mesh.fill(there.pop(dice.integers(len(there))))
        else:
            there.append(mesh.cut(random_polygon(dice, SIZE)))

    live(dice, mesh, edit, radius)


@pytest.mark.parametrize("radius", [0, 0.25])
@pytest.mark.parametrize("seed", range(scaled(15)))
def test_it_follows_the_grid_of_its_mesh(seed, radius):
    dice = np.random.default_rng([4451, seed])
    grid = at.Grid((dice.random((SIZE, SIZE)) < 0.8).astype(int))

    def edit():
        row, col = dice.integers(0, SIZE, 2)
        grid[row : row + 2, col : col + 2] = int(dice.random() < 0.6)

    live(dice, at.Mesh.from_grid(grid), edit, radius)


def test_a_step_leads_to_the_next_point_of_the_path_or_as_far_as_it_is_told():
    mesh = at.Mesh.from_polygons(SQUARE, [BLOCK])
    agent = at.Navigator(mesh, (1, 4), (7, 4))
    places, points = [], agent.path.points.tolist()
    while (place := agent.step()) is not None:
        places.append([*place])
    assert places == points[1:]
    assert agent.arrived
    assert agent.step(5) is None
    agent.move_to((1, 4))
    left = agent.path.cost
    assert agent.step(0) == (1, 4)
    while not agent.arrived:  # round corners too
        agent.step(0.7)
        left = max(0, left - 0.7)
        assert agent.path.cost == pytest.approx(left, abs=1e-9)
    agent.goal = (1, 4)
    assert agent.step(inf) == (1, 4)


def test_it_asks_again_only_when_something_has_changed():
    mesh = at.Mesh.from_polygons(SQUARE, [BLOCK])
    agent = at.Navigator(mesh, (1, 4), (7, 4))
    for _ in range(5):
        agent.step(0.3)
        assert agent.path
    assert agent.path is agent.path
    assert agent.stats.searches == 1
    far = mesh.cut([(0, 0), (0.1, 0), (0, 0.1)])
    assert not agent.ready
    assert agent.plan(expansions=0) == "running"
    assert agent.plan() == "ready"
    assert agent.stats.searches == 2
    mesh.fill(far)
    mesh.fill(0)  # nothing of the path was touched, but a shorter one is open now
    assert agent.path.points.tolist() == [[*agent.position], [7, 4]]
    agent.goal = (7, 5)
    assert agent.path.cost > 0
    assert [each.searches for each in agent.segments] == [3, 1]
    assert agent.stats.searches == 4


def test_an_obstacle_on_the_agent_or_on_the_goal_is_no_error_and_nothing_is_lost():
    mesh = at.Mesh.from_polygons(SQUARE)
    agent = at.Navigator(mesh, (1, 4), (7, 4))
    on_goal = mesh.cut([(6, 3), (8, 3), (8, 5), (6, 5)])
    assert agent.path.status == "unreachable"
    assert agent.step(1) is None
    assert (agent.position, agent.goal) == ((1, 4), (7, 4))
    mesh.fill(on_goal)
    on_agent = mesh.cut([(0, 3), (1.5, 3), (1.5, 5), (0, 5)])
    assert agent.path.points.tolist() == [[1, 4], [1.5, 4], [7, 4]]
    assert not agent.path.optimal
    assert agent.step() == (1.5, 4)
    assert agent.path.cost == 5.5
    mesh.fill(on_agent)
    everywhere = mesh.cut(SQUARE)
    assert agent.path.status == "unreachable"
    mesh.fill(everywhere)
    while agent.step(1) is not None:
        pass
    assert agent.arrived


def test_ends_that_the_raster_does_not_tell_apart_are_reached():
    mesh = at.Mesh.from_polygons(SQUARE)
    near = (float(np.nextafter(4, 5)), 4.0)
    agent = at.Navigator(mesh, (4, 4), near)
    assert agent.path.points.tolist() == [[4, 4], [*near]]
    assert agent.step() == near
    assert agent.arrived


def test_it_is_drawn_with_its_path():
    mesh = at.Mesh.from_polygons(SQUARE, [BLOCK])
    agent = at.Navigator(mesh, (1, 4), (7, 4))
    assert "no plan yet" in drawn(agent).title
    length = agent.path.cost
    assert f"{length:g}" in drawn(agent).title
