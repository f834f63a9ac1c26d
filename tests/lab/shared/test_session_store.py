"""Sessions by their ids: made on first use, closed when nobody has held them for a while."""

import asyncio
from itertools import count
from re import fullmatch

import pytest

import asterion as at
from asterion.lab.shared import limits
from asterion.lab.shared.page_shell import session_of
from asterion.lab.shared.session_store import SessionStore
from support import loops


class Numbered:
    """A session that knows which one it is."""

    numbers = count()

    def __init__(self):
        self.number = next(self.numbers)
        self.closed = False

    def close(self):
        self.closed = True


def run(test):
    async def main():
        await test(SessionStore(Numbered))

    loops.run(main())


def test_a_session_is_made_once_and_kept_while_it_is_held(monkeypatch):
    monkeypatch.setattr(limits, "SESSION_SECONDS", 0.0)

    async def main(store):
        one = store.hold("a")
        assert store.hold("a") is one
        assert store.hold("b") is not one
        store.release("a")
        await asyncio.sleep(0.01)
        assert not one.closed
        assert store.hold("a") is one

    run(main)


def test_a_session_that_nobody_holds_is_closed_after_a_while(monkeypatch):
    monkeypatch.setattr(limits, "SESSION_SECONDS", 0.0)

    async def main(store):
        one = store.hold("a")
        store.release("a")
        assert store.hold("a") is one  # a tab that came back
        store.release("a")
        await asyncio.sleep(0.01)
        assert one.closed
        assert len(store) == 0
        assert store.hold("a") is not one

    run(main)


def test_the_session_that_was_let_go_of_first_makes_room(monkeypatch):
    monkeypatch.setattr(limits, "SESSIONS", 3)

    async def main(store):
        sessions = [store.hold(name) for name in "abc"]
        with pytest.raises(at.InvalidValue, match="3 tabs of this page are open; close one"):
            store.hold("d")
        store.release("c")
        store.release("a")
        store.hold("d")
        assert [each.closed for each in sessions] == [False, False, True]
        assert store.hold("a") is sessions[0]
        assert len(store) == 3

    run(main)


def test_a_session_that_cannot_be_made_leaves_nothing_behind():
    tries = iter([False, True])

    def make():
        if not next(tries):
            raise ValueError
        return Numbered()

    store = SessionStore(make)
    with pytest.raises(ValueError):
        store.hold("a")
    assert len(store) == 0
    assert store.hold("a")


def test_a_tab_has_one_session_whatever_it_calls_itself():
    names = ["8c1f", "8c1g", "", "x" * 100_000, "\ud800", None, {"a": 1}, 7]
    sessions = [session_of(name) for name in names]
    assert sessions == [session_of(name) for name in names]
    assert len({*sessions}) == len(names)
    assert all(fullmatch("[0-9a-f]{32}", each) for each in sessions)
