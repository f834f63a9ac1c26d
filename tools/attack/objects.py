"""Objects of each kind, made and dropped by the million: memory must stay flat."""

import gc
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import asterion as at

MOST_GROWTH = 4 << 20  # bytes, whatever the number of objects
TEXT = "....\n.#..\n...."


def resident() -> int:
    """The memory in use of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


class Agent:
    """Calls itself: each of these is a cycle through the core."""

    navigator: at.Navigator
    search: at.Search

    def between(self, *_: Any) -> float:
        return 0.0


def kinds() -> dict[str, tuple[int, Callable[[], Any]]]:
    """The object to make, and its time as a multiple of the quickest."""
    grid = at.Grid.from_text(TEXT)
    graph = at.Graph([(0, 1, 1.0), (1, 2, 1.0)])
    costs = np.ones((3, 4))
    ends = (0, 0), (2, 3)

    def with_cycle() -> None:
        agent = Agent()
        agent.navigator = at.Navigator(grid, *ends, heuristic=agent.between, algorithm="lpa")
        agent.search = at.Search(grid, *ends, heuristic=agent.between)
        _ = agent.navigator.path

    def edited() -> None:
        grid[1, 2] = 3 - grid[1, 2]

    walker = at.Navigator(grid, *ends)

    def agent_with_goals() -> None:
        walker.goal = ends[1] if walker.goal == ends[0] else ends[0]

    return {
        "grids": (1, lambda: at.Grid(costs)),
        "views": (1, grid.view),
        "graphs": (4, lambda: at.Graph([(0, 1, 1.0), (1, 2, 1.0)])),
        "paths": (1, lambda: at.find_path(grid, *ends)),
        "cells of paths": (1, lambda: at.find_path(grid, *ends).cells),
        "paths on a graph": (1, lambda: at.find_path(graph, 0, 2).nodes),
        "batches": (20, lambda: at.find_paths(grid, [ends[0]] * 3, [ends[1]] * 3, threads=2)),
        "searches": (2, lambda: at.Search(grid, *ends, trace=True).run()),
        "fields": (1, lambda: at.distances(grid, ends[0])),
        "navigators": (2, lambda: at.Navigator(grid, *ends).path),
        "goals of one navigator": (1, agent_with_goals),
        "explorers": (10, lambda: at.Explorer(grid, *ends).step()),
        "cycles": (10, with_cycle),
        "edits": (1, edited),
        "refused questions": (1, lambda: refused(grid)),
    }


def refused(grid: at.Grid) -> None:
    try:
        at.find_path(grid, (1, 1), (0, 0))
    except at.AsterionError:
        return


def make_and_drop(count: int) -> int:
    """The number of kinds whose memory grows."""
    leaking = 0
    for name, (cost, make) in kinds().items():
        number = max(count // cost, 1)
        for _ in range(number // 10):  # makes everything that is kept for reuse
            make()
        gc.collect()
        before = resident()
        begin = time.process_time()
        for _ in range(number):
            make()
        gc.collect()
        grew = resident() - before
        leaks = grew > MOST_GROWTH
        leaking += leaks
        took = (time.process_time() - begin) / number
        print(
            f"{number:>9,} {name:<24} {grew / 1024:>8.0f} KiB  {took * 1e6:6.1f} us each"
            + ("  LEAKS" if leaks else ""),
            flush=True,
        )
    return leaking
