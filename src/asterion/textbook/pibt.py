"""PIBT: many units, tick by tick, none through another; who has waited longest goes first.

In each tick the units choose one after the other. A unit asks for the node nearest to its goal. The
unit that stands there chooses next, in its place; if that has nowhere to go, the first one asks for
its next best node. Where every move lies on a loop, each unit comes to its goal; elsewhere they may
get stuck, and all being there at once is promised nowhere.

K. Okumura, M. Machida, X. Defago and Y. Tamura, Priority inheritance with backtracking for
iterative multi-agent path finding, 2022.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from asterion.textbook.basics import Node, TwoWayWorld
from asterion.textbook.units import Paths, meet, moves_to


def pibt(
    world: TwoWayWorld, starts: list[Node], goals: list[Node], *, ticks: int = 1000
) -> tuple[Paths, float]:
    """Return a path per unit, and the sum of costs; ([], inf) if it takes more ticks than these."""
    rows = [list(starts)]
    for row in steps(world, starts, goals):
        if rows[-1] == list(goals):
            break
        if len(rows) > ticks:
            return [], inf
        rows.append(row)
    paths = [list(path) for path in zip(*rows, strict=True)]
    for path in paths:
        while len(path) > 1 and path[-2] == path[-1]:
            path.pop()
    return paths, sum(len(path) - 1 for path in paths)


def steps(world: TwoWayWorld, starts: list[Node], goals: list[Node]) -> Iterator[list[Node]]:
    """Yield the nodes of all units after each tick, without end."""
    left = [moves_to(world, goal) for goal in goals]
    now, waited = list(starts), [0] * len(starts)
    while True:
        after: dict[int, Node] = {}  # by unit
        for unit in sorted(range(len(now)), key=lambda unit: -waited[unit]):
            if unit not in after:
                choose(world, unit, now, after, left)
        now = [after[unit] for unit in range(len(now))]
        waited = [0 if now[unit] == goals[unit] else waited[unit] + 1 for unit in range(len(now))]
        yield now


def choose(
    world: TwoWayWorld,
    unit: int,
    now: list[Node],
    after: dict[int, Node],
    left: list[dict[Node, int]],
) -> bool:
    """Choose the next node of a unit, and of those that must make way; False if it has to stay."""
    here = now[unit]
    nodes = [*(node for node, _ in world.neighbours(here)), here]
    for node in sorted(nodes, key=lambda node: (left[unit].get(node, inf), node in now)):
        if any(meet(here, node, now[other], to) for other, to in after.items() if other != unit):
            continue
        after[unit] = node
        there = now.index(node) if node in now else unit
        if there in after or choose(world, there, now, after, left):
            return True
    after[unit] = here
    return False
