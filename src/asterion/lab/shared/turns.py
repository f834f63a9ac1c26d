"""Turns at the processor: the work of all tabs, done beside the event loop and shared fairly.

Work is a generator. It may be paused at each ``yield``, and what it returns is its result. It has
the processor for a slice of time; then the tab that has used the least comes next, so a tab with
endless searches does not delay another's edits. Work ends at its next ``yield`` when the task that
waits for it is cancelled.

One place is kept for tabs whose works are known to be short, and for what a person waits for: an
edit is answered soon, however many searches run. Where several want it, the tab that has used the
least of late comes first: one that floods the lab with edits comes after one that draws. A new tab,
whose first work may be endless, has no such place yet. But what may be short, that of a new tab
too, has every other turn at the places that are for all. While a short work is under way, no slice
of another begins for a moment: they would share the cores and the interpreter.

Work that cannot be paused, such as one plan of a navigator, holds its place for a short while
only: after that, the next one begins beside it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import exp, inf
from threading import Event, get_native_id
from time import perf_counter, sleep, thread_time
from types import GeneratorType
from typing import Any, NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary

from asterion.errors import InvalidValue
from asterion.lab.shared import limits
from asterion.world.cores import usable_cores

T = TypeVar("T")
Work = Generator[Any, None, T]

PLACES = max(1, usable_cores() - 1)  # one core is left to the event loop
DISTRUST = 10.0  # seconds for which a tab with a long work has no place among the short ones
CREDIT = 0.2  # seconds by which a quiet tab is ahead of the busy ones
SHORT = 0.05  # seconds of the processor that a work may take in the place for short ones
LONG_WORK_NICENESS = (
    5  # of threads, beyond the lab's; more, and one that holds the interpreter would hold up all
)
LATELY = 2.0  # seconds after which most of what a tab has used is forgotten among short works


class Account:
    """What one tab has used of the processor, in seconds; only differences count.

    One slice of a tab runs at a time: its session need not know of threads.
    """

    def __init__(self) -> None:
        self.used = -1.0  # below 0: it has not begun
        self._is_known = False  # whether a work of it has ended: a tab that has just come had none
        self._long_at = -inf  # when a work of it was last found to be long
        self._lately = 0.0  # what it had used of late, when its last slice ended
        self._used_at = perf_counter()
        self.slice = asyncio.Lock()  # held until a slice has ended, even if nothing waits for it

    @property
    def may_be_prompt(self) -> bool:
        """Whether no work of it was long of late: true of a tab that has just come, too."""
        return perf_counter() - self._long_at > DISTRUST

    @property
    def is_prompt(self) -> bool:
        """Whether its works are known to be short; one long work counts for a while."""
        return self._is_known and self.may_be_prompt

    @property
    def used_lately(self) -> float:
        """What it has used in the last few seconds; more of it if it was just now."""
        return self._lately * exp((self._used_at - perf_counter()) / LATELY)

    def use(self, seconds: float) -> None:
        """A slice of it has had a place for so many seconds."""
        self.used += seconds
        self._lately = self.used_lately + seconds
        self._used_at = perf_counter()

    def note(self, used: float, *, ended: bool) -> None:
        """A work of it has used so many seconds of the processor so far."""
        self._is_known = self._is_known or ended
        if used >= SHORT:
            self._long_at = perf_counter()


def steps_of(job: Callable[[], Any]) -> Work[Any]:
    """A job as work: a generator is paused where it yields, anything else is done in one go."""
    result = job()
    if isinstance(result, GeneratorType):
        result = yield from result
    return result


def drained(work: Work[T]) -> T:
    """The result of work that is done at once, without turns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


class _Waiting(NamedTuple):
    """A work that waits for a place, which may be the one for short works if it is short."""

    account: Account
    place: asyncio.Future[bool]  # whether it is that one
    is_short: bool
    may_be_short: bool  # then it has every other turn


def _add(works: dict[Account, int], account: Account) -> None:
    works[account] = works.get(account, 0) + 1


def _remove(works: dict[Account, int], account: Account) -> None:
    works[account] -= 1
    if not works[account]:
        del works[account]


