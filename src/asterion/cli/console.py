"""The console that commands print to, and tables on it."""

import os
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table

WRAPPED = 100  # columns of a table of words


def stdout(*, stderr: bool = False) -> Console:
    """A console with colours on a terminal, and plain text in a pipe or with NO_COLOR.

    Rich's markup in brackets and its automatic colours are switched off.
    """
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(
        markup=False,
        emoji=False,
        highlight=False,
        color_system=None if plain else "auto",
        stderr=stderr,
    )


def stderr() -> Console:
    """A console for everything but the result: progress, while rows go to a pipe."""
    return stdout(stderr=True)


def print_whole(console: Console, table: Table) -> None:
    """Print a table at its full width: Rich would cut figures, a terminal only breaks lines."""
    needed = console.measure(table, options=console.options.update(max_width=10_000)).maximum
    console.width = max(console.width, needed)
    console.print(table)


def print_wrapped(console: Console, table: Table) -> None:
    """Print a table of words in 100 columns: words wrap within their column."""
    width, console.width = console.width, WRAPPED
    console.print(table)
    console.width = width


def is_terminal(console: Console) -> bool:
    """Whether the output is a terminal. Rich's own test is also true if colours are forced."""
    return console.file.isatty()


def table_of(lines: list[dict[str, Any]], columns: tuple[str, ...]) -> Table:
    """A table to read: some columns, and few digits."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        words = any(isinstance(line[column], str) for line in lines)
        side: Literal["left", "right"] = "left" if words else "right"
        table.add_column(column.replace("_", " "), justify=side, overflow="fold")
    for line in lines:
        table.add_row(*(short(line[column]) for column in columns))
    return table


def short(value: object) -> str:
    """A value with four digits, or more if there are more before the point."""
    if value is None:
        return "-"
    if not isinstance(value, float):
        return str(value)
    return f"{value:.1f}" if abs(value) >= 1000 else f"{value:.4g}"
