"""Sessions by their ids."""

from itertools import count

import pytest

from asterion.lab.shared.session_store import MOST_SESSIONS, SessionStore


def numbered():
    numbers = count()
    return SessionStore(lambda: next(numbers))


def test_a_session_is_made_once():
    store = numbered()
    assert [store.at("a"), store.at("b"), store.at("a")] == [0, 1, 0]


def test_the_one_that_was_not_used_for_longest_makes_room():
    store = numbered()
    for name in range(MOST_SESSIONS):
        store.at(str(name))
    assert store.at("0") == 0  # used, so that "1" is the oldest
    assert store.at("new") == MOST_SESSIONS
    assert store.at("0") == 0
    assert store.at("1") == MOST_SESSIONS + 1
    assert len(store._sessions) == MOST_SESSIONS


def test_a_session_that_cannot_be_made_leaves_nothing_behind():
    tries = iter([False, True])

    def make():
        if not next(tries):
            raise ValueError
        return "made"

    store = SessionStore(make)
    with pytest.raises(ValueError):
        store.at("a")
    assert store.at("a") == "made"
