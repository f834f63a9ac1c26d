"""Fields on maps wide enough for a flood to run ahead of itself, by a law that needs no oracle.

The worlds of the other tests are narrower than such a run. Since every move costs something, a
field is right if, and only if, it is 0 at its sources, and at every other cell what the best of its
neighbours has and the move from there.
"""

from math import inf, sqrt
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.worlds import DIAGONALS

SIDES = [1, 2, 3, 25, 26, 27, 63, 64, 65, 130]
# Whole and broken ones, near each other and far apart: a flood has buckets for moves up to about
# 8,160 times the cheapest, which with diagonal moves are cells of 5,770 times the cheapest.
COSTS = [
    [1],
    [3.7],
    [1, 1, 1, 2],
    [1, 2, 3, 5],
    [1, 255],
    [0.1, 0.2, 0.3],
    [1, 5760, 5780],
    [1, 8150, 8180],
    [1e-3, 1e6],
    [1e-310, 2e-310],
]
BESIDE = {"never": 3, "clear": 2, "one-clear": 1, "always": 0}


def random_grid(random, costs):
    """Areas of these costs, with few walls or many."""
    shape = random.choice(SIDES), random.choice(SIDES)
    cells = np.full(shape, random.choice(costs), dtype=float)
    for _ in range(random.choice([0, 1, 8])):
        top, left = random.randrange(shape[0]), random.randrange(shape[1])
        rows, cols = random.randint(1, 40), random.randint(1, 40)
        cells[top : top + rows, left : left + cols] = random.choice([*costs, 0])
    if random.random() < 0.2:
        cells = np.array(random.choices(costs, k=cells.size), dtype=float).reshape(shape)
    density = random.choice([0, 0, 0.01, 0.1, 0.3])
    cells[np.array([random.random() < density for _ in range(cells.size)]).reshape(shape)] = 0
    rule, length = random.choice(DIAGONALS), random.choice([sqrt(2), sqrt(2), 1])
    return at.Grid(cells, diagonal=rule, diagonal_cost=length)


def some_free(random, grid, most=40):
    free = np.argwhere(grid.cost > 0).tolist()
    count = random.choice([1, 1, 2, most])
    return [tuple(random.choice(free)) for _ in range(count)] if free else []


def best_of_neighbours(grid, field, direction):
    """The cost of each cell if the field were right about its neighbours."""
    cost = np.pad(np.asarray(grid.cost, float), 1)
    known = np.pad(field, 1, constant_values=inf)
    middle = np.s_[1:-1, 1:-1]
    best = np.full(field.shape, inf)

    def beside(array, rows, cols):
        return np.roll(array, (-rows, -cols), (0, 1))[middle]

    for rows in (-1, 0, 1):
        for cols in (-1, 0, 1):
            if not (rows or cols):
                continue
            legal = (beside(cost, rows, cols) > 0) & (cost[middle] > 0)
            if rows and cols:
                free = (beside(cost, rows, 0) > 0).astype(int) + (beside(cost, 0, cols) > 0)
                legal &= free >= BESIDE[grid.diagonal]
            entered = cost[middle] if direction == "from" else beside(cost, rows, cols)
            length = grid.diagonal_cost if rows and cols else 1
            over = np.where(legal, beside(known, rows, cols) + length * entered, inf)
            best = np.minimum(best, over)
    return best


def is_right(grid, field, sources, direction):
    wanted = best_of_neighbours(grid, field, direction)
    wanted[tuple(zip(*sources, strict=True))] = 0
    np.testing.assert_allclose(field, wanted, rtol=1e-12, atol=0)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("costs", COSTS, ids=str)
def test_every_cell_costs_what_the_best_of_its_neighbours_does_and_the_move(costs, direction):
    random = Random(f"flood {costs} {direction}")
    for _ in range(scaled(60)):
        grid = random_grid(random, costs)
        sources = some_free(random, grid)
        if not sources:
            continue
        field = np.asarray(at.distances(grid, sources, direction=direction))
        is_right(grid, field, sources, direction)
        most = random.choice([0, 0.5, 1, 2]) * float(np.median(field[np.isfinite(field)]))
        limited = at.distances(grid, sources, direction=direction, max_cost=most)
        inside = np.where(field <= most * (1 + 1e-12), field, inf)
        np.testing.assert_allclose(limited, inside, rtol=1e-12, atol=0)


def test_an_expensive_cell_at_the_end_of_a_run_is_not_lost():
    """A run ahead of the flood and a move of the most that fits into its buckets, together."""
    for length in (1, 12, 23, 24, 25, 40):
        for cost in range(8100, 8210):
            grid = at.Grid([[1] * length + [cost] + [1] * 30], diagonal_cost=1)
            for direction in ("from", "to"):
                field = np.asarray(at.distances(grid, (0, 0), direction=direction))
                is_right(grid, field, [(0, 0)], direction)


@pytest.mark.parametrize("cost", [1, 0.1, 7, 300])
def test_on_uniform_ground_a_field_has_what_paths_cost_to_the_last_digit(cost):
    random = Random(f"digits {cost}")
    for _ in range(scaled(40)):
        grid = random_grid(random, [cost])
        sources = some_free(random, grid, most=1)
        if not sources:
            continue
        goals = some_free(random, grid)
        field = at.distances(grid, sources[0])
        paths = at.find_paths(grid, sources[:1] * len(goals), goals)
        assert [path.cost for path in paths] == [float(field[goal]) for goal in goals]


@pytest.mark.parametrize("costs", [[1], [1, 2, 5], [1, 9000]], ids=str)
def test_floods_of_a_table_do_not_see_what_those_before_them_wrote(costs):
    """They share their memory, and end as soon as they know enough: anywhere on the map."""
    random = Random(f"table {costs}")
    for _ in range(scaled(30)):
        grid = random_grid(random, costs)
        sources = some_free(random, grid, most=9)
        if not sources:
            continue
        near = [
            (row, col)
            for row, col in sources
            for row, col in [(row, col), (row + random.randint(-3, 3), col + random.randint(-3, 3))]
            if 0 <= row < grid.shape[0] and 0 <= col < grid.shape[1]
        ]
        for targets in (near, near * 2):
            for ends in ((sources, targets), (targets, sources)):
                if not all(grid.cost[cell] > 0 for cell in ends[0]):
                    continue
                table = at.cost_table(grid, *ends, threads=random.choice([1, 2]))
                places = tuple(zip(*ends[1], strict=True))
                fields = [at.distances(grid, source)[places] for source in ends[0]]
                np.testing.assert_allclose(table, fields, rtol=1e-12, atol=0)


def test_fields_of_units_of_a_size_and_of_views_keep_the_law():
    """Each is compared with a grid whose cells cost what the unit pays there."""
    random = Random("views")
    for _ in range(scaled(80)):
        grid = random_grid(random, random.choice([[1], [1, 2, 3, 5], [0.5, 2.25]]))
        blocked = np.array([random.random() < 0.05 for _ in range(grid.cost.size)])
        view = grid.view(blocked=blocked.reshape(grid.shape))
        plain = at.Grid(
            np.where(blocked.reshape(grid.shape), 0, grid.cost),
            diagonal=grid.diagonal,
            diagonal_cost=grid.diagonal_cost,
        )
        sources = some_free(random, plain)
        if sources:
            np.testing.assert_array_equal(at.distances(view, sources), at.distances(plain, sources))
