"""CPU time of crowds: tables, ticks, first plans, better plans, and a warehouse that never sleeps.

    python benchmarks/crowds.py
    python benchmarks/crowds.py --parts plans --seeds 25 --seconds 10 30

The instances are those of the MAPF benchmark: the first units of each map's scenario random-1.
`ratio` is the sum of costs over the sum of the units' distances. Every plan is checked by
`validate_crowd`, and every tick of a crowd with it; checks are not timed.
"""

import argparse
import time

import numpy as np

import asterion as at
from common import DATA, duration, table

MAPF = DATA / "mapf"
UNITS = {
    "den520d": 1000,
    "warehouse-10-20-10-2-1": 1000,
    "Berlin_1_256": 1000,
    "empty-48-48": 1000,
    "random-32-32-20": 400,
    "maze-32-32-2": 300,
}
WAREHOUSE = "warehouse-10-20-10-2-1"


def instance(name: str):
    """Return the grid, the starts and the goals of an instance."""
    problems = at.load_scenario(MAPF / f"{name}-random-1.scen")[: UNITS[name]]
    grid = at.load_map(MAPF / f"{name}.map", diagonal="never")
    return grid, [each.start for each in problems], [each.goal for each in problems]


def tables(options) -> None:
    """Time and memory of the first tick, which works out the distances to 1,000 goals."""
    rows = [("distance tables", "first tick", "cells searched")]
    for name in ("den520d", WAREHOUSE):
        best = float("inf")
        for _ in range(options.repeats):
            crowd = at.Crowd(*instance(name), algorithm="pibt")
            best = min(best, timed(crowd.step))
        rows.append((f"{name}, {UNITS[name]} goals", duration(best), f"{crowd.stats.searched:,}"))
    table(rows)


def ticks(options) -> None:
    """Time of a tick of PIBT until all are at their goals, and of 10,000 units on den520d."""
    rows = [("tick of PIBT", "units", "mean", "ticks", "at goals")]
    for name in UNITS:
        best = float("inf")
        for seed in range(options.repeats):
            grid, starts, goals = instance(name)
            crowd = at.Crowd(grid, starts, goals, algorithm="pibt", seed=seed)
            best = min(best, walk(grid, crowd, 1000))
        there = int(crowd.arrived.sum())
        rows.append((name, str(len(crowd)), duration(best), str(crowd.tick), str(there)))
    grid, _, _ = instance("den520d")
    random = np.random.default_rng(1)
    free = np.argwhere(np.asarray(grid.total) > 0)
    starts, goals = random.permutation(free)[:10_000], random.permutation(free)[:10_000]
    crowd = at.Crowd(grid, starts, goals, algorithm="pibt")
    mean = walk(grid, crowd, 100)
    rows.append(
        ("den520d", "10000", duration(mean), str(crowd.tick), str(int(crowd.arrived.sum())))
    )
    table(rows)


def walk(grid, crowd, most: int) -> float:
    """Return the mean time of a tick, without the first, which makes tables."""
    positions = [crowd.positions]
    crowd.step()
    spent = 0.0
    while not crowd.arrived.all() and crowd.tick < most:
        spent += timed(crowd.step)
        positions.append(crowd.positions)
    at.validate_crowd(grid, positions[1:])
    return spent / max(1, crowd.tick - 1)


class EnoughError(Exception):
    """Raised to end an improvement by its CPU time."""


def plans(options) -> None:
    """First plans, for some seeds; then sums of costs after some CPU seconds, by the first seed."""
    marks = [f"{seconds:g} s" for seconds in options.seconds]
    rows = [("plans", "units", "found", "first", "worst", "ratio", *marks, "ratio")]
    for name, units in UNITS.items():
        grid, starts, goals = instance(name)
        times, ratios = [], []
        for seed in range(options.seeds):
            begin = time.process_time()
            plan = at.solve_crowd(grid, starts, goals, seed=seed)
            times.append(time.process_time() - begin)
            if plan:
                check(grid, starts, goals, plan)
                ratios.append(plan.sum_of_costs / plan.bound)
        sums = improved(grid, starts, goals, options.seconds)
        rows.append(
            (
                *(name, str(units), f"{len(ratios)}/{options.seeds}"),
                *(duration(min(times)), duration(max(times)), f"{np.mean(ratios):.3f}"),
                *(f"{each:,}" for each in sums),
                f"{sums[-1] / plan.bound:.3f}" if sums else "",
            )
        )
    table(rows)


def improved(grid, starts, goals, seconds: list[float]) -> list[int]:
    """Return the sums of costs after these CPU seconds."""
    sums: list[int] = []
    begin = time.process_time()

    def look(plan) -> None:
        spent = time.process_time() - begin
        for mark in seconds[len(sums) :]:
            if spent >= mark:
                sums.append(check(grid, starts, goals, plan))
        if len(sums) == len(seconds):
            raise EnoughError

    if seconds:
        try:
            plan = at.solve_crowd(grid, starts, goals, seconds=1e6, progress=look)
        except EnoughError:
            return sums
        sums += [plan.sum_of_costs] * (len(seconds) - len(sums))
    return sums


def check(grid, starts, goals, plan) -> int:
    cost = at.validate_crowd(grid, plan.positions, starts=starts, goals=goals)
    if cost != plan.sum_of_costs:
        raise AssertionError(f"the plan costs {cost}, not {plan.sum_of_costs}")
    return cost


def lifelong(options) -> None:
    """A new random goal on arrival: goals reached in 500 ticks, without and with guidance."""
    rows = [("lifelong", "units", "guidance", "goals reached", "least", "most", "tick")]
    for name, units in [(WAREHOUSE, 500), (WAREHOUSE, 1000), (WAREHOUSE, 2000), ("den520d", 1000)]:
        grid, _, _ = instance(name)
        for guidance in (False, True):
            found = [shift(grid, units, guidance, seed) for seed in range(options.repeats)]
            tasks = [each for each, _ in found]
            rows.append(
                (
                    *(name, str(units), "yes" if guidance else "no", f"{np.mean(tasks):.0f}"),
                    *(str(min(tasks)), str(max(tasks)), duration(min(s for _, s in found))),
                )
            )
    table(rows)


def shift(grid, units: int, guidance: bool, seed: int, ticks: int = 500) -> tuple[int, float]:
    """Return the number of goals reached and the mean time of a tick."""
    random = np.random.default_rng(seed)
    free = np.argwhere(np.asarray(grid.total) > 0)
    starts = random.permutation(free)[:units]
    goals = random.choice(free, units)
    crowd = at.Crowd(grid, starts, goals, algorithm="pibt", guidance=guidance, seed=seed)
    tasks, spent = 0, 0.0
    positions = [crowd.positions]
    for _ in range(ticks):
        begin = time.process_time()
        crowd.step()
        there = crowd.arrived
        goals = np.where(there[:, None], random.choice(free, units), goals)
        crowd.goals = goals
        spent += time.process_time() - begin
        tasks += int(there.sum())
        positions.append(crowd.positions)
    at.validate_crowd(grid, positions)
    return tasks, spent / ticks


def timed(call) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin


PARTS = {"tables": tables, "ticks": ticks, "plans": plans, "lifelong": lifelong}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=[*PARTS])
    parser.add_argument("--seeds", type=int, default=5, help="of the first plans")
    parser.add_argument("--seconds", type=float, nargs="*", default=[2.0], help="of CPU time")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    if not MAPF.is_dir():
        raise SystemExit(f"no maps in {MAPF}; ASTERION_DATA names the folder that holds mapf/")
    for part in options.parts:
        PARTS[part](options)


if __name__ == "__main__":
    main()
