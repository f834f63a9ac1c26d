"""Lines of sight between two cells, and paths as straight lines, against plain geometry."""

import pickle
import re
from fractions import Fraction
from itertools import pairwise
from math import ceil, hypot, inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.worlds import DIAGONALS, random_edit, random_worlds

HALF = Fraction(1, 2)
NEEDED = {"never": 3, "clear": 2, "one-clear": 1, "always": 0}


def inside(a, b, cell):
    """The part of the line from a to b inside a cell, as two shares of its length, or None."""
    first, last = Fraction(0), Fraction(1)
    for axis in (0, 1):
        low, high, step = cell[axis] - HALF, cell[axis] + HALF, b[axis] - a[axis]
        if step == 0:
            if not low < a[axis] < high:
                return None
            continue
        ends = sorted(((low - a[axis]) / step, (high - a[axis]) / step))
        first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last) if first < last else None


def plain_line_cost(total, diagonal, diagonal_cost, a, b):
    """The cost of a line, by its share in each cell of its frame; inf if it cannot be walked."""
    rows, cols = (range(min(x, y), max(x, y) + 1) for x, y in zip(a, b, strict=True))
    longer = max(len(rows), len(cols)) - 1
    largest = [0.0] * longer
    crossed = {}
    for cell in ((r, c) for r in rows for c in cols):
        if (part := inside(a, b, cell)) is None:
            continue
        if total[cell[0]][cell[1]] == inf:
            return inf
        crossed[part] = cell
        if cell != a:
            place = ceil(part[0] * longer) - 1
            largest[place] = max(largest[place], total[cell[0]][cell[1]])
    for one, two in pairwise(crossed[part] for part in sorted(crossed)):
        if one[0] != two[0] and one[1] != two[1]:  # through the corner between them
            beside = (total[two[0]][one[1]] < inf) + (total[one[0]][two[1]] < inf)
            if beside < NEEDED[diagonal]:
                return inf
    length = hypot(b[0] - a[0], b[1] - a[1])
    if diagonal != "never" and diagonal_cost == 1:
        length = longer
    return length / longer * sum(largest)


def plainly_smoothed(world, path):
    """String pulling: from each corner to the farthest cell that a line leads to."""
    cells = [*path]
    so_far = [at.validate(world.world, cells[: i + 1]) for i in range(len(cells))]
    corners, here = [0], 0
    while here < len(cells) - 1:
        for there in range(len(cells) - 1, here, -1):
            cost = plain_line_cost(world.total, *world.rules, cells[here], cells[there])
            if cost <= so_far[there] - so_far[here] + 1e-9 * so_far[there]:
                break
        corners.append(here := there)
    return [cells[i] for i in corners]


def length_of(points):
    return sum(hypot(c - a, d - b) for (a, b), (c, d) in pairwise(points))


@pytest.mark.parametrize("diagonal", DIAGONALS)
def test_smoothed_paths_match_plain_geometry(diagonal):
    random = Random(f"smoothed {diagonal}")
    bent = 0
    for world, _ in random_worlds(random, 6000, largest=10):
        if world.grid.diagonal != diagonal:
            continue
        for _ in range(2):
            free = world.free_cells()
            if not free:
                break
            path = at.find_path(world.world, random.choice(free), random.choice(free))
            corners = path.smoothed()
            assert corners.shape == (len(corners), 2)
            assert corners.dtype == np.int64
            points = [(r, c) for r, c in corners.tolist()]
            assert points == (plainly_smoothed(world, path) if path else [])
            if path:
                assert (points[0], points[-1]) == (path[0], path[-1])
                assert len(points) <= max(len(path.waypoints), 1)
                assert length_of(points) <= length_of(path) * (1 + 1e-12)
                lines = [plain_line_cost(world.total, *world.rules, *p) for p in pairwise(points)]
                assert sum(lines) <= path.cost * (1 + 1e-9)
                assert all(at.line_of_sight(world.world, a, b) for a, b in pairwise(points))
                bent += len(points) > 2
            random_edit(random, world)
    assert bent > scaled(100)


@pytest.mark.slow
@pytest.mark.parametrize("diagonal", DIAGONALS)
def test_long_paths_are_smoothed_by_lines_that_can_be_walked(diagonal):
    random = Random(f"long {diagonal}")
    for seed in range(scaled(8)):
        grid = at.maps.scattered(150, density=random.choice([0, 0.02, 0.2]), seed=seed,
                                 diagonal=diagonal)  # fmt: skip
        grid[0, 0] = grid[149, 120] = 1
        path = at.find_path(grid, (0, 0), (149, 120))
        if not path:
            continue
        total = np.where(grid.cost > 0, grid.cost.astype(float), inf).tolist()
        points = [(r, c) for r, c in path.smoothed().tolist()]
        assert len(points) <= len(path.waypoints)
        assert length_of(points) <= length_of(path)
        for a, b in pairwise(points):
            assert plain_line_cost(total, diagonal, 2**0.5, a, b) < inf


