"""A user's program, typed: mypy --strict and pyright check that its types are as written here.

It is not run by pytest; `main()` runs it.
"""

from pathlib import Path
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

import asterion as at

Cell = tuple[int, int]


def paths(grid: at.Grid) -> float:
    """Queries, and what their results hold."""
    path = at.find_path(grid, (0, 0), (5, 5), algorithm="astar", weight=1.5)
    assert_type(path, at.Path)
    assert_type(path.found, bool)
    assert_type(path.cells, npt.NDArray[np.int64])
    assert_type(path.stats.expanded, int)
    several = at.find_path(grid, (0, 0), [(5, 5), (2, 3)])
    own = at.Path.from_nodes(grid, [(0, 0), (0, 1)], optimal=False, stats={"expanded": 3})
    assert_type(at.validate(grid, own), float)
    assert_type(at.distances(grid, (0, 0)), npt.NDArray[np.float64])
    return path.cost + several.cost


def batches(grid: at.Grid) -> list[float]:
    """Many queries at once, from arrays."""
    ends = np.array([(0, 0), (1, 1)])
    return [path.cost for path in at.find_paths(grid, ends, ends[::-1])]


def searches(grid: at.Grid) -> str:
    """A search that runs in slices."""
    search = at.Search(grid, (0, 0), (5, 5))
    assert_type(search.step(3), str)
    return search.run(seconds=0.001)


def agents(grid: at.Grid) -> int:
    """An agent in a world that changes."""
    agent = at.Navigator(grid, (0, 0), (5, 5), algorithm="dstar-lite")
    grid[2, 2] = 0
    moves = 0
    while agent.step() is not None:
        moves += 1
    return moves


def graphs() -> list[Any]:
    """Custom names."""
    graph = at.Graph([("home", "shop", 2.5), ("shop", "park", 1.0)])
    return at.find_path(graph, "home", "park").nodes


class Nearest:
    """A custom algorithm."""

    def __init__(self, world: at.Grid, start: Cell, goals: list[Cell]) -> None:
        self.world, self.start, self.goal = world, start, goals[0]
        self.path: at.Path | None = None

    def step(self) -> str:
        """One expansion."""
        self.path = at.Path.not_found(stats={"expanded": 1})
        return "unreachable"


def published(scenario: Path, grid: at.Grid) -> list[at.Problem]:
    """The problems with another length."""
    return [
        problem
        for problem in at.load_scenario(scenario)
        if not problem.agrees(at.find_path(grid, problem.start, problem.goal).cost)
    ]


def main() -> None:
    """Run all of it."""
    grid = at.Grid(np.ones((6, 6)), diagonal="never")
    at.register("typed-nearest", Nearest, summary="Finds nothing.")
    sums = paths(grid), batches(grid), searches(grid), agents(grid), graphs()
    if sums[1] != [2.0, 2.0]:
        raise SystemExit(f"{sums}")


if __name__ == "__main__":
    main()
