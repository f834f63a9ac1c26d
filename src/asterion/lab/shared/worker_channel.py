"""A channel with a worker: one job at a time, on a thread beside the event loop.

Jobs wait in a queue; when none waits, a session that moves by itself goes on.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

from asterion.lab.shared.watching import Channel, Handler

T = TypeVar("T")


class WorkerChannel(Channel):
    """All access to the session is through jobs, so that it need not know of threads."""

    def __init__(self, handlers: dict[str, Handler]) -> None:
        self._jobs: deque[Callable[[], object]] = deque()
        self._wake = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        super().__init__(handlers)

    @property
    def is_busy(self) -> bool:
        """Whether jobs wait or run; moves that the session makes by itself do not count."""
        return bool(self._jobs)

    @property
    def goes_on(self) -> bool:
        """Whether the session moves by itself."""
        raise NotImplementedError

    async def go_on(self) -> None:
        """One move that it makes by itself, and the pause after it."""
        raise NotImplementedError

    async def send_all(self) -> None:
        """All jobs are done: sends the result to all watchers."""
        raise NotImplementedError

    def ask(self, job: Callable[[], object]) -> None:
        """Queues a job for the worker; its errors are sent to all watchers."""
        self._jobs.append(job)
        self._wake.set()
        if self._work is None or self._work.done():
            self._loop = asyncio.get_running_loop()
            self._work = asyncio.create_task(self._work_on())

    async def result_of(self, job: Callable[[], T]) -> T:
        """The result of a job, which runs when it is its turn and alone."""
        answer: Future[T] = Future()

        def work() -> None:
            try:
                answer.set_result(job())
            except Exception as error:  # noqa: BLE001 - passed on to the caller
                answer.set_exception(error)

        self.ask(work)
        return await asyncio.wrap_future(answer)

    async def _work_on(self) -> None:
        while self._jobs or self.goes_on:
            if self._jobs:
                await self._do_all()
            else:
                await self.go_on()

    async def _do_all(self) -> None:
        while self._jobs:
            try:
                await asyncio.to_thread(self._jobs[0])
            except Exception as error:  # noqa: BLE001 - a custom navigator may raise anything
                self.send("error", text=str(error))
            finally:
                self._jobs.popleft()
        await self.send_all()
        self.send_done()

    async def wait(self, seconds: float) -> None:
        """Waits for so many seconds, or until a job comes."""
        if self._jobs:  # there is one already
            return
        self._wake.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), max(0.001, seconds))
