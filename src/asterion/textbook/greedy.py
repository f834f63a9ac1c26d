"""Greedy best-first search: some path, soon, by expanding the node that seems nearest to the goal.

J. E. Doran and D. Michie, Experiments with the graph traverser program, 1966.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import inf

from asterion.textbook.basics import Heuristic, Node, Result, Steps, World, finished, path_to, zero


def greedy(world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Result:
    """Return a path, and its cost."""
    return finished(steps(world, start, goal, heuristic=heuristic))


def steps(world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Steps:
    """Yield the nodes in the order in which they are expanded; of equals, the first that came."""
    estimate = heuristic or zero
    parent, cost = {start: start}, {start: 0.0}
    closed = set()
    arrival = count()
    queue = [(estimate(start, goal), next(arrival), 0.0, start)]
    while queue:
        _, _, so_far, node = heappop(queue)
        if so_far > cost[node]:
            continue  # it has been reached more cheaply since
        if node == goal:
            return path_to(goal, start, parent), so_far
        closed.add(node)
        for beside, move in world.neighbours(node):
            reached = so_far + move
            if beside not in closed and reached < cost.get(beside, inf):
                parent[beside], cost[beside] = node, reached
                heappush(queue, (estimate(beside, goal), next(arrival), reached, beside))
        yield node
    return [], inf
