"""Long work beside the event loop.

Work is a generator: it pauses at each ``yield``, and its return value is the result. It runs on a
thread in short slices, and waiting work of any tab comes before its next slice. When the task that
waits for it is cancelled, work ends with the current slice.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter, sleep
from types import GeneratorType
from typing import Any, TypeVar, cast

from asterion.errors import InvalidValue
from asterion.lab import limits

T = TypeVar("T")
Work = Generator[Any, None, T]

# More than cores: a search that never pauses, such as a custom one, keeps its thread.
_THREADS = ThreadPoolExecutor(8 + (os.cpu_count() or 1), "lab-work")


def steps_of(job: Callable[[], Any]) -> Work[Any]:
    """Return a job as work: a generator pauses where it yields, any other job runs in one go."""
    result = job()
    if isinstance(result, GeneratorType):
        result = yield from result
    return result


def drained(work: Work[T]) -> T:
    """Run work here and now, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return cast("T", end.value)


class Worker:
    """A runner of one session's work, slice by slice: sessions need not know of threads."""

    def __init__(self) -> None:
        self._slices = asyncio.Lock()  # held until a slice has ended, even if nothing waits for it

    async def run(self, job: Work[T] | Callable[[], T]) -> T:
        """Return the result of a job, or raise what it raises."""
        work = cast("Work[T]", steps_of(job) if callable(job) else job)
        loop, spent = asyncio.get_running_loop(), 0.0

        def release(_slice: object) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._slices.release)

        while spent < limits.WORK_SECONDS:
            await self._slices.acquire()
            pending = _THREADS.submit(_slice_of, work)
            pending.add_done_callback(release)
            has_ended, result, seconds = await asyncio.wrap_future(pending)
            if has_ended:
                return cast("T", result)
            spent += seconds
        raise InvalidValue(f"it takes more than {limits.WORK_SECONDS:g} s, and was ended")


def _slice_of(work: Work[Any]) -> tuple[bool, Any, float]:
    """Advance work on this thread; return whether it has ended, its result, and the time taken."""
    begin = perf_counter()
    while (seconds := perf_counter() - begin) < limits.SLICE_SECONDS:
        try:
            next(work)
        except StopIteration as end:
            return True, end.value, seconds
    return False, None, seconds


def end(seconds: float = 1.0) -> bool:
    """Begin no more slices; return whether the running ones ended within this many seconds."""
    _THREADS.shutdown(wait=False, cancel_futures=True)
    until = perf_counter() + seconds
    while (runs := any(each.is_alive() for each in _THREADS._threads)) and perf_counter() < until:
        sleep(0.01)
    return not runs
