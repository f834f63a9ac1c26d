"""PIBT and CBS to read: they keep the rules, and CBS costs what the core's costs."""

from itertools import pairwise
from math import inf
from random import Random

import asterion as at
from asterion import textbook
from asterion.textbook.pibt import steps
from support.crowds import free_cells, random_grid
from support.effort import SAMPLED, scaled


def instances(seed, count):
    rng = Random(seed)
    for _ in range(scaled(count)):
        grid = random_grid(rng, most=5)
        free = free_cells(grid)
        units = rng.randint(1, min(3, len(free)))
        yield grid, rng.sample(free, units), rng.sample(free, units)


def checked(grid, paths, starts, goals):
    """The sum of costs of paths, each of which stays where it ends."""
    ticks = max(map(len, paths))
    rows = [[path[min(tick, len(path) - 1)] for path in paths] for tick in range(ticks)]
    return at.validate_crowd(grid, rows, starts=starts, goals=goals)


def test_cbs_costs_what_the_core_finds():
    waited = 0
    for grid, starts, goals in instances("cbs", 150):
        plan = at.solve_crowd(grid, starts, goals, algorithm="cbs", expansions=200_000)
        if not plan.optimal:
            continue
        paths, cost = textbook.cbs(grid, starts, goals)
        assert cost == plan.sum_of_costs == checked(grid, paths, starts, goals)
        waited += any(a == b for path in paths for a, b in pairwise(path))
    assert waited > 3 or SAMPLED


def test_cbs_says_where_a_unit_has_no_path():
    assert textbook.cbs(at.Grid.from_text(".#."), [(0, 0)], [(0, 2)]) == ([], inf)
    assert textbook.cbs(at.Grid.from_text("."), [], []) == ([], 0)


def test_pibt_keeps_the_rules_and_says_when_it_gives_up():
    arrived = stuck = 0
    for grid, starts, goals in instances("pibt", 150):
        paths, cost = textbook.pibt(grid, starts, goals, ticks=60)
        if paths:
            arrived += 1
            assert cost == checked(grid, paths, starts, goals)
        else:
            stuck += 1
            assert cost == inf
    assert (arrived > 30 and stuck > 3) or SAMPLED


def test_every_step_of_pibt_is_legal_even_where_it_is_stuck():
    for grid, starts, goals in instances("steps", 60):
        rows = [starts]
        for row, _ in zip(steps(grid, starts, goals), range(20), strict=False):
            rows.append(row)
        at.validate_crowd(grid, rows, starts=starts)
