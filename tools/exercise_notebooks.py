"""Write the exercise sheets and solutions as notebooks: ``make exercises`` runs it.

The text stands once, in docs/exercises/*.md. A block of doctests becomes cells of code, a cell up
to each output, which is stored with it; everything else is text. In a sheet, an empty cell for the
answer follows each exercise.
"""

import ast
import doctest
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "exercises"
BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
EXERCISE = re.compile(r"^## (?=\d)", re.MULTILINE)
ANSWER = "# your answer"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def pages() -> list[Path]:
    """All sheets and solutions."""
    return [page for page in sorted(FOLDER.glob("*.md")) if page.stem != "index"]


def notebook(page: str, *, answers: bool) -> str:
    """The notebook of a page as JSON; with cells for answers if it is a sheet."""
    cells: list[dict[str, Any]] = []
    for part in EXERCISE.split(page):
        head = "## " if cells else ""
        cells += _cells(head + part)
        if answers and head:
            cells.append(_code(ANSWER, ""))
    run = 0
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
        if cell["cell_type"] == "code" and cell["outputs"]:
            run += 1
            cell["execution_count"] = run
            for output in cell["outputs"]:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = run
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _cells(text: str) -> Iterator[dict[str, Any]]:
    """The cells of a part of a page."""
    for number, piece in enumerate(BLOCK.split(text)):
        if number % 2:
            yield from _codes(piece)
        elif piece.strip():
            yield {"cell_type": "markdown", "metadata": {}, "source": _lines(piece.strip())}


def _codes(block: str) -> Iterator[dict[str, Any]]:
    """The cells of a block of doctests: each ends with an output, or with the block."""
    sources: list[str] = []
    for example in doctest.DocTestParser().get_examples(block):
        sources.append(example.source.rstrip())
        if example.want:
            yield _code("\n".join(sources), example.want)
            sources = []
    if sources:
        yield _code("\n".join(sources), "")


def _code(source: str, want: str) -> dict[str, Any]:
    """A cell of code and its output: the value of its last line, or what it prints."""
    outputs: list[dict[str, Any]] = []
    if want and is_value(source):
        data = {"text/plain": _lines(want.rstrip("\n"))}
        outputs = [{"output_type": "execute_result", "data": data, "metadata": {}}]
    elif want:
        outputs = [{"output_type": "stream", "name": "stdout", "text": _lines(want)}]
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": outputs,
        "source": _lines(source),
    }


def is_value(source: str) -> bool:
    """Whether a cell ends with an expression other than a call of print."""
    last = ast.parse(source).body[-1]
    if not isinstance(last, ast.Expr):
        return False
    call = last.value
    printed = isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    return not (printed and ast.unparse(call.func) == "print")  # type: ignore[attr-defined]


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    """Write all of them."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        made = notebook(text, answers=not page.stem.endswith("-solutions"))
        page.with_suffix(".ipynb").write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
