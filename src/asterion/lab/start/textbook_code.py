"""The modules of the textbook: which algorithm each is a version of, and their code in colours."""

from __future__ import annotations

import keyword
import tokenize
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from io import StringIO
from typing import NamedTuple

from asterion.search.registry import TEXTBOOK, AlgorithmInfo, algorithms

# Of algorithms whose version to read has another name.
_OTHERWISE = {
    ("navigator", "astar"): "repeated",
    ("navigator", "repeated-forward"): "repeated",
    ("navigator", "generalised-adaptive"): "adaptive",
    ("search", "theta"): "theta",
}
_SPANS = {tokenize.STRING: "string", tokenize.COMMENT: "comment", tokenize.NUMBER: "number"}


class Module(NamedTuple):
    """A module of the textbook; its head says what it is about."""

    name: str
    title: str
    summary: str  # its first sentence
    code: str


# The modules of algorithms that have no other page.
ALONE = ("hierarchical", "cbs", "pibt", "goap", "alpha_beta")


def module_for(info: AlgorithmInfo) -> Module | None:
    """Return the version to read of an algorithm; None if there is none."""
    if name := _OTHERWISE.get((info.kind, info.name)):
        return module(name)
    named = f"{TEXTBOOK}{info.name}"
    if any((info.kind, named) == (each.kind, each.name) for each in algorithms("textbook")):
        return module(info.name)
    return None


def module(name: str) -> Module:
    """Return a module by its name, in which ``-`` stands for ``_``."""
    code = files("asterion.textbook").joinpath(f"{name.replace('-', '_')}.py").read_text("utf-8")
    title, _, summary = code.partition("\n")[0].removeprefix('"""').partition(": ")
    return Module(name, title, f"{summary[:1].upper()}{summary[1:]}", code)


def in_colours(code: str) -> str:
    """Return Python as HTML in which keywords, names that are defined, and the like are marked."""
    return "".join(
        f'<span class="{kind}">{escape(text)}</span>' if kind else escape(text)
        for kind, text in _pieces(code)
    )


def _pieces(code: str) -> Iterator[tuple[str, str]]:
    """The code piece by piece, each with its kind: a class of start.css, or nothing."""
    lines = code.splitlines(keepends=True)
    at, before = (1, 0), ""
    for token in tokenize.generate_tokens(StringIO(code).readline):
        if token.type in (tokenize.INDENT, tokenize.DEDENT):
            continue
        yield "", _between(lines, at, token.start)
        is_word = token.type == tokenize.NAME
        kind = _SPANS.get(token.type, "")
        if is_word and keyword.iskeyword(token.string):
            kind = "keyword"
        elif is_word and before in ("def", "class"):
            kind = "defined"
        yield kind, _between(lines, token.start, token.end)
        at, before = token.end, token.string


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    (first, left), (last, right) = start, end
    if first == last:
        return lines[first - 1][left:right] if first <= len(lines) else ""
    rows = [lines[first - 1][left:], *lines[first : last - 1]]
    return "".join(rows) + (lines[last - 1][:right] if last <= len(lines) else "")
