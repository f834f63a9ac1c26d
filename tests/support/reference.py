"""The oracle: the rules of moves again, on plain lists, searched by the textbook."""

from math import inf
from types import SimpleNamespace

from asterion.textbook import distances

STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]
# The number of the two cells beside a diagonal move that must be free.
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
    return distances(
        SimpleNamespace(neighbours=lambda cell: moves(total, diagonal, diagonal_cost, cell)), start
    )


def fewest_moves(total, diagonal, start):
    """The number of moves from the start to each cell that can be reached."""

    def neighbours(cell):
        return [(other, 1) for other, _ in moves(total, diagonal, 1, cell)]

    return distances(SimpleNamespace(neighbours=neighbours), start)
