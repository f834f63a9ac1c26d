"""A channel whose session is changed by jobs alone: one at a time, on a thread.

Jobs wait in a queue; when none waits, a session may continue by itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from asterion.lab.server.channel import Channel, Handler


class Job(NamedTuple):
    """A job for the worker, if only to send everything.

    Of several jobs of a kind in a row, only the last is done.
    """

    do: Callable[[], Any] | None
    kind: str | None = None


class WorkerChannel(Channel):
    """All access to the session is through jobs, so that it need not know of threads."""

    def __init__(self, handlers: dict[str, Handler]) -> None:
        self._jobs: deque[Job] = deque()  # the first is in progress
        self._wake = asyncio.Event()
        super().__init__(handlers)

    @property
    def is_busy(self) -> bool:
        """Whether jobs wait or run; the session's own moves do not count."""
        return bool(self._jobs)

    @property
    def is_moving(self) -> bool:
        """Whether the session moves by itself."""
        raise NotImplementedError

    async def move_on(self) -> None:
        """Make one move of the session's own, and the pause after it."""
        raise NotImplementedError

    async def send_all(self) -> None:
        """Send the result to all watchers when all jobs are done."""
        raise NotImplementedError

    def ask(self, job: Callable[[], object] | None, *, kind: str | None = None) -> None:
        """Queue a job for the worker; its errors are sent to all watchers.

        A job of a ``kind`` replaces one of the same kind that would come just before it.
        """
        if len(self._jobs) > 1 and kind is not None and self._jobs[-1].kind == kind:
            self._jobs.pop()
        self._jobs.append(Job(job, kind))
        self._wake.set()
        self.begin_work()

    def on_unwatched(self) -> None:
        """End the job in progress when no watcher is left, and drop the waiting ones."""
        self._jobs.clear()
        super().on_unwatched()

    async def work_on(self) -> None:
        """Do all jobs, or the session's own moves."""
        while self._jobs or self.is_moving:
            if self._jobs:
                await self._do_all()
            else:
                await self.move_on()

    async def _do_all(self) -> None:
        while self._jobs:
            job = self._jobs[0]
            try:
                if job.do is not None:
                    await self.run(job.do)
            except Exception as error:  # noqa: BLE001 - a custom navigator may raise anything
                self.send("error", text=str(error))
            if self._jobs and self._jobs[0] is job:  # else they were all forgotten
                self._jobs.popleft()
        await self.send_all()
        if not self._jobs:  # else a message came meanwhile, which is not done
            self.send_done()

    async def wait(self, seconds: float) -> None:
        """Wait for this many seconds, or until a job comes."""
        if self._jobs:  # there is one already
            return
        self._wake.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), max(0.001, seconds))