def test_a_line_over_open_ground_is_one_line_however_long():
    grid = at.Grid(np.ones((700, 900)))
    assert at.find_path(grid, (3, 2), (690, 871)).smoothed().tolist() == [[3, 2], [690, 871]]


def test_a_smoothed_path_stays_on_the_road():
    costs = np.full((9, 9), 10)
    costs[0, :] = costs[:, 8] = 1
    grid = at.Grid(costs)
    path = at.find_path(grid, (0, 0), (8, 8))
    assert path.smoothed().tolist() == path.waypoints.tolist()


def test_the_path_decides_which_way_lines_go_around_a_wall():
    grid = at.Grid.from_text("......\n..##..\n......")
    over = at.find_path(grid, (0, 0), (2, 5))
    assert over.smoothed().tolist() == [[0, 0], [0, 4], [2, 5]]
    under = at.Path.from_nodes(grid, [(0, 0), (1, 0), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5)])
    assert under.smoothed().tolist() == [[0, 0], [2, 1], [2, 5]]


def test_a_path_without_cells_and_one_of_one_cell_are_smoothed_too():
    grid = at.Grid([[1, 0, 1]])
    assert at.find_path(grid, (0, 0), (0, 2)).smoothed().shape == (0, 2)
    assert at.find_path(grid, (0, 0), (0, 0)).smoothed().tolist() == [[0, 0]]


def test_a_path_from_a_pickle_needs_its_world():
    grid = at.Grid.from_text("...\n...")
    blocked = np.array([[0, 1, 0], [0, 0, 0]], bool)
    path = pickle.loads(pickle.dumps(at.find_path(grid.view(blocked=blocked), (0, 0), (0, 2))))
    with pytest.raises(ValueError, match=re.escape("give it: smoothed(world)")):
        path.smoothed()
    assert path.smoothed(grid.view(blocked=blocked)).tolist()[0] == [0, 0]
    with pytest.raises(TypeError, match="must be a Grid"):
        path.smoothed("grid")
    with pytest.raises(
        at.InvalidPath, match=re.escape("cell (0, 0) of the path is on a grid of 3")
    ):
        path.smoothed(at.Grid([[1, 1]]))


def test_a_path_that_can_no_longer_be_walked_is_not_smoothed():
    grid = at.Grid.from_text("....")
    path = at.find_path(grid, (0, 0), (0, 3))
    grid[0, 2] = 0
    with pytest.raises(at.InvalidPath, match=re.escape("cell 2 (0, 2) is a wall")):
        path.smoothed()


def test_a_path_on_a_graph_has_no_lines():
    path = at.find_path(at.Graph([("a", "b", 1.0)]), "a", "b")
    with pytest.raises(AttributeError, match="no straight lines"):
        path.smoothed()


def test_a_line_of_sight_agrees_with_what_is_visible():
    random = Random("sight")
    for world, _ in random_worlds(random, 500, largest=12):
        for _ in range(2):
            a = world.some_cell(random)
            seen = at.visible(world.world, a)
            for b in np.ndindex(world.grid.shape):
                assert at.line_of_sight(world.world, a, b) is bool(seen[b])
                assert at.line_of_sight(world.world, b, a) is bool(seen[b])
            random_edit(random, world)


def test_a_line_of_one_move_costs_what_the_move_costs():
    random = Random("one move")
    for world, free in random_worlds(random, 200):
        cell = random.choice(free)
        for other, cost in world.world.neighbours(cell):
            assert isclose(plain_line_cost(world.total, *world.rules, cell, other), cost)


def test_paths_of_searches_navigators_and_services_are_smoothed_alike():
    grid = at.Grid.from_text("......\n..##..\n......")
    ends = (0, 0), (2, 5)
    search = at.Search(grid, *ends)
    search.run()
    service = at.PathService(grid)
    request = service.request(*ends)
    service.run()
    paths = [search.path, at.Navigator(grid, *ends).path, request.path]
    paths += at.find_paths(grid, [ends[0]], [ends[1]])
    for path in paths:
        corners = path.smoothed().tolist()
        assert (tuple(corners[0]), tuple(corners[-1])) == ends
        assert len(corners) == 3
