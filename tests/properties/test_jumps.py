"""Jump point search on worlds with lines longer than a word, and than a summary of words."""

from itertools import pairwise
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.worlds import DIAGONALS

SHAPES = {
    "words": (300, lambda random: (random.randint(1, 9), random.randint(50, 400))),
    "squares": (120, lambda random: (random.randint(40, 140), random.randint(40, 140))),
    "summaries": (20, lambda random: (random.randint(1, 4), random.randint(3600, 9000))),
}


def random_walls(random: Random, shape: tuple[int, int]) -> np.ndarray:
    dice = np.random.default_rng(random.randrange(2**32))
    density = random.choice([0, 0.001, 0.01, 0.1, 0.3])
    return dice.random(shape) >= density


def edit(random: Random, grid: at.Grid) -> None:
    """Open or close a cell, a rectangle, or everything."""
    rows, cols = grid.shape
    top, left = random.randrange(rows), random.randrange(cols)
    height, width = random.choice([(1, 1), (1, 70), (70, 1), (3, 130), (20, 20), (rows, cols)])
    value = random.choice([0, 1]) if (height, width) != (rows, cols) else 1
    grid[top : top + height, left : left + width] = value


def some_free_cell(random: Random, grid: at.Grid) -> tuple[int, int]:
    cells = np.argwhere(np.asarray(grid.cost) > 0)
    row, col = cells[random.randrange(len(cells))]
    return int(row), int(col)


@pytest.mark.parametrize("diagonal", DIAGONALS)
@pytest.mark.parametrize("kind", SHAPES)
def test_jumps_find_what_plain_steps_find(kind, diagonal):
    count, shape_of = SHAPES[kind]
    random = Random(f"{kind} {diagonal}")
    for _ in range(scaled(count)):
        shape = shape_of(random)
        if random.random() < 0.5:
            shape = shape[::-1]
        grid = at.Grid(random_walls(random, shape), diagonal=diagonal)
        for _ in range(3):
            if not np.any(grid.cost):
                break
            start, goal = some_free_cell(random, grid), some_free_cell(random, grid)
            more = random.choice([0, 0, 2, 12])  # too many for estimates
            goals = [goal, *(some_free_cell(random, grid) for _ in range(more))]
            path = at.find_path(grid, start, goals, algorithm="jps")
            plain = at.find_path(grid, start, goals, algorithm="dijkstra")
            assert path.optimal == plain.optimal
            assert (path.cost == plain.cost == inf) or isclose(path.cost, plain.cost)
            if path:
                assert isclose(at.validate(grid, path), path.cost)
                assert path[0] == start
                assert path[-1] in goals
            edit(random, grid)


@pytest.mark.parametrize("diagonal", DIAGONALS)
def test_jumps_expand_fewer_nodes_than_plain_steps_and_never_more_than_dijkstra(diagonal):
    random = Random(f"fewer {diagonal}")
    expanded = {"jps": 0, "astar": 0}
    for _ in range(scaled(100)):
        grid = at.Grid(random_walls(random, (40, 40)), diagonal=diagonal)
        start, goal = some_free_cell(random, grid), some_free_cell(random, grid)
        counts = {
            name: at.find_path(grid, start, goal, algorithm=name, components=False).stats.expanded
            for name in ("jps", "astar", "dijkstra")
        }
        assert counts["jps"] <= counts["dijkstra"]
        for name in expanded:
            expanded[name] += counts[name]
    assert 0 < 2 * expanded["jps"] < expanded["astar"]


@pytest.mark.parametrize("diagonal", DIAGONALS)
@pytest.mark.parametrize("across", [False, True])
def test_a_door_that_slides_over_the_edges_of_words_is_found(diagonal, across):
    """An edit at the end of a word changes the turns of the next one."""
    cost = np.ones((5, 140), bool)
    cost[2] = False
    grid = at.Grid(cost.T if across else cost, diagonal=diagonal)

    def cell(row, col):
        return (col, row) if across else (row, col)

    def ask():
        for start, goal in ((0, 4), (4, 0)):
            for ends in ((3, 3), (136, 136), (3, 136), (136, 3)):
                way = cell(start, ends[0]), cell(goal, ends[1])
                path = at.find_path(grid, *way, algorithm="jps", components=False)
                plain = at.find_path(grid, *way, algorithm="dijkstra", components=False)
                assert isclose(path.cost, plain.cost), (way, path)

    columns = [*range(60, 68), *range(124, 132)]
    for slide in (columns, columns[::-1]):
        grid[cell(2, slide[0])] = 1
        for old, new in pairwise(slide):
            grid[cell(2, new)] = 1
            ask()
            grid[cell(2, old)] = 0
            ask()
        grid[cell(2, slide[-1])] = 0
