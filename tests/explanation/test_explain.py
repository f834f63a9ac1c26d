"""The sources of a path's cost, and the obstacles if there is no path."""

import pickle
import re
from itertools import combinations, pairwise
from math import inf, isclose, sqrt
from random import Random

import numpy as np
import pytest

import asterion as at
from support import reference
from support.effort import SAMPLED, SHARE, scaled
from support.worlds import DIAGONALS, World, random_worlds


def asked(world, start, goal):
    """The explanation that answers this question."""
    return at.explain(at.find_path(world, start, goal), world, start=start, goal=goal)


def test_the_legs_of_a_path_follow_one_another_and_add_up_to_its_cost():
    random = Random(21)
    legs = 0
    for world, free in random_worlds(random, 400):
        start, goal = random.choice(free), random.choice(free)
        path = at.find_path(world.world, start, goal)
        if not path:
            continue
        report = at.explain(path, world.world)
        assert report.moves == len(path) - 1 == sum(leg.moves for leg in report.legs)
        assert [leg.start for leg in report.legs] == [
            *[start][: len(report.legs)],
            *[leg.end for leg in report.legs[:-1]],
        ]
        assert isclose(report.cost, path.cost)
        parts = report.base + sum(report.layers.values()) + report.diagonal
        assert isclose(parts, path.cost, abs_tol=1e-12)
        if report.legs:
            assert report.legs[-1].end == goal
            assert isclose(sum(leg.cost for leg in report.legs), path.cost)
            assert isclose(sum(leg.share for leg in report.legs), 1)
        for leg in report.legs:
            assert isclose(leg.cost, leg.base + sum(leg.layers.values()) + leg.diagonal)
            legs += 1
    assert legs > 500 or SAMPLED


def test_a_leg_is_straight_over_cells_of_one_cost_and_cannot_be_longer():
    random = Random(22)
    for world, free in random_worlds(random, 200):
        path = at.find_path(world.world, random.choice(free), random.choice(free))
        if not path:
            continue
        total, legs = world.world.total, at.explain(path, world.world).legs
        cells = [*path]
        kinds = []
        for leg in legs:
            first, last = cells.index(leg.start), cells.index(leg.end)
            moves = pairwise(cells[first : last + 1])
            kind = {(b[0] - a[0], b[1] - a[1], float(total[b])) for a, b in moves}
            assert len(kind) == 1
            assert leg.moves == last - first
            kinds += kind
        assert all(a != b for a, b in pairwise(kinds))


def test_layers_of_a_view_are_reported_with_its_weights():
    grid = at.Grid.from_text("....\n.22.")
    grid.layers["threat"] = [[0, 3, 3, 0], [0, 0.25, 0.25, 0]]
    grid.layers["noise"] = np.full(grid.shape, 10.0)
    view = grid.view(layers={"threat": 2.0, "noise": 0.0})
    report = asked(view, (0, 0), (1, 3))
    assert report.weights == {"threat": 2.0}
    assert report.layers == {"threat": 1.0}
    assert report.base == 6
    everything = asked(grid, (0, 0), (0, 3))
    assert everything.weights == {"threat": 1.0, "noise": 1.0}
    assert everything.layers["noise"] == 30
    del grid.layers["threat"]
    assert asked(view, (0, 0), (0, 3)).layers == {}


def test_diagonal_moves_are_reported_by_their_additional_cost():
    assert asked(at.maps.field(4), (0, 0), (3, 3)).diagonal == pytest.approx(3 * (sqrt(2) - 1))
    assert asked(at.Grid(np.ones((4, 4)), diagonal_cost=1), (0, 0), (3, 3)).diagonal == 0


