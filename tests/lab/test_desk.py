"""Sessions by their ids."""

from itertools import count

import pytest

from asterion.lab.sessions.desk import MOST_SESSIONS, Desk


def numbered():
    numbers = count()
    return Desk(lambda: next(numbers))


def test_a_session_is_made_once():
    desk = numbered()
    assert [desk.at("a"), desk.at("b"), desk.at("a")] == [0, 1, 0]


def test_the_one_that_was_not_used_for_longest_makes_room():
    desk = numbered()
    for name in range(MOST_SESSIONS):
        desk.at(str(name))
    assert desk.at("0") == 0  # used, so that "1" is the oldest
    assert desk.at("new") == MOST_SESSIONS
    assert desk.at("0") == 0
    assert desk.at("1") == MOST_SESSIONS + 1
    assert len(desk._sessions) == MOST_SESSIONS


def test_a_session_that_cannot_be_made_leaves_nothing_behind():
    tries = iter([False, True])

    def make():
        if not next(tries):
            raise ValueError
        return "made"

    desk = Desk(make)
    with pytest.raises(ValueError):
        desk.at("a")
    assert desk.at("a") == "made"
