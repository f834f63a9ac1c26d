"""A dungeon of two floors: stairs, a drop, a portal, one-way doors and a thin wall.

python examples/teleporters/main.py [PICTURE.png]
"""

import sys
from itertools import pairwise

import asterion as at

# The upper floor, and the lower one beside it.
DUNGEON = """
    #################################
    #...............#...............#
    #...............#...............#
    #...######......#....####.......#
    #...#....#......#....#..#.......#
    #...#....#......#....#..#.......#
    #........#......#...............#
    #...#....#......#...............#
    #...######......#...............#
    #...............#...............#
    #################################
"""
ENTRANCE, TREASURE = (9, 1), (9, 30)
LINKS = {  # from, to, cost, and whether it leads back as well
    "the stairs": ((1, 14), (1, 18), 5, True),
    "the drop": ((5, 8), (5, 26), 0, False),  # a hole in the floor
    "the portal": ((2, 12), (9, 27), 1, True),
}
THIN_WALL = [((7, col), (8, col)) for col in range(17, 32)]  # between two rows of the lower floor
ONE_WAY = (7, 18), (8, 18)  # a door in it that opens to the south
GATE = (7, 29), (8, 29)  # a door in it that is locked
CHAMBER = (6, 3), (6, 4)  # a door that opens inwards
PORTAL_GOES, GATE_OPENS = 6, 16  # ticks


def dungeon():
    """The grid, and the ids of its links. Diagonal moves would pass the end of a fence."""
    grid = at.Grid.from_text(DUNGEON, diagonal="never")
    ids = {
        name: grid.links.add(a, b, cost, both=both) for name, (a, b, cost, both) in LINKS.items()
    }
    for north, south in THIN_WALL:
        grid.fences.add(north, south)
    grid.fences.remove(*ONE_WAY, both=False)
    grid.fences.add(*reversed(CHAMBER), both=False)
    return grid, ids


def change(grid, ids, tick):
    """Describe the dungeon at a tick, in words."""
    if tick == PORTAL_GOES:
        grid.links.remove(ids["the portal"])
        return "the portal goes out"
    if tick == GATE_OPENS:
        grid.fences.remove(*GATE)
        return "the gate opens"
    return None


def expedition(grid, ids):
    """The unit's walk, tick by tick: what has happened, where it is, and the path from there."""
    unit = at.Navigator(grid, ENTRANCE, TREASURE)
    yield None, unit.position, unit.path
    tick = 0
    while not unit.arrived:
        tick += 1
        news = change(grid, ids, tick)
        unit.step()
        yield news, unit.position, unit.path


def used(path):
    """The names of the links on a walk, in its order."""
    ways = {(a, b): name for name, (a, b, _, _) in LINKS.items()}
    ways |= {(b, a): name for name, (a, b, _, both) in LINKS.items() if both}
    return [ways[move] for move in pairwise(path) if move in ways]


def by(path):
    return " and ".join(used(path)) or "no link"


def painted(grid, walk, home, file):
    """The dungeon, the walk in and the way home; it needs Matplotlib."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - the example runs without it

    figure = Figure(figsize=(10, 3.6), layout="constrained")
    axes = figure.subplots()
    axes.imshow(grid.cost == 0, cmap="Greys", vmin=0, vmax=1.4)
    for cells, colour, shift, label in (
        (walk, "#0072b2", 0.1, "in"),
        (home, "#009e73", -0.1, "home"),
    ):
        for (row, col), (to_row, to_col) in pairwise(cells):
            if abs(row - to_row) + abs(col - to_col) == 1:  # links are drawn below
                across, down = (col + shift, to_col + shift), (row + shift, to_row + shift)
                axes.plot(across, down, color=colour, linewidth=2)
        axes.plot([], [], color=colour, label=label)
    for name, ((row, col), (to_row, to_col), cost, both) in LINKS.items():
        look = {"arrowstyle": "<->" if both else "->", "connectionstyle": "arc3,rad=-0.15",
                "color": "#cc79a7", "linestyle": "--" if name == "the portal" else "-"}  # fmt: skip
        axes.annotate("", (to_col, to_row), (col, row), arrowprops=look)
        axes.plot([col, to_col], [row, to_row], "D", color="#cc79a7", markersize=5)
        _label(axes, (row + 0.9, col), f"{name[4:]}, {cost}")
    shut = {*grid.fences}
    for a, b in {*shut, GATE}:
        _fence(axes, a, b, open_now=(a, b) not in shut, one_way=(b, a) not in shut)
    _label(axes, (8.8, 18.6), "to the south only")
    _label(axes, (4.8, 2.4), "inwards only")
    _label(axes, (6.1, 29.6), "the gate")
    for cell, word in ((ENTRANCE, "entrance"), (TREASURE, "treasure")):
        axes.plot(cell[1], cell[0], "o", color="black", markersize=6)
        _label(axes, (cell[0] + 0.9, cell[1]), word)
    for col, word in ((8, "upper floor"), (24, "lower floor")):
        axes.text(col, 0, word, ha="center", va="center", fontsize=9, color="white")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8, title="its walk")
    axes.set_xticks([])
    axes.set_yticks([])
    figure.savefig(file, dpi=90)


def _label(axes, cell, words):
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8}
    axes.text(cell[1], cell[0], words, ha="center", va="center", fontsize=7, bbox=box)


def _fence(axes, a, b, *, open_now, one_way):
    """The side that two cells share: red is shut, orange is shut one way, green is open."""
    row, col = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    right, down = (0.5, 0) if a[1] == b[1] else (0, 0.5)
    colour = "#009e73" if open_now else "#e69f00" if one_way else "#d55e00"
    axes.plot([col - right, col + right], [row - down, row + down], color=colour, linewidth=3)


def main():
    grid, ids = dungeon()
    walk = []
    for tick, (news, cell, path) in enumerate(expedition(grid, ids)):
        walk.append(cell)
        if tick == 0 or news:
            print(f"tick {tick}, at {cell}: {news or 'it sets off'};", end=" ")
            print(f"{path.cost:.0f} to go, by {by(path)}")
    print(f"tick {tick}: at the treasure; it came by {by(walk)}")
    home = at.find_path(grid, TREASURE, ENTRANCE)
    print(f"the way home costs {home.cost:.0f}, by {by(home)}")
    if sys.argv[1:]:
        painted(grid, walk, [*home], sys.argv[1])


if __name__ == "__main__":
    main()
