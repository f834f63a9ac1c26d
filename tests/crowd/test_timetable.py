"""Paths in time: first to arrive, against a search over every cell and tick."""

import random
from collections import deque
from itertools import pairwise

import numpy as np
import pytest

import asterion as at
from support.crowds import free_cells, meet, random_place
from support.effort import scaled


def walks(grid, rng, free, length):
    """A walk of legal moves and waits."""
    cells = [rng.choice(free)]
    while len(cells) < length:
        cells.append(rng.choice([cells[-1], *dict(grid.neighbours(cells[-1]))]))
    return cells


def where(walk, depart, stay, tick):
    """The cell of a walker at a tick; None when it is not there."""
    at_ = tick - depart
    if at_ < 0 or (at_ >= len(walk) and not stay):
        return None
    return walk[min(at_, len(walk) - 1)]


class Others:
    """Walkers and blocks, each looked up by the rules."""

    def __init__(self, grid):
        self.grid = grid
        self.walkers = []  # (cells, depart, stay)
        self.blocks = []  # (cell, begin, end)

    def taken(self, cell, tick):
        return any(where(*walker, tick) == cell for walker in self.walkers) or any(
            cell == other and begin <= tick and (end is None or tick < end)
            for other, begin, end in self.blocks
        )

    def allow(self, here, there, tick):
        """Whether a step that ends at a tick meets nobody."""
        if self.taken(there, tick):
            return False
        for walker in self.walkers:
            before, after = where(*walker, tick - 1), where(*walker, tick)
            both = before is not None and after is not None
            if both and meet(self.grid, before, after, here, there):
                return False
        return True


def first_arrival(others, start, goal, depart, stay):
    """The first tick of arrival, by a search over cells and ticks; None if there is none."""
    if others.taken(start, depart):
        return None
    horizon = 20 + 2 * len(free_cells(others.grid))
    seen, queue = {(start, depart)}, deque([(start, depart)])
    while queue:
        cell, tick = queue.popleft()
        until = horizon if stay else tick
        if cell == goal and not any(others.taken(goal, t) for t in range(tick, until + 1)):
            return tick
        for there in [cell, *dict(others.grid.neighbours(cell))] if tick < horizon else []:
            state = (there, tick + 1)
            if state not in seen and others.allow(cell, *state):
                seen.add(state)
                queue.append(state)
    return None


def live(seed, count):
    """Compare this many searches in random timetables; return the number."""
    rng = random.Random(seed)
    done = 0
    while done < count:
        name = f"{seed}/{rng.random()}"
        try:
            done += life(random.Random(name))
        except AssertionError as error:
            raise AssertionError(f"in the timetable {name!r}: {error}") from error
    return done


def life(rng):
    """Searches in one timetable, between which entries come and go and the world changes."""
    world, edit = random_place(rng, most=5)
    free = free_cells(world)
    table, others, ids = at.Timetable(world), Others(world), []
    for _ in range(3):
        for _ in range(rng.randint(0, 3)):
            cells = walks(world, rng, free, rng.randint(1, 8))
            depart, stay = rng.randint(0, 5), rng.random() < 0.5
            others.walkers.append((cells, depart, stay))
            ids.append(table.add(cells, depart=depart, stay=stay))
        for _ in range(rng.randint(0, 2)):
            begin = rng.randint(0, 6)
            block = (rng.choice(free), begin, rng.choice([None, begin + rng.randint(1, 6)]))
            others.blocks.append(block)
            table.block([block[0]], *block[1:])
        if ids and rng.random() < 0.5:
            leaves = rng.randrange(len(ids))
            table.remove(ids.pop(leaves))
            others.walkers.pop(leaves)
        start, goal, depart = rng.choice(free), rng.choice(free), rng.randint(0, 4)
        stay = rng.random() < 0.5
        expected = first_arrival(others, start, goal, depart, stay)
        path = table.find_path(start, goal, depart=depart, stay=stay)
        assert path.found == (expected is not None)
        if path.found:
            assert path.times[-1] == expected == path.cost + depart
            check(others, path)
        if rng.random() < 0.5:
            edit()
            free = free_cells(world)
            if not free:
                break
    return 3


@pytest.mark.parametrize("seed", range(5))
def test_a_path_arrives_as_early_as_any_among_walkers_and_blocks(seed):
    assert live(f"timetable {seed}", scaled(150)) > 5


def check(others, path):
    """Every step of a path in time keeps the rules."""
    ticks = [*path.times, path.times[-1] + 1]
    cells = [c for c, a, b in zip(path.cells, ticks, ticks[1:], strict=False) for _ in range(b - a)]
    for i, (here, there) in enumerate(pairwise(cells)):
        assert others.allow(here, there, path.times[0] + i + 1)
        assert here == there or there in dict(others.grid.neighbours(here))


def test_an_edit_counts_from_the_next_call_on():
    grid = at.Grid(np.ones((1, 3)))
    table = at.Timetable(grid)
    assert table.find_path((0, 0), (0, 2)).cost == 2
    grid[0, 1] = 0
    path = table.find_path((0, 0), (0, 2))
    assert (path.found, path.cells, path.cost) == (False, [], float("inf"))
    grid[0, 1] = 1
    assert table.find_path((0, 0), (0, 2)).cost == 2


def test_a_goal_to_stay_at_is_free_for_good():
    grid = at.Grid(np.ones((2, 3)), diagonal="never")
    table = at.Timetable(grid)
    table.block([(0, 2)], 10, 11)
    assert table.find_path((0, 0), (0, 2)).times[-1] == 2
    assert table.find_path((0, 0), (0, 2), stay=True).times[-1] == 11
    table.block([(0, 2)], 20)
    assert not table.find_path((0, 0), (0, 2), stay=True).found
