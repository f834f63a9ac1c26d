"""The rules of an index: where answers come from, refreshes, threads, errors."""

import copy
import pickle
import platform
import subprocess
import sys
import threading
from itertools import pairwise
from math import inf
from time import process_time

import numpy as np
import pytest

import asterion as at
from support.interruption import interrupted
from support.sanitized import SANITIZED


def rooms(side=63, **options):
    return at.maps.rooms(side, size=15, seed=4, **options)


def test_an_answer_says_where_it_comes_from():
    land = at.Grid(np.ones((30, 30)))
    land[10, :25] = 0
    index = at.Index(land)
    start, goal = (0, 0), (29, 0)
    assert index.find_path(start, goal).how == "index"
    land[20, 29] = 0  # beside no path
    assert index.find_path(start, goal).how == "certified"
    land[10, 24] = 1  # a shorter way round the wall
    path = index.find_path(start, goal)
    assert path.how == "searched"
    assert path.cost == at.find_path(land, start, goal).cost
    assert index.find_path((0, 27), (29, 27)).how == "certified"  # not on a cheaper path
    assert at.find_path(land, start, goal).how == "searched"


def test_an_edit_that_is_taken_back_is_no_edit():
    land = rooms()
    index = at.Index(land)
    path = index.find_path((1, 1), (60, 60))
    land[path[20]] = 0
    assert index.find_path((1, 1), (60, 60)).how == "searched"
    land[path[20]] = 1
    assert index.find_path((1, 1), (60, 60)).how == "index"


@pytest.mark.parametrize("rule", ["clear", "one-clear"])
def test_a_cell_that_opens_allows_diagonal_moves_past_it(rule):
    """They cost less than any path over the cell itself."""
    land = at.Grid([[1, 1], [1, 0]], diagonal=rule)
    if rule == "one-clear":
        land[0, 0] = 0
    index = at.Index(land)
    land[1, 1] = 1
    path = index.find_path((0, 1), (1, 0))
    assert (path.cost, path.how) == (2**0.5, "searched")


def test_what_was_unreachable_stays_so_until_something_opens():
    land = at.Grid.from_text("..#..\n..#..\n..#..")
    index = at.Index(land)
    assert (index.find_path((0, 0), (0, 4)).status, index.cost((0, 0), (0, 4))) == (
        "unreachable",
        inf,
    )
    land[2, 4] = 0
    path = index.find_path((0, 0), (0, 4))
    assert (path.status, path.how) == ("unreachable", "certified")
    land[0, 2] = 1
    path = index.find_path((0, 0), (0, 4))
    assert (path.cost, path.how) == (4.0, "searched")


def test_ends_on_walls():
    land = at.Grid(np.ones((9, 9)))
    index = at.Index(land)
    land[4, 4] = 0
    with pytest.raises(ValueError, match=r"start \(4, 4\) is a wall"):
        index.find_path((4, 4), (0, 0))
    with pytest.raises(ValueError, match=r"sources\[1\] \(4, 4\) is a wall"):
        index.cost_table([(0, 0), (4, 4)], [(8, 8)])
    assert index.find_path((0, 0), (4, 4)).status == "unreachable"
    with pytest.raises(IndexError, match=r"start \(9, 0\) is outside"):
        index.find_path((9, 0), (0, 0))


def test_a_cell_that_was_a_wall_can_be_left_and_entered():
    land = at.Grid(np.ones((9, 9)))
    land[4, 4] = 0
    index = at.Index(land)
    land[4, 4] = 1
    for ends in [((4, 4), (0, 0)), ((0, 0), (4, 4)), ((0, 0), (8, 8))]:
        path = index.find_path(*ends)
        assert path.cost == at.find_path(land, *ends).cost
        assert path.how == "searched"


def test_many_edits_are_searched_until_a_refresh():
    land = rooms()
    index = at.Index(land)
    land[:40, :40] = 1
    assert index.find_path((1, 1), (60, 60)).how == "searched"
    assert index.find_path((60, 50), (60, 52)).how == "searched"
    assert index.refresh() == "ready"
    assert index.find_path((1, 1), (60, 60)).how == "index"
    assert index.stats.version == land.version


def test_a_refresh_in_slices_gives_the_same_index_and_answers_meanwhile():
    land = rooms(127)
    index = at.Index(land)
    land[np.arange(30, 60), 64] = 1
    slices = 1
    while index.refresh(seconds=0.0) == "running":
        slices += 1
        path = index.find_path((1, 1), (120, 120))
        assert path.cost == at.find_path(land, (1, 1), (120, 120)).cost
    assert slices > 5
    assert index.stats[:3] == at.Index(land).stats[:3]
    assert index.refresh(seconds=0.0) == "ready"


