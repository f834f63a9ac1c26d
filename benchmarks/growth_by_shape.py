"""Growth of the work of every search, navigator and map on twelve shapes of worlds.

    python benchmarks/growth_by_shape.py --cells 4000

Each does the same on a world, and on worlds of 4 and of 16 times as many cells. Searches answer
a query before and after a change. Navigators plan, repair the plan after a change and after its
undoing, and walk to the goal. Maps are made, and asked for a path. A cell of the table is how much
more 16 times the cells cost: of the moves looked at, where they are counted, and of CPU time, the
best of three. Up to 22 is n log n. What is more is marked, and is listed again with the reason that
the documentation gives.
"""

import argparse
import sys
import time
from math import log

import asterion as at
from common import table
from worst_shapes import (
    GRAPHS,
    GRIDS,
    SHAPES,
    comb,
    cup,
    open_ground,
    scattered,
    weighted_ground,
)

TIMES = (1, 4, 16)
SHORTEST = 1e-4  # seconds: less is noise
WITH_MANY_WAYS = [comb, open_ground, weighted_ground, scattered, cup]
# The documentation says so: docs/prepared-maps.md, docs/algorithms.
SLOWER = {
    "ClusterHeuristic": "a search of the whole map for each region",
    "VisibilityMap": "all pairs of corners may see each other",
    "dstar-lite-basic (navigator)": "looks at all arcs of each neighbour of a node that rises",
    "ida": "all rounds before the last are done again",
}


def search(name):
    def run(case):
        asked = at.find_path(case.world, case.start, case.goal, algorithm=name, components=False)
        case.change()
        again = at.find_path(case.world, case.start, case.goal, algorithm=name, components=False)
        return asked.stats.moves + again.stats.moves

    return run


def navigator(name):
    def run(case):
        agent = at.Navigator(case.world, case.start, case.goal, algorithm=name)
        assert agent.path.found
        case.change()
        _ = agent.path
        case.undo()
        assert agent.path.found
        while agent.step() is not None:
            pass
        assert agent.arrived or name == "lpa"
        return agent.stats.moves

    return run


def made_map(kind):
    def run(case):
        made = kind(case.world)
        if hasattr(made, "find_path"):
            assert made.find_path(case.start, case.goal).found
        else:
            assert at.find_path(case.world, case.start, case.goal, heuristic=made).found

    return run


def field(case):
    at.distances(case.world, case.start)


def subjects(shape):
    """The measurements possible on a shape: pairs of a name and a function."""
    kind = "grid" if shape in GRIDS else "graph"
    for info in at.algorithms("search"):
        fits = any(world.endswith(kind) for world in info.worlds) and not info.needs
        # # One needs uniform costs, the other never ends where there are many paths.
        refused = {"jps": [weighted_ground], "ida": WITH_MANY_WAYS}.get(info.name, [])
        if fits and shape not in refused:
            yield info.name, search(info.name)
    for info in at.algorithms("navigator"):
        if any(world.endswith(kind) for world in info.worlds):
            yield f"{info.name} (navigator)", navigator(info.name)
    yield "distances", field
    if shape in GRAPHS:
        yield "Landmarks", made_map(at.Landmarks)
        return
    for name in ("PortalMap", "RoomMap", "VisibilityMap", "ClusterHeuristic", "Landmarks"):
        yield name, made_map(getattr(at, name))


def measure(shape, act, cells):
    """The moves looked at, or None, and the least CPU time of three."""
    best, moves = float("inf"), None
    for _ in range(3):
        case = shape(cells)
        begin = time.process_time()
        moves = act(case)
        best = min(best, time.process_time() - begin)
        if best > 2:
            break
    return moves, best


def growth(shape, name, act, cells) -> list[float]:
    """The growth of work over 16 times the cells: moves, where they are counted, and CPU time."""
    times = TIMES if name not in SLOWER else TIMES[:2]  # 16 times as much would take for ever
    figures = [measure(shape, act, cells * each) for each in times]
    (few, short), (many, long) = figures[0], figures[-1]
    scale = TIMES[-1] / times[-1]
    grew = [scale * many / few] if few else []
    return [*grew, scale * long / max(short, SHORTEST)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cells", type=int, default=4000)
    parser.add_argument("--shapes", nargs="*", default=[shape.__name__ for shape in SHAPES])
    parser.add_argument("--only", help="the name of one algorithm or map")
    options = parser.parse_args()
    allowed = 16 * log(16 * options.cells) / log(options.cells)
    rows: dict[str, dict[str, str]] = {}
    above = []
    for shape in (each for each in SHAPES if each.__name__ in options.shapes):
        for name, act in subjects(shape):
            if options.only not in (None, name):
                continue
            row = rows.setdefault(name, {})
            try:
                grew = growth(shape, name, act, options.cells)
            except at.AsterionError as error:
                row[shape.__name__] = type(error).__name__
                continue
            # Both: a time may grow because the caches of the machine are full.
            more = min(grew) > 1.25 * allowed
            row[shape.__name__] = "/".join(f"{each:.0f}" for each in grew) + "!" * more
            if more:
                above.append((name, shape.__name__, f"{min(grew):.0f}", SLOWER.get(name, "")))
            print(".", end="", flush=True, file=sys.stderr)
    print(file=sys.stderr)
    names = options.shapes
    body = [(name, *(row.get(each, "") for each in names)) for name, row in rows.items()]
    table([("", *names), *body])
    if above:
        print(f"\nabove {allowed:.0f}, which is n log n:")
        table([("", "shape", "grew", "documented"), *above])


if __name__ == "__main__":
    main()
