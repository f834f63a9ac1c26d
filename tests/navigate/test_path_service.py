"""The service of paths: three stages, fairness, edits, moves, and its promises on costs."""

import gc
import resource
import threading
import time
from contextlib import suppress
from math import inf, isclose
from pathlib import Path
from random import Random

import numpy as np
import pytest

import asterion as at
from support.effort import scaled
from support.worlds import random_edit, random_worlds


def finished(service, expansions=50):
    """Run the service until nothing waits; it must come to an end."""
    for _ in range(10_000):
        if not service.run(expansions=expansions):
            return
    raise AssertionError(f"{service!r} never ends")


def walled(length=60):
    """A long wall with a gap at the far end: a quick path runs into it."""
    grid = at.Grid(np.ones((21, length), np.uint8))
    grid[1:20, length // 2] = 0
    grid[0, length // 2] = 0
    return grid


# --- Three stages


@pytest.mark.req("S003-11")
def test_the_first_move_is_made_after_one_quick_search():
    grid = walled()
    for quick in (3, 8, 15):
        service = at.PathService(grid, quick=quick)
        unit = service.request((10, 2), (10, 50))
        service.run(expansions=8 * quick)
        assert unit.status == "quick"
        assert 2 <= len(unit.path) <= quick + 1
        assert unit.path.status == "partial"
        assert not unit.path.found
        assert unit.path[0] == unit.position == (10, 2)
        at.validate(grid, unit.path)
        assert unit.step()[1] == 3
        assert (service.stats.quick, service.stats.full) == (1, 0)


@pytest.mark.req("S003-11")
def test_the_full_path_leads_on_from_the_quick_one_and_the_splice_shortens_it():
    grid = walled()
    service = at.PathService(grid)
    unit = service.request((10, 2), (10, 50))
    service.run(expansions=64)
    quick = [*unit.path]
    while unit.step():  # to the end of the quick path, while nothing else is done
        pass
    assert unit.position == quick[-1]
    assert unit.step() is None
    while unit.status != "full":
        service.run(expansions=10)
    best = at.distances(grid, (10, 50), direction="to")
    assert isclose(unit.path.cost, best[quick[-1]])
    assert unit.path[0] == quick[-1]
    finished(service)
    assert isclose(unit.path.cost, best[unit.position])


@pytest.mark.req("S003-11")
def test_a_unit_that_walks_meanwhile_never_has_more_left_than_both_parts():
    random = Random("both parts")
    for world, free in random_worlds(random, 600, 25):
        service = at.PathService(world.world, quick=random.choice([1, 3, 8]))
        start, goal = random.choice(free), random.choice(free)
        unit = service.request(start, goal)
        best = at.distances(world.world, goal, direction="to")
        bound, quick_end = inf, start
        while service.run(expansions=random.choice([1, 5, 20])) or unit.status == "quick":
            if unit.status == "quick":
                quick_end = unit.path[-1]
                bound = unit.path.cost + best[quick_end]
            elif unit.status == "full":
                assert unit.path.cost <= bound * (1 + 1e-9)
                assert isclose(at.validate(world.world, unit.path), unit.path.cost, abs_tol=1e-9)
                bound = unit.path.cost
            before = unit.position
            if random.random() < 0.5 and unit.step() is not None:
                bound -= at.find_path(world.world, before, unit.position).cost
                bound += 1e-9
        assert (unit.status == "unreachable") == (best[start] == inf)


def expansions_until(service, done):
    """Run the service by single expansions until something is true; return how many it took."""
    before = service.stats.expanded
    while not done():
        service.run(expansions=1)
    return service.stats.expanded - before


@pytest.mark.req("S003-11")
def test_the_splice_costs_little_more_than_the_full_path_and_only_it_makes_a_path_cheapest():
    random = np.random.default_rng(11)
    total = one_search = detours = 0
    for _ in range(scaled(6)):
        grid = at.Grid(random.integers(1, 10, (201, 201)).astype(np.uint8))
        start, goal = ((int(row), int(col)) for row, col in random.integers(0, 201, (2, 2)))
        best = at.find_path(grid, start, goal, algorithm="astar")
        service = at.PathService(grid)
        unit = service.request(start, goal)
        expansions_until(service, lambda unit=unit: unit.status == "full")
        steps = [step for step, _ in unit.parts]
        assert steps == ["quick", "full"]
        detours += unit.path.cost > best.cost * (1 + 1e-9)
        before = service.stats.expanded
        finished(service, 1000)
        assert isclose(unit.path.cost, best.cost)
        assert service.stats.expanded - before < before / 2
        total += service.stats.expanded
        one_search += best.stats.expanded
    assert total < 1.3 * one_search
    assert detours


@pytest.mark.req("S003-11")
def test_for_a_unit_that_walks_on_the_splice_is_no_new_search():
    """Or, where jump point search came too late, one that keeps up with it."""
    random = np.random.default_rng(12)
    total = one_search = walking = 0
    for _ in range(scaled(30)):
        costs = random.integers(1, 10, (61, 61)).astype(np.uint8)
        start, goal = ((int(row), int(col)) for row, col in random.integers(0, 61, (2, 2)))
        grid = at.Grid(costs)
        service = at.PathService(grid, quick=16)
        unit = service.request(start, goal)
        while service.run(expansions=2 if unit.status == "full" else 150):
            walking += unit.step() is not None
        total += service.stats.expanded
        one_search += at.find_path(grid, start, goal, algorithm="astar").stats.expanded
    assert total < 1.3 * one_search
    assert walking > 10
    for grid in (at.maps.rooms(101, seed=3), at.maps.caves(101, seed=3)):
        inner = tuple(np.argwhere(grid.cost > 0)[5000])
        free = [tuple(cell) for cell in np.argwhere(at.reachable(grid, inner)).tolist()]
        dice = Random("jumps")
        for _ in range(scaled(100)):
            service = at.PathService(grid)
            unit = service.request(*dice.sample(free, 2))
            while service.run(expansions=40):
                unit.step()
            assert service.stats.splice <= 2


def test_cells_that_cost_more_since_the_splice_began_have_it_done_again():
    random = Random("risen")
    missed = 0
    for seed in range(max(20, scaled(60))):
        costs = np.random.default_rng(seed).integers(1, 10, (20, 20)).astype(np.uint8)
        grid = at.Grid(costs)
        service = at.PathService(grid, quick=5)
        start, goal = ((random.randrange(20), random.randrange(20)) for _ in range(2))
        unit = service.request(start, goal)
        while service.run(expansions=1) and unit.status != "full":
            pass
        for cell in {*at.find_path(grid, start, goal)} - {*unit.path}:
            grid[cell] = 200
            missed += 1
        finished(service)
        check_cheapest(grid, unit)
    assert missed


@pytest.mark.req("S003-11")
def test_a_unit_that_never_rests_gets_a_cheapest_path_from_where_it_is():
    """Also where edits far from any path come in every frame."""
    costs = np.random.default_rng(4).integers(1, 10, (61, 61)).astype(np.uint8)
    checked = 0
    for rooms in (at.maps.rooms(61, seed=3), at.maps.caves(61, seed=3), at.Grid(costs)):
        world = at.Grid(np.pad(rooms.cost, ((0, 9), (0, 0))))
        free = [tuple(cell) for cell in np.argwhere(at.reachable(world, (1, 1))).tolist()]
        random = Random("restless")
        for _ in range(scaled(8)):
            service = at.PathService(world, quick=4)
            unit = service.request(*random.sample(free, 2))
            while service.run(expansions=random.choice([1, 20])) or unit.status != "arrived":
                if not unit.place:
                    check_cheapest(world, unit)
                    checked += unit.status == "full"
                unit.step()
                world[65:, random.randrange(61)] = random.choice([0, 1])
    assert checked > 100


def test_statuses_from_request_to_arrival():
    grid = at.Grid(np.ones((5, 40), np.uint8))
    service = at.PathService(grid)
    unit = service.request((2, 0), (2, 39))
    assert unit.status == "waiting"
    assert (len(unit.path), unit.path.cost, unit.path.status) == (1, 0.0, "partial")
    assert unit.step() is None
    finished(service)
    assert unit.status == "full"
    cells = [unit.step() for _ in range(39)]
    assert cells[-1] == unit.position == unit.goal == (2, 39)
    assert unit.status == "arrived"
    assert unit.step() is None
    assert service.request((1, 1), (1, 1)).status == "arrived"


def test_what_cannot_be_reached_is_known_without_a_search():
    grid = at.Grid.from_text("......\n.####.\n.#..#.\n.####.\n......")
    service = at.PathService(grid)
    inside, wall = service.request((0, 0), (2, 2)), service.request((0, 0), (1, 2))
    service.run(expansions=1)
    finished(service)
    assert inside.status == wall.status == "unreachable"
    assert service.stats.expanded == 0
    assert (inside.path.status, len(inside.path), inside.step()) == ("unreachable", 0, None)


def test_what_opens_is_reached_after_all():
    grid = at.Grid.from_text("...#...")
    service = at.PathService(grid)
    unit = service.request((0, 0), (0, 6))
    finished(service)
    assert unit.status == "unreachable"
    grid[0, 3] = 1
    assert unit.status == "waiting"
    finished(service)
    assert unit.path.cost == 6


# --- Edits, moves, cancelling


def test_an_edit_on_the_path_sends_it_back_to_waiting_and_one_elsewhere_does_not():
    grid = at.Grid(np.ones((9, 30), np.uint8))
    service = at.PathService(grid)
    unit = service.request((4, 0), (4, 29))
    finished(service)
    grid[0, 15] = 0
    assert unit.status == "full"
    grid[4, 15] = 0
    assert unit.status == "waiting"
    assert unit.step() is None  # it does not walk towards a wall
    finished(service)
    assert isclose(unit.path.cost, at.find_path(grid, (4, 0), (4, 29)).cost)
    grid[[*unit.path][10]] = 5  # more expensive, but open
    assert unit.status == "waiting"
    assert service.stats.sent_back == 2


def test_an_edit_that_may_shorten_the_path_has_it_spliced_again():
    grid = walled()
    service = at.PathService(grid)
    unit = service.request((10, 2), (10, 50))
    finished(service)
    long = unit.path.cost
    grid[10, 30] = 1
    assert unit.status == "full"
    finished(service)
    assert unit.path.cost == 48 < long
    assert unit.path.optimal


def test_a_unit_that_is_moved():
    grid = at.Grid(np.ones((9, 60), np.uint8))
    service = at.PathService(grid)
    unit = service.request((4, 0), (4, 59))
    finished(service)
    unit.move_to((4, 7))  # on its path
    assert (unit.status, unit.path.cost, unit.position) == ("full", 52, (4, 7))
    unit.move_to((0, 9))
    assert (unit.status, unit.position) == ("waiting", (0, 9))
    finished(service)
    assert isclose(unit.path.cost, at.find_path(grid, (0, 9), (4, 59)).cost)
    unit.move_to((4, 59))
    assert unit.status == "arrived"
    unit.move_to((4, 50))  # pushed away again
    assert unit.status == "waiting"


def test_a_unit_whose_cell_becomes_a_wall_gets_out():
    grid = at.Grid(np.ones((9, 30), np.uint8))
    service = at.PathService(grid)
    unit = service.request((4, 0), (4, 29))
    service.run(expansions=64)
    unit.step()
    grid[unit.position] = 0
    finished(service)
    assert unit.status == "full"
    for _ in range(40):
        unit.step()
    assert unit.status == "arrived"


def test_a_first_part_that_leads_into_a_trap_is_given_up():
    """Out of a wall a unit may go to either side, one of which is closed in."""
    grid = at.Grid.from_text("....#....\n....#....\n.#######.\n.........", diagonal="never")
    grid[0, 4] = 1
    service = at.PathService(grid, quick=2)
    unit = service.request((0, 4), (1, 8))
    grid[0, 4] = 0
    grid[2, 8] = 0
    grid[0, 5:] = 0
    finished(service)
    assert unit.status == "unreachable"
    grid[0, 5] = 1
    grid[1, 5:] = 1
    finished(service)
    assert unit.status == "full"


def test_cancelled_and_dropped_requests_cost_nothing_more():
    grid = walled()
    service = at.PathService(grid)
    units = [service.request((10, 2), (10, 50)) for _ in range(3)]
    assert len(service) == 3
    units[0].cancel()
    units[0].cancel()
    assert (units[0].status, units[0].step()) == ("cancelled", None)
    units[0].move_to((1, 1))
    assert units[0].status == "cancelled"
    del units[1]
    gc.collect()
    finished(service)
    assert len(service) == 2
    assert service.stats.quick == 1
    del service  # requests keep it alive
    assert units[1].status == "full"


def test_a_path_says_which_steps_it_comes_from():
    grid = walled()
    service = at.PathService(grid)
    unit, other = service.request((10, 2), (10, 50)), service.request((10, 3), (10, 51))
    assert unit.parts == other.parts == []
    assert (unit.place, other.place) == (("quick", 0), ("quick", 1))
    seen, was_joined, quick = [], False, 0
    while service.run(expansions=1):
        assert sum(moves for _, moves in unit.parts) == len(unit.path) - 1
        steps = [step for step, _ in unit.parts]
        if steps not in seen:
            seen.append(steps)
        if steps == ["quick", "full"]:
            was_joined = True
            assert unit.parts[0][1] == quick
            assert unit.place[0] == "splice"
        elif steps == ["quick"]:
            quick = unit.parts[0][1]
            assert unit.place[0] == "full"
    assert was_joined
    assert seen == [[], ["quick"], ["quick", "full"], ["splice"]]
    assert unit.path.optimal
    assert unit.place is None
    unit.step()
    assert unit.parts == [("splice", len(unit.path) - 1)]


# --- Many of them


def test_a_thousand_random_lives():
    random = Random("lives of units")
    for world, free in random_worlds(random, 250, 16):
        service = at.PathService(world.world, quick=random.choice([1, 4, 8]))
        units = []
        for _ in range(random.choice([5, 30])):
            units = live(random, world, free, service, units)
            check_line(service, units)
        finished(service)
        assert {unit.place for unit in units} <= {None}
        for unit in units:
            check_cheapest(world.world, unit)


def live(random, world, free, service, units):
    """After any event, the remaining paths can be walked."""
    what = random.random()
    if what < 0.3 or not units:
        total = np.asarray(world.world.total)
        start = random.choice(free)
        if total[start] > 0:
            priority = random.randrange(3)
            units = [*units, service.request(start, random.choice(free), priority=priority)]
    elif what < 0.5:
        service.run(expansions=random.choice([0, 1, 7, 60, 1000]))
    elif what < 0.75:
        for unit in random.sample(units, min(5, len(units))):
            unit.step()
    elif what < 0.85:
        random_edit(random, world)
    elif what < 0.9:
        random.choice(units).move_to(world.some_cell(random))
    elif what < 0.95:
        gone = random.choice(units)
        gone.cancel()
        units = [unit for unit in units if unit is not gone]
    else:
        units = units[1:]
    for unit in units:
        check_walkable(world.world, unit)
    return units


def check_walkable(world, unit):
    path = unit.path
    if unit.status == "unreachable":
        assert not len(path)
        return
    check_parts(unit, path)
    assert path[0] == unit.position
    assert path.found == (unit.status in ("full", "arrived"))
    if unit.status in ("full", "arrived"):
        assert path[-1] == unit.goal
    if len(path) > 1:
        assert path[1] in dict(world.neighbours(path[0]))
        if len(path) > 2:
            at.validate(world, path[1:])


def check_parts(unit, path):
    """Each move of a path comes from one step; only a full part follows another one."""
    steps, moves = [step for step, _ in unit.parts], [count for _, count in unit.parts]
    assert sum(moves) == len(path) - 1
    assert min(moves, default=1) > 0
    assert steps in ([], ["quick"], ["full"], ["splice"], ["quick", "full"])
    if unit.status == "quick":
        assert steps in ([], ["quick"])


def check_line(service, units):
    """All that wait have distinct places, from 0 on."""
    waiting = service.run(expansions=0)  # which forgets unreferenced requests
    places = [unit.place for unit in units if unit.place is not None]
    assert sorted(before for _, before in places) == [*range(len(places))]
    for unit in units:
        needs = None if unit.place is None else unit.place[0]
        if unit.status == "waiting":
            assert needs in ("quick", "splice", "full")
        elif unit.status == "quick":
            assert needs == "full"
        elif unit.status == "full":
            assert needs in (None, "splice")
        else:
            assert needs is None
    assert waiting == len(places)


def check_cheapest(world, unit):
    """When nothing waits any more, every path is a cheapest one."""
    costs = at.distances(world, unit.goal, direction="to")
    moves = dict(world.neighbours(unit.position))
    best = min((cost + costs[cell] for cell, cost in moves.items()), default=inf)
    if unit.position == unit.goal:
        assert unit.status == "arrived"
        return
    assert unit.status == ("unreachable" if best == inf else "full"), (unit, best)
    if best < inf:
        assert unit.path.optimal
        assert isclose(unit.path.cost, best, rel_tol=1e-9)


def test_without_a_move_or_an_edit_the_path_is_a_cheapest_one():
    random = Random("unmoved")
    for world, free in random_worlds(random, 1500, 20):
        service = at.PathService(world.world, quick=random.choice([1, 3, 8, 15]))
        units = [service.request(random.choice(free), random.choice(free)) for _ in range(4)]
        finished(service, random.choice([1, 13, 1000]))
        for unit in units:
            check_cheapest(world.world, unit)


def test_paths_of_large_units_follow_the_edits_of_single_cells():
    random = Random("large")
    for _ in range(scaled(100)):
        costs = [[random.choice([0, 1, 1, 2, 5]) for _ in range(14)] for _ in range(14)]
        grid = at.Grid(np.array(costs, np.uint8))
        world = grid.view(size=random.choice([2, (1, 3), (3, 2)]))
        service = at.PathService(world)
        for _ in range(8):
            free = [tuple(cell) for cell in np.argwhere(world.total > 0).tolist()]
            if not free:
                break
            unit = service.request(random.choice(free), random.choice(free))
            finished(service)
            check_cheapest(world, unit)
            unit.cancel()
            grid[random.randrange(14), random.randrange(14)] = random.choice([0, 1, 9])


def test_cells_closed_to_a_character_are_to_the_service_as_walls():
    """The same choice among equally cheap paths, with the same work."""
    random = np.random.default_rng(1)
    for _ in range(scaled(60)):
        costs = random.integers(1, 10, (25, 25)).astype(np.uint8)
        closed = random.random((25, 25)) < 0.1
        closed[0, 0] = closed[24, 24] = False
        seen = []
        for world in (at.Grid(costs).view(blocked=closed), at.Grid(np.where(closed, 0, costs))):
            service = at.PathService(world)
            unit = service.request((0, 0), (24, 24))
            finished(service)
            seen.append((unit.path.nodes, service.stats.expanded))
        assert seen[0] == seen[1]


def test_the_same_calls_give_the_same_paths():
    def story(*, at_once):
        random = Random("same")
        grid = at.maps.rooms(61, seed=3)
        free = [tuple(cell) for cell in np.argwhere(grid.total > 0).tolist()]
        service = at.PathService(grid)
        units = [service.request(random.choice(free), random.choice(free)) for _ in range(40)]
        told = []
        for _ in range(80):
            service.run(expansions=40)
            told.append(service.step(units) if at_once else [unit.step() for unit in units])
            grid[random.choice(free)] = random.choice([0, 1])
        stats = service.stats
        return told, stats.expanded, stats.splice, stats.sent_back

    assert story(at_once=False) == story(at_once=False) == story(at_once=True)


def test_requests_to_one_goal_share_a_search():
    grid = at.maps.rooms(101, seed=1)
    free = [tuple(cell) for cell in np.argwhere(grid.total > 0).tolist()]
    random = Random("shared")
    starts = [random.choice(free) for _ in range(60)]
    service = at.PathService(grid)
    units = [service.request(start, (99, 99)) for start in starts]
    finished(service)
    assert service.stats.shared >= 40
    assert service.stats.expanded < 3 * len(free)
    for unit in units:
        check_cheapest(grid, unit)


def test_searches_that_were_continued_do_not_pile_up():
    """Each takes 8 bytes per cell or more."""
    costs = np.random.default_rng(0).integers(1, 10, (1500, 1500)).astype(np.uint8)
    service = at.PathService(at.Grid(costs))
    starts = [(row, col) for row in range(5, 1500, 250) for col in range(5, 1500, 250)]
    units = [service.request((row, col), (row + 30, col + 30)) for row, col in starts]
    used = []
    while service.run(expansions=500):
        used.append(int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize())
    assert all(unit.path.optimal for unit in units)
    assert service.stats.splice > 30
    assert max(used) - used[0] < 8 * 8 * costs.size


# --- Fairness


def test_every_request_has_its_turn_however_important_the_others_are():
    grid = at.maps.rooms(61, seed=3)
    free = [tuple(cell) for cell in np.argwhere(grid.total > 0).tolist()]
    random = Random("fair")
    service = at.PathService(grid)
    crowd = [service.request(random.choice(free), (1, 1), priority=9) for _ in range(20)]
    modest = service.request((1, 1), (59, 59), priority=-5)
    for _ in range(400):  # more of the important ones at every turn
        if modest.status == "full":
            break
        crowd.append(service.request(random.choice(free), random.choice(free), priority=9))
        service.run(expansions=30)
    done = service.stats
    searches = done.quick + done.full + done.splice + done.shared
    # Twice in line, for its quick path and for its full one, behind those who were there before.
    assert modest.status == "full"
    assert searches <= 2 * 4 * (len(crowd) + 1)


def test_the_more_important_one_is_first():
    grid = at.maps.rooms(61, seed=3)
    service = at.PathService(grid)
    low, high = (service.request((1, 1), (59, 59), priority=p) for p in (0, 1))
    service.run(expansions=64)
    assert (low.status, high.status, high.priority) == ("waiting", "quick", 1)


# --- Blocked units


@pytest.mark.req("S003-14")
def test_a_unit_in_the_way_is_waited_for_or_walked_round():
    """One unit stands in a corridor, beside which there is another passage."""
    text = ".........\n.#######.\n.........\n"
    moves = {}
    for meeting in ("pass", "wait", "detour", "both"):
        grid = at.Grid.from_text(text, diagonal="never")
        service = at.PathService(grid, meeting=meeting, patience=4)
        parked = service.request((2, 4), (2, 4))
        unit = service.request((2, 0), (2, 8))
        finished(service)
        moves[meeting] = 0
        while unit.status != "arrived" and moves[meeting] < 40:
            unit.step()
            assert meeting == "pass" or unit.position != parked.position
            moves[meeting] += 1
    # Straight through; for ever; round at once, back from the third cell; the same after four.
    assert moves == {"pass": 8, "wait": 40, "detour": 18, "both": 22}


def test_a_unit_whose_cell_becomes_a_wall_walks_round_another():
    """It may leave the wall, which no unit may enter."""
    grid = at.Grid(np.ones((3, 5), np.uint8), diagonal="never")
    service = at.PathService(grid, meeting="detour")
    parked = service.request((1, 2), (1, 2))
    unit = service.request((1, 1), (1, 4))
    finished(service)
    assert tuple(unit.path[1]) == parked.position
    grid[1, 1] = 0
    finished(service)
    unit.step()
    assert unit.position in {(0, 1), (2, 1)}


@pytest.mark.req("S003-14")
def test_a_unit_that_moves_on_is_worth_waiting_for():
    grid = at.Grid(np.ones((1, 20), np.uint8))
    service = at.PathService(grid, meeting="both", patience=3)
    first, second = service.request((0, 1), (0, 19)), service.request((0, 0), (0, 18))
    finished(service)
    for _ in range(30):
        second.step()  # before the first one has moved
        first.step()
    assert (first.status, second.status) == ("arrived", "arrived")


# --- Threads


@pytest.mark.slow
def test_threads_edit_and_ask_while_the_service_works():
    grid = at.maps.rooms(61, seed=3)
    free = [tuple(cell) for cell in np.argwhere(grid.total > 0).tolist()]
    service = at.PathService(grid)
    until = time.monotonic() + 2
    wrong = []

    def work(number):
        random = Random(number)
        units = []
        try:
            while time.monotonic() < until:
                if number < 2:
                    grid[random.choice(free)] = random.choice([0, 1])
                elif number < 4:
                    service.run(expansions=random.choice([10, 1000]))
                else:
                    with suppress(ValueError):  # the start may be a wall by now
                        units.append(service.request(*random.sample(free, 2)))
                    for unit in units[-5:]:
                        unit.step()
                        _ = unit.status, unit.path, unit.position
                    units = units[-20:]
        except Exception as error:  # noqa: BLE001 - it is reported below
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    unit = service.request(*[cell for cell in free if grid[cell] > 0][:: len(free) // 3][:2])
    finished(service)
    check_cheapest(grid, unit)


# --- Graphs, and bad input


def test_on_a_graph():
    random = Random("roads")
    edges = [(a, b, random.randint(1, 9)) for a in range(60) for b in random.sample(range(60), 3)]
    graph = at.Graph(edges, nodes=range(60))
    service = at.PathService(graph, quick=3)
    units = [service.request(random.randrange(60), random.randrange(60)) for _ in range(30)]
    finished(service, 7)
    for edit in range(20):
        for unit in units:
            best = at.find_path(graph, unit.position, unit.goal)
            assert (unit.status in ("full", "arrived")) == best.found
            assert not unit.path.optimal or isclose(unit.path.cost, best.cost)
            unit.step()
        graph.set_cost(random.randrange(len(edges)), random.choice([1, 5, inf]))
        finished(service, 7 + edit)


def test_requests_that_cannot_be():
    service = at.PathService(at.Grid([[1, 0]]))
    with pytest.raises(ValueError, match=r"start \(0, 1\) is a wall"):
        service.request((0, 1), (0, 0))
    with pytest.raises(IndexError, match=r"goal \(0, 2\) is outside"):
        service.request((0, 0), (0, 2))
    with pytest.raises(TypeError, match="priority is 'high'; it must be a whole number"):
        service.request((0, 0), (0, 1), priority="high")
    with pytest.raises(TypeError, match="world"):
        at.PathService("map")
    assert len(service) == 0
    other = at.PathService(at.Grid([[1, 1]])).request((0, 0), (0, 1))
    with pytest.raises(at.InvalidValue, match=r"units\[0\] is a request to another service"):
        service.step([other])
    with pytest.raises(at.InvalidType, match=r"units\[0\] is 5; it must be a PathRequest"):
        service.step([5])
    with pytest.raises(TypeError):
        service.step(None)
    assert service.step([]) == []
    unit = service.request((0, 0), (0, 1), priority=10**30)
    with pytest.raises(IndexError):
        unit.move_to((5, 5))
