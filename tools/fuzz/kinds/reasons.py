"""Explanations of paths, and reasons why there is none."""

from __future__ import annotations

import math

import asterion as at
from fuzz.input import Fuzz
from fuzz.verdict import Finding
from fuzz.worlds import cell, goal, some_world


def reasons(f: Fuzz) -> None:
    """The explanation of a path, mostly for its own query."""
    world = some_world(f)
    start, end = cell(f, world), goal(f, world)
    path = f.call(at.find_path, world, start, end) or at.Path.not_found()
    asked = f.mostly(world, world, world, some_world(f), odd=0.03)
    options = {"start": f.mostly(start, odd=0.03), "goal": f.mostly(end, odd=0.03)}
    report = f.call(at.explain, f.mostly(path, odd=0.03), asked, **options)
    f.call(str, report)
    if isinstance(report, at.CostReport):
        parts = report.base + sum(report.layers.values()) + report.diagonal
        if not math.isclose(parts, path.cost, rel_tol=1e-9, abs_tol=1e-300):
            raise Finding("parts that are not the whole cost")
    if isinstance(report, at.Barrier):
        if not report.path or (report.path[0], report.path[-1]) != (report.start, report.goal):
            raise Finding("a barrier whose opening opens no way")
        if any(asked.total[each] > 0 for each in report.cells):
            raise Finding("a barrier of cells that are open")
