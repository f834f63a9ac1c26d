"""Ctrl-C ends any call at once, and the interrupted objects stay usable."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import asterion as at
from asterion.world.grid import Cell
from support.interruption import interrupted
from support.sanitized import SANITIZED

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals"),
]

SIDE = 1500 if SANITIZED else 4000


@pytest.fixture(scope="module")
def rough() -> at.Grid:
    """A large grid whose costs differ: a search over all of it takes seconds."""
    costs = np.random.default_rng(1).integers(1, 250, (SIDE, SIDE))
    return at.Grid(costs.astype(np.uint8))


@pytest.fixture(scope="module")
def ends() -> tuple[Cell, Cell]:
    return (0, 0), (SIDE - 1, SIDE - 1)


def check_usable(grid: at.Grid) -> None:
    before = grid.version
    grid[3, 3] = 251 - grid[3, 3]
    assert grid.version == before + 1
    assert at.validate(grid, at.find_path(grid, (0, 0), (4, 4))) < 1000


# The signal comes before the call first looks for one.
FRESH = """
import os, signal, threading
import numpy as np
import asterion as at

class Alarm(Exception): pass

def ring(number, frame): raise Alarm

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGALRM, ring)
grid = at.Grid(np.random.default_rng(1).integers(1, 250, (2000, 2000)).astype(np.uint8))
try:
    threading.Timer(0.005, os.kill, (os.getpid(), signal.SENT)).start()
    CALL
    print("finished")
except (KeyboardInterrupt, Alarm) as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize(
    ("sent", "raised"), [("SIGINT", "KeyboardInterrupt"), ("SIGALRM", "Alarm")]
)
@pytest.mark.parametrize(
    "call",
    [
        "at.distances(grid, (0, 0))",
        "at.find_path(grid, (0, 0), (1999, 1999), algorithm='dijkstra')",
    ],
)
def test_the_first_signal_of_a_process_ends_its_first_long_call(call, sent, raised):
    code = FRESH.replace("SENT", sent).replace("CALL", call)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{raised}\n", done.stderr


@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "bidirectional", "greedy"])
def test_a_query(rough, ends, algorithm):
    with interrupted():
        for _ in range(1000):
            at.find_path(rough, *ends, algorithm=algorithm, max_cost=None)
    check_usable(rough)


def test_a_search_continues_after_it_was_interrupted(rough, ends):
    search = at.Search(rough, *ends, algorithm="dijkstra")
    with interrupted():
        search.run()
    assert search.status == "running"
    assert 0 < search.stats.expanded < rough.cost.size
    done = search.stats.expanded
    assert search.run(expansions=1000) == "running"
    assert search.stats.expanded == done + 1000
    check_usable(rough)


def test_ida():
    grid = at.Grid(np.random.default_rng(1).integers(1, 9, (60, 60)).astype(np.uint8))
    ends = (0, 0), (59, 59)
    search = at.Search(grid, *ends, algorithm="ida", max_expansions=10**9)
    with interrupted():
        search.run()
    assert search.status == "running"
    with interrupted():
        at.find_path(grid, *ends, algorithm="ida", max_expansions=10**9)


def test_active_reopening_ends_in_the_middle_of_an_expansion():
    size = 600 if SANITIZED else 1500
    costs = np.random.default_rng(2).integers(1, 9, (size, size))
    far = np.random.default_rng(3).integers(0, 10**6, (size, size)).astype(float)
    grid = at.Grid(costs.astype(float) + 0.5)
    search = at.Search(
        grid, (0, 0), (size - 1, size - 1), algorithm="astar", heuristic=far, reopen="active"
    )
    with interrupted():
        search.run()
    assert search.status in ("running", "stopped")
    search.restart()
    assert search.step() == "running"


def test_distances(rough):
    with interrupted():
        for _ in range(100):
            at.distances(rough, (0, 0))
    check_usable(rough)


def test_a_field_from_values(rough):
    cells = np.argwhere(rough.cost > 100)
    with interrupted():
        for _ in range(100):
            at.distances(rough, cells, values=rough.cost)
    check_usable(rough)


def test_a_path_as_straight_lines():
    grid = at.Grid(np.ones((3, 400_000)), diagonal="never")
    grid[1, 1:-1:4] = 0
    path = at.find_path(grid, (0, 0), (2, 399_999))
    with interrupted():
        for _ in range(10_000):
            path.smoothed()
    assert path.smoothed().shape[1] == 2


def test_sight():
    grid = at.Grid(np.ones((2000, 2000), np.uint8))
    with interrupted():
        at.visible(grid, (1000, 1000))
    check_usable(grid)


def test_a_look_that_was_interrupted_is_made_again():
    world = at.Grid(np.ones((1100, 1100)))
    explorer = at.Explorer(world, (550, 550), (550, 570), sight=500)
    world[:] = 2
    with interrupted(after=0.05):
        explorer.step()
    explorer.step()
    assert (explorer.belief.cost[51:1050, 51:1050] == 2).all()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("most", [2, 500])
