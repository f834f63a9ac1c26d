"""Searches and edits share a world fairly, across threads and forks."""

import collections
import os
import signal
import threading
import time

import numpy as np
import pytest

import asterion as at
from asterion.world.grid import Cell

SIDE = 800
ENDS = (0, 0), (SIDE - 1, SIDE - 1)


def searching(grid: at.Grid, threads: int, stop: threading.Event) -> list[threading.Thread]:
    """Threads that search without a pause until they are told to stop."""

    def search() -> None:
        while not stop.is_set():
            at.find_path(grid, *ENDS, algorithm="dijkstra")

    workers = [threading.Thread(target=search) for _ in range(threads)]
    for worker in workers:
        worker.start()
    return workers


@pytest.fixture
def busy_grid():
    """A grid that two threads search all the time, so that some search always runs."""
    grid = at.Grid(np.random.default_rng(1).integers(1, 10, (SIDE, SIDE)).astype(np.uint8))
    grid[5, 5] = 0
    stop = threading.Event()
    workers = searching(grid, 2, stop)
    time.sleep(0.3)
    yield grid
    stop.set()
    for worker in workers:
        worker.join()


def within(seconds: float, act) -> None:
    """Fail if another thread cannot do this within some seconds: far more than it takes."""
    done = threading.Event()

    def run() -> None:
        act()
        done.set()

    threading.Thread(target=run, daemon=True).start()
    assert done.wait(seconds)


@pytest.mark.slow
def test_edits_are_not_starved_by_searches(busy_grid):
    def edit() -> None:
        for i in range(20):
            busy_grid[0, 1] = 1 + i % 2

    within(60, edit)
    assert busy_grid.version >= 20


@pytest.mark.slow
def test_views_and_unreachable_goals_are_not_starved_either(busy_grid):
    def ask() -> None:
        busy_grid[4, 4] = busy_grid[4, 4] + 1
        assert busy_grid.view().total[4, 4] == busy_grid[4, 4]
        assert at.find_path(busy_grid, (0, 0), (5, 5)).status == "unreachable"
        busy_grid[SIDE - 2 :, SIDE - 2] = 0
        busy_grid[SIDE - 2, SIDE - 2 :] = 0
        assert at.find_path(busy_grid, *ENDS).status == "unreachable"

    within(60, ask)


def test_searches_are_not_starved_by_edits():
    grid = at.Grid(np.ones((50, 50)))
    stop = threading.Event()

    def edit() -> None:
        while not stop.is_set():
            grid[25, 25] = 3 - grid[25, 25]

    workers = [threading.Thread(target=edit) for _ in range(3)]
    for worker in workers:
        worker.start()
    try:
        within(60, lambda: [at.find_path(grid, (0, 0), (49, 49)) for _ in range(50)])
    finally:
        stop.set()
        for worker in workers:
            worker.join()


def test_a_search_nested_in_a_heuristic_passes_an_edit_that_waits():
    """The edit waits for the outer search, which waits for the inner one."""
    grid = at.Grid(np.ones((30, 30)))
    editing = threading.Event()

    def edit() -> None:
        editing.set()
        grid[0, 5] = 2

    def estimate(cell: Cell) -> float:
        if not editing.is_set():
            threading.Thread(target=edit).start()
            editing.wait()
            time.sleep(0.1)
        return at.find_path(grid, cell, (29, 29), algorithm="astar").cost

    within(30, lambda: at.find_path(grid, (20, 20), (29, 29), heuristic=estimate))


def test_searches_nested_in_each_others_worlds_pass_edits_that_wait():
    """Two threads, each in a search of one world and about to search the other."""
    worlds = at.Grid(np.ones((9, 9))), at.Grid(np.ones((9, 9)))
    both = threading.Barrier(2)
    edited = []

    def edit(world: at.Grid) -> None:
        world[0, 8] = 3
        edited.append(world)

    def search(here: at.Grid, there: at.Grid) -> None:
        first = [True]

        def estimate(cell: Cell) -> float:
            if first.pop() if first else False:
                both.wait()
                threading.Thread(target=edit, args=(here,), daemon=True).start()
                time.sleep(0.2)
            return at.find_path(there, cell, (8, 8)).cost

        at.find_path(here, (4, 4), (8, 8), heuristic=estimate)

    def run() -> None:
        workers = [
            threading.Thread(target=search, args=pair, daemon=True)
            for pair in (worlds, worlds[::-1])
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    within(30, run)


def test_an_edit_from_a_handler_of_signals_is_refused_not_a_deadlock():
    """Python handles signals in the thread that searches, in the middle of the search."""
    grid = at.Grid(np.random.default_rng(1).integers(1, 10, (SIDE, SIDE)).astype(np.uint8))

    def handler(*_: object) -> None:
        grid[0, 1] = 9

    former = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2, 0.01)  # again: some come between the searches
        with pytest.raises(at.AsterionError, match="while this thread searches it"):
            collections.deque((at.distances(grid, (0, 0)) for _ in range(10_000)), maxlen=0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


def in_a_fork(act) -> int:
    """The exit status of a child process that calls this; a child that hangs is killed."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            act()
            status = 0
        finally:
            os._exit(status)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return -9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_child_process_can_edit_a_world_that_was_searched_when_it_was_forked():
    """The search's thread has the lock in the middle of an estimate."""
    grid = at.Grid(np.ones((9, 9)))
    armed, asked, go_on = (threading.Event() for _ in range(3))

    def estimate(_: Cell) -> float:
        if armed.is_set():
            asked.set()
            go_on.wait(60)
        return 0.0

    search = at.Search(grid, (0, 0), (8, 8), heuristic=estimate)
    armed.set()
    runs = threading.Thread(target=search.run)
    runs.start()
    asked.wait()

    def use() -> None:
        grid[0, 1] = 7
        assert at.find_path(grid, (0, 0), (0, 1)).cost == 7
        grid.view(blocked=np.zeros((9, 9), bool))
        with pytest.raises(at.AsterionError, match="was forked"):
            _ = search.status

    status = in_a_fork(use)
    go_on.set()
    runs.join()
    assert status == 0
    assert search.status == "found"
    grid[0, 1] = 5  # the parent continues
    assert at.find_path(grid, (0, 0), (0, 1)).cost == 5


def test_a_heuristic_may_search_its_own_graph_from_the_first_time_on():
    """Data for a search in both directions cannot be made while another search has the lock."""
    graph = at.Graph([(i, i + 1, 1) for i in range(9)])
    asked = []

    def estimate(node: int) -> float:
        asked.append(at.find_path(graph, node, 9).cost)
        return asked[-1]

    assert at.find_path(graph, 0, 9, heuristic=estimate).cost == 9
    assert asked[0] == 9
