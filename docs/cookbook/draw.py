"""Draws the pictures of the cookbook from the code on its pages: needs Matplotlib.

python docs/cookbook/draw.py            all of them
python docs/cookbook/draw.py hex-map    some of them
"""

import doctest
import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

import asterion as at

mpl.use("agg")
HERE = Path(__file__).parent
WIDEST, HIGHEST, DPI = 6.0, 3.8, 80


def variables_of(page):
    """Return the variables of the code on a page, which is run in order, without checks."""
    found = {}
    for example in doctest.DocTestParser().get_examples((HERE / f"{page}.md").read_text()):
        exec(compile(example.source, page, "exec"), found)  # noqa: S102 - pages are ours
    return found


def axes_for(world):
    """Axes of a new figure, in the shape of a map."""
    rows, cols = world.shape if len(world.shape) == 2 else (9, 14)
    side = min(WIDEST / cols, HIGHEST / rows)
    figure = Figure(figsize=(cols * side, rows * side))
    return figure.add_axes((0, 0, 1, 1))


def drawn(world, *things, values=None):
    """A map with things on it, each with its own world."""
    axes = axes_for(world)
    at.plot(world, ax=axes, values=values, title="")
    for thing in things:
        if isinstance(thing, (list, np.ndarray)):
            at.plot(thing, world=world, ax=axes, ground=False, title="")
        else:
            at.plot(thing, ax=axes, ground=False, title="")
    return axes.figure


def of(world, *names, values=None):
    """A picture of variables, by their names on the page."""

    def picture(page):
        return drawn(page[world], *(page[name] for name in names), values=values and page[values])

    return picture


def masked(world, mask, *names):
    """The cells of a mask in blue, and things on them."""

    def picture(page):
        values = np.where(page[mask] & (page[world].cost > 0), 1.0, np.inf)
        return drawn(page[world], *(page[name] for name in names), values=values)

    return picture


def marked(figure, *cells, marks="XXXX"):
    """Orange marks on cells."""
    for (row, col), mark in zip(cells, marks, strict=False):
        figure.axes[0].plot(col + 0.5, row + 0.5, mark, color="#c2410c", markersize=12, zorder=9)
    return figure


def many_units(page):
    return drawn(page["level"], *page["walks"][:12], values=page["to_target"])


def no_collisions(page):
    axes = axes_for(page["level"])
    at.plot(page["plan"], world=page["level"], ax=axes, title="")
    return axes.figure


def teleporter(page):
    halls = page["halls"]
    halls.links.add((4, 5), (2, 11), cost=1)
    return drawn(halls, at.find_path(halls, (0, 0), (0, 16)))


def open_ground(page):
    """Both paths, with the cart here and there along its own."""
    level, cart = page["level"], page["cart"]
    wide, high = np.ptp(level.points, axis=0)
    figure = Figure(figsize=(WIDEST, WIDEST * high / wide))
    axes = figure.add_axes((0.01, 0.01, 0.98, 0.98))
    at.plot(page["scout"], ax=axes, title="")
    at.plot(cart, ax=axes, title="")
    lengths = np.hypot(*np.diff(cart.points, axis=0).T).cumsum()
    scale = axes.get_xlim()[1] / wide
    axes.set(xlim=(-0.1, wide * scale + 0.1), ylim=(high * scale + 0.1, -0.1))
    for along in np.linspace(0, lengths[-1], 12)[1:-1]:
        x, y = (np.interp(along, [0, *lengths], each) for each in cart.points.T)
        disc = mpl.patches.Circle(
            (x * scale, (high - y) * scale), 1.2 * scale, color="#c2410c", alpha=0.18
        )
        axes.add_patch(disc)
    return figure


def tile_map(page):
    page["grid"][4, 12:14] = 1
    return drawn(page["grid"], page["path"])


def flee_map(page):
    return marked(drawn(page["field"], page["escape"], values=page["safety"]), page["wolf"])


def out_of_sight(page):
    return marked(masked("yard", "seen", "sneaky")(page), page["guard"])


def field_of_view(page):
    figure = masked("level", "seen")(page)
    row, col = page["eye"]
    figure.axes[0].plot(col + 0.5, row + 0.5, "o", color="#c2410c", markersize=9, zorder=9)
    return figure


