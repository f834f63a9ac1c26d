"""Landmarks and new goals, beside searches without landmarks.

    python benchmarks/new_goals.py              orz900d, and a road-like graph of a million nodes
    python benchmarks/new_goals.py --side 300   a smaller graph

The graph is a lattice whose nodes are moved by up to 0.3 each way; a fifth of the streets are
missing, but for those on every 25th line, which are twice as fast. Times are CPU time per query,
best of several, in turns; every cost is compared with that of the search without landmarks.
"""

import argparse
import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import asterion as at
import common

MORE = 16  # landmarks, beside the default


def road_like(side: int, *, shuffled: bool = False) -> at.Graph:
    """A town without end, on a square; `shuffled`, its nodes are numbered at random."""
    rng = np.random.default_rng(3)
    rows, cols = np.divmod(np.arange(side * side), side)
    places = np.stack((rows, cols), axis=1) + rng.uniform(-0.3, 0.3, (side * side, 2))
    numbers = np.arange(side * side).reshape(side, side)
    across, down = (numbers[:, :-1], numbers[:, 1:]), (numbers[:-1], numbers[1:])
    a, b = (np.concatenate((across[i].ravel(), down[i].ravel())) for i in (0, 1))
    line = np.where(b == a + 1, rows[a], cols[a])
    fast = line % 25 == 0
    kept = fast | (rng.random(len(a)) >= 0.2)
    a, b, fast = a[kept], b[kept], fast[kept]
    if shuffled:
        names = rng.permutation(side * side)
        places[names] = places.copy()
        a, b = names[a], names[b]
    costs = np.hypot(*(places[a] - places[b]).T) * np.where(fast, 0.5, 1.0)
    columns = (np.concatenate((a, b)), np.concatenate((b, a)), np.concatenate((costs, costs)))
    return at.Graph(columns, nodes=side * side, positions=places)


def run(name: str, world: Any, queries: list[Any], repeats: int, **plain: Any) -> int:
    """Time a world, print a table, and report wrong answers."""
    known, more = at.Landmarks(world), at.Landmarks(world, MORE)
    calls: dict[str, Callable[[Any], at.Path]] = {
        "A*": lambda ends: at.find_path(world, *ends, **plain),
        "Landmarks, a new goal": lambda ends: at.find_path(world, *ends, heuristic=known),
        f"{MORE} of them": lambda ends: at.find_path(world, *ends, heuristic=more),
    }
    paths, best = common.best_times(calls, queries, repeats)
    wrong = sum(
        not math.isclose(path.cost, found[0].cost, rel_tol=1e-9)
        for found in zip(*paths.values(), strict=True)
        for path in found
    )
    rows = [[f"{name}, {known.nbytes / 2**20:.0f} MiB", "per query", "expanded"]]
    for each, took in best.items():
        expanded = sum(path.stats.expanded for path in paths[each]) / len(queries)
        rows.append([each, common.duration(took), f"{expanded:,.0f}"])
    common.table(rows)
    print(f"wrong: {wrong}\n")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--side", type=int, default=1000)
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--shuffled", action="store_true", help="nodes of the graph have any order")
    asked = parser.parse_args()
    ways = [(p.start, p.goal) for p in common.problems("orz900d", asked.queries)]
    grid = at.load_map(common.MOVINGAI / "orz900d.map")
    wrong = run("orz900d", grid, ways, asked.repeats, algorithm="astar")
    rng = np.random.default_rng(1)
    pairs = [(int(a), int(b)) for a, b in rng.integers(0, asked.side**2, (asked.queries, 2))]
    graph = road_like(asked.side, shuffled=asked.shuffled)
    wrong += run("road-like graph", graph, pairs, asked.repeats)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