@pytest.mark.parametrize("seconds", [0.0, 0.001, None])
def test_ready_means_the_state_of_the_world_when_it_was_asked_for(seconds):
    land = at.Grid(np.ones((40, 40)))
    land[20, :39] = 0
    index = at.Index(land)
    land[30, 30] = 0
    assert index.refresh(seconds=0.0) == "running"
    land[20, 10] = 1
    versions = set()
    while index.refresh(seconds=seconds) == "running":
        versions.add(index.stats.version)
    assert index.stats.version == land.version
    assert seconds != 0.0 or land.version - 1 in versions  # a draft is used once it is done
    path = index.find_path((0, 0), (39, 0))
    assert path.how == "index"
    assert path.cost == at.find_path(land, (0, 0), (39, 0)).cost


def test_costs_are_exact_on_maps_with_hundreds_of_thousands_of_free_cells():
    """Where free cells times the length of a diagonal move exceed 31 bits, paths are measured."""
    land = at.maps.rooms(640, size=39, seed=1)
    index = at.Index(land)
    free = np.argwhere(land.cost > 0)
    random = np.random.default_rng(1)
    for start in random.choice(free, 3):
        goals = random.choice(free, 100)
        expected = at.distances(land, tuple(start))[tuple(goals.T)]
        assert np.allclose(index.cost_table([start], goals)[0], expected)


def test_a_refresh_that_is_interrupted_leaves_the_index_that_was_there():
    land = at.maps.scattered(700, density=0.3, seed=1)
    index = at.Index(at.Grid(land.cost[:50, :50]))
    costs = np.random.default_rng(1).integers(1, 9, (250, 250)).astype(float)
    graph = lattice(costs)
    with interrupted():
        at.Index(graph)
    assert index.find_path((0, 0), (0, 0)).how == "index"
    small = at.Index(lattice(costs[:20, :20]))
    assert small.find_path(0, 399).how == "index"


def random_edges(dice, nodes, edges):
    ends = dice.integers(0, nodes, (2, edges))
    return *ends, dice.integers(1, 100, edges).astype(float)


def hubs(dice, nodes, count):
    """Each node is joined to two of a few hubs, there and back."""
    leaves = np.repeat(np.arange(count, nodes), 2)
    ends = leaves, dice.integers(0, count, len(leaves))
    costs = dice.integers(1, 100, 2 * len(leaves)).astype(float)
    return np.concatenate(ends), np.concatenate(ends[::-1]), costs


def complete(dice, nodes):
    here, there = np.divmod(np.arange(nodes * nodes), nodes)
    return here, there, dice.integers(1, 1000, nodes * nodes).astype(float)


@pytest.mark.parametrize(
    "kind",
    [
        "star",
        "three hubs",
        pytest.param("forty hubs", marks=pytest.mark.slow),
        "complete",
        "random",
    ],
)
def test_graphs_with_hubs_and_dense_graphs_have_exact_indexes(kind):
    dice = np.random.default_rng(1)
    edges = {
        "star": lambda: hubs(dice, 3000, 1),
        "three hubs": lambda: hubs(dice, 3000, 3),
        "forty hubs": lambda: hubs(dice, 14_000, 40),
        "complete": lambda: complete(dice, 150),
        "random": lambda: random_edges(dice, 600, 2400),
    }[kind]()
    graph = at.Graph(edges, nodes=int(edges[0].max()) + 1)
    index = at.Index(graph)
    for start in dice.integers(0, len(graph), 5).tolist():
        costs = at.distances(graph, start)
        for goal in dice.integers(0, len(graph), 20).tolist():
            assert index.cost(start, goal) == costs[goal]
            path = index.find_path(start, goal)
            assert path.cost == costs[goal]
            assert not path.found or at.validate(graph, path) == path.cost


def test_the_work_for_a_star_grows_with_its_size():
    times = []
    for nodes in (8000, 64_000):
        graph = at.Graph(hubs(np.random.default_rng(1), nodes, 1), nodes=nodes)
        began = process_time()
        at.Index(graph)
        times.append(process_time() - began)
    assert times[1] < 30 * times[0] + 0.1


