"""Frames as bytes, read again by the description of the format alone."""

from random import Random

import pytest

from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.wire.frames import packed_frames
from support.effort import scaled
from support.packed import read_frames


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
        version, told, frames, edits = read_frames(packed_frames(9, run, brief=brief))
        assert version == 9
        assert told["title"] == run.title
        assert told["caption"] == run.caption
        assert (told["status"], told["brief"]) == (run.status, brief)
        assert told["expansions"] == setup.budget.expansions
        cols = setup.cells.shape[1]
        assert [[divmod(node, cols) for node in ends] for ends in told["ends"]] == [
            [*ends] for ends in setup.units
        ]
        assert edits == [tuple(edit) for edit in setup.budget.edits]
        assert len(frames) == len(run.frames)
        for read, own, expanded, back in zip(
            frames, run.frames, run.expanded, run.sent_back, strict=True
        ):
            assert read["expanded"] == expanded
            assert read["sent back"] == back
            for unit, state in zip(read["units"], own, strict=True):
                route = run.routes[state.route]
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
    _, told, frames, _ = read_frames(packed_frames(1, playground.frames))
    assert told["status"] == "error"
    assert frames == []
