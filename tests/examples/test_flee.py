"""The sheep of the example: a flee map leads it out of a dead end."""

from itertools import pairwise

import numpy as np
import pytest

import asterion as at
from support.examples import load_example

flee = load_example("flee")


@pytest.mark.parametrize("field_of", [flee.away, flee.flee_map])
def test_both_walk_by_the_rules(field_of):
    grid, sheep, wolf = flee.chase(field_of)
    for walk in (sheep, wolf):
        assert all(at.validate(grid, [a, b]) > 0 for a, b in pairwise(walk) if a != b)


def test_only_away_from_the_wolf_is_into_a_dead_end_and_a_flee_map_leads_out():
    _, trapped, wolf = flee.chase(flee.away)
    assert {*trapped} == {flee.SHEEP}
    assert abs(np.array(wolf[-1]) - flee.SHEEP).max() == 1
    _, free, _ = flee.chase(flee.flee_map)
    assert len(free) == flee.TURNS + 1
    assert free.count(flee.SHEEP) == 1
