"""Lazy Theta*: A* whose paths turn anywhere, on straight lines from cell to cell.

A cell takes the parent of its parent as its own, in the belief that a straight line leads there.
Whether one does is looked at when the cell is expanded; if not, the best of the cells beside it is
its parent. The paths are seldom more than a few percent longer than the shortest.

For square cells (row, column) that all cost the same. A line may touch walls and corners, but not
pass between two walls that touch at a corner.

A. Nash, S. Koenig and C. Tovey, Lazy Theta*: any-angle path planning and path length analysis in
3D, 2010.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import dist, inf

from asterion.textbook.basics import Heuristic, Node, Result, Steps, finished, path_to, zero
from asterion.textbook.straight_lines import Cells, beside, sees


def theta(grid: Cells, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Result:
    """Return the cells where a short path begins, turns and ends, and its cost."""
    return finished(steps(grid, start, goal, heuristic=heuristic))


def steps(grid: Cells, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Steps:
    """Yield the cells in the order in which they are expanded."""
    total, estimate = grid.total, heuristic or zero
    price = float(total[start])
    parent, cost = {start: start}, {start: 0.0}
    closed: set[Node] = set()
    arrival = count()
    queue = [(estimate(start, goal), next(arrival), start)]
    while queue:
        _, _, cell = heappop(queue)
        if cell in closed:
            continue
        if not sees(total, parent[cell], cell):
            known = [other for other in beside(total, cell) if other in closed]
            cost[cell], parent[cell] = min((cost[o] + price * dist(o, cell), o) for o in known)
        closed.add(cell)
        if cell == goal:
            return path_to(goal, start, parent), cost[goal]
        root = parent[cell]
        for other in beside(total, cell):
            reached = cost[root] + price * dist(root, other)
            if other not in closed and reached < cost.get(other, inf):
                parent[other], cost[other] = root, reached
                heappush(queue, (reached + estimate(other, goal), next(arrival), other))
        yield cell
    return [], inf
