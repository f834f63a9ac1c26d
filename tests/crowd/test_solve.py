"""Plans for many units: there is one exactly where an exhaustive search finds one."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import asterion as at
from support.crowds import free_cells, least_sum_of_costs, random_grid, random_place
from support.effort import SAMPLED, scaled

METHODS = ["lacam", "cbs", "prioritised", "pibt"]


def live(seed, count):
    """Compare the plans for this many random instances; return how often one was optimal."""
    rng = random.Random(seed)
    return sum(compared(f"{seed}/{rng.random()}") for _ in range(count))


def compared(name):
    """LaCAM finds a plan exactly where there is one, and CBS, where it ends, the optimum."""
    rng = random.Random(name)
    if rng.random() < 0.4:  # for two
        world = rng.choice([maze, halls])(rng)
        free = free_cells(world)
        units = 2
    else:
        world, _ = random_place(rng, most=rng.choice([3, 4]))
        free = free_cells(world)
        units = rng.randint(1, min(4 if len(free) < 7 else 3, len(free)))
    starts, goals = rng.sample(free, units), rng.sample(free, units)
    least = least_sum_of_costs(world, starts, goals)
    optimal = False
    for algorithm in ("lacam", "cbs"):
        limit = {"lacam": None, "cbs": 300_000}[algorithm]
        plan = at.solve_crowd(world, starts, goals, algorithm=algorithm, expansions=limit)
        assert plan.status == ("unsolvable" if least is None else "found"), name
        if plan.found:
            checked = at.validate_crowd(world, plan.positions, starts=starts, goals=goals)
            assert plan.bound <= least <= plan.sum_of_costs == checked, name
            assert plan.optimal == (plan.sum_of_costs == plan.bound), name
            optimal = plan.optimal
            assert optimal or algorithm == "lacam" or units > 2, name
    for budget in (200, 500, 1000, 2000):  # stopped early, a bound is what has been proved
        plan = at.solve_crowd(world, starts, goals, algorithm="cbs", expansions=budget)
        assert least is None or plan.bound <= least, name
    return optimal


def halls(rng):
    """Two rooms with a corridor between them, sometimes with a way round."""
    width = rng.randint(4, 7)
    costs = np.zeros((rng.choice([3, 6]), width))
    costs[1] = costs[:3, : rng.randint(1, 2)] = costs[:3, -rng.randint(1, 2) :] = 1
    if len(costs) == 6:
        costs[5] = costs[:, 0] = costs[:, -1] = 1
    return at.Grid(costs, diagonal=rng.choice(["never", "clear"]))


def maze(rng):
    """A maze of a few corridors, with a loop or two."""
    shape, opened = (rng.choice([3, 5]), rng.choice([5, 7, 9])), rng.randint(0, 3)
    diagonal = rng.choice(["never", "clear", "always"])
    return at.maps.maze(shape, seed=rng.randrange(10**6), opened=opened, diagonal=diagonal)


@pytest.mark.parametrize("seed", range(6))
def test_lacam_finds_a_plan_exactly_where_there_is_one_and_cbs_the_cheapest(seed):
    assert live(f"plans {seed}", scaled(60)) > 30 or SAMPLED


def test_the_least_sum_of_costs_is_the_same_however_a_map_is_turned():
    """Among shelves with passages of one cell between them, as in a warehouse."""
    rng = random.Random("turned")
    for _ in range(scaled(20)):
        costs = np.ones((9, 14))
        for row in (1, 4, 6):
            costs[row : row + 2 - row // 6, 1:6] = costs[row : row + 2 - row // 6, 7:13] = 0
        free = np.argwhere(costs > 0)
        ends = [rng.sample(range(len(free)), 5) for _ in range(2)]
        sums = set()
        for turn in range(4):
            order = rng.sample(range(5), 5)
            turned = np.rot90(costs, turn)
            place = np.empty(costs.shape, object)
            for i, cell in enumerate(map(tuple, free)):
                place[cell] = i
            place = np.rot90(place, turn)
            where = {i: tuple(map(int, cell)) for cell, i in np.ndenumerate(place) if i is not None}
            starts, goals = ([where[one[k]] for k in order] for one in ends)
            grid = at.Grid(turned, diagonal="never")
            plan = at.solve_crowd(grid, starts, goals, algorithm="cbs", expansions=10**6, seed=turn)
            checked = at.validate_crowd(grid, plan.positions, starts=starts, goals=goals)
            assert plan.bound <= checked == plan.sum_of_costs
            if plan.optimal:
                sums.add(checked)
        assert len(sums) == 1


@pytest.mark.parametrize(
    ("text", "starts", "goals", "least"),
    [
        # One waits in the bay until the other has passed.
        ("###.###\n.......", [(1, 0), (1, 6)], [(1, 6), (1, 0)], 15),
        # One leaves its goal to let the other pass.
        ("###.###\n.......", [(1, 0), (1, 3)], [(1, 6), (1, 3)], 10),
        # Every cheapest path of one crosses all of the other's.
        ("....\n....\n....\n....", [(0, 1), (1, 0)], [(3, 2), (2, 3)], 9),
    ],
)
def test_cbs_in_corridors_and_rectangles(text, starts, goals, least):
    grid = at.Grid.from_text(text, diagonal="never")
    assert least_sum_of_costs(grid, starts, goals) == least
    plan = at.solve_crowd(grid, starts, goals, algorithm="cbs")
    assert (plan.sum_of_costs, plan.bound, plan.optimal) == (least, least, True)
    assert at.validate_crowd(grid, plan.positions, starts=starts, goals=goals) == least


def throng():
    """More units than CBS finds an optimal plan for."""
    grid = at.Grid(np.ones((8, 8)), diagonal="never")
    rng = random.Random(2)
    return grid, rng.sample(free_cells(grid), 30), rng.sample(free_cells(grid), 30)


def test_progress_of_cbs_tells_the_bound_as_it_rises(monkeypatch):
    monkeypatch.setattr("asterion.crowd.solve._BETWEEN_CALLS", 0.01)
    told = []
    plan = at.solve_crowd(*throng(), algorithm="cbs", expansions=10**6, progress=told.append)
    bounds = [each.bound for each in [*told, plan]]
    assert bounds == sorted(bounds)
    by_sum = {}
    for each in told:
        by_sum.setdefault(each.sum_of_costs, set()).add(each.bound)
    assert max(map(len, by_sum.values())) > 1
    alone = at.solve_crowd(*throng(), algorithm="cbs", expansions=10**6)
    assert digest(plan) == digest(alone)
    assert plan.bound == alone.bound


def test_cbs_that_is_stopped_has_a_plan_and_what_none_is_below():
    grid, starts, goals = throng()
    bounds = []
    for expansions in (10_000, 50_000, 200_000):
        plan = at.solve_crowd(grid, starts, goals, algorithm="cbs", expansions=expansions)
        checked = at.validate_crowd(grid, plan.positions, starts=starts, goals=goals)
        assert checked == plan.sum_of_costs >= plan.bound
        bounds.append(plan.bound)
        assert not plan.optimal
    assert bounds[0] < bounds[-1]
    assert bounds == sorted(bounds)


@pytest.mark.parametrize("algorithm", METHODS)
def test_every_plan_keeps_the_rules(algorithm):
    rng = random.Random(algorithm)
    found = 0
    for seed in range(scaled(20)):
        grid = random_grid(rng)
        free = free_cells(grid)
        units = rng.randint(1, max(1, len(free) // 3))
        starts, goals = rng.sample(free, units), rng.sample(free, units)
        plan = at.solve_crowd(grid, starts, goals, algorithm=algorithm, expansions=3000, seed=seed)
        if plan.found:
            found += 1
            checked = at.validate_crowd(grid, plan.positions, starts=starts, goals=goals)
            assert checked == plan.sum_of_costs == sum(len(path) - 1 for path in plan.paths)
            assert plan.optimal == (plan.sum_of_costs == plan.bound)
    assert found


def test_a_larger_budget_never_costs_more():
    grid = at.Grid(np.ones((12, 12)), diagonal="never")
    rng = random.Random(5)
    free = free_cells(grid)
    starts, goals = rng.sample(free, 60), rng.sample(free, 60)
    costs = [at.solve_crowd(grid, starts, goals).sum_of_costs]
    for expansions in range(20_000, 80_000, 2_000):
        plan = at.solve_crowd(grid, starts, goals, expansions=expansions)
        costs.append(plan.sum_of_costs)
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < costs[0]


def hall(units=200, side=30):
    """A hall in which units cross each other's ways for many seconds of improvements."""
    grid = at.Grid(np.ones((side, side)), diagonal="never")
    rng = random.Random(3)
    free = free_cells(grid)
    return grid, rng.sample(free, units), rng.sample(free, units)


