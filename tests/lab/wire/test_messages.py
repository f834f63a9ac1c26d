"""Maps and results as messages, packed and read again."""

import numpy as np
import pytest
from hypothesis import given

from asterion.lab.playground.payload import found_message
from asterion.lab.playground.session import Found, Playground
from asterion.lab.searches.search_run import Run
from asterion.lab.wire.messages import log_of, map_message
from asterion.lab.wire.packing import pack
from support.packed import unpack
from support.setups import setups


@given(setups())
def test_a_map_is_read_as_it_was_written(setup):
    read = unpack(pack(map_message(setup)))
    cols = setup.cells.shape[1]
    assert (read["rows"], read["cols"]) == setup.cells.shape
    assert (read["costs"] == setup.cells.ravel()).all()
    assert [divmod(read[end], cols) for end in ("start", "goal")] == [setup.start, setup.goal]
    assert read["tiling"] == setup.grid().tiles
    links = [(divmod(a, cols), divmod(b, cols), cost, both) for a, b, cost, both in read["links"]]
    fences = [(divmod(a, cols), divmod(b, cols), both) for a, b, both in read["fences"]]
    assert (links, fences) == ([*setup.links], [*setup.fences])


@pytest.mark.parametrize("briefly", [False, True])
@given(setup=setups())
def test_results_are_read_as_they_were_written(briefly, setup):
    playground = Playground(setup)
    shape = _, cols = setup.cells.shape
    for number, found in enumerate(playground.solve(briefly=briefly)):
        read = unpack(pack(found_message(number, 7 + number, found, shape, brief=briefly)))
        assert (read["type"], read["board"], read["version"]) == ("result", number, 7 + number)
        summary = read["summary"]
        assert (summary["title"], summary["status"]) == (found.run.title, found.status)
        assert summary["brief"] == briefly
        assert summary == {**summary, **found.row()}
        path = [divmod(node, cols) for node in read["path"].tolist()]
        assert path == ([*found.path] if found.path is not None else [])
        if found.trace is None or not len(found.trace):
            assert read["log"] is None
        else:
            for name, column in read["log"].items():
                own = getattr(found.trace, name)
                assert np.array_equal(column, own.astype(column.dtype), equal_nan=name in "gh")
        if found.state is None:
            assert read["state"] is None
        else:
            assert (read["state"] == found.state.ravel()).all()


def test_a_result_that_is_an_error_is_words_alone():
    found = Found(Run("bfs"), "error", "schlecht: « ü » \ud800 \x00")
    read = unpack(pack(found_message(3, 0, found, (5, 5))))
    assert read["summary"]["result"] == found.message
    assert (read["log"], len(read["path"]), read["state"]) == (None, 0, None)


@given(setups())
def test_a_log_has_the_columns_of_the_trace(setup):
    found = Playground(setup).solve()[0]
    if found.trace is None:
        return
    log = unpack(pack(log_of(found.trace)))
    assert [*log] == ["kind", "node", "parent", "g", "h"]
    assert (log["kind"] == found.trace.kind).all()
    assert (log["node"] == found.trace.node).all()
