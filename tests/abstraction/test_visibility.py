"""Points of visibility: corners, what they see, and that paths over them are the cheapest."""

import pickle
from itertools import pairwise, product
from math import inf, isclose, sqrt
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.abstraction.straight_walks import StraightWalks
from support import reference
from support.effort import scaled
from support.worlds import DIAGONALS, World, random_edit, random_worlds


def uniform_worlds(random, count, largest=9):
    """Random worlds, a scaled number, whose free cells all cost the same."""
    for _ in range(scaled(count)):
        shape = random.randint(1, largest), random.randint(1, largest)
        density = random.choice([0.05, 0.15, 0.3, 0.45])
        ground = random.choice([1, 1, 3, 0.1])
        flat = [0 if random.random() < density else ground for _ in range(shape[0] * shape[1])]
        costs = np.array(flat, float).reshape(shape)
        rules = {
            "diagonal": random.choice(DIAGONALS),
            "diagonal_cost": random.choice([sqrt(2), sqrt(2), 1]),
        }
        grid = at.Grid(costs, **rules)
        world = World(grid, grid, costs)
        if random.random() < 0.2:
            world.blocked = np.array([random.random() < 0.2 for _ in range(costs.size)]).reshape(
                shape
            )
            world.world = grid.view(blocked=world.blocked)
        if world.free_cells():
            yield world


@pytest.mark.parametrize("chunk", range(8))
def test_paths_over_corners_are_the_cheapest_for_all_rules(chunk):
    random = Random(f"corners {chunk}")
    for world in uniform_worlds(random, 500):
        seen = at.VisibilityMap(world.world)
        start = random.choice(world.free_cells())
        costs = world.costs_from(start)
        for goal in (random.choice(world.free_cells()), world.some_cell(random)):
            path = seen.find_path(start, goal, algorithm=random.choice(["astar", "dijkstra"]))
            assert isclose(path.cost, costs.get(goal, inf), rel_tol=1e-9)
            at.validate(world.world, path)
            if path:
                assert path.optimal
                assert (path[0], path[-1]) == (start, goal)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rooms", "maze", "caves", "scattered"])
@pytest.mark.parametrize("diagonal", DIAGONALS)
def test_paths_over_corners_are_the_cheapest_on_larger_maps(kind, diagonal):
    made = {
        "rooms": at.maps.rooms(40, size=6, extra=0.3, seed=5),
        "maze": at.maps.maze(31, opened=40, seed=5),
        "caves": at.maps.caves(40, seed=5),
        "scattered": at.maps.scattered(32, density=0.12, seed=5),
    }[kind]
    grid = at.Grid(made.cost, diagonal=diagonal)
    seen = at.VisibilityMap(grid)
    random = Random(kind)
    free = [tuple(cell) for cell in np.argwhere(grid.cost > 0).tolist()]
    for _ in range(40):
        start, goal = random.choice(free), random.choice(free)
        path = seen.find_path(start, goal)
        best = at.find_path(grid, start, goal, algorithm="dijkstra")
        assert isclose(path.cost, best.cost, rel_tol=1e-9)
        at.validate(grid, path)


@pytest.mark.parametrize("chunk", range(4))
def test_every_connection_is_a_walk_of_the_grid_at_its_cost(chunk):
    random = Random(f"sight {chunk}")
    for world in uniform_worlds(random, 60):
        cells = world.free_cells()
        points = random.sample(cells, min(3, len(cells)))
        graph = at.visibility_graph(world.world, points)
        walks = StraightWalks(world.world)
        for source, target, cost in ((c.source, c.target, c.cost) for c in graph.connections):
            walk = [tuple(cell) for cell in walks.walk(np.array([source, target])).tolist()]
            assert (walk[0], walk[-1]) == (source, target)
            assert isclose(at.validate(world.world, walk), cost, rel_tol=1e-9)
            # Straight: two lines at most, the one diagonal and the other not.
            headings = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(walk)]
            assert sum(a != b for a, b in pairwise(headings)) <= 1


@pytest.mark.parametrize("chunk", range(4))
def test_no_path_costs_more_without_the_connections_that_are_left_out(chunk):
    random = Random(f"left out {chunk}")
    for world in uniform_worlds(random, 80):
        graph = at.visibility_graph(world.world)
        for corner in graph.nodes:
            costs = world.costs_from(corner)
            found = at.distances(graph, corner).tolist()
            assert found == pytest.approx([costs.get(other, inf) for other in graph.nodes])


def walked_straight(world, a, b, first):
    """Whether a walk of at most two straight lines is open, move by move by the rules."""
    here = a
    while here != b:
        down, right = b[0] - here[0], b[1] - here[1]
        if world.diagonal == "never":
            steps = {"row": (0, right) if right else (down, 0)}
            steps["column"] = (down, 0) if down else (0, right)
            step = steps[first]
        elif first == "diagonal" or abs(down) == abs(right):
            step = down, right
        else:
            step = (down, 0) if abs(down) > abs(right) else (0, right)
        move = here[0] + (step[0] > 0) - (step[0] < 0), here[1] + (step[1] > 0) - (step[1] < 0)
        if move not in [cell for cell, _ in world.neighbours(here)]:
            return False
        here = move
    return world.total[a] > 0