def digest(plan):
    return hashlib.sha256(plan.positions.tobytes()).hexdigest()


def test_progress_is_told_by_plans_that_get_cheaper_and_changes_nothing():
    problem = hall()
    told = []
    plan = at.solve_crowd(*problem, expansions=1_500_000, progress=told.append)
    assert told
    costs = [each.sum_of_costs for each in [*told, plan] if each.found]
    assert costs == sorted(costs, reverse=True)
    for each in told:
        if each.found:
            assert at.validate_crowd(problem[0], each.positions) == each.sum_of_costs
    assert digest(plan) == digest(at.solve_crowd(*problem, expansions=1_500_000))


def test_what_progress_raises_ends_the_call():
    class EnoughError(Exception):
        pass

    def enough(_):
        raise EnoughError

    begin = time.monotonic()
    with pytest.raises(EnoughError):
        at.solve_crowd(*hall(), seconds=60, progress=enough)
    assert time.monotonic() - begin < 30


def test_ctrl_c_returns_the_best_plan_so_far():
    def interrupt(*_):
        raise KeyboardInterrupt

    grid, starts, goals = hall()
    first = at.solve_crowd(grid, starts, goals)
    former = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 2)
        begin = time.monotonic()
        plan = at.solve_crowd(grid, starts, goals, seconds=60)
        assert time.monotonic() - begin < 30
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
    assert plan.found
    assert not plan.optimal
    assert plan.sum_of_costs <= first.sum_of_costs
    checked = at.validate_crowd(grid, plan.positions, starts=starts, goals=goals)
    assert checked == plan.sum_of_costs


