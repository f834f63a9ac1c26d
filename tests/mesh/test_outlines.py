"""Outlines of free ground: simple rings, from which the same ground can be made again."""

import numpy as np
import pytest

import asterion as at
from asterion.mesh.rings import even_odd, signed_area
from support.effort import scaled
from support.open_ground import random_mesh, same_ground

shapely = pytest.importorskip("shapely")

SIZE = 8
FRAME = [(0, 0), (9, 0), (9, 9), (0, 9)]


@pytest.mark.parametrize("seed", range(scaled(60)))
def test_outlines_are_valid_polygons_of_the_same_ground(seed):
    dice = np.random.default_rng([4420, seed])
    mesh = random_mesh(dice, SIZE, obstacles=9)
    pieces = mesh.outlines
    ground = shapely.MultiPolygon(pieces)
    assert ground.is_valid, shapely.is_valid_reason(ground)
    for outer, holes in pieces:
        assert signed_area(outer) > 0
        assert all(signed_area(hole) < 0 for hole in holes)
        for ring in (outer, *holes):
            assert len(np.unique(ring, axis=0)) == len(ring)
    same_ground(at.Mesh.from_polygons(ground), mesh, dice, SIZE)


def squares(*corners):
    return [[(x, y), (x + w, y), (x + w, y + w), (x, y + w)] for x, y, w in corners]


@pytest.mark.parametrize(
    ("obstacles", "holes"),
    [
        (squares((2, 2, 2), (4, 4, 2)), [[4, 4]]),  # holes that touch at a corner
        (squares((0, 3, 3)), [[]]),  # an obstacle at the edge
        ([[(0, 4), (2, 3), (2, 5)]], [[3]]),  # a hole that touches the outline
        ([*squares((2, 2, 5)), [(0, 0), (1, 0), (0, 1)]], [[4]]),
        (squares((3, 2, 2), (5, 4, 2), (3, 6, 2), (1, 4, 2)), [[], [12]]),  # a ring of four
    ],
)
def test_each_wall_that_touches_another_has_a_ring_of_its_own(obstacles, holes):
    mesh = at.Mesh.from_polygons(FRAME, obstacles)
    found = sorted(sorted(len(hole) for hole in each) for _, each in mesh.outlines)
    assert found == sorted(holes)


def test_a_ring_counts_for_every_ring_around_it():
    rings = [np.array(ring, float) for ring in squares((4, 4, 1), (0, 0, 9), (2, 2, 5), (10, 0, 3))]
    (top, inner) = even_odd(rings)
    assert {ring[0, 0] for ring in top.outer} == {0, 10}
    assert [ring[0, 0] for ring in (*top.holes, *inner.outer)] == [2, 4]
    assert not inner.holes


def test_an_island_in_a_lake_is_ground():
    lake = shapely.Polygon(FRAME, squares((1, 1, 7)))
    island = shapely.Polygon(*squares((3, 3, 3)))
    mesh = at.Mesh.from_polygons(shapely.MultiPolygon([lake, island]), squares((4, 4, 1)))
    assert mesh.contains((3.5, 3.5))
    assert not mesh.contains((2, 2))
    assert not mesh.contains((4.5, 4.5))
    mesh.fill(0)
    assert mesh.contains((4.5, 4.5))
    assert sum(len(holes) for _, holes in mesh.outlines) == 1
