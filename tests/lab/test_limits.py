"""The limits of the lab."""

from pathlib import Path

import numpy as np

from asterion.lab import limits
from asterion.lab.playground.setup import Setup

ROOT = Path(__file__).parents[2]


def test_limits_are_read_from_the_table_when_they_are_needed():
    """Nobody keeps a copy: a change there applies everywhere."""
    for file in (ROOT / "src" / "asterion" / "lab").rglob("*.py"):
        assert "lab.limits import" not in file.read_text(), file


def test_the_largest_map_has_a_link_that_is_taken():
    cells = np.random.default_rng(1).integers(1, 10, (1536, 1536), np.uint8)
    link = Setup(cells, (0, 0), (1535, 1535)).to_link()
    assert limits.MESSAGE_BYTES < len(link) < limits.LINK_TEXT  # in several messages
    assert cells.size + 1000 < limits.LINK_BYTES
