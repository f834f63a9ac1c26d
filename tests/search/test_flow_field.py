"""Flow fields against distances, after edits of all kinds of worlds."""

import threading
from itertools import product
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.any_grid import KINDS, AnyGrid
from support.effort import scaled
from support.graphs import random_case
from support.interruption import interrupted
from support.worlds import random_edit, random_world

WORLDS = ["plain", *KINDS, "graph"]


def random_field(random, kind):
    """A field on a random world of this kind, its goals and values, all nodes, and random edits."""
    if kind == "graph":
        case = random_case(random)
        world, nodes = case.world, [*case.graph.nodes]

        def edit():
            if case.costs:
                case.set_cost(random.randrange(len(case.costs)), case.some_cost())
    elif kind == "plain":
        made = random_world(random)
        world, nodes = made.world, [*np.ndindex(made.grid.shape)]

        def edit():
            random_edit(random, made)
    else:
        any_grid = AnyGrid(random, kind)
        world, nodes, edit = any_grid.world, any_grid.cells, any_grid.edit
    goals = random.choices(nodes, k=random.choice([1, 1, 2, 5]))
    values = None
    if random.random() < 0.3:
        values = [random.choice([inf, 0, -3, 2.5, random.random() * 9]) for _ in goals]
    return at.FlowField(world, goals, values=values), goals, values, nodes, edit


def check(field, goals, values, nodes):
    """It has the costs of ``distances``, and each node leads on by the first cheapest move.

    Sums of fractions in another order differ in their last digits, and so do 1 + sqrt(2) and
    sqrt(2) + 1. Sums of whole costs do not.
    """
    world = field.world
    cost, following = field.cost, field.next_nodes.ravel()
    want = at.distances(world, goals, direction="to", values=values)
    assert np.allclose(cost, want, rtol=1e-9, atol=1e-9)
    assert field.version == world.version
    begin = dict.fromkeys(goals, inf)
    for goal, value in zip(goals, values or [0] * len(goals), strict=True):
        begin[goal] = min(begin[goal], value)
    place = {node: i for i, node in enumerate(nodes)}
    flat = cost.ravel()
    for i, node in enumerate(nodes):
        if flat[i] == inf or begin.get(node, inf) <= flat[i]:
            assert following[i] == -1
            assert field.next(node) is None
            continue
        after = int(following[i])
        assert field.next(node) == nodes[after]
        ways = [(place[b], move + flat[place[b]]) for b, move in world.neighbours(node)]
        cheapest = [b for b, way in ways if isclose(way, flat[i], rel_tol=1e-12, abs_tol=1e-12)]
        lower = [b for b in cheapest if flat[b] < flat[i] - 1e-9]
        assert after in (lower or cheapest)
        if lower and np.array_equal(flat, flat.round(1)):  # without roundings ties are certain
            assert after == lower[0]
    units = np.arange(len(nodes))
    for _ in nodes:
        units = np.where(following[units] >= 0, following[units], units)
    assert (following[units] == -1).all()  # no walk goes in a circle
    assert all(flat[i] == inf or begin.get(nodes[i], inf) <= flat[i] for i in units)


def check_edits(random, kind, edits):
    """Edits of one world, with a look at the field after each few."""
    field, *asked, edit = random_field(random, kind)
    ready = True
    for _ in range(edits):
        for _ in range(random.choice([1, 1, 1, 2, 5])):
            edit()
        work = random.choice([None, None, 1, 5, 40])
        if work is not None:
            ready = field.run(expansions=work) == "ready"
        if ready:
            check(field, *asked)
    assert field.run() == "ready"
    check(field, *asked)
    fresh = at.FlowField(field.world, asked[0], values=asked[1])
    assert np.allclose(fresh.cost, field.cost, rtol=1e-12, atol=1e-12)
    if np.array_equal(fresh.cost, fresh.cost.round(1)):
        assert np.array_equal(fresh.next_nodes, field.next_nodes)


def live(seed, edits):
    """Follow at least this many edits of random worlds of all kinds; return the number."""
    random = Random(seed)
    done = 0
    while done < edits:
        name = f"{seed}/{random.random()}"
        try:
            one = Random(name)
            check_edits(one, one.choice(WORLDS), 50)
        except AssertionError as error:
            raise AssertionError(f"in the field {name!r}: {error}") from error
        done += 50
    return done


@pytest.mark.parametrize("kind", WORLDS)
def test_a_repaired_field_is_what_distances_are(kind):
    random = Random(f"flow field {kind}")
    for _ in range(scaled(60)):
        check_edits(random, kind, 12)


