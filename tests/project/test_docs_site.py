"""The documentation as a site: its contents, its reference, and what a build finds."""

import inspect
import sys
from pathlib import Path

import pytest

import asterion as at

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from docs_site import contents, docstrings, reference, sources  # noqa: E402

sys.path.remove(str(ROOT / "tools"))


def texts():
    return {page.relative_to(ROOT).as_posix(): page.read_text() for page in sources.pages()}


def test_every_page_is_in_the_contents():
    pages = texts()
    assert len(pages) > 80
    assert sorted(pages) == sorted(contents.walk(pages, sources.INDEX))


def test_the_contents_have_four_parts():
    heads = contents.chapters((ROOT / sources.INDEX).read_text())
    parts = dict.fromkeys(head.partition(":")[0] for head in heads)
    assert list(parts) == ["Learn", "Cookbook", "Reference", "Background"]


def test_every_public_name_is_once_in_the_reference():
    names = [name for name in sources.names() if "." not in name]
    assert sorted(names) == sorted(at.__all__)


def test_every_name_has_a_page_of_its_own_on_any_file_system():
    files = [reference.file_name(name).lower() for name in sources.names()]
    assert len(files) == len({*files})
    for name in sources.names():
        assert f":: asterion.{name}\n" in reference.page(name)


def test_every_name_says_in_a_sentence_what_it_is():
    page = reference.with_summaries((ROOT / sources.REFERENCE).read_text())
    assert "- [`at.Survey`](reference/Survey-class.rst): " in page
    assert page.count("\n- [`") == len(sources.names())
    assert "): \n" not in page


def test_the_types_that_signatures_name_are_explained():
    types = reference.types((ROOT / sources.REFERENCE).read_text())
    assert {"World", "Node", "Cell", "Goal", "Heuristic"} <= {*types}


@pytest.mark.parametrize(
    ("docstring", "rest"),
    [
        ("Text.\n\nParameters\n----------\nname   what\n       it is", ":param name: what it is"),
        ("Parameters\n----------\na, b\n         both", ":param a: see ``b``\n:param b: both"),
        ("Raises\n------\nValueError  ``no  way``", ":raises ValueError: ``no  way``"),
        ("``a``   first\n``bc``  second\n        line", "``a``\n    first\n``bc``\n    second\n"),
        ("Examples\n--------\nText", ".. rubric:: Examples\n\nText"),
        (">>> a  # b\nc  d", ">>> a  # b\nc  d"),
        ("- one  two\n- three", "- one  two\n- three"),
        ("see docs/design.md, or", "see :doc:`/docs/design`, or"),
    ],
)
def test_docstrings_become_what_sphinx_reads(docstring, rest):
    assert rest in "\n".join(docstrings.to_rest(docstring.splitlines()))


def test_no_section_of_a_docstring_is_left_as_it_was():
    """A heading with a line below it is a heading of the page to Sphinx, which refuses it."""
    for name in at.__all__:
        lines = (inspect.getdoc(getattr(at, name)) or "").splitlines()
        assert not [line for line in docstrings.to_rest(lines) if line.startswith("---")], name
