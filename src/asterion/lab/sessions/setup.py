"""What a person has set up on the playground: the ground, and searches to run on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import maps
from asterion.errors import InvalidValue
from asterion.grid import Cell
from asterion.lab.sessions.ground import Ground, plain_options
from asterion.registry import info_of

if TYPE_CHECKING:
    from asterion.lab.sessions.ground import Cells

MOST_RUNS = 4


@dataclass(frozen=True)
class Run:
    """A search: an algorithm, and what it is asked for beyond its defaults."""

    algorithm: str
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        info = info_of(self.algorithm)
        for name in self.options:
            if name not in info.options:
                raise InvalidValue(f"{self.algorithm!r} does not take {name}")

    @property
    def title(self) -> str:
        """The algorithm with its options, for people."""
        return titled(self.algorithm, self.options)


def titled(algorithm: str, options: Any) -> str:
    """An algorithm with its options, for people."""
    told = ", ".join(f"{name} {_word(value)}" for name, value in options.items())
    return f"{algorithm}, {told}" if told else algorithm


def _word(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _first_map() -> Cells:
    return maps.rooms((25, 41), seed=4).cost.astype(np.uint8)


@dataclass(frozen=True, eq=False)
class Setup(Ground):
    """The ground, and one to four runs."""

    cells: Cells = field(default_factory=_first_map)
    start: Cell = (1, 1)
    goal: Cell = (23, 39)
    diagonal: str = "clear"
    runs: tuple[Run, ...] = (Run("dijkstra"), Run("astar"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.runs) <= MOST_RUNS:
            raise InvalidValue(f"{len(self.runs)} searches are asked for; 1 to {MOST_RUNS} can be")

    def _told(self) -> dict[str, Any]:
        return {"runs": [[run.algorithm, run.options] for run in self.runs]}

    @classmethod
    def _read(cls, told: dict[str, Any]) -> dict[str, Any]:
        runs = told["runs"]
        return {"runs": tuple(Run(str(name), plain_options(options)) for name, options in runs)}
