"""The legs between islands: cheapest paths that pass no other island, measured or searched."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.errors import InvalidValue
from asterion.regions import together
from asterion.search.find import distances, find_path
from asterion.search.path import Path
from asterion.world.grid import Cell, Grid, GridWorld
from asterion.world.moves import move_columns

if TYPE_CHECKING:
    import numpy.typing as npt

    Ids = npt.NDArray[np.int64]
    Costs = npt.NDArray[np.float64]

_HIGHEST_COST = 1e290  # the largest cost that a grid takes


class Moves(NamedTuple):
    """Moves or legs, as columns; each begins and ends at a cell or an island, by number."""

    sources: Ids
    targets: Ids
    costs: Costs


class Legs:
    """The data about a world and its islands before a query, and the searches of a query.

    Between islands a path keeps to one **basin**: cells that are connected without islands. To
    search one, there is a second grid on which islands are too expensive to enter. They are no
    walls on it: a diagonal move beside an island is as free as in the world.
    """

    def __init__(self, world: GridWorld, islands: list[Cell]) -> None:
        total = np.asarray(world.total, np.float64)
        # No path that visits each cell at most once costs more, unless it enters an island.
        self._limit = float(total.sum()) * world.diagonal_cost
        self._island_cost = 2 * self._limit + 1
        if self._island_cost > _HIGHEST_COST:
            raise InvalidValue(
                f"the costs of the world add up to {total.sum():.3g}; with islands they may add up "
                f"to {_HIGHEST_COST / 4:.3g}"
            )
        self.index = {cell: i for i, cell in enumerate(islands)}
        numbers = np.array([row * world.shape[1] + col for row, col in islands], np.int64)
        self._totals: Costs = total.flat[numbers]
        costs = total.copy()
        costs.flat[numbers] = np.where(self._totals > 0, self._island_cost, 0)
        self._apart = Grid(costs, diagonal=world.diagonal, diagonal_cost=world.diagonal_cost)

        island = np.full(total.size, -1)
        island[numbers] = np.arange(len(numbers))
        sources, targets, steps = move_columns(world)
        from_island, to_island = island[sources] >= 0, island[targets] >= 0
        within = ~from_island & ~to_island
        self._basins: Ids = together(total.size, sources[within], targets[within])
        self._shores: dict[int, list[int]] = {}
        ashore = from_island & ~to_island
        pairs = np.stack([self._basins[targets[ashore]], island[sources[ashore]]], axis=1)
        for basin, each in np.unique(pairs, axis=0).tolist():
            self._shores.setdefault(basin, []).append(each)
        self._landings = Moves(sources[to_island], island[targets[to_island]], steps[to_island])
        self.arcs = self._between(islands)

    def _between(self, islands: list[Cell]) -> Moves:
        """The legs from island to island; O(islands x cells)."""
        found = [Moves(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))]
        for i, cell in enumerate(islands):
            if self._totals[i] > 0:
                costs, _ = self.costs_from(cell)
                costs[i] = inf
                others = np.flatnonzero(costs < inf)
                found.append(Moves(np.full(len(others), i), others, costs[others]))
        return Moves(*(np.concatenate(column) for column in zip(*found, strict=True)))

    # --- Whether there is a leg

    def basin(self, cell: Cell) -> int:
        """The number of the basin of a cell; an island or a wall is a basin of its own."""
        return int(self._basins[cell[0] * self._apart.shape[1] + cell[1]])

    def around(self, cell: Cell) -> list[int]:
        """The islands with a leg to or from a cell that is not an island."""
        return self._shores.get(self.basin(cell), [])

    def arcs_at(self, cell: Cell, *, leaving: bool) -> tuple[Ids, Costs]:
        """The islands with a leg from this island, or to it, and the costs of the legs."""
        ends, others = self.arcs[:2] if leaving else self.arcs[1::-1]
        there = ends == self.index[cell]
        return others[there], self.arcs.costs[there]

    # --- Searches

    def search(self, a: Cell, b: Cell) -> Path:
        """The leg between two cells that have one."""
        if b not in self.index:
            return find_path(self._apart, a, b, algorithm="astar")
        try:
            self._apart[b] = float(self._totals[self.index[b]])
            return find_path(self._apart, a, b, algorithm="astar")
        finally:
            self._apart[b] = self._island_cost

    def costs_from(self, cell: Cell, most: float = inf) -> tuple[Costs, int]:
        """The costs of the legs to each island, inf above ``most``; and the expanded cells."""
        reached = distances(self._apart, cell, max_cost=min(most, self._limit)).ravel()
        costs = np.full(len(self.index), inf)
        before, island, steps = self._landings
        np.minimum.at(costs, island, reached[before] + steps)
        return costs, int(np.count_nonzero(reached < inf))

    def costs_to(self, cell: Cell, most: float = inf) -> tuple[Costs, int]:
        """The cost of the leg from each island; as above."""
        limit = min(most, self._limit)
        reached = distances(self._apart, cell, direction="to", max_cost=limit)
        costs = np.array([reached[island] for island in self.index], np.float64)
        return costs, int(np.count_nonzero(reached < inf))

    @property
    def nbytes(self) -> int:
        """The approximate memory: the second grid, the basins, and the legs between islands."""
        return 2 * self._basins.nbytes + sum(column.nbytes for column in self.arcs)