def test_a_report_reads_as_a_table():
    grid = at.Grid.from_text("...5\n...5\n...5")
    grid.layers["threat"] = np.zeros((3, 4))
    grid.layers["threat"][2, 2] = 1
    view = grid.view(layers={"threat": 2})
    path = at.Path.from_nodes(view, [(0, 0), (1, 1), (2, 2), (2, 3)])
    assert str(at.explain(path, view)).splitlines() == [
        "from    to      moves     cost  share  base  threat x 2  diagonal",
        "(0, 0)  (1, 1)      1  1.41421    13%     1           0  0.414214",
        "(1, 1)  (2, 2)      1  4.24264    40%     1           2   1.24264",
        "(2, 2)  (2, 3)      1        5    47%     5           0         0",
        "in all              3  10.6569   100%     7           2   1.65685",
    ]
    nowhere = at.find_path(grid, (0, 0), (0, 0))
    assert at.explain(nowhere, grid).legs == []
    assert len(str(at.explain(nowhere, grid)).splitlines()) == 2
    zigzag = at.Grid(1 + np.indices((1, 200)).sum(0) % 2)
    lines = str(asked(zigzag, (0, 0), (0, 199))).splitlines()
    assert len(lines) == 43
    assert lines[-2].startswith("and 159 more")


def ways(world, opened, start, goals):
    """The cost to the nearest goal once these cells are open; inf without a path."""
    total = world.total
    for (row, col), value in opened.items():
        total[row][col] = value
    costs = reference.dijkstra(total, *world.rules, start)
    return min(costs.get(goal, inf) for goal in goals)


def opening_costs(world):
    """The cost of each shut cell once it is open: as floor, or as it is to others, with layers."""
    total = world.total
    for row, col in np.ndindex(*world.base.shape):
        if total[row][col] < inf:
            continue
        cost = world.base[row, col] or 1.0
        for name, values in world.layers.items():
            weight = 1.0 if world.weights is None else world.weights.get(name, 0.0)
            if weight and values[row, col] < inf:
                cost += weight * values[row, col]
        yield (row, col), float(cost)


def dense_worlds(random, rule, count):
    """Small worlds in several parts, where opening a shut cell may be expensive."""
    for _ in range(count):
        shape = random.randint(1, 5), random.randint(1, 5)
        pool = random.choice([[1], [1, 2, 3], [0.001, 1, 7, 1000]])
        cells = [random.choice([0, random.choice(pool)]) for _ in range(shape[0] * shape[1])]
        base = np.array(cells, float).reshape(shape)
        grid = at.Grid(base, diagonal=rule, diagonal_cost=random.choice([sqrt(2), 1]))
        blocked = np.array([random.random() < 0.4 for _ in cells]).reshape(shape)
        world = World(grid, grid.view(blocked=blocked), base, blocked=blocked)
        if free := world.free_cells():
            yield world, free


@pytest.mark.parametrize("rule", DIAGONALS)
def test_no_smaller_set_opens_a_path_and_none_of_its_size_a_cheaper_one(rule):
    random = Random(31)
    separated, most, passed = 0, 0, 0
    several = [
        *dense_worlds(random, rule, scaled(900)),
        *random_worlds(random, 1200, largest=5),
    ]
    for world, free in several:
        start = random.choice(free)
        goals = [world.some_cell(random) for _ in range(random.choice([1, 1, 2]))]
        if world.grid.diagonal != rule or world.costs_from(start).keys() & set(goals):
            continue
        separated += 1
        told = at.explain(
            at.find_path(world.world, start, goals), world.world, start=start, goal=goals
        )
        costs = dict(opening_costs(world))
        assert set(told.cells) <= costs.keys()
        for fewer in range(len(told.cells)):
            for cells in combinations(costs, fewer):
                assert ways(world, {cell: costs[cell] for cell in cells}, start, goals) == inf
        as_many = combinations(costs, len(told.cells))
        best = min(ways(world, {c: costs[c] for c in cells}, start, goals) for cells in as_many)
        assert isclose(told.path.cost, best)
        assert told.path[0] == start
        assert told.path[-1] == told.goal in goals
        opened = {cell: costs[cell] for cell in told.cells}
        assert isclose(ways(world, opened, start, [told.goal]), best)
        most = max(most, len(told.cells))
        passed += not set(told.cells) <= {*told.path}
    assert separated > 500 * SHARE
    assert most >= 3
    assert bool(passed) == (rule == "one-clear")  # only there a cell is opened to be passed


