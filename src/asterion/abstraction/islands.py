"""Island search: paths over cells that most paths are known to pass, such as doors."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import pairwise
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.abstraction.base import FixedMapGraph, straight_costs
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
    """Island search: legs between islands are precomputed; a query searches over them.

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
    they do not separate are searched as on the grid. If that path passes more than ``most``, or if
    they are separated, it takes at most five searches, two floods, and a search for each leg.

    O(islands x cells) to build. Queries from several threads wait for each other. Memory: 72 bytes
    per leg, and 16 per cell.

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
    1995, with the costs between islands measured in advance.
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
        self._places = np.array(self.islands, np.int64).reshape(-1, 2)
        self._measure()
        self.graph = Graph(tuple(self._legs.arcs), nodes=self.islands, positions=self._places)

    def _measure(self) -> None:
        total = np.asarray(self.world.total, np.float64)
        self._least = float(total[total > 0].min(initial=inf))  # inf if all cells are walls
        self._legs = Legs(self.world, self.islands)

    def _current_costs(self) -> Costs:
        self._measure()
        sources, targets, costs = (column.tolist() for column in self._legs.arcs)
        now = dict(zip(zip(sources, targets, strict=True), costs, strict=True))
        return np.array([now.get((a, b), inf) for a, b in self.graph.ends.tolist()], np.float64)

    def plan(self, start: Cell, goal: Cell, most: int | None = None) -> IslandPlan:
        """Return a path over at most ``most`` islands, and the work of its search."""
        self._check()
        limit = len(self.islands) if most is None else count("most", most)
        _, there = self._ends(start, goal)
        origin, target = self._start(start), self.world._name(there)
        query = Query(self._legs, origin, target, self._bounds)
        plain = None
        if query.connected():  # islands do not separate the two
            plain = self._plain(origin, target)
            if len(plain.islands) <= limit:
                return plain
        with self._lock:  # the search of a leg opens the island at its end
            route = query.route(limit)
            if route is None:
                return self._plain(origin, target)
            passed = [self.islands[i] for i in route]
            legs = [query.leg(a, b) for a, b in pairwise([origin, *passed, target])]
        walked = np.concatenate([[origin], *(leg.cells[1:] for leg in legs)])
        path = self._path([there], walked, optimal=limit >= len(self.islands))
        expanded = query.expanded + (plain.expanded if plain else 0)
        return IslandPlan(path, passed, legs, expanded)

    def _plain(self, start: Cell, goal: Cell) -> IslandPlan:
        """A search of the grid, and the islands on its path."""
        path = find_path(self.world, start, goal, algorithm="astar")
        passed = [cell for cell in path[1:-1] if cell in self._legs.index]
        return IslandPlan(path, passed, [path], path.stats.expanded)

    def find_path(self, start: Cell, goal: Cell, most: int | None = None) -> Path:
        """Return a cheapest path over at most ``most`` islands, by default of all paths."""
        return self.plan(start, goal, most).path

    def _bounds(self, cell: Cell) -> Costs:
        """The least possible cost of the leg between a cell and each island."""
        return straight_costs(self.world, self._least, self._places, cell)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = Lock()

    @property
    def nbytes(self) -> int:
        """The approximate memory of the graph, of the legs, of a second grid, and of the basins."""
        return super().nbytes + self._legs.nbytes

    def __repr__(self) -> str:
        return f"<IslandMap of {len(self.islands)} islands and {len(self._legs.arcs.costs)} legs>"


def _cells(world: GridWorld, islands: Goal) -> list[Cell]:
    """The cells, each once; a set's in the order of rows, so that the order is always the same."""
    numbers = world._nodes(islands, "islands")
    ordered = sorted(numbers) if isinstance(islands, AbstractSet) else numbers
    return [world._name(node) for node in dict.fromkeys(ordered)]
