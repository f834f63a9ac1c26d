"""Paths of discs on meshes against tangents and arcs in 50 digits."""

from fractions import Fraction
from itertools import pairwise
from math import cos, inf, pi, sin, sqrt

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.open_ground import Scene, random_outline, random_point, random_polygon
from support.tangent_graph import TangentGraph

SIZE = 10
TOLERANCE = 1e-6  # a disc may come this much nearer to a wall than its radius
LONGER = 1e-3  # a path may be this much longer than that with arcs
RADII = (0.25, 0.5, 1.0, 1.5, sqrt(0.5), sqrt(1.25), 0.1, 1e-4)


def random_end(dice, scene, radius):
    """A whole point or a half, or a place about a radius away from a corner."""
    if dice.random() < 0.7:
        return tuple(map(float, random_point(dice, SIZE)))
    corners = [p for polygon in (scene.outline, *scene.obstacles) for p in polygon]
    x, y = corners[dice.integers(len(corners))]
    if dice.random() < 0.5:  # exactly, where the radius is a whole number of halves
        dx, dy = dice.permutation([0.6, 0.8]) * dice.choice([-1, 1], 2)
        return x + radius * dx, y + radius * dy
    angle, far = dice.random() * 2 * pi, radius * (1 + dice.random() * LONGER)
    return float(x + far * cos(angle)), float(y + far * sin(angle))


def random_end_with_room(dice, mesh, scene, radius):
    """A random end, which mostly has room."""
    for _ in range(5):
        p = random_end(dice, scene, radius)
        if mesh.contains(p, radius=radius):
            break
    return p


def check_disc(mesh, exact, loose, dice):
    """A path of a disc between two random places; whether there is one."""
    scene, radius = exact.scene, float(exact.radius)
    start, goal = (random_end_with_room(dice, mesh, scene, radius) for _ in range(2))
    for p in (start, goal):
        has_room = mesh.contains(p, radius=radius)
        assert has_room or not exact.has_room_at(p)
        assert not has_room or loose.has_room_at(p)
    if not mesh.contains(start, radius=radius):
        with pytest.raises(at.InvalidValue, match="no room for the radius"):
            at.find_path(mesh, start, goal, radius=radius)
        return False
    path = at.find_path(mesh, start, goal, radius=radius)
    length = exact.length(start, goal)
    assert path.cost <= length * (1 + LONGER)
    if path.cost < length * (1 - 1e-12):
        assert path.cost >= loose.length(start, goal) * (1 - 1e-12)
    assert mesh.distances(start, [goal], radius=radius)[0] == pytest.approx(path.cost, abs=1e-9)
    if not path:
        return False
    assert (path[0], path[-1]) == (start, goal)
    for leg in pairwise(path.points.tolist()):
        assert loose.has_room(*leg)
    assert at.validate(mesh, path, radius=radius) == path.cost
    assert at.line_of_sight(mesh, start, goal, radius=radius) == path.optimal == (len(path) <= 2)
    return True


def obstacle(dice):
    """A polygon somewhere, which is small enough to leave room beside it."""
    x, y = dice.integers(-2, SIZE - 1, 2).tolist()
    return [(x + px, y + py) for px, py in random_polygon(dice, 3)]


def life(dice):
    """Paths of discs in one scene, between edits; how many were found."""
    square = [(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)]
    outline = square if dice.random() < 0.8 else random_outline(dice, SIZE)
    obstacles = [obstacle(dice) for _ in range(dice.integers(0, 5))]
    mesh = at.Mesh.from_polygons(outline, obstacles)
    there, found = dict(enumerate(obstacles)), 0
    for _ in range(4):
        scene = Scene(outline, [*there.values()])
        radius = float(dice.choice(RADII))
        exact = TangentGraph(scene, radius)
        loose = TangentGraph(scene, radius * (1 - 1.1 * TOLERANCE))
        found += sum(check_disc(mesh, exact, loose, dice) for _ in range(4))
        if there and dice.integers(2):
            gone = int(dice.choice([*there]))
            mesh.fill(gone)
            del there[gone]
        else:
            polygon = obstacle(dice)
            there[mesh.cut(polygon)] = polygon
    return found


