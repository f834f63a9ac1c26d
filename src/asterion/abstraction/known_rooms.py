"""The rooms of a world at one version, and which facts still hold at a later one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.abstraction.base import straight_costs
from asterion.search.find import find_path
from asterion.search.path import Path
from asterion.world.graph import Graph
from asterion.world.grid import Cell, GridWorld
from asterion.world.moves import FREE_BESIDE_DIAGONAL, shifted

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.int64]
    Costs = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

_MOST_TESTS = 1 << 22  # of connections with changed cells; with more, all are measured


class Rooms(NamedTuple):
    """The rooms of a world at one version; replaced as a whole, so that threads may ask."""

    version: int
    free: Mask
    least: float  # the smallest cost of a free cell
    cut: Cells  # the region of each cell, -1 for none
    labels: Cells  # the same, but -1 for cells that remeasure() found cut off from their point
    points: Cells
    names: list[Cell]
    pairs: Cells  # regions that touch
    graph: Graph
    mixed: bool = False  # edited meanwhile: cells, labels and costs may be of different versions


def room_of(known: Rooms, cell: Cell) -> Cell | None:
    """The representative point of the region of a cell; None if it is in no region."""
    label = int(known.labels[cell])
    return known.names[label] if label >= 0 else None


def over_rooms(known: Rooms, start: Cell, goal: Cell, options: dict[str, Any]) -> Path | None:
    """The path from room to room; None if an end is in no room, or both are in the same."""
    here, there = room_of(known, start), room_of(known, goal)
    if here is None or there is None or here == there:
        return None
    return find_path(known.graph, here, there, **options)


def length_walked(known: Rooms, leg: Path, point: Cell, target: Cell) -> int:
    """Count the cells of a leg up to the room of the point; 0 if it begins there."""
    if point == target:
        return len(leg)
    entered = known.labels[tuple(leg.cells.T)] == known.labels[point]
    first = int(entered.argmax())
    return first + 1 if first else 0


def part_walked(
    world: GridWorld, known: Rooms, leg: Path, point: Cell, target: Cell
) -> Path | None:
    """The part of a leg that is walked; None if the room of the point was entered before."""
    if not leg:
        return leg
    length = length_walked(known, leg, point, target)
    if length == len(leg):
        return leg
    return Path.from_nodes(world, leg[:length]) if length else None


def has_same_regions(free: Mask, known: Rooms, changed: Cells) -> bool:
    """Whether no cell has opened or closed, so that the regions are unchanged."""
    if known.labels is not known.cut:
        return False  # kept by remeasure()
    where = tuple(changed.T)
    return bool((free[where] == known.free[where]).all())


def still_known(  # noqa: PLR0917 - what was known, and what there is now
    world: GridWorld, known: Rooms, changed: Cells, least: float, points: Cells, pairs: Cells
) -> Costs:
    """The costs of the connections that no changed cell can affect; nan for the others.

    A path from a to b over a cell beside c costs at least as much as the straight lines to c and on
    to b, less the two moves beside c. If that is more than the known cost, the known path does not
    pass there, and no path that does is cheaper.
    """
    cells = world.shape[0] * world.shape[1]
    ends, before = (
        places[:, 0] * world.shape[1] + places[:, 1] for places in (points, known.points)
    )
    keys = ends[pairs[:, 0]] * cells + ends[pairs[:, 1]]
    old = before[known.pairs[:, 0]] * cells + before[known.pairs[:, 1]]
    costs = np.full(len(keys), np.nan)
    if not len(old) or len(changed) * len(keys) > _MOST_TESTS:
        return costs
    order = np.argsort(old)
    place = order[np.minimum(np.searchsorted(old[order], keys), len(old) - 1)]
    found = old[place] == keys
    costs[found] = known.graph.costs[place[found]]
    beside = 2 * least * world.diagonal_cost
    for row, col in changed.tolist():
        away = straight_costs(world, least, points, (row, col))
        near = away[pairs].sum(axis=1) - beside <= costs * (1 + 1e-9)
        costs[near | np.isinf(costs)] = np.nan
    return costs


def touching(world: GridWorld, labels: Cells) -> Cells:
    """Pairs of regions with a move from one to the other, an (m, 2) array. O(cells)."""
    inside = labels >= 0
    free = world.total > 0
    found = [np.empty((0, 2), np.int64)]
    for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here, there = shifted(world.shape, *step)
        border = inside[here] & inside[there] & (labels[here] != labels[there])
        if all(step):
            beside = free[there[0], here[1]].astype(np.int8) + free[here[0], there[1]]
            border &= beside >= FREE_BESIDE_DIAGONAL[world.diagonal]
        found.append(np.stack([labels[here][border], labels[there][border]], axis=1))
    one_way = np.concatenate(found)
    pairs: Cells = np.unique(np.concatenate([one_way, one_way[:, ::-1]]), axis=0)
    return pairs
