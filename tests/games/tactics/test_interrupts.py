"""Ctrl-C interrupts a computer's thinking at once."""

import threading

import pytest

from asterion import _tactics
from asterion.games.tactics import maps
from support.interruption import interrupted

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals"),
]


def test_a_search_of_replies():
    state = maps.load("keep").native
    values = [800, 1200, 1000, 900]
    reply = _tactics.Reply(state, 8, 10_000, 100, 20_000_000, values, 600, 8, 2**32 - 1, 0)
    with interrupted():
        reply.advance(10**9)
    assert 0 < reply.expanded < 20_000_000


def test_the_states_of_a_turn():
    state = maps.load("C.4").with_resources(12, 6)
    with interrupted():
        state.count_states(limit=4_000_000)
    assert state.actions()
