"""A watched session with a worker: one thing at a time, on a thread beside the event loop.

What people ask for waits in a line; when nothing waits, the session goes on by itself, if it does.
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
    """All that touches the session is done here, so that it need not know of threads."""

    def __init__(self, handlers: dict[str, Handler]) -> None:
        self._jobs: deque[Callable[[], object]] = deque()
        self._wake = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        super().__init__(handlers)

    @property
    def is_busy(self) -> bool:
        """Whether what was asked for is still being worked on; going on is not work."""
        return bool(self._jobs)

    @property
    def goes_on(self) -> bool:
        """Whether the session moves by itself."""
        raise NotImplementedError

    async def go_on(self) -> None:
        """One piece of what it does by itself, and the pause after it."""
        raise NotImplementedError

    async def send_all(self) -> None:
        """What was asked for is done: says what has become of it."""
        raise NotImplementedError

    def ask(self, job: Callable[[], object]) -> None:
        """To be done by the worker; what is wrong with it is said to all who watch."""
        self._jobs.append(job)
        self._wake.set()
        if self._work is None or self._work.done():
            self._loop = asyncio.get_running_loop()
            self._work = asyncio.create_task(self._work_on())

    async def result_of(self, job: Callable[[], T]) -> T:
        """What a job comes to, when it was its turn: nothing else happens to the session then."""
        answer: Future[T] = Future()

        def work() -> None:
            try:
                answer.set_result(job())
            except Exception as error:  # noqa: BLE001 - whoever has asked is told
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
            except Exception as error:  # noqa: BLE001 - a user's own navigator may raise anything
                self.send("error", text=str(error))
            finally:
                self._jobs.popleft()
        await self.send_all()
        self.send_done()

    async def wait(self, seconds: float) -> None:
        """So long, or until somebody asks for something."""
        if self._jobs:  # somebody has asked already
            return
        self._wake.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), max(0.001, seconds))
