"""A few of the hostile inputs of tools/fuzz; `make fuzz` tries a million of them."""

import sys
from pathlib import Path

import pytest

TOOLS = str(Path(__file__).parents[2] / "tools")
sys.path.insert(0, TOOLS)
from fuzz import trial  # noqa: E402

sys.path.remove(TOOLS)


@pytest.mark.slow
def test_hostile_inputs_are_answered_or_refused_in_clear_words(capsys):
    counts = [0] * 5
    trial.run(7, range(3000), counts)
    assert not counts[trial.FOUND], capsys.readouterr().out
    assert counts[trial.DONE] == 3000
    assert 1000 < counts[trial.REFUSED] < 2900  # it is hostile, and yet some calls succeed
