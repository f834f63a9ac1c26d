"""Every navigator, in worlds that change and under agents that move, against Dijkstra's algorithm.

`make soak` does the same fifty times as long.
"""

import pytest

from support.effort import scaled
from support.episodes import live
from support.sanitized import SANITIZED

STEPS = 4_000 if SANITIZED else scaled(200_000)
PARTS = 20


@pytest.mark.req("S000-24")
@pytest.mark.req("S000-28")
@pytest.mark.req("S000-29")
@pytest.mark.req("S000-33")
@pytest.mark.req("S000-54")
@pytest.mark.req("S000-55")
@pytest.mark.req("S001-13")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_navigator_costs_what_dijkstra_says_after_every_step(part):
    assert live(f"test {part}", STEPS // PARTS) >= STEPS // PARTS
