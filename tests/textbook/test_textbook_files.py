"""The files of the textbook: short, plain, and with a source."""

import ast
import re
import sys
from pathlib import Path

import pytest

import asterion as at

FOLDER = Path(at.__file__).parent / "textbook"
FILES = sorted(FOLDER.glob("*.py"))
# These are parts that algorithms share.
PARTS = {"__init__", "basics", "moves", "open_list", "square_moves", "straight_lines", "units"}

OTHERS = {"goap", "alpha_beta", "cbs", "pibt", "theta"}  # whose plans are no moves of one agent


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_is_short_and_needs_the_standard_library_alone(file):
    text = file.read_text()
    assert len(text.splitlines()) <= 80
    for name in imported(ast.parse(text)):
        assert (
            name.startswith("asterion.textbook.") or name.split(".")[0] in sys.stdlib_module_names
        )


@pytest.mark.parametrize("file", [each for each in FILES if each.stem not in PARTS], ids=str)
def test_each_names_its_source_and_is_public(file):
    head = ast.get_docstring(ast.parse(file.read_text()))
    assert re.search(r"[A-Z]\. .*, (18|19|20)\d\d[.:]", head.replace("\n", " "))
    assert callable(getattr(at.textbook, file.stem))


def test_each_that_is_a_search_or_a_navigator_has_a_name():
    names = {info.name.partition("/")[2].replace("-", "_") for info in at.algorithms("textbook")}
    assert names == {file.stem for file in FILES} - PARTS - OTHERS
