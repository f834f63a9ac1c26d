"""Searches in slices."""

from __future__ import annotations

import json
import operator
from math import inf, nan

import asterion as at
from fuzz.arrays import key
from fuzz.callbacks import LOOKS
from fuzz.input import Fuzz
from fuzz.options import options_for
from fuzz.worlds import cell, goal, some_world


def searches(f: Fuzz) -> None:
    """A search in slices, on a world that is edited meanwhile, and inspected."""
    world = some_world(f)
    grid = getattr(world, "grid", world)
    options = {**options_for(f, world), "trace": f.mostly(True, False, odd=0.05)}
    start, end = cell(f, world), goal(f, world)
    s = f.search = f.call(at.Search, f.mostly(world, odd=0.01), start, end, **options)
    for _ in range(f.randint(1, 8) if s is not None else 0):
        f.one_of(
            *[lambda: f.call(s.step, f.mostly(1, 1, 2, 5, 2**70))] * 4,
            lambda: f.call(s.run, seconds=f.mostly(0, 1e-9, 1e300, nan, inf)),
            lambda: f.call(s.run, expansions=f.mostly(None, 0, 3), seconds=f.mostly(None, 1)),
            *[lambda: f.call(s.restart)] * 2,
            lambda: f.edit(grid, operator.setitem, grid, key(f, grid.shape), 1),
            *[lambda: f.call(getattr, s, f.choice(LOOKS))] * 4,
            lambda: exported(f, f.call(getattr, s, "trace")),
        )


def exported(f: Fuzz, trace: at.Trace | None) -> None:
    """A trace in every format, which must be strict JSON."""
    if trace is not None:
        f.call(trace.replay, f.mostly(None, 0, 3, -1))
        f.call(operator.getitem, trace, f.mostly(0, -1, slice(3)))
        for text in (trace.to_json(), trace.to_posthoc()):
            json.loads(text, parse_constant=lambda word: 1 / (word == ""))  # no NaN in JSON
