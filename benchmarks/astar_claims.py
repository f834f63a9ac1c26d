"""Two claims of the lecture CS4386 about A*, counted: its time is O(lm), and overestimates shorten.

python benchmarks/astar_claims.py [--problems N]

l is the number of nodes whose estimated total cost is less than what the goal costs, m the mean
number of connections of a node. No clock is read: the counts are the same on every machine, and
docs/proofs.md has them. Every path is checked.
"""

import argparse
from statistics import mean

import numpy as np

import asterion as at
from asterion.world.dice import Dice

WEIGHTS = (1, 1.5, 2, 3, 5, 10)
SEED = 7
PROBLEMS = 50  # of each world


def roads(nodes, radius, seed=SEED):
    """Places in a square, joined where they are near, at 1 to 3 times their distance."""
    dice = Dice(seed)
    places = dice.fractions((nodes, 2))
    gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    sources, targets = np.nonzero((gaps < radius) & (gaps > 0))
    costs = gaps[sources, targets] * (1 + 2 * dice.fractions((len(sources), 1))[:, 0])
    return at.Graph((sources, targets, costs), nodes=nodes, positions=places)


def random_costs(side, seed=SEED):
    costs = 1 + np.floor(9 * Dice(seed).fractions((side, side)))
    return at.Grid(costs, diagonal="never")


BOUNDED = {
    "roads, 500 nodes": lambda: roads(500, 0.1),
    "roads, 1,000 nodes": lambda: roads(1000, 0.07),
    "roads, 2,000 nodes": lambda: roads(2000, 0.05),
    "roads, 2,000 nodes, denser": lambda: roads(2000, 0.1),
    "terrain, 64 x 64": lambda: at.maps.terrain(64, seed=SEED),
    "terrain, 256 x 256": lambda: at.maps.terrain(256, seed=SEED),
    "costs 1 to 9, 128 x 128, 4 moves": lambda: random_costs(128),
    "walls, 128 x 128, 4 moves": lambda: at.maps.scattered(128, seed=SEED, diagonal="never"),
    "open, 128 x 128, 4 moves": lambda: at.maps.field(128, diagonal="never"),
}
SHORTENED = {
    "roads, 2,000 nodes": lambda: roads(2000, 0.1),
    "terrain, 256 x 256": lambda: at.maps.terrain(256, seed=SEED),
    "costs 1 to 9, 128 x 128, 4 moves": lambda: random_costs(128),
    "walls, 128 x 128, 8 moves": lambda: at.maps.scattered(128, density=0.3, seed=SEED),
    "rooms, 129 x 129, 8 moves": lambda: at.maps.rooms(129, seed=SEED),
}


def problems_on(world, count, seed=SEED):
    """Pairs of nodes with a path between them."""
    dice, found = Dice(seed), []
    on_graph = isinstance(world, at.Graph)
    nodes = world.nodes if on_graph else [*map(tuple, np.argwhere(world.total > 0).tolist())]
    while len(found) < count:
        start, goal = (nodes[dice.below(len(nodes))] for _ in range(2))
        if start != goal and at.find_path(world, start, goal):
            found.append((start, goal))
    return found


def connections_of(world):
    """The mean number of connections of a node that can be entered."""
    if isinstance(world, at.Graph):
        return len(world.costs) / len(world)
    return connections_of(at.Graph.from_grid(world))


def bound(world, start, goal):
    """For one query: l, the nodes at its edge, the expanded nodes, and the connections read."""
    h = estimates(world, goal)
    given = {"heuristic": h} if isinstance(world, at.Graph) else {}  # a grid's are exact
    search = at.Search(world, start, goal, algorithm="astar", components=False, **given)
    search.run()
    costs = at.distances(world, start)
    best = costs[goal]
    slack = 1e-9 * best
    assert abs(at.validate(world, search.path) - best) <= slack
    estimated = costs + h
    less = int((estimated < best - slack).sum())
    equal = int((np.abs(estimated - best) <= slack).sum())
    return less, equal, search.stats.expanded, search.stats.moves


def estimates(world, goal):
    """The straight line at the smallest cost of a unit of length, or the moves, for every node."""
    if isinstance(world, at.Graph):
        ends, places = world.ends, world.positions
        lengths = np.hypot(*(places[ends[:, 0]] - places[ends[:, 1]]).T)
        return np.hypot(*(places - places[goal]).T) * (world.costs / lengths).min()
    rows, cols = np.indices(world.shape)
    far, near = np.sort([abs(rows - goal[0]), abs(cols - goal[1])], axis=0)[::-1]
    least = world.total[world.total > 0].min()
    return least * (far + near if world.diagonal == "never" else far + (2**0.5 - 1) * near)


def bounded_row(name, count):
    world = BOUNDED[name]()
    m = connections_of(world)
    counts = [bound(world, *ends) for ends in problems_on(world, count)]
    less, equal, expanded, read = map(mean, zip(*counts, strict=True))
    for one_less, one_equal, one_expanded, _ in counts:
        assert one_less <= one_expanded <= one_less + one_equal
    ratio = f"{read / (less * m):.2f}" if less else "-"
    figures = [f"{m:.1f}", *(f"{each:,.0f}" for each in (less, equal, expanded, read)), ratio]
    return f"| {' | '.join([name, *figures])} |"


def shortened_rows(name, count):
    world = SHORTENED[name]()
    pairs = problems_on(world, count)
    best = [at.find_path(world, *ends, algorithm="astar") for ends in pairs]
    for weight in WEIGHTS:
        paths = [at.find_path(world, *ends, algorithm="astar", weight=weight) for ends in pairs]
        for path, optimum in zip(paths, best, strict=True):
            assert abs(at.validate(world, path) - path.cost) <= 1e-9 * path.cost
            assert path.cost <= weight * optimum.cost * (1 + 1e-9)
        nodes = [(len(path), len(optimum)) for path, optimum in zip(paths, best, strict=True)]
        fewer, more = (sum(a < b for a, b in each) for each in (nodes, [n[::-1] for n in nodes]))
        length = mean(a / b for a, b in nodes)
        cost = mean(path.cost / optimum.cost for path, optimum in zip(paths, best, strict=True))
        expanded = mean(path.stats.expanded for path in paths)
        share = [f"{100 * each / count:.0f} %" for each in (fewer, more)]
        figures = [f"{weight:g}", f"{length:.3f}", *share, f"{cost:.3f}", f"{expanded:,.0f}"]
        yield f"| {' | '.join([name, *figures])} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--problems", type=int, default=PROBLEMS, metavar="N", help="of each world")
    count = parser.parse_args().problems
    print("| world | m | l | f = goal's | expanded | connections read | of l x m |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in BOUNDED:
        print(bounded_row(name, count), flush=True)
    print()
    print("| world | weight | nodes | fewer | more | cost | expanded |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in SHORTENED:
        for row in shortened_rows(name, count):
            print(row, flush=True)


if __name__ == "__main__":
    main()
