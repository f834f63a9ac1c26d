"""Long work: outside the event loop, shared fairly, and cancelled with its waiter."""

import asyncio
from threading import Event, current_thread
from time import perf_counter, sleep

import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.work import Worker, drained, steps_of
from support import loops


def endless(ended=None):
    try:
        while True:
            sleep(0.0005)  # as a search does, which lets other threads run
            yield
    finally:
        if ended is not None:
            ended.set()


def short():
    for _ in range(3):
        yield
    return "done"


def test_work_is_done_beside_the_event_loop_and_returns_its_result():
    async def main():
        assert await Worker().run(current_thread) is not current_thread()
        assert await Worker().run(short()) == "done"
        assert await Worker().run(short) == "done"

    loops.run(main())


def test_a_job_that_is_a_generator_is_paused_and_another_is_not():
    assert drained(steps_of(short)) == "done"
    assert len([*steps_of(short)]) == 3
    assert [*steps_of(lambda: [1, 2])] == []


def test_endless_works_of_many_tabs_delay_a_short_one_by_less_than_a_second():
    """There are more of them than threads."""

    async def main():
        tabs = [asyncio.create_task(Worker().run(endless())) for _ in range(40)]
        await asyncio.sleep(0.2)
        begin = perf_counter()
        assert await Worker().run(short()) == "done"
        waited = perf_counter() - begin
        for tab in tabs:
            tab.cancel()
        await asyncio.gather(*tabs, return_exceptions=True)
        return waited

    assert loops.run(main()) < 1


def test_work_that_never_pauses_leaves_threads_to_others():
    async def main():
        hold = Event()
        stuck = [asyncio.create_task(Worker().run(hold.wait)) for _ in range(4)]
        await asyncio.sleep(0.05)
        try:
            assert await asyncio.wait_for(Worker().run(short()), 20) == "done"
        finally:
            hold.set()
            await asyncio.gather(*stuck)

    loops.run(main())


def test_cancelled_work_ends_with_its_slice():
    async def main():
        ended = Event()
        task = asyncio.create_task(Worker().run(endless(ended)))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(ended.wait, 20)

    loops.run(main())


def test_one_slice_of_a_session_runs_at_a_time_even_after_a_cancellation():
    async def main():
        worker, begun, hold = Worker(), Event(), Event()

        def slow():
            begun.set()
            return hold.wait(20)

        first = asyncio.create_task(worker.run(slow))
        await asyncio.to_thread(begun.wait, 20)
        first.cancel()
        second = asyncio.create_task(worker.run(short()))
        await asyncio.sleep(0.05)
        assert not second.done()
        hold.set()
        assert await asyncio.wait_for(second, 20) == "done"

    loops.run(main())


def test_work_that_takes_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(limits, "WORK_SECONDS", 0.05)
    with pytest.raises(at.InvalidValue, match=r"it takes more than 0.05 s, and was ended"):
        loops.run(Worker().run(endless()))


def test_what_work_raises_is_raised_where_it_is_waited_for():
    def broken():
        yield
        raise at.InvalidValue("no")

    with pytest.raises(at.InvalidValue, match="no"):
        loops.run(Worker().run(broken()))