def test_a_graph_without_narrow_places_is_refused_soon():
    graph = at.Graph(random_edges(np.random.default_rng(1), 2000, 16_000), nodes=2000)
    began = process_time()
    with pytest.raises(at.InvalidValue, match=r"2000 nodes has none, .* shortcuts\. Use find_path"):
        at.Index(graph)
    assert process_time() - began < 5
    index = at.Index.begun(graph)
    path = index.find_path(0, 1)
    assert (path.how, path.cost) == ("searched", at.find_path(graph, 0, 1).cost)


def lattice(costs):
    """The right and lower neighbours of each node, and back."""
    rows, cols = costs.shape
    flat = np.arange(rows * cols).reshape(rows, cols)
    here = np.concatenate([flat[:, :-1].ravel(), flat[:-1].ravel()])
    there = np.concatenate([flat[:, 1:].ravel(), flat[1:].ravel()])
    both = np.concatenate([here, there]), np.concatenate([there, here])
    return at.Graph((*both, costs.ravel()[both[1]]), nodes=rows * cols)


def test_threads_ask_while_another_edits_and_refreshes():
    land = rooms(95)
    index = at.Index(land)
    door = at.find_path(land, (1, 1), (90, 90))[30]
    open_cost = at.find_path(land, (1, 1), (90, 90)).cost
    land[door] = 0
    shut_cost = at.find_path(land, (1, 1), (90, 90)).cost
    land[door] = 1
    wrong, stop = [], threading.Event()

    def ask():
        while not stop.is_set():
            path = index.find_path((1, 1), (90, 90))
            if path.cost not in (open_cost, shut_cost):
                wrong.append(path)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for i in range(60):
            land[door] = i % 2
            if i % 10 == 0:
                index.refresh()
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert not wrong


def test_batches_give_what_single_queries_give():
    land = rooms()
    index = at.Index(land)
    free = np.argwhere(np.asarray(land.cost) > 0)
    dice = np.random.default_rng(1)
    starts, goals = free[dice.integers(0, len(free), (2, 60))]
    paths = index.find_paths(starts, goals, threads=3)
    assert paths == [
        index.find_path(tuple(a), tuple(b))
        for a, b in zip(starts.tolist(), goals.tolist(), strict=True)
    ]
    costs = index.costs(starts, goals, threads=2)
    assert costs.tolist() == [path.cost for path in paths]
    with pytest.raises(ValueError, match="there are 60 starts and 59 goals"):
        index.find_paths(starts, goals[1:])


def test_an_index_of_one_version_is_the_same_each_time():
    land = at.maps.scattered(60, density=0.3, seed=2)
    one, other = at.Index(land), at.Index(land)
    assert one.stats[:3] == other.stats[:3]
    assert one._core.written()[1].tolist() == other._core.written()[1].tolist()


def test_few_nodes_are_looked_at():
    land = at.maps.scattered(200, density=0.3, seed=1)
    index = at.Index(land)
    free = [tuple(cell) for cell in np.argwhere(np.asarray(land.cost) > 0).tolist()]
    start, goal = free[5], free[-5]
    path = index.find_path(start, goal)
    assert path
    looked_at = index.looked_at(start, goal)
    assert len(set(looked_at)) == len(looked_at)
    assert path.stats.expanded <= 2 * len(looked_at)  # from either end
    assert len(looked_at) < at.find_path(land, start, goal, algorithm="astar").stats.expanded / 10


@pytest.mark.parametrize("kind", ["corners", "weights", "graph"])
def test_a_trace_ends_with_the_way_over_shortcuts(kind):
    """From the goal parents lead back to the start, by arcs that were climbed, at its cost."""
    for seed in range(40):
        land = at.maps.scattered(12, density=0.3, seed=seed)
        if kind == "weights":
            land[5, :] = np.where(np.asarray(land.cost)[5] > 0, 3, 0)
        world, start, goal = land, (0, 0), (11, 11)
        land[start] = land[goal] = 1
        if kind == "graph":
            arcs = [
                (cell, other, cost)
                for cell in np.ndindex(12, 12)
                if land[cell]
                for other, cost in land.neighbours(cell)
            ]
            world = at.Graph(arcs, nodes=[*np.ndindex(12, 12)])
        index = at.Index(world)
        path, trace = index.find_path(start, goal), index.trace(start, goal)
        parents = {event.cell: event.parent for event in trace}
        costs = {event.cell: event.g for event in trace}
        assert {start, goal} <= parents.keys()
        if not path:
            assert parents[goal] is None
            continue
        places = {node: place for place, node in enumerate(path)}
        way = [goal]
        while parents[way[-1]] is not None:
            way.append(parents[way[-1]])
        assert way[-1] == start
        assert [places[node] for node in way] == sorted(map(places.get, way), reverse=True)
        assert np.isclose(costs[goal], path.cost, rtol=1e-6)
        hops = [{*hop} for hop in pairwise(way)]
        climbs = [{event.cell, event.parent} for event in [*trace][: -len(hops)]]
        assert len(hops) == 1 or all(hop in climbs for hop in hops)


