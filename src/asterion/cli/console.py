"""Where commands print to."""

import os
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table


def stdout() -> Console:
    """Colours on a terminal, plain text in a pipe, and with NO_COLOR not even bold.

    Rich would read brackets as markup and colour numbers and words as it sees fit: not here.
    """
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(
        markup=False, emoji=False, highlight=False, color_system=None if plain else "auto"
    )


def print_whole(console: Console, table: Table) -> None:
    """Cut to fit, a table would lose figures; too wide, the terminal only breaks its lines."""
    needed = console.measure(table, options=console.options.update(max_width=10_000)).maximum
    console.width = max(console.width, needed)
    console.print(table)


def is_terminal(console: Console) -> bool:
    """Whether somebody watches. Rich says yes also where colours are forced on a pipe."""
    return console.file.isatty()


def table_of(lines: list[dict[str, Any]], columns: tuple[str, ...]) -> Table:
    """For people: some columns, and few digits."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        words = any(isinstance(line[column], str) for line in lines)
        table.add_column(column.replace("_", " "), justify="left" if words else "right")
    for line in lines:
        table.add_row(*(short(line[column]) for column in columns))
    return table


def short(value: object) -> str:
    """Four digits are enough to look at; all of those before the point are there."""
    if value is None:
        return "-"
    if not isinstance(value, float):
        return str(value)
    return f"{value:.1f}" if abs(value) >= 1000 else f"{value:.4g}"