class Turns:
    """The works under way on one event loop. All but the slices themselves happens there."""

    def __init__(self, places: int = PLACES) -> None:
        self._places = places
        self._short_places = 1
        self._least = 0.0  # that an active tab had used, when it was last looked at
        self._late = 0  # works that have given up their place, and still run
        self._active: dict[Account, int] = {}  # how many works of each tab there are
        self._waiting: list[_Waiting] = []
        self._short: dict[Account, int] = {}  # how many works of each tab are short, as it seems
        self._short_ended = asyncio.Event()  # of the next of them
        self._was_long = False  # whether a place for all was last given to a work that is not short

    async def run(
        self, account: Account, work: Work[T], *, prompt: bool = True, tells: bool = True
    ) -> T:
        """The result of the work, done in turns; what it raises is raised here.

        ``prompt`` is whether a person waits for it, so that it may have the place for short works;
        ``tells``, whether it says how long the next work of this tab may be if it was short.
        """
        self._enter(account)
        seems_short = prompt and account.is_prompt
        if seems_short:
            _add(self._short, account)
        spent, used, has_place = 0.0, 0.0, False
        one: _Slice | None = None
        try:
            while spent < limits.WORK_SECONDS:
                if has_place and self._active[account] > 1:  # this tab's other work is next
                    self._free()
                    has_place = False
                await account.slice.acquire()
                try:
                    is_short = prompt and account.is_prompt
                    may_be_short = prompt and account.may_be_prompt
                    in_short = await self._turn(
                        account, has_place=has_place, is_short=is_short, may_be_short=may_be_short
                    )
                except asyncio.CancelledError:
                    has_place = False
                    account.slice.release()
                    raise
                one = _Slice(self, account, work, is_short=is_short, in_short=in_short)
                has_place = False  # the slice has it
                ended, result = await one.result()
                spent += one.seconds
                used += one.used
                account.note(used, ended=ended and tells)
                if seems_short and not account.is_prompt:
                    seems_short = False
                    self._end_short(account)
                has_place = one.keeps_place
                if ended:
                    return cast("T", result)
            raise InvalidValue(f"it takes more than {limits.WORK_SECONDS:g} s, and was ended")
        finally:
            if one is None or one.has_ended:  # else it closes the work when it ends
                work.close()
            if has_place:
                self._free()
            if seems_short:
                self._end_short(account)
            self._leave(account)

    async def give_way(self, account: Account) -> None:
        """Waits while short works of other tabs are under way, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(limits.GIVE_WAY_SECONDS):
                while any(each is not account for each in self._short):
                    await self._short_ended.wait()

    def _end_short(self, account: Account) -> None:
        _remove(self._short, account)
        self._short_ended.set()
        self._short_ended = asyncio.Event()

    # --- Who is next

    def _enter(self, account: Account) -> None:
        if account not in self._active:
            least = min((each.used for each in self._active), default=self._least)
            self._least = max(least, self._least)
            # A new tab is not ahead: to leave and come back must not pay.
            credit = CREDIT if account.used >= 0 else 0.0
            account.used = max(account.used, self._least - credit, 0.0)
        _add(self._active, account)

    def _leave(self, account: Account) -> None:
        _remove(self._active, account)

    async def _turn(
        self, account: Account, *, has_place: bool, is_short: bool, may_be_short: bool
    ) -> bool:
        """Waits for a place, then for short works; whether it is the one for short works."""
        in_short = await self._place(
            account, has_place=has_place, is_short=is_short, may_be_short=may_be_short
        )
        if not is_short:
            try:
                await self.give_way(account)
            except asyncio.CancelledError:
                self._free()
                raise
        return in_short

    async def _place(
        self, account: Account, *, has_place: bool, is_short: bool, may_be_short: bool
    ) -> bool:
        """Waits for a place; whether it is the one for short works.

        Whoever has a place takes its turn with those that wait.
        """
        if not self._waiting and (has_place or self._places):
            self._places -= not has_place
            return False
        if is_short and self._short_places:
            self._short_places -= 1
            if has_place:
                self._free()
            return True
        place: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(account, place, is_short, may_be_short))
        if has_place:
            self._free()
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._free(short=place.result())  # it had just been given
            self._waiting = [each for each in self._waiting if each.place is not place]
            raise

    def _free(self, *, short: bool = False) -> None:
        """A place is free: the tab that has used the least gets it; of short works, of late.

        By use since it came, a stream of new tabs would come before one that has been there for a
        while. A place that is for all goes to what may be short and to another in turn.
        """
        # A place may be cancelled already, whose task has not come to leave the list.
        self._waiting = [each for each in self._waiting if not each.place.cancelled()]
        shorts = (each for each in self._waiting if (each.is_short if short else each.may_be_short))
        first = min(shorts, key=lambda each: each.account.used_lately, default=None)
        if short or (first is not None and self._was_long):
            chosen = first
        else:
            chosen = min(self._waiting, key=lambda each: each.account.used, default=None)
        if not short:
            self._was_long = chosen is not first
        if chosen is not None:
            self._waiting.remove(chosen)
            chosen.place.set_result(short)
        elif short:
            self._short_places += 1
        else:
            self._places += 1

    def is_wanted(self, account: Account, *, short: bool) -> bool:
        """Whether another work waits for a place that this tab's work has. Threads ask, too."""
        if self._active.get(account, 0) > 1:
            return True
        return any(each.is_short or not short for each in self._waiting)

    def _give_up(self, *, short: bool) -> bool:
        """A place that is held for too long goes to the next; False if too many run like this."""
        if self._late >= limits.LATE_WORK:
            return False
        self._late += 1
        self._free(short=short)
        return True


