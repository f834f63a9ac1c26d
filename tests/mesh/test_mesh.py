"""Meshes: what they take, how they are edited, and how they are searched."""

import pickle
import threading
from itertools import pairwise

import numpy as np
import pytest

import asterion as at

SQUARE = [(0, 0), (8, 0), (8, 8), (0, 8)]
BLOCK = [(2, 2), (6, 2), (6, 6), (2, 6)]


def test_a_mesh_keeps_the_polygons_that_it_is_given():
    points = [(0, 0), (2, 0), (4, 0), (4, 2), (2, 2), (0, 2)]
    mesh = at.Mesh(points, [(0, 1, 4, 5), (1, 2, 3, 4)])
    rings = {frozenset(map(tuple, mesh.points[[*polygon]])) for polygon in mesh.polygons}
    assert rings == {frozenset(points[i] for i in p) for p in [(0, 1, 4, 5), (1, 2, 3, 4)]}
    twin = pickle.loads(pickle.dumps(mesh))
    assert sorted(map(len, twin.polygons)) == [4, 4]


def test_start_and_goal_at_one_point_are_a_path_of_one_point():
    mesh = at.Mesh.from_polygons(SQUARE)
    path = at.find_path(mesh, (1, 1), (1, 1))
    assert (path.found, path.cost, path.points.tolist()) == (True, 0.0, [[1.0, 1.0]])
    assert at.validate(mesh, path) == 0


def test_a_path_is_a_sequence_of_points_that_can_be_compared_and_pickled():
    mesh = at.Mesh.from_polygons(SQUARE, [BLOCK])
    path = at.find_path(mesh, (0, 4), (8, 4))
    assert path[0] == (0.0, 4.0)
    assert [*path] == [tuple(point) for point in path.points.tolist()]
    assert path == at.find_path(mesh, (0, 4), (8, 4))
    assert hash(path) == hash(at.find_path(mesh, (0, 4), (8, 4)))
    assert path != at.find_path(mesh, (0, 4), (8, 5))
    assert pickle.loads(pickle.dumps(path)).points.tolist() == path.points.tolist()
    assert "points" in repr(path)
    with pytest.raises(AttributeError, match="has points, but no cells"):
        _ = path.cells


def test_ends_are_those_given_where_they_are_between_points_of_the_raster():
    mesh = at.Mesh.from_polygons(SQUARE, [BLOCK])
    path = at.find_path(mesh, (0.1, 3.9), (7.7, 4.3))
    assert path[0] == (0.1, 3.9)
    assert path[-1] == (7.7, 4.3)
    assert path.cost == pytest.approx(np.hypot(*np.diff(path.points, axis=0).T).sum(), rel=1e-12)


def test_nothing_passes_between_walls_that_touch_at_a_corner():
    mesh = at.Mesh.from_polygons(SQUARE, [[(0, 0), (4, 0), (4, 4), (0, 4)],
                                          [(4, 4), (8, 4), (8, 8), (4, 8)]])  # fmt: skip
    assert at.find_path(mesh, (2, 6), (6, 2)).status == "unreachable"
    assert not at.line_of_sight(mesh, (2, 6), (6, 2))
    assert at.find_path(mesh, (4, 4), (6, 2)).found  # but it may begin there
    with pytest.raises(at.InvalidPath, match="leaves the mesh"):
        at.validate(mesh, [(2, 6), (4, 4), (6, 2)])


@pytest.mark.parametrize("mirrored", [1, -1])
def test_a_path_goes_along_a_straight_wall_of_two_obstacles_and_round_its_end(mirrored):
    points = [(0, 0), (7, 0), (7, 1), (4, 1), (2, 1), (1, 1), (1, 8), (0, 8), (4, 2)]
    polygons = [(0, 5, 6, 7), (0, 4, 5), (0, 1, 2, 3, 4), (3, 2, 8)]
    mesh = at.Mesh([(x, mirrored * y) for x, y in points], [p[::mirrored] for p in polygons])
    path = at.find_path(mesh, (0, mirrored * 7.5), (4.5, mirrored * 1.5))
    turns = [(0, 7.5), (1, 1), (4, 1), (4.5, 1.5)]
    assert path.points.tolist() == [[x, mirrored * y] for x, y in turns]


def test_overlapping_obstacles_are_taken_away_one_by_one():
    mesh = at.Mesh.from_polygons(SQUARE, [BLOCK])
    version = mesh.version
    second = mesh.cut([(4, 4), (7, 4), (7, 7), (4, 7)])
    mesh.fill(0)
    assert mesh.contains((3, 3))
    assert not mesh.contains((5, 5))
    mesh.fill(second)
    assert mesh.contains((5, 5))
    assert mesh.version == version + 3
    assert len(mesh.polygons) == 1  # nothing of them is left


def test_a_search_in_slices_ends_as_it_does_in_one_go():
    grid = at.Grid((np.random.default_rng(2).random((40, 30)) < 0.7).astype(int))
    mesh = at.Mesh.from_grid(grid)
    free = np.argwhere(grid.cost > 0).astype(float)
    search = at.Search(mesh, free[0], free[-1], trace=True)
    steps = 0
    while search.step() == "running":
        steps += 1
    whole = at.find_path(mesh, free[0], free[-1])
    assert search.status == whole.status
    assert search.path.points.tolist() == whole.points.tolist()
    intervals, f = search._session.glances()
    assert len(intervals) == len(f) == search.stats.expanded
    assert (np.diff(f) > -1e-9).mean() > 0.5
    again = at.Search(mesh, free[0], free[-1])
    again.step()
    grid[0, 0] = 0 if grid.cost[0, 0] else 1
    with pytest.raises(at.WorldChanged, match="restart"):
        again.run()


