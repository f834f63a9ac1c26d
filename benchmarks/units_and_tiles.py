"""Turn costs, large units, links, fences and other tiles beside a plain search.

    python benchmarks/units_and_tiles.py --problems 60

The same problems of published maps by A* in every way, in CPU time per query as a ratio to A* on
the plain map. Problems where a larger unit has no path or does not fit at an end are left
out. Every answer is checked: walked, compared with Dijkstra's algorithm by the same options, and
the plain ones with the published length. Links are so expensive that they lie on few paths, so
that what is measured is the search and not the shortcut.
"""

import argparse
import math
import sys

import numpy as np

import asterion as at
from common import MOVINGAI, best_times, duration, problems, table


def ways(name: str) -> dict[str, tuple[object, dict[str, float]]]:
    """Each kind of world made of a map, and the options of its queries."""

    def fresh(**options: str) -> at.Grid:
        return at.load_map(MOVINGAI / f"{name}.map", **options)

    plain, linked, fenced = fresh(), fresh(), fresh()
    rng = np.random.default_rng(1)
    free = np.argwhere(plain.cost > 0)
    for a, b in rng.choice(free, (8, 2)):
        linked.links.add(tuple(a.tolist()), tuple(b.tolist()), cost=2000)
    for cell in rng.choice(free, 200):
        row, col = cell.tolist()
        beside = plain.neighbours((row, col))
        if beside:
            fenced.fences.add((row, col), beside[0][0])
    return {
        "plain": (plain, {}),
        "turn_cost=0.5": (fresh(), {"turn_cost": 0.5}),
        "size 2": (fresh().view(size=2), {}),
        "8 links": (linked, {}),
        "200 fences": (fenced, {}),
        "hex": (at.Grid(plain.cost, tiles="hex"), {}),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--maps", nargs="+", default=["arena2", "orz900d", "AcrosstheCape"])
    args = parser.parse_args()

    rows = [("map", "kind", "per query", "to plain", "expanded")]
    for name in args.maps:
        worlds = ways(name)
        asked = []
        for problem in problems(name, args.problems):
            large = worlds["size 2"][0]
            fits = all(large.total[end] > 0 for end in (problem.start, problem.goal))
            if fits and at.find_path(large, problem.start, problem.goal):
                asked.append(problem)

        def call(world, options):
            return lambda p: at.find_path(world, p.start, p.goal, algorithm="astar", **options)

        calls = {way: call(*worlds[way]) for way in worlds}
        answers, seconds = best_times(calls, asked, args.repeats)
        for way, (world, options) in worlds.items():
            check(world, options, asked, answers[way], published=way == "plain")
            ratio = f"{seconds[way] / seconds['plain']:.2f}x"
            expanded = sum(path.stats.expanded for path in answers[way]) // len(asked)
            rows.append((name, way, duration(seconds[way]), ratio, f"{expanded:,}"))
    table(rows)


def check(world, options, asked, paths, *, published):
    """End the run with a message if an answer is wrong."""
    for problem, path in zip(asked, paths, strict=True):
        other = at.find_path(world, problem.start, problem.goal, algorithm="dijkstra", **options)
        right = (
            math.isclose(path.cost, other.cost, rel_tol=1e-9) or path.found == other.found is False
        )
        if path and at.validate(world, path) != path.cost:
            right = False
        if published and not problem.agrees(path.cost):
            right = False
        if not right:
            sys.exit(f"wrong: {problem} costs {path.cost}, not {other.cost}")


if __name__ == "__main__":
    main()
