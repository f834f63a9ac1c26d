"""The delay of Ctrl-C: from the signal to the exception, in calls that take seconds.

    python benchmarks/interrupts.py --side 5000

A signal is sent at some moment of each call, several times; the largest delay counts.
"""

import argparse
import os
import random
import signal
import time

import numpy as np

import asterion as at
from asterion import goap
from asterion.games.tactics import maps as boards
from common import duration, table


class Interrupted(Exception):  # noqa: N818 - as KeyboardInterrupt is called
    pass


def stop(*_):
    raise Interrupted


def delay(act, after) -> float:
    """From the signal to the end of the call; inf if the call ended before."""
    due = time.perf_counter() + after
    signal.setitimer(signal.ITIMER_REAL, after)
    try:
        act()
    except Interrupted:
        return time.perf_counter() - due
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return float("inf")


def forever(act):
    def run():
        while True:
            act()

    return run


def calls(side):
    """The calls to interrupt, by name. Short ones are repeated."""
    rough = at.Grid(np.random.default_rng(1).integers(1, 250, (side, side)).astype(np.uint8))
    flat = at.Grid(np.ones((side, side), np.uint8))
    maze = at.maps.maze(701, seed=1)
    small = at.Grid(np.random.default_rng(1).integers(1, 9, (60, 60)).astype(np.uint8))
    ends = (0, 0), (side - 1, side - 1)
    yield "find_path", forever(lambda: at.find_path(rough, *ends))
    yield "find_path, jumps", forever(lambda: at.find_path(flat, *ends, components=False))
    yield "Search.run", forever(lambda: at.Search(rough, *ends).run())
    yield (
        "Search.run, ida",
        forever(lambda: at.Search(small, (0, 0), (59, 59), algorithm="ida").run()),
    )
    yield "distances", forever(lambda: at.distances(rough, ends[0]))
    yield "cost_table", forever(lambda: at.cost_table(rough, ends, ends))
    yield "distances, uniform", forever(lambda: at.distances(flat, ends[0]))
    for threads in (1, 2):
        many = [ends[0]] * 64, [ends[1]] * 64
        yield (
            f"find_paths, {threads} threads",
            forever(
                lambda threads=threads, many=many: at.find_paths(rough, *many, threads=threads)
            ),
        )
    for name in ("dstar-lite", "mpaa", "dstar", "lpa"):
        yield (
            f"Navigator.path, {name}",
            forever(lambda name=name: at.Navigator(rough, *ends, algorithm=name).path),
        )
    yield "explore, maze of 701 x 701", forever(lambda: at.explore(maze, (0, 0), (700, 700)))
    yield "cheapest_paths", forever(lambda: at.cheapest_paths(small, (0, 0), (59, 59), 2000))
    yield "Landmarks", forever(lambda: at.Landmarks(rough))
    yield "PortalMap", forever(lambda: at.PortalMap(rough))
    yield (
        "a new grid and its first query",
        forever(lambda: at.find_path(at.Grid(rough.cost), (0, 0), (1, 1))),
    )
    yield "goap", forever(long_plan)
    board = boards.load("C.4")
    yield "turn states", forever(lambda: board.native.turn_states(2**60))


def long_plan():
    """All orders of many independent things."""
    actions = [
        goap.Action(f"do {i}", needs={}, gives={f"done {i}": True}, cost=1 + i / 7)
        for i in range(16)
    ]
    goal = {f"done {i}": True for i in range(16)}
    goap.plan(actions, {}, goal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--side", type=int, default=5000)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, stop)
    print(f"load before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
    dice = random.Random(1)  # noqa: S311 - not for secrets
    rows = []
    for name, act in calls(options.side):
        delays = [delay(act, dice.uniform(0.3, 1.5)) for _ in range(options.times)]
        rows.append((name, duration(max(delays))))
    table([("call", "largest delay"), *rows])


if __name__ == "__main__":
    main()
