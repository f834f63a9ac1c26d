"""``asterion bench --mapf``: plans for many units, by each algorithm, on published scenarios."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path as FilePath
from statistics import fmean
from typing import Any, NamedTuple

from rich import box
from rich.table import Table

import asterion as at
from asterion.cli import console
from asterion.cli.map_input import map_at
from asterion.errors import InvalidPath, InvalidValue, counted
from asterion.io import Problem, load_scenario
from asterion.world.grid import Grid

ALGORITHMS = ("lacam", "prioritised", "pibt")  # by default: "cbs" is for few units
UNITS = 100


class PlanRow(NamedTuple):
    """One plan: a line of ``--csv``, an object of ``--json``."""

    map: str
    units: int
    algorithm: str
    seed: int
    status: str
    sum_of_costs: int | None  # None without a plan
    alone: int  # the sum of costs if each unit had the map to itself
    makespan: int | None
    optimal: bool
    seconds: float  # CPU time
    fault: str  # what is wrong with the plan; empty if nothing is


class Instance(NamedTuple):
    """A map, and the ends of units on it."""

    name: str
    grid: Grid
    problems: list[Problem]


def instance_of(scenario: FilePath, diagonal: str | None) -> Instance:
    """Return the problems of a MAPF scenario, and the map beside it that they name."""
    problems = load_scenario(scenario)
    if not problems:
        raise InvalidValue(f"{scenario.name} has no problems")
    file = scenario.with_name(FilePath(problems[0].map).name)
    if not file.exists():
        raise InvalidValue(f"{scenario.name} is of the map {file.name}, which is not beside it")
    return Instance(scenario.stem, map_at(file, diagonal or "never"), problems)


def plans(
    scenarios: Sequence[FilePath],
    diagonal: str | None,
    *,
    units: Sequence[int],
    algorithms: Sequence[str],
    seeds: Iterable[int],
    seconds: float | None,
) -> Iterator[PlanRow]:
    """Yield a row for each scenario, number of units, algorithm and seed."""
    for instance in [instance_of(scenario, diagonal) for scenario in scenarios]:
        for number in units or [min(UNITS, len(instance.problems))]:
            if number > len(instance.problems):
                ends = counted(len(instance.problems), "unit")
                raise InvalidValue(f"{instance.name} has {ends}; {number} were asked for")
            starts = [problem.start for problem in instance.problems[:number]]
            goals = [problem.goal for problem in instance.problems[:number]]
            ways = at.find_paths(instance.grid, starts, goals, algorithm="bfs")
            alone = sum(max(len(way) - 1, 0) for way in ways)
            for algorithm, seed in product(algorithms, seeds):
                options: Any = {"algorithm": algorithm, "seed": seed, "seconds": seconds}
                begin = time.process_time()
                plan = at.solve_crowd(instance.grid, starts, goals, **options)
                spent = time.process_time() - begin
                yield PlanRow(
                    instance.name,
                    number,
                    algorithm,
                    seed,
                    plan.status,
                    plan.sum_of_costs if plan else None,
                    alone,
                    plan.makespan if plan else None,
                    plan.optimal,
                    spent,
                    fault_of(instance.grid, plan, starts, goals),
                )


def fault_of(grid: Grid, plan: at.CrowdPlan, starts: Any, goals: Any) -> str:
    """The fault of a plan, or none."""
    if not plan:
        return ""
    try:
        cost = at.validate_crowd(grid, plan.positions, starts=starts, goals=goals)
    except InvalidPath as error:
        return str(error)
    return "" if cost == plan.sum_of_costs else f"the sum of costs is {cost}"


def plan_table(rows: Iterable[PlanRow]) -> list[PlanRow]:
    """Print a table of means: a line for each scenario, number of units and algorithm."""
    every = [*rows]
    by_line: dict[tuple[str, int, str], list[PlanRow]] = {}
    for row in every:
        by_line.setdefault((row.map, row.units, row.algorithm), []).append(row)
    table = Table("scenario", "algorithm", box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("units", "found", "ratio", "sum of costs", "makespan", "CPU time", "wrong"):
        table.add_column(head, justify="right")
    last = ("", 0)
    for (name, units, algorithm), some in by_line.items():
        if last not in (("", 0), (name, units)):
            table.add_section()
        last = name, units
        found = [row for row in some if row.sum_of_costs is not None]
        wrong = sum(bool(row.fault) for row in some)
        means = ["-"] * 3
        if found:
            cost = fmean(row.sum_of_costs or 0 for row in found)
            makespan = fmean(row.makespan or 0 for row in found)
            means = [f"{cost / max(1, found[0].alone):.3f}", f"{cost:,.0f}", f"{makespan:.0f}"]
        time_spent = fmean(row.seconds for row in some)
        table.add_row(
            name,
            algorithm,
            str(units),
            f"{len(found)} of {len(some)}",
            *means,
            f"{time_spent:.2f} s" if time_spent >= 1 else f"{time_spent * 1e3:.1f} ms",
            str(wrong),
            style="bold red" if wrong else "",
        )
    console.print_whole(console.stdout(), table)
    return every
