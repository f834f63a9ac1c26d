"""The set-up of the playground: the ground, and searches to run on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import maps
from asterion.errors import InvalidValue
from asterion.lab.shared import limits
from asterion.lab.shared.ground import Ground, plain_options
from asterion.lab.shared.search_run import Run
from asterion.world.grid import Cell

if TYPE_CHECKING:
    from asterion.lab.shared.ground import Cells


@cache
def _first_map() -> Cells:
    cells = maps.rooms((41, 41), seed=4).cost.astype(np.uint8)
    cells.setflags(write=False)  # all new tabs share it
    return cells


@dataclass(frozen=True, eq=False)
class Setup(Ground):
    """The ground, and one to four runs."""

    cells: Cells = field(default_factory=_first_map)
    start: Cell = (1, 1)
    goal: Cell = (39, 39)
    diagonal: str = "clear"
    runs: tuple[Run, ...] = (Run("dijkstra"), Run("astar"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.runs) <= limits.RUNS:
            raise InvalidValue(f"{len(self.runs)} searches; there must be 1 to {limits.RUNS}")

    def _link_values(self) -> dict[str, Any]:
        return {"runs": [[run.algorithm, run.options] for run in self.runs]}

    @classmethod
    def _from_link_values(cls, values: dict[str, Any]) -> dict[str, Any]:
        runs = values["runs"]
        return {"runs": tuple(Run(str(name), plain_options(options)) for name, options in runs)}
