"""A hand on the wall: out of every maze with connected walls, and honest about the others."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import SAMPLED, scaled
from support.worlds import DIAGONALS, random_edit, random_worlds

HANDS = ["left", "right"]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
AROUND = [*STRAIGHT, (1, 1), (1, -1), (-1, -1), (-1, 1)]
PILLAR = at.Grid.from_text("""
    .......
    .......
    .......
    ...#...
    .......
    .......
    .......
""")


def walked(mover, most=100_000):
    """All cells from its position on, until it stops."""
    cells = [mover.position]
    while (cell := mover.step()) is not None:
        cells.append(cell)
        assert len(cells) < most
    return cells


def moves_are_straight(world, cells):
    free = world.total > 0
    return all(free[cell] for cell in cells) and all(
        (b[0] - a[0], b[1] - a[1]) in STRAIGHT for a, b in pairwise(cells)
    )


def walls_of(free):
    """The number of the wall of each cell, by flooding eight ways; the border and beyond are one.

    Slow and obvious: a dict with cells outside the map too.
    """
    rows, cols = free.shape
    walls = {(r, c) for r in range(-1, rows + 1) for c in range(-1, cols + 1)}
    walls -= {(r, c) for r, c in np.argwhere(free).tolist()}
    number = {}
    for wall in sorted(walls):
        if wall in number:
            continue
        number[wall] = wall
        flood = [wall]
        while flood:
            row, col = flood.pop()
            for down, right in AROUND:
                beside = row + down, col + right
                if beside in walls and beside not in number:
                    number[beside] = wall
                    flood.append(beside)
    return number


def touched(walls, cell):
    """The walls that a cell touches."""
    around = [(cell[0] + down, cell[1] + right) for down, right in AROUND]
    return {walls[beside] for beside in around if beside in walls}


def wall_at_hand(walls, cell):
    """The wall that a mover takes which begins here."""
    around = ((cell[0] + down, cell[1] + right) for down, right in AROUND)
    return next(walls[beside] for beside in around if beside in walls)


def nearest_to_walls(walls, area, cell):
    """The cells that touch a wall and are the fewest straight moves away, by flooding."""
    ring, seen = [cell], {cell}
    while True:
        found = [here for here in ring if touched(walls, here)]
        if found:
            return found
        beside = {(r + down, c + right) for r, c in ring for down, right in STRAIGHT}
        ring = sorted((beside & area) - seen)
        seen |= beside


def straight_area(free, cell):
    mask = at.reachable(at.Grid(free, diagonal="never"), cell)
    return {(row, col) for row, col in np.argwhere(mask).tolist()}


@pytest.mark.req("S000-12")
@pytest.mark.parametrize("hand", HANDS)
def test_it_leaves_every_simply_connected_maze(hand):
    random = Random(f"mazes {hand}")
    for seed in range(scaled(300)):
        shape = random.randint(1, 31), random.randint(1, 31)
        maze = at.maps.maze(shape, seed=seed, diagonal=random.choice(DIAGONALS))
        cells = [(row, col) for row, col in np.argwhere(maze.cost > 0).tolist()]
        start, exit_ = random.choice(cells), random.choice(cells)
        mover = at.WallFollower(maze, start, exit_, hand=hand)
        route = mover.route
        assert walked(mover) == route
        assert moves_are_straight(maze, route)
        assert (mover.position, mover.status, mover.reason) == (exit_, "arrived", "")
        # Every corridor is walked at most twice, once along each of its sides.
        assert len({*pairwise(route)}) == len(route) - 1 < 2 * len(cells)


@pytest.mark.req("S000-12")
@pytest.mark.parametrize("hand", HANDS)
def test_it_reaches_every_goal_of_a_map_without_free_standing_walls(hand):
    """Caves and halls too, in which most cells touch no wall."""
    random = Random(f"caves {hand}")
    tried = 0
    while tried < scaled(150):
        shape = random.randint(4, 20), random.randint(4, 20)
        cave = at.maps.caves(shape, seed=tried + random.randrange(10**6), density=0.4)
        free = cave.cost > 0
        walls = walls_of(free)
        for row, col in np.argwhere(~free).tolist():  # take what stands free away
            if walls[row, col] != walls[-1, -1]:
                cave[row, col] = 1
        cells = [(row, col) for row, col in np.argwhere(cave.cost > 0).tolist()]
        if not cells:
            continue
        tried += 1
        start = random.choice(cells)
        goal = random.choice(sorted(straight_area(cave.cost > 0, start)))
        mover = at.WallFollower(cave, start, goal, hand=hand)
        assert moves_are_straight(cave, walked(mover))
        assert mover.arrived


@pytest.mark.req("S000-12")
@pytest.mark.parametrize("hand", HANDS)
def test_it_arrives_exactly_if_start_and_goal_are_joined_to_one_wall(hand):
    random = Random(f"worlds {hand}")
    seen = {"arrived": 0, "failed": 0, "other wall": 0, "no way": 0}
    for world, free_cells in random_worlds(random, 1500, largest=12):
        start, goal = random.choice(free_cells), world.some_cell(random)
        free = np.array(world.total) < np.inf
        walls, area = walls_of(free), straight_area(free, start)
        mover = at.WallFollower(world.world, start, goal, hand=hand)
        first = min(nearest_to_walls(walls, area, start))  # row by row
        followed = wall_at_hand(walls, first)
        # The cycle is every cell of the area that touches this wall, and no other cell.
        assert {*mover.cycle} == {cell for cell in area if followed in touched(walls, cell)}
        assert mover.cycle[0] == first
        joined = goal in area and any(
            followed in touched(walls, cell) for cell in nearest_to_walls(walls, area, goal)
        )
        route = mover.route
        cells = walked(mover)
        assert moves_are_straight(world.world, cells)
        if joined:
            assert mover.status == "arrived"
            assert cells == route
            assert mover.reason == ""
        else:
            assert mover.status == "failed"
            assert cells == [start]
            assert route == []
            assert not mover.path.found
            seen["no way" if goal not in area else "other wall"] += 1
            assert ("no straight moves" in mover.reason) == (goal not in area and free[goal])
            assert ("another wall" in mover.reason) == (goal in area)
        seen[mover.status] += 1
    assert min(seen.values()) > 50 or SAMPLED


@pytest.mark.req("S000-12")
@pytest.mark.parametrize("hand", HANDS)
def test_the_hand_stays_on_the_wall(hand):
    """With the wall on its left, what is left of it is a wall, or it has just turned left."""
    random = Random(f"hands {hand}")
    side = -1 if hand == "left" else 1
    for world, free_cells in random_worlds(random, 300, largest=12):
        mover = at.WallFollower(world.world, random.choice(free_cells), hand=hand)
        cycle = mover.cycle
        if len(cycle) == 1:
            continue
        free = np.array(world.total) < np.inf
        walls = walls_of(free)
        [*headings] = (
            STRAIGHT.index((b[0] - a[0], b[1] - a[1])) for a, b in pairwise([*cycle, cycle[0]])
        )
        for at_cell, heading, after in zip(cycle[1:], headings, headings[1:], strict=False):
            turned = (after - heading) * side % 4
            down, right = STRAIGHT[(heading + side) % 4]
            beside = at_cell[0] + down, at_cell[1] + right
            assert (beside in walls) == (turned != 1)  # it turns to the hand where it can
        assert len({*pairwise([*cycle, cycle[0]])}) == len(cycle)  # no move twice


def test_the_other_hand_walks_the_same_cycle_the_other_way_round():
    left, right = (at.WallFollower(PILLAR, (3, 2), hand=hand).cycle for hand in HANDS)
    assert right == [left[0], *left[:0:-1]]
    assert {*left} == {(r, c) for r in (2, 3, 4) for c in (2, 3, 4)} - {(3, 3)}
    assert left[:3] == [(3, 2), (4, 2), (4, 3)]  # the pillar is to the east: south is ahead


@pytest.mark.req("S000-12")
def test_a_free_standing_wall_is_reported_and_not_circled_for_ever():
    for hand in HANDS:
        mover = at.WallFollower(PILLAR, (3, 2), (0, 0), hand=hand)
        assert [mover.step() for _ in range(5)] == [None] * 5
        assert mover.status == "failed"
        assert mover.reason == (
            f"the goal (0, 0) is beside another wall than the one at the {hand} hand, "
            "which stands apart"
        )
        outer = at.WallFollower(PILLAR, (0, 0), (3, 2), hand=hand)
        assert outer.status == "failed"
        assert (3, 2) not in outer.cycle


def test_a_start_and_a_goal_that_touch_no_wall_are_joined_by_shortest_walks():
    hall = at.maps.field((7, 9))
    mover = at.WallFollower(hall, (3, 4), (4, 5), hand="right")
    assert mover.route[:4] == [(3, 4), (2, 4), (1, 4), (0, 4)]
    assert mover.route[-3:] == [(6, 5), (5, 5), (4, 5)]
    assert walked(mover)[-1] == (4, 5)
    beside = at.WallFollower(hall, (3, 4), (2, 4))
    assert beside.route == [(3, 4), (2, 4)]  # the goal is on the way to the wall


def test_diagonal_gaps_are_not_used():
    gap = at.Grid.from_text(".#\n#.", diagonal="always")
    assert at.find_path(gap, (0, 0), (1, 1)).found
    mover = at.WallFollower(gap, (0, 0), (1, 1))
    assert mover.step() is None
    assert mover.reason == "no straight moves lead from (0, 0) to the goal (1, 1)"
    assert mover.cycle == [(0, 0)]


def test_without_a_goal_it_goes_around_for_ever():
    hall = at.maps.field(7)
    mover = at.WallFollower(hall, (3, 3))
    onto = mover.route.index((0, 3))
    cells = [mover.step() for _ in range(onto + 240)]
    assert cells[onto - 1 :: 24] == [(0, 3)] * 11
    assert (mover.goal, mover.arrived, mover.status) == (None, False, "walking")
    alone = at.WallFollower(at.Grid([[1]]), (0, 0))
    assert [alone.step() for _ in range(3)] == [None] * 3
    assert alone.position == (0, 0)


def test_cells_that_are_closed_to_a_view_are_walls_and_costs_do_not_matter():
    grid = at.Grid([[1, 9, 1], [1, 1, 1]])
    view = grid.view(blocked=[[False, False, False], [False, True, False]])
    mover = at.WallFollower(view, (0, 0), (0, 2))
    assert (1, 1) not in mover.route
    assert mover.path.cost == at.validate(view, mover.route) >= 10
    with pytest.raises(ValueError, match="closed to this view"):
        at.WallFollower(view, (1, 1))
    assert at.WallFollower(view, (0, 0), (1, 1)).reason == (
        "the goal (1, 1) is closed to this view, though it is free on its grid"
    )


def test_the_path_is_what_is_left_of_the_route():
    maze = at.maps.maze(15, seed=3)
    mover = at.WallFollower(maze, (0, 0), (14, 14))
    while not mover.arrived:
        path = mover.path
        assert (path[0], path[-1]) == (mover.position, (14, 14))
        assert not path.optimal
        assert mover.step() == path[1]
    assert [*mover.path] == [(14, 14)]
    assert mover.path.cost == 0


def test_an_edit_elsewhere_leaves_the_hand_on_the_same_wall():
    random = Random("same wall")
    for world, free_cells in random_worlds(random, 400, largest=12):
        for hand in HANDS:
            mover = at.WallFollower(world.world, random.choice(free_cells), hand=hand)
            joined = mover.route.index(mover.cycle[0])
            for _ in range(joined + 1 + random.randrange(8)):
                mover.step()
            cycle = {*mover.cycle}
            was = world.grid[0, 0]
            world.grid[0, 0] = 2 if was != 2 and was else was  # no wall comes or goes
            assert {*mover.cycle} == cycle


def test_it_plans_again_after_edits_and_ends():
    random = Random("edits")
    arrived = 0
    for world, free_cells in random_worlds(random, 400, largest=10):
        start, goal = random.choice(free_cells), random.choice(free_cells)
        mover = at.WallFollower(world.world, start, goal, hand=random.choice(HANDS))
        for _ in range(10):
            for _ in range(random.randrange(6)):
                before = mover.position
                after = mover.step()
                assert after in (None, mover.position)
                if after is not None:
                    assert after in dict(world.world.neighbours(before))
            random_edit(random, world)
            in_wall = not world.world.total[mover.position] > 0
            assert (mover.reason == f"it is in a wall at {mover.position}") == in_wall
        cells = walked(mover)
        assert mover.status == ("arrived" if cells[-1] == goal else "failed")
        arrived += mover.arrived
    assert arrived > 50 or SAMPLED


def test_it_says_what_it_does():
    mover = at.WallFollower(PILLAR, [0, 1], np.array([6, 6]), hand="right")
    assert repr(mover) == "<WallFollower at (0, 1), right hand, walking>"
    walked(mover)
    assert repr(mover) == "<WallFollower at (6, 6), right hand, arrived>"