def test_a_cell_may_be_opened_to_be_passed_on_both_of_two_moves():
    grid = at.Grid([[1, 1, 0], [50, 999, 1], [1, 1, 0]], diagonal="one-clear")
    view = grid.view(blocked=np.array([[False] * 3, [True, True, False], [False] * 3]))
    told = asked(view, (0, 1), (2, 1))
    assert told.cells == told.closed == [(1, 1)]
    assert [*told.path] == [(0, 1), (1, 2), (2, 1)]


def test_opening_the_reported_cells_opens_a_path():
    random = Random(33)
    for seed in range(scaled(30)):
        grid = at.maps.scattered(40, density=0.5, seed=seed, diagonal=random.choice(DIAGONALS))
        start, goal = (0, 0), (39, 39)
        grid[start] = 1
        told = asked(grid, start, goal)
        if isinstance(told, at.CostReport):
            continue
        assert not told.closed
        for cell in told.cells:
            assert not at.find_path(grid, start, goal)
            grid[cell] = 1
        path = at.find_path(grid, start, goal)
        assert isclose(path.cost, told.path.cost)
        at.validate(grid, told.path)


def test_walls_and_cells_closed_to_one_character_are_distinguished():
    grid = at.Grid.from_text(".7#..", diagonal="never")
    shy = grid.view(blocked=np.array([[False, True, True, False, False]]))
    told = asked(shy, (0, 0), (0, 4))
    assert told.cells == [(0, 1), (0, 2)]
    assert told.closed == [(0, 1)]
    assert told.walls == [(0, 2)]
    assert told.path.cost == 10
    assert str(told).splitlines() == [
        "there is no path from (0, 0) to (0, 4) unless these 2 cells are opened:",
        "  (0, 1)  closed to this character",
        "  (0, 2)  a wall",
        "then a path of 4 moves costs 10",
    ]


def test_a_goal_on_a_wall_is_one_of_the_cells_to_open():
    grid = at.Grid.from_text("..#.")
    told = asked(grid, (0, 0), (0, 2))
    assert told.cells == [(0, 2)]
    assert [*told.path] == [(0, 0), (0, 1), (0, 2)]


def test_a_layer_can_be_a_wall_too():
    grid = at.Grid([[1, 3, 1]])
    grid.layers["flood"] = [[0, inf, 0]]
    grid.layers["mud"] = [[0, 2, 0]]
    assert asked(grid, (0, 0), (0, 2)).path.cost == 6
    assert asked(grid, (0, 0), (0, 2)).walls == [(0, 1)]
    mud = at.Grid([[1, 0, 1]])
    mud.layers["ice"] = [[0, -5, 0]]  # on a wall it does not count; as floor it would be below 0
    assert asked(mud, (0, 0), (0, 2)).path.cost == 2


def test_costs_of_any_size_do_not_hide_a_wall():
    for far in (1e290, 1e-300, 1e15, 0.1):
        grid = at.Grid([[1, far, far, far, 1], [1, 0, far, 0, 1], [1, 0, 0, 0, 1]])
        grid[0, 2] = 0
        assert len(asked(grid, (0, 0), (0, 4)).cells) == 1
        assert len(asked(grid, (2, 0), (2, 4)).cells) == 1


def test_a_weight_that_is_too_much_for_a_cell_closes_it():
    grid = at.Grid([[1, 1, 1]])
    grid.layers["threat"] = [[0, 1e200, 0]]
    told = asked(grid.view(layers={"threat": 1e200}), (0, 0), (0, 2))
    assert told.walls == [(0, 1)]
    assert told.path.cost == 2


