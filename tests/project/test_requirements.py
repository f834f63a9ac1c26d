"""The document of requirements and the markers on tests agree."""

import importlib.util
from pathlib import Path

import pytest

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


def test_every_requirement_has_a_row_also_those_that_are_not_held():
    rows = requirements.rows_of(requirements.DOCUMENT.read_text())
    assert len(rows) == 244
    assert {row.state for row in rows} <= {*requirements.STATES}


def test_the_comparison_notices_what_does_not_fit():
    document = (
        "| S000-01 | a | yes | `x` |\n| S000-02 | b | yes | |\n| S000-03 | c | later: d | |\n"
    )
    filled, faults = requirements.filled_in(document, {"S000-01": ["t::a"], "S009-01": ["t::b"]})
    assert filled == (
        "| S000-01 | a | yes | `t::a` |\n| S000-02 | b | yes |  |\n| S000-03 | c | later: d |  |\n"
    )
    assert faults == [
        "S000-02 is held, yes, and no test carries it",
        "S009-01 is on a test, and has no row",
    ]


@pytest.mark.parametrize(
    ("held", "fault"),
    [
        ("perhaps", "S000-01 is held 'perhaps'; it must be one of yes, in part, no, later"),
        ("no", "S000-01 is held 'no'; a reason belongs to all but 'yes'"),
        ("yes: mostly", "S000-01 is held 'yes: mostly'; a reason belongs to all but 'yes'"),
    ],
)
def test_what_is_not_held_needs_a_reason(held, fault):
    _, faults = requirements.filled_in(f"| S000-01 | a | {held} | |", {"S000-01": ["t::a"]})
    assert faults == [fault]


def test_what_is_held_in_part_needs_a_test_and_what_is_not_held_does_not():
    document = (
        "| S000-01 | a | in part: b | |\n| S000-02 | a | no: b | |\n| S000-02 | a | no: b | |"
    )
    _, faults = requirements.filled_in(document, {})
    assert faults == [
        "S000-01 is held, in part, and no test carries it",
        "S000-02 has two rows",
    ]


def test_an_id_that_only_one_side_has_is_a_fault(tmp_path):
    specification = tmp_path / "specification.md"
    specification.write_text("- **S000-01** one\n- **S000-28a** two\n")
    specified = requirements.ids_of(specification)
    assert requirements.differences({"S000-01", "S000-99"}, specified) == [
        "S000-99 is not in the specification",
        "S000-28a has no row",
    ]
