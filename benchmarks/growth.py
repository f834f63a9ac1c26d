"""Growth of time and memory with the side of a map, and a picture of it.

    python benchmarks/growth.py --sides 256 512 1024 --picture docs/pictures/growth.png

For each kind of map and each side a process of its own: the mean CPU time of random queries (best
of three each), the time to make the map of jumps at the first of them, and the memory that the
world and its queries take over that of the costs that it was made of. ``jps`` and ``astar`` answer
the same queries; their costs must agree.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import asterion as at
from common import duration, table

SIDES = [256, 512, 1024, 2048, 4096, 8192]
KINDS = ["open field", "maze", "random 35 %"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sides", nargs="*", type=int, default=SIDES)
    parser.add_argument("--queries", type=int, default=6)
    parser.add_argument("--picture", help="a file for the picture; needs Matplotlib")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)  # kind, side: a child process
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one[0], int(options.one[1]), options.queries)))
        return
    rows = []
    for kind in KINDS:
        for side in options.sides:
            command = [sys.executable, __file__, "--one", kind, str(side)]
            command += ["--queries", str(options.queries)]
            run = subprocess.run(command, capture_output=True, check=True, text=True)
            rows.append({"kind": kind, "side": side, **json.loads(run.stdout)})
            print(".", end="", flush=True, file=sys.stderr)
    print(file=sys.stderr)
    head = ("map", "side", "jps", "expanded", "astar", "expanded", "first query", "bytes per cell")
    table([head, *map(columns, rows)])
    if options.picture:
        draw(rows, options.picture)


def columns(row) -> tuple[str, ...]:
    return (
        row["kind"],
        str(row["side"]),
        duration(row["jps"]),
        str(row["jps expanded"]),
        duration(row["astar"]),
        str(row["astar expanded"]),
        duration(row["first"]),
        f"{row['bytes']:.1f}",
    )


def cost_array(kind: str, side: int) -> np.ndarray:
    if kind == "open field":
        return np.ones((side, side), bool)
    if kind == "maze":
        return np.asarray(at.maps.maze(side, seed=1).cost) > 0
    return np.asarray(at.maps.scattered(side, density=0.35, seed=1).cost) > 0


def measure(kind: str, side: int, count: int) -> dict[str, float]:
    free = cost_array(kind, side)
    cells = np.flatnonzero(free)
    random = np.random.default_rng(1)
    before = resident()
    grid = at.Grid(free)
    begin = time.process_time()
    at.find_path(grid, cell(cells[0], side), cell(cells[0], side), algorithm="jps")
    first = time.process_time() - begin
    spent = {"jps": 0.0, "astar": 0.0}
    expanded = {"jps": 0, "astar": 0}
    answered = 0
    while answered < count:
        ends = [cell(cells[i], side) for i in random.integers(0, len(cells), 2)]
        paths = {}
        best = dict.fromkeys(spent, math.inf)
        for name in spent:
            for _ in range(3):
                begin = time.process_time()
                paths[name] = at.find_path(grid, *ends, algorithm=name)
                best[name] = min(best[name], time.process_time() - begin)
        if not paths["jps"]:
            continue
        assert math.isclose(paths["jps"].cost, paths["astar"].cost), (kind, side, ends)
        answered += 1
        for name in spent:
            spent[name] += best[name]
            expanded[name] += paths[name].stats.expanded
    return {
        "jps": spent["jps"] / count,
        "astar": spent["astar"] / count,
        "jps expanded": expanded["jps"] // count,
        "astar expanded": expanded["astar"] // count,
        "first": first,
        "bytes": (resident() - before) / free.size,
    }


def cell(number, side: int) -> tuple[int, int]:
    return divmod(int(number), side)


def resident() -> int:
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


def draw(rows, path: str) -> None:
    from matplotlib import pyplot as plt  # noqa: PLC0415 - the table does without

    figure, axes = plt.subplots(1, len(KINDS), figsize=(11, 3.6), sharey=True)
    for axis, kind in zip(axes, KINDS, strict=True):
        of_kind = [row for row in rows if row["kind"] == kind]
        sides = [row["side"] for row in of_kind]
        for name, colour, marker in (("jps", "#d55e00", "o"), ("astar", "#0072b2", "s")):
            axis.loglog(
                sides, [row[name] * 1e6 for row in of_kind], marker=marker, color=colour, label=name
            )
        axis.set_title(kind, loc="left")
        axis.set_xticks(sides, [str(side) for side in sides], fontsize=8)
        axis.minorticks_off()
        axis.grid(alpha=0.3)
        axis.spines[["top", "right"]].set_visible(False)
        axis.set_xlabel("side of the map, cells")
    axes[0].set_ylabel("microseconds per query")
    axes[0].legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main()
