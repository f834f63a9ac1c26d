"""A service of paths: units that ask, walk, are pushed and dropped, in a world that is edited."""

from __future__ import annotations

import operator
from math import nan
from typing import Any

import asterion as at
from fuzz.arrays import key
from fuzz.input import Fuzz
from fuzz.verdict import Finding
from fuzz.worlds import cell, some_world

LOOKS = ["status", "path", "position", "goal", "priority"]


def services(f: Fuzz) -> None:
    """Some units for a while."""
    world = some_world(f)
    grid = getattr(world, "grid", world)
    service = f.call(
        at.PathService,
        f.mostly(world, odd=0.01),
        quick=f.mostly(1, 3, 8, 2**70, odd=0.05),
        meeting=f.mostly("pass", "wait", "detour", "both", odd=0.05),
        patience=f.mostly(0, 3, 2**70, odd=0.05),
    )
    units: list[Any] = []
    for _ in range(f.randint(3, 14) if service is not None else 0):
        if not units or f.often(0.25):
            ends = cell(f, world), cell(f, world)
            made = f.call(service.request, *ends, priority=f.mostly(0, 1, -3, 2**99, odd=0.05))
            if made is not None:
                units.append(made)
        elif f.often(0.6):
            lives(f, world, units)
        else:
            f.one_of(
                *[lambda: f.call(service.run, expansions=f.mostly(0, 1, 9, 100, 2**70))] * 3,
                lambda: f.call(service.run, seconds=f.mostly(0, 1e-9, 0.01, nan)),
                lambda: f.edit(grid, operator.setitem, grid, key(f, grid.shape), f.mostly(0, 1, 3)),
            )


def lives(f: Fuzz, world: Any, units: list[Any]) -> None:
    """Something happens to one of the units."""
    unit = f.choice(units)
    f.one_of(
        *[lambda: f.call(unit.step)] * 3,
        lambda: f.call(unit.move_to, cell(f, world)),
        lambda: f.call(getattr, unit, f.choice(LOOKS)),
        lambda: walkable(f, world, unit),
        lambda: f.call(unit.cancel),
        lambda: units.remove(unit),
    )


def walkable(f: Fuzz, world: Any, unit: Any) -> None:
    """Check that the rest of a path can be walked from the unit's place, maybe a wall."""
    path = f.call(getattr, unit, "path")
    if path is None or len(path) < 2:
        return
    if path[0] != unit.position or path[1] not in dict(world.neighbours(path[0])):
        raise Finding(f"a path from {path[0]} to {path[1]}, for a unit at {unit.position}")
    at.validate(world, path[1:])
