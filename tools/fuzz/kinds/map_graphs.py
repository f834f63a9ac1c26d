"""Rooms, portals and points of visibility, of odd regions and points, while the grid is edited."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

import asterion as at
from fuzz.arrays import array, key
from fuzz.input import Fuzz
from fuzz.verdict import Finding
from fuzz.worlds import cell, goal, some_world

TINY = 1e-300  # below it numbers have few digits, or none


def map_graphs(f: Fuzz) -> None:
    """A small graph of a grid, searched while the grid changes."""
    world = some_world(f)
    grid = getattr(world, "grid", world)
    known = f.one_of(
        lambda: rooms(f, world), lambda: portals(f, world), lambda: visibility(f, world)
    )
    for _ in range(f.randint(1, 6) if known is not None else 0):
        f.one_of(
            lambda: f.edit(grid, operator.setitem, grid, key(f, grid.shape), f.mostly(0, 1, 2.5)),
            lambda: f.call(known.refresh),
            lambda: f.call(known.remeasure),
            *[lambda: asked(f, world, known)] * 3,
        )


def rooms(f: Fuzz, world: Any) -> Any:
    """Regions by name, by size, by labels, or by anything."""
    regions = f.one_of(
        *[lambda: f.mostly("auto", "rooms", 1, 3, odd=0.1)] * 2,
        *(lambda: f.some(world.shape, [-1, 0, 1, 2**40]), lambda: array(f)),
    )
    return f.call(at.RoomMap, f.mostly(world, odd=0.02), regions)


def portals(f: Fuzz, world: Any) -> Any:
    """Chunks of any size, a quadtree, or anything."""
    return f.call(
        at.PortalMap, f.mostly(world, odd=0.02), f.mostly("quadtree", 1, 3, 2**40, odd=0.1)
    )


def visibility(f: Fuzz, world: Any) -> Any:
    """A visibility map with points that may be walls, outside, or not points at all."""
    points = f.one_of(*[lambda: ()] * 2, lambda: [cell(f, world)], lambda: goal(f, world))
    options = {"max_corners": f.mostly(50, 4096, odd=0.1)} if f.often(0.2) else {}
    options |= {"cover": True} if f.often(0.3) else {}
    return f.call(at.VisibilityMap, f.mostly(world, odd=0.02), points, **options)


def asked(f: Fuzz, world: Any, known: Any) -> None:
    """A path is a walk, and is found where there is one."""
    start, target = cell(f, world), cell(f, world)
    searches = ("astar", "dijkstra", "bidirectional", "bfs", "greedy")
    options = {"algorithm": f.mostly(*searches, odd=0.06)} if f.often(0.3) else {}
    path = f.call(known.find_path, start, target, **options)
    f.call(repr, known)
    if path is None or options:
        return
    best = at.find_path(world, start, target)
    cost = at.validate(world, path)
    if path.found != best.found or (path and cost < best.cost * (1 - 1e-9) - TINY):
        raise Finding(f"a path that costs {cost} where the grid has one of {best.cost}")
    if path and path.optimal and not np.isclose(cost, best.cost, rtol=1e-9, atol=TINY):
        raise Finding(f"an optimal path that costs {cost} where {best.cost} would do")
