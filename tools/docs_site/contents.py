"""The contents of the site, read from the lists of links on its pages.

A page called index.md has as its children the pages that lines of its lists and tables begin with a
link to. So the order of the pages is written once, in lists that are also read on their own; Sphinx
gets it as ``toctree`` directives, which nothing but Sphinx shows as anything but code.
"""

import posixpath
import re
from collections.abc import Iterator

HEAD = re.compile(r"(#{2,3}) (.+)")
ENTRY = re.compile(r"(?:- |\| )\[([^]]+)\]\(([^)#:]+)\.(?:md|ipynb)(?:#[^)]*)?\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def chapters(text: str) -> dict[str, dict[str, str]]:
    """Headings of a page, and the pages that the lists below them lead to, with their names.

    A page is without its ``.md``, or the ``.ipynb`` of a notebook. A heading of the third level has
    that of the second before it: ``Learn: games``.
    """
    found: dict[str, dict[str, str]] = {}
    part = head = ""
    known: set[str] = set()
    for line in FENCE.sub("", text).splitlines():
        if match := HEAD.fullmatch(line):
            part = match[2] if match[1] == "##" else part
            head = part if match[1] == "##" else f"{part}: {match[2].lower()}"
        elif (match := ENTRY.match(line)) and match[2] not in known:
            known.add(match[2])
            found.setdefault(head, {})[match[2]] = match[1].replace("`", "")
    return found


def toctrees(text: str, *, captions: bool) -> str:
    """The directives for the children of a page, to be put at its end."""
    return "".join(
        toctree(pages, caption=head if captions else "") for head, pages in chapters(text).items()
    )


def toctree(pages: dict[str, str], *, caption: str = "") -> str:
    """One directive, which shows nothing on its page."""
    lines = ["", "```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), ""]
    return "\n".join([*lines, *(f"{name} <{page}>" for page, name in pages.items()), "```", ""])


def walk(pages: dict[str, str], root: str) -> Iterator[str]:
    """The names of all pages that can be reached from ``root`` by contents, each once."""
    waiting, seen = [root], {root}
    while waiting:
        name = waiting.pop()
        yield name
        if not name.endswith("index.md"):
            continue
        for child in (child for group in chapters(pages[name]).values() for child in group):
            full = posixpath.normpath(posixpath.join(posixpath.dirname(name), f"{child}.md"))
            if full in pages and full not in seen:
                seen.add(full)
                waiting.append(full)
