"""A*: a cheapest path, guided by an estimate of the remaining cost.

The estimate must never exceed that cost. It need not be consistent: a node that is reached more
cheaply after its expansion is expanded again.

P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination of minimum
cost paths, 1968.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import inf

from asterion.textbook.basics import Heuristic, Node, Result, Steps, World, finished, path_to, zero


def astar(world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Result:
    """Return a cheapest path and its cost."""
    return finished(steps(world, start, goal, heuristic=heuristic))


def steps(world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Steps:
    """Yield the nodes in the order in which they are expanded; of equals, the first that came."""
    estimate = heuristic or zero
    parent, cost = {start: start}, {start: 0.0}  # the cost so far is g
    arrival = count()
    queue = [(estimate(start, goal), next(arrival), 0.0, start)]  # by f = g + h
    while queue:
        _, _, so_far, node = heappop(queue)
        if so_far > cost[node]:
            continue  # it has been reached more cheaply since
        if node == goal:  # now, not when it was first seen: that path might not be a cheapest
            return path_to(goal, start, parent), so_far
        for beside, move in world.neighbours(node):
            reached = so_far + move
            if reached < cost.get(beside, inf):
                parent[beside], cost[beside] = node, reached
                f = reached + estimate(beside, goal)
                heappush(queue, (f, next(arrival), reached, beside))
        yield node
    return [], inf