def test_a_table_ends_on_all_its_threads(rough, ends, threads, most):
    """Forward, and backward from two targets."""
    sources = [(i, i) for i in range(most)]
    with interrupted():
        for _ in range(1000):
            at.cost_table(rough, sources, [*ends], threads=threads)
    check_usable(rough)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_ends_on_all_its_threads(rough, ends, threads):
    with interrupted():
        at.find_paths(rough, [ends[0]] * 100, [ends[1]] * 100, threads=threads)
    assert threading.active_count() < 100
    check_usable(rough)


def test_cheapest_paths():
    grid = at.Grid(np.ones((300, 300)))
    with interrupted():
        at.cheapest_paths(grid, (0, 0), (299, 299), 500)


PLANNERS = [info.name for info in at.algorithms("navigator") if "grid" in info.worlds]


@pytest.mark.parametrize("algorithm", PLANNERS)
def test_a_plan_is_made_again_after_it_was_interrupted(rough, ends, algorithm):
    agent = at.Navigator(rough, *ends, algorithm=algorithm)
    with interrupted():
        for _ in range(1000):
            agent = at.Navigator(rough, *ends, algorithm=algorithm)
            assert agent.path.found
    near = at.Navigator(rough, (0, 0), (9, 9), algorithm=algorithm)
    assert near.path.cost == pytest.approx(at.find_path(rough, (0, 0), (9, 9)).cost)
    check_usable(rough)


def test_an_explorer():
    maze = at.maps.maze(301 if SANITIZED else 701, seed=1)
    far = tuple(size - 1 for size in maze.shape)
    with interrupted():
        for _ in range(1000):
            at.explore(maze, (0, 0), far, sight=1, algorithm="repeated-forward")


def test_a_path_service_continues_after_it_was_interrupted():
    rough = at.Grid(np.random.default_rng(1).integers(1, 250, (1000, 1000)).astype(np.uint8))
    ends = (0, 0), (999, 999)
    service = at.PathService(rough)
    units = [service.request(ends[0], ends[1]) for _ in range(20)]
    with interrupted():
        while True:
            units.append(service.request(ends[1], ends[0]))
            service.run()
    near = service.request((0, 0), (9, 9), priority=1)
    while near.status not in ("full", "unreachable"):
        service.run(expansions=100_000)
    assert near.path.cost >= at.find_path(rough, (0, 0), (9, 9)).cost
    del units
    check_usable(rough)


def test_maps_made_of_grids(rough):
    with interrupted():
        for _ in range(100):
            at.Landmarks(rough, count=16)
    with interrupted():
        for _ in range(100):
            at.PortalMap(rough)
    check_usable(rough)


def test_an_index_answers_on_after_its_refresh_was_interrupted():
    grid = at.maps.scattered(200, density=0.3, seed=1)
    ends = (0, 0), (199, 199)
    grid[0, 0] = grid[199, 199] = 1
    index = at.Index(grid)
    with interrupted():
        for i in range(1000):
            grid[1, i % 9] = 1 - grid[1, i % 9]
            index.refresh()
    assert index.find_path(*ends).cost == at.find_path(grid, *ends).cost
    assert index.refresh() == "ready"
    assert index.find_path(*ends).how == "index"
    assert index.find_path(*ends).cost == at.find_path(grid, *ends).cost


@pytest.mark.parametrize("kind", [at.PortalMap, at.RoomMap])
def test_a_map_is_repaired_after_its_repair_was_interrupted(kind):
    costs = np.random.default_rng(1).integers(1, 120, (700, 700)).astype(np.uint8)
    grid = at.Grid(costs)
    known = kind(grid)
    with interrupted():
        for i in range(1000):
            grid[:] = costs + np.uint8(i % 100)  # all costs must be measured again
            known.refresh()
    grid[350, 350] = 0
    fresh = kind(grid)
    assert known.find_path((0, 0), (699, 699)).cost == fresh.find_path((0, 0), (699, 699)).cost
    assert known.graph.nodes == fresh.graph.nodes
    assert np.allclose(known.graph.costs, fresh.graph.costs)


def test_a_wait_for_the_lock():
    """An edit waits for a search whose heuristic takes its time; Ctrl-C is not kept waiting."""
    grid = at.Grid(np.ones((5, 5)))
    asked, answer = threading.Event(), threading.Event()

    def slow(_: Cell) -> float:
        asked.set()
        answer.wait(5)
        answer.set()
        return 0.0

    other = threading.Thread(target=at.find_path, args=(grid, (0, 0), (4, 4)),
                             kwargs={"heuristic": slow})  # fmt: skip
    other.start()
    asked.wait()
    try:
        with interrupted():
            grid[2, 2] = 7
    finally:
        answer.set()
        other.join()
    assert grid[2, 2] == 1
    check_usable(grid)
