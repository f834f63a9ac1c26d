"""Worlds on which algorithms are slow if they can be, of any size: for tables and tests of growth.

Each shape makes a world of about ``cells`` cells (or connections), with a start and a goal that are
far apart, and changes that cut the path off, or open another one, and can be undone.
"""

from collections.abc import Callable
from math import inf, isqrt
from typing import Any, NamedTuple

import numpy as np

import asterion as at


class Case(NamedTuple):
    """A problem, and changes of its world while an agent walks."""

    world: Any
    start: Any
    goal: Any
    change: Callable[[], None]
    undo: Callable[[], None]


def on_grid(grid: at.Grid, start, goal, door) -> Case:
    """A case whose change closes the cells at ``door``, an index of the grid."""
    before = np.array(grid[door])

    def close() -> None:
        grid[door] = 0

    def open_again() -> None:
        grid[door] = before

    return Case(grid, start, goal, close, open_again)


def corridor(cells: int) -> Case:
    """One path, which is cut off at its end."""
    return on_grid(at.Grid(np.ones((1, cells))), (0, 0), (0, cells - 1), (0, cells - 2))


def ring(cells: int) -> Case:
    """Two paths; the shorter one is cut off near the goal."""
    length = cells // 2
    grid = np.ones((3, length))
    grid[1, 1:-1] = 0
    at_goal = length - 1
    return on_grid(at.Grid(grid), (0, 0), (0, at_goal), (0, at_goal - 1))


def comb(cells: int) -> Case:
    """A corridor with dead ends all along it."""
    teeth = isqrt(cells // 2)
    grid = np.ones((teeth + 1, 2 * teeth))
    grid[1:, 1::2] = 0
    return on_grid(at.Grid(grid), (0, 0), (teeth, 2 * teeth - 2), (0, 2 * teeth - 3))


def serpentine(cells: int) -> Case:
    """A corridor that winds through all of the map."""
    side = isqrt(cells) | 1
    grid = np.ones((side, side))
    grid[1::4, :-1] = 0
    grid[3::4, 1:] = 0
    goal = (side - 1, side // 2)
    return on_grid(at.Grid(grid), (0, 0), goal, (side - 1, slice(side // 2 - 1, side // 2 + 2, 2)))


def spiral(cells: int) -> Case:
    """A corridor that winds inward, cut off half way."""
    side = isqrt(cells) | 1
    way = [(0, 0)]
    legs = [side - 1, *(length for length in range(side - 1, 0, -2) for _ in range(2))]
    for turn, length in enumerate(legs):
        down, right = [(0, 1), (1, 0), (0, -1), (-1, 0)][turn % 4]
        row, col = way[-1]
        way += [(row + k * down, col + k * right) for k in range(1, length + 1)]
    grid = np.zeros((side, side))
    grid[tuple(np.transpose(way))] = 1
    return on_grid(at.Grid(grid, diagonal="never"), way[0], way[-1], way[len(way) // 2])


def maze(cells: int) -> Case:
    """One path between any two cells; a cell in the middle of it is closed."""
    grid = at.maps.maze(isqrt(cells) | 1, seed=3)
    free = np.argwhere(grid.cost > 0)
    start, goal = tuple(free[0].tolist()), tuple(free[-1].tolist())
    way = at.find_path(grid, start, goal)
    return on_grid(grid, start, goal, way[len(way) // 2])


def open_ground(cells: int) -> Case:
    """No walls; then one across, with a gap at its end."""
    side = isqrt(cells)
    grid = at.Grid(np.ones((side, side)))
    return on_grid(grid, (0, 0), (side - 1, side - 1), (slice(0, side - 1), side // 2))


def weighted_ground(cells: int) -> Case:
    """Costs of all kinds; then a wall across, with a gap at its end."""
    side = isqrt(cells)
    costs = np.random.default_rng(5).integers(1, 9, (side, side))
    return on_grid(at.Grid(costs), (0, 0), (side - 1, side - 1), (slice(1, side), side // 2))


def scattered(cells: int) -> Case:
    """Walls at random; then the lower half of a column is closed."""
    side = isqrt(cells)
    grid = at.maps.scattered(side, density=0.25, seed=7)
    grid[0, :] = grid[:, side - 1] = 1
    return on_grid(grid, (0, 0), (side - 1, side - 1), (slice(side // 2, side), side - 2))


def cup(cells: int) -> Case:
    """A large trap that is open towards the start, with the goal behind it; then it is closed."""
    side = isqrt(cells)
    grid = np.ones((side, side))
    edge = side // 8
    grid[edge, edge:-edge] = grid[-edge - 1, edge:-edge] = grid[edge:-edge, -edge - 1] = 0
    middle = side // 2
    return on_grid(at.Grid(grid), (middle, 1), (middle, side - 1), (slice(edge, -edge), edge))


def hub(connections: int) -> Case:
    """Paths over very many nodes between two; half of the connections from the first one close."""
    return _hub(connections, first=0)


def far_hub(connections: int) -> Case:
    """The same, but half of the connections to the last one close."""
    return _hub(connections, first=connections // 2)


def _hub(connections: int, first: int) -> Case:
    leaves = connections // 2
    edges = [("hub", i, 1 + i / leaves) for i in range(leaves)]
    edges += [(i, "goal", 1 + i / leaves) for i in range(leaves)]
    graph = at.Graph(edges)
    half = np.arange(first, first + leaves // 2)
    before = graph.costs[half]
    return Case(
        graph,
        "hub",
        "goal",
        lambda: graph.set_costs(np.full(len(half), inf), connections=half),
        lambda: graph.set_costs(before, connections=half),
    )


def chain(connections: int) -> Case:
    """A row of nodes joined both ways, cut off before the last."""
    length = connections // 2
    edges = [(i, i + 1, 1.0) for i in range(length)] + [(i + 1, i, 1.0) for i in range(length)]
    graph = at.Graph(edges)
    return Case(
        graph,
        0,
        length,
        lambda: graph.set_cost(length - 1, inf),
        lambda: graph.set_cost(length - 1, 1.0),
    )


GRIDS = [
    corridor,
    ring,
    comb,
    serpentine,
    spiral,
    maze,
    open_ground,
    weighted_ground,
    scattered,
    cup,
]
GRAPHS = [hub, far_hub, chain]
SHAPES = [*GRIDS, *GRAPHS]
