"""Good worlds, and cells of them that may be bad."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from typing import Any

import numpy as np

import asterion as at
from asterion.world.grid import Diagonal
from fuzz.arrays import POOLS
from fuzz.input import Fuzz
from fuzz.values import Planted

DIAGONALS: list[Diagonal] = ["never", "clear", "one-clear", "always"]


def small_grid(f: Fuzz) -> at.Grid:
    """A good grid, nearly always a small one."""
    largest = 60 if f.often(0.002) else 8
    cost = f.some((f.randint(1, largest), f.randint(1, largest)), f.choice(POOLS))
    diagonal_cost = f.choice([2**0.5, 2**0.5, 1])
    grid = at.Grid(cost, diagonal=f.choice(DIAGONALS), diagonal_cost=diagonal_cost)
    if f.often(0.2):
        grid.layers["threat"] = f.some(grid.shape, f.choice([[0, 2], [0, 0.5, inf]]))
    return grid


def some_world(f: Fuzz) -> Any:
    """A good grid or view."""
    grid = small_grid(f)
    if f.often(0.75):
        return grid
    weights = {"threat": f.choice([0, 0.5, 2])} if "threat" in grid.layers else None
    return grid.view(layers=weights, blocked=f.some(grid.shape, [True] + [False] * 5))


def cell(f: Fuzz, world: Any) -> Any:
    """A cell: mostly a free one, or any, or one outside, or none at all."""
    rows, cols = world.shape
    free = np.flatnonzero(world.total)
    good = divmod(int(f.choice(free)), cols) if len(free) else (0, 0)
    return f.one_of(
        *(lambda: (f.value(), f.value()), f.value, lambda: bytes(good), lambda: np.array(good)),
        lambda: (f.randint(-2, rows + 1), f.randint(-2, cols + 1)),
        *[lambda: good] * 14,
    )


def goal(f: Fuzz, world: Any) -> Any:
    """A cell, or several in every kind of collection."""
    if f.often(0.7):
        return cell(f, world)
    cells = [cell(f, world) for _ in range(f.randrange(12))]
    kinds: list[Any] = [list, set, frozenset, np.array, tuple, iter, dict.fromkeys]
    with suppress(Exception, Planted):
        return f.choice(kinds)(cells)
    return cells
