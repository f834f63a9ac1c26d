"""The document of requirements and the markers on tests agree."""

import importlib.util
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location(
    "requirements", Path(__file__).parents[2] / "tools" / "requirements.py"
)
requirements = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(requirements)


@pytest.mark.slow
def test_the_document_lists_the_tests_that_carry_each_id():
    document = requirements.DOCUMENT.read_text()
    filled, faults = requirements.filled_in(document, requirements.marked_tests())
    assert faults == []
    assert filled == document, "run `make requirements`"


def test_every_requirement_has_a_row_also_those_that_are_not_held():
    rows = requirements.rows_of(requirements.DOCUMENT.read_text())
    assert len(rows) >= 244
    assert {row.state for row in rows} <= {*requirements.STATES}
