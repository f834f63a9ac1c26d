"""Patrols and wanderers, in worlds that are edited under them."""

from __future__ import annotations

import operator
from typing import Any

import asterion as at
from fuzz.arrays import array, key
from fuzz.input import Fuzz
from fuzz.verdict import Finding
from fuzz.worlds import cell, goal, some_world


def movers(f: Fuzz) -> None:
    """A mover on an odd route or in an odd fence, sent about while its world changes."""
    world = some_world(f)
    grid = getattr(world, "grid", world)
    mover = f.one_of(lambda: patrol(f, world), lambda: wanderer(f, world))
    for _ in range(f.randint(1, 10) if mover is not None else 0):
        f.one_of(
            lambda: f.edit(grid, operator.setitem, grid, key(f, grid.shape), f.mostly(0, 1, 2.5)),
            lambda: f.call(mover.go_to, cell(f, world)),
            lambda: f.call(getattr, mover, f.choice(["position", "goal", "stuck"])),
            *[lambda: stepped(f, world, mover)] * 3,
        )


def patrol(f: Fuzz, world: Any) -> Any:
    """A patrol on cells that may be far apart, walls, or not cells at all."""
    route = f.one_of(
        *[lambda: [cell(f, world) for _ in range(f.randrange(5))]] * 3, lambda: goal(f, world)
    )
    options = {"loop": f.mostly(True, False), "when_stuck": f.mostly("wait", "search", odd=0.06)}
    return f.call(at.Patrol, f.mostly(world, odd=0.02), route, **options)


def wanderer(f: Fuzz, world: Any) -> Any:
    """A wanderer in a mask, in cells, or in anything."""
    fence = f.one_of(
        *[lambda: None, lambda: f.some(world.shape, [True, True, False])] * 2,
        *(lambda: goal(f, world), lambda: array(f)),
    )
    options = {"fence": fence, "seed": f.mostly(0, 7, 2**70, odd=0.06)}
    return f.call(at.Wanderer, f.mostly(world, odd=0.02), cell(f, world), **options)


def stepped(f: Fuzz, world: Any, mover: Any) -> None:
    """A step leads to a cell one move away, or nowhere."""
    beside = [node for node, _ in world.neighbours(mover.position)]
    moved = f.call(mover.step)
    if moved is not None and (moved not in beside or moved != mover.position):
        raise Finding("a step to a cell that is not one move away")
    f.call(repr, mover)
