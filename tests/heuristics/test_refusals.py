"""The errors of heuristics, word for word."""

from support import refusals


def test_refusals():
    refusals.check(__file__)
