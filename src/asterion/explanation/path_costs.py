"""A report of the legs of a path on a grid: where its cost comes from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import fsum, inf, isclose
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.search.path import Path, validate
from asterion.world.checks import blocked_of, grid_of
from asterion.world.grid import Cell, GridWorld, View
from asterion.world.notebooks import pictured, text_table

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

_LONGEST = 40  # legs of a printed table
_ROUNDING = 1e-9  # of a cost that was added up in another order


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
    link: bool = False  # it is one link, whose cost is its base


@pictured
class CostReport(NamedTuple):
    """A path's cost by its legs; as text, a table."""

    cost: float
    moves: int
    legs: list[Leg]
    base: float
    layers: dict[str, float]
    diagonal: float
    weights: dict[str, float]  # of the layers that count
    turning: float = 0.0  # the cost of turns, which is part of no leg

    def __str__(self) -> str:
        """Return a line for each leg, and one for the total."""
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
        if self.turning:
            share = f"{self.turning / self.cost:.0%}"
            empty = [""] * (len(rows[0]) - 5)
            rows.append(["turns", "", "", _figure(self.turning), share, *empty])
        rows.append(["in all", "", *_figures(whole)])
        return text_table(rows, left=2)


def cost_report(path: Path, world: GridWorld) -> CostReport:
    """Return the cost of each leg and its parts. O(length of the path x number of layers)."""
    cost = validate(world, path)
    grid, weights = grid_of(world), layer_weights(world)
    steps = np.diff(path.cells, axis=0)
    total = _floats(world.total[path.cells[1:, 0], path.cells[1:, 1]])
    paid = _most_expensive(world, path.cells[1:])
    base = _floats(grid.cost[paid])
    added = {name: weight * _floats(grid.layers[name][paid]) for name, weight in weights.items()}
    surcharge = np.where(steps.all(axis=1), (world.diagonal_cost - 1) * total, 0.0)
    links = _links_taken(path, world, total + surcharge)
    for at, price in links.items():
        total[at] = base[at] = price
        surcharge[at] = 0.0
        for values in added.values():
            values[at] = 0.0
    legs = []
    for first, last in _runs(path, total, links):
        run = slice(first, last)
        costs = fsum([*total[run], *surcharge[run]])
        layers = {name: fsum(values[run]) for name, values in added.items()}
        parts = fsum(base[run]), layers, fsum(surcharge[run])
        share = costs / cost if cost else 0.0
        moves = last - first
        leg = Leg(path[first], path[last], moves, costs, share, *parts, link=first in links)
        legs.append(leg)
    layers = {name: fsum(values) for name, values in added.items()}
    turning = cost - fsum([*total, *surcharge])
    turning = turning if turning > _ROUNDING * cost else 0.0
    return CostReport(cost, len(steps), legs, fsum(base), layers, fsum(surcharge), weights, turning)


def _most_expensive(world: GridWorld, places: npt.NDArray[np.int64]) -> tuple[Any, Any]:
    """For each place, the cell that is paid for: the most expensive one that the unit covers."""
    rows, cols = world.size if isinstance(world, View) else (1, 1)
    row, col = places[:, 0], places[:, 1]
    if (rows, cols) == (1, 1):
        return row, col
    down, right = np.divmod(np.arange(rows * cols), cols)
    all_rows, all_cols = row[:, None] + down, col[:, None] + right
    one = grid_of(world).view(layers=layer_weights(world), blocked=blocked_of(world)).total
    best = np.asarray(one)[all_rows, all_cols].argmax(axis=1)
    which = np.arange(len(places))
    return all_rows[which, best], all_cols[which, best]


def _links_taken(path: Path, world: GridWorld, moved: Values) -> dict[int, float]:
    """By place on the path, the cost of a link that is the only move on, or the cheaper one."""
    cheapest: dict[tuple[Cell, Cell], float] = {}
    for link in grid_of(world).links:
        pairs = [(link.a, link.b), (link.b, link.a)][: 1 + link.both]
        for pair in pairs:
            cheapest[pair] = min(link.cost, cheapest.get(pair, inf))
    if not cheapest:
        return {}
    taken = {}
    for at, pair in enumerate(pairwise(path)):
        if pair in cheapest:
            walks = pair[1] in [cell for cell, price in world.neighbours(pair[0])
                               if isclose(price, moved[at])]  # fmt: skip
            if not walks or cheapest[pair] <= moved[at]:
                taken[at] = cheapest[pair]
    return taken


def layer_weights(world: GridWorld) -> dict[str, float]:
    """The layers that count and their weights, which are 1 unless a view sets them."""
    names = grid_of(world).layers
    of_view = world._weights if isinstance(world, View) else None
    weights = dict.fromkeys(names, 1.0) if of_view is None else of_view
    return {name: weight for name, weight in weights.items() if weight and name in names}


def _runs(path: Path, total: Values, links: dict[int, float]) -> Iterator[tuple[int, int]]:
    """The indices of the first and last cell of each leg.

    A leg ends at a turn or a change of cost; a link is a leg of its own.
    """
    moves = len(total)
    if not moves:
        return
    ends = {0, moves, *(np.flatnonzero(total[1:] != total[:-1]) + 1).tolist()}
    for at in links:
        ends |= {at, at + 1}
    corners = [(row, col) for row, col in path.waypoints.tolist()]
    passed = 0
    for at, cell in enumerate(path):
        if passed < len(corners) and cell == corners[passed]:
            ends.add(at)
            passed += 1
    yield from pairwise(sorted(ends))


def _floats(values: npt.NDArray[Any]) -> Values:
    return np.asarray(values, np.float64)


def _figures(leg: Leg) -> list[str]:
    parts = [leg.base, *leg.layers.values(), leg.diagonal]
    return [str(leg.moves), _figure(leg.cost), f"{leg.share:.0%}", *map(_figure, parts)]


def _figure(value: float) -> str:
    return f"{value:.6g}"
