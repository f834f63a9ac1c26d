"""The exercise sheets: each has its solutions, and both are notebooks that run."""

import ast
import io
import json
import re
import runpy
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "exercises"
TOOL = runpy.run_path(str(ROOT / "tools" / "exercise_notebooks.py"))
PAGES = TOOL["pages"]()
SHEETS = [page for page in PAGES if not page.stem.endswith("-solutions")]


def exercises(page):
    return re.findall(r"^## (\d.*)$", page.read_text(), re.MULTILINE)


def test_there_is_a_sheet_for_each_of_the_five_sources():
    assert len(SHEETS) == 5
    index = (FOLDER / "index.md").read_text()
    for page in PAGES:
        assert f"({page.name})" in index
        assert f"({page.stem}.ipynb)" in index


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda page: page.stem)
def test_every_exercise_has_its_solution(sheet):
    asked = exercises(sheet)
    assert exercises(sheet.with_name(f"{sheet.stem}-solutions.md")) == asked
    assert [int(title.partition(".")[0]) for title in asked] == [1, 2, 3, 4, 5]
    for kind in ("by hand", "by program", "to think about"):
        assert [title for title in asked if kind in title], kind


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_notebook_is_the_page(page):
    answers = page in SHEETS
    made = TOOL["notebook"](page.read_text(), answers=answers)
    assert page.with_suffix(".ipynb").read_text() == made, "make exercises"
    cells = json.loads(made)["cells"]
    text = "".join(line for cell in cells for line in cell["source"])
    for line in page.read_text().splitlines():
        if line.startswith((">>> ", "... ")):
            assert line[4:] in text
    empty = [cell for cell in cells if cell["source"] == [TOOL["ANSWER"]]]
    assert len(empty) == (5 if answers else 0)


def shown(source, names):
    """The output of a cell, and the value of its last line as a notebook shows it."""
    tree = ast.parse(source)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102
        if last is not None:
            value = eval(compile(last, "<cell>", "eval"), names)  # noqa: S307
    return printed.getvalue(), None if value is None else repr(value)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_cells_of_a_notebook_show_what_is_stored_with_them(page):
    notebook = json.loads(page.with_suffix(".ipynb").read_text())
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    names = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed, value = shown("".join(cell["source"]), names)
        stored = {output["output_type"]: output for output in cell["outputs"]}
        assert "".join(stored.get("stream", {"text": []})["text"]) == printed
        result = stored.get("execute_result", {"data": {"text/plain": []}})
        assert "".join(result["data"]["text/plain"]) == (value or "")
