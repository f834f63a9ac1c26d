"""The set-up of the playground: the map, and searches to run on it or a frame budget."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.maps.made import Made
from asterion.lab.maps.map_setup import MapSetup, plain_options
from asterion.lab.playground.frame_budget import Ends, FrameBudget
from asterion.lab.searches.search_run import Run
from asterion.world.grid import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from asterion.lab.maps.map_setup import Cells

_EDIT_BYTES = 120  # of an edit between frames, about


_FIRST = Made.by("rooms", (41, 41), seed=4)


@dataclass(frozen=True, eq=False)
class Setup(MapSetup):
    """The map, and one to four searches; a frame budget replaces the searches."""

    cells: Cells = field(default_factory=lambda: _FIRST.cells)
    start: Cell = (1, 1)
    goal: Cell = (39, 39)
    diagonal: str = "clear"
    runs: tuple[Run, ...] = (Run("dijkstra"), Run("astar"))
    budget: FrameBudget | None = None
    first_map: ClassVar[Made] = _FIRST

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.runs) <= limits.RUNS:
            raise InvalidValue(f"{len(self.runs)} searches; there must be 1 to {limits.RUNS}")
        if self.budget is not None:
            self.budget.check(self.cells.shape)

    @property
    def nbytes(self) -> int:
        """The memory of the map, and of edits between frames."""
        edits = () if self.budget is None else self.budget.edits
        return self.cells.nbytes + _EDIT_BYTES * len(edits)

    # --- A frame budget

    @property
    def units(self) -> tuple[Ends, ...]:
        """Start and goal of each unit; the first unit has the map's."""
        others = () if self.budget is None else self.budget.others
        return ((self.start, self.goal), *others)

    def with_budget(self, units: int | None = None, **parts: Any) -> Self:
        """Replace the frame budget and the number of units; new ones are placed by its seed."""
        number = len(self.units) if units is None else units
        budget = replace(self.budget or FrameBudget(), **parts)
        return replace(self, budget=budget.with_units(number, self.grid(), *self.units[0]))

    def searching(self) -> Self:
        """Return it without a frame budget."""
        return replace(self, budget=None)

    def led_by(self, unit: int) -> Self:
        """Swap one of the units with the first; twice is no change."""
        if not 0 <= unit < len(self.units):
            raise InvalidValue(f"unit is {short_repr(unit)}; there are {len(self.units)}, from 0")
        if unit == 0 or self.budget is None:
            return self
        start, goal = self.units[unit]
        others = list(self.budget.others)
        others[unit - 1] = self.start, self.goal
        budget = replace(self.budget, others=tuple(others))
        return replace(self, start=start, goal=goal, budget=budget)

    def with_map(self, cells: Cells) -> Self:
        """Return it on another map, without edits; units but the first are placed again."""
        moved = super(Setup, replace(self, budget=None)).with_map(cells)
        if self.budget is None:
            return moved
        budget = replace(self.budget, others=(), edits=())
        return replace(moved, budget=budget).with_budget(len(self.units))

    def painted(
        self, nodes: Sequence[int] | npt.NDArray[np.int64], cost: int, frame: int = 0
    ) -> Self:
        """Change costs of cells; with a frame budget, from the end of a frame on.

        At the start the ends of units never become walls; later a unit may be walled in.
        """
        painted = super().painted(nodes, cost)
        if self.budget is None:
            return painted
        if frame:
            edited = self.budget.edited(frame, (int(node) for node in nodes), cost)
            return replace(self, budget=edited)
        if cost == 0:
            for ends in self.units:
                for end in ends:
                    painted.cells[end] = self.cells[end]
        return painted

    def cleared(self) -> Self:
        """Make floor everywhere, without edits, links and fences."""
        budget = None if self.budget is None else replace(self.budget, edits=())
        return replace(self, cells=np.ones_like(self.cells), budget=budget, links=(), fences=())

    # --- Links

    def _link_values(self) -> dict[str, Any]:
        runs = {"runs": [[run.algorithm, run.options] for run in self.runs]}
        return runs if self.budget is None else {**runs, "budget": self.budget.to_plain()}

    @classmethod
    def _from_link_values(cls, values: dict[str, Any]) -> dict[str, Any]:
        runs = values["runs"]
        return {
            "runs": tuple(Run(str(name), plain_options(options)) for name, options in runs),
            "budget": FrameBudget.from_plain(values.get("budget")),
        }
