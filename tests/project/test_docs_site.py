"""The documentation as a site: its contents, its reference, and what a build finds."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import asterion as at

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from docs_site import contents, docstrings, inventories, links, reference, sources  # noqa: E402

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


def test_the_contents_are_the_links_that_lines_of_lists_and_tables_begin_with():
    page = """# Title
- [Elsewhere](https://example.org), [no entry](e.md)
## Part
See [this](c.md).
- [A `page`](a.md): and [another](b.md)
| [b](sub/b.md#there) | [c](c.md) |
```
- [In code](d.md)
```
### Group
- [Again](a.md)
- [Last](../last.md)
"""
    assert contents.chapters(page) == {
        "Part": {"a": "A page", "sub/b": "b"},
        "Part: group": {"../last": "Last"},
    }


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


def test_what_is_not_laid_out_any_more_is_removed(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "gone.md").write_text("# Gone")
    sources.lay_out(tmp_path)
    assert not (tmp_path / "docs" / "gone.md").exists()
    assert (tmp_path / "docs" / "cookbook" / "tile-map.png").exists()
    index = tmp_path / "docs" / "index.md"
    assert "```{toctree}" in index.read_text()


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


def test_links_that_lead_nowhere_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">x</a> <a href="b.html#gone">x</a> <a href="c.html">x</a>'
        '<img src="d%20e.png"><a href="https://example.org/">x</a><a href="#top">x</a>'
    )
    (tmp_path / "b.html").write_text('<h1 id="here">x</h1>')
    (tmp_path / "d e.png").write_bytes(b"")
    count, broken = links.check(tmp_path)
    assert count == 5
    assert broken == [
        "a.html: b.html#gone: no such place there",
        "a.html: c.html: there is no such file",
        "a.html: #top: no such place there",
    ]


def test_a_site_that_cannot_be_reached_is_left_out(tmp_path, monkeypatch):
    (tmp_path / "objects.inv").write_bytes(b"# Sphinx inventory version 2")
    there, gone = f"{tmp_path.as_uri()}/", f"{tmp_path.as_uri()}/gone/"
    monkeypatch.setattr(inventories, "SITES", {"there": there, "gone": gone})
    kept = tmp_path / "kept"
    assert inventories.found(kept) == {"there": (there, str(kept / "there.inv"))}
    (tmp_path / "objects.inv").unlink()
    assert [*inventories.found(kept)] == ["there"]  # as it was fetched before


@pytest.mark.slow
def test_a_build_finds_what_is_wrong(tmp_path):
    """With the settings of the site, over two pages and a part of the reference."""
    source = tmp_path / "source"
    (source / "docs").mkdir(parents=True)
    names = ("find_path", "Survey", "goap")
    entries = {f"docs/{name}": name for name in names} | {"page": "A page"}
    for name in names:
        (source / "docs" / f"{name}.rst").write_text(reference.page(name))
    (source / "index.md").write_text("# First\n\n`at.find_path(...)`\n" + contents.toctree(entries))
    page = source / "page.md"
    page.write_text("# A page\n\n[there](#gone), [nowhere](gone.md)\n")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-c", "docs"]
    command += ["-t", "offline", "-D", "root_doc=index", source, tmp_path / "site"]

    def built():
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)

    run = built()
    assert run.returncode != 0
    assert "'gone'" in run.stderr
    assert "gone.md" in run.stderr
    page.write_text("# A page\n\n## Gone\n\n[there](#gone), [first](index.md)\n")
    run = built()
    assert (run.returncode, run.stderr) == (0, "")
    first = (tmp_path / "site" / "index.html").read_text()
    assert 'href="docs/find_path.html#asterion.find_path"' in first
    found = (tmp_path / "site" / "docs" / "find_path.html").read_text()
    assert "<strong>turn_cost</strong>" in found
    assert "<strong>IndexError</strong>" in found
