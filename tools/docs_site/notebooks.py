"""Notebooks as pages: their words, their code, and the output of the code."""

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbclient
import nbformat

LINK = re.compile(r"\]\(([^):]+)\.ipynb\)")
SECONDS = 120  # for one cell
BOARD = "*A board to draw on appears here when the notebook runs in Jupyter.*"


def page(file: Path) -> str:
    """Run a notebook and return it as Markdown, with a link to the notebook below its title."""
    notebook = nbformat.read(file, as_version=4)
    with TemporaryDirectory() as folder:
        os.environ["IPYTHONDIR"] = folder  # no settings of the person who builds the site
        nbclient.NotebookClient(
            notebook,
            timeout=SECONDS,
            resources={"metadata": {"path": folder}},
            extra_arguments=["--Application.log_level=ERROR"],  # no word about TCP on this machine
        ).execute()
    parts = [part for cell in notebook.cells for part in _parts(cell)]
    title, _, rest = parts[0].partition("\n")
    below = f"This page is a notebook: {{download}}`{file.name}`."
    return "\n\n".join([title, below, rest.strip(), *parts[1:]]) + "\n"


def linked(text: str) -> str:
    """Let links to notebooks lead to their pages."""
    return LINK.sub(r"](\1.md)", text)


def _parts(cell: Any) -> list[str]:
    """The text of a cell, or its code and what that showed."""
    if cell.cell_type != "code":
        return [cell.source]
    return [f"```python\n{cell.source}\n```", *map(_output_text, cell.outputs)]


def _output_text(output: Any) -> str:
    """One output: HTML where there is some, else text."""
    data = output.get("data", {})
    if any("widget" in kind for kind in data):
        return BOARD
    if "text/html" in data:
        return f"````{{raw}} html\n{data['text/html']}\n````"
    return f"````text\n{(output.get('text') or data['text/plain']).rstrip()}\n````"
