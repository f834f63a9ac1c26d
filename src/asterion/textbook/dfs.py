"""Depth-first search: some path, by going on from the newest node until it leads nowhere.

C. P. Tremaux, in E. Lucas, Recreations mathematiques, 1882.
"""

from __future__ import annotations

from math import inf

from asterion.textbook.basics import Node, Result, Steps, World, finished, path_to


def dfs(world: World, start: Node, goal: Node) -> Result:
    """Return a path, usually a long one, and its cost."""
    return finished(steps(world, start, goal))


def steps(world: World, start: Node, goal: Node) -> Steps:
    """Yield the nodes in the order in which they are expanded."""
    parent: dict[Node, Node] = {}
    stack = [(start, start, 0.0)]  # a node, the one before it, and the cost of getting there
    while stack:
        node, before, cost = stack.pop()
        if node in parent:
            continue  # it was reached by a later entry
        parent[node] = before
        if node == goal:
            return path_to(goal, start, parent), cost
        moves = [(beside, node, cost + move) for beside, move in world.neighbours(node)]
        stack.extend(reversed(moves))  # so that the first move is tried first
        yield node
    return [], inf
