"""Axial and cube coordinates of hexes: what they say of neighbours and distances."""

import numpy as np
import pytest

import asterion as at

CELLS = np.array([(row, col) for row in range(-5, 9) for col in range(-5, 9)])


@pytest.mark.parametrize("tiles", ["hex", "hex-columns"])
def test_conversions_back_give_the_cells_again(tiles):
    assert (at.hexes.from_axial(at.hexes.to_axial(CELLS, tiles=tiles), tiles=tiles) == CELLS).all()
    cubes = at.hexes.to_cube(CELLS, tiles=tiles)
    assert (cubes.sum(axis=1) == 0).all()
    assert (at.hexes.from_cube(cubes, tiles=tiles) == CELLS).all()
    for cell, axial, cube in zip(CELLS, at.hexes.to_axial(CELLS, tiles=tiles), cubes, strict=True):
        assert at.hexes.to_axial(tuple(cell), tiles=tiles) == tuple(axial)
        assert at.hexes.from_cube(tuple(cube), tiles=tiles) == tuple(cell)


@pytest.mark.parametrize("tiles", ["hex", "hex-columns"])
def test_distances_of_cubes_are_those_that_units_walk(tiles):
    grid = at.Grid(np.ones((9, 8)), tiles=tiles)
    cells = np.argwhere(grid.cost)
    cubes = at.hexes.to_cube(cells, tiles=tiles).reshape(9, 8, 3)
    for start in [(0, 0), (4, 3), (5, 6)]:
        apart = abs(cubes - cubes[start]).sum(axis=-1) / 2
        assert (at.distances(grid, start) == apart).all()


@pytest.mark.parametrize("tiles", ["hex", "hex-columns"])
def test_the_same_axial_steps_lead_to_the_neighbours_of_every_cell(tiles):
    grid = at.Grid(np.ones((7, 7)), tiles=tiles)
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    for cell in [(2, 2), (2, 3), (3, 2), (3, 3)]:
        q, r = at.hexes.to_axial(cell, tiles=tiles)
        near = {at.hexes.from_axial((q + a, r + b), tiles=tiles) for a, b in steps}
        assert near == {other for other, _ in grid.neighbours(cell)}
