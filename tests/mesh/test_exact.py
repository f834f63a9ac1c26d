"""Lengths on meshes against an oracle in exact arithmetic."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest

import asterion as at
from asterion import _core
from support.effort import scaled
from support.open_ground import Scene, random_outline, random_point, random_polygon

SIZE, SMALL = 8, 5


def as_floats(point):
    return float(point[0]), float(point[1])


def check(mesh, scene, dice, size=SIZE):
    """A path between two random points, and the same by every other way to ask."""
    start, goal = random_point(dice, size), random_point(dice, size)
    a, b = as_floats(start), as_floats(goal)
    inside = [bool(scene.sectors(p)) for p in (start, goal)]
    assert [mesh.contains(a), mesh.contains(b)] == inside
    if not inside[0]:
        with pytest.raises(at.errors.InvalidValue, match="outside the mesh"):
            at.find_path(mesh, a, b)
        assert not mesh.polygons or mesh.contains(mesh.nearest(a))
        return
    length = scene.length(start, goal)
    path = at.find_path(mesh, a, b)
    assert path.cost == pytest.approx(length, abs=1e-9)
    assert path.found == (length < inf) == path.optimal
    assert mesh.distances(a, [b])[0] == pytest.approx(length, abs=1e-9)
    if path:
        assert at.validate(mesh, path) == path.cost
        assert at.line_of_sight(mesh, a, b) == (len(path) <= 2)
    nearer = [b, as_floats(random_point(dice, size))]
    each = mesh.distances(a, nearer)
    assert at.find_path(mesh, a, nearer).cost == pytest.approx(min(each), abs=1e-9)


def life(dice):
    """Paths in one scene, between edits."""
    outline = random_outline(dice, SIZE)
    obstacles = [random_polygon(dice, SIZE) for _ in range(dice.integers(0, 4))]
    mesh = at.Mesh.from_polygons(outline, obstacles)
    there = dict(enumerate(obstacles))
    for _ in range(6):
        scene = Scene(outline, [*there.values()])
        for _ in range(3):
            check(mesh, scene, dice)
        if there and dice.integers(2):
            gone = int(dice.choice([*there]))
            mesh.fill(gone)
            del there[gone]
        else:
            polygon = random_polygon(dice, SIZE)
            there[mesh.cut(polygon)] = polygon


def life_of_grid(dice):
    """Paths on the mesh of a grid, between edits of the grid."""
    grid = at.Grid((dice.random((SMALL, SMALL)) < 0.7).astype(int))
    mesh = at.Mesh.from_grid(grid)
    half = Fraction(1, 2)
    for _ in range(3):
        walls = np.argwhere(grid.cost == 0)
        corners = [(-half, -half), (-half, half), (half, half), (half, -half)]
        squares = [[(r + dr, c + dc) for dr, dc in corners] for r, c in walls.tolist()]
        edge = SMALL - half
        scene = Scene([(-half, -half), (edge, -half), (edge, edge), (-half, edge)], squares)
        for _ in range(2):
            check(mesh, scene, dice, SMALL - 1)
        row, col = dice.integers(0, SMALL, 2)
        grid[row : row + 2, col : col + 3] = int(dice.integers(2))


def live(seed, scenes):
    """Compare paths in this many scenes, one in ten of them a grid."""
    for i in range(scenes):
        name = f"{seed}/{i}"
        try:
            (life if i % 10 else life_of_grid)(np.random.default_rng([*name.encode()]))
        except AssertionError as error:
            raise AssertionError(f"in the scene {name!r}: {error}") from error


@pytest.mark.parametrize("seed", range(scaled(60)))
def test_a_path_is_as_long_as_the_shortest_in_exact_arithmetic_after_any_edits(seed):
    life(np.random.default_rng([4400, seed]))


@pytest.mark.parametrize("seed", range(scaled(40)))
def test_the_mesh_of_a_grid_follows_its_edits(seed):
    life_of_grid(np.random.default_rng([4401, seed]))


@pytest.mark.parametrize("seed", range(scaled(20)))
def test_polygons_are_convex_and_tile_the_free_ground(seed):
    dice = np.random.default_rng([4402, seed])
    grid = at.Grid((dice.random((SIZE, SIZE)) < 0.6).astype(int))
    mesh = at.Mesh.from_grid(grid)
    points, area = mesh.points, 0.0
    for polygon in mesh.polygons:
        ring = points[[*polygon]]
        after = np.roll(ring, -1, 0)
        along = after - ring
        turns = (
            along[:, 0] * np.roll(along, -1, 0)[:, 1] - along[:, 1] * np.roll(along, -1, 0)[:, 0]
        )
        assert (turns >= 0).all()
        area += (ring[:, 0] * after[:, 1] - ring[:, 1] * after[:, 0]).sum() / 2
        middle = tuple(ring.mean(0))
        row, col = (int(np.floor(x + 0.5)) for x in middle)
        assert grid.cost[row, col] > 0
    assert area == pytest.approx(np.count_nonzero(grid.cost))
    assert at.Mesh(points, mesh.polygons).polygons  # the same polygons make the same mesh


@pytest.mark.parametrize("seed", range(scaled(10)))
def test_distances_are_those_of_a_rebuilt_mesh_along_straight_walls(seed):
    """Long walls that are cut and joined again leave vertices on straight lines."""
    dice = np.random.default_rng([4405, seed])
    for _ in range(100):
        side = int(dice.integers(4, 16))
        grid = at.Grid(np.ones((side, side), int))
        mesh = at.Mesh.from_grid(grid)
        for _ in range(6):
            row, col = dice.integers(0, side, 2)
            down, right = dice.integers(1, side // 2, 2)
            straight = dice.integers(3)
            down, right = (1 if straight == 0 else down), (1 if straight == 1 else right)
            grid[row : row + down, col : col + right] = int(dice.random() < 0.45)
            points = np.argwhere(grid.cost > 0).astype(float)
            if len(points):
                start = dice.choice(points)
                expected = at.Mesh.from_grid(grid).distances(start, points)
                assert mesh.distances(start, points) == pytest.approx(expected, abs=1e-9)


def test_an_edited_mesh_gives_the_paths_of_a_rebuilt_one():
    dice = np.random.default_rng(4403)
    grid = at.Grid((dice.random((60, 80)) < 0.7).astype(int))
    mesh = at.Mesh.from_grid(grid)
    for _ in range(scaled(30)):
        row, col = dice.integers(0, 60), dice.integers(0, 80)
        grid[row : row + dice.integers(1, 12), col : col + dice.integers(1, 12)] = dice.integers(2)
        free = np.argwhere(grid.cost > 0)
        starts, goals = (dice.choice(free, 5).astype(float) for _ in range(2))
        rebuilt = at.Mesh.from_grid(grid)
        ours, theirs = at.find_paths(mesh, starts, goals), at.find_paths(rebuilt, starts, goals)
        assert [p.cost for p in ours] == pytest.approx([p.cost for p in theirs], abs=1e-9)


@pytest.mark.parametrize("seed", range(scaled(40)))
def test_the_mesh_of_a_maze_follows_edits_of_blocks(seed):
    """Segments so close together that a walk to a point could go round among them for ever."""
    dice = np.random.default_rng([4404, seed])
    grid = at.maps.maze((61, 61), seed=seed)
    mesh = at.Mesh.from_grid(grid)
    for i in range(60):
        row, col = dice.integers(0, 52, 2)
        block = np.s_[row : row + 10, col : col + 10]
        before = np.array(grid.cost[block])
        for costs in (i % 2, before):
            grid[block] = costs
            assert mesh.contains((row, col)) == bool(grid.cost[row, col] > 0)
    free = np.argwhere(grid.cost > 0).astype(float)
    points = dice.choice(free, 50)
    rebuilt = at.Mesh.from_grid(grid)
    assert mesh.distances(free[0], points) == pytest.approx(rebuilt.distances(free[0], points))


@pytest.mark.parametrize("seed", range(scaled(20)))
def test_merging_triangles_changes_no_length(seed):
    dice = np.random.default_rng([4404, seed])
    grid = at.Grid((dice.random((20, 20)) < 0.75).astype(int))
    core = _core.Mesh.of_view(grid._core_view, merges=False)
    merged, triangles = at.Mesh.from_grid(grid), at.Mesh._of(core, grid)
    assert {len(polygon) for polygon in triangles.polygons} <= {3}
    free = np.argwhere(grid.cost > 0).astype(float)
    for _ in range(2):
        starts, goals = (dice.choice(free, 20) for _ in range(2))
        lengths = [
            [path.cost for path in at.find_paths(each, starts, goals)]
            for each in (merged, triangles)
        ]
        assert lengths[0] == pytest.approx(lengths[1], rel=1e-12)
        grid[3:9, 4:12] = int(dice.integers(2))
        free = np.argwhere(grid.cost > 0).astype(float)