PLANS = """
import sys
from crowd.test_solve import digest, hall
import asterion as at
for method in ("lacam", "cbs", "prioritised", "pibt"):
    print(digest(at.solve_crowd(*hall(60), algorithm=method, expansions=100_000, seed=5)))
"""


def test_the_same_seed_and_expansions_give_the_same_plan_in_every_process_and_thread():
    with ThreadPoolExecutor(3) as pool:
        here = list(
            pool.map(
                lambda name: digest(
                    at.solve_crowd(*hall(60), algorithm=name, expansions=100_000, seed=5)
                ),
                METHODS,
            )
        )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", PLANS],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert done.stdout.split() == here


def test_a_budget_too_small_for_a_plan_says_stopped():
    grid = at.Grid(np.ones((30, 30)))
    plan = at.solve_crowd(grid, [(0, 0)], [(29, 29)], expansions=1)
    assert (plan.status, plan.found, len(plan.positions)) == ("stopped", False, 0)


def test_no_units_have_a_plan_of_no_ticks():
    plan = at.solve_crowd(at.Grid(np.ones((2, 2))), [], [])
    assert plan.found
    assert (plan.sum_of_costs, plan.makespan) == (0, 0)


def test_shared_goals_and_walls_are_unsolvable():
    grid = at.Grid.from_text("..#..")
    assert at.solve_crowd(grid, [(0, 0), (0, 1)], [(0, 0), (0, 0)]).status == "unsolvable"
    assert at.solve_crowd(grid, [(0, 0)], [(0, 2)]).status == "unsolvable"
    assert at.solve_crowd(grid, [(0, 0)], [(0, 4)]).status == "unsolvable"


@pytest.mark.parametrize(
    ("positions", "words"),
    [
        ([[(0, 0), (0, 1)], [(0, 1), (0, 1)]], "tick 1: units 0 and 1 are both at (0, 1)"),
        ([[(0, 0), (0, 1)], [(0, 1), (0, 0)]], "tick 1: units 0 and 1 change places"),
        ([[(0, 0), (0, 1)], [(1, 1), (1, 0)]], "tick 1: units 0 and 1 cross"),
        ([[(0, 0)], [(0, 2)]], "tick 1: unit 0 goes from (0, 0) to (0, 2), which is no move"),
        ([[(0, 0)], [(2, 2)]], "tick 1: unit 0 is at (2, 2), which is a wall"),
        ([[(0, 0)], [(3, 0)]], "tick 1: unit 0 is at (3, 0), outside the grid"),
    ],
)
def test_a_plan_against_the_rules_is_named(positions, words):
    grid = at.Grid([[1, 1, 1], [1, 1, 1], [1, 1, 0]])
    with pytest.raises(at.InvalidPath) as error:
        at.validate_crowd(grid, positions)
    assert words in str(error.value)


def test_other_starts_or_goals_are_named():
    grid = at.Grid(np.ones((1, 3)))
    with pytest.raises(at.InvalidPath, match=r"tick 0: unit 0 is at \(0, 0\), not at its start"):
        at.validate_crowd(grid, [[(0, 0)]], starts=[(0, 1)])
    with pytest.raises(at.InvalidPath, match=r"tick 0: unit 0 is at \(0, 0\), not at its goal"):
        at.validate_crowd(grid, [[(0, 0)]], goals=[(0, 1)])
