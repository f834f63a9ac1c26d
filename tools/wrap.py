"""Wraps the prose of Markdown pages at 100 columns: ``make format`` runs it.

python tools/wrap.py           wraps what is too wide
python tools/wrap.py --check   names what is too wide, and fails if there is anything

A paragraph or item of a list without a line that is too wide stays as it is, and so do code, tables
and headings, which cannot be broken. A line never ends inside of code in backticks.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ("*.md", "docs/**/*.md", "examples/**/*.md", "results/*.md")
WIDTH = 100
ITEM = re.compile(r"( *)([-*+] |\d+[.)] )")
UNBROKEN = re.compile(r"\s*(```|\||#|<|>|$)")  # code, tables, headings, HTML, quotes, empty lines
# What has no space in it, or only between backticks; what would be markup at the start of a line
# stays with the word before it.
WORD = re.compile(r"(?:`[^`]*`|[^\s`])+|`")
MARKUP = re.compile(r"[-+*#>|=].{0,1}$|#+$|\d+[.)]$|\|")


def wrapped(text: str) -> str:
    """The page with no line of prose that is wider than need be."""
    return "".join(_wrapped(block) if prose else block for block, prose in _blocks(text))


def wide_lines(text: str) -> list[int]:
    """The numbers of lines that ``wrapped`` would change or move."""
    found, number = [], 1
    for block, prose in _blocks(text):
        if prose and _wrapped(block) != block:
            found.append(number)
        number += block.count("\n")
    return found


def _blocks(text: str) -> Iterator[tuple[str, bool]]:
    """Paragraphs and items of lists, each whole, and all other lines; which of them are prose."""
    block, in_code = "", False
    for line in text.splitlines(keepends=True):
        fence = line.lstrip().startswith("```")
        indented = not block and line.startswith("    ")  # code without a fence
        unbroken = in_code or fence or indented or UNBROKEN.match(line)
        if unbroken or ITEM.match(line):
            if block:
                yield block, True
            block = ""
            if unbroken:
                yield line, False
                in_code ^= fence
                continue
        block += line
    if block:
        yield block, True


def _wrapped(block: str) -> str:
    """The block, broken anew if one of its lines is too wide."""
    lines = block.splitlines()
    if all(len(line) <= WIDTH for line in lines):
        return block
    item = ITEM.match(block)
    first = item[0] if item else re.match(" *", block)[0]  # type: ignore[index]
    rest = " " * len(first)
    words: list[str] = []
    for word in WORD.findall(block[len(first) :]):
        if words and MARKUP.match(word):
            words[-1] += f" {word}"
        else:
            words.append(" ".join(word.split()))
    broken, line = [], first + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > WIDTH:
            broken.append(line)
            line = rest + word
        else:
            line += f" {word}"
    return "\n".join([*broken, line]) + "\n"


def main() -> int:
    """The exit status: 1 if something is too wide and may not be changed."""
    status = 0
    for page in sorted(page for pattern in PAGES for page in ROOT.glob(pattern)):
        old = page.read_text(encoding="utf-8")
        if "--check" not in sys.argv[1:]:
            if (new := wrapped(old)) != old:
                page.write_text(new, encoding="utf-8")
            continue
        for line in wide_lines(old):
            print(f"{page.relative_to(ROOT)}:{line}: wider than {WIDTH} columns: make format")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
