"""Solve the problems of ``asterion bench`` with each algorithm, and check every answer.

The rows are the same for any number of worker processes, but for their times.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from math import inf, isclose, isfinite
from typing import Any, NamedTuple

from asterion.cli.bench_problems import ProblemSet, Task
from asterion.cli.exits import fault_of_a_used_file
from asterion.cli.values import given
from asterion.errors import InvalidPath, InvalidValue
from asterion.experiments.engine.workers import process_pool
from asterion.search.find import chosen_algorithm, find_path
from asterion.search.path import Path, validate
from asterion.search.registry import info_of
from asterion.world.grid import Cell, Grid

# Algorithms that may take exponential time run only if named, and only up to a limit.
EXPONENTIAL = {"ida": 100_000}
SAME = 1e-9  # the relative difference of two sums of the same costs in another order
MOST_AT_ONCE = 50  # problems that a worker takes at a time


class Row(NamedTuple):
    """One problem, solved by one algorithm: a line of ``--csv``, an object of ``--json``."""

    map: str
    problem: int
    algorithm: str
    ran: str  # the algorithm chosen where ``auto`` was asked for
    start_row: int
    start_column: int
    goal_row: int
    goal_column: int
    status: str
    cost: float | None  # None without a path
    cheapest: float | None  # by Dijkstra's algorithm; None if there is no path
    published: float | None  # the length in the scenario, if it is for this map and rule
    agrees: bool | None  # whether that is the cost of the cheapest path, as it was rounded
    expanded: int | None  # None for a custom search that does not count
    generated: int | None
    seconds: float  # CPU time
    fault: str  # the error in the answer; empty if there is none


class Batch(NamedTuple):
    """The work of a worker at a time."""

    name: str
    world: bytes  # the grid, pickled once for all batches of a map
    tasks: list[Task]
    algorithms: list[str]
    max_expansions: int | None


def rows_of(
    sets: list[ProblemSet], algorithms: list[str], max_expansions: int | None, workers: int
) -> Iterator[list[Row]]:
    """Yield the rows of some problems at a time, in the order of maps, problems and algorithms."""
    batches = [
        Batch(each.name, pickle.dumps(each.grid), tasks, algorithms, max_expansions)
        for each in sets
        for tasks in _parts(each.tasks, workers)
    ]
    if workers == 1:
        yield from map(solved, batches)
        return
    with process_pool(min(workers, len(batches))) as pool:
        try:
            yield from pool.map(solved, batches)
        except BrokenProcessPool as error:
            raise ChildProcessError("a worker process was killed") from error


def _parts(tasks: list[Task], workers: int) -> Iterator[list[Task]]:
    """Yield parts small enough that all workers have some, and a progress bar moves."""
    size = max(1, min(MOST_AT_ONCE, len(tasks) // (4 * workers)))
    return (tasks[i : i + size] for i in range(0, len(tasks), size))


def solved(batch: Batch) -> list[Row]:
    """Solve the problems of a batch."""
    try:
        grid = _grid_of(batch.world)
        return [row for task in batch.tasks for row in _rows_of_task(grid, task, batch)]
    except Exception as error:
        # Here the traceback still shows the line; it does not leave the process.
        if fault := fault_of_a_used_file(error):
            raise InvalidValue(fault) from error
        raise


@lru_cache(maxsize=2)
def _grid_of(world: bytes) -> Grid:
    """Unpickle a map once per process, so that what searches cache on it is made once, too."""
    grid: Grid = pickle.loads(world)  # noqa: S301 - from the process that started this one
    return grid


def _rows_of_task(grid: Grid, task: Task, batch: Batch) -> Iterator[Row]:
    cheapest = find_path(grid, task.start, task.goal, algorithm="dijkstra").cost
    agrees = None if task.published is None else task.published.agrees(cheapest)
    for name in batch.algorithms:
        limit = EXPONENTIAL.get(name) if batch.max_expansions is None else batch.max_expansions
        options: dict[str, Any] = {"algorithm": name, **given(max_expansions=limit)}
        # The time of this thread: the time of the process includes a progress bar.
        begin = time.thread_time()
        path = find_path(grid, task.start, task.goal, **options)
        seconds = time.thread_time() - begin
        stats = path.stats
        counted = name == "auto" or info_of(name).factory is None or stats.flood + stats.expanded
        yield Row(
            batch.name,
            task.number,
            name,
            chosen_algorithm(grid, **options),
            *task.start,
            *task.goal,
            path.status,
            path.cost if path else None,
            cheapest if isfinite(cheapest) else None,
            None if task.published is None else float(task.published.length),
            agrees,
            stats.expanded if counted else None,
            stats.generated if counted else None,
            seconds,
            fault_of(grid, (task.start, task.goal), path, cheapest),
        )


def fault_of(grid: Grid, ends: tuple[Cell, Cell], path: Path, cheapest: float) -> str:
    """The error in an answer, given the cost of the cheapest path: inf if there is none."""
    if path.status == "stopped":
        return ""
    try:
        cost = validate(grid, path)  # inf without a path, like the cheapest one
    except InvalidPath as error:
        return str(error)
    if path and (path[0], path[-1]) != ends:
        return f"the path leads from {path[0]} to {path[-1]}"
    if cost == inf:
        return "" if cheapest == inf else f"there is a path of cost {cheapest:.10g}"
    is_cheapest = isclose(cost, cheapest, rel_tol=SAME)
    if path.optimal and not is_cheapest:
        return f"said to be optimal, but the cheapest path costs {cheapest:.10g}"
    too_cheap = cost < cheapest and not is_cheapest
    return f"costs less than the cheapest path, {cheapest:.10g}" if too_cheap else ""
