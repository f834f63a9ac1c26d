"""Crowds: the rules hold in every step, whatever changes; units come as near as they can."""

import random
from math import inf

import numpy as np
import pytest

import asterion as at
from support.any_grid import AnyGrid
from support.crowds import free_cells, is_step, random_place
from support.effort import SAMPLED, scaled


def cells(array):
    return [*map(tuple, np.asarray(array).tolist())]


def live(seed, unit_steps):
    """Walk this many steps of units in random crowds, each tick checked; return the number."""
    rng = random.Random(seed)
    done = 0
    while done < unit_steps:
        name = f"{seed}/{rng.random()}"
        try:
            done += life(random.Random(name))
        except AssertionError as error:
            raise AssertionError(f"in the crowd {name!r}: {error}") from error
    return done


def life(rng):
    """Steps of one crowd, while walls, goals and units come and go; the steps of all units."""
    world, edit = random_place(rng, rng.choice([5, 12, 12, 30]))
    free = free_cells(world)
    anywhere = [(r, c) for r in range(world.shape[0]) for c in range(world.shape[1])]
    starts = rng.sample(free, rng.randint(1, max(1, len(free) * 3 // 4)))
    goals = [rng.choice(anywhere if rng.random() < 0.3 else free) for _ in starts]
    crowd = at.Crowd(
        world,
        starts,
        goals,
        algorithm=rng.choice(["lacam", "pibt"]),
        guidance=rng.random() < 0.5,
    )
    done = 0
    happens = rng.choice([1, 0.1])  # at each tick
    for _ in range(80):
        before = cells(crowd.positions)
        crowd.step(expansions=rng.choice([None, 1, 5, 20]))
        after = cells(crowd.positions)
        assert is_step(world, before, after)
        done += len(crowd)
        assert crowd.stats.moves + crowd.stats.waits == done
        if rng.random() < happens:
            change(crowd, edit, rng, anywhere)
        if not len(crowd):
            break
    return done


def change(crowd, edit, rng, anywhere):
    """Something that happens between two ticks; units do not move by it."""
    where = dict(zip(crowd.ids.tolist(), cells(crowd.positions), strict=True))
    kind = rng.random()
    if kind < 0.25:
        edit()
    elif kind < 0.35:
        crowd.goals[rng.randrange(len(crowd))] = rng.choice(anywhere)
    elif kind < 0.4:
        unit = rng.choice(crowd.ids.tolist())
        crowd.remove(unit)
        del where[unit]
    elif kind < 0.45:
        ids = rng.sample(crowd.ids.tolist(), rng.randint(0, len(crowd)))
        crowd.order(ids, rng.choice(anywhere), rng.choice(["block", "line", "column"]))
    elif kind < 0.5:
        left = sorted(set(free_cells(crowd.world)) - set(where.values()))
        if left:
            cell = rng.choice(left)
            where[crowd.add(cell, rng.choice(anywhere))] = cell
    assert where == dict(zip(crowd.ids.tolist(), cells(crowd.positions), strict=True))


@pytest.mark.parametrize("seed", range(8))
def test_nobody_breaks_a_rule_while_walls_goals_and_units_come_and_go(seed):
    assert live(f"crowd {seed}", scaled(4000)) >= 100


@pytest.mark.parametrize("algorithm", ["lacam", "pibt"])
def test_a_unit_alone_takes_a_cheapest_way_after_any_edits_and_goals(algorithm):
    """A move costs what its cell costs: exactly one where all do, else within a few per cent."""
    rng = random.Random(f"alone {algorithm}")
    walked = 0
    for _ in range(scaled(160)):
        world, edit = rng.choice([random_place, labyrinth])(rng, 9)
        anywhere = [(r, c) for r in range(world.shape[0]) for c in range(world.shape[1])]
        cell = goal = rng.choice(free_cells(world))
        crowd = at.Crowd(world, [cell], [goal], algorithm=algorithm)
        for _ in range(8):
            for _ in range(rng.randint(0, 4)):
                edit()
            if rng.random() < 0.4:
                goal = rng.choice(anywhere)
                crowd.goals[0] = goal
            if rng.random() < 0.6:  # the rest of the way comes after the next edits
                crowd.step(1)
                continue
            cell = cells(crowd.positions)[0]
            if not (world.total[cell] > 0 and world.total[goal] > 0):
                continue
            least = price_of_a_way(world, cell, goal)
            paid = 0
            while least < inf and not crowd.arrived.all():
                crowd.step()
                assert cells(crowd.positions)[0] != cell
                cell = cells(crowd.positions)[0]
                paid += float(world.total[cell])
            assert paid <= least * 1.05
            walked += 0 < least < inf
    assert walked > 50 or SAMPLED


def labyrinth(rng, _):
    """Walls and one-way moves, and what opens and closes cells: ways become far longer by it."""
    grid = at.Grid([[rng.random() > 0.3 for _ in range(12)] for _ in range(12)], diagonal="never")
    cell = lambda: (rng.randrange(12), rng.randrange(12))  # noqa: E731
    moves = [(a, b) for a in free_cells(grid) for b, _ in grid.neighbours(a)]
    for a, b in rng.sample(moves, rng.choice([0, 40])):
        grid.fences.add(a, b, both=False)
    for _ in range(rng.choice([0, 6])):
        grid.links.add(cell(), cell(), cost=1, both=False)

    def edit():
        for _ in range(8):
            grid[cell()] = rng.random() > 0.3

    return grid, edit


def price_of_a_way(world, start, goal):
    """The least sum of the costs of cells to enter."""

    class Entered:
        def neighbours(self, cell):
            return [(other, float(world.total[other])) for other, _ in world.neighbours(cell)]

    return at.textbook.dijkstra(Entered(), start, goal)[1]


@pytest.mark.parametrize("algorithm", ["lacam", "pibt"])
def test_two_units_pass_each_other_in_a_corridor_with_a_bay(algorithm):
    grid = at.Grid.from_text("###.###\n.......", diagonal="never")
    crowd = at.Crowd(grid, [(1, 0), (1, 6)], [(1, 6), (1, 0)], algorithm=algorithm)
    for _ in range(30):
        crowd.step()
        if crowd.arrived.all():
            return
    pytest.fail("they are stuck")


@pytest.mark.parametrize("kind", ["links", "fences", "hex", "triangle"])
def test_lacam_looks_ahead_on_every_kind_of_map(kind):
    """Four units in a small world, which cannot often walk straight to their goals."""
    rng = random.Random(kind)
    stuck = 0
    for _ in range(scaled(30)):
        made = AnyGrid(rng, kind, 6)
        free = free_cells(made.world)
        if len(free) < 5:
            continue
        starts, goals = rng.sample(free, 4), rng.sample(free, 4)
        if not at.solve_crowd(made.world, starts, goals).found:
            continue
        crowd = at.Crowd(made.world, starts, goals)
        for _ in range(300):
            crowd.step()
            if crowd.arrived.all():
                break
        stuck += not crowd.arrived.all()
    assert stuck == 0


def test_lacam_comes_out_of_a_jam_that_needs_a_detour_of_all():
    # A loop with one free cell, and two units that change places.
    grid = at.Grid.from_text("...\n.#.\n...", diagonal="never")
    ring = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0)]
    crowd = at.Crowd(grid, ring, ring[1:] + ring[:1])
    for _ in range(60):
        crowd.step()
        if crowd.arrived.all():
            return
    pytest.fail("they are stuck")


@pytest.mark.parametrize("guidance", [False, True])
def test_the_same_calls_give_the_same_steps(guidance):
    def walk(seed):
        grid = at.maps.caves(30, seed=3)
        free = free_cells(grid)
        rng = random.Random(1)
        starts, goals = rng.sample(free, 60), rng.sample(free, 60)
        crowd = at.Crowd(grid, starts, goals, guidance=guidance, seed=seed)
        crowd.step(15)
        return crowd.positions.tolist()

    assert walk(4) == walk(4)
    assert walk(4) != walk(5)


def shift(grid, units, guidance, seed):
    """The number of goals that units reach in 250 ticks, with a new one on each arrival."""
    rng = random.Random(seed)
    free = free_cells(grid)
    goals = rng.choices(free, k=units)
    crowd = at.Crowd(grid, rng.sample(free, units), goals, guidance=guidance, seed=seed)
    for _ in range(250):
        crowd.step()
        for unit in np.flatnonzero(crowd.arrived):
            crowd.goals[unit] = rng.choice(free)
    return crowd.stats.arrivals


def warehouse():
    """Shelves of ten cells, with aisles of one cell between them."""
    cells = np.ones((31, 58))
    for row in range(2, 29, 2):
        for col in range(3, 46, 11):
            cells[row, col : col + 10] = 0
    return at.Grid(cells, diagonal="never")


def test_guidance_brings_more_units_to_their_goals_where_aisles_are_narrow():
    grid = warehouse()
    plain = [shift(grid, 200, False, seed) for seed in range(3)]
    guided = [shift(grid, 200, True, seed) for seed in range(3)]
    assert all(with_it > without for with_it, without in zip(guided, plain, strict=True))
    assert sum(guided) > 1.2 * sum(plain)


@pytest.mark.parametrize("algorithm", ["lacam", "pibt"])
def test_guided_units_follow_edits_and_all_arrive(algorithm):
    grid = warehouse()
    rng = random.Random(2)
    free = free_cells(grid)
    starts, goals = rng.sample(free, 120), rng.sample(free, 120)
    crowd = at.Crowd(grid, starts, goals, algorithm=algorithm, guidance=True)
    crowd.step(10)
    aisle = (3, 20)
    if aisle not in goals:
        grid[aisle] = 0
    for _ in range(1000):
        crowd.step()
        if crowd.arrived.all():
            return
    pytest.fail("some units have not arrived")


@pytest.mark.parametrize("algorithm", ["lacam", "pibt"])
def test_units_of_one_goal_stand_around_it(algorithm):
    grid = at.Grid(np.ones((9, 9)), diagonal="never")
    starts = [(0, c) for c in range(9)]
    crowd = at.Crowd(grid, starts, [(4, 4)] * 9, algorithm=algorithm)
    crowd.step(60)
    away = np.abs(crowd.positions - [4, 4]).max(axis=1)
    assert crowd.arrived.sum() == 1
    assert away.max() == 1  # the goal and the eight cells around it


def test_a_goal_that_is_a_wall_or_out_of_reach_is_approached():
    grid = at.Grid.from_text("....#.\n....#.", diagonal="never")
    crowd = at.Crowd(grid, [(0, 0), (1, 0)], [(0, 4), (1, 5)])
    crowd.step(20)
    assert cells(crowd.positions) == [(0, 3), (1, 3)]
    assert not crowd.arrived.any()
    grid[1, 4] = 1  # now there is a way
    crowd.step(20)
    assert crowd.arrived.tolist() == [False, True]


def test_a_unit_whose_cell_becomes_a_wall_leaves_it_and_nobody_enters():
    grid = at.Grid(np.ones((1, 5)), diagonal="never")
    crowd = at.Crowd(grid, [(0, 2), (0, 4)], [(0, 2), (0, 0)])
    grid[0, 2] = 0
    for _ in range(10):
        crowd.step()
    assert grid.total[cells(crowd.positions)[0]] > 0
    assert cells(crowd.positions)[1] in [(0, 3), (0, 4)]


def test_rows_follow_ids_when_units_leave_and_join():
    grid = at.Grid(np.ones((5, 5)))
    crowd = at.Crowd(grid, [(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 1), (2, 2)])
    crowd.remove(1)
    assert crowd.ids.tolist() == [0, 2]
    assert cells(crowd.positions) == [(0, 0), (2, 2)]
    assert crowd.add((4, 4), (3, 3)) == 3
    assert crowd.ids.tolist() == [0, 2, 3]
    crowd.goals[1] = (0, 4)
    assert cells(crowd.goals) == [(0, 0), (0, 4), (3, 3)]
    crowd.goals = [(1, 1), (1, 2), (1, 3)]
    crowd.step(20)
    assert crowd.arrived.all()
    assert cells(crowd.positions) == [(1, 1), (1, 2), (1, 3)]


def test_hints_are_the_cells_at_moves_without_a_loop():
    rng = random.Random("hints")
    some = none = 0
    for _ in range(scaled(150)):
        world, _ = random_place(rng, most=7)
        hints = set(cells(at.Crowd(world, [], []).hints))
        moves = [(a, b) for a in free_cells(world) for b, _ in world.neighbours(a) if a != b]
        ends = {end for move in moves if not leads_back(world, *move) for end in move}
        assert hints == ends
        some += bool(ends)
        none += not ends
    assert min(some, none) > 10 or SAMPLED


def leads_back(world, a, b):
    """Whether a way leads from b to a that is not the move between them."""
    seen, stack = {b}, [b]
    while stack:
        here = stack.pop()
        for there, _ in world.neighbours(here):
            if there not in seen and (here, there) != (b, a):
                seen.add(there)
                stack.append(there)
    return a in seen


def test_a_crowd_that_is_all_there_waits():
    grid = at.Grid(np.ones((4, 4)))
    crowd = at.Crowd(grid, [(0, 0), (3, 3)], [(0, 0), (3, 3)])
    crowd.step(5)
    assert (crowd.stats.moves, crowd.stats.waits, crowd.tick) == (0, 10, 5)