def in_sight(world, a, b):
    ways = ("row", "column") if world.diagonal == "never" else ("diagonal", "straight")
    return any(walked_straight(world, a, b, first) for first in ways)


def check_covered(world, known):
    waypoints = [(row, col) for row, col in known.waypoints.tolist()]
    assert [*known.graph.nodes] == waypoints
    for row, col in np.argwhere(world.total > 0).tolist():
        near = sorted(waypoints, key=lambda place: abs(place[0] - row) + abs(place[1] - col))
        assert any(in_sight(world, (row, col), place) for place in near), (row, col)


@pytest.mark.req("S000-05")
@pytest.mark.parametrize("chunk", range(4))
def test_every_free_cell_sees_a_waypoint_and_paths_over_them_cross_no_wall(chunk):
    random = Random(f"covered {chunk}")
    for world in uniform_worlds(random, 60):
        points = random.sample(world.free_cells(), random.choice([0, 0, 1]))
        known = at.VisibilityMap(world.world, points, cover=True)
        check_covered(world.world, known)
        start = random.choice(world.free_cells())
        goal = random.choice(world.free_cells())
        path = known.find_path(start, goal)
        assert isclose(path.cost, world.costs_from(start).get(goal, inf), rel_tol=1e-9)
        at.validate(world.world, path)
        if path:  # straight from the start to a waypoint, from one to the next, to the goal
            route = known.route(start, goal).nodes
            assert all(in_sight(world.world, a, b) for a, b in pairwise(route))
            assert {*route[1:-1]} <= {*known.graph.nodes}


@pytest.mark.req("S000-05")
@pytest.mark.parametrize("diagonal", DIAGONALS)
def test_rooms_without_corners_have_waypoints_too(diagonal):
    closed = at.Grid.from_text("""
        .....#...
        .....#...
        .....####
        .....#.#.
    """)
    for made in (at.maps.field(13), closed, at.maps.rooms(31, size=7, seed=1), at.Grid([[1]])):
        grid = at.Grid(made.cost, diagonal=diagonal)
        check_covered(grid, at.VisibilityMap(grid, cover=True))
    assert len(at.VisibilityMap(at.maps.field(13)).waypoints) == 0  # these cover the corners
    walls = at.Grid([[0, 0]], diagonal=diagonal)
    assert at.VisibilityMap(walls, cover=True).waypoints.shape == (0, 2)


def test_cells_that_are_all_apart_need_too_many_waypoints():
    board = at.Grid(np.indices((20, 20)).sum(axis=0) % 2 == 0, diagonal="clear")
    assert len(at.VisibilityMap(board, cover=True).waypoints) == 200
    with pytest.raises(at.InvalidValue, match="takes more than 50 corners and points"):
        at.VisibilityMap(board, cover=True, max_corners=50)


def test_corners_are_where_walls_turn_outwards():
    text = """
        .......
        .##....
        .##....
        ....##.
    """
    corners = at.VisibilityMap(at.Grid.from_text(text)).corners.tolist()
    assert corners == [[0, 0], [0, 3], [2, 3], [2, 6], [3, 0], [3, 3]]
    cutting = at.VisibilityMap(at.Grid.from_text(text, diagonal="one-clear")).corners.tolist()
    assert [0, 1] in cutting
    assert [1, 0] in cutting
    assert [0, 0] not in cutting
    assert len(at.VisibilityMap(at.maps.field(9)).corners) == 0


def is_corner(grid, cell):
    """By the docs' rules, cell by cell."""

    def free(row, col):
        return 0 <= row < grid.shape[0] and 0 <= col < grid.shape[1] and grid.cost[row, col] > 0

    row, col = cell
    for to_row, to_col in product((-1, 1), repeat=2):
        across = free(row + to_row, col + to_col)
        beside = [free(row + to_row, col), free(row, col + to_col)]
        if grid.diagonal in ("never", "clear") and not across and all(beside):
            return True
        if grid.diagonal == "one-clear" and across and sum(beside) == 1:
            return True
        if grid.diagonal == "always" and across and not all(beside):
            return True
    return False


@pytest.mark.parametrize("diagonal", DIAGONALS)
def test_corners_match_the_rule_and_no_more(diagonal):
    for seed in range(20):
        cost = at.maps.scattered((9, 12), density=0.2, seed=seed).cost
        grid = at.Grid(cost, diagonal=diagonal)
        corners = {*map(tuple, at.VisibilityMap(grid).corners.tolist())}
        assert corners == {c for c in np.ndindex(9, 12) if cost[c] > 0 and is_corner(grid, c)}


def test_what_is_seen_is_seen_back():
    random = Random("both ways")
    for world in uniform_worlds(random, 60):
        walks = StraightWalks(world.world)
        cells = np.array(world.free_cells())
        sees = np.stack([walks.are_open(cell, cells) for cell in cells])
        assert (sees == sees.T).all()
        assert sees.diagonal().all()
        total, rules = world.total, world.rules
        for cell, row in zip(cells.tolist(), sees, strict=True):
            beside = {other for other, _ in reference.moves(total, *rules, tuple(cell))}
            assert beside <= {tuple(each) for each in cells[row].tolist()}


