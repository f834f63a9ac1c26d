"""The errors of navigators, explorers, movers and path services, word for word."""

from support import refusals


def test_refusals():
    refusals.check(__file__)
