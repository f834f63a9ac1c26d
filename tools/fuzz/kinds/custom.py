"""Custom algorithms."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

import asterion as at
from fuzz.input import Fuzz
from fuzz.worlds import cell, goal, some_world


def custom(f: Fuzz) -> None:
    """Custom algorithms that misbehave, but end after a few steps."""
    world, steps = some_world(f), itertools.count(1)
    found = at.Path.from_nodes(at.Grid(np.ones((8, 8))), [(f.randrange(8), f.randrange(8))])

    class Custom:
        """A search with any values and errors."""

        def __init__(self, *_: Any, **__: Any) -> None:
            self.g = f.blame() if f.often(0.1) else f.value()
            self.path, self.best_so_far = f.mostly(found, at.Path.not_found()), f.value()

        def step(self) -> Any:
            """One step, of up to five."""
            if next(steps) < 5 and f.often(0.6):
                return "running"
            return f.blame() if f.often(0.1) else f.mostly("found", "found", "stopped")

    options = {"options": ("weight",), "optimal": f.often(0.5)}
    if f.often(0.3):
        options[f.choice(["kind", "worlds", "options", "optimal", "paper"])] = f.value()
    f.call(
        at.register, f.mostly("mine", odd=0.05), f.mostly(Custom, Custom, Custom, object), **options
    )
    f.call(at.register, f.mostly("astar", "auto"), Custom)
    query = {"algorithm": "mine", **({"weight": f.value()} if f.often(0.1) else {})}
    f.call(at.find_path, world, cell(f, world), goal(f, world), **query)
    search = f.call(at.Search, world, cell(f, world), goal(f, world), **query)
    for look in f.choices(["g", "trace", "path", "best_so_far", "stats"], k=2 if search else 0):
        f.call(search.step, f.mostly(1, 2))
        f.call(getattr, search, look)
