"""A flee map in two lines: a sheep that leaves a dead end before the wolf is there.

python examples/flee/main.py [PICTURE.png]
"""

import sys

import numpy as np

import asterion as at

PASTURE = """
    ##############################
    #............................#
    #.######.########.##########.#
    #.######..#######.##########.#
    #.##########################.#
    #.##########################.#
    #...######################...#
    #.##########################.#
    #.##########################.#
    #.##########..##############.#
    #.##########.###############.#
    #............................#
    ##############################
"""
SHEEP, WOLF = (3, 17), (1, 23)
TURNS = 60


def away(grid, wolf):
    """Only away: the farther from the wolf, the lower."""
    return -at.distances(grid, wolf)


def flee_map(grid, wolf):
    """The same, but a cell is also as good as a better one, less what it costs to get there."""
    near = at.distances(grid, wolf)
    return at.distances(grid, np.argwhere(near < np.inf), values=-1.2 * near, direction="to")


def chase(field_of):
    """The walks of both until the wolf is beside the sheep, or gives up; each moves in turn."""
    grid = at.Grid.from_text(PASTURE)
    sheep, wolf = [SHEEP], [WOLF]
    for turn in range(TURNS):
        path = at.descend(field_of(grid, wolf[-1]), sheep[-1])
        sheep.append(path[:2][-1])  # one move, or it stays
        if turn % 4:  # the wolf rests every fourth turn
            wolf.append(at.find_path(grid, wolf[-1], sheep[-1])[1])
        if len(at.find_path(grid, wolf[-1], sheep[-1])) <= 2:
            break
    return grid, sheep, wolf


def drawn(grid, sheep, wolf):
    """The pasture, and where both have been; at the end they are at S and W."""
    rows = [[*line] for line in grid.to_text().splitlines()]
    for walk, letter in ((wolf, "w"), (sheep, "s")):
        for row, col in walk:
            rows[row][col] = letter
    for (row, col), letter in ((wolf[-1], "W"), (sheep[-1], "S")):
        rows[row][col] = letter
    return ["".join(row) for row in rows]


def painted(chases, file):
    """The fields at the start, dark where the sheep wants to be, which needs Matplotlib."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - the example runs without it

    figure = Figure(figsize=(9, 2.6), layout="constrained")
    for axes, (field_of, (grid, sheep, wolf)) in zip(
        figure.subplots(1, 2), chases.items(), strict=True
    ):
        field = field_of(grid, WOLF)
        axes.imshow(np.where(np.isfinite(field), field, np.nan), cmap="GnBu_r")
        axes.set_facecolor("#444444")
        for walk, colour in ((wolf, "#d55e00"), (sheep, "#000000")):
            rows, cols = zip(*walk, strict=True)
            axes.plot(cols, rows, color=colour, linewidth=1.5)
            axes.plot(cols[0], rows[0], "o", color="white", markeredgecolor=colour, markersize=6)
            axes.plot(cols[-1], rows[-1], "o", color=colour, markersize=7)
        axes.set_title(f"{title(field_of)}: {end(sheep)}", fontsize=10)
        axes.set_xticks([])
        axes.set_yticks([])
    figure.savefig(file, dpi=110, bbox_inches="tight")


def title(field_of):
    return "only away" if field_of is away else "flee map"


def end(sheep):
    turns = len(sheep) - 1
    return "it is still free" if turns == TURNS else f"caught after {turns} turns"


def main():
    chases = {field_of: chase(field_of) for field_of in (away, flee_map)}
    for field_of, (grid, sheep, wolf) in chases.items():
        print(f"{title(field_of)}: {end(sheep)}")
        print("\n".join(drawn(grid, sheep, wolf)))
    if sys.argv[1:]:
        painted(chases, sys.argv[1])


if __name__ == "__main__":
    main()
