"""A frame budget: units that ask for paths, and the work that a frame allows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.maps.map_setup import HIGHEST_COST, cell_of
from asterion.search.find import reachable
from asterion.world.arguments import count
from asterion.world.dice import Dice
from asterion.world.grid import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from asterion.world.grid import Grid

Ends = tuple[Cell, Cell]  # start and goal of a unit
LEAST_QUICK, MOST_QUICK = 3, 15  # cells of a quick path
_TRIES = 3  # cells of which the farthest is a unit's goal


class Edit(NamedTuple):
    """A change of a cell's cost at the end of a frame."""

    frame: int
    node: int
    cost: int


@dataclass(frozen=True)
class FrameBudget:
    """A frame's budget, all units but the first, and edits between frames.

    The first unit goes from the start of the map to its goal. Edits are in the order of their
    frames; edits before the first frame change the map itself.
    """

    expansions: int = 60  # per frame, for all units together
    quick: int = 8  # cells of a quick path
    seed: int = 1  # of the places of units
    others: tuple[Ends, ...] = ()
    edits: tuple[Edit, ...] = ()

    def check(self, shape: tuple[int, int]) -> None:
        """Raise an error that names the value and the rule, if it does not fit a map."""
        _check("expansions per frame", self.expansions, 1, limits.FRAME_EXPANSIONS)
        _check("the quick path", self.quick, LEAST_QUICK, MOST_QUICK)
        count("seed", self.seed)
        _check("the number of units", 1 + len(self.others), 1, limits.UNITS)
        for number, ends in enumerate(self.others, 2):
            for row, col in ends:
                if not (0 <= row < shape[0] and 0 <= col < shape[1]):
                    cell = f"({short_repr(row)}, {short_repr(col)})"
                    raise InvalidValue(f"unit {number} has an end at {cell}, beside the map")
        if len(self.edits) > limits.FRAME_EDITS:
            raise InvalidValue(
                f"{len(self.edits)} cells are drawn between frames; {limits.FRAME_EDITS} may be"
            )
        for edit in self.edits:
            _check("the frame of an edit", edit.frame, 1, limits.FRAMES)
            _check("the cell of an edit", edit.node, 0, shape[0] * shape[1] - 1)
            _check("the cost of an edit", edit.cost, 0, HIGHEST_COST)

    def edited(self, frame: int, nodes: Iterable[int], cost: int) -> FrameBudget:
        """Change costs of cells, by flat indices, from the end of a frame on."""
        kept = {(edit.frame, edit.node): edit for edit in self.edits}
        kept |= {(frame, node): Edit(frame, node, cost) for node in nodes}
        return replace(self, edits=tuple(sorted(kept.values())))

    def with_units(self, number: int, grid: Grid, start: Cell, goal: Cell) -> FrameBudget:
        """Change the number of units; new ones are placed by the seed."""
        _check("the number of units", number, 1, limits.UNITS)
        others = self.others[: number - 1]
        if len(others) < number - 1:
            others += placed(grid, (start, goal), number - 1, self.seed)[len(others) :]
        return replace(self, others=others)

    # --- Links

    def to_plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        plain = {"expansions": self.expansions, "quick": self.quick, "seed": self.seed}
        return plain | {"others": self.others, "edits": self.edits}

    @classmethod
    def from_plain(cls, values: Any) -> FrameBudget | None:
        """Read the result of :meth:`to_plain`; None for None."""
        if values is None:
            return None
        numbers = {name: int(values[name]) for name in ("expansions", "quick", "seed")}
        others = tuple((cell_of(start), cell_of(goal)) for start, goal in values["others"])
        edits = sorted(Edit(*(int(n) for n in edit)) for edit in values["edits"])
        return cls(**numbers, others=others, edits=tuple(edits))


def placed(grid: Grid, first: Ends, number: int, seed: int) -> tuple[Ends, ...]:
    """Place ends for units, all within the first unit's reach; the same for the same seed."""
    region = np.flatnonzero(reachable(grid, first[0]) if grid[first[0]] else grid.cost)
    if len(region) < 2:
        return (first,) * number
    dice, cols = Dice(seed), grid.shape[1]

    def somewhere() -> Cell:
        return divmod(int(region[dice.below(len(region))]), cols)

    ends = []
    for _ in range(number):
        start = somewhere()
        goal = max((somewhere() for _ in range(_TRIES)), key=lambda cell: _apart(start, cell))
        ends.append((start, goal))
    return tuple(ends)


def _apart(one: Cell, other: Cell) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise InvalidValue(f"{name} is {short_repr(value)}; it must be {least} to {most}")
