"""Batches of paths: their threads, and their errors."""

import itertools
import sys
import threading

import numpy as np
import pytest

import asterion as at
from asterion.world import cores
from support.processes import run_alone
from support.sanitized import SANITIZED


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of Linux")
@pytest.mark.skipif(SANITIZED, reason="a sanitizer needs more memory than the limit")
def test_a_batch_continues_with_fewer_threads_if_the_system_refuses_them():
    """Stacks too large for the memory there is: the system refuses every thread."""
    run_alone(
        """
        import resource, threading
        import numpy as np
        import asterion as at
        grid = at.Grid(np.random.default_rng(1).integers(1, 9, (60, 60)).astype(np.uint8))
        starts, goals = [(0, 0)] * 200, [(59, 59)] * 200
        alone = at.find_paths(grid, starts, goals, threads=1)
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (24 << 20), used + (24 << 20)))
        paths = at.find_paths(grid, starts, goals, threads=64)
        assert [p.cost for p in paths] == [p.cost for p in alone]
        assert [p.stats.expanded for p in paths] == [p.stats.expanded for p in alone]
        """
    )


def test_what_a_thread_throws_is_raised_once():
    grid = at.Grid(np.ones((40, 40)))
    goals = [(39, 39)] * 300
    with pytest.raises(at.AsterionError):
        at.find_paths(grid, [(0, 0)] * 299 + [(40, 0)], goals, threads=4)


def test_the_default_number_of_threads_is_that_of_the_cores_it_may_use(monkeypatch):
    monkeypatch.setattr(cores.os, "sched_getaffinity", lambda _: {0, 1, 2, 5}, raising=False)
    monkeypatch.setattr(cores, "_share_of_time", lambda: 1 << 20)
    assert cores.usable_cores() == 4
    monkeypatch.setattr(cores, "_share_of_time", lambda: 3)
    assert cores.usable_cores() == 3


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("250000 100000", 3),
        ("50000 100000", 1),
        ("max 100000", 1 << 20),
        ("50000 0", 1 << 20),
        ("-1 100000", 1 << 20),
    ],
)
def test_a_share_of_time_is_a_number_of_cores(monkeypatch, tmp_path, text, share):
    (tmp_path / "cpu.max").write_text(text)
    monkeypatch.setattr(cores, "_QUOTA", tmp_path / "cpu.max")
    assert cores._share_of_time.__wrapped__() == share


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_what_a_round_learns_serves_the_next_whatever_the_number_of_threads(threads):
    """The first 64 look for an island in vain; then its shores are known."""
    costs = np.ones((130, 140))
    costs[10:15, 10:15] = 0
    costs[12, 12] = 1
    paths = at.find_paths(
        at.Grid(costs), [(0, 0)] * 400, [(12, 12)] * 400, threads=threads, algorithm="astar"
    )
    assert [path.stats.expanded > 0 for path in paths] == [True] * 64 + [False] * 336
    assert {path.status for path in paths} == {"unreachable"}


@pytest.mark.parametrize("threads", [2, 3])
def test_a_long_batch_beside_edits_ends_and_is_right(threads):
    """Whichever thread notices an edit, threads that wait for the next round continue."""
    grid = at.maps.field(40)
    ends = [(i % 40, 0) for i in range(1500)], [(i % 37, 39) for i in range(1500)]
    plain = [path.cost for path in at.find_paths(grid, *ends)]
    done = threading.Event()

    def edit():
        for i in itertools.count():
            grid[20, 20] = 1 + i % 2
            if done.wait(0.0005):
                return

    editor = threading.Thread(target=edit)
    editor.start()
    try:
        for _ in range(20):
            paths = at.find_paths(grid, *ends, threads=threads)
            assert all(a <= p.cost <= a + 2 for a, p in zip(plain, paths, strict=True))
    finally:
        done.set()
        editor.join()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_heuristic_may_search_worlds_that_are_gone_before_the_batch_is(threads):
    """A thread of a batch keeps the memory of its searches, but not of other searches."""
    grid = at.Grid(np.ones((12, 12)))
    ends = [(0, c) for c in range(12)], [(11, c) for c in range(12)]
    asked = []

    def estimate(cell):
        other = at.Grid(np.full((9, 9), 2.0))
        asked.append(at.find_path(other, (0, 0), (8, 8), algorithm="astar").cost)
        return 11 - cell[0]

    paths = at.find_paths(grid, *ends, heuristic=estimate, algorithm="astar", threads=threads)
    assert [path.cost for path in paths] == [11] * 12
    assert set(asked) == {16 * 2**0.5}
    assert at.find_path(grid, (0, 0), (11, 0)).cost == 11
