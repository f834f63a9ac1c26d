"""Island search: paths over given cells, or over the doors and corridors that paths use most."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from math import inf, isclose
from pathlib import Path
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.abstraction import island_legs, island_query
from islands import rows  # of benchmarks/islands.py, which prints the table
from support import reference
from support.effort import SAMPLED
from support.worlds import DIAGONALS, checked_cost, random_edit, random_worlds

HOUSE = at.maps.rooms(95, size=11, extra=0.2, seed=3)


def fewest_costs(world, islands, start, goal):
    """The oracle: for each number of islands, the cost of the cheapest path that passes as many.

    A plain Dijkstra over pairs of a cell and the number of islands passed, start and goal apart.
    """
    total, counted = world.total, {*islands} - {start, goal}
    best: dict = {}
    queue = [(0.0, start, 0)]
    while queue:
        cost, cell, passed = heappop(queue)
        if (cell, passed) in best:
            continue
        best[cell, passed] = cost
        for other, move in reference.moves(total, *world.rules, cell):
            now = passed + (other in counted)
            if now <= len(islands) and (other, now) not in best:
                heappush(queue, (cost + move, other, now))
    return [best.get((goal, passed), inf) for passed in range(len(islands) + 1)]


def some_islands(random, world):
    """Cells anywhere: on walls, behind them, in the way, twice; or none; or those it chooses."""
    if random.random() < 0.1:
        return None
    return [world.some_cell(random) for _ in range(random.choice([0, 1, 2, 3, 5, 9, 20]))]


def check_plan(world, known, start, goal, most):
    """Check that a path is cheapest among paths over at most ``most`` islands, or of all."""
    plan = known.plan(start, goal, most)
    cost = checked_cost(world, plan.path, start, goal)
    best = fewest_costs(world, known.islands, start, goal)
    wanted = min(best if most is None else best[: most + 1])
    if wanted == inf:  # no path passes so few: the plain search answers, if any does
        wanted = min(best)
        assert most is not None or not plan.path
    else:
        assert most is None or len(plan.islands) <= most
    assert plan.path.found == (wanted < inf)
    if plan.path:
        assert isclose(cost, wanted, rel_tol=1e-9)
        inner = plan.path[1:-1]
        assert [cell for cell in inner if cell in known._legs.index] == plan.islands
    if most is None and plan.path:
        assert plan.path.optimal
    return plan


@pytest.mark.req("S003-10", "S003-15")
@pytest.mark.parametrize("chunk", range(8))
def test_no_path_over_so_few_islands_is_cheaper(chunk, monkeypatch):
    # So that small worlds have floods too, which come after some searches.
    monkeypatch.setattr(island_query, "_SEARCHES", chunk % 3)
    random = Random(f"islands {chunk}")
    rules, over, limited = set(), 0, 0
    for world, free in random_worlds(random, 250, largest=9):
        known = at.IslandMap(world.world, some_islands(random, world))
        ends = free + [cell for cell in known.islands if cell in free]
        for _ in range(3):
            start, goal = random.choice(ends), random.choice([world.some_cell(random), *ends])
            most = random.choice([None, None, 0, 1, 2, 3])
            plan = check_plan(world, known, start, goal, most)
            over += bool(plan.islands)
            limited += most is not None and most < len(plan.islands)
            rules.add(world.grid.diagonal)
    if not SAMPLED:
        assert over > 20
        assert limited  # every path passes more, and yet there is one
        assert rules == {*DIAGONALS}


@pytest.mark.req("S003-10", "S003-15")
@pytest.mark.parametrize("searches", [0, 1])
def test_a_limit_is_kept_where_islands_do_not_separate(searches, monkeypatch):
    monkeypatch.setattr(island_query, "_SEARCHES", searches)
    random = Random(f"many islands {searches}")
    detours = 0
    for world, free in random_worlds(random, 800, largest=7):
        known = at.IslandMap(world.world, random.sample(free, len(free) // 3))
        start, goal = random.choice(free), random.choice(free)
        plan = check_plan(world, known, start, goal, random.choice([1, 2]))
        detours += bool(plan.islands) and not plan.path.optimal
    assert detours > 20 or SAMPLED


@pytest.mark.req("S003-15")
def test_what_earlier_queries_have_measured_changes_no_answer(monkeypatch):
    random = Random("known legs")
    for world, free in random_worlds(random, 60, largest=9):
        monkeypatch.setattr(island_query, "_SEARCHES", random.randrange(3))
        islands = [world.some_cell(random) for _ in range(random.choice([3, 6, 12]))]
        known = at.IslandMap(world.world, islands)
        for _ in range(6):
            start, goal = random.choice(free), random.choice([*free, *islands])
            check_plan(world, known, start, goal, random.choice([None, None, 1, 2]))
        new = at.IslandMap(world.world, islands).graph
        assert known.graph.ends.tolist() == new.ends.tolist()
        assert known.graph.costs == pytest.approx(new.costs, rel=1e-9)


@pytest.mark.req("S003-15")
def test_only_what_a_query_needs_is_searched(monkeypatch):
    searches = []

    def counted(search):
        def count(*args, **options):
            searches.append(search)
            return search(*args, **options)

        return count

    for name in ("find_path", "distances"):
        monkeypatch.setattr(island_legs, name, counted(getattr(island_legs, name)))
    mud = at.Grid(HOUSE.cost * np.random.default_rng(2).integers(1, 10, HOUSE.shape))
    doors = at.IslandMap(HOUSE).islands
    searches.clear()
    known = at.IslandMap(mud, doors)
    assert not searches
    plan = known.plan((2, 2), (40, 40))
    first = len(searches)
    assert len(plan.legs) <= first < len(doors)
    searches.clear()
    assert known.plan((2, 2), (40, 40)).path.nodes == plan.path.nodes
    assert len(plan.legs) <= len(searches) < first  # for the cells of each leg, and at both ends
    searches.clear()
    assert len(known.graph) == len(doors)
    assert len(searches) > len(doors) / 4


@pytest.mark.req("S003-10")
@pytest.mark.parametrize("chunk", range(4))
def test_after_edits_it_is_refused_and_then_as_good_as_new(chunk):
    random = Random(f"edited islands {chunk}")
    for world, _ in random_worlds(random, 120):
        known = at.IslandMap(world.world, some_islands(random, world))
        connections = len(known.graph.costs)
        for _ in range(3):
            before = world.world.version
            random_edit(random, world)
            free = world.free_cells()
            if not free:
                break
            start, goal = random.choice(free), world.some_cell(random)
            if world.world.version != before:
                with pytest.raises(at.WorldChanged, match="the island map was made for version"):
                    known.plan(start, goal)
            if random.random() < 0.5:
                known.refresh()
                connections = len(known.graph.costs)
            else:
                known.remeasure()
                assert len(known.graph.costs) == connections
            check_plan(world, known, start, goal, random.choice([None, 1, 2]))


@pytest.mark.req("S003-10")
@pytest.mark.parametrize(
    "islands",
    [
        [],
        [(0, 3)],  # on a wall
        [(4, 6)],  # behind walls
        [(4, 0)],  # far off
        [(0, 2)],  # next to the path
        [(0, 0), (0, 6)],  # the ends themselves
        [(r, c) for r in range(5) for c in range(7)],  # everywhere
    ],
)
def test_useless_islands_do_no_harm(islands):
    grid = at.Grid.from_text("""
        ...#...
        ...#...
        .......
        ....###
        ....##.
    """)
    known = at.IslandMap(grid, islands)
    best = at.find_path(grid, (0, 0), (0, 6))
    for most in (None, 0, 1, 99):
        plan = known.plan((0, 0), (0, 6), most)
        assert isclose(at.validate(grid, plan.path), best.cost)
    assert not known.find_path((0, 0), (4, 6))
    assert known.plan((0, 0), (0, 3)).path.status == "unreachable"
    assert known.plan((0, 0), (0, 0)).path.nodes == [(0, 0)]


@pytest.mark.req("S003-10")
def test_a_limit_leads_round_the_islands_beyond_it():
    grid = at.Grid.from_text("""
        .......
        .##.##.
        .......
    """)
    known = at.IslandMap(grid, [(2, 2), (2, 3), (2, 4)])
    plan = known.plan((2, 0), (2, 6))
    assert (plan.islands, plan.path.optimal) == ([(2, 2), (2, 3), (2, 4)], True)
    plan = known.plan((2, 0), (2, 6), most=2)
    assert (plan.islands, plan.path.optimal) == ([], False)
    assert (
        plan.path.cost == at.find_path(grid.view(blocked=grid.cost != 1), (2, 0), (2, 6)).cost + 4
    )
    corridor = at.IslandMap(at.maps.field((1, 7)), [(0, 2), (0, 3), (0, 4)])
    assert corridor.plan((0, 0), (0, 6), most=1).islands == [(0, 2), (0, 3), (0, 4)]  # no other way


@pytest.mark.req("S003-10")
def test_doors_of_rooms_are_chosen_and_far_less_is_expanded():
    known = at.IslandMap(HOUSE)
    rows = HOUSE.total > 0
    doors = [(r, c) for r, c in np.argwhere(rows).tolist() if r % 12 == 11 or c % 12 == 11]
    assert {*known.islands} <= {*doors}
    assert len(known.islands) > 0.9 * len(doors)
    random = Random("doors")
    free = [tuple(cell) for cell in np.argwhere(rows).tolist()]
    cells = searched = 0
    for _ in range(40):
        start, goal = random.sample(free, 2)
        best = at.find_path(HOUSE, start, goal, algorithm="astar")
        plan = known.plan(start, goal)
        assert isclose(at.validate(HOUSE, plan.path), best.cost, rel_tol=1e-9)
        cells += best.stats.expanded
        searched += plan.expanded
        assert plan.expanded >= sum(leg.stats.expanded for leg in plan.legs)
    assert searched < cells / 8


@pytest.mark.slow
@pytest.mark.req("S003-10")
def test_the_docs_have_the_counts_of_now():
    page = (Path(__file__).parents[2] / "docs" / "graphs.md").read_text(encoding="utf-8")
    for row in rows():
        assert f"| {' | '.join(row)} |" in page, row


@pytest.mark.req("S003-10")
def test_start_and_goal_that_islands_do_not_separate_are_searched_as_on_the_grid():
    cave = at.maps.caves(60, seed=2)
    random = Random("cave")
    free = [tuple(cell) for cell in np.argwhere(cave.cost > 0).tolist()]
    known = at.IslandMap(cave, random.sample(free, 20))
    for _ in range(40):
        start, goal = random.sample(free, 2)
        best = at.find_path(cave, start, goal, algorithm="astar")
        assert [*known.find_path(start, goal)] == [*best]
        assert not best or known.plan(start, goal).expanded == best.stats.expanded


def test_islands_are_taken_as_cells_are_everywhere():
    grid = at.maps.field((2, 4))
    for islands in ((1, 2), [1, 2], [(1, 2), (1, 2)], {(1, 2)}, np.array([[1, 2]])):
        assert at.IslandMap(grid, islands).islands == [(1, 2)]
    assert at.IslandMap(grid, {(1, 2), (0, 3), (0, 0)}).islands == [(0, 0), (0, 3), (1, 2)]
    assert repr(at.IslandMap(grid, [(0, 0), (0, 3)])) == "<IslandMap of 2 islands and 2 legs>"
    assert at.IslandMap(grid).islands == []  # no doors


def test_the_graph_of_islands_is_for_navigators_too():
    grid = at.Grid.from_text("""
        ...#...#...
        ...........
        ...#...#...
    """)
    known = at.IslandMap(grid)
    assert known.islands == [(1, 3), (1, 7)]
    agent = at.Navigator(known.graph, (1, 3), (1, 7))
    assert agent.path.cost == 4
    grid[1, 5] = 9
    known.remeasure()
    assert agent.path.cost == known.find_path((1, 3), (1, 7)).cost == pytest.approx(2 + 2 * 2**0.5)
    assert known.nbytes == 72 * 2 + 2 * 2 * 8 + 33 * 16


def test_copies_and_threads_answer_alike():
    known = at.IslandMap(HOUSE)
    free = [tuple(cell) for cell in np.argwhere(HOUSE.cost > 0).tolist()]
    ways = [tuple(Random(f"way {i}").sample(free, 2)) for i in range(40)]
    alone = [[*known.find_path(*way)] for way in ways]
    again = pickle.loads(pickle.dumps(known))
    assert [[*again.find_path(*way)] for way in ways] == alone
    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(lambda way: [*known.find_path(*way)], ways)] == alone