class _Slice:
    """One slice of a work, on a thread."""

    def __init__(
        self, turns: Turns, account: Account, work: Work[Any], *, is_short: bool, in_short: bool
    ) -> None:
        loop = asyncio.get_running_loop()
        self._turns, self._account, self._work = turns, account, work
        self._in_short = in_short  # whether it has the place for short works
        self._stop = Event()
        self._begin = perf_counter()
        self.has_ended = self._is_abandoned = self._is_late = False
        self.seconds = 0.0  # until it ended
        self.used = 0.0  # of them, of the processor: on a busy machine less
        self.keeps_place = True
        self._timer = loop.call_later(limits.LATE_SECONDS, self._lag)
        self._pending = (_PROMPT_THREADS if is_short else _THREADS).submit(self._advance)

        def tell(_future: object) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._end)

        self._pending.add_done_callback(tell)

    def _advance(self) -> tuple[bool, Any]:
        """On a thread, some steps of the work: whether it has ended, and its result."""
        begin, before = perf_counter(), thread_time()
        try:
            while True:
                try:
                    next(self._work)
                except StopIteration as end:
                    return True, end.value
                if self._stop.is_set():
                    self._work.close()
                    return True, None
                if self._is_over(perf_counter() - begin):
                    return False, None
        finally:
            self.used = thread_time() - before

    def _is_over(self, seconds: float) -> bool:
        """Whether it ends after so many seconds: at once if others wait.

        To ask for the next turn takes time of the event loop, and the interpreter twice.
        """
        if seconds < limits.SLICE_SECONDS:
            return False
        is_wanted = self._turns.is_wanted(self._account, short=self._in_short)
        return is_wanted or seconds >= limits.LONE_SLICE_SECONDS

    async def result(self) -> tuple[bool, Any]:
        """Whether the work has ended, and its result.

        If the task that waits for it is cancelled, the work ends at its next step, and the place
        is free then: not before.
        """
        try:
            return await asyncio.wrap_future(self._pending)
        except asyncio.CancelledError:
            self._stop.set()
            self.keeps_place = False
            if self.has_ended:
                self._let_go()
            self._is_abandoned = True
            raise
        except BaseException:  # of the work itself: its place is free
            self._free()
            raise

    def _lag(self) -> None:
        self._is_late = self._turns._give_up(short=self._in_short)

    def _end(self) -> None:
        """The thread is done with it."""
        self.has_ended = True
        self._timer.cancel()
        self.seconds = perf_counter() - self._begin
        self._account.use(self.seconds)  # by the clock: others could not have its place
        self._account.slice.release()
        if self._is_late:
            self._turns._late -= 1
        elif self._in_short:
            self._turns._free(short=True)
        self.keeps_place = not self._is_late and not self._in_short and not self._is_abandoned
        if self._is_abandoned:
            self._let_go()

    def _let_go(self) -> None:
        self._work.close()
        self._free()

    def _free(self) -> None:
        """Gives up the place, if it still has one."""
        self.keeps_place = False
        if not self._is_late and not self._in_short:
            self._turns._free()


def _stand_back() -> None:
    """Lets the event loop and the short works have the cores first, where a thread can say so."""
    if sys.platform == "linux":
        with suppress(OSError):
            thread = os.PRIO_PROCESS, get_native_id()
            os.setpriority(*thread, os.getpriority(*thread) + LONG_WORK_NICENESS)


_PROMPT_THREADS = ThreadPoolExecutor(PLACES + 1 + limits.LATE_WORK, "lab-edit")
_THREADS = ThreadPoolExecutor(PLACES + limits.LATE_WORK, "lab-work", _stand_back)
_TURNS: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


def turns() -> Turns:
    """The turns of the event loop that runs."""
    loop = asyncio.get_running_loop()
    if loop not in _TURNS:
        _TURNS[loop] = Turns()
    return _TURNS[loop]


def end(seconds: float = 1.0) -> bool:
    """No work begins any more; whether all that was under way ended within so many seconds."""
    pools = (_PROMPT_THREADS, _THREADS)
    for pool in pools:
        pool.shutdown(wait=False, cancel_futures=True)
    threads = [thread for pool in pools for thread in pool._threads]
    until = perf_counter() + seconds
    while any(thread.is_alive() for thread in threads) and perf_counter() < until:
        sleep(0.01)
    return not any(thread.is_alive() for thread in threads)
