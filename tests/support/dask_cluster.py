"""A cluster of Dask on this machine: a scheduler and workers, each a process that can be killed.

They are forks of one process, which has imported all: a second, not five. ``python -m
support.dask_cluster FILE COUNT`` in ``tests`` starts one, prints the processes, scheduler first,
and ends when its input does.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from typing import NamedTuple

from support import toy_experiment
from support.run_files import WITH_TESTS


class Machines(NamedTuple):
    """A cluster as tests see it."""

    file: str  # the scheduler file
    scheduler: int  # process ids
    workers: list[int]


@contextmanager
def machines(folder, count=3, **environment):
    """A cluster, for the block."""
    file = str(folder / "scheduler.json")
    with subprocess.Popen(
        [sys.executable, "-m", "support.dask_cluster", file, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **WITH_TESTS, **environment},
    ) as child:
        scheduler, *workers = json.loads(child.stdout.readline())
        try:
            yield Machines(file, scheduler, workers)
        finally:
            child.stdin.close()


async def schedule(file):
    from distributed import Scheduler

    options = {"host": "127.0.0.1", "port": 0, "dashboard_address": "127.0.0.1:0"}
    async with Scheduler(scheduler_file=file, **options) as scheduler:
        await scheduler.finished()


async def work(file):
    from distributed import Worker

    options = {"nthreads": 1, "host": "127.0.0.1", "dashboard": False, "memory_limit": 0}
    async with Worker(scheduler_file=file, **options) as worker:
        await worker.finished()


def fork(role, file):
    child = os.fork()
    if child:
        return child
    try:
        asyncio.run(role(file))
    finally:
        os._exit(0)


def main(file, count):
    import distributed

    assert distributed
    assert toy_experiment
    children = [fork(schedule, file), *(fork(work, file) for _ in range(int(count)))]
    print(json.dumps(children), flush=True)  # noqa: T201 - that is what it is for
    sys.stdin.read()
    for child in children:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])
