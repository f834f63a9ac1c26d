"""``Experiment``: independent trials, and a summary of their rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Row = dict[str, Any]  # of a table: values that JSON can hold, by column


@dataclass(frozen=True)
class Config:
    """The parameters that determine every row except its times. Subclasses add fields."""

    seed: int = 0
    runs: int = 50


class Prepared(NamedTuple):
    """Facts and files that are made before the first trial."""

    facts: Row  # such as hashes; for table.json, and to recognise results of the same trials
    files: dict[str, bytes]  # to save, by name


class Summary(NamedTuple):
    """The summary of the rows of all trials."""

    table: list[Row]  # tidy: each row has the same columns
    facts: Row  # other results
    wrong: int  # answers that failed a check; a valid result has none


class Screen(NamedTuple):
    """A table that is printed: a part of the summary, with a heading."""

    title: str
    columns: tuple[str, ...]
    lines: list[Row]
    wraps: bool = False  # words within their columns, so that the table is 100 columns wide


C = TypeVar("C", bound=Config)
T = TypeVar("T")


@dataclass(frozen=True)
class Experiment(Generic[C, T]):
    """A name, and the functions that the engine calls.

    ``run`` and the trials are sent to other processes: a module-level function, and plain values.
    Each trial has at least one row. Columns of time have names that end in ``seconds``; all others
    depend on the config alone.
    """

    name: str
    about: str  # one line, for the list
    config: type[C]
    trials: Callable[[C], list[T]]
    run: Callable[[T], list[Row]]
    summarise: Callable[[C, list[Row]], Summary]
    draw: Callable[[Figure, Summary, list[Row]], None]
    prepare: Callable[[C], Prepared] = lambda _config: Prepared({}, {})
    hidden: tuple[str, ...] = ()  # the columns of the table that are in its files, not printed
    screens: Callable[[Summary], list[Screen]] | None = None  # the printed tables, if more than one

    def printed(self, summary: Summary) -> list[Screen]:
        """The tables to print: its screens, or all lines without the columns ``hidden``."""
        if self.screens is None:
            columns = tuple(name for name in summary.table[0] if name not in self.hidden)
            return [Screen("", columns, summary.table)]
        return self.screens(summary)
