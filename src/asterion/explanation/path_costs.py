"""Where the cost of a walk over a grid comes from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.search.path import Path, validate
from asterion.world.grid import Cell, Grid, GridWorld, View

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

_LONGEST = 40  # legs of a table: nobody reads more


class Leg(NamedTuple):
    """A straight stretch of a path, over cells that all cost the same."""

    start: Cell
    end: Cell
    moves: int
    cost: float  # base, layers and diagonal together
    share: float  # of what the whole path costs
    base: float  # what its cells cost without layers
    layers: dict[str, float]  # what each layer adds, times its weight
    diagonal: float  # what moves cost more because they are diagonal


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
        """One line a leg, and one for all of them."""
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
    """What each leg of a path costs, and why. O(length of the path x number of layers)."""
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


def grid_of(world: GridWorld) -> Grid:
    """The grid itself, of which the world may be a view."""
    grid: Any = world.grid if isinstance(world, View) else world
    return grid  # type: ignore[no-any-return]


def layer_weights(world: GridWorld) -> dict[str, float]:
    """The layers that count, and how much; without weights of its own a world counts each once."""
    names = grid_of(world).layers
    own = world._weights if isinstance(world, View) else None
    weights = dict.fromkeys(names, 1.0) if own is None else own
    return {name: weight for name, weight in weights.items() if weight and name in names}


def _runs(steps: npt.NDArray[np.int64], total: Values) -> Iterator[tuple[int, int]]:
    """First and last cell of each leg: where the walk turns or the ground changes, one ends."""
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
    """Cells to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        words = [
            word.ljust(width) if at < 2 else word.rjust(width)
            for at, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(words).rstrip()
