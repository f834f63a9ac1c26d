"""IDA*: a cheapest path with memory for one path only, by rounds of depth-first search.

Each round follows paths as long as f = g + h is within a bound, and the smallest f beyond it is the
next bound. Where many paths lead to one node it takes exponential time.

R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from asterion.textbook.basics import Heuristic, Node, Result, Steps, World, finished, zero

ROUNDING = 1 + 1e-12  # bounds that differ by less are one: they are the same sum in another order


def ida(world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Result:
    """Return a cheapest path and its cost."""
    return finished(steps(world, start, goal, heuristic=heuristic))


def steps(world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Steps:
    """Yield the nodes in the order in which they are expanded, in every round again."""
    estimate = heuristic or zero
    bound = estimate(start, goal)
    while bound < inf:
        beyond = inf  # the smallest f above the bound
        path: list[Node] = []
        untried: list[Iterator[tuple[Node, float]]] = [iter([(start, 0.0)])]  # at each depth
        while untried:
            reached = next(untried[-1], None)
            if reached is None:  # back to the node before
                untried.pop()
                del path[-1:]
                continue
            node, cost = reached
            f = cost + estimate(node, goal)
            if f > bound * ROUNDING:
                beyond = min(beyond, f)
            elif node not in path:
                path.append(node)
                if node == goal:
                    return path, cost
                moves = [(beside, cost + move) for beside, move in world.neighbours(node)]
                untried.append(iter(moves))
                yield node
        bound = beyond
    return [], inf
