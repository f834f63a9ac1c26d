"""The wait of an edit for searches of other threads, on one world.

    python benchmarks/edits_between_searches.py --side 2000 --searchers 2

Threads repeat one kind of search, each of which takes long, while this thread edits: a cell, a
patch of 100 x 100, or the whole map. Measured is each edit, by the clock: the wait for searches,
the edit itself, and what the machine does meanwhile. Beside it the same edits without searches; the
same edits while the searches walk another world, which says what is the machine's part; and how
long a search takes alone. The answers are checked in tests/properties/test_edits_go_first.py.
"""

import argparse
import threading
import time
from statistics import median

import numpy as np

import asterion as at
from common import duration, table


def searches(grid, ends):
    """The work of the other threads, by name."""
    yield "find_path, dijkstra", lambda: at.find_path(grid, *ends, algorithm="dijkstra")
    yield "find_path", lambda: at.find_path(grid, *ends)
    yield "find_paths", lambda: at.find_paths(grid, [ends[0]] * 8, [ends[1]] * 8, threads=2)
    yield "distances", lambda: at.distances(grid, ends[0])
    yield "first plan of dstar-lite", lambda: at.Navigator(grid, *ends, algorithm="dstar-lite").path
    yield "first plan of jps", lambda: at.Navigator(grid, *ends, algorithm="jps").path
    yield "view", lambda: at.find_path(grid.view(blocked=grid.cost > 8), *ends)


def edits(grid, seed):
    """Pairs of a name and an edit; each edit changes something."""
    rng = np.random.default_rng(seed)
    rows, cols = grid.shape

    def cell():
        at_cell = int(rng.integers(2, rows - 2)), int(rng.integers(2, cols - 2))
        grid[at_cell] = 9 - grid[at_cell]

    def patch():
        row, col = (int(rng.integers(2, side - 102)) for side in grid.shape)
        grid[row : row + 100, col : col + 100] = rng.integers(1, 9, (100, 100))

    costs = [rng.integers(1, 9, grid.shape).astype(np.uint8) for _ in range(2)]

    def everything():
        costs.reverse()
        grid[:] = costs[0]

    return {"a cell": cell, "a patch": patch, "everything": everything}


def timed(edit, count, pause):
    waits = []
    for _ in range(count):
        begin = time.perf_counter()
        edit()
        waits.append(time.perf_counter() - begin)
        time.sleep(pause)
    return waits


def beside(search, searchers, edit, count, pause):
    """Return the times of edits while threads search, sorted, and the number of searches."""
    over, done = threading.Event(), []

    def work():
        while not over.is_set():
            search()
            done.append(1)

    threads = [threading.Thread(target=work) for _ in range(searchers)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    waits = sorted(timed(edit, count, pause))
    over.set()
    for thread in threads:
        thread.join()
    return waits, len(done)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=2000)
    parser.add_argument("--searchers", type=int, default=2)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--pause", type=float, default=0.005, help="seconds between two edits")
    args = parser.parse_args()

    rng = np.random.default_rng(1)
    shape = args.side, args.side
    grid = at.Grid(rng.integers(1, 9, shape).astype(np.uint8))
    elsewhere = grid.copy()
    ends = (0, 0), (args.side - 1, args.side - 1)
    kinds = edits(grid, 2)
    alone = {name: timed(edit, min(args.edits, 50), 0) for name, edit in kinds.items()}

    head = "searches, alone, edit, alone, median, 95 %, longest, searching elsewhere, searches done"
    rows = [(*head.split(", "),)]
    here, there = searches(grid, ends), searches(elsewhere, ends)
    for (search_name, search), (_, other) in zip(here, there, strict=True):
        begin = time.perf_counter()
        search()
        takes = time.perf_counter() - begin
        for name, edit in kinds.items():
            count = args.edits if name != "everything" else max(args.edits // 10, 3)
            waits, done = beside(search, args.searchers, edit, count, args.pause)
            machine, _ = beside(other, args.searchers, edit, count, args.pause)
            rows.append(
                (
                    search_name,
                    duration(takes),
                    name,
                    duration(median(alone[name])),
                    duration(median(waits)),
                    duration(waits[int(0.95 * len(waits))]),
                    duration(waits[-1]),
                    duration(machine[-1]),
                    str(done),
                )
            )
    table(rows)


if __name__ == "__main__":
    main()
