"""Dijkstra's algorithm: a cheapest path, by expanding nodes in the order of their cost.

E. W. Dijkstra, A note on two problems in connexion with graphs, 1959.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import inf

from asterion.textbook.basics import Node, Result, Steps, World, finished, path_to


def dijkstra(world: World, start: Node, goal: Node) -> Result:
    """Return a cheapest path and its cost."""
    return finished(steps(world, start, goal))


def steps(world: World, start: Node, goal: Node) -> Steps:
    """Yield the nodes in the order in which they are expanded; of equals, the first that came."""
    parent, cost = {start: start}, {start: 0.0}
    arrival = count()
    queue = [(0.0, next(arrival), start)]
    while queue:
        so_far, _, node = heappop(queue)
        if so_far > cost[node]:
            continue  # it has been reached more cheaply since
        if node == goal:
            return path_to(goal, start, parent), so_far
        for beside, move in world.neighbours(node):
            if so_far + move < cost.get(beside, inf):
                parent[beside], cost[beside] = node, so_far + move
                heappush(queue, (so_far + move, next(arrival), beside))
        yield node
    return [], inf


def distances(world: World, *starts: Node) -> dict[Node, float]:
    """Return the cost of a cheapest path to every node in reach, from the nearest start."""
    cost = dict.fromkeys(starts, 0.0)
    arrival = count()
    queue = [(0.0, next(arrival), start) for start in cost]
    while queue:
        so_far, _, node = heappop(queue)
        if so_far > cost[node]:
            continue
        for beside, move in world.neighbours(node):
            if so_far + move < cost.get(beside, inf):
                cost[beside] = so_far + move
                heappush(queue, (so_far + move, next(arrival), beside))
    return cost
