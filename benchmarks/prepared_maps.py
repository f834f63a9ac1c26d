"""Ways to prepare a map for many queries, side by side: landmarks, portals, an index.

python benchmarks/prepared_maps.py

CPU time, the calls in turns, best of several times each; all paths are walked, and those that are
said to be cheapest are.
"""

import argparse
import time
from math import isclose

import numpy as np

import asterion as at
from common import best_times, duration, table
from portal_maps import CHUNK, maps_of, some_queries

HEAD = ("map", "", "built in", "MB", "per query", "per edit and query", "longer by")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--side", type=int, default=255)
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    rows = [HEAD]
    for name, grid in maps_of(options.side):
        rows += rows_of(name, grid, options)
    table(rows)


def rows_of(name: str, grid: at.Grid, options):
    queries = some_queries(grid, options.queries)
    built = {}

    def made(kind, *arguments, **more):
        begin = time.process_time()
        result = kind(grid, *arguments, **more)
        built[kind] = duration(time.process_time() - begin)
        return result

    marks, portals, index = made(at.Landmarks), made(at.PortalMap, CHUNK), made(at.Index)
    # By the figures of docs/design.md, if no object reports it.
    numbers = 8 * 8 * grid.cost.size * (2 if np.unique(grid.cost).size > 2 else 1)
    graph = portals.graph
    sizes = {
        "landmarks": numbers,
        "PortalMap": 8 * len(graph.costs) + 32 * len(graph),
        "Index": index.stats.bytes,
    }
    known = {
        "find_path": (lambda q: at.find_path(grid, *q), ""),
        "landmarks": (lambda q: at.find_path(grid, *q, heuristic=marks), built[at.Landmarks]),
        "PortalMap": (lambda q: portals.find_path(*q), built[at.PortalMap]),
        "Index": (lambda q: index.find_path(*q), built[at.Index]),
    }
    answers, seconds = best_times(
        {each: ask for each, (ask, _) in known.items()}, queries, options.repeats
    )
    edited = after_edits(
        grid, queries, {each: known[each][0] for each in known if each != "landmarks"}
    )
    for each, (_, build) in known.items():
        longer = []
        for best, path in zip(answers["find_path"], answers[each], strict=True):
            assert isclose(at.validate(grid, path), path.cost, rel_tol=1e-9)
            assert not path.optimal or isclose(path.cost, best.cost, rel_tol=1e-9)
            longer.append(path.cost / best.cost - 1)
        yield (
            name,
            each,
            build,
            f"{sizes[each] / 1e6:.2f}" if each in sizes else "",
            duration(seconds[each]),
            edited.get(each, "refused"),
            f"{np.mean(longer):.1%}",
        )


def after_edits(grid: at.Grid, queries, calls) -> dict[str, str]:
    """One free cell closes before each query, and opens again after it; the median."""
    dice = np.random.default_rng(1)
    free = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
    ends = {cell for query in queries for cell in query}
    times = {name: [] for name in calls}
    for query in queries:
        cell = free[dice.integers(len(free))]
        if cell in ends:
            continue
        for name, call in calls.items():
            was = grid[cell]
            begin = time.process_time()
            grid[cell] = 0
            call(query)
            times[name].append(time.process_time() - begin)
            grid[cell] = was
            call(query)  # includes the update after an edit
    return {name: duration(float(np.median(each))) for name, each in times.items()}


if __name__ == "__main__":
    main()
