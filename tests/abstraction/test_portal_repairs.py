"""A portal map after edits: only touched chunks are built again, and the map equals a new one."""

import pickle
import re
import threading
from math import inf, isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.doors import GOAL, START, TwoDoors
from support.edited_legs import check_legs_between_edits
from support.portals_of_a_map import portals
from support.worlds import checked_cost, random_edit, random_world, random_worlds

HOUSE = at.maps.rooms(95, size=11, extra=0.2, seed=3)
DIAGONALS = ("never", "clear", "one-clear", "always")


def check_as_new(known, world, chunks):
    """Portals, connections, costs: all exactly equal to a new map's."""
    fresh = at.PortalMap(world, chunks)
    known.refresh()
    assert known.chunks == fresh.chunks
    assert repr(known) == repr(fresh)
    assert known.graph.nodes == fresh.graph.nodes
    assert np.array_equal(known.graph.ends, fresh.graph.ends)
    assert np.array_equal(known.graph.costs, fresh.graph.costs)
    assert known.version == world.version
    return fresh


def inside_of(chunk, cell):
    """The same cell, counted from the chunk's first row and column."""
    return cell[0] - chunk.row, cell[1] - chunk.col


def check_by_oracle(known, world):
    """The moves across borders of a slow search of the whole map, and costs inside each chunk."""
    crossings = portals(world, known.labels).tolist()
    names = [world._name(node) for node in np.unique(crossings).tolist()]
    assert [*known.graph.nodes] == names
    total = np.asarray(world.total, np.float64)
    connections = known.graph.connections
    for (a, b), connection in zip(crossings, connections, strict=False):
        assert connection[1:3] == (world._name(a), world._name(b))
        step = abs(a - b) in (1, world.shape[1])
        length = 1 if step else world.diagonal_cost
        assert connection.cost == total[connection.target] * length
    for _, source, target, cost, _ in connections[len(crossings) :]:
        label = known.labels[source]
        assert label == known.labels[target]
        chunk = known.chunks[label]
        inside = at.Grid(
            total[chunk.cells], diagonal=world.diagonal, diagonal_cost=world.diagonal_cost
        )
        costs = at.distances(inside, inside_of(chunk, source))
        assert isclose(cost, costs[inside_of(chunk, target)], rel_tol=1e-9)


