"""Heuristics in Python that misbehave in the middle of a search."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asterion as at
from fuzz.input import Fuzz

LOOKS = ["g", "h", "state", "parent", "thresholds", "stats", "path", "best_so_far", "status"]


def callback(f: Fuzz, world: Any) -> Callable[[Any], Any]:
    """A heuristic that misbehaves at one of its calls."""
    grid, other = getattr(world, "grid", world), at.Grid([[1, 1]])
    answer = f.choice([0, 0.5, 1, 9, 1e308, f.value()])

    def edit(_: Any = None) -> int:
        with suppress(at.BusyWorld):
            grid[0, 0] = 3
        return 1

    def ask(_: Any) -> Any:
        return f.choice(actions)() if next(calls) == moment else answer

    moment, calls = f.randrange(6), itertools.count()
    actions: list[Callable[[], Any]] = [
        *(f.value, f.blame, f.random, edit, lambda: operator.setitem(grid, (0, 0), 2)),
        *(lambda: grid.view(layers={}) and 1, lambda: world.total[0, 0], lambda: grid.copy() and 1),
        lambda: at.find_path(world, (0, 0), (0, 0), heuristic=ask).cost,
        lambda: at.find_path(other, (0, 0), (0, 1), heuristic=edit).cost,
        *(lambda: f.search and f.search.step() and 1, lambda: f.search and f.search.restart()),
        lambda: f.search and getattr(f.search, f.choice(LOOKS)) is None,
    ]
    return ask
