"""Grids made, read and edited, with their layers and views."""

from __future__ import annotations

import copy
import operator
import pickle
from typing import Any

import numpy as np

import asterion as at
from fuzz.arrays import array, key, setting
from fuzz.input import Fuzz
from fuzz.values import FLOATS
from fuzz.worlds import DIAGONALS, cell, small_grid


def grids(f: Fuzz) -> None:
    """A grid from anything."""
    rules = {"diagonal": f.mostly(*DIAGONALS)} if f.often(0.2) else {}
    if f.often(0.2):
        rules["diagonal_cost"] = f.mostly(1, 2**0.5, np.float64(1), True)
    grid = f.call(at.Grid, f.value() if f.often(0.1) else array(f), **rules)
    if grid is not None:
        f.call(f.choice([repr, at.Grid.copy, at.Grid.to_text, lambda g: g.total.sum()]), grid)


def texts(f: Fuzz) -> None:
    """A drawing of random characters."""
    letters = f.choice([".#", ".#@19\n", "..#\n \t\r\n5", ".\n\x0b\x1c\x85\u2028\ud800é0\u0663"])
    text = "".join(f.choices(letters, k=f.randrange(40)))
    f.call(at.Grid.from_text, f.mostly(text), diagonal=f.mostly(*DIAGONALS, odd=0.05))


def items(f: Fuzz) -> None:
    """Cells read and set, neighbours and changes."""
    grid = small_grid(f)
    for _ in range(2):
        where = key(f, grid.shape)
        f.call(operator.getitem, grid, where)
        f.edit(grid, operator.setitem, grid, where, setting(f))
    f.call(grid.neighbours, cell(f, grid))
    f.call(grid.changes, f.mostly(0, 1, 2, -1))


def layers(f: Fuzz) -> None:
    """Layers made, read, set and removed."""
    grid = small_grid(f)
    name = f.choice(["threat", "threat", "", "\0", "x" * 600, "é", f.value()])
    values = f.choice([setting(f), f.some(grid.shape, [0, 1, f.choice(FLOATS)])])
    f.edit(grid, operator.setitem, grid.layers, name, values)
    layer = f.call(operator.getitem, grid.layers, name)
    if layer is not None:
        where = key(f, grid.shape)
        f.call(operator.getitem, layer, where)
        f.edit(grid, operator.setitem, layer, where, setting(f))
        uses: list[Any] = [repr, np.sum, operator.neg, copy.copy, pickle.dumps]
        f.call(f.choice(uses), layer)
    f.edit(grid, operator.delitem, grid.layers, f.choice([name, f.value()]))


def views(f: Fuzz) -> None:
    """Views with odd weights and masks, used after an edit of the grid."""
    grid = small_grid(f)
    names: list[Any] = [*grid.layers, *(["x", None] if f.often(0.2) else [])]
    weights = f.mostly({name: f.mostly(0, 0.5, 2, -1, -0.25) for name in names})
    mask = f.choice([None, array(f), f.some(grid.shape, [True, False])])
    view = f.call(grid.view, layers=f.choice([None, weights, weights]), blocked=mask)
    if view is not None:
        f.edit(grid, operator.setitem, grid, (0, 0), setting(f))
        f.call(f.choice([repr, lambda v: v.total, copy.deepcopy]), view)
        f.call(view.neighbours, cell(f, grid))
        f.call(view.changes, f.mostly(0, 1))
