"""What heuristics refuse, and in which words."""

from support import refusals


def test_refusals():
    refusals.check(__file__)
