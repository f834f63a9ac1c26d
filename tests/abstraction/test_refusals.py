"""The errors of abstractions of maps, word for word."""

import asterion as at
from support import refusals


def stale(kind):
    """A map of this kind, whose grid has changed since."""
    grid = at.Grid.from_text("...\n...")
    made = kind(grid)
    grid[1, 1] = 0
    return made


def test_refusals():
    refusals.check(__file__, stale=stale)
