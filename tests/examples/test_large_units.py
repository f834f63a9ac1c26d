"""The units of the example: each takes the way that is wide enough for it."""

from itertools import pairwise

import numpy as np
import pytest

import asterion as at
from support.examples import load_example

large = load_example("large_units")
WALLS = (11, 22)  # columns, each with gaps of 1, 2 and 3 cells


@pytest.fixture
def castle():
    return at.Grid.from_text(large.CASTLE)


def free(grid, place, size):
    row, col = place
    return bool((grid.cost[row : row + size, col : col + size] > 0).all())


def gap(grid, path, column):
    """The width of the gap by which a walk passes a wall."""
    rows = next(row for row, col in path if col == column)
    open_rows = grid.cost[:, column] > 0
    top = bottom = rows
    while open_rows[top - 1]:
        top -= 1
    while open_rows[bottom + 1]:
        bottom += 1
    return bottom - top + 1


def test_a_unit_covers_free_cells_only_and_takes_the_gaps_of_its_size(castle):
    paths = large.walks(castle)
    barrier = at.explain(paths[3], castle.view(size=3), start=large.START, goal=large.VAULT)
    wider = large.opened(castle, barrier)
    paths[3] = at.find_path(wider.view(size=3), large.START, large.VAULT)
    for size, path in paths.items():
        assert at.validate(wider.view(size=size), path) == path.cost
        assert all(free(wider, place, size) for place in path)
        assert all(np.abs(np.subtract(a, b)).max() == 1 for a, b in pairwise(path))
        assert [gap(castle, path, column) for column in WALLS] == [size, size]


def test_the_giant_gets_in_once_the_named_wall_is_open_and_not_before(castle):
    path = large.walks(castle)[3]
    assert path.status == "unreachable"
    barrier = at.explain(path, castle.view(size=3), start=large.START, goal=large.VAULT)
    assert len(barrier.cells) == 1  # so that none could be left shut
    place, room = barrier.narrowest
    assert room == 2
    assert free(castle, place, 2)
    assert not free(castle, place, 3)
    opened = large.opened(castle, barrier)
    assert at.find_path(opened.view(size=3), large.START, large.VAULT).cost == barrier.path.cost


def test_clearance_is_the_largest_square_that_is_free(castle):
    room = at.clearance(castle)
    rows, cols = castle.shape
    for (row, col), side in np.ndenumerate(room):
        assert side == 0 or free(castle, (row, col), side)
        inside = max(row, col - cols + rows) + side < rows
        assert not inside or not free(castle, (row, col), side + 1)


def test_the_picture_is_drawn(castle, tmp_path):
    paths = large.walks(castle)
    barrier = at.explain(paths[3], castle.view(size=3), start=large.START, goal=large.VAULT)
    paths[3] = barrier.path
    large.painted(castle, paths, barrier, tmp_path / "units.png")
    assert (tmp_path / "units.png").stat().st_size > 10_000
