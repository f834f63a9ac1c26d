"""Cells and points in the coordinates of a map's file."""

from math import cos, sin

import numpy as np
import pytest

import asterion as at
from asterion.world.frame import Frame

TURNED = Frame(
    (3.5, -2.0), row=(-0.4 * sin(0.3), 0.4 * cos(0.3)), column=(0.4 * cos(0.3), 0.4 * sin(0.3))
)


def framed(frame, shape=(4, 6)):
    grid = at.Grid(np.ones(shape))
    grid.frame = frame
    return grid.frame


def test_one_cell_and_an_array_of_cells_give_the_same_points():
    frame = framed(TURNED)
    cells = np.argwhere(np.ones((4, 6)))
    points = frame.point(cells)
    assert points.shape == (24, 2)
    for cell, point in zip(cells.tolist(), points.tolist(), strict=True):
        assert frame.point(cell) == tuple(point)
        assert frame.cell(point) == tuple(cell)
    assert (frame.cell(points) == cells).all()


def test_two_cells_are_two_cells_and_not_columns():
    """A 2 x 2 array can be read both ways."""
    frame = framed(Frame((0.0, 0.0), row=(0.0, 10.0), column=(1.0, 0.0)))
    assert frame.point(np.array([[1, 2], [3, 4]])).tolist() == [[2, 10], [4, 30]]
    assert frame.cell(np.array([[2, 10], [4, 30]])).tolist() == [[1, 2], [3, 4]]
    assert frame.point(at.find_path(at.Grid(np.ones((4, 6))), (0, 0), (0, 1)).cells).shape == (2, 2)


def test_every_point_of_a_cell_is_in_it_and_points_beside_the_map_are_refused():
    frame = framed(TURNED)
    shares = np.random.default_rng(1).uniform(-0.499, 0.499, (200, 2))
    cells = np.random.default_rng(2).integers(-2, 9, (200, 2))
    for cell, share in zip(cells, shares, strict=True):
        point = frame.point(cell + share)
        if (cell >= 0).all() and (cell < (4, 6)).all():
            assert frame.cell(point) == tuple(cell)
        else:
            row, col = cell
            with pytest.raises(IndexError, match=rf"is in row {row}, column {col}; the map has 4"):
                frame.cell(point)


def test_a_copied_and_a_pickled_frame_know_the_map():
    assert framed(TURNED).shape == (4, 6)
    assert at.Grid([[1]]).frame is None