def edit_at_a_border(random, world, chunks):
    """A cell at a border or a corner of chunks opens or closes; or a whole side does."""
    side = chunks if isinstance(chunks, int) else 2
    rows, cols = world.grid.shape
    row, col = (
        random.choice([-1, 0]) + side * random.randrange(1 + n // side) for n in (rows, cols)
    )
    if random.random() < 0.5:
        row = random.randrange(rows)
    row, col = min(max(row, 0), rows - 1), min(max(col, 0), cols - 1)
    value = random.choice([0, 0, 1, 3])
    key = (slice(None), col) if random.random() < 0.1 else (row, col)
    world.grid[key] = value
    world.base[key] = value


@pytest.mark.req("S000-23")
@pytest.mark.parametrize("part", range(8))
def test_a_repaired_map_equals_a_new_one(part):
    random = Random(f"repairs {part}")
    for world, _ in random_worlds(random, 40, largest=16):
        chunks = random.choice(["quadtree", 1, 2, 3, 4, 7])
        known = at.PortalMap(world.world, chunks)
        for _ in range(6):
            for _ in range(random.choice([1, 1, 3])):
                if random.random() < 0.5:
                    random_edit(random, world)
                else:
                    edit_at_a_border(random, world, chunks)
            fresh = check_as_new(known, world.world, chunks)
            if random.random() < 0.2:
                check_by_oracle(known, world.world)
            if free := world.free_cells():
                start, goal = random.choice(free), world.some_cell(random)
                path = known.find_path(start, goal)
                checked_cost(world, path, start, goal)
                assert [*path] == [*fresh.find_path(start, goal)]


def test_layers_come_and_go_and_more_is_edited_than_the_journal_holds():
    grid = HOUSE.copy()
    view = grid.view()
    known, seen = at.PortalMap(grid, 8), at.PortalMap(view, 8)
    grid.layers["mud"] = np.where(np.arange(95) % 3 == 0, 2.0, 0.0) + np.zeros((95, 1))
    check_as_new(known, grid, 8)
    check_as_new(seen, view, 8)
    grid.layers["mud"][3:9, 20:40] = inf
    check_as_new(known, grid, 8)
    restarts = known.stats.restarts
    for _ in range(2):
        grid[:] = np.where(grid.cost > 0, grid.cost + 1, 0)
    check_as_new(known, grid, 8)
    assert known.stats.restarts == restarts + 1
    del grid.layers["mud"]
    check_as_new(known, grid, 8)


def test_a_quadtree_gets_other_leaves_when_more_is_edited_than_the_journal_holds():
    grid = at.maps.field(96)
    known = at.PortalMap(grid, "quadtree")
    leaves = [len(known.chunks)]
    for costs in (1 + np.indices(grid.shape).sum(axis=0) % 2, 2, at.maps.rooms(96, seed=3).cost):
        grid[:] = costs
        check_as_new(known, grid, "quadtree")
        leaves.append(len(known.chunks))
    assert known.stats.restarts == 3
    assert leaves[0] == leaves[2] == 1
    assert min(leaves[1], leaves[3]) > 300


@pytest.mark.slow
@pytest.mark.parametrize("chunks", [16, "quadtree"])
def test_the_whole_world_may_be_replaced_while_a_repair_is_under_way(chunks):
    random = np.random.default_rng(1)
    worlds = [*random.integers(0, 4, (2, 200, 200)), np.ones((200, 200))]
    grid = at.Grid(worlds[0])
    known = at.PortalMap(grid, chunks)

    def replace():
        for at_edit in range(40):
            grid[:] = worlds[at_edit % 3]

    editor = threading.Thread(target=replace)
    editor.start()
    while editor.is_alive():
        known.refresh()
    editor.join()
    check_as_new(known, grid, chunks)
    assert known.stats.restarts > 0


@pytest.mark.req("S000-23")
@pytest.mark.parametrize("diagonal", DIAGONALS)
def test_after_a_block_only_the_chunks_it_touches_are_built_again(diagonal):
    field = at.maps.field(64)
    grid = at.Grid(field.cost, diagonal=diagonal)
    known = at.PortalMap(grid, 16)
    assert known.stats == at.MapStats(0, 0, 0, 0)

    def after(cell, value):
        before = known.stats
        grid[cell] = value
        path = known.find_path((0, 0), (63, 63))
        assert at.validate(grid, path) >= 63
        now = known.stats
        assert now.repairs == before.repairs + 1
        assert now.restarts == 0
        return now.checked - before.checked, now.rebuilt - before.rebuilt

    assert after((24, 24), 0) == (1, 1)  # in the middle of a chunk: a path inside is blocked
    assert after((24, 24), 9) == (1, 1)  # it costs more: no border has changed
    assert after((31, 24), 0) == (2, 2)  # a stretch of a border is cut in two
    assert after((31, 24), 1) == (2, 2)
    assert after((31, 31), 0) == (4, 3)  # at a corner: the one across keeps its portals
    assert after((31, 31), 1) == (4, 3)
    assert after((31, 24), 5) == (2, 1)  # it costs more: the chunk beside keeps its own costs
    before = known.stats
    known.refresh()
    known.find_path((0, 0), (63, 63))
    assert known.stats == before  # nothing to do


def test_paths_that_a_wall_blocks_inside_a_chunk_are_mended_there():
    grid = at.maps.field(48)
    known = at.PortalMap(grid, 16)
    plan = known.plan((0, 0), (47, 47))
    middle = [cell for cell in plan.path if 20 < cell[0] < 28 and 20 < cell[1] < 28]
    grid[middle[0]] = 0
    again = known.plan((0, 0), (47, 47))
    assert again.portals == plan.portals
    outside = [cell for cell in plan.path if not (16 <= cell[0] < 32 and 16 <= cell[1] < 32)]
    assert [cell for cell in again.path if cell in set(outside)] == outside
    assert middle[0] not in [*again.path]


# --- Legs


@pytest.mark.req("S000-06")
def test_legs_are_the_path_and_the_first_comes_before_the_rest_is_searched():
    grid = HOUSE.copy()
    known = at.PortalMap(grid, 16)
    path = known.find_path((0, 0), (94, 94))
    legs = [*known.legs((0, 0), (94, 94))]
    assert len(legs) > 4
    assert [(0, 0), *(cell for leg in legs for cell in leg[1:])] == [*path]
    assert isclose(sum(leg.cost for leg in legs), path.cost)
    # The first leg closes what later legs need, so those were not searched before.
    walking = known.legs((0, 0), (94, 94))
    first = next(walking)
    assert len(first) < len(path) / 4
    assert [*first] == [*legs[0]]
    closed = path[-10]
    grid[closed] = 0
    rest = [cell for leg in walking for cell in leg]
    assert closed not in rest
    assert rest[-1] == (94, 94)
    assert sum(leg.stats.expanded for leg in legs[:1]) < sum(leg.stats.expanded for leg in legs)


@pytest.mark.req("S000-06", "S000-23")
@pytest.mark.parametrize("part", range(4))
def test_a_unit_continues_leg_by_leg_while_the_world_is_edited(part):
    random = Random(f"legs {part}")
    for world, free in random_worlds(random, 60, largest=20):
        known = at.PortalMap(world.world, random.choice(["quadtree", 2, 3, 5]))
        here, goal = random.choice(free), world.some_cell(random)
        check_legs_between_edits(random, world, known.legs(here, goal), here, goal)
    assert at.PortalMap(at.Grid([[1, 0, 1]]), 1).find_path((0, 0), (0, 2)).status == "unreachable"
    assert [*at.PortalMap(at.Grid([[1, 0, 1, 1]]), 1).legs((0, 0), (0, 3))] == []


def test_a_closed_portal_ahead_makes_a_new_route_from_where_the_unit_is():
    grid = at.Grid.from_text("""
        .........
        .#######.
        .#######.
        .........
        .#######.
        .#######.
        .........
    """)
    known = at.PortalMap(grid, 3)
    legs = known.legs((3, 0), (3, 8))
    first = next(legs)
    grid[3, 4] = 0
    rest = [*legs]
    cells = [cell for leg in rest for cell in leg]
    assert cells[0] == first[-1]
    assert cells[-1] == (3, 8)
    assert (3, 4) not in cells
    grid[3, 0] = 0
    with pytest.raises(at.InvalidValue, match=re.escape("start (3, 0) is a wall")):
        next(known.legs((3, 0), (3, 8)))


# --- Threads, pickles, the graph


@pytest.mark.slow
def test_answers_are_right_for_one_state_while_two_threads_edit_and_three_ask():
    two = TwoDoors()
    known = at.PortalMap(two.grid, 8)
    costs = []
    for near in (True, False):
        two.open(near=near)
        costs.append(known.find_path(START, GOAL).cost)

    def ask():
        path = known.find_path(START, GOAL)
        legs = [cell for leg in known.legs(START, GOAL) for cell in leg]
        wrong = two.faults([*path])
        if not any(isclose(path.cost, cost) for cost in costs):
            wrong.append(path.cost)
        return wrong if legs[-1] == GOAL else [*wrong, legs]

    assert not two.faults_while_edited(ask, editors=2, askers=3, times=150)
    check_as_new(known, two.grid, 8)


def test_a_copy_of_an_edited_map_is_repaired_too():
    grid = HOUSE.copy()
    known = at.PortalMap(grid, 8)
    grid[40:50, 40:50] = 3
    again = pickle.loads(pickle.dumps(known))
    check_as_new(again, again.world, 8)
    again.world[45, 45] = 0
    check_as_new(again, again.world, 8)
    assert [*again.find_path((0, 0), (94, 94))] != []


def test_a_graph_that_was_read_stays_while_no_portal_comes_or_goes():
    grid = at.maps.field(32)
    known = at.PortalMap(grid, 8)
    graph = known.graph
    assert known.graph is graph
    before = graph.costs.copy()
    grid[3, 4] = 7  # inside a chunk, on the diagonal between two portals
    assert known.graph is graph
    assert not np.array_equal(graph.costs, before)
    grid[7, 4] = 0  # a border
    assert known.graph is not graph


def test_a_remeasured_graph_keeps_its_portals_and_knows_what_they_cost():
    random = Random("remeasured")
    for world, _ in random_worlds(random, 80, largest=12):
        known = at.PortalMap(world.world, random.choice(["quadtree", 2, 4]))
        graph, labels, chunks = known.graph, known.labels, known.chunks
        ends = graph.ends
        for _ in range(3):
            random_edit(random, world)
            known.remeasure()
            assert known.graph is graph
            assert np.array_equal(graph.ends, ends)
            total = np.asarray(world.world.total, np.float64)
            for _, a, b, cost, _ in graph.connections:
                if labels[a] != labels[b]:
                    straight = abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
                    length = 1 if straight else world.grid.diagonal_cost
                    open_ = total[a] > 0 and total[b] > 0
                    assert cost == (total[b] * length if open_ else inf)
                    continue
                chunk = chunks[labels[a]]
                inside = at.Grid(
                    total[chunk.cells],
                    diagonal=world.grid.diagonal,
                    diagonal_cost=world.grid.diagonal_cost,
                )
                want = inf
                if total[a] > 0:
                    want = at.distances(inside, inside_of(chunk, a))[inside_of(chunk, b)]
                assert cost == want or isclose(cost, want, rel_tol=1e-9)
        known.refresh()
        assert np.array_equal(known.graph.ends, at.PortalMap(world.world, known._wanted).graph.ends)


def test_options_choose_the_search_of_the_portals():
    world = random_world(Random("options"), 20)
    for grid in (HOUSE.copy(), world.world):
        known = at.PortalMap(grid, 4)
        free = [tuple(cell) for cell in np.argwhere(grid.total > 0).tolist()]
        random = Random("ends")
        for _ in range(30):
            start, goal = random.choice(free), random.choice(free)
            want = known.plan(start, goal)
            for options in ({"algorithm": "dijkstra"}, {"ties": "fifo"}, {"heuristic": "zero"}):
                plan = known.plan(start, goal, **options)
                assert plan.path.found == want.path.found
                assert isclose(plan.path.cost, want.path.cost, rel_tol=1e-9) or not want.path
                assert bool(plan.portals) == bool(want.portals)
    with pytest.raises(at.InvalidValue, match="algorithm is 'magic'"):
        at.PortalMap(HOUSE, 8).plan((0, 0), (94, 94), algorithm="magic")
