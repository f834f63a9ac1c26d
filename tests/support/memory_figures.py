"""The byte figures of docs/design.md, where each stands once."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
UNITS = ("cell", "node", "connection", "run", "jump point", "pair of regions", "landmark")


def section():
    text = (ROOT / "docs" / "design.md").read_text()
    return re.search(r"^## Memory\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)[1]


def by_unit():
    """The numbers of all tables by unit. A node of a grid is a cell."""
    found = {unit: set() for unit in UNITS}
    head = ""
    for line in section().splitlines():
        if not line.startswith("|"):
            head = ""
        elif not head:
            head = line
        else:
            for unit in UNITS:
                if unit in head + line:
                    found[unit] |= set(re.findall(r"\b\d+\b(?! bits)", line))
    found["node"] |= found["cell"]
    return found


def figures(table):
    """The numbers of a table, by its rows; a row that lists algorithms has one entry for each."""
    rows = re.search(rf"^\| {table}.*\n\|[-: |]+\n((?:\|.*\n)+)", section(), re.MULTILINE)[1]
    found = {}
    for row in rows.splitlines():
        what, *columns = row.strip("| ").split(" | ")
        names = what.replace("`", "").split(", ") if what.startswith("`") else [what]
        for name in names:
            found[name] = [int(column) for column in columns if column.isdigit()]
    return found
