"""The sources for Sphinx: the pages as they are, where they are, and generated ones.

They are laid out in a folder of the build, so that nothing generated gets into the working tree.
"""

import os
import re
import shutil
from pathlib import Path

from docs_site import contents, glossary, notebooks, reference

ROOT = Path(__file__).parents[2]
PAGES = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "results/README.md"),
    *("docs/**/*.md", "examples/*/README.md"),
)
INDEX = "docs/index.md"
REFERENCE = "docs/reference.md"
GLOSSARY = ROOT / "docs" / "glossary.md"
# A link alone in its paragraph: the site shows the file, a forge leads to it.
LISTING = re.compile(r"^\[\S+\]\((\S+/src/asterion/textbook/\w+\.py)\)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)")


def pages() -> list[Path]:
    """All pages in Markdown."""
    return sorted(page for pattern in PAGES for page in ROOT.glob(pattern))


def names() -> list[str]:
    """The names that have a page in the reference, in the order of their groups."""
    text = (ROOT / REFERENCE).read_text(encoding="utf-8")
    return [name for group in reference.groups(text) for name in group]


def lay_out(folder: Path) -> None:
    """Put the sources into ``folder``, and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    wanted: dict[Path, str | Path] = {}
    words = glossary.words(GLOSSARY.read_text(encoding="utf-8"))
    for page in pages():
        text = page.read_text(encoding="utf-8")
        name = page.relative_to(ROOT)
        known = words.get(os.path.relpath(page, GLOSSARY.parent), [])
        wanted[name] = glossary.with_words(_prepared(name.as_posix(), text), known)
        for link in LINK.findall(contents.FENCE.sub("", text)):
            target = (page.parent / link).resolve()
            if target.is_file() and target.suffix != ".md":
                wanted[target.relative_to(ROOT)] = target
    for notebook in ROOT.glob("docs/notebooks/*.ipynb"):
        name = notebook.relative_to(ROOT)
        wanted[name] = notebook  # for download
        wanted[name.with_suffix(".md")] = notebooks.linked(notebooks.page(notebook))
    for public in names():
        file = Path("docs", reference.FOLDER, f"{reference.file_name(public)}.rst")
        wanted[file] = glossary.with_words(reference.page(public), words.get(public, []))
    for file, source in wanted.items():
        _put(folder / file, source)


def _prepared(name: str, text: str) -> str:
    """A page with the directives for its children.

    The empty line that ends a doctest in Markdown is left out.
    """
    text = contents.FENCE.sub(lambda block: block[0].replace("\n\n```", "\n```"), text)
    text = notebooks.linked(text)
    here = (ROOT / name).parent
    text = LISTING.sub(lambda link: f"{link[0]}\n\n{_listing(here / link[1])}", text)
    if name == REFERENCE:
        folder = reference.FOLDER
        children = {f"{folder}/{reference.file_name(name)}": name for name in names()}
        return reference.with_summaries(text) + contents.toctree(children)
    if name.endswith("/index.md"):
        return text + contents.toctrees(text, captions=name == INDEX)
    return text


def _listing(file: Path) -> str:
    """A file of the textbook as a block of code."""
    return f"```python\n{file.read_text(encoding='utf-8')}```"


def _put(target: Path, source: str | Path) -> None:
    """Write a text, or copy a file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(source, str):
        target.write_text(source, encoding="utf-8")
    else:
        shutil.copy2(source, target)