@pytest.mark.parametrize("chunk", range(4))
def test_after_edits_paths_are_walks_and_found_where_there_is_one(chunk):
    random = Random(f"edits and corners {chunk}")
    for world in uniform_worlds(random, 40):
        seen = at.VisibilityMap(world.world)
        for _ in range(4):
            cell = world.some_cell(random)
            world.base[cell] = 0 if world.base[cell] else world.base.max() or 1
            world.grid[cell] = world.base[cell]
            if not world.free_cells():
                break
            start, goal = random.choice(world.free_cells()), world.some_cell(random)
            best = world.costs_from(start).get(goal, inf)
            seen.remeasure()
            path = seen.find_path(start, goal)
            assert path.found == (best < inf)
            assert at.validate(world.world, path) >= best * (1 - 1e-9)
            assert not path.optimal or isclose(path.cost, best, rel_tol=1e-9)
        seen.refresh()
        if world.free_cells():
            start, goal = random.choice(world.free_cells()), world.some_cell(random)
            best = world.costs_from(start).get(goal, inf)
            assert isclose(seen.find_path(start, goal).cost, best, rel_tol=1e-9)


def test_an_edited_grid_is_refused():
    grid = at.maps.rooms(20, size=5, seed=1)
    seen = at.VisibilityMap(grid)
    grid[0, 0] = 0
    with pytest.raises(at.WorldChanged, match="the visibility map was made for version 0 of the"):
        seen.find_path((1, 1), (3, 3))
    with pytest.raises(at.WorldChanged):
        seen.joined([])


def test_the_nearest_of_several_goals_is_found():
    grid = at.maps.rooms(40, size=6, extra=0.3, seed=5)
    seen = at.VisibilityMap(grid)
    goals = [(39, 39), (0, 30), (30, 0)]
    path = seen.find_path((2, 2), goals)
    assert isclose(path.cost, at.find_path(grid, (2, 2), goals).cost)
    assert path[-1] in goals


def test_other_pathfinders_run_on_the_graph():
    grid = at.maps.rooms(40, size=6, extra=0.3, seed=5)
    graph = at.visibility_graph(grid, [(0, 0), (38, 38)])
    best = at.find_path(grid, (0, 0), (38, 38)).cost
    for info in at.algorithms("navigator"):
        if "graph" in info.worlds:
            agent = at.Navigator(graph, (0, 0), (38, 38), algorithm=info.name)
            assert isclose(agent.path.cost, best, rel_tol=1e-6), info.name


def test_a_point_on_a_wall_sees_nothing_and_one_on_a_corner_is_that_corner():
    grid = at.Grid.from_text(".....\n..#..\n.....")
    graph = at.visibility_graph(grid, [(1, 2), (0, 1)])
    assert graph.neighbours((1, 2)) == []
    assert len(graph) == 5


def test_a_map_of_walls_or_of_nothing_else_has_no_corners():
    assert len(at.visibility_graph(at.Grid([[0, 0]]))) == 0
    assert at.VisibilityMap(at.Grid([[1]])).find_path((0, 0), (0, 0)).cost == 0
    assert at.VisibilityMap(at.maps.field(9)).find_path((0, 0), (8, 3)).cost > 0


def test_a_visibility_map_can_be_saved():
    seen = at.VisibilityMap(at.maps.rooms(20, size=5, seed=1))
    twin = pickle.loads(pickle.dumps(seen))
    assert [*twin.find_path((0, 0), (18, 18))] == [*seen.find_path((0, 0), (18, 18))]


def test_worlds_of_every_kind_are_answered_or_refused():
    random = Random("every kind")
    for world, _ in random_worlds(random, 200, largest=8):
        totals = {total for row in world.total for total in row if total < inf}
        try:
            seen = at.VisibilityMap(world.world)
        except at.InvalidValue:
            assert len(totals) > 1
        else:
            assert len(totals) <= 1
            assert seen.version == world.grid.version
            random_edit(random, world)


def test_memory_is_counted():
    seen = at.VisibilityMap(at.maps.rooms(40, size=6, seed=1))
    connections, cells = len(seen.graph.costs), 40 * 40
    graph = 48 * connections + 16 * len(seen.graph)
    assert seen.nbytes == pytest.approx(graph + 16 * cells, abs=8 * 40)


@pytest.mark.parametrize(
    "rules", [{"diagonal": "never"}, {"diagonal": "always", "diagonal_cost": 1}, {}]
)
def test_no_connection_is_as_cheap_as_two_others(rules):
    for seed in range(4):
        grid = at.Grid(at.maps.rooms((14, 17), size=5, seed=seed).cost, **rules)
        costs = {
            (each.source, each.target): each.cost
            for each in at.VisibilityMap(grid).graph.connections
        }
        assert costs
        for (a, b), cost in costs.items():
            for (c, d), onward in costs.items():
                if c == b and (a, d) in costs and d != a:
                    assert cost + onward > costs[a, d] + 1e-9
