"""The errors of pictures, word for word."""

import pickle

from support import refusals


def test_refusals():
    refusals.check(__file__, pickle=pickle)
