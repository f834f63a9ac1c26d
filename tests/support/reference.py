"""The oracle: a plain Dijkstra on plain lists, which shares nothing with the package."""

from heapq import heappop, heappush
from math import inf, sqrt

STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]
# How many of the two cells beside a diagonal move must be free.
NEEDED = {"never": 3, "clear": 2, "one-clear": 1, "always": 0}


def moves(total, diagonal, diagonal_cost, cell):
    """Pairs of a cell one legal move away and the cost of the move, E S W N SE SW NW NE."""
    r, c = cell
    rows, columns = len(total), len(total[0])
    free = {}
    for dr, dc in STEPS:
        row, column = r + dr, c + dc
        if 0 <= row < rows and 0 <= column < columns and 0 < total[row][column] < inf:
            free[dr, dc] = total[row][column]
    found = []
    for (dr, dc), cost in free.items():
        if not (dr and dc):
            found.append(((r + dr, c + dc), cost))
        elif ((dr, 0) in free) + ((0, dc) in free) >= NEEDED[diagonal]:
            found.append(((r + dr, c + dc), cost * diagonal_cost))
    return found


def dijkstra(total, diagonal, diagonal_cost, start):
    """The cost of the cheapest path from the start to each cell that has one."""
    cost, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        so_far, cell = heappop(queue)
        if so_far > cost[cell]:
            continue  # it was reached at less since
        for next_cell, move in moves(total, diagonal, diagonal_cost, cell):
            if so_far + move < cost.get(next_cell, inf):
                cost[next_cell] = so_far + move
                heappush(queue, (so_far + move, next_cell))
    return cost


def fewest_moves(total, diagonal, start):
    """The number of moves from the start to each cell that can be reached."""
    count, ring = {start: 0}, [start]
    while ring:
        ring = [
            n
            for cell in ring
            for n, _ in moves(total, diagonal, sqrt(2), cell)
            if n not in count and not count.update({n: count[cell] + 1})
        ]
    return count
