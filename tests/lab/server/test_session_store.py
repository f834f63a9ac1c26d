"""Sessions by their ids: made on first use, closed when nobody has held them for a while."""

from itertools import count
from re import fullmatch

import pytest

from asterion.lab.page.page_shell import session_of
from asterion.lab.server.session_store import SessionStore


class Numbered:
    """A session that knows its id."""

    numbers = count()

    def __init__(self):
        self.number = next(self.numbers)
        self.closed = False

    def close(self):
        self.closed = True


def test_a_session_is_made_once_and_closed_when_the_last_holder_has_left():
    dropped = []
    store = SessionStore(Numbered, on_drop=lambda: dropped.append(len(store)))
    one = store.hold("a")
    assert store.hold("a") is one
    assert store.hold("b") is not one
    store.release("a")
    assert not one.closed
    assert store.hold("a") is one
    store.release("a")
    store.release("a")
    assert one.closed
    assert dropped == [1]
    assert store.hold("a") is not one


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