def live(seed, scenes):
    """Compare paths of discs in this many scenes."""
    for i in range(scenes):
        name = f"{seed}/{i}"
        try:
            life(np.random.default_rng([*name.encode()]))
        except AssertionError as error:
            raise AssertionError(f"in the scene {name!r}: {error}") from error


@pytest.mark.parametrize("seed", range(scaled(12)))
def test_a_disc_goes_the_shortest_way_that_keeps_its_radius_after_any_edits(seed):
    assert sum(life(np.random.default_rng([4420, seed, i])) for i in range(2)) > 5


@pytest.mark.parametrize("wide", [1, 3, Fraction(1, 10)])
def test_a_disc_passes_a_gap_as_wide_as_itself_and_none_that_is_narrower(wide):
    wide = float(wide)
    walls = [[(4, -1), (6, -1), (6, 3), (4, 3)], [(4, 3 + wide), (6, 3 + wide), (6, 9), (4, 9)]]
    mesh = at.Mesh.from_polygons([(0, 0), (10, 0), (10, 8), (0, 8)], walls)
    ends = (2, 3 + wide / 2), (8, 3 + wide / 2)
    assert at.find_path(mesh, *ends, radius=wide / 2).cost == pytest.approx(6)
    narrower = at.find_path(mesh, *ends, radius=wide / 2 * (1 + 1e-5))
    assert narrower.status == "unreachable"
    assert narrower.cost == inf
    # Two corners that face each other, across.
    posts = [[(4, 0), (5, 3), (6, 0)], [(4, 8), (5, 3 + wide), (6, 8)]]
    mesh = at.Mesh.from_polygons([(0, 0), (10, 0), (10, 8), (0, 8)], posts)
    assert at.find_path(mesh, *ends, radius=wide / 2).cost == pytest.approx(6)
    assert not at.find_path(mesh, *ends, radius=wide / 2 * (1 + 1e-5))


def test_a_path_of_a_disc_follows_edits_of_the_grid():
    grid = at.Grid(np.ones((9, 9)))
    mesh = at.Mesh.from_grid(grid)
    ends = (4, 1), (4, 7)
    assert at.find_path(mesh, *ends, radius=0.5).cost == 6
    grid[2:9, 4] = 0
    assert 6 < at.find_path(mesh, *ends, radius=0.5).cost < inf
    assert not at.find_path(mesh, *ends, radius=1.1)
    grid[4, 4] = 1
    assert at.find_path(mesh, *ends, radius=0.5).cost == pytest.approx(6)


def test_a_disc_is_searched_in_slices_and_in_batches_as_in_one_go():
    dice = np.random.default_rng(4421)
    grid = at.Grid((dice.random((30, 30)) < 0.85).astype(int))
    mesh = at.Mesh.from_grid(grid)
    free = [p for p in np.argwhere(grid.cost > 0).astype(float) if mesh.contains(p, radius=0.4)]
    starts, goals = free[:12], free[-12:]
    one = [at.find_path(mesh, a, b, radius=0.4) for a, b in zip(starts, goals, strict=True)]
    assert [*at.find_paths(mesh, starts, goals, radius=0.4, threads=2)] == one
    search = at.Search(mesh, starts[0], goals[0], radius=0.4)
    while search.step() == "running":
        pass
    assert search.path == one[0]
    assert not search.path.optimal or len(search.path) == 2


def test_of_several_goals_the_nearest_for_the_disc_is_reached():
    wall = [(4, 2), (5, 2), (5, 10), (4, 10)]
    mesh = at.Mesh.from_polygons([(0, 0), (10, 0), (10, 10), (0, 10)], [wall])
    near, far = (6, 9), (1, 1.5)
    path = at.find_path(mesh, (3, 9), [near, far], radius=0.5)
    assert path[-1] == far
    lengths = mesh.distances((3, 9), [near, far], radius=0.5)
    assert path.cost == pytest.approx(lengths.min()) == lengths[1]
