"""Small instances for many units, and an exhaustive search of their joint positions."""

import itertools
from collections import deque

import numpy as np

import asterion as at


def random_grid(rng, most=12):
    """A grid with walls and any rule for diagonals, sometimes with costs or links."""
    rows, cols = rng.randint(2, most), rng.randint(2, most)
    costs = np.array([[rng.random() > 0.25 for _ in range(cols)] for _ in range(rows)], float)
    costs[rng.randrange(rows), rng.randrange(cols)] = 1
    if rng.random() < 0.3:
        costs *= rng.choices([1, 5, 2.5], k=cols)
    grid = at.Grid(costs, diagonal=rng.choice(["never", "clear", "one-clear", "always"]))
    free = free_cells(grid)
    if rng.random() < 0.3 and len(free) > 1:
        for _ in range(2):
            grid.links.add(*rng.sample(free, 2), cost=1, both=rng.random() < 0.5)
    return grid


def free_cells(grid):
    return [(int(r), int(c)) for r, c in np.argwhere(np.asarray(grid.total) > 0)]


def is_step(grid, before, after):
    """Whether units may go from these cells to those in one tick: the rules, once more."""
    if len(set(after)) < len(after):
        return False
    there = {cell: unit for unit, cell in enumerate(before)}
    for unit, (a, b) in enumerate(zip(before, after, strict=True)):
        if a == b:
            continue
        if not grid.total[b] > 0 or (grid.total[a] > 0 and b not in dict(grid.neighbours(a))):
            return False
        other = there.get(b)
        if other is not None and after[other] == a:
            return False
        if abs(a[0] - b[0]) == 1 == abs(a[1] - b[1]):
            for c, d in (((a[0], b[1]), (b[0], a[1])), ((b[0], a[1]), (a[0], b[1]))):
                other = there.get(c)
                if other is not None and other != unit and after[other] == d:
                    return False
    return True


def fewest_ticks(grid, starts, goals):
    """The fewest ticks until all units are at their goals; None if there is no plan."""
    starts, goals = tuple(starts), tuple(goals)
    ticks = {starts: 0}
    queue = deque([starts])
    while queue:
        here = queue.popleft()
        if here == goals:
            return ticks[here]
        choices = [[cell, *dict(grid.neighbours(cell))] for cell in here]
        for after in itertools.product(*choices):
            if after not in ticks and is_step(grid, here, after):
                ticks[after] = ticks[here] + 1
                queue.append(after)
    return None
