"""Queries: paths, batches of paths, distances."""

from __future__ import annotations

import math
import operator
from math import inf

import numpy as np

import asterion as at
from fuzz.input import Fuzz
from fuzz.options import options_for
from fuzz.values import THINGS
from fuzz.verdict import check_path
from fuzz.worlds import cell, goal, some_world


def paths(f: Fuzz) -> None:
    """One query."""
    world = some_world(f)
    start, end, options = cell(f, world), goal(f, world), options_for(f, world)
    if f.often(0.2):
        options["partial"] = f.mostly(True, odd=0.05)
    path = f.call(at.find_path, f.mostly(world, odd=0.01), start, end, **options)
    if path is not None and path.status == "partial":
        at.validate(world, path)
    elif path is not None:
        check_path(world, path, end, options.get("max_cost"), options.get("turn_cost", 0))
        f.call(operator.getitem, path, f.mostly(0, -1, 3, slice(2)))
        f.call(path.smoothed, f.mostly(None, world))


def batches(f: Fuzz) -> None:
    """Several queries at once."""
    world, count = some_world(f), f.randrange(4)
    starts = f.mostly([cell(f, world) for _ in range(count)])
    ends = f.mostly([goal(f, world) for _ in range(f.choice([count, count, 2]))])
    options = {"threads": f.mostly(1, 1, 1, 2, 300, odd=0.05), **options_for(f, world)}
    found = f.call(at.find_paths, f.mostly(world, odd=0.01), starts, ends, **options)
    for path, end in zip(found, ends, strict=True) if found else []:
        check_path(world, path, end, options.get("max_cost"), options.get("turn_cost", 0))


def fields(f: Fuzz) -> None:
    """Distances, reachable and visible cells; the k cheapest paths, many on tiny worlds only."""
    world = some_world(f)
    given, start, end = f.mostly(world, odd=0.01), cell(f, world), goal(f, world)
    limit = f.mostly(None, 0, 1, 5.5, 1e308, inf)
    # All paths of a world would take too long: a large number is only tried on tiny ones.
    odd = f.value() if math.prod(world.shape) <= 6 else f.choice(THINGS)
    count = f.choice([*range(-1, 5), odd])
    if isinstance(count, (int, np.integer)) and math.prod(world.shape) > 6:
        count = min(int(count), 5)
    downhill = f.mostly(np.zeros(world.shape), -np.arange(math.prod(world.shape)), [[1.0, 2.0]])
    answer = f.one_of(
        *[lambda: f.call(at.distances, given, end, direction=f.mostly("to"), max_cost=limit)] * 2,
        *(
            lambda: f.call(at.distances, given, end),
            lambda: f.call(at.reachable, given, end, limit),
            lambda: f.call(at.distances, given, end, values=f.mostly(0, -1.5, [3], [1, 2], inf)),
            lambda: f.call(at.descend, downhill, start, world=f.mostly(None, world)),
            lambda: f.call(at.line_of_sight, given, start, cell(f, world)),
            lambda: f.call(at.visible, given, start, f.mostly(None, 0, 1, 2, 9, 2**31, 2**70)),
        ),
        lambda: f.call(at.cheapest_paths, given, start, end, count),
    )
    for path in answer if isinstance(answer, list) else []:
        check_path(world, path, path[-1])