def test_a_search_that_was_stopped_was_not_blocked():
    grid = at.maps.field(9)
    path = at.find_path(grid, (0, 0), (8, 8), max_expansions=1)
    told = at.explain(path, grid, start=(0, 0), goal=(8, 8))
    assert told.cells == []
    assert str(told) == (
        "nothing blocks the path from (0, 0) to (8, 8): a path of 8 moves costs 11.3137"
    )


def test_a_path_refers_to_its_query_until_it_is_pickled():
    grid = at.Grid([[1, 0, 1]])
    searched = at.Search(grid, (0, 0), (0, 2))
    searched.run()
    for path in (
        at.find_path(grid, (0, 0), (0, 2)),
        at.find_paths(grid, [(0, 0)], [(0, 2)])[0],
        searched.path,
        at.Navigator(grid, (0, 0), (0, 2)).path,
    ):
        assert at.explain(path).walls == [(0, 1)]
    other = at.Grid([[1, 1, 0]])
    assert at.explain(path, other).walls == [(0, 2)]
    with pytest.raises(ValueError, match="world is missing: this path does not refer"):
        at.explain(pickle.loads(pickle.dumps(path)))


def test_a_path_that_is_no_longer_true_is_refused():
    grid = at.Grid.from_text("..#.\n....", diagonal="never")
    path = at.find_path(grid, (0, 0), (0, 3))
    grid[1, 1] = 4
    with pytest.raises(at.InvalidPath, match=r"the path says it costs 5.0; walking it costs 8.0"):
        at.explain(path, grid)


def test_a_report_of_a_path_on_a_graph_reads_as_a_table():
    roads = at.Graph([("A", "B", 3), ("B", "C", 1)], kinds=[7, 8]).view([2, 1])
    assert str(at.explain(at.find_path(roads, "A", "C"))).splitlines() == [
        "connection  from  to  kind  cost       share",
        "0           A     B   7     6 = 3 x 2  86%",
        "1           B     C   8     1          14%",
        "in all                      7          100%",
    ]
    free = at.Graph([("A", "B", 0)])
    assert at.explain(at.find_path(free, "A", "B")).legs[0].share == 0


@pytest.mark.parametrize(("legs", "rest"), [(40, []), (41, ["and 1 more"]), (45, ["and 5 more"])])
def test_a_long_report_of_a_path_on_a_graph_has_forty_lines(legs, rest):
    chain = at.Graph([(node, node + 1, 1) for node in range(legs)])
    lines = str(at.explain(at.find_path(chain, 0, legs))).splitlines()
    assert lines[41:-1] == rest
    assert lines[-1].split() == ["in", "all", str(legs), "100%"]


@pytest.mark.parametrize("goals", [(0, 2), [(0, 2), (0, 3)]])
def test_where_nothing_that_is_opened_leads_it_says_what_may_be_in_the_way(goals):
    grid = at.Grid([[1, 1, 1, 1]])
    grid.fences.add((0, 1), (0, 2))
    named = "(0, 2)" if isinstance(goals, tuple) else "one of 2 goals"
    message = (
        f"no cells to open lead from (0, 0) to {named}: the obstacle is a fence, a link in one "
        "direction only, or the size of the grid"
    )
    with pytest.raises(at.InvalidValue, match=re.escape(message)):
        at.explain(at.find_path(grid, (0, 0), goals))


@pytest.mark.parametrize("diagonal", ["never", "clear", "one-clear", "always"])
def test_a_link_to_a_diagonal_neighbour_leans_on_no_cells_beside_it(diagonal):
    grid = at.Grid([[1, 0], [0, 0]], diagonal=diagonal)
    grid.links.add((0, 0), (1, 1), 0)
    report = at.explain(at.find_path(grid, (0, 0), (1, 1)))
    assert (report.cells, report.path.cost) == ([(1, 1)], 0)
