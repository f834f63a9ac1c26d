"""Units of three sizes on one map: each takes the way that is wide enough for it.

python examples/large_units/main.py [PICTURE.png]
"""

import sys

import numpy as np

import asterion as at

CASTLE = """
    ####################################
    #.....................#............#
    #.....................#............#
    #.....................#............#
    #..........#..........#............#
    #..........................#########
    #..........................#.......#
    #..........#..........#....#.......#
    #..................................#
    #..........#..........#............#
    #..........#..........#....#.......#
    #..........#..........#....#.......#
    #..........#..........#....#.......#
    #..........#...............#########
    #..........#.......................#
    #..........#.......................#
    #..........#..........#............#
    ####################################
"""
START, VAULT = (8, 3), (8, 30)
UNITS = {1: "scout", 2: "ogre", 3: "giant"}  # by the cells of a side


def walks(grid):
    """The path of each unit, into the vault."""
    return {size: at.find_path(grid.view(size=size), START, VAULT) for size in UNITS}


def opened(grid, barrier):
    """The same castle after the walls that were in the way have been broken."""
    wider = grid.copy()
    for cell in barrier.cells:
        wider[cell] = 1
    return wider


def drawn(grid, path, size):
    """The castle, with the cells that the unit covers on its way."""
    rows = [[*line] for line in grid.to_text().splitlines()]
    for row, col in path:
        for r, c in np.ndindex(size, size):
            rows[row + r][col + c] = str(size)
    return ["".join(row) for row in rows]


def painted(grid, paths, barrier, file):
    """Clearance on the left, the walks on the right; it needs Matplotlib."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - the example runs without it
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    figure = Figure(figsize=(11, 3.3), layout="constrained")
    left, right = figure.subplots(1, 2)
    room = at.clearance(grid)
    left.imshow(np.where(room, room, np.nan), cmap="viridis", vmax=9)
    for (row, col), side in np.ndenumerate(room):
        if side:
            colour = "white" if side < 6 else "black"
            left.text(col, row, side, ha="center", va="center", fontsize=5, color=colour)
    left.set_title("clearance: the largest unit that can stand there", fontsize=10)

    right.imshow(np.where(grid.cost, 0.0, np.nan), cmap="Greys", vmin=0, vmax=1)
    for row, col in barrier.cells:
        right.add_patch(Rectangle((col - 0.5, row - 0.5), 1, 1, color="#e69f00"))
    for size, colour in ((3, "#cc79a7"), (2, "#009e73"), (1, "#0072b2")):
        path = paths[size]
        middle = path.cells + (size - 1) / 2
        right.plot(middle[:, 1], middle[:, 0], color=colour, linewidth=1.5, label=UNITS[size])
        for place in (*path.cells[:: 2 * size + 3], path.cells[-1]):
            corner = place[1] - 0.4, place[0] - 0.4
            right.add_patch(Rectangle(corner, size - 0.2, size - 0.2, fill=False, edgecolor=colour))
    right.legend(loc="lower left", fontsize=8, framealpha=1)
    right.set_title("their walks; the giant's once the orange wall is broken", fontsize=10)
    for axes in (left, right):
        axes.set_facecolor("#444444")
        axes.set_xticks([])
        axes.set_yticks([])
    figure.savefig(file, dpi=90)


def main():
    grid = at.Grid.from_text(CASTLE)
    paths = walks(grid)
    for size, name in UNITS.items():
        path = paths[size]
        said = f"{len(path) - 1} moves, cost {path.cost:.1f}" if path else path.status
        print(f"{name}, {size} x {size}: {said}")
        if path:
            print("\n".join(drawn(grid, path, size)))
    giant = grid.view(size=3)
    barrier = at.explain(paths[3], giant, start=START, goal=VAULT)
    print(barrier)
    wider = opened(grid, barrier)
    paths[3] = at.find_path(wider.view(size=3), START, VAULT)
    print("\n".join(drawn(wider, paths[3], 3)))
    if sys.argv[1:]:
        painted(grid, paths, barrier, sys.argv[1])


if __name__ == "__main__":
    main()
