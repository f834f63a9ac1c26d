"""Potential fields on a grid: a goal attracts, dangers repel, and a pocket is a trap.

python examples/steering/main.py

M. A. Goodrich, Potential fields tutorial, 2002
"""

from math import hypot

import asterion as at

OPEN = """
...........
.....!.....
...........
...........
...........
"""
POCKET = """
...........
...####....
......#....
...####....
...........
"""
START, GOAL = (2, 0), (2, 10)


def steer(world, cell, goal, repelling, *, reach=4):
    """The neighbour that lies most in the direction of the forces; the cell itself if none does.

    The goal attracts with strength 1 at any distance. Each cell of ``repelling`` within ``reach``
    pushes with its strength divided by the square of its distance; a negative strength attracts.
    """
    down, right = unit(cell, goal)
    for place, strength in repelling.items():
        distance = hypot(place[0] - cell[0], place[1] - cell[1])
        if 0 < distance <= reach:
            rows, cols = unit(place, cell)
            down += rows * strength / distance**2
            right += cols * strength / distance**2

    def along(tile):
        rows, cols = unit(cell, tile)
        return rows * down + cols * right

    best = max((tile for tile, _ in world.neighbours(cell)), key=along, default=cell)
    return best if along(best) > 0 else cell


def unit(a, b):
    """The vector of length 1 from one cell to another."""
    rows, cols = b[0] - a[0], b[1] - a[1]
    length = hypot(rows, cols) or 1.0
    return rows / length, cols / length


def walk(world, cell, goal, repelling, steps=40):
    """Steer until the goal is reached, or for a number of steps."""
    cells = [cell]
    while cells[-1] != goal and len(cells) <= steps:
        cells.append(steer(world, cells[-1], goal, repelling))
    return cells


def drawn(rows, cells):
    signs = [list(row) for row in rows]
    for row, col in cells:
        signs[row][col] = "+"
    return "\n".join("".join(row) for row in signs)


def main():
    rows = OPEN.split()
    repelling = {(1, 5): 3.0}  # drawn as !
    steered = walk(at.Grid.from_text(OPEN.strip().replace("!", ".")), START, GOAL, repelling)
    print(f"around a danger: arrives after {len(steered) - 1} steps")
    print(drawn(rows, steered))

    pocket = at.Grid.from_text(POCKET.strip())
    steered = walk(pocket, START, GOAL, {})
    print(f"into a pocket: stays at {steered[-1]} forever")
    print(drawn(POCKET.split(), steered))

    agent = at.Navigator(pocket, START, GOAL)
    path = agent.path.cells
    print(f"a navigator: arrives after {len(path) - 1} steps")
    print(drawn(POCKET.split(), path))


if __name__ == "__main__":
    main()
