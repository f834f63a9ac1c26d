"""The legs between islands: cheapest paths that pass no other island, measured when needed."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.abstraction.base import straight_costs
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
    """The legs of a world with islands. Until one is measured, its cost is a lower bound.

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
        self._world = world
        self._least = float(total[total > 0].min(initial=inf))  # inf if all cells are walls
        self.index = {cell: i for i, cell in enumerate(islands)}
        self._places = np.array(islands, np.int64).reshape(-1, 2)
        numbers = self._places @ (world.shape[1], 1)
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
        sizes = np.bincount(self._basins)
        self._sizes: dict[int, int] = {}  # of the basins with islands around them
        self.cells_near = [0] * len(islands)  # in the basins around each
        for basin, each in np.unique(pairs, axis=0).tolist():
            self._shores.setdefault(basin, []).append(each)
            self._sizes[basin] = int(sizes[basin])
            self.cells_near[each] += int(sizes[basin])
        self._landings = Moves(sources[to_island], island[targets[to_island]], steps[to_island])
        between = from_island & to_island
        self.arcs = self._between(island[sources[between]], island[targets[between]])
        self.known = np.zeros(len(self.arcs.costs), np.bool_)
        self.spent = [0] * len(islands)  # expansions of searches for single legs from each

    def _between(self, sources: Ids, targets: Ids) -> Moves:
        """The legs from island to island: inside a basin, or these moves."""
        count = len(self.index)
        shores = [np.array(shore, np.int64) for shore in self._shores.values()]
        legs = [sources * count + targets, *((s[:, None] * count + s).ravel() for s in shores)]
        sources, targets = np.divmod(np.unique(np.concatenate(legs)), max(count, 1))
        apart = sources != targets
        sources, targets = sources[apart], targets[apart]
        return Moves(sources, targets, self._bounds(self._places[sources], self._places[targets]))

    def _bounds(self, some: Ids, others: Ids) -> Costs:
        """The least possible cost of a path between each of some cells and another cell."""
        return straight_costs(self._world, self._least, some, others)

    def at_ends(self, start: Cell, goal: Cell) -> tuple[Moves, list[int]]:
        """The legs at the two ends of a query, and the cells near each, as of an island.

        Start and goal have the numbers after the islands. One that is an island has legs
        already.
        """
        count = len(self.index)
        cols = self._apart.shape[1]
        here, there = (int(self._basins[row * cols + col]) for row, col in (start, goal))
        leaving = [(count, i) for i in self._shores.get(here, []) if start not in self.index]
        arriving = [(i, count + 1) for i in self._shores.get(there, []) if goal not in self.index]
        apart = here != there or start in self.index
        ends = [*leaving, *arriving] if apart else [*leaving, *arriving, (count, count + 1)]
        sources, targets = np.array(ends, np.int64).reshape(-1, 2).T
        places = np.concatenate([self._places, [start, goal]])
        legs = Moves(sources, targets, self._bounds(places[sources], places[targets]))
        return legs, [self._sizes.get(basin, 0) for basin in (here, there)]

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

    def costs_from(self, cell: Cell) -> tuple[Costs, int]:
        """The costs of the legs to each island; inf without one. And the expanded cells."""
        reached = distances(self._apart, cell, max_cost=self._limit).ravel()
        costs = np.full(len(self.index), inf)
        before, island, steps = self._landings
        np.minimum.at(costs, island, reached[before] + steps)
        return costs, int(np.count_nonzero(reached < inf))

    def costs_to(self, cell: Cell) -> tuple[Costs, int]:
        """The cost of the leg from each island; as above."""
        reached = distances(self._apart, cell, direction="to", max_cost=self._limit)
        costs: Costs = reached[tuple(self._places.T)]
        return costs, int(np.count_nonzero(reached < inf))

    def learn(self, costs: Costs, known: npt.NDArray[np.bool_]) -> None:
        """Take over the costs of legs that a query has measured; those at its ends come last."""
        fresh = known[: len(self.known)] & ~self.known
        self.arcs.costs[fresh] = costs[: len(fresh)][fresh]
        self.known |= fresh

    def measure_all(self) -> Moves:
        """Measure the legs that no query has needed yet; return all of them."""
        for cell, i in self.index.items():
            first, last = np.searchsorted(self.arcs.sources, [i, i + 1])
            if not self.known[first:last].all():
                costs, _ = self.costs_from(cell)
                self.arcs.costs[first:last] = costs[self.arcs.targets[first:last]]
        self.known[:] = True
        return self.arcs

    @property
    def nbytes(self) -> int:
        """The approximate memory: the second grid, the basins, and the legs between islands."""
        return 2 * self._basins.nbytes + sum(column.nbytes for column in self.arcs)
