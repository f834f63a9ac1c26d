"""The oracle: a plain Dijkstra on plain lists, which shares nothing with the package."""

from heapq import heappop, heappush
from math import inf, sqrt

STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]


def moves(total, diagonal, diagonal_cost, cell):
    """Pairs of a cell one legal move away and the cost of the move, E S W N SE SW NW NE."""
    r, c = cell

    def free(r, c):
        return 0 <= r < len(total) and 0 <= c < len(total[0]) and 0 < total[r][c] < inf

    for dr, dc in STEPS:
        if not free(r + dr, c + dc):
            continue
        beside = free(r + dr, c) + free(r, c + dc)
        needed = {"never": 3, "clear": 2, "one-clear": 1, "always": 0}[diagonal]
        if dr and dc and beside < needed:
            continue
        yield (r + dr, c + dc), total[r + dr][c + dc] * (diagonal_cost if dr and dc else 1)


def dijkstra(total, diagonal, diagonal_cost, start):
    """The cost of the cheapest path from the start to each cell that has one."""
    cost, done, queue = {start: 0.0}, set(), [(0.0, start)]
    while queue:
        so_far, cell = heappop(queue)
        if cell in done:
            continue
        done.add(cell)
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
