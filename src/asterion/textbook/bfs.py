"""Breadth-first search: a path with the fewest moves, whatever they cost.

E. F. Moore, The shortest path through a maze, 1959.
"""

from __future__ import annotations

from collections import deque
from math import inf

from asterion.textbook.basics import Node, Result, Steps, World, finished, path_to


def bfs(world: World, start: Node, goal: Node) -> Result:
    """Return a path with the fewest moves, and its cost."""
    return finished(steps(world, start, goal))


def steps(world: World, start: Node, goal: Node) -> Steps:
    """Yield the nodes in the order in which they are expanded."""
    parent, cost = {start: start}, {start: 0.0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node == goal:
            return path_to(goal, start, parent), cost[goal]
        for beside, move in world.neighbours(node):
            if beside not in parent:
                parent[beside], cost[beside] = node, cost[node] + move
                queue.append(beside)
        yield node
    return [], inf
