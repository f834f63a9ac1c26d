"""Lines of sight, against a plain reference that draws each line."""

from random import Random

import numpy as np

import asterion as at


def line(a, b):
    """The cells from a to b: in each step along the longer side, the nearest on the shorter one.

    A cell half-way between two is the one that Bresenham's rule takes from the smaller end.
    """
    a, b = min(a, b), max(a, b)
    rows, cols = abs(b[0] - a[0]), abs(b[1] - a[1])
    down, right = (1 if b[0] > a[0] else -1), (1 if b[1] > a[1] else -1)
    cells, (row, col), error = [a], a, rows - cols
    while (row, col) != b:
        twice = 2 * error
        if twice > -cols:
            error, row = error - cols, row + down
        if twice < rows:
            error, col = error + rows, col + right
        cells.append((row, col))
    return cells


def plainly_visible(free, here, radius, diagonal):
    seen = np.zeros(free.shape, bool)
    for there in np.ndindex(free.shape):
        rows, cols = abs(there[0] - here[0]), abs(there[1] - here[1])
        moves = rows + cols if diagonal == "never" else max(rows, cols)
        if radius is not None and moves > radius:
            continue
        seen[there] = all(free[cell] for cell in line(here, there)[1:-1])
    return seen


def worlds(count):
    for seed in range(count):
        random = Random(seed)
        diagonal = random.choice(["never", "clear", "one-clear", "always"])
        shape = random.randint(1, 14), random.randint(1, 14)
        density = random.choice([0.0, 0.1, 0.3])
        yield random, at.maps.scattered(shape, density=density, seed=seed, diagonal=diagonal)


def test_what_is_visible_is_what_plain_lines_reach():
    for random, grid in worlds(150):
        here = random.randrange(grid.shape[0]), random.randrange(grid.shape[1])
        radius = random.choice([None, 0, 1, 2, 5, 10**30])
        expected = plainly_visible(grid.cost > 0, here, radius, grid.diagonal)
        assert (at.visible(grid, here, radius) == expected).all()


def test_a_line_goes_along_the_true_one():
    for random, grid in worlds(60):
        a, b = ([random.randrange(n) for n in grid.shape] for _ in range(2))
        steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
        cells = np.array(line(tuple(a), tuple(b)))
        assert len(cells) == steps + 1
        exact = np.linspace(*sorted([a, b]), num=steps + 1)
        assert np.abs(cells - exact).max() <= 0.5 + 1e-9


def test_visibility_is_symmetric():
    for random, grid in worlds(40):
        radius = random.choice([None, 3])
        sees = np.array([at.visible(grid, cell, radius).ravel() for cell in np.ndindex(grid.shape)])
        assert (sees == sees.T).all()


def test_walls_are_seen_and_hide():
    grid = at.Grid.from_text("..#..")
    assert at.visible(grid, (0, 0)).tolist() == [[True, True, True, False, False]]
    assert at.visible(grid, (0, 2)).all()  # from inside a wall
    grid[0, 2] = 1
    assert at.visible(grid, (0, 0)).all()  # follows edits


def test_closed_cells_of_a_view_block_sight():
    grid = at.maps.field((1, 5))
    mask = np.zeros((1, 5), bool)
    mask[0, 1] = True
    assert int(at.visible(grid.view(blocked=mask), (0, 0)).sum()) == 2


def test_an_explorer_sees_what_is_visible():
    for random, grid in worlds(60):
        free = np.argwhere(grid.cost > 0).tolist()
        if not free:
            continue
        here, goal = (tuple(random.choice(free)) for _ in range(2))
        sight = random.randint(1, 6)
        agent = at.Explorer(grid, here, goal, sight=sight)
        _ = agent.path
        assert (agent.known == at.visible(grid, here, sight)).all()
