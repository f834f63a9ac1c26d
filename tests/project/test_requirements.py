"""The document of requirements and the markers on tests agree."""

import importlib.util
from pathlib import Path

SPEC = importlib.util.spec_from_file_location(
    "requirements", Path(__file__).parents[2] / "tools" / "requirements.py"
)
requirements = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(requirements)


def test_the_document_lists_the_tests_that_carry_each_id():
    document = requirements.DOCUMENT.read_text()
    filled, faults = requirements.filled_in(document, requirements.marked_tests())
    assert faults == []
    assert filled == document, "run `make requirements`"


def test_the_comparison_notices_what_does_not_fit():
    document = "| S000-01 | a | `x` |\n| S000-02 | b | |\n"
    filled, faults = requirements.filled_in(document, {"S000-01": ["t::a"], "S009-01": ["t::b"]})
    assert filled == "| S000-01 | a | `t::a` |\n| S000-02 | b |  |\n"
    assert faults == [
        "S000-02 is listed, and no test carries it",
        "S009-01 is on a test, and has no row",
    ]
