"""Explanations of paths, and of why there is none."""

from __future__ import annotations

import math

import asterion as at
from fuzz.input import Fuzz
from fuzz.verdict import Finding
from fuzz.worlds import cell, goal, some_world


def reasons(f: Fuzz) -> None:
    """What explains a path, mostly with the question that it answers."""
    world = some_world(f)
    start, end = cell(f, world), goal(f, world)
    path = f.call(at.find_path, world, start, end) or at.Path.not_found()
    asked = f.mostly(world, world, world, some_world(f), odd=0.03)
    options = {"start": f.mostly(start, odd=0.03), "goal": f.mostly(end, odd=0.03)}
    told = f.call(at.explain, f.mostly(path, odd=0.03), asked, **options)
    f.call(str, told)
    if isinstance(told, at.CostReport):
        parts = told.base + sum(told.layers.values()) + told.diagonal
        if not math.isclose(parts, path.cost, rel_tol=1e-9, abs_tol=1e-300):
            raise Finding("parts that are not the whole cost")
    if isinstance(told, at.Barrier):
        if not told.path or (told.path[0], told.path[-1]) != (told.start, told.goal):
            raise Finding("a barrier whose opening opens no way")
        if any(asked.total[each] > 0 for each in told.cells):
            raise Finding("a barrier of cells that are open")
