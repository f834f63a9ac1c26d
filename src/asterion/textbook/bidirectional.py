"""Bidirectional A*: a cheapest path, searched from the start and from the goal until both meet.

Both sides use one estimate, with opposite signs: half the difference between the costs to the goal
and from the start. So the sum of the two smallest f bounds every path not yet found. The heuristic
must be consistent; without one this is Dijkstra's algorithm from both ends.

I. Pohl, Bi-directional search, 1971. T. Ikeda et al., A fast algorithm for finding better routes by
AI search techniques, 1994.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import inf

from asterion.textbook.basics import (
    Heuristic,
    Node,
    Result,
    Steps,
    TwoWayWorld,
    finished,
    path_to,
    zero,
)


def bidirectional(
    world: TwoWayWorld, start: Node, goal: Node, *, heuristic: Heuristic | None = None
) -> Result:
    """Return a cheapest path and its cost."""
    return finished(steps(world, start, goal, heuristic=heuristic))


def steps(
    world: TwoWayWorld, start: Node, goal: Node, *, heuristic: Heuristic | None = None
) -> Steps:
    """Yield the nodes in the order in which they are expanded, from either end."""
    if start == goal:
        return [start], 0.0
    estimate = heuristic or zero

    def lead(node: Node) -> float:
        return (estimate(node, goal) - estimate(start, node)) / 2

    ends, moves, signs = (start, goal), (world.neighbours, world.predecessors), (1, -1)
    parent = [{end: end} for end in ends]
    cost = [{end: 0.0} for end in ends]
    arrival = count()
    queues = [[(sign * lead(end), 0, 0.0, end)] for end, sign in zip(ends, signs, strict=True)]
    best, meeting = inf, None
    while all(queues) and queues[0][0][0] + queues[1][0][0] < best:
        side = int(len(queues[1]) < len(queues[0]))  # the one with the shorter queue
        other = 1 - side
        _, _, so_far, node = heappop(queues[side])
        if so_far > cost[side][node]:
            continue  # it has been reached more cheaply since
        for beside, move in moves[side](node):
            reached = so_far + move
            if reached < cost[side].get(beside, inf):
                parent[side][beside], cost[side][beside] = node, reached
                f = reached + signs[side] * lead(beside)
                heappush(queues[side], (f, next(arrival), reached, beside))
                if reached + cost[other].get(beside, inf) < best:
                    best, meeting = reached + cost[other][beside], beside
        yield node
    if best == inf:
        return [], inf
    there = path_to(meeting, start, parent[0])
    return there + path_to(meeting, goal, parent[1])[-2::-1], best
