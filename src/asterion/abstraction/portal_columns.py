"""The portals of a map and their connections, as arrays from which graphs are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion import _core
from asterion.abstraction.chunks import Chunk
from asterion.world.graph import Graph
from asterion.world.grid import Cell, GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    Ids = npt.NDArray[np.int64]
    Costs = npt.NDArray[np.float64]


class PortalColumns(NamedTuple):
    """Portals by number, in the order of their cells; moves across borders come first.

    First come vertical borders, horizontal ones and diagonal moves, then the same back; then for
    each chunk its pairs of portals.
    """

    cells: Ids  # of the portals, flat indices
    places: Ids  # the same as rows and columns, an (n, 2) array
    sources: Ids  # of the connections, numbers of portals
    targets: Ids
    costs: Costs
    crossings: int  # the number of connections that lead across borders
    chunks: list[Chunk]
    version: int  # of the world

    @classmethod
    def of(cls, known: _core.PortalMap, shape: tuple[int, int]) -> PortalColumns:
        """Return the portals and connections of the world as it is."""
        cells, sources, targets, costs, crossings, chunks, version = known.connections()
        places = np.stack(np.divmod(cells, shape[1]), axis=1)
        a, b = np.searchsorted(cells, sources), np.searchsorted(cells, targets)
        order = np.arange(len(costs))
        order[:crossings] = _in_order(places[a[:crossings]], places[b[:crossings]])
        areas = [Chunk(*each) for each in chunks]
        return cls(cells, places, a[order], b[order], costs[order], crossings, areas, version)

    @property
    def names(self) -> list[Cell]:
        """The cells of the portals."""
        return [(row, col) for row, col in self.places.tolist()]

    def has_connections_of(self, other: PortalColumns) -> bool:
        """Whether portals and connections are the same, at any cost."""
        return all(
            np.array_equal(mine, others)
            for mine, others in (
                (self.cells, other.cells),
                (self.sources, other.sources),
                (self.targets, other.targets),
            )
        )

    def joined(self, world: GridWorld, start: int, goal: int) -> Graph:
        """A graph of numbers with two more nodes, connected inside their chunks: start and goal."""
        count = len(self.cells)
        columns = [(self.sources, self.targets, self.costs)]
        for node, cell in enumerate((start, goal)):
            row, col = world._name(cell)
            chunk = next(
                each
                for each in self.chunks
                if each.row <= row < each.row + each.height
                and each.col <= col < each.col + each.width
            )
            beside = self.places - (chunk.row, chunk.col)
            inside = ((beside >= 0) & (beside < (chunk.height, chunk.width))).all(axis=1)
            members = np.flatnonzero(inside)
            end = np.full(len(members), count + node)
            ends = [*self.cells[members].tolist(), cell]
            costs = _core.costs_inside(world._core_view, chunk, ends).reshape(len(ends), -1)
            if node == 0:
                columns.append((end, members, costs[-1, :-1]))
            else:
                columns.append((members, end, costs[:-1, -1]))
        sources, targets, costs = (np.concatenate(each) for each in zip(*columns, strict=True))
        return Graph((sources, targets, costs), nodes=count + 2)


def current_costs(world: GridWorld, columns: PortalColumns) -> Costs:
    """The present costs of the connections, inside the chunks as built; inf where blocked."""
    total = np.asarray(world.total, np.float64)
    costs = columns.costs.copy()
    across = columns.crossings
    a, b = columns.places[columns.sources[:across]], columns.places[columns.targets[:across]]
    diagonal = np.abs(a - b).sum(axis=1) == 2
    steps = np.where(diagonal, world.diagonal_cost, 1.0)
    open_ = (total[tuple(a.T)] > 0) & (total[tuple(b.T)] > 0)
    costs[:across] = np.where(open_, total[tuple(b.T)] * steps, np.inf)
    labels = np.empty(world.shape, np.int64)
    for i, chunk in enumerate(columns.chunks):
        labels[chunk.cells] = i
    of = labels[tuple(columns.places.T)]
    changed = world.changes(columns.version)
    touched = set(of.tolist() if changed is None else labels[tuple(changed.T)].tolist())
    inside = of[columns.sources[across:]]  # ascending: chunk by chunk
    for chunk in touched:
        first, end = np.searchsorted(inside, [chunk, chunk + 1])
        if first < end:
            members = np.flatnonzero(of == chunk)
            ends = columns.cells[members].tolist()
            found = _core.costs_inside(world._core_view, columns.chunks[chunk], ends).reshape(
                len(ends), -1
            )
            costs[across + first : across + end] = found[~np.eye(len(ends), dtype=np.bool_)]
    return costs


def _in_order(a: Ids, b: Ids) -> Ids:
    """The order of moves: to the right, down, on both diagonals; then the same back."""
    down, right = (b - a).T
    back = (down < 0) | ((down == 0) & (right < 0))
    row, col = np.where(back[:, None], b, a).T
    kind = np.select([down == 0, right == 0, down == right], [0, 1, 2], 3)
    first = np.where(kind == 0, col, row)
    second = np.select([kind == 0, kind == 3], [row, -col], col)
    return np.lexsort((second, first, kind, back))
