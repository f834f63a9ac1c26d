"""Where the cost of a path on a grid comes from: a report of its legs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.search.path import Path, validate
from asterion.world.checks import grid_of
from asterion.world.grid import Cell, GridWorld, View

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

_LONGEST = 40  # legs of a printed table


class Leg(NamedTuple):
    """A straight stretch of a path, over cells that all cost the same."""

    start: Cell
    end: Cell
    moves: int
    cost: float  # the sum of base, layers and diagonal
    share: float  # of the cost of the whole path
    base: float  # the cost of its cells without layers
    layers: dict[str, float]  # the cost that each layer adds, times its weight
    diagonal: float  # the additional cost of diagonal moves


class CostReport(NamedTuple):
    """Where the cost of a path comes from; as text, a table."""

    cost: float
    moves: int
    legs: list[Leg]
    base: float
    layers: dict[str, float]
    diagonal: float
    weights: dict[str, float]  # of the layers that count

    def __str__(self) -> str:
        """A line for each leg, and one for the total."""
        names = [
            name if weight == 1 else f"{name} x {weight:g}" for name, weight in self.weights.items()
        ]
        rows = [["from", "to", "moves", "cost", "share", "base", *names, "diagonal"]]
        rows += [[str(leg.start), str(leg.end), *_figures(leg)] for leg in self.legs[:_LONGEST]]
        if self.legs[_LONGEST:]:
            rest = f"and {len(self.legs) - _LONGEST} more"
            rows.append([rest, *[""] * (len(rows[0]) - 1)])
        nowhere = (0, 0)
        parts = self.base, self.layers, self.diagonal
        whole = Leg(nowhere, nowhere, self.moves, self.cost, 1.0, *parts)
        rows.append(["in all", "", *_figures(whole)])
        return "\n".join(_aligned(rows))


def cost_report(path: Path, world: GridWorld) -> CostReport:
    """The cost of each leg of a path and its parts. O(length of the path x number of layers)."""
    cost = validate(world, path)
    grid, weights = grid_of(world), layer_weights(world)
    steps = np.diff(path.cells, axis=0)
    entered = path.cells[1:, 0], path.cells[1:, 1]
    total = _floats(world.total[entered])
    base = _floats(grid.cost[entered])
    added = {name: weight * _floats(grid.layers[name][entered]) for name, weight in weights.items()}
    surcharge = np.where(steps.all(axis=1), (world.diagonal_cost - 1) * total, 0.0)
    legs = []
    for first, last in _runs(steps, total):
        run = slice(first, last)
        costs = fsum([*total[run], *surcharge[run]])
        layers = {name: fsum(values[run]) for name, values in added.items()}
        parts = fsum(base[run]), layers, fsum(surcharge[run])
        legs.append(Leg(path[first], path[last], last - first, costs, costs / cost, *parts))
    layers = {name: fsum(values) for name, values in added.items()}
    return CostReport(cost, len(steps), legs, fsum(base), layers, fsum(surcharge), weights)


def layer_weights(world: GridWorld) -> dict[str, float]:
    """The layers that count and their weights, which are 1 unless a view sets them."""
    names = grid_of(world).layers
    of_view = world._weights if isinstance(world, View) else None
    weights = dict.fromkeys(names, 1.0) if of_view is None else of_view
    return {name: weight for name, weight in weights.items() if weight and name in names}


def _runs(steps: npt.NDArray[np.int64], total: Values) -> Iterator[tuple[int, int]]:
    """The indices of the first and last cell of each leg, which ends at a turn or another cost."""
    if len(steps):
        turns = (steps[1:] != steps[:-1]).any(axis=1) | (total[1:] != total[:-1])
        yield from pairwise([0, *(np.flatnonzero(turns) + 1).tolist(), len(steps)])


def _floats(values: npt.NDArray[Any]) -> Values:
    return np.asarray(values, np.float64)


def _figures(leg: Leg) -> list[str]:
    parts = [leg.base, *leg.layers.values(), leg.diagonal]
    return [str(leg.moves), _figure(leg.cost), f"{leg.share:.0%}", *map(_figure, parts)]


def _figure(value: float) -> str:
    return f"{value:.6g}"


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    """Lines of columns: cells aligned to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        words = [
            word.ljust(width) if at < 2 else word.rjust(width)
            for at, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(words).rstrip()