@pytest.mark.parametrize(
    ("world", "words"),
    [
        (at.Grid([[1, 1]], tiles="hex"), "an index takes square tiles"),
        ([[1, 1]], "world is"),
    ],
)
def test_what_an_index_does_not_take_is_refused(world, words):
    with pytest.raises((ValueError, TypeError), match=words):
        at.Index(world)


def test_links_and_fences_are_refused_and_searched_when_they_come_later():
    land = at.Grid(np.ones((9, 9)))
    index = at.Index(land)
    link = land.links.add((0, 0), (8, 8), cost=1.0)
    path = index.find_path((0, 0), (8, 8))
    assert (path.cost, path.how) == (1.0, "searched")
    for world in (land,):
        with pytest.raises(ValueError, match="no links and no fences"):
            at.Index(world)
    with pytest.raises(ValueError, match="no links and no fences"):
        index.refresh()
    land.links.remove(link)
    assert index.find_path((0, 0), (8, 8)).how == "index"


def test_a_grid_of_many_costs_is_refused_above_a_size():
    costs = np.ones((257, 256))
    costs[3, 3] = 2
    with pytest.raises(ValueError, match="takes at most 65536 cells; this one has 65792"):
        at.Index(at.Grid(costs))


def test_a_grid_without_any_free_cell():
    index = at.Index(at.Grid(np.zeros((4, 4))))
    with pytest.raises(ValueError, match="is a wall"):
        index.find_path((0, 0), (1, 1))


def test_an_empty_graph_and_single_nodes():
    index = at.Index(at.Graph([], nodes=["A", "B"]))
    assert index.find_path("A", "A").nodes == ["A"]
    assert index.find_path("A", "B").status == "unreachable"
    assert index.cost_table(["A"], ["A", "B"]).tolist() == [[0.0, inf]]


def test_it_is_not_copied():
    index = at.Index(at.Grid(np.ones((3, 3))))
    for make in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            make(index)


def test_a_pickled_path_keeps_where_it_came_from():
    land = rooms()
    path = at.Index(land).find_path((1, 1), (60, 60))
    assert pickle.loads(pickle.dumps(path)).how == "index"
    graph = at.Graph([("A", "B", 1.0)])
    walk = at.Index(graph).find_path("A", "B")
    assert pickle.loads(pickle.dumps(walk)).how == "index"


def test_looks_in_vain_become_rare_and_nothing_is_answered_wrong():
    """After many searched queries most no longer look; where the index knows again, they do."""
    land = at.maps.rooms(63, size=7, seed=4)
    index = at.Index(land)
    far, near = ((0, 0), (62, 62)), ((0, 0), (0, 4))
    path = index.find_path(*far)
    land[path[30]] = 0
    assert index.find_path(*near).how == "certified"
    for _ in range(60):
        found = index.find_path(*far)
        assert (found.how, found.cost) == ("searched", at.find_path(land, *far).cost)
    how = [index.find_path(*near).how for _ in range(400)]
    assert how[:24].count("certified") == 3  # one look in eight
    assert how[-100:] == ["certified"] * 100
    land[path[30]] = 1
    assert index.find_path(*far).how == "index"


BUILD = """
import asterion as at

def resident(name):
    [line] = [line for line in open("/proc/self/status") if line.startswith(name)]
    return int(line.split()[1])

land = at.maps.scattered(200, density=0.2, seed=1)
before = resident("VmRSS")
index = at.Index(land)
print(resident("VmHWM") - before, resident("VmRSS") - before)
"""


@pytest.mark.skipif(SANITIZED, reason="a sanitizer build has memory of its own")
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others keep what they free")
def test_a_build_returns_the_memory_that_it_no_longer_needs():
    run = subprocess.run([sys.executable, "-c", BUILD], capture_output=True, text=True, check=True)
    peak, kept = map(int, run.stdout.split())
    assert kept < peak / 2