@pytest.mark.parametrize("diagonal", ["never", "clear", "one-clear", "always"])
@pytest.mark.parametrize("cost", [1, 4])
def test_on_a_map_of_one_cost_both_are_equal_to_the_last_digit(diagonal, cost):
    random = Random(f"one cost {diagonal}")
    costs = np.where(np.random.default_rng(1).random((60, 60)) < 0.25, 0, cost)
    grid, goals = at.Grid(costs, diagonal=diagonal), [(0, 0), (59, 30)]
    field = at.FlowField(grid, goals)
    for _ in range(30):
        cell = random.randrange(60), random.randrange(60)
        grid[cell] = 0 if grid[cell] else cost
        assert np.array_equal(field.cost, at.distances(grid, goals, direction="to"))
    assert field.stats.rebuilds == 0


def open_field(side=100):
    grid = at.Grid(np.ones((side, side)))
    field = at.FlowField(grid, (0, 0))
    assert field.cost[side - 1, side - 1] > side - 1
    return grid, field


def test_a_repair_touches_what_an_edit_has_changed():
    grid, field = open_field()
    assert field.stats.touched == 0
    grid[99, 99] = 0
    assert field.next((99, 98)) == (98, 98)
    assert 1 <= field.stats.touched <= 9
    before = field.stats.touched
    grid[:, 50] = 0
    grid[99, 50] = 1
    assert field.cost[0, 51] == at.distances(grid, (0, 0), direction="to")[0, 51]
    assert 4000 < field.stats.touched - before < 6000
    assert field.stats.rebuilds == 0


def test_when_the_journal_is_lost_the_field_is_made_again():
    grid, field = open_field()
    for k in range(2):
        for cell in product(range(100), range(1, 100)):
            grid[cell] = 2 + k
    assert np.allclose(field.cost, at.distances(grid, (0, 0), direction="to"))
    assert field.stats.rebuilds == 1


@pytest.mark.parametrize("work", [{"expansions": 50}, {"seconds": 1e-6}])
def test_while_a_repair_runs_within_a_budget_the_previous_field_is_read(work):
    grid, field = open_field()
    goal_moves = at.distances(grid, (0, 0), direction="to")
    version = grid.version
    assert field.run(**work) == "ready"
    grid[:99, 50] = 0
    calls = 1
    assert field.run(**work) == "running"
    grid[0, 7] = 0  # an edit meanwhile waits for the end of this repair
    while field.run(**work) == "running":
        calls += 1
        if field.version == version:
            assert np.array_equal(field.cost, goal_moves)
            assert field.next((0, 99)) == (0, 98)
            assert field.next_nodes[0, 99] == 98
            assert field.follow([(0, 99)]).tolist() == [[0, 98]]
    assert calls > 5
    assert field.version == grid.version
    assert np.array_equal(field.cost, at.distances(grid, (0, 0), direction="to"))


def test_a_read_completes_the_first_field():
    grid = at.Grid(np.ones((40, 40)))
    field = at.FlowField(grid, (0, 0))
    assert field.run(expansions=10) == "running"
    assert field.cost[0, 39] == 39
    assert field.run(expansions=0) == "ready"


def test_a_field_ends_its_repairs_though_there_are_edits_before_each_call():
    grid, field = open_field()
    seen = {field.version}
    for i in range(400):
        grid[:50, 50 + i % 3] = i % 2
        field.run(expansions=2000)
        seen.add(field.version)
    assert len(seen) > 20
    while field.run(expansions=2000) == "running":
        pass
    assert np.array_equal(field.cost, at.distances(grid, (0, 0), direction="to"))


def test_follow_moves_all_units_at_once():
    grid = at.maps.scattered(100, density=0.3, seed=2)
    field = at.FlowField(grid, [(50, 50), (3, 3)])
    units = np.array([*np.ndindex(100, 100)])
    cost = field.cost.copy()
    moved = field.follow(units)
    assert moved.shape == (10_000, 2)
    assert moved.dtype == np.int64
    for before, after in zip(map(tuple, units.tolist()), map(tuple, moved.tolist()), strict=True):
        assert after == (field.next(before) or before)
        assert after == before or cost[after] < cost[before]
    for _ in range(10_000):
        moved, before = field.follow(moved), moved
        if np.array_equal(moved, before):
            break
    there = cost.ravel() < inf
    assert there.sum() > 6000
    assert {tuple(cell) for cell in moved[there].tolist()} <= {(50, 50), (3, 3)}
    assert field.follow(np.empty((0, 2), np.int64)).shape == (0, 2)


