"""A user's program, typed: mypy --strict and pyright check that its types are as written here.

It is not run by pytest; `main()` runs it. In `mistakes` each comment says that checkers report the
line: they report a comment, too, that is not needed.
"""
# pyright: reportUnnecessaryTypeIgnoreComment=true

from pathlib import Path
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

import asterion as at

Cell = tuple[int, int]


def between(cell: Cell, goal: Cell) -> float:
    """A heuristic of one's own."""
    return abs(cell[0] - goal[0]) + abs(cell[1] - goal[1])


def paths(grid: at.Grid) -> float:
    """Queries, and what their results hold."""
    path = at.find_path(grid, (0, 0), (5, 5), algorithm="textbook/astar")
    path = at.find_path(grid, (0, 0), (5, 5), algorithm="astar", weight=1.5)
    assert_type(path, at.Path[Cell])
    assert_type(path[0], Cell)
    assert_type(path[1:], list[Cell])
    assert_type(path.nodes, list[Cell])
    for cell in path:
        assert_type(cell, Cell)
    assert_type(path.found, bool)
    assert_type(path.cells, npt.NDArray[np.int64])
    assert_type(path.stats.expanded, int)
    several = at.find_path(grid, (0, 0), [(5, 5), (2, 3)])
    at.find_path(grid.view(size=2), (0, 0), {(4, 4)}, heuristic="zero")
    row, col = np.argwhere(grid.cost == 1)[-1]
    at.find_path(grid, (row, col), np.array([0, 3]), heuristic=lambda cell: cell[0])
    at.find_path(grid, [0, 0], np.array([[0, 3], [1, 1]]), heuristic=between)
    at.cheapest_paths(grid, (0, 0), (5, 5), 2, min_difference=0.5)[0][0][1].bit_length()
    own = at.Path.from_nodes(grid, [(0, 0), (0, 1)], optimal=False, stats={"expanded": 3})
    assert_type(at.validate(grid, own), float)
    assert_type(at.distances(grid, (0, 0)), npt.NDArray[np.float64])
    return path.cost + several.cost


def batches(grid: at.Grid) -> list[float]:
    """Many queries at once, from arrays."""
    ends = np.array([(0, 0), (1, 1)])
    assert_type(at.find_paths(grid, ends, ends, algorithm="bfs")[0].nodes, list[Cell])
    return [path.cost for path in at.find_paths(grid, ends, ends[::-1])]


def searches(grid: at.Grid) -> str:
    """A search that runs in slices."""
    search = at.Search(grid, (0, 0), (5, 5))
    assert_type(search.step(3), str)
    assert_type(search.path.nodes, list[Cell])
    return search.run(seconds=0.001)


def agents(grid: at.Grid) -> int:
    """An agent in a world that changes."""
    agent = at.Navigator(grid, (0, 0), (5, 5), algorithm="dstar-lite", heuristic=between)
    assert_type(agent.position, Cell)
    assert_type(agent.step(), Cell | None)
    agent.goal = np.int64(4), np.int64(5)
    unit = at.PathService(grid).request((0, 0), (5, 5))
    assert_type(unit.position, Cell)
    scout = at.Explorer(grid, (0, 0), (5, 5))
    assert_type(scout.step(), Cell | None)
    scout.goal = 4, 5
    assert_type(at.Explorer(grid, (0, 5), (5, 5), belief=scout.belief).goal, Cell)
    assert_type(at.Index(at.Grid(np.ones((6, 6)))).find_path((0, 0), (5, 5)).nodes, list[Cell])
    grid[2, 2] = 0
    moves = 0
    while agent.step() is not None:
        moves += 1
    return moves


def crowds(grid: at.Grid) -> int:
    """Many units, tick by tick and as a whole plan, and a field for all of them."""
    starts = np.array([(0, 0), (5, 5)])
    crowd = at.Crowd(grid, starts, [(5, 5), (0, 0)], algorithm="pibt")
    guest = crowd.add((1, 3), goal=(0, 0))
    crowd.goals[0] = 4, 4
    crowd.step(20)
    assert_type(crowd.positions, npt.NDArray[np.int64])
    crowd.remove(guest)
    plan = at.solve_crowd(grid, starts, starts[::-1])
    assert_type(plan, at.CrowdPlan)
    assert_type(plan.paths[0][0], Cell)
    assert_type(at.validate_crowd(grid, plan.positions), int)
    table = at.Timetable(grid)
    table.block([(0, 1)], 0, 3)
    assert_type(table.find_path((0, 0), (0, 5)), at.TimedPath)
    field = at.FlowField(grid, [(5, 5), (0, 0)])
    assert_type(field.next((3, 3)), Cell | None)
    assert_type(field.next_nodes, npt.NDArray[np.int64])
    field.follow(crowd.positions)
    return plan.sum_of_costs


def either(world: at.Grid | at.Graph, nodes: list[Any]) -> float:
    """Functions for worlds of both kinds."""
    return at.find_path(world, nodes[0], nodes[1]).cost


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


def mistakes(grid: at.Grid) -> None:
    """Calls that are wrong; this function is not run."""
    at.find_path(grid, (0, 0), (5, 5), algorithm="a*")  # type: ignore[arg-type]
    at.find_path(grid, (0, 0), (5, 5), algorithm="dstar-lite")  # type: ignore[arg-type]
    at.find_path(grid, "0,0", (5, 5))  # type: ignore[misc]
    at.find_path(grid, (0.5, 0), (5, 5))  # type: ignore[misc]
    at.find_path(grid, (0, 0), (0.5, 0))  # type: ignore[arg-type]
    at.find_path(grid, (0, 0, 0), (5, 5))  # type: ignore[misc]
    at.find_path(grid, (0, 0), (5, 5), heuristic="manhatan")  # type: ignore[arg-type]
    at.find_path(grid, (0, 0), (5, 5), ties="last")  # type: ignore[arg-type]
    at.find_paths(grid, [(0, 0)], [(5, 5)], stop="slow")  # type: ignore[arg-type]
    at.Search(grid, (0, 0), (5, 5), algorithm="a*")  # type: ignore[arg-type]
    at.Navigator(grid, (0, 0), (5, 5), algorithm="bfs")  # type: ignore[call-overload]
    at.Navigator(grid, (0, 0), (5, 5)).move_to("0,0")  # type: ignore[arg-type]
    at.Navigator(grid, (0, 0), (5, 5), heuristic=len)  # type: ignore[arg-type]
    at.Grid([[1]], diagonal="no")  # type: ignore[arg-type]
    at.Crowd(grid, [(0, 0)], [(5, 5)], algorithm="astar")  # type: ignore[arg-type]
    at.solve_crowd(grid, ["0,0"], [(5, 5)])  # type: ignore[list-item]
    at.FlowField(grid, (5, 5)).next("0,0")  # type: ignore[arg-type]


def main() -> None:
    """Run all of it."""
    grid = at.Grid(np.ones((6, 6)), diagonal="never")
    nearest = at.register("typed-nearest", Nearest, summary="Finds nothing.")
    if at.find_path(grid, (0, 0), (5, 5), algorithm=nearest) or either(grid, [(0, 0), (0, 1)]) != 1:
        raise SystemExit("the custom algorithm found a path")
    sums = paths(grid), batches(grid), searches(grid), agents(grid), graphs()
    if sums[1] != [2.0, 2.0] or crowds(grid) != 20:
        raise SystemExit(f"{sums}")


if __name__ == "__main__":
    main()
