"""One world, or one search, in the hands of many threads."""

import threading

import pytest

import asterion as at
from support.processes import run_alone


def test_editing_and_asking_from_many_threads():
    """Every answer is right for some version of the world; nothing waits for ever."""
    grid = at.maps.field(60)
    costs, errors = set(), []

    def ask():
        try:
            for _ in range(300):
                costs.add(round(at.find_path(grid, (0, 0), (0, 59)).cost, 6))
                at.distances(grid, (0, 0))
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    def edit():
        for i in range(300):
            grid[:59, 30] = i % 2

    workers = [threading.Thread(target=ask) for _ in range(3)] + [threading.Thread(target=edit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=60)
    assert not errors
    assert not any(worker.is_alive() for worker in workers)
    grid[:59, 30] = 0
    around = round(at.find_path(grid, (0, 0), (0, 59)).cost, 6)
    assert costs <= {59.0, around}


def test_one_search_stepped_by_many_threads_is_still_one_search():
    grid = at.maps.scattered(100, density=0.2, seed=4)
    grid[0, 0] = grid[99, 99] = 1
    whole = at.find_path(grid, (0, 0), (99, 99), algorithm="dijkstra")
    search = at.Search(grid, (0, 0), (99, 99), algorithm="dijkstra")

    def work():
        while search.step(7) == "running":
            _ = search.state

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=60)
    assert [*search.path] == [*whole]
    assert search.stats.expanded == whole.stats.expanded


WORK = {
    "batch": "at.find_paths(grid, [ends[0]] * 8, [ends[1]] * 8, threads=2)",
    "search": "at.Search(grid, *ends).run()",
    "callable": "at.find_path(grid, *ends, heuristic=lambda cell: 0.0)",
    "evaluation": "at.find_path(grid, *ends, algorithm='best-first', evaluate=lambda g, h, n: g)",
    "plan": "at.Navigator(grid, *ends, algorithm='dstar-lite').path",
}


@pytest.mark.slow
@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_a_program_ends_while_a_thread_of_its_searches(work):
    """Python ends threads that ask for its lock by an exception, which C++ may not stop.

    The process outlives the interpreter by a while, in which the search continues: no thread may
    touch what is left of Python then.
    """
    code = f"""
        import ctypes, gc, sys, threading, time
        import numpy as np
        import asterion as at
        grid = at.Grid(np.random.default_rng(1).integers(1, 9, (700, 700)).astype(np.uint8))
        ends = (0, 0), (699, 699)
        def search():
            while True:
                {work}
        threading.Thread(target=search, daemon=True).start()
        time.sleep(0.4)
        if sys.platform != "win32":
            process = ctypes.CDLL(None)
            microseconds = ctypes.c_void_p(150_000)
            process.__cxa_atexit(process.usleep, microseconds, None)
        gc.freeze()  # the interpreter ends quickly, between two questions for its lock
    """
    for _ in range(2):
        run_alone(code)
