"""What an experiment is: trials that know nothing of each other, and a summary of their rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Row = dict[str, Any]  # of a table: what JSON can hold, by the name of its column


@dataclass(frozen=True)
class Config:
    """What decides every row but its times. An experiment may add fields, with defaults."""

    seed: int = 0
    runs: int = 50


class Prepared(NamedTuple):
    """What the trials have in common, made before the first of them."""

    facts: Row  # such as hashes; for table.json, and to know the same results again
    files: dict[str, bytes]  # to be saved, by name


class Summary(NamedTuple):
    """What the rows of all trials say."""

    table: list[Row]  # tidy: each row has the same columns
    facts: Row  # what does not fit into it
    wrong: int  # answers that a check has refused; one is enough to spoil the result


C = TypeVar("C", bound=Config)
T = TypeVar("T")


@dataclass(frozen=True)
class Experiment(Generic[C, T]):
    """A name, and the functions that the shared part calls, in this order.

    ``run`` and the trials travel to other processes: a function of a module, and plain values.
    Columns of time have names that end in ``seconds``; all others depend on the config alone.
    """

    name: str
    about: str  # one line, for the list
    config: type[C]
    prepare: Callable[[C], Prepared]
    trials: Callable[[C], list[T]]
    run: Callable[[T], list[Row]]
    summarise: Callable[[C, list[Row]], Summary]
    draw: Callable[[Figure, Summary, list[Row]], None]
    shown: tuple[str, ...]  # the columns of the table that are printed; files have all
