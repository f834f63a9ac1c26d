"""Island search: paths over cells that most paths are known to pass, such as doors."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import pairwise
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.abstraction.base import FixedMapGraph
from asterion.abstraction.island_legs import Legs
from asterion.abstraction.island_query import Query
from asterion.analysis import passages
from asterion.search.find import find_path
from asterion.search.path import Path
from asterion.world.arguments import count
from asterion.world.checks import check_plain
from asterion.world.graph import Graph
from asterion.world.grid import Cell, GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.find import Goal

    Costs = npt.NDArray[np.float64]

_MOST_ISLANDS = 256  # by default: each takes a flood to build


class IslandPlan(NamedTuple):
    """A path, and the work of its search."""

    path: Path
    islands: list[Cell]  # on the path between start and goal, in order
    legs: list[Path]  # the searches of its legs, in order
    expanded: int  # the cells that were expanded, also for legs that it does not take


class IslandMap(FixedMapGraph):
    """Island search: a query finds the islands that it passes, and measures few legs between them.

    ``islands`` are cells that paths often pass, such as doors, bridges and fords; by default the
    256 doors and corridors that most paths pass, by :func:`asterion.analysis.passages`. They may be
    on walls, behind walls or far away.

    A path **passes** the islands on it, apart from start and goal. The result is a cheapest of all
    paths that pass at most ``most`` islands; without ``most`` it is a cheapest path of the grid. If
    every path passes more, the grid itself is searched. So there is a path if and only if the grid
    has one; useless islands cost only time. Costs, layers, views and diagonal rules are as on the
    grid.

    It saves expansions where islands separate the map, as doors do: the cells around start and goal
    are searched as far as the next islands, and legs between islands are short. Start and goal that
    they do not separate are searched as on the grid.

    No leg is measured in advance. A query starts with lower bounds, by distance, takes the cheapest
    route, and searches the legs on it that are not known yet, until it knows all legs of a cheapest
    route. Legs between islands stay known for later queries. The third search from one cell is a
    flood, which measures all legs there.

    O(cells) to build, and the paths that find islands if none are given. Queries from several
    threads wait for each other. Memory: 72 bytes per leg, and 16 per cell.

    >>> import asterion as at
    >>> land = at.maps.rooms(127, size=15, seed=4)
    >>> known = at.IslandMap(land)
    >>> known
    <IslandMap of ... islands and ... legs>
    >>> plan = known.plan((0, 0), (126, 126))
    >>> best = at.find_path(land, (0, 0), (126, 126), algorithm="astar")
    >>> plan.path.optimal, round(plan.path.cost - best.cost, 9)
    (True, 0.0)
    >>> plan.expanded < best.stats.expanded / 4
    True

    After J. F. Dillenburg and P. C. Nelson, Improving search efficiency using possible subgoals,
    1995, with the costs between islands as C. M. Dellin and S. S. Srinivasa's lazy search has them:
    A unifying formalism for shortest path problems with expensive edge evaluations, 2016.
    """

    _NAME = "island map"

    islands: list[Cell]

    def __init__(self, world: GridWorld, islands: Goal | None = None) -> None:
        check_plain(world, f"an {self._NAME}")
        self._wanted = None if islands is None else _cells(world, islands)
        self._lock = Lock()
        super().__init__(world)

    def _build(self) -> None:
        wanted = self._wanted
        self.islands = passages(self.world, _MOST_ISLANDS) if wanted is None else [*wanted]
        self._legs = Legs(self.world, self.islands)
        self._graph: Graph | None = None

    @property
    def graph(self) -> Graph:
        """The islands and the legs between them, all of which are measured when it is first read.

        O(islands x cells).
        """
        with self._lock:
            if self._graph is None:
                legs = self._legs.measure_all()
                places = np.array(self.islands, np.int64).reshape(-1, 2)
                self._graph = Graph(tuple(legs), nodes=self.islands, positions=places)
            return self._graph

    def remeasure(self) -> None:
        """Forget the costs of legs; ``graph``, once it was read, measures its own again."""
        version = self.world.version
        self._legs = Legs(self.world, self.islands)
        if self._graph is not None:
            columns = (column.tolist() for column in self._legs.measure_all())
            now = {(a, b): cost for a, b, cost in zip(*columns, strict=True)}
            self._graph.set_costs([now.get((a, b), inf) for a, b in self._graph.ends.tolist()])
        self.version = version

    def plan(self, start: Cell, goal: Cell, most: int | None = None) -> IslandPlan:
        """Return a path over at most ``most`` islands, and the work of its search."""
        self._check()
        limit = len(self.islands) if most is None else count("most", most)
        _, there = self._ends(start, goal)
        origin, target = self._start(start), self.world._name(there)
        with self._lock:  # for the costs of legs
            query = Query(self._legs, origin, target)
        plain = None
        if query.connected():  # islands do not separate the two
            plain = self._plain(origin, target)
            if len(plain.islands) <= limit:
                return plain
        with self._lock:  # also because the search of a leg opens the island at its end
            route = query.route(limit)
            if route is None:
                return self._plain(origin, target)
            legs = [query.leg(a, b) for a, b in pairwise(route)]
        walked = np.concatenate([[origin], *(leg.cells[1:] for leg in legs)])
        path = self._path([there], walked, optimal=limit >= len(self.islands))
        expanded = query.expanded + (plain.expanded if plain else 0)
        return IslandPlan(path, route[1:-1], legs, expanded)

    def _plain(self, start: Cell, goal: Cell) -> IslandPlan:
        """A search of the grid, and the islands on its path."""
        path = find_path(self.world, start, goal, algorithm="astar")
        passed = [cell for cell in path[1:-1] if cell in self._legs.index]
        return IslandPlan(path, passed, [path], path.stats.expanded)

    def find_path(self, start: Cell, goal: Cell, most: int | None = None) -> Path:
        """Return a cheapest path over at most ``most`` islands, by default of all paths."""
        return self.plan(start, goal, most).path

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = Lock()

    @property
    def nbytes(self) -> int:
        """The approximate memory of the graph, of the legs, of a second grid, and of the basins."""
        return (0 if self._graph is None else super().nbytes) + self._legs.nbytes

    def __repr__(self) -> str:
        return f"<IslandMap of {len(self.islands)} islands and {len(self._legs.arcs.costs)} legs>"


def _cells(world: GridWorld, islands: Goal) -> list[Cell]:
    """The cells, each once; a set's in the order of rows, so that the order is always the same."""
    numbers = world._nodes(islands, "islands")
    ordered = sorted(numbers) if isinstance(islands, AbstractSet) else numbers
    return [world._name(node) for node in dict.fromkeys(ordered)]
