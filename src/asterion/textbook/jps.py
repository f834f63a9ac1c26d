"""Jump point search: A* that skips the cells at which no cheapest path needs to turn.

For square cells (row, column) that all cost the same, under any rule for diagonal moves: it learns
the rule from ``neighbours``. A move is dropped if a detour around the cell is as good, and the rest
are run along to the next cell from which more moves remain than on open ground.

D. Harabor and A. Grastien, Online graph pruning for pathfinding on grid maps, 2011.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count, pairwise
from math import inf

from asterion.textbook.basics import Heuristic, Node, Result, Steps, World, finished, path_to, zero
from asterion.textbook.square_moves import Direction, SquareMoves, is_natural, moved, run


def jps(world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Result:
    """Return a cheapest path and its cost."""
    return finished(steps(world, start, goal, heuristic=heuristic))


def steps(world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None) -> Steps:
    """Yield the jump points in the order in which they are expanded."""
    estimate = heuristic or zero
    moves = SquareMoves(world)
    parent, cost = {start: start}, {start: 0.0}
    came: dict[Node, Direction | None] = {start: None}  # the direction of the last move
    arrival = count()
    queue = [(estimate(start, goal), next(arrival), 0.0, start)]
    while queue:
        _, _, so_far, cell = heappop(queue)
        if so_far > cost[cell]:
            continue
        if cell == goal:
            points = path_to(goal, start, parent)
            runs = [run(a, b) for a, b in pairwise(points)]
            return [start, *(passed for each in runs for passed in each)], so_far
        for way in onward(moves, cell, came[cell]):
            point = jump(moves, cell, way, goal)
            if point is None:
                continue
            reached = so_far + len(run(cell, point)) * moves.of(cell)[way]
            if reached < cost.get(point, inf):
                parent[point], cost[point], came[point] = cell, reached, way
                f = reached + estimate(point, goal)
                heappush(queue, (f, next(arrival), reached, point))
        yield cell
    return [], inf


def onward(moves: SquareMoves, cell: Node, came: Direction | None) -> list[Direction]:
    """Return the directions in which a cheapest path may go on: those that no detour replaces."""
    if came is None:
        return [*moves.of(cell)]
    before = moved(cell, came, -1)
    return [way for way in moves.of(cell) if not moves.has_detour(before, came, way)]


def jump(moves: SquareMoves, cell: Node, way: Direction, goal: Node) -> Node | None:
    """Run in one direction to the next jump point; None at a dead end."""
    while way in moves.of(cell):
        cell = moved(cell, way)
        if cell == goal:
            return cell
        ways = onward(moves, cell, way)
        for other in ways:
            if not is_natural(other, way):  # forced: more than on open ground
                return cell
            if other != way and jump(moves, cell, other, goal) is not None:
                return cell
        if way not in ways:
            return None
    return None