def frame_budget(page):
    return drawn(page["world"], *(unit.path for unit in page["units"][::5]))


def finishable(page):
    level = page["level"]
    reached = np.where(at.reachable(level, page["start"]), 1.0, np.inf)
    return marked(drawn(level, values=reached), *page["gold"], (4, 8), marks="**X")


def influence_map(page):
    return marked(drawn(page["field"], page["careful"], values=-page["theirs"]), *page["enemies"])


def keys_and_fuel(page):
    figure = drawn(page["level"], [page["start"], *page["plan"].actions])
    return marked(figure, page["key"], page["can"], page["door"], marks="*oX")


def array_3d(page):
    figure = Figure(figsize=(HIGHEST, HIGHEST))
    axes = figure.add_subplot(projection="3d")
    level, row, col = (page["voxels"] + 0.5).T
    axes.voxels(~page["free"].transpose(2, 1, 0), facecolor="#2b2f3a40")
    axes.plot(col, row, level, color="#f0b429", linewidth=4)
    axes.set_aspect("equal")
    axes.set_axis_off()
    figure.tight_layout(pad=0)
    return figure


def server(page):
    return drawn(page["world"], page["answer"]["cells"])


def with_pygame(page):
    """The window itself."""
    figure = Figure(figsize=(HIGHEST, HIGHEST))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.imshow(page["pygame"].surfarray.array3d(page["screen"]).swapaxes(0, 1))
    axes.set_axis_off()
    return figure


PICTURES = {
    "around-others": of("me", "path"),
    "array-3d": array_3d,
    "asyncio": lambda page: drawn(page["world"], *page["paths"]),
    "closest-cell": of("bay", "path"),
    "field-of-view": field_of_view,
    "finishable": finishable,
    "flee-map": flee_map,
    "frame-budget": frame_budget,
    "hex-map": of("board", "path"),
    "influence-map": influence_map,
    "keys-and-fuel": keys_and_fuel,
    "large-unit": of("giant", "large"),
    "many-units": many_units,
    "no-collisions": no_collisions,
    "nearest-of-several": of("level", "path"),
    "networkx": of("graph", "path"),
    "numpy-array": of("grid", "path"),
    "one-way": of("yard", "up", "down"),
    "open-ground": open_ground,
    "out-of-sight": out_of_sight,
    "pygame": with_pygame,
    "ros-map": of("robot", "path"),
    "save-and-load": of("whole", "path"),
    "server": server,
    "smoothing": of("yard", "path", "corners"),
    "streets": of("streets", "path"),
    "teleporter": teleporter,
    "tile-map": tile_map,
    "turn-costs": of("hall", "nimble", "tank"),
    "waypoints": lambda page: drawn(page["level"], *page["tour"]),
}


def search_with_hills():
    """For docs/pictures-of-worlds.md."""
    rows, cols = np.mgrid[:40, :64]
    costs = 1 + 8 * np.exp(-(((rows - 12) / 9) ** 2 + ((cols - 38) / 10) ** 2)).round(1)
    costs += (6 * np.exp(-(((rows - 33) / 6) ** 2 + ((cols - 14) / 9) ** 2))).round(1)
    river = np.abs(cols - 24 - 5 * np.sin(rows / 6)) < 1.6
    costs[river & (np.abs(rows - 21) > 1)] = 0
    grid = at.Grid(costs)
    search = at.Search(grid, (6, 3), (30, 60), algorithm="astar")
    search.run()
    axes = axes_for(grid)
    at.plot(search, ax=axes, title="")
    return axes.figure


def explorer_on_its_way():
    """For docs/index.md."""
    explorer = at.Explorer(at.maps.rooms((25, 39), seed=11), (22, 2), (2, 36), sight=6)
    for _ in range(34):
        explorer.step()
    return drawn(explorer)


def main(names):
    """Writes the pictures beside the pages."""
    for name in names or PICTURES:
        PICTURES[name](variables_of(name)).savefig(HERE / f"{name}.png", dpi=DPI)
    if not names:
        pictures = HERE.parent / "pictures"
        search_with_hills().savefig(pictures / "plot-search.png", dpi=DPI)
        explorer_on_its_way().savefig(pictures / "explorer.png", dpi=DPI)


if __name__ == "__main__":
    main(sys.argv[1:])
