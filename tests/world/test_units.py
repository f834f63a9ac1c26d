"""Units of a radius, and values near walls, by distances that are written out here.

`tests/properties/test_any_grid.py` compares every search for discs with a plain model.
"""

from math import exp, hypot

import numpy as np
import pytest

import asterion as at


def beyond(a, b) -> float:
    """The distance of the middle of a cell to the nearest point of a square, for one coordinate."""
    return max(0.0, abs(a - b) - 0.5)


def fits(walls, cell, radius) -> bool:
    """Whether the open disc touches no wall and stays on the map."""
    row, col = cell
    rows, cols = walls.shape
    edges = row + 0.5, col + 0.5, rows - 0.5 - row, cols - 0.5 - col
    free = all(
        hypot(beyond(row, r), beyond(col, c)) >= radius or (radius <= 0.5 and (r, c) != cell)
        for r, c in np.argwhere(walls).tolist()
    )
    return not walls[cell] and free and radius <= min(edges)


@pytest.mark.parametrize("radius", [0.2, 0.5, 0.6, 1, 1.5, 2**0.5, 2.5, 4])
def test_a_disc_is_where_it_touches_no_wall_and_stays_on_the_map(radius):
    random = np.random.default_rng(7)
    for shape, share in [((12, 15), 0.04), ((9, 20), 0.15), ((20, 3), 0.0), ((1, 1), 0.0)]:
        walls = random.random(shape) < share
        grid = at.Grid(~walls)
        view = grid.view(radius=radius)
        for _ in range(3):
            want = [[fits(walls, (r, c), radius) for c in range(shape[1])] for r in range(shape[0])]
            assert ((np.asarray(view.total) > 0) == want).all()
            for _ in range(4):  # edits of an old view, and a new one
                cell = int(random.integers(shape[0])), int(random.integers(shape[1]))
                walls[cell] = not walls[cell]
                grid[cell] = int(not walls[cell])
            assert ((view.total > 0) == (grid.view(radius=radius).total > 0)).all()


def test_a_disc_pays_for_the_cell_of_its_middle():
    grid = at.Grid(np.full((5, 9), 2))
    grid[0] = 9
    grid.layers["mud"] = np.eye(5, 9)
    disc = grid.view(radius=1.5)
    free = disc.total > 0
    assert free.sum() == 3 * 7
    assert (disc.total[free] == grid.total[free]).all()


@pytest.mark.parametrize("decay", [None, 0.0, 0.7])
@pytest.mark.parametrize("radius", [0, 0.5, 1, 2.4, 50])
def test_inflation_falls_with_the_distance_to_the_nearest_wall(radius, decay):
    random = np.random.default_rng(3)
    for shape, share in [((8, 11), 0.1), ((1, 9), 0.2), ((6, 6), 0.0)]:
        walls = np.argwhere(random.random(shape) < share).tolist()
        costs = np.ones(shape)
        for cell in walls:
            costs[tuple(cell)] = 0
        values = at.Grid(costs).inflate(radius, decay=decay)
        for row, col in np.argwhere(np.ones(shape)).tolist():
            d = min((hypot(row - r, col - c) for r, c in walls), default=np.inf)
            want = 0.0
            if d <= radius:
                want = exp(-decay * d) if decay is not None else 1 - d / radius if radius else 1.0
            assert values[row, col] == pytest.approx(want, abs=1e-12)


def test_a_layer_of_inflation_keeps_paths_away_from_walls_where_there_is_room():
    grid = at.Grid(np.ones((9, 21)))
    grid[3:6, 10] = 0
    near = at.find_path(grid, (4, 1), (4, 19))
    grid.layers["near walls"] = 5 * grid.inflate(3)
    far = at.find_path(grid, (4, 1), (4, 19))
    wall = np.argwhere(grid.cost == 0)
    clearance = [abs(path.cells[:, None] - wall).max(axis=2).min() for path in (near, far)]
    assert clearance[0] < clearance[1]
    grid[0:4, 10] = grid[6:9, 10] = 0
    grid[4, 10] = 1  # a gap of one cell: expensive, and open
    assert at.find_path(grid, (4, 1), (4, 19)).found
    assert not at.find_path(grid.view(radius=1), (4, 1), (4, 19)).found
