"""Any-angle paths on grids: exact through the mesh, and Lazy Theta*."""

from math import dist

import numpy as np
import pytest

import asterion as at
from asterion import textbook
from support.effort import scaled


def random_grid(seed, *, costs=(1,)):
    dice = np.random.default_rng([4410, seed])
    shape = dice.integers(2, 14, 2)
    free = dice.random(shape) < 0.75
    grid = at.Grid(np.where(free, dice.choice(costs, shape), 0))
    cells = np.argwhere(free)
    return (grid, *map(tuple, dice.choice(cells, 2).tolist())) if len(cells) else None


@pytest.mark.parametrize("seed", range(scaled(60)))
def test_no_path_is_shorter_than_that_of_any_angle(seed):
    if (problem := random_grid(seed, costs=(1 + seed % 3,))) is None:
        return
    grid, start, goal = problem
    exact = at.find_path(grid, start, goal, algorithm="any-angle")
    theta = at.find_path(grid, start, goal, algorithm="theta")
    moves = at.find_path(grid, start, goal)  # cuts no corner, so it is legal for a point
    assert exact.found == theta.found
    assert exact.optimal == exact.found
    assert exact.cost <= theta.cost * (1 + 1e-12)
    assert exact.cost <= moves.cost * (1 + 1e-12)
    price = 1 + seed % 3
    on_mesh = at.find_path(at.Mesh.from_grid(grid), start, goal)
    assert exact.cost == pytest.approx(price * on_mesh.cost)
    for path in (exact, theta):
        if path:
            assert at.validate(grid, path) == pytest.approx(path.cost)
            assert path[0] == start
            assert path[-1] == goal
            steps = np.abs(np.diff(path.cells, axis=0))
            assert (steps.max(1, initial=0) <= 1).all()
            assert (grid.cost[tuple(path.cells.T)] > 0).all()


@pytest.mark.parametrize("seed", range(scaled(40)))
def test_a_path_of_theta_costs_its_length_in_each_cell_times_the_cost(seed):
    if (problem := random_grid(seed, costs=(1, 2, 9))) is None:
        return
    grid, start, goal = problem
    path = at.find_path(grid, start, goal, algorithm="theta")
    if not path:
        return
    samples = 4000
    cost = 0.0
    for a, b in zip(path.points, path.points[1:], strict=False):
        at_each = a + (np.arange(samples)[:, None] + 0.5) / samples * (b - a)
        cells = np.floor(at_each + 0.5).astype(int)
        cost += grid.cost[tuple(cells.T)].mean() * dist(a, b)
    assert path.cost == pytest.approx(cost, rel=5e-3)
    assert path.cost <= at.find_path(grid, start, goal, algorithm="dijkstra").cost * 9


@pytest.mark.parametrize("seed", range(scaled(40)))
def test_the_textbook_finds_what_the_core_finds(seed):
    if (problem := random_grid(seed)) is None:
        return
    grid, start, goal = problem
    cells, cost = textbook.theta(grid, start, goal, heuristic=dist)
    exact = at.find_path(grid, start, goal, algorithm="any-angle")
    assert (cost < float("inf")) == exact.found
    assert cost >= exact.cost * (1 - 1e-12)
    if cells:
        assert at.validate(at.Mesh.from_grid(grid), cells) == pytest.approx(cost)


def test_any_angle_follows_edits_of_the_grid():
    grid = at.Grid.from_text("...\n.#.\n...")
    assert at.find_path(grid, (1, 0), (1, 2), algorithm="any-angle").cost > 2
    grid[1, 1] = 1
    assert at.find_path(grid, (1, 0), (1, 2), algorithm="any-angle").cost == 2
    grid[:, 1] = 0
    assert not at.find_path(grid, (1, 0), (1, 2), algorithm="any-angle")


def test_they_are_listed_apart_and_run_in_slices():
    assert [info.name for info in at.algorithms("any-angle")] == ["any-angle", "theta"]
    grid = at.Grid(np.ones((20, 20)))
    for name in ("any-angle", "theta"):
        search = at.Search(grid, (0, 0), (19, 19), algorithm=name)
        while search.step() == "running":
            pass
        assert search.path.cost == pytest.approx(19 * 2**0.5)


def test_weighted_grids_are_for_theta():
    with pytest.raises(at.InvalidValue, match="'theta' takes any costs"):
        at.find_path(at.Grid.from_text("1.9"), (0, 0), (0, 2), algorithm="any-angle")
