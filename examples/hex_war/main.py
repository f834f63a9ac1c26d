"""A board of hexes: reach in movement points, zones of control, and a march of several turns.

python examples/hex_war/main.py [PICTURE.png]
"""

import sys
from itertools import pairwise

import numpy as np

import asterion as at

# . plain, f forest, h hill, ~ water, = road or bridge
BOARD = """
    ....ff...~~....h..
    ..fff...~~....hh..
    ..ff....~..ff..h..
    .....h..~~..ff....
    ======h.=========.
    ...hh.==~~.....==.
    ..ff..h..~~..f..=.
    .fff......~~.ff.==
    ..ff...hh..~......
    ......hh....~~.f..
    ...f.........~~...
"""
COSTS = {"=": 1, ".": 2, "f": 3, "h": 4, "~": 0}  # in movement points
ZONE = 4  # what a hex beside an enemy costs on top of its ground
BLUE = {(4, 2): "infantry", (5, 2): "cavalry", (8, 5): "scouts"}
RED = {(3, 10): "pikes", (7, 7): "archers", (6, 16): "guard"}
POINTS = {"infantry": 8, "cavalry": 12, "scouts": 8}
TARGET = (7, 17)  # where the road ends


def letters():
    return np.array([[*line] for line in BOARD.split()])


def board():
    """The ground, and the zones of the red units as a layer."""
    costs = np.vectorize(COSTS.get)(letters())
    grid = at.Grid(costs, tiles="hex")
    grid.layers["zone"] = zones(grid, RED)
    return grid


def zones(grid, units):
    """Return the extra costs of the hexes beside some units."""
    added = np.zeros(grid.shape)
    for unit in units:
        for cell, _ in grid.neighbours(unit):
            added[cell] = ZONE
    return added


def eyes(grid, kind):
    """The board as a unit sees it: hexes of the enemy are closed, and scouts ignore zones."""
    enemies = np.zeros(grid.shape, bool)
    for cell in RED:
        enemies[cell] = True
    return grid.view(layers={"zone": 0.0 if kind == "scouts" else 1.0}, blocked=enemies)


def reach(grid, unit):
    """The points that it takes to get to each hex in this turn; ``inf`` for those beyond."""
    kind = BLUE[unit]
    return at.distances(eyes(grid, kind), unit, max_cost=POINTS[kind])


def turns(world, path, points):
    """The hexes where each turn of a march ends: points that are left over are lost."""
    ends, left = [], points
    price = world.total
    for here, there in pairwise(path):
        if price[there] > left:
            ends.append(here)
            left = points
        left -= price[there]
    return [*ends, path[-1]]


def march(grid, unit):
    """The cheapest path to the target, and where each turn of it ends."""
    world = eyes(grid, BLUE[unit])
    path = at.find_path(world, unit, TARGET)
    return path, turns(world, path, POINTS[BLUE[unit]])


def drawn(grid, unit):
    """The board with the points that are left on each hex in reach; odd rows half a hex right."""
    shown = letters().astype("<U3")
    for cell, spent in np.ndenumerate(reach(grid, unit)):
        if spent < np.inf:
            shown[cell] = f"{POINTS[BLUE[unit]] - spent:.0f}"
    for side, letter in ((BLUE, "B"), (RED, "R")):
        for cell in side:
            shown[cell] = letter
    return [
        "  " * (row % 2) + "".join(f"{tile:<4}" for tile in line).rstrip()
        for row, line in enumerate(shown)
    ]


def centre(cell):
    """Return the middle of a hex as it is drawn, (x, y); neighbours are 1 apart."""
    row, col = cell
    return col + row % 2 / 2, row * 3**0.5 / 2


COLOURS = {"=": "#d9cbb0", ".": "#e8edc8", "f": "#8fb27a", "h": "#c4a07a", "~": "#7fa8cf"}


def painted(grid, unit, file):
    """The board, one unit's reach, its march, and the zones of red; it needs Matplotlib."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - the example runs without it
    from matplotlib.patches import RegularPolygon  # noqa: PLC0415

    def hexagon(cell, scale=1.0, **look):
        axes.add_patch(RegularPolygon(centre(cell), 6, radius=scale / 3**0.5, **look))

    figure = Figure(figsize=(8.6, 5), layout="constrained")
    axes = figure.subplots()
    for cell, letter in np.ndenumerate(letters()):
        hexagon(cell, facecolor=COLOURS[letter], edgecolor="white", linewidth=0.8)
    zone = np.array(grid.layers["zone"]) > 0
    for cell in zip(*np.nonzero(zone & (grid.cost > 0)), strict=True):
        hexagon(cell, 0.9, facecolor="none", edgecolor="#d55e00", linewidth=1, hatch="////")
    for cell, spent in np.ndenumerate(reach(grid, unit)):
        if spent < np.inf and cell != unit:
            hexagon(cell, 0.82, facecolor="none", edgecolor="#0072b2", linewidth=1.6)
            left = "" if cell in BLUE else f"{POINTS[BLUE[unit]] - spent:.0f}"
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.7}
            axes.text(*centre(cell), left, ha="center", va="center", fontsize=8, zorder=3, bbox=box)
    path, ends = march(grid, unit)
    axes.plot(*zip(*map(centre, path), strict=True), color="black", linewidth=2)
    axes.plot(*zip(*map(centre, ends), strict=True), "o", color="black", fillstyle="none",
              markersize=15, markeredgewidth=2)  # fmt: skip
    for side, colour in ((BLUE, "#0072b2"), (RED, "#d55e00")):
        for cell, kind in side.items():
            axes.plot(*centre(cell), "s", color=colour, markersize=15, markeredgecolor="white")
            axes.text(*centre(cell), kind[0].upper(), color="white", ha="center", va="center",
                      fontsize=10, fontweight="bold")  # fmt: skip
    axes.set_title(
        f"reach of the {BLUE[unit]} (points left), zones of red, and a march of {len(ends)} turns",
        fontsize=10,
    )
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.invert_yaxis()
    axes.set_axis_off()
    figure.savefig(file, dpi=80)


def main():
    grid = board()
    for unit, kind in BLUE.items():
        hexes = int(np.isfinite(reach(grid, unit)).sum()) - 1
        path, ends = march(grid, unit)
        zoned = sum(grid.layers["zone"][cell] > 0 for cell in path[1:])
        print(f"{kind} at {unit}: {hexes} hexes in reach with {POINTS[kind]} points;", end=" ")
        print(f"to {TARGET} in {len(ends)} turns, {zoned} hexes of it in a zone")
    cavalry = next(cell for cell, kind in BLUE.items() if kind == "cavalry")
    print("\n".join(drawn(grid, cavalry)))
    if sys.argv[1:]:
        painted(grid, cavalry, sys.argv[1])


if __name__ == "__main__":
    main()
