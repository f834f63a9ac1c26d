"""Hierarchical search: first a route from square to square of the map, then the legs within them.

Where two squares touch, each run of moves side by side is one entrance, of which only the middle
move is used: paths are not quite the cheapest. It needs cells (row, column), and two-way moves.

A. Botea, M. Muller and J. Schaeffer, Near optimal hierarchical path-finding, 2004.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf
from types import SimpleNamespace
from typing import Any

from asterion.textbook.astar import steps as astar_steps
from asterion.textbook.basics import Heuristic, Node, Result, Steps, World, finished
from asterion.textbook.dijkstra import dijkstra, distances

Cell = tuple[int, int]
Move = tuple[Cell, Cell, Cell, float]  # the square it leads to, from, to, cost


def hierarchical(
    world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None, side: int = 8
) -> Result:
    """Return a path over the entrances of squares of ``side`` x ``side`` cells, and its cost."""
    return finished(steps(world, start, goal, heuristic=heuristic, side=side))


def steps(
    world: World, start: Node, goal: Node, *, heuristic: Heuristic | None = None, side: int = 8
) -> Steps:
    """Yield the cells behind entrances in the order in which they are expanded."""
    doors: dict[tuple[Cell, Cell], Cell] = {}  # where a leg leaves its square

    def legs(cell: Cell) -> list[tuple[Cell, float]]:
        costs = distances(within(world, cell, side), cell)
        found = {goal: (costs[goal], goal)} if goal in costs else {}
        for _, door, beyond, move in entrances(world, costs, side):
            if costs[door] + move < found.get(beyond, (inf, door))[0]:
                found[beyond] = costs[door] + move, door
        doors.update({(cell, beyond): door for beyond, (_, door) in found.items()})
        return [(beyond, cost) for beyond, (cost, _) in found.items()]

    squares = SimpleNamespace(neighbours=legs)
    route, cost = yield from astar_steps(squares, start, goal, heuristic=heuristic)
    path = route[:1]
    for a, b in pairwise(route):
        leg, _ = dijkstra(within(world, a, side), a, doors[a, b])
        path += leg[1:] if doors[a, b] == b else [*leg[1:], b]
    return path, cost


def square(cell: Cell, side: int) -> Cell:
    """Return the square of a cell."""
    return cell[0] // side, cell[1] // side


def within(world: World, cell: Cell, side: int) -> Any:
    """Return the world within the square of a cell."""
    here, near = square(cell, side), world.neighbours
    return SimpleNamespace(neighbours=lambda a: [m for m in near(a) if square(m[0], side) == here])


def entrances(world: World, cells: dict[Cell, float], side: int) -> list[Move]:
    """Return the middle move of each entrance of a square; the moves start at these cells."""
    moves = [(square(b, side), a, b, cost) for a in cells for b, cost in world.neighbours(a)]
    runs: list[list[Move]] = []
    for move in sorted(each for each in moves if each[0] != square(each[1], side)):
        if not runs or not beside(world, runs[-1][-1], move):
            runs.append([])
        runs[-1].append(move)
    return [run[len(run) // 2] for run in runs]


def beside(world: World, one: Move, other: Move) -> bool:
    """Whether two moves lead to the same square, and moves join their ends."""
    ends = zip(one[1:3], other[1:3], strict=True)
    return one[0] == other[0] and all(a == b or b in dict(world.neighbours(a)) for a, b in ends)
