"""Messages of frames: any frame can be drawn from them."""

from random import Random

import pytest

from asterion.lab.playground.payload import frames_message
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.wire.packing import pack
from support.effort import scaled
from support.packed import unit_at, unpack


@pytest.mark.parametrize("brief", [False, True])
def test_frames_are_read_as_they_were_written(brief):
    for seed in range(scaled(12)):
        random = Random(seed)
        setup = Setup().with_budget(random.randrange(1, 13), expansions=random.randrange(1, 300))
        for _ in range(seed % 4):
            setup = setup.painted([random.randrange(1000)], 0, random.randrange(1, 40))
        playground = Playground(setup)
        playground.solve(briefly=brief)
        run = playground.frames
        read = unpack(pack(frames_message(9, run, brief=brief)))
        told = read["summary"]
        assert read["version"] == 9
        assert (told["title"], told["caption"]) == (run.title, run.caption)
        assert (told["status"], told["brief"]) == (run.status, brief)
        assert told["expansions"] == setup.budget.expansions
        cols = setup.cells.shape[1]
        assert [[divmod(node, cols) for node in ends] for ends in told["ends"]] == [
            [*ends] for ends in setup.units
        ]
        assert read["edits"] == [[*edit] for edit in setup.budget.edits]
        assert (read["expanded"], read["sentBack"]) == (run.expanded, run.sent_back)
        for frame, units in enumerate(run.frames):
            for number, state in enumerate(units):
                unit, route = unit_at(read, frame, number), run.routes[state.route]
                assert unit["ahead"] == route.nodes[state.at :].tolist()
                assert unit["quick"] == max(0, route.quick - state.at)
                assert (unit["step"], unit["status"]) == (route.step, state.status)
                assert (unit["needs"], unit["before"]) == (state.needs, state.before)


def test_an_error_is_words_alone():
    setup = Setup().with_budget(2)
    cells = setup.cells.copy()
    cells[setup.start] = 0
    playground = Playground(Setup(cells, setup.start, setup.goal).with_budget(2))
    playground.solve()
    read = unpack(pack(frames_message(1, playground.frames)))
    assert read["summary"]["status"] == "error"
    assert read["expanded"] == []
