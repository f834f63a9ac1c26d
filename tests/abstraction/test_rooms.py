"""Room graphs: what connections cost, and paths over them."""

import pickle
from itertools import pairwise
from math import isclose
from random import Random

import numpy as np
import pytest

import asterion as at
from support.doors import GOAL, START, TwoDoors
from support.edited_legs import check_legs_between_edits
from support.worlds import checked_cost, random_edit, random_worlds

HOUSE = at.maps.rooms(40, size=7, extra=0.2, seed=3)


def some_regions(random, shape):
    """Regions as users define them; by hand they may be in pieces, and leave cells out."""
    labels = np.array([random.randint(-1, 4) for _ in range(shape[0] * shape[1])]).reshape(shape)
    return random.choice(["auto", "rooms", random.randint(1, 4), labels])


@pytest.mark.req("S002-04")
@pytest.mark.parametrize("chunk", range(4))
def test_a_connection_costs_the_path_between_representative_points(chunk):
    random = Random(f"rooms {chunk}")
    for world, _ in random_worlds(random, 60, largest=9):
        rooms = at.RoomMap(world.world, some_regions(random, world.grid.shape))
        graph = at.room_graph(world.world, rooms.labels)
        assert graph.nodes == rooms.graph.nodes
        assert [*graph.nodes] == [tuple(point) for point in rooms.points.tolist()]
        for connection in graph.connections:
            costs = world.costs_from(connection.source)
            assert isclose(connection.cost, costs[connection.target], rel_tol=1e-9)


@pytest.mark.req("S002-04")
def test_regions_are_joined_where_they_touch_and_nowhere_else():
    grid = at.Grid.from_text("""
        ...#...#...
        ...........
        ...#...#...
        ##.########
        ...#.......
    """)
    graph = at.room_graph(grid, "rooms")
    joined = {(c.source, c.target) for c in graph.connections}
    left, middle, right, below, alone = (1, 1), (1, 5), (1, 9), (4, 1), (4, 7)
    assert {*graph.nodes} == {left, middle, right, below, alone}
    both_ways = [(left, middle), (middle, right), (left, below)]
    assert joined == {*both_ways, *((b, a) for a, b in both_ways)}


@pytest.mark.req("S002-04")
def test_a_representative_point_is_in_the_middle_and_in_the_region():
    ring = at.Grid.from_text("....\n.##.\n.##.\n....")
    rooms = at.RoomMap(ring, np.zeros((4, 4), int))
    assert len(rooms.points) == 1
    assert ring[tuple(rooms.points[0])] == 1
    assert at.RoomMap(at.maps.field(7), 7).points.tolist() == [[3, 3]]


@pytest.mark.req("S002-04")
def test_entering_costs_make_both_directions_differ():
    grid = at.Grid([[1, 1, 1, 5, 5, 5]])
    there, back = at.room_graph(grid, np.array([[0, 0, 0, 1, 1, 1]])).connections
    assert (there.cost, back.cost) == (11, 7)
    swamp = grid.view(blocked=np.array([[0, 0, 0, 1, 0, 0]], bool))
    assert at.room_graph(swamp, np.array([[0, 0, 0, 1, 1, 1]])).connections == []


def over_points(world, start, goal, route):
    """The cost of the walk over the representative points of these rooms, by a plain oracle."""
    stops = [start, *route.nodes[1:-1], goal]
    return sum(world.costs_from(a)[b] for a, b in pairwise(stops))


@pytest.mark.parametrize("chunk", range(8))
def test_there_is_a_path_over_rooms_where_the_grid_has_one_and_it_keeps_its_bounds(chunk):
    random = Random(f"paths over rooms {chunk}")
    for world, _ in random_worlds(random, 60, largest=12):
        rooms = at.RoomMap(world.world, some_regions(random, world.grid.shape))
        for edit in range(4):
            if not world.free_cells():
                break
            start, goal = random.choice(world.free_cells()), world.some_cell(random)
            plan = rooms.plan(start, goal, algorithm=random.choice(["astar", "dijkstra"]))
            cost = checked_cost(world, plan.path, start, goal)
            if plan.path:
                walked = [[*leg] for leg in rooms.legs(start, goal)]
                assert [a[-1] for a in walked[:-1]] == [b[0] for b in walked[1:]]
                assert (walked[0][0], walked[-1][-1]) == (start, goal)
            else:
                assert [*rooms.legs(start, goal)] == []
            if plan.path and plan.rooms:
                longest = over_points(world, start, goal, plan.rooms)
                assert cost <= longest * (1 + 1e-9)
            random_edit(random, world)
            if edit == 1:
                rooms.refresh()
            else:
                rooms.remeasure()