def test_a_batch_gives_the_paths_of_single_queries_for_any_number_of_threads():
    dice = np.random.default_rng(7)
    grid = at.Grid((dice.random((50, 50)) < 0.75).astype(int))
    mesh = at.Mesh.from_grid(grid)
    free = np.argwhere(grid.cost > 0).astype(float)
    starts, goals = dice.choice(free, 40), dice.choice(free, 40)
    one = [at.find_path(mesh, a, b) for a, b in zip(starts, goals, strict=True)]
    for threads in (1, 3):
        assert [*at.find_paths(mesh, starts, goals, threads=threads)] == one


def test_threads_search_while_another_edits():
    mesh = at.Mesh.from_polygons(SQUARE)
    long_way = at.find_path(at.Mesh.from_polygons(SQUARE, [BLOCK]), (0, 4), (8, 4)).cost
    wrong, stop = [], threading.Event()

    def ask():
        while not stop.is_set():
            cost = at.find_path(mesh, (0, 4), (8, 4)).cost
            if cost not in (8.0, long_way):
                wrong.append(cost)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        mesh.fill(mesh.cut(BLOCK))
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("size", [1, 1e280, 1e-280])
def test_rings_that_cross_themselves_are_repaired_by_shapely(size):
    pytest.importorskip("shapely")
    bow = at.Mesh.from_polygons(np.array([(0, 0), (4, 4), (4, 0), (0, 4)]) * size)
    assert bow.contains((3.5 * size, 2 * size))
    assert not bow.contains((2 * size, 3.5 * size))


def test_without_shapely_they_are_rejected_by_their_place(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "shapely", None)
    with pytest.raises(at.InvalidValue, match=r"outline crosses or touches itself at \(2.0, 2.0\)"):
        at.Mesh.from_polygons([(0, 0), (4, 4), (4, 0), (0, 4)])


@pytest.mark.parametrize("seed", range(3))
def test_hostile_polygons_give_an_answer_or_an_error(seed):
    dice = np.random.default_rng([4404, seed])
    special = np.array([0, -0.0, 1e-300, 1e300, np.nan, np.inf, -1, 1, 1 + 1e-16, 3, 5e-324])
    for _ in range(120):
        rings = []
        for _ in range(dice.integers(1, 5)):
            ring = dice.choice(special, (dice.integers(0, 7), 2))
            noise = dice.random(ring.shape) < 0.5
            rings.append(np.where(noise, dice.integers(-4, 5, ring.shape), ring))
        try:
            mesh = at.Mesh.from_polygons(rings[0], rings[1:])
            at.find_path(mesh, mesh.nearest((0, 0)), mesh.nearest((3, 3)))
        except at.AsterionError:
            continue


@pytest.mark.req("S000-04")
def test_movement_between_neighbouring_polygons_crosses_no_third():
    """Pieces are convex and tile free space, and a path runs through pieces that are neighbours."""
    dice = np.random.default_rng(4)
    grid = at.Grid((dice.random((12, 12)) < 0.7).astype(int))
    mesh = at.Mesh.from_grid(grid)
    points, polygons = mesh.points, mesh.polygons
    pieces = [points[[*polygon]] for polygon in polygons]
    edges = {(a, b): i for i, p in enumerate(polygons)
             for a, b in zip(p, (*p[1:], p[0]), strict=True)}  # fmt: skip
    neighbours = {(i, edges[b, a]) for (a, b), i in edges.items() if (b, a) in edges}

    def pieces_at(p):
        after = [(ring, np.roll(ring, -1, 0) - ring) for ring in pieces]
        return {i for i, (ring, along) in enumerate(after)
                if (along[:, 0] * (p[1] - ring[:, 1]) - along[:, 1] * (p[0] - ring[:, 0])
                    >= -1e-9).all()}  # fmt: skip

    joined = neighbours | {(i, i) for i in range(len(pieces))}
    corners = [frozenset(polygon) for polygon in polygons]
    joined |= {(i, j) for i, p in enumerate(corners) for j, q in enumerate(corners) if p & q}
    free = np.argwhere(grid.cost > 0).astype(float)
    for _ in range(20):
        path = at.find_path(mesh, *dice.choice(free, 2))
        for a, b in zip(path.points, path.points[1:], strict=False):
            before: set[int] = set()
            for t in middles(a, b, [(points[i], points[j]) for i, j in edges]):
                here = pieces_at(a + t * (b - a))
                assert here
                assert not before or any((i, j) in joined for i in before for j in here)
                before = here


def middles(a, b, edges):
    """Shares of a line, one between any two places where it crosses edges."""
    shares = [0.0, 1.0]
    for p, q in edges:
        way, along = b - a, q - p
        turn = way[0] * along[1] - way[1] * along[0]
        if abs(turn) > 1e-12:
            t = ((p[0] - a[0]) * along[1] - (p[1] - a[1]) * along[0]) / turn
            if 0 < t < 1:
                shares.append(t)
    shares.sort()
    return [(s + t) / 2 for s, t in pairwise(shares) if t - s > 1e-9]
