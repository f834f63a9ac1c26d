"""Where commands print to."""

import os

from rich.console import Console


def stdout() -> Console:
    """Colours on a terminal, plain text in a pipe, and with NO_COLOR not even bold.

    Rich would read brackets as markup and colour numbers and words as it sees fit: not here.
    """
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(
        markup=False, emoji=False, highlight=False, color_system=None if plain else "auto"
    )


def is_terminal(console: Console) -> bool:
    """Whether somebody watches. Rich says yes also where colours are forced on a pipe."""
    return console.file.isatty()
