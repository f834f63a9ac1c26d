"""Ctrl-C ends any call on a mesh at once, and what it interrupted stays usable."""

import threading
from itertools import count

import numpy as np
import pytest

import asterion as at
from support.interruption import interrupted
from support.sanitized import SANITIZED

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals"),
]

SIDE = 200 if SANITIZED else 400
POINTS = 10_000 if SANITIZED else 100_000
BOX = [(-9, -9), (SIDE + 9, -9), (SIDE + 9, SIDE + 9), (-9, SIDE + 9)]


def rough_grid() -> at.Grid:
    return at.Grid((np.random.default_rng(1).random((SIDE, SIDE)) < 0.75).astype(np.uint8))


@pytest.fixture(scope="module")
def mesh() -> at.Mesh:
    return at.Mesh.from_grid(rough_grid())


@pytest.fixture(scope="module")
def ends(mesh):
    """Two points with a way between them that takes a while to find."""
    cells = np.argwhere(rough_grid().cost > 0)
    start = cells[len(cells) // 2]
    lengths = mesh.distances(start, cells)
    lengths[np.isinf(lengths)] = 0
    return tuple(map(float, start)), tuple(map(float, cells[lengths.argmax()]))


@pytest.fixture(scope="module")
def star():
    """A ring with very many spikes."""
    dice = np.random.default_rng(2)
    angles = np.sort(dice.random(POINTS)) * 2 * np.pi
    far = (0.1 + 0.4 * dice.random(POINTS)) * SIDE
    return SIDE / 2 + np.column_stack([far * np.cos(angles), far * np.sin(angles)])


def squares():
    """Holes that overlap, and the corners of a checkerboard of polygons."""
    corners = np.random.default_rng(3).random((POINTS // 4, 1, 2)) * 900
    return [*(corners + np.array([(0, 0), (3, 0), (3, 3), (0, 3)]))]


def board():
    side = int(POINTS**0.5)
    points = [(i, j) for i in range(side) for j in range(side)]
    first = [i * side + j for i in range(side - 1) for j in range(side - 1)]
    return points, [(i, i + side, i + side + 1, i + 1) for i in first]


@pytest.mark.parametrize("kind", ["grid", "star", "holes", "polygons"])
def test_making_a_mesh(kind, star):
    grid, holes, polygons = rough_grid(), squares(), board()
    square = [(0, 0), (903, 0), (903, 903), (0, 903)]
    make = {
        "grid": lambda: at.Mesh.from_grid(grid),
        "star": lambda: at.Mesh.from_polygons(star),
        "holes": lambda: at.Mesh.from_polygons(square, holes),
        "polygons": lambda: at.Mesh(*polygons),
    }[kind]
    with interrupted():
        for _ in range(1000):
            make()


def test_a_query(mesh, ends):
    with interrupted():
        for _ in range(100_000):
            at.find_path(mesh, *ends)
    search = at.Search(mesh, *ends)
    with interrupted():
        for _ in range(100_000):
            search.run()
            search.restart()
    search.restart()
    search.run()
    assert search.path == at.find_path(mesh, *ends)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_ends_on_all_its_threads(mesh, ends, threads):
    with interrupted():
        at.find_paths(mesh, [ends[0]] * 100_000, [ends[1]] * 100_000, threads=threads)


def test_distances(mesh, ends):
    points = np.argwhere(np.ones((SIDE, SIDE)))
    with interrupted():
        for _ in range(1000):
            mesh.distances(ends[0], points)


def test_the_first_query_with_a_radius():
    side = SIDE // 5
    grid = at.Grid((np.random.default_rng(4).random((side, side)) < 0.75).astype(np.uint8))
    mesh = at.Mesh.from_grid(grid)
    start = mesh.nearest((side / 2, side / 2), radius=0.1)
    with interrupted():
        for i in count(1):
            at.find_path(mesh, start, start, radius=0.1 + i * 1e-9)
    assert at.find_path(mesh, start, start, radius=0.1).found


def test_an_edit_is_made_as_a_whole_or_not_at_all(ends, star):
    mesh = at.Mesh.from_grid(rough_grid())
    before = mesh.version, at.find_path(mesh, *ends)
    with interrupted():
        for _ in range(1000):
            assert mesh.cut(star) is None  # it never returns
    assert (mesh.version, at.find_path(mesh, *ends)) == before
    small = mesh.cut([(0, 0), (9, 0), (9, 9), (0, 9)])
    assert not mesh.contains((5, 5))
    mesh.fill(small)
    assert at.find_path(mesh, *ends).cost == pytest.approx(before[1].cost, abs=1e-9)


def test_an_edit_of_all_the_ground(ends):
    mesh = at.Mesh.from_grid(rough_grid())
    length, ids = at.find_path(mesh, *ends).cost, [0]
    with interrupted():
        for i in range(1000):
            ids.append(i)
            assert mesh.cut(BOX) == i
            mesh.fill(i)
    if not mesh.polygons:
        mesh.fill(ids[-1])
    assert at.find_path(mesh, *ends).cost == pytest.approx(length, abs=1e-9)


def test_following_a_grid_that_has_changed_everywhere(ends):
    grid = rough_grid()
    mesh = at.Mesh.from_grid(grid)
    rock = mesh.cut([(0, 0), (3, 0), (0, 3)])
    with interrupted():
        for _ in range(1000):
            grid[:] = 1 - grid.cost
            mesh.contains((0, 0))
    mesh.fill(rock)
    grid[:] = rough_grid().cost
    fresh = at.Mesh.from_grid(grid)
    assert at.find_path(mesh, *ends).cost == at.find_path(fresh, *ends).cost
