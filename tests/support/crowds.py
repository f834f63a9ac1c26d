"""Small instances for many units, and an exhaustive search of their joint positions."""

import itertools
from collections import deque
from heapq import heappop, heappush

import numpy as np

import asterion as at
from support.any_grid import KINDS, AnyGrid


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


def random_place(rng, most=12):
    """A grid or a view of any kind for units of a cell, and what edits it."""
    if rng.random() < 0.6:
        grid = random_grid(rng, most)
        return grid, lambda: edit(grid, rng)
    while True:
        made = AnyGrid(rng, rng.choice(KINDS), min(most, 8))
        large = isinstance(made.world, at.View) and made.world.is_large
        if not large and made.free_cells():
            return made.world, made.edit


def edit(grid, rng):
    """Close a cell, open one, or change its cost; sometimes add or remove a link."""
    cell = rng.randrange(grid.shape[0]), rng.randrange(grid.shape[1])
    if rng.random() < 0.1:
        links = [link.id for link in grid.links]
        if links and rng.random() < 0.5:
            grid.links.remove(rng.choice(links))
        else:
            other = rng.randrange(grid.shape[0]), rng.randrange(grid.shape[1])
            grid.links.add(cell, other, cost=1, both=rng.random() < 0.5)
    else:
        grid[cell] = 0 if grid.total[cell] > 0 and rng.random() < 0.8 else rng.choice([1, 1, 3])


def free_cells(grid):
    return [(int(r), int(c)) for r, c in np.argwhere(np.asarray(grid.total) > 0)]


def meet(grid, a, b, c, d):
    """Whether a unit that goes from a to b meets one that goes from c to d."""
    if b == d or (a == d and b == c):
        return True
    diagonal = grid.tiles == "square" and abs(a[0] - b[0]) == 1 == abs(a[1] - b[1])
    return diagonal and {c, d} == {(a[0], b[1]), (b[0], a[1])}


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
        if grid.tiles == "square" and abs(a[0] - b[0]) == 1 == abs(a[1] - b[1]):
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


def least_sum_of_costs(grid, starts, goals):
    """The least sum of the times until each unit is at its goal for good; None without a plan.

    A* over joint positions and the set of units that have stopped for good.
    """
    starts, goals = tuple(starts), tuple(goals)
    if fewest_ticks(grid, starts, goals) is None:
        return None
    left = [_moves_to(grid, goal) for goal in goals]
    begin = (starts, (False,) * len(starts))
    known, open_ = {begin: 0}, [(0, 0, begin)]
    while open_:
        _, cost, state = heappop(open_)
        here, stopped = state
        if all(stopped):
            return cost
        if cost > known[state]:
            continue
        may_stop = [[True] if done else {cell == goal, False}
                    for done, cell, goal in zip(stopped, here, goals, strict=True)]  # fmt: skip
        for stops in itertools.product(*may_stop):
            after = [((here, stops), 0)] if stops != stopped else []
            if stops == stopped:
                choices = [
                    [cell] if done else [cell, *dict(grid.neighbours(cell))]
                    for done, cell in zip(stops, here, strict=True)
                ]
                walking = stops.count(False)
                steps = itertools.product(*choices)
                after = [((there, stops), walking) for there in steps if is_step(grid, here, there)]
            for new, more in after:
                if cost + more < known.get(new, float("inf")):
                    known[new] = cost + more
                    moves = zip(left, *new, strict=True)
                    rest = sum(0 if done else far.get(cell, 999) for far, cell, done in moves)
                    heappush(open_, (cost + more + rest, cost + more, new))
    return None


def _moves_to(grid, goal):
    """The moves from each cell to the goal."""
    moves, queue = {goal: 0}, deque([goal])
    while queue:
        here = queue.popleft()
        for cell, _ in grid.predecessors(here):
            if cell not in moves:
                moves[cell] = moves[here] + 1
                queue.append(cell)
    return moves
