"""Maps and results as bytes, read again."""

import struct

import numpy as np
import pytest
from hypothesis import given

from asterion.lab.playground.session import Found, Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.shared.search_run import Run
from asterion.lab.wire.results import packed_map, packed_recording, packed_result, packed_trace
from asterion.lab.wire.ways import MOVES
from support.packed import RESULT, read_map, read_result
from support.setups import setups


@given(setups())
def test_a_map_is_read_as_it_was_written(setup):
    cells, start, goal, moves, links, fences = read_map(packed_map(setup))
    assert (cells == setup.cells).all()
    assert (start, goal) == (setup.start, setup.goal)
    assert MOVES[moves] == setup.diagonal
    assert (links, fences) == ([*setup.links], [*setup.fences])


@pytest.mark.parametrize("briefly", [False, True])
@given(setup=setups())
def test_results_are_read_as_they_were_written(briefly, setup):
    playground = Playground(setup)
    shape = setup.cells.shape
    for number, found in enumerate(playground.solve(briefly=briefly)):
        data = packed_result(number, 7 + number, found, shape[1], brief=briefly)
        board, version, told, log, path, state = read_result(data, shape)
        assert (board, version) == (number, 7 + number)
        assert told["title"] == found.run.title
        assert told["algorithm"] == found.run.algorithm
        assert told["status"] == found.status
        assert told["brief"] == briefly
        assert told == {**told, **found.row()}
        assert path == ([*found.path] if found.path is not None else [])
        if found.trace is None:
            assert all(len(column) == 0 for column in log.values())
        else:
            for name, column in log.items():
                own = getattr(found.trace, name)
                assert np.array_equal(column, own.astype(column.dtype), equal_nan=name in "gh")
        if found.state is None:
            assert state is None
        else:
            assert (state == found.state).all()


def test_a_result_that_is_an_error_is_words_alone():
    found = Found(Run("bfs"), "error", "schlecht: « ü » \ud800 \x00")
    *_, told, log, path, state = read_result(packed_result(3, 0, found, 5), (5, 5))
    assert told["result"] == found.message
    assert len(log["kind"]) == len(path) == 0
    assert state is None


def test_the_head_of_a_result_is_where_the_browser_looks():
    playground = Playground(Setup(np.ones((1, 2), np.uint8), (0, 0), (0, 1)))
    data = packed_result(1, 5, playground.solve()[0], 2)
    kind, board, zeros, version, events = struct.unpack_from("<BBHII", data)
    assert (kind, board, zeros, version) == (RESULT, 1, 0, 5)
    assert events == len(playground.results[0].trace)


@given(setups())
def test_the_search_of_an_agent_is_read_as_it_was_written(setup):
    found = Playground(setup).solve()[0]
    if found.trace is None:
        return
    data = packed_trace(2, "astar, plan 3", found.trace)
    agent, _, told, log, path, state = read_result(data, setup.cells.shape)
    assert (agent, told, path, state) == (2, {"title": "astar, plan 3"}, [], None)
    assert (log["kind"] == found.trace.kind).all()
    assert (log["node"] == found.trace.node).all()


def test_a_journal_begins_at_a_multiple_of_four():
    assert packed_recording(b"records") == b"\x03\0\0\0records"
