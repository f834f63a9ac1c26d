"""Work in turns: no tab waits for another's endless work, and work ends with who waits for it."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, current_thread, get_native_id
from time import sleep

import pytest

import asterion as at
from asterion.lab.shared import limits
from asterion.lab.shared import turns as turns_module
from asterion.lab.shared.turns import Account, Turns, drained, steps_of, turns
from support import loops


def endless(counts=None, ended=None):
    try:
        while True:
            if counts is not None:
                counts.append(1)
            yield
    finally:
        if ended is not None:
            ended.set()


def short(result="done"):
    for _ in range(3):
        yield
    return result


def test_work_is_done_beside_the_event_loop_and_returns_its_result():
    async def main():
        loop_thread = current_thread()
        worker = await turns().run(Account(), steps_of(current_thread))
        assert worker is not loop_thread
        assert await turns().run(Account(), short()) == "done"

    loops.run(main())


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a niceness of their own there")
def test_long_works_leave_the_cores_to_short_ones_and_to_the_event_loop():
    def niceness():
        yield
        return os.getpriority(os.PRIO_PROCESS, get_native_id())

    async def main():
        own = os.getpriority(os.PRIO_PROCESS, get_native_id())
        account = Account()
        unknown = await turns().run(account, niceness())  # it may be long, as far as is known
        short_one = await turns().run(account, niceness())
        account.note(1.0, ended=True)
        long_one = await turns().run(account, niceness())
        return [each - own for each in (unknown, short_one, long_one)]

    assert loops.run(main()) == [5, 0, 5]


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a niceness of their own there")
def test_threads_of_a_lab_that_is_nice_itself_are_nicer():
    def niceness():
        thread = os.PRIO_PROCESS, get_native_id()
        os.setpriority(*thread, os.getpriority(*thread) + 3)
        before = os.getpriority(*thread)
        turns_module._stand_back()
        return os.getpriority(*thread) - before

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(niceness).result() == turns_module.LONG_WORK_NICENESS


def test_a_job_that_is_a_generator_is_paused_and_another_is_not():
    assert drained(steps_of(short)) == "done"
    assert drained(steps_of(lambda: 7)) == 7
    assert len([*steps_of(short)]) == 3
    assert [*steps_of(lambda: [1, 2])] == []


def test_endless_works_of_other_tabs_do_not_hold_up_a_short_one():
    """There are far more of them than places; before, the first few kept all threads."""

    async def main():
        counts = [[] for _ in range(40)]
        tabs = [asyncio.create_task(turns().run(Account(), endless(count))) for count in counts]
        await asyncio.sleep(0.3)
        for _ in range(3):
            assert await asyncio.wait_for(turns().run(Account(), short()), 20) == "done"
        for tab in tabs:
            tab.cancel()
        await asyncio.gather(*tabs, return_exceptions=True)
        return counts

    counts = loops.run(main())
    assert sum(map(bool, counts)) > 10  # they share it, too


def test_the_tab_that_has_used_the_least_is_next(monkeypatch):
    monkeypatch.setattr(limits, "SLICE_SECONDS", 0.0)  # a step a slice

    async def main():
        order, one_place = [], Turns(1)
        one_place._short_places = 0

        def noted(name, steps):
            for _ in range(steps):
                order.append(name)
                yield

        busy, quiet = Account(), Account()
        for tab in (busy, quiet):
            tab.note(turns_module.SHORT, ended=True)
        busy.used, quiet.used = 100.0, 0.0
        hold = Event()
        first = asyncio.create_task(one_place.run(Account(), steps_of(hold.wait)))
        await asyncio.sleep(0.01)
        works = [
            asyncio.create_task(one_place.run(busy, noted("busy", 5))),
            asyncio.create_task(one_place.run(quiet, noted("quiet", 5))),
        ]
        await asyncio.sleep(0)
        hold.set()
        await asyncio.gather(first, *works)
        return order

    order = loops.run(main())
    assert order.index("busy") > 0
    assert order[:3] == ["quiet"] * 3


@pytest.mark.parametrize("short_place", [True, False])
@pytest.mark.parametrize(
    ("rival", "lone"),
    [
        (None, 60.0),  # nothing waits: it goes on
        (None, 0.0),  # but not for ever
        ("known", 60.0),
        ("same", 60.0),  # another work of its own tab waits
        ("new", 60.0),  # which may not have the place for short works
    ],
)
def test_a_slice_goes_on_while_no_other_work_wants_its_place(monkeypatch, rival, lone, short_place):
    """Each slice that ends takes the event loop, and the interpreter twice."""
    monkeypatch.setattr(limits, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(limits, "LONE_SLICE_SECONDS", lone)

    class Counted(Turns):
        async def _turn(self, account, **what):
            counts[account] = counts.get(account, 0) + 1
            return await super()._turn(account, **what)

    async def main():
        places = Counted(0 if short_place else 1)
        places._short_places = int(short_place)
        tab, other = Account(), Account()
        for account in (tab, *[other] * (rival == "known")):
            account.note(0.0, ended=True)
        rivals = {None: [], "same": [tab]}.get(rival, [other])
        begun, asked = Event(), Event()

        def work():
            begun.set()
            asked.wait()
            for _ in range(4):
                yield

        task = asyncio.create_task(places.run(tab, work()))
        await asyncio.to_thread(begun.wait)
        others = [asyncio.create_task(places.run(each, endless())) for each in rivals]
        await asyncio.sleep(0)
        asked.set()
        await task
        for each in others:
            each.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        return counts[tab] - (rival == "same")  # the first turn of the other work

    counts = {}
    goes_on = lone > 0 and (rival is None or (rival == "new" and short_place))
    assert (loops.run(main()) == 1) == goes_on


def test_a_tab_that_was_quiet_is_a_little_ahead_and_a_new_one_is_not():
    async def main():
        one = Turns()
        busy, quiet, new = Account(), Account(), Account()
        busy.used, quiet.used = 1000.0, 3.0
        for account in (busy, quiet, new):
            one._enter(account)
        assert 999 < quiet.used < busy.used
        assert quiet.used < new.used
        one._leave(busy)
        one._leave(quiet)
        one._leave(new)
        later = Account()
        one._enter(later)
        assert later.used > quiet.used  # even if all have left

    loops.run(main())


def test_work_that_cannot_be_paused_gives_up_its_place(monkeypatch):
    """Both the place for all works and the one for those that begin."""
    monkeypatch.setattr(limits, "LATE_SECONDS", 0.01)

    async def main():
        release = Event()
        one_place = Turns(1)
        tabs = [Account() for _ in range(4)]
        for tab in tabs:
            tab.note(0.0, ended=True)
        works = [one_place.run(tab, steps_of(release.wait)) for tab in tabs[1:]]
        stuck = [asyncio.create_task(work) for work in works]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(one_place.run(tabs[0], short()), 20) == "done"
        assert not any(work.done() for work in stuck)
        release.set()
        assert await asyncio.gather(*stuck) == [True] * 3
        assert (one_place._places, one_place._short_places, one_place._late) == (1, 1, 0)


async def edit_beside_endless_works(*, was_short, prompt):
    """Whether an edit of a tab that has used most is done, and how many steps others had before."""
    one_place, counts = Turns(1), []
    tabs = [asyncio.create_task(one_place.run(Account(), endless(counts))) for _ in range(30)]
    await asyncio.sleep(0.1)
    eager, before = Account(), len(counts)
    eager.used = 1e6
    eager.note(0.0, ended=True)
    eager.note(0.0 if was_short else turns_module.SHORT, ended=False)
    edit = asyncio.create_task(one_place.run(eager, steps_of(short), prompt=prompt))
    done, _ = await asyncio.wait([edit], timeout=20 if was_short and prompt else 0.5)
    for task in (*tabs, edit):
        task.cancel()
    await asyncio.gather(*tabs, edit, return_exceptions=True)
    return bool(done), before


@pytest.mark.parametrize("was_short", [True, False])
@pytest.mark.parametrize("prompt", [True, False])
def test_an_edit_passes_works_that_last(was_short, prompt):
    """Even of a tab that has used far more; not if its works last, or if no person waits."""
    is_done, before = loops.run(edit_beside_endless_works(was_short=was_short, prompt=prompt))
    assert before > 0  # the others do run
    assert is_done == (was_short and prompt)


def test_a_tab_with_a_long_work_is_trusted_again_after_a_while(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(turns_module, "perf_counter", lambda: now)
    tab = Account()
    assert not tab.is_prompt  # nothing is known of it
    tab.note(0.0, ended=False)
    assert not tab.is_prompt
    tab.note(0.0, ended=True)
    assert tab.is_prompt
    tab.note(turns_module.SHORT, ended=False)
    tab.note(0.0, ended=True)  # what is short does not hide what is long
    assert not tab.is_prompt
    now += turns_module.DISTRUST + 0.1
    assert tab.is_prompt


def test_a_work_that_tells_nothing_of_the_next_one_makes_no_tab_known():
    async def main():
        tab = Account()
        await turns().run(tab, short(), tells=False)
        known = [tab.is_prompt]
        await turns().run(tab, short())
        return [*known, tab.is_prompt]

    assert loops.run(main()) == [False, True]


def test_works_of_new_tabs_do_not_hold_up_those_that_are_known_to_be_short():
    """Else each of many new tabs had a while at the place for short works, and endless searches."""

    async def main():
        one_place, release = Turns(1), Event()
        held = asyncio.create_task(one_place.run(Account(), steps_of(release.wait)))
        await asyncio.sleep(0.01)
        new = [asyncio.create_task(one_place.run(Account(), endless())) for _ in range(10)]
        await asyncio.sleep(0)
        known = Account()
        known.note(0.0, ended=True)
        try:
            await asyncio.wait_for(one_place.run(known, short()), 20)
            return len(one_place._waiting)
        finally:
            release.set()
            for task in new:
                task.cancel()
            await asyncio.gather(held, *new, return_exceptions=True)

    assert loops.run(main()) == 10  # none of them had a place before


def test_a_new_tab_has_every_other_turn_at_a_place_for_all():
    """Its first picture does not come after a slice of each work that lasts."""

    async def main():
        one_place, release, order = Turns(1), Event(), []
        held = asyncio.create_task(one_place.run(Account(), steps_of(release.wait)))
        await asyncio.sleep(0.01)
        new, *lasting = (Account() for _ in range(7))
        new.used = 1.0  # the others have used less
        for tab in lasting:
            tab.note(turns_module.SHORT, ended=True)
        works = {"new": new} | {f"lasting {i}": tab for i, tab in enumerate(lasting)}
        tasks = [
            asyncio.create_task(one_place.run(tab, steps_of(partial(order.append, name))))
            for name, tab in works.items()
        ]
        await asyncio.sleep(0)
        release.set()
        await asyncio.gather(held, *tasks)
        return order

    assert loops.run(main()).index("new") <= 1


def test_waiting_does_not_make_a_work_long():
    """Seconds of the processor count: on a busy machine a short work takes its time too."""

    async def main():
        tab = Account()
        await turns().run(tab, steps_of(partial(sleep, 3 * turns_module.SHORT)))
        assert tab.is_prompt

    loops.run(main())


def test_short_works_have_every_other_turn_at_a_place_for_all():
    async def main():
        turns_of_all, order = Turns(1), []

        def noted(name, steps):
            for _ in range(steps):
                order.append(name)
                sleep(limits.SLICE_SECONDS)  # a slice each
                yield

        quick = [Account() for _ in range(6)]
        for tab in quick:
            tab.note(0.0, ended=True)
        await asyncio.gather(
            turns_of_all.run(Account(), noted("long", 8)),
            turns_of_all.run(Account(), noted("long too", 8)),
            *(turns_of_all.run(tab, noted("short", 1)) for tab in quick),
        )
        assert order.index("short") < 3
        assert "long too" in order[: order.index("short") + 6]  # they are not held up for long
        assert (turns_of_all._places, turns_of_all._short_places) == (1, 1)

    loops.run(main())


def test_of_tabs_with_short_works_the_one_that_has_used_the_least_of_late_is_next(monkeypatch):
    """Else one that draws waits for all works of those that flood the lab with edits."""
    now = 100.0
    monkeypatch.setattr(turns_module, "perf_counter", lambda: now)
    busy, quiet, formerly_busy = Account(), Account(), Account()
    formerly_busy.use(5.0)
    now += 20.0
    busy.use(0.1)
    quiet.use(0.02)
    assert formerly_busy.used_lately < quiet.used_lately < busy.used_lately

    async def main():
        place = Turns(0)
        place._short_places = 0
        order = []

        async def turn(name, account):
            await place._turn(account, has_place=False, is_short=True, may_be_short=True)
            order.append(name)

        named = {"busy": busy, "quiet": quiet, "formerly busy": formerly_busy}
        tasks = [asyncio.create_task(turn(*each)) for each in named.items()]
        await asyncio.sleep(0)
        for _ in tasks:
            place._free(short=True)
            await asyncio.sleep(0.01)
        await asyncio.gather(*tasks)
        return order

    assert loops.run(main()) == ["formerly busy", "quiet", "busy"]


class Drawing:
    """A tab that is known for short works, with one under way until it is told to end."""

    def __init__(self, places):
        self.account = Account()
        self.account.note(0.0, ended=True)
        self._places = places
        self._release = Event()

    def _work(self):
        yield
        self._release.wait()

    async def __aenter__(self):
        self._task = asyncio.create_task(self._places.run(self.account, self._work()))
        await asyncio.sleep(0.01)
        return self

    async def ends(self):
        self._release.set()
        await self._task

    async def __aexit__(self, *_):
        await self.ends()


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_a_long_work_begins_no_slice_while_a_short_one_is_under_way(monkeypatch, is_cancelled):
    """They would share the cores and the interpreter; it goes on, or ends, with its place."""
    monkeypatch.setattr(limits, "GIVE_WAY_SECONDS", 60.0)

    async def main():
        places, order = Turns(1), []
        async with Drawing(places) as drawing:
            long_one = asyncio.create_task(
                places.run(Account(), steps_of(partial(order.append, "long")))
            )
            await asyncio.sleep(0.05)
            before = [*order]
            if is_cancelled:
                long_one.cancel()
            await drawing.ends()
            await asyncio.gather(long_one, return_exceptions=True)
            await places.run(drawing.account, steps_of(partial(order.append, "edit")))
        assert (places._places, places._short_places, places._waiting) == (1, 1, [])
        assert (places._active, places._short) == ({}, {})
        return before, order

    before, order = loops.run(main())
    assert before == []
    assert order == (["edit"] if is_cancelled else ["long", "edit"])


def test_a_long_work_does_not_wait_for_short_ones_for_ever(monkeypatch):
    monkeypatch.setattr(limits, "GIVE_WAY_SECONDS", 0.001)

    async def main():
        places = Turns(1)
        async with Drawing(places):
            return await asyncio.wait_for(places.run(Account(), short()), 20)

    assert loops.run(main()) == "done"


def test_a_work_that_turns_out_to_be_long_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(limits, "GIVE_WAY_SECONDS", 60.0)

    async def main():
        places = Turns(1)
        known = Account()
        known.note(0.0, ended=True)
        lasting = asyncio.create_task(places.run(known, endless()))
        result = await asyncio.wait_for(places.run(Account(), short()), 20)
        lasting.cancel()
        await asyncio.gather(lasting, return_exceptions=True)
        return result, places._short

    assert loops.run(main()) == ("done", {})


def test_cancelled_work_ends_at_its_next_step():
    async def main():
        ended, counts = Event(), []
        account = Account()
        task = asyncio.create_task(turns().run(account, endless(counts, ended)))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        if counts:  # it had begun
            assert await asyncio.to_thread(ended.wait, 20)
        assert await turns().run(account, short()) == "done"  # its places are free again

    loops.run(main())


def test_one_slice_of_a_tab_runs_at_a_time_even_after_a_cancellation():
    """Else a tab that comes back would work on a session that another thread still changes."""

    async def main():
        begun, release, account, order = Event(), Event(), Account(), []

        def stuck():
            begun.set()
            release.wait()
            order.append("first")

        first = asyncio.create_task(turns().run(account, steps_of(stuck)))
        assert await asyncio.to_thread(begun.wait, 20)
        first.cancel()
        second = asyncio.create_task(turns().run(account, steps_of(lambda: order.append("second"))))
        await asyncio.sleep(0.01)
        assert order == []
        release.set()
        await second
        return order

    assert loops.run(main()) == ["first", "second"]


def test_cancelled_waits_leave_their_places_to_others():
    async def main():
        one_place, release = Turns(1), Event()
        first = asyncio.create_task(one_place.run(Account(), steps_of(release.wait)))
        await asyncio.sleep(0.01)
        waiting = [asyncio.create_task(one_place.run(Account(), short())) for _ in range(5)]
        await asyncio.sleep(0)
        for task in waiting[:4]:
            task.cancel()
        release.set()
        await first
        assert await asyncio.wait_for(waiting[4], 20) == "done"
        assert (one_place._places, one_place._waiting, one_place._active) == (1, [], {})

    loops.run(main())


def test_many_cancellations_at_once_lose_no_place():
    """A task that is cancelled leaves the queue a moment later than its place is cancelled."""

    async def main():
        places = Turns(2)
        for _ in range(200):
            tasks = [asyncio.create_task(places.run(Account(), endless())) for _ in range(9)]
            await asyncio.sleep(0.001)
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(each, asyncio.CancelledError) for each in ended)
        assert await asyncio.wait_for(places.run(Account(), short()), 20) == "done"
        await asyncio.sleep(0.05)
        assert (places._places, places._late, places._waiting) == (2, 0, [])

    loops.run(main())


def test_work_that_takes_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(limits, "WORK_SECONDS", 0.03)
    ended = Event()
    with pytest.raises(at.InvalidValue, match=r"takes more than 0\.03 s"):
        loops.run(_run(endless(ended=ended)))
    assert ended.wait(20)


async def _run(work):
    return await turns().run(Account(), work)


def test_what_work_raises_is_raised_where_it_is_waited_for():
    def broken():
        yield
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        loops.run(_run(broken()))
