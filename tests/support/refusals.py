"""Tables of errors, word for word.

A table is a text: a line of Python, and under it, indented, the error that it raises, or the words
that it gives. A test runs all lines of one and compares the text with what was said, so that every
rule has its exact words.
With ``WRITE=refusals`` in the environment the tests rewrite their tables: add lines, run them
so, and read the difference before it is kept.
"""

import ast
import os
import textwrap
from pathlib import Path

import numpy as np

import asterion as at

INDENT = "    "
WIDTH = 100
NOTHING = "nothing is refused"


def told(table: str, names: dict, hidden: str = "") -> str:
    """The table with today's messages, without hidden parts."""
    lines = []
    for line in table.splitlines():
        if line.startswith(INDENT):
            continue
        lines.append(line)
        if line and not line.startswith("#"):
            lines += _wrapped(_said(line, names).replace(hidden, ""))
    return "\n".join(lines) + "\n"


def _said(code: str, names: dict) -> str:
    try:
        if _is_expression(code):
            value = eval(code, dict(names))  # noqa: S307 - a line of our own table
            return f"says {value}" if isinstance(value, str) else NOTHING
        exec(code, dict(names))  # noqa: S102
    except Exception as error:  # noqa: BLE001 - whatever it is, it is compared
        return f"{type(error).__name__}: {error}"
    return NOTHING


def _is_expression(code: str) -> bool:
    try:
        ast.parse(code, mode="eval")
    except SyntaxError:
        return False
    return True


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=INDENT,
        subsequent_indent=INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )


class Odd:
    """A user's own object, which rejects everything but its name."""

    def __bool__(self):
        raise RuntimeError

    __float__ = __index__ = __hash__ = __iter__ = __bool__

    def __repr__(self):
        return "Odd()"


def common() -> dict:
    """The names that most tables need: a world of every kind."""
    grid = at.Grid.from_text("...\n.#.")
    grid.layers["threat"] = np.ones((2, 3))
    linked, fenced = at.Grid([[1, 1]]), at.Grid([[1, 1]])
    linked.links.add((0, 0), (0, 1))
    fenced.fences.add((0, 0), (0, 1))
    return {
        "at": at,
        "np": np,
        "inf": float("inf"),
        "nan": float("nan"),
        "odd": Odd(),
        "grid": grid,
        "hexes": at.Grid([[1, 1]], tiles="hex"),
        "triangles": at.Grid([[1, 1]], tiles="triangle"),
        "linked": linked,
        "fenced": fenced,
        "large": at.Grid(np.ones((3, 3))).view(size=2),
        "graph": at.Graph([("A", "B", 1), ("B", "A", 2)]),
        "kinds": at.Graph([("A", "B", 1), ("B", "A", 2)], kinds=["road", "path"]),
        "placed": at.Graph([("A", "B", 1), ("B", "A", 2)], positions=[[0, 0], [0, 1]]),
    }


def check(test: str, folder: object = None, **names: object) -> None:
    """Run the table ``refusals.txt`` beside a test; files are in a hidden folder."""
    file = Path(test).with_name("refusals.txt")
    table = file.read_text()
    today = told(table, {**common(), **names}, "" if folder is None else f"{folder}/")
    if os.environ.get("WRITE") == "refusals":
        file.write_text(today)
    else:
        assert today == table
