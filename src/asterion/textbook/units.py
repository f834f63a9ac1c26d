"""The shared parts of algorithms for many units: moves in one tick, and who meets whom."""

from __future__ import annotations

from collections import deque

from asterion.textbook.basics import Node, TwoWayWorld

Paths = list[list[Node]]  # of each unit: its node at each tick, until it is at its goal for good


def moves_to(world: TwoWayWorld, goal: Node) -> dict[Node, int]:
    """Return the fewest moves to a goal from each node that has a path there, the goal first."""
    moves, queue = {goal: 0}, deque([goal])
    while queue:
        node = queue.popleft()
        for before, _ in world.predecessors(node):
            if before not in moves:
                moves[before] = moves[node] + 1
                queue.append(before)
    return moves


def meet(a: Node, b: Node, c: Node, d: Node) -> bool:
    """Whether one unit from a to b meets one from c to d: there, on the way, or across it."""
    return b == d or (a == d and b == c) or (is_diagonal(a, b) and middle(a, b) == middle(c, d))


def is_diagonal(a: Node, b: Node) -> bool:
    """Whether two nodes are cells (row, column) that touch at a corner."""
    cells = isinstance(a, tuple) and len(a) == 2 and isinstance(a[0], int)
    return cells and abs(a[0] - b[0]) == 1 == abs(a[1] - b[1])


def middle(a: Node, b: Node) -> Node:
    """Return twice the point between two cells."""
    return a[0] + b[0], a[1] + b[1]