def test_on_a_graph_units_are_names():
    graph = at.Graph([("a", "b", 1), ("b", "c", 1), ("a", "c", 3), ("d", "d", 1)])
    field = at.FlowField(graph, "c")
    assert field.cost.tolist() == [2, 1, 0, inf]
    assert field.follow(["a", "b", "c", "d", "a"]) == ["b", "c", "c", "d", "b"]
    assert field.next("a") == "b"
    graph.set_cost(0, inf)
    assert (field.next("a"), field.next("c"), field.next("d")) == ("c", None, None)


def test_the_first_move_in_the_worlds_order_wins():
    """E S W N SE SW NW NE, then links."""
    grid = at.Grid(np.ones((3, 3)), diagonal="never")
    assert at.FlowField(grid, (2, 2)).next((0, 0)) == (0, 1)
    assert at.FlowField(grid, (0, 0)).next((2, 2)) == (2, 1)
    grid.links.add((0, 0), (0, 2), 2)
    assert at.FlowField(grid, (0, 2)).next((0, 0)) == (0, 1)


def test_moves_that_cost_nothing_lead_on():
    """Around a ring of them, with two ways out; then one of these closes."""
    edges = [(i, (i + 1) % 6, 0) for i in range(6)] + [((i + 1) % 6, i, 0) for i in range(6)]
    graph = at.Graph([*edges, (1, "out", 5), (4, "out", 5)])
    field = at.FlowField(graph, "out")
    assert [field.next(i) for i in range(6)] == [1, "out", 1, 4, "out", 4]
    graph.set_cost(12, 6)
    assert [field.next(i) for i in range(6)] == [5, 2, 3, 4, "out", 4]
    graph.set_cost(13, inf)
    assert field.cost.tolist() == [6] * 6 + [0]
    assert [field.next(i) for i in range(6)] == [1, "out", 1, 2, 5, 0]


def test_a_goal_that_is_a_wall_counts_when_it_is_free():
    grid = at.Grid([[1, 1, 0]])
    field = at.FlowField(grid, (0, 2))
    assert field.cost.tolist() == [[inf] * 3]
    grid[0, 2] = 1
    assert field.cost.tolist() == [[2, 1, 0]]
    grid[0, 2] = 0
    assert field.next((0, 0)) is None


def test_the_arrays_are_read_only_and_no_copies():
    grid, field = open_field()
    for array in (field.cost, field.next_nodes):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
    assert np.shares_memory(field.cost, field.cost)
    assert at.descend(field.cost, (9, 9)).cost == field.cost[9, 9]
    cost = field.cost
    del field
    assert cost[0, 1] == 1
    assert grid[0, 1] == 1


def test_a_repair_that_was_interrupted_is_continued():
    costs = np.random.default_rng(1).integers(1, 120, (600, 600)).astype(np.uint8)
    grid = at.Grid(costs)
    field = at.FlowField(grid, (0, 0))
    with interrupted():
        for i in range(10_000):
            grid[300, :599] = i % 2 * 100
            field.next((599, 599))
    assert np.allclose(field.cost, at.distances(grid, (0, 0), direction="to"), rtol=1e-9)


def test_edits_by_another_thread_do_not_disturb_a_field():
    grid, field = open_field(80)
    stop = threading.Event()

    def edits():
        random = Random(5)
        while not stop.is_set():
            grid[random.randrange(1, 80), random.randrange(1, 80)] = random.choice([0, 1, 3])

    thread = threading.Thread(target=edits)
    thread.start()
    try:
        versions = [field.version]
        for i in range(200):
            field.run(expansions=50) if i % 2 else field.follow([(40, 40)])
            versions.append(field.version)
    finally:
        stop.set()
        thread.join()
    assert versions == sorted(versions)
    while field.run(expansions=500) == "running":
        pass
    assert np.allclose(field.cost, at.distances(grid, (0, 0), direction="to"), rtol=1e-9)


def test_several_threads_read_one_field():
    grid, field = open_field(60)
    wrong = []

    def reads(seed):
        random = Random(seed)
        for _ in range(100):
            grid[random.randrange(1, 60), random.randrange(1, 60)] = random.choice([0, 1])
            unit = field.follow([(30, 30)])
            if unit.shape != (1, 2) or max(abs(unit[0] - 30)) > 1:
                wrong.append(unit)

    threads = [threading.Thread(target=reads, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert np.array_equal(field.cost, at.distances(grid, (0, 0), direction="to"))