def test_legs_are_the_path_piece_by_piece():
    rooms = at.RoomMap(HOUSE, "rooms")
    path = rooms.find_path((0, 0), (38, 38))
    legs = [*rooms.legs((0, 0), (38, 38))]
    assert len(legs) > 3
    cells = [cell for leg in legs for cell in [*leg][1:]]
    assert [(0, 0), *cells] == [*path]
    assert isclose(sum(leg.cost for leg in legs), path.cost)
    assert path.cost < 1.2 * at.find_path(HOUSE, (0, 0), (38, 38)).cost


def check_as_new(rooms, world, regions):
    """Regions, points, connections and costs: equal to a new map's."""
    fresh = at.RoomMap(world, regions)
    rooms.refresh()
    assert np.array_equal(rooms.labels, fresh.labels)
    assert np.array_equal(rooms.points, fresh.points)
    assert np.array_equal(rooms.graph.ends, fresh.graph.ends)
    assert np.allclose(rooms.graph.costs, fresh.graph.costs, rtol=1e-9)
    assert rooms.version == world.version
    return fresh


@pytest.mark.parametrize("part", range(4))
def test_repaired_rooms_match_a_new_map(part):
    random = Random(f"repaired rooms {part}")
    for world, _ in random_worlds(random, 40, largest=14):
        regions = some_regions(random, world.grid.shape)
        rooms = at.RoomMap(world.world, regions)
        for _ in range(5):
            for _ in range(random.choice([1, 1, 3])):
                random_edit(random, world)
            if random.random() < 0.2:
                rooms.remeasure()  # which keeps points that a new map need not have
                random_edit(random, world)
            fresh = check_as_new(rooms, world.world, regions)
            if free := world.free_cells():
                start, goal = random.choice(free), world.some_cell(random)
                path = rooms.find_path(start, goal)
                checked_cost(world, path, start, goal)
                assert isclose(path.cost, fresh.find_path(start, goal).cost) or not path


def test_roads_of_cheap_cells_may_go_and_come():
    """A known cost may come from cells that are cheaper than any is now, and far away."""
    random = Random("roads")
    for _ in range(15):
        grid = at.Grid(np.full((20, 20), 20.0))
        roads = np.zeros(grid.shape, bool)
        roads[random.randrange(20), :] = roads[:, random.randrange(20)] = True
        rooms = at.RoomMap(grid, 10)
        for cost in (1, 20, 1):
            grid[roads] = cost
            check_as_new(rooms, grid, 10)


def test_an_edit_makes_only_near_connections_be_measured_again():
    grid = HOUSE.copy()
    rooms = at.RoomMap(grid, "rooms")
    graph, connections = rooms.graph, len(rooms.graph.costs)
    assert rooms.stats == at.MapStats(0, 0, 0, 0)
    grid[3, 4] = 2  # beside a point
    assert rooms.find_path((0, 0), (38, 38))
    assert rooms.graph is graph  # navigators follow
    assert rooms.stats[:3] == (1, 0, connections)
    assert 0 < rooms.stats.rebuilt < connections / 4
    before = rooms.stats
    grid[3, 3] = 0  # a room is another one, with another point
    assert rooms.find_path((0, 0), (38, 38))
    assert 0 < rooms.stats.rebuilt - before.rebuilt < connections / 3
    before = rooms.stats
    rooms.refresh()
    assert rooms.stats == before
    grid[:] = grid.cost  # nothing has changed
    grid[:, 5] = 9
    check_as_new(rooms, grid, "rooms")


def test_more_is_edited_than_the_journal_holds():
    house = at.maps.rooms(127, size=15, seed=4)
    rooms = at.RoomMap(house, "rooms")
    for _ in range(2):
        house[:] = np.where(house.cost > 0, house.cost + 1, 0)
    check_as_new(rooms, house, "rooms")
    assert rooms.stats.restarts == 1


@pytest.mark.parametrize("part", range(4))
def test_legs_go_on_while_the_grid_is_edited(part):
    random = Random(f"legs over rooms {part}")
    for world, free in random_worlds(random, 40, largest=16):
        rooms = at.RoomMap(world.world, some_regions(random, world.grid.shape))
        here, goal = random.choice(free), world.some_cell(random)
        check_legs_between_edits(random, world, rooms.legs(here, goal), here, goal)


def test_a_wall_on_the_unit_is_told():
    grid = HOUSE.copy()
    legs = at.RoomMap(grid, "rooms").legs((0, 0), (38, 38))
    last = next(legs)[-1]
    grid[last] = 0
    with pytest.raises(at.InvalidValue, match="is a wall"):
        next(legs)


