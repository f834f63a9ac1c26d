"""The cluster heuristic: a table of the costs from region to region.

Inside a region the straight line is a good estimate; between regions walls decide, so these costs
are precomputed. Source: City University of Hong Kong, CS4386 AI Game Programming, Lecture 07:
Pathfinding: Dijkstra and A*, 2021, after I. Millington, Artificial Intelligence for Games, 2006.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion import _core
from asterion import regions as partitions
from asterion.abstraction.graph_regions import around_centres, labelled_nodes
from asterion.errors import InvalidValue, counted, short_repr
from asterion.search.find import distances
from asterion.search.map_heuristic import MapHeuristic, as_nodes
from asterion.search.option_table import HEURISTICS
from asterion.world.arguments import choice
from asterion.world.base import World, check_world
from asterion.world.graph import GraphWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.map_heuristic import Trust, Values

    Numbers = npt.NDArray[np.int64]

_TRUST: dict[str, Trust] = {"admissible": "admissible", "lecture": "none"}
_MOST_REGIONS = 4096  # a table of 128 MiB


class ClusterHeuristic(MapHeuristic):
    """Estimates from a table of costs between regions; within one, the straight line.

    ``clusters`` is ``"rooms"``, the size of blocks, an array of the world's shape with a label for
    each cell (below 0 for none), or ``"auto"``: rooms, with large ones cut into blocks. On a graph
    it is ``"auto"``, the approximate number of nodes in a region, or labels, in the order of the
    nodes or by their names; straight lines there connect positions.

    ``variant="admissible"``: the table has the smallest cost from any cell of one region to any of
    the other, and the straight line is used if it is longer. Estimates are admissible, so paths are
    optimal; but they are not consistent at the borders of regions, so nodes may be re-opened.
    ``"lecture"``, as in CS4386: the table has the cost between the representative cells of both
    regions, which may be too large for nearer cells: faster, and not always optimal.

    The table takes a search of the whole map per region, 8 bytes per pair of regions and 8 per
    cell. All cells of a region have the same entry, so a search fills a region before it leaves it:
    smaller regions give better estimates, and take more memory.

    >>> import asterion as at
    >>> grid = at.maps.rooms(40, size=7, seed=2)
    >>> known = at.ClusterHeuristic(grid, "rooms")
    >>> known.table.shape
    (25, 25)
    >>> plain = at.find_path(grid, (0, 0), (38, 38), heuristic="euclidean")
    >>> path = at.find_path(grid, (0, 0), (38, 38), heuristic=known)
    >>> path.cost == plain.cost, path.stats.expanded < plain.stats.expanded
    (True, True)
    >>> grid[0, 0] = 2
    >>> at.find_path(grid, (0, 0), (38, 38), heuristic=known)
    Traceback (most recent call last):
    asterion.WorldChanged: heuristic was made for version 0 of the world, which is at version 1 ...
    >>> known.refresh()

    I. Millington, Artificial Intelligence for Games, 2006
    """

    labels: Numbers  # the region of each cell, -1 for none
    table: Values  # the cost from region to region

    def __init__(
        self,
        world: World,
        clusters: str | int | npt.ArrayLike | Mapping[Any, int] = "auto",
        variant: str = "admissible",
    ) -> None:
        check_world(world)
        self.trust = choice("variant", variant, _TRUST)
        self.variant = variant
        self._clusters = partitions.kept(clusters, world.shape)
        super().__init__(world)

    def _compute(self) -> _core.MapEstimates:
        labels = np.ascontiguousarray(_regions(self.world, self._clusters), np.int64)
        known = np.flatnonzero(labels >= 0)
        known = known[np.argsort(labels.flat[known], kind="stable")]  # region by region
        begins = np.unique(labels.flat[known], return_index=True)[1]
        if len(begins) > _MOST_REGIONS:
            raise InvalidValue(
                f"clusters has {len(begins)} regions; a table has at most {_MOST_REGIONS}"
            )
        regions: list[Numbers] = np.split(known, begins[1:]) if known.size else []
        self.labels, self.table = labels, np.zeros((len(begins), len(begins)))
        if self.variant == "lecture":
            middles = [_middle(self.world, members) for members in regions]
            for row, middle in zip(self.table, middles, strict=True):
                row[:] = self._costs([middle])[middles]
            # If there is no path between the representative cells, the estimate is 0.
            self.table[np.isinf(self.table)] = 0
        else:
            for row, members in zip(self.table, regions, strict=True):
                row[:] = np.minimum.reduceat(self._costs(members)[known], begins)
        return self._estimates()

    def _estimates(self) -> _core.MapEstimates:
        lecture, line = self.variant == "lecture", _straight_line(self.world)
        return _core.clusters(self.labels.ravel(), self.table, lecture, line)

    def __getstate__(self) -> dict[str, Any]:
        state = {**self.__dict__}
        del state["_known"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._known = self._estimates()

    def _costs(self, numbers: npt.ArrayLike) -> Values:
        return distances(self.world, as_nodes(self.world, numbers)).ravel()

    @property
    def nbytes(self) -> int:
        """The memory of the table and of the labels."""
        return self.table.nbytes + self.labels.nbytes

    def __repr__(self) -> str:
        return f"<ClusterHeuristic ({self.variant}) of {counted(len(self.table), 'region')}>"


def _regions(world: World, clusters: Any) -> Numbers:
    if isinstance(world, GraphWorld):
        return _regions_of_graph(world, clusters)
    grid: Any = world
    return partitions.cut(grid, clusters, what="clusters")


def _regions_of_graph(world: GraphWorld, clusters: Any) -> Numbers:
    if isinstance(clusters, str):
        if clusters != "auto":
            raise InvalidValue(
                f"clusters is {short_repr(clusters)}; on a graph it is 'auto', the number of nodes "
                "in a region, or labels"
            )
        return around_centres(world)
    if isinstance(clusters, (int, np.integer)) and not isinstance(clusters, bool):
        return around_centres(world, int(clusters))
    return labelled_nodes(world, clusters)


def _straight_line(world: World) -> _core.Heuristic:
    """The kind of the straight line to a node; Chebyshev where diagonal moves cost 1."""
    if isinstance(world, GraphWorld):
        known = world.positions is not None
        return HEURISTICS["euclidean" if known else "zero"]
    sides = world._kind.diagonal != "never" and world._kind.diagonal_cost == 1
    return HEURISTICS["chebyshev" if sides else "euclidean"]


def _middle(world: World, members: Numbers) -> int:
    """The node of a region that is nearest to the mean position; without positions, the first."""
    if isinstance(world, GraphWorld):
        if (positions := world.positions) is None:
            return int(members[0])
        places = positions[members]
    else:
        places = np.asarray(as_nodes(world, members))
    away = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
    return int(members[away.argmin()])
