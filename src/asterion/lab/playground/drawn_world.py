"""The world of a playground: a grid that follows the drawing, and what was made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.index.index import Index
from asterion.lab.playground.map_fields import Fields
from asterion.lab.playground.structures import CLUSTERS, Structures

if TYPE_CHECKING:
    from asterion.lab.playground.setup import Setup
    from asterion.lab.searches.search_run import Run
    from asterion.world.grid import Grid


class World:
    """A grid that is edited in place, and its index once it is asked for."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.structures = Structures(grid)
        self.fields = Fields(grid)
        self._index: Index | None = None

    @property
    def index(self) -> Index:
        """The index, which is not yet built the first time."""
        if self._index is None:
            self._index = Index.begun(self.grid)
        return self._index

    def options_of(self, run: Run) -> dict[str, Any]:
        """The options of a search as the library takes them: of clusters the heuristic itself."""
        if run.options.get("heuristic") != CLUSTERS:
            return run.options
        return {**run.options, "heuristic": self.structures.of(CLUSTERS)}


class DrawnWorld(World):
    """The world of a set-up, which follows the drawing."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup.grid())
        self._drawn = setup

    def take(self, setup: Setup) -> bool:
        """Edit the cells that differ; False if other things differ too."""
        before = self._drawn
        if (before.cells.shape, *before.moves) != (setup.cells.shape, *setup.moves):
            return False
        self._drawn = setup
        nodes = np.flatnonzero(before.cells != setup.cells)
        if len(nodes):
            self.grid[np.divmod(nodes, setup.cells.shape[1])] = setup.cells.flat[nodes]
        return True
