"""Notebooks as pages: their words and their code; the output is there for those who run them."""

import json
import re
from pathlib import Path

LINK = re.compile(r"\]\(([^):]+)\.ipynb\)")


def page(file: Path) -> str:
    """A notebook in Markdown, with a link to the notebook itself below its title."""
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    parts = [_part(cell["cell_type"], "".join(cell["source"])) for cell in cells]
    title, _, rest = parts[0].partition("\n")
    below = f"This page is a notebook: {{download}}`{file.name}`."
    return "\n\n".join([title, below, rest.strip(), *parts[1:]]) + "\n"


def linked(text: str) -> str:
    """A page whose links to notebooks lead to their pages."""
    return LINK.sub(r"](\1.md)", text)


def _part(kind: str, source: str) -> str:
    return f"```python\n{source}\n```" if kind == "code" else source
