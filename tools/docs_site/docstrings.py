"""Docstrings as reStructuredText: their sections and two-column lists in the form Sphinx expects.

They are written to be read by ``help()``: a name, two spaces or more, and what it means, with
continuation lines below that.
"""

import re
from collections.abc import Iterator

UNDERLINE = re.compile(r"-{3,}")
ROW = re.compile(r"(``[^`]+``(?:, ``[^`]+``)*|[^\s`]+(?:, [^\s`]+)*) {2,}(\S.*)")
NO_ROW = (">>>", "...", "- ", "* ", "=", "..", ":")
PAGE = re.compile(r"(?<![`/\w])docs/([\w/-]+)\.md(?![`\w])")
FIELDS = {"Parameters": "param", "Raises": "raises"}


def to_rest(lines: list[str]) -> list[str]:
    """The lines of a docstring, with sections as fields and lists as definitions."""
    found: list[str] = []
    for block in _paragraphs(lines):
        head, rows = "", block
        if len(block) > 1 and UNDERLINE.fullmatch(block[1]):
            head, rows = block[0], block[2:]
        if head and head not in (*FIELDS, "Returns"):
            found += [f".. rubric:: {head}", ""]
        if head == "Returns":
            found.append(f":returns: {' '.join(map(str.strip, rows))}")
        elif head in FIELDS:
            found += _fields(rows, FIELDS[head])
        elif rows and ROW.match(rows[0]) and not rows[0].startswith(NO_ROW):
            found += _definitions(rows)
        else:
            found += rows
        found.append("")
    return [PAGE.sub(r":doc:`/docs/\1`", line) for line in found]


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    """Runs of lines that are not empty."""
    block: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def _rows(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Names, and the lines about them. A long name has a line of its own."""
    name, about = "", list[str]()
    for line in lines:
        if line.startswith("    "):
            about.append(line.strip())
            continue
        if name:
            yield name, about
        match = ROW.match(line)
        name, about = (match[1], [match[2]]) if match else (line.strip(), [])
    yield name, about


def _fields(lines: list[str], field: str) -> list[str]:
    """Sphinx knows ``:param name:`` and ``:raises Error:``."""
    found: list[str] = []
    for names, about in _rows(lines):
        *others, last = names.replace("`", "").split(", ")
        found += [f":{field} {name}: see ``{last}``" for name in others]
        found.append(f":{field} {last}: {' '.join(about)}")
    return found


def _definitions(lines: list[str]) -> list[str]:
    """A list of terms with their definitions."""
    found: list[str] = []
    for name, about in _rows(lines):
        found += [name if "`" in name else f"``{name}``", *(f"    {line}" for line in about)]
    return found
