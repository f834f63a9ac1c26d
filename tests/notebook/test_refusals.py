"""The errors of a board, word for word."""

import pytest

from asterion.notebook.checks import checked_message
from support import refusals


def test_refusals():
    pytest.importorskip("anywidget")
    refusals.check(__file__, checked_message=checked_message)
