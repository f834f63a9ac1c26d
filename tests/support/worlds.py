"""Random worlds of every kind, from a seed, each beside its model in plain lists."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf, isclose, sqrt
from random import Random
from typing import Any

import numpy as np

import asterion as at
from support import reference
from support.effort import scaled

DIAGONALS = ["never", "clear", "one-clear", "always"]


@dataclass
class World:
    """A world, and the plain model that an oracle works on."""

    grid: at.Grid
    world: Any  # the grid itself, or a view of it
    base: np.ndarray
    layers: dict[str, np.ndarray] = field(default_factory=dict)
    weights: dict[str, float] | None = None
    blocked: np.ndarray | None = None

    @property
    def total(self) -> list[list[float]]:
        sums = np.where(self.base > 0, self.base, inf).astype(float)
        for name, values in self.layers.items():
            weight = 1.0 if self.weights is None else self.weights.get(name, 0.0)
            if weight != 0:
                sums = sums + weight * values
        if self.blocked is not None:
            sums = np.where(self.blocked, inf, sums)
        return sums.tolist()

    @property
    def rules(self):
        return self.grid.diagonal, self.grid.diagonal_cost

    def costs_from(self, start) -> dict:
        return reference.dijkstra(self.total, *self.rules, start)

    def free_cells(self) -> list[tuple[int, int]]:
        total = self.total
        return [(r, c) for r, row in enumerate(total) for c, v in enumerate(row) if v < inf]

    def some_cell(self, random: Random) -> tuple[int, int]:
        return random.randrange(self.grid.shape[0]), random.randrange(self.grid.shape[1])


def random_costs(random: Random, shape) -> np.ndarray:
    """Costs of one of the kinds that the core distinguishes: uniform, small whole, any."""
    kind = random.choice(["bool", "bool", "uniform", "small", "float", "wide"])
    density = random.choice([0, 0.1, 0.25, 0.4, 0.5])
    cells = shape[0] * shape[1]
    constant = random.choice([1, 3, 0.1, 2.5, 300])
    value = {
        "bool": lambda: 1,
        "uniform": lambda: constant,
        "small": lambda: random.randint(1, 9),
        "float": lambda: random.uniform(0.1, 5),
        "wide": lambda: random.choice([0.001, 1, 7, 1000]),
    }[kind]
    flat = [0 if random.random() < density else value() for _ in range(cells)]
    costs = np.array(flat, dtype=float).reshape(shape)
    return costs > 0 if kind == "bool" else costs


def random_areas(random: Random, shape) -> np.ndarray:
    """Costs as games have them: rectangles of one cost upon each other, and some walls."""
    choices = random.choice([[1, 2], [1, 2, 5, 9], [0.5, 1.25], [3, 300], [1, 1, 1, 2]])
    costs = np.full(shape, random.choice(choices), dtype=float)
    for _ in range(random.randint(1, 6)):
        top, left = random.randrange(shape[0]), random.randrange(shape[1])
        rows, cols = random.randint(1, 9), random.randint(1, 9)
        costs[top : top + rows, left : left + cols] = random.choice([*choices, 0])
    density = random.choice([0, 0, 0.02, 0.1])
    walls = [random.random() < density for _ in range(costs.size)]
    return np.where(np.array(walls).reshape(shape), 0, costs)


def random_world(random: Random, largest: int = 8, costs_of=random_costs) -> World:
    shape = random.randint(1, largest), random.randint(1, largest)
    costs = costs_of(random, shape)
    grid = at.Grid(
        costs,
        diagonal=random.choice(DIAGONALS),
        diagonal_cost=random.choice([sqrt(2), sqrt(2), 1]),
    )
    world = World(grid, grid, costs.astype(float))
    if random.random() < 0.3:
        for name in random.sample(["threat", "weather"], random.randint(1, 2)):
            choices = random.choice([[0, 2], [0, 0.5, 3.25], [0, 1, inf]])
            values = [random.choice(choices) for _ in range(costs.size)]
            layer = np.array(values, dtype=float).reshape(shape)
            grid.layers[name] = layer
            world.layers[name] = layer
    if random.random() < 0.3:
        if world.layers and random.random() < 0.7:
            world.weights = {name: random.choice([0, 0.5, 2]) for name in world.layers}
        if random.random() < 0.7:
            world.blocked = np.array(
                [random.random() < 0.15 for _ in range(costs.size)], dtype=bool
            ).reshape(shape)
        world.world = grid.view(layers=world.weights, blocked=world.blocked)
    return world


def random_worlds(random: Random, count: int, largest: int = 8) -> Iterator[tuple[World, list]]:
    """Random worlds, a scaled number without those that are all walls, with their free cells."""
    for _ in range(scaled(count)):
        world = random_world(random, largest)
        free = world.free_cells()
        if free:
            yield world, free


def random_edit(random: Random, world: World) -> None:
    """One statement that changes the grid, and the model with it."""
    rows, cols = world.grid.shape
    value = random.choice([0, 0, 1, 1, 2.5, inf])
    kind = random.choice(["cell", "cell", "slice", "mask", "layer"])
    if kind == "layer" and world.layers:
        name = random.choice(list(world.layers))
        layer = world.layers[name].copy()
        cell = world.some_cell(random)
        layer[cell] = random.choice([0, 1.5, 4])
        world.grid.layers[name][cell] = layer[cell]
        world.layers[name] = layer
        return
    if kind == "mask":
        key: Any = np.array([random.random() < 0.3 for _ in range(rows * cols)]).reshape(rows, cols)
    elif kind == "slice":
        key = slice(random.randrange(rows), random.randrange(rows) + 1), slice(None, None, 2)
    else:
        key = world.some_cell(random)
    world.grid[key] = value
    world.base[key] = 0 if value == inf else value


def plain(stats: at.Stats) -> tuple:
    """All counts of a search, without the time it took."""
    return (
        stats.expanded,
        stats.generated,
        stats.moves,
        stats.reopened,
        stats.pushes,
        stats.pops,
        stats.peak_open,
        stats.mean_open,
        stats.flood,
        stats.fill,
    )


def scattered(side, seed, density=0.25, diagonal="never"):
    """Scattered walls, but none in the first and the last corner."""
    grid = at.maps.scattered(side, density=density, seed=seed, diagonal=diagonal)
    grid[0, 0] = grid[side - 1, side - 1] = 1
    return grid


def toggles(random, grid, count):
    """Change this many cells, one at a time: close free ones, open walls."""
    for _ in range(count):
        cell = random.randrange(grid.shape[0]), random.randrange(grid.shape[1])
        grid[cell] = 0 if grid[cell] else 1
        yield cell


def checked_cost(world, path, start, goal):
    """The cost of a shortcut's path: there is one where cells are joined, and none is cheaper."""
    best = world.costs_from(start).get(goal, inf)
    assert path.found == (best < inf)
    cost = at.validate(world.world, path)
    assert cost >= best * (1 - 1e-9)
    if path:
        assert (path[0], path[-1]) == (start, goal)
        assert isclose(cost, best, rel_tol=1e-9) or not path.optimal
    return cost
