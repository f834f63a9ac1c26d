"""The documentation as a site: its contents, its reference, and the faults that a build finds."""

import inspect
import re
import sys
from pathlib import Path

import nbformat
import pytest

import asterion as at

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from docs_site import contents, docstrings, glossary, names, notebooks, reference, sources  # noqa: E402

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
        ("Returns\n-------\nA path,\nor None", ":returns: A path, or None"),
        ("Examples\n--------\nText", ".. rubric:: Examples\n\nText"),
        (">>> a  # b\nc  d", ">>> a  # b\nc  d"),
        ("- one  two\n- three", "- one  two\n- three"),
        ("see docs/design.md, or", "see :doc:`/docs/design`, or"),
    ],
)
def test_docstrings_become_what_sphinx_reads(docstring, rest):
    assert rest in "\n".join(docstrings.to_rest(docstring.splitlines()))


def test_attributes_in_slots_say_what_they_are():
    for attribute in (at.Grid.shape, at.Grid.tiles, at.Grid.characters, at.View.shape):
        lines = [""]
        names.read_docstring(None, "attribute", "", attribute, None, lines)
        assert len(lines[0]) > 20


def test_no_section_of_a_docstring_is_left_as_it_was():
    """A heading with a line below it is a heading of the page to Sphinx, which refuses it."""
    for name in at.__all__:
        lines = (inspect.getdoc(getattr(at, name)) or "").splitlines()
        assert not [line for line in docstrings.to_rest(lines) if line.startswith("---")], name


def test_a_notebook_becomes_a_page_with_what_its_cells_show(tmp_path):
    cells = [
        nbformat.v4.new_markdown_cell("# Title\n\nText"),
        nbformat.v4.new_code_cell("print(1 + 1)"),
        nbformat.v4.new_code_cell("import asterion as at\nat.Grid([[1, 0]])"),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "a.ipynb")
    page = notebooks.page(tmp_path / "a.ipynb")
    assert page.startswith("# Title\n\nThis page is a notebook: {download}`a.ipynb`.\n\nText\n")
    assert "```python\nprint(1 + 1)\n```\n\n````text\n2\n````" in page
    assert "````{raw} html\n<div" in page


def test_words_of_the_field_are_index_entries_of_the_pages_that_have_them():
    table = (
        "| Theta*, any angle | text | [Lines](a/b.md#c) |\n| neighbors | text | `at.Grid`; more |"
    )
    words = glossary.words(f"| out | text | [No](x.md) |\n{glossary.HEAD}\n{table}\n")
    assert words == {"a/b.md": ["Theta*", "any angle"], "Grid": ["neighbors"]}
    found = glossary.with_words("# Lines\n\nText", words["a/b.md"])
    assert found.startswith("# Lines\n\n```{index} ! Theta*, ! any angle\n```\n")
    assert glossary.with_words("at.Grid", words["Grid"]).endswith(".. index:: ! neighbors\n")


FIELD = """flow field, Dijkstra map, costmap, inflation, navmesh, Theta*, behavior tree, heat map,
minimax, TSP, neighbors"""


def test_the_search_knows_the_words_of_the_field_and_leads_to_pages():
    words = glossary.words(sources.GLOSSARY.read_text())
    known = {word: page for page, found in words.items() for word in found}
    assert {*FIELD.replace("\n", " ").split(", ")} <= {*known}
    for page in words:
        assert (sources.GLOSSARY.parent / page).is_file() or page in sources.names()


def test_every_example_is_in_a_code_block():
    for name, text in texts().items():
        plain = re.sub(r"<!--.*?-->", "", contents.FENCE.sub("", text), flags=re.DOTALL)
        assert not re.search(r"^```", plain, re.MULTILINE), name
        assert not re.search(r"^>>> ", plain, re.MULTILINE), name
