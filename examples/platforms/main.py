"""A chase over platforms: walks, jumps, falls and ladders, and a stone that crumbles.

python examples/platforms/main.py [PICTURE.png]
"""

import sys
from itertools import pairwise
from math import dist, inf

import asterion as at

# Where platforms are: metres to the right, and up.
PLATFORMS = {
    "west bank": (0, 0),
    "first stone": (4, 1),
    "second stone": (7, 2),
    "third stone": (10, 1),
    "east bank": (14, 0),
    "west tower": (0, 6),
    "bridge": (7, 6),
    "east tower": (14, 6),
}
METRES_A_SECOND = {"walk": 2.0, "jump": 5.0, "fall": 10.0, "ladder": 1.0}
# In both directions, except falls.
LINKS = [
    ("west bank", "west tower", "ladder"),
    ("west tower", "bridge", "walk"),
    ("bridge", "east tower", "walk"),
    ("east tower", "east bank", "ladder"),
    ("west bank", "first stone", "jump"),
    ("first stone", "second stone", "jump"),
    ("second stone", "third stone", "jump"),
    ("third stone", "east bank", "jump"),
    ("bridge", "second stone", "fall"),
    ("east tower", "east bank", "fall"),
]
# A factor for each kind of move that is slower for a character than for others, or closed to it.
CHARACTERS = {
    "wolf": {"ladder": inf},
    "guard": {"jump": inf, "fall": inf, "walk": 0.8},
}
RUN = ["third stone", "second stone", "first stone", "west bank", "west tower", "bridge"]
HUNTERS = {"wolf": "east bank", "guard": "east tower"}


def level():
    """The platforms as a graph whose connections cost seconds; parallel ones are kept apart."""
    edges, kinds = [], []
    for here, there, kind in LINKS:
        seconds = dist(PLATFORMS[here], PLATFORMS[there]) / METRES_A_SECOND[kind]
        both = [(here, there), (there, here)]
        for source, target in both[:1] if kind == "fall" else both:
            edges.append((source, target, seconds))
            kinds.append(kind)
    return at.Graph(edges, nodes=PLATFORMS, positions=PLATFORMS, kinds=kinds)


def crumble(graph, platform):
    """Closes all connections to and from this platform."""
    touching = [c.id for c in graph.connections if platform in (c.source, c.target)]
    graph.set_costs(inf, connections=touching)


def kinds_of(graph, path):
    """The kinds of the connections of a path."""
    return [graph.kinds[connection] for connection in path.connections]


def chase(graph, run=RUN):
    """Each character moves a platform a turn; the second stone crumbles behind the runner."""
    hunters = {
        name: at.Navigator(graph.view(CHARACTERS[name]), place, run[0])
        for name, place in HUNTERS.items()
    }
    yield run[0], {name: hunter.position for name, hunter in hunters.items()}
    for before, runner in pairwise(run):
        if before == "second stone":
            crumble(graph, before)
        for hunter in hunters.values():
            hunter.goal = runner
            hunter.step()  # None without a path: then it waits
        yield runner, {name: hunter.position for name, hunter in hunters.items()}
        if any(hunter.arrived for hunter in hunters.values()):
            return


def painted(graph, routes, file):
    """The level and two routes as a picture, which needs Matplotlib."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - the example runs without it

    figure = Figure(figsize=(9, 4.6), layout="constrained")
    axes = figure.subplots()
    styles = {"walk": "-", "jump": ":", "fall": "--", "ladder": "-."}
    taken = {c: name for name, path in routes.items() for c in path.connections.tolist()}
    colours = dict(zip(routes, ("#0072b2", "#d55e00"), strict=True))
    for connection in graph.connections:
        (x, y), (to_x, to_y) = PLATFORMS[connection.source], PLATFORMS[connection.target]
        along = [step / 20 for step in range(21)]
        high = 1.0 if connection.kind == "jump" else 0.0
        aside = 0.5 if connection.kind == "fall" else 0.0
        xs = [x + (to_x - x) * t + aside for t in along]
        ys = [y + (to_y - y) * t + high * 4 * t * (1 - t) for t in along]
        walker = taken.get(connection.id)
        style = {"color": colours.get(walker, "#aaaaaa"), "zorder": 2 if walker else 1}
        axes.plot(xs, ys, styles[connection.kind], linewidth=3 if walker else 2, **style)
    for name, (x, y) in PLATFORMS.items():
        crumbles = name == "second stone"
        colour = "#999999" if crumbles else "#222222"
        axes.plot([x - 0.9, x + 0.9], [y, y], color=colour, linewidth=8, solid_capstyle="butt")
        words = f"{name}, which crumbles" if crumbles else name
        above = y == max(height for _, height in PLATFORMS.values())
        axes.text(x, y + (0.3 if above else -0.35), words, ha="center", va="center", fontsize=9)
    for name, path in routes.items():
        axes.plot([], [], color=colours[name], linewidth=3, label=f"{name}, {path.cost:.1f} s")
    for kind, style in styles.items():
        axes.plot([], [], style, color="#222222", linewidth=2, label=kind)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0.02), ncols=6, frameon=False, fontsize=9)
    axes.set_axis_off()
    axes.set_aspect("equal")
    axes.set_ylim(-1, 6.8)
    figure.savefig(file, dpi=110)


def main():
    graph = level()
    routes = {
        name: at.find_path(graph.view(factors), "west bank", "east bank")
        for name, factors in CHARACTERS.items()
    }
    for name, path in routes.items():
        print(f"{name:5} {path.cost:4.1f} s  {', '.join(kinds_of(graph, path))}")
    for turn, (runner, hunters) in enumerate(chase(graph)):
        seen = ", ".join(f"{name} {place}" for name, place in hunters.items())
        print(f"turn {turn}: runner {runner}; {seen}")
    wolf = at.find_path(graph.view(CHARACTERS["wolf"]), "west bank", "east bank")
    print("the wolf's path over the stones now:", wolf.status)
    if sys.argv[1:]:
        painted(level(), routes, sys.argv[1])


if __name__ == "__main__":
    main()