def test_a_remeasured_graph_is_kept_until_the_next_edit():
    grid = HOUSE.copy()
    rooms = at.RoomMap(grid, "rooms")
    graph = rooms.graph
    grid[3, 3] = 0
    rooms.remeasure()
    assert rooms.graph is graph
    assert rooms.find_path((0, 0), (38, 38))
    rooms.refresh()
    assert rooms.graph is not graph
    check_as_new(rooms, grid, "rooms")


def test_rooms_can_be_asked_while_other_threads_edit():
    two = TwoDoors()
    rooms = at.RoomMap(two.grid, 8)
    ask = lambda: two.faults([*rooms.find_path(START, GOAL)])  # noqa: E731
    assert not two.faults_while_edited(ask, editors=1, askers=2, times=20)
    check_as_new(rooms, two.grid, 8)


@pytest.mark.parametrize(
    ("repair", "owner", "step", "other"),
    [
        ("refresh", at.regions, "cut", 0),  # cells close, or open, when rooms are cut
        ("refresh", at.RoomMap, "_costs", 0.1),  # all costs change while they are measured
        ("remeasure", at.RoomMap, "_costs", 10),
    ],
)
def test_edits_that_come_in_the_middle_of_each_repair(monkeypatch, repair, owner, step, other):
    grid = HOUSE.copy()
    rooms = at.RoomMap(grid, "rooms")
    edited = HOUSE.cost > 0
    if other == 0:
        edited[10:] = False
    began_with = []
    original = getattr(owner, step)

    def edit() -> None:
        grid[edited] = other if grid.cost[edited].max() == 1 else 1

    def edited_meanwhile(*args):
        began_with.append(grid.cost[edited].max())
        edit()
        return original(*args)

    monkeypatch.setattr(owner, step, edited_meanwhile)
    edit()
    getattr(rooms, repair)()
    monkeypatch.undo()
    assert began_with
    grid[edited] = began_with[-1]  # which the last repair saw first
    check_as_new(rooms, grid, "rooms")


def test_a_navigator_on_the_rooms_follows_a_door_that_closes():
    grid = at.Grid.from_text("""
        ...#...
        .......
        ...#...
        #.###.#
        ...#...
        .......
        ...#...
    """)
    rooms = at.RoomMap(grid, "rooms")
    agent = at.Navigator(rooms.graph, (1, 1), (1, 5), algorithm="dstar-lite")
    assert agent.path.nodes == [(1, 1), (1, 5)]
    grid[1, 3] = 0
    rooms.remeasure()
    # The path between the two points now leads around, and so the connection costs more.
    assert isclose(agent.path.cost, at.find_path(grid, (1, 1), (1, 5)).cost)
    grid[5, 3] = 0
    rooms.remeasure()
    assert not agent.path
    assert rooms.find_path((0, 0), (0, 6)).status == "unreachable"


def test_a_room_that_is_cut_in_two_promises_nothing_it_does_not_keep():
    grid = at.maps.field((3, 12))
    rooms = at.RoomMap(grid, 4)
    grid[:, 1] = 0
    rooms.remeasure()
    assert rooms.room((0, 0)) is None or rooms.room((0, 2)) is None
    assert not rooms.find_path((0, 0), (0, 11))
    grid[0, 1] = 1
    rooms.remeasure()
    assert rooms.find_path((0, 0), (0, 11))
    assert rooms.room((0, 0)) == rooms.room((0, 2))
    assert rooms.room((0, 1)) == (1, 1) or rooms.room((0, 1)) == rooms.room((0, 2))


def test_a_map_of_walls_has_no_rooms():
    rooms = at.RoomMap(at.Grid([[0, 0]]))
    assert (len(rooms.graph), rooms.points.shape) == (0, (0, 2))
    assert at.RoomMap(at.Grid([[1]])).find_path((0, 0), (0, 0)).cost == 0


def test_memory_is_counted_and_rooms_can_be_saved():
    rooms = at.RoomMap(HOUSE, "rooms")
    connections = len(rooms.graph.costs)
    assert rooms.nbytes == 48 * connections + 16 * len(rooms.points) + 9 * HOUSE.cost.size
    twin = pickle.loads(pickle.dumps(rooms))
    assert [*twin.find_path((0, 0), (38, 38))] == [*rooms.find_path((0, 0), (38, 38))]


def test_what_is_remeasured_counts_its_labels_beside_those_it_was_cut_with():
    grid = HOUSE.copy()
    rooms = at.RoomMap(grid, "rooms")
    before = rooms.nbytes
    grid[0, 0] = 0
    rooms.remeasure()
    assert rooms.nbytes == before + rooms.labels.nbytes == before + 8 * grid.cost.size
    rooms.refresh()
    assert rooms.nbytes == before
