"""Conflict-based search: paths for a few units that never meet, with the least sum of costs.

Every unit has a cheapest path of its own. Where two meet, the search divides: in one half the first
must not make that move, in the other the second, and the half with the least sum of costs is next.
Every move takes one tick; a unit's cost is the number of ticks until it is at its goal for good.

G. Sharon, R. Stern, A. Felner and N. R. Sturtevant, Conflict-based search for optimal multi-agent
pathfinding, 2015.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations, count
from math import inf
from typing import Any

from asterion.textbook.basics import Node, TwoWayWorld
from asterion.textbook.units import Paths, meet, moves_to

Ban = tuple[int, Node, Node]  # the tick at the end of a move, from where (None: anywhere), to where


def cbs(world: TwoWayWorld, starts: list[Node], goals: list[Node]) -> tuple[Paths, float]:
    """Return a path per unit, and the sum of costs; without a plan it may not end."""
    left = [moves_to(world, goal) for goal in goals]
    paths = [walk(world, *ends, set()) for ends in zip(starts, left, strict=True)]
    arrival = count()
    queue: list[Any] = [(sum(map(len, paths)), next(arrival), frozenset(), paths)]
    while queue:
        _, _, bans, paths = heappop(queue)
        if not all(paths):
            continue  # a unit has no path
        clash = first_clash(paths)
        if not clash:
            return paths, sum(len(path) - 1 for path in paths)
        for unit, ban in clash:
            kept = bans | {(unit, ban)}
            path = walk(world, starts[unit], left[unit], {ban for who, ban in kept if who == unit})
            half = [*paths[:unit], path, *paths[unit + 1 :]]
            heappush(queue, (sum(map(len, half)), next(arrival), kept, half))
    return [], inf


def first_clash(paths: Paths) -> list[tuple[int, Ban]]:
    """Return the first two units that meet, each with the move that it must not make."""
    for tick in range(1, max(map(len, paths), default=0)):
        moves = [[path[min(each, len(path) - 1)] for each in (tick - 1, tick)] for path in paths]
        for pair in combinations(range(len(paths)), 2):
            (a, b), (c, d) = (moves[unit] for unit in pair)
            if meet(a, b, c, d):
                return [(unit, (tick, None if b == d else moves[unit][0], moves[unit][1]))
                        for unit in pair]  # fmt: skip
    return []


def walk(world: TwoWayWorld, start: Node, left: dict[Node, int], bans: set[Ban]) -> list[Node]:
    """Return the earliest path to the goal for good, by A* over nodes and ticks; [] if none."""
    goal = next(iter(left))
    least = max((tick + 1 for tick, a, b in bans if a is None and b == goal), default=0)
    arrival = count()
    queue: list[Any] = [(left[start], next(arrival), [start])] if start in left else []
    seen = set()
    while queue:
        _, _, path = heappop(queue)
        tick, here = len(path), path[-1]
        if here == goal and tick > least:
            return list(path)  # its cost is tick - 1
        for node in [here, *(beside for beside, _ in world.neighbours(here))]:
            banned = bans & {(tick, None, node), (tick, here, node)}
            if node in left and not banned and (tick, node) not in seen:
                seen.add((tick, node))
                heappush(queue, (tick + left[node], next(arrival), [*path, node]))
    return []
