"""The words by which others know things: the search of the site leads from each to a page."""

import re

HEAD = "## Words of the field"
ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| (?:`at\.(\w+)`|\[[^]]+\]\(([\w./-]+))", re.MULTILINE)


def words(text: str) -> dict[str, list[str]]:
    """Read the last table of the glossary: for each page, the words that are explained there.

    A page is a file as it is linked from the glossary, or a name as ``Grid``.
    """
    found: dict[str, list[str]] = {}
    for row in ROW.finditer(text.partition(HEAD)[2]):
        found.setdefault(row[2] or row[3], []).extend(row[1].split(", "))
    return found


def with_words(page: str, known: list[str]) -> str:
    """Put index entries below the title of a page, in Markdown or reStructuredText."""
    if not known:
        return page
    entry = ", ".join(f"! {word}" for word in known)
    if page.startswith("# "):
        title, rest = page.split("\n", 1)
        return f"{title}\n\n```{{index}} {entry}\n```\n{rest}"
    return f"{page}\n.. index:: {entry}\n"
