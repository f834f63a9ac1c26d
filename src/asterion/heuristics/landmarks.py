"""Landmarks: estimates from the costs to and from a few distant nodes (ALT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from asterion import _core
from asterion.search.find import distances
from asterion.search.map_heuristic import MapHeuristic, as_nodes, free_nodes
from asterion.search.options import heuristic_kind
from asterion.world.arguments import count
from asterion.world.base import Node, World, check_world
from asterion.world.dice import Dice

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.search.map_heuristic import Trust, Values

_MOST = 256  # landmarks; each takes 16 bytes for each cell
_DRAWS = 8  # of a first cell, because one in an isolated pocket would be useless


class Landmarks(MapHeuristic):
    r"""Estimates from the costs to and from some landmarks (ALT: A*, landmarks, triangles).

    By the triangle inequality, cost(node, goal) >= cost(node, landmark) - cost(goal, landmark), and
    >= cost(landmark, goal) - cost(landmark, node). The largest of these, and of
    ``heuristic="auto"``, is the estimate. It is consistent: paths are optimal, and no node is
    expanded twice. It is best with a landmark behind the goal or the start.

    ``count`` landmarks: the first is as far as possible from a cell drawn by ``seed``, each next
    one as far as possible from those before. They take 3 searches of the whole map each, and 16
    bytes per cell and landmark, half of that if costs are the same in both directions. A search
    reads the costs of the cells that it touches, for the most promising landmarks between its start
    and goal: eight on a grid, 16 on a graph. So 16 landmarks are worth their memory on a large
    graph.

    >>> import asterion as at
    >>> grid = at.maps.rooms(40, size=7, seed=2)
    >>> known = at.Landmarks(grid, count=4)
    >>> known.nodes
    array([[ 0,  6],
           [32, 38],
           [ 0, 24],
           [38,  0]])
    >>> plain = at.find_path(grid, (0, 0), (38, 38), heuristic="octile")
    >>> path = at.find_path(grid, (0, 0), (38, 38), heuristic=known)
    >>> path.cost == plain.cost, path.optimal, path.stats.expanded < plain.stats.expanded
    (True, True, True)

    A. V. Goldberg and C. Harrelson, Computing the shortest path: A* search meets graph theory, 2005
    """

    trust: Trust = "consistent"
    _known: _core.LandmarkCosts | _core.LandmarkMoves
    nodes: npt.NDArray[np.int64] | list[Node]  # the landmarks: cells, or names

    def __init__(self, world: World, count: int = 8, seed: int = 0) -> None:
        check_world(world)
        self.count, self.seed = _some(count), seed
        super().__init__(world)

    def _compute(self) -> _core.MapEstimates:
        world = self.world
        free = np.flatnonzero(free_nodes(world))
        numbers = _far_apart(world, free, self.count, Dice(self.seed)) if free.size else []
        core: Any = world._core_view
        known = _core.landmarks(core, numbers, _without_walls(world))
        self.nodes = as_nodes(world, numbers)
        return known

    def __getstate__(self) -> dict[str, Any]:
        state = {**self.__dict__, "_entries": self._known.entries()}
        del state["_known"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        entries = state.pop("_entries")
        self.__dict__.update(state)
        counted = entries.dtype == np.uint32
        known = _core.landmarks_of_moves if counted else _core.landmarks_of_costs
        self._known = known(entries, len(self.nodes), _without_walls(self.world))

    @property
    def nbytes(self) -> int:
        """The memory of all stored costs, in bytes."""
        return self._known.nbytes

    def __repr__(self) -> str:
        return f"<Landmarks: {len(self.nodes)} of them>"


def _far_apart(world: World, free: npt.NDArray[np.int64], most: int, dice: Dice) -> list[int]:
    """Numbers of nodes, each as far as possible from those before; fewer if no more exist."""
    begins = [int(free[dice.below(free.size)]) for _ in range(_DRAWS)]
    reach = [_costs(world, [begin], "from") for begin in dict.fromkeys(begins)]
    away = max(reach, key=lambda costs: int(np.isfinite(costs).sum()))
    found: list[int] = []
    while len(found) < min(most, free.size):
        far = int(np.where(np.isfinite(away), away, -1).argmax())
        if found and not away.flat[far] > 0:
            break  # all reachable nodes are landmarks
        found.append(far)
        away = _costs(world, found, "from")
    return found


def _costs(world: World, numbers: list[int], direction: Literal["from", "to"]) -> Values:
    return distances(world, as_nodes(world, numbers), direction=direction)


def _without_walls(world: World) -> _core.Heuristic:
    """The kind of the estimate without landmarks: the cost if there were no walls."""
    return heuristic_kind("auto", world._kind)


def _some(landmarks: int) -> int:
    return count("count", landmarks, least=1, most=_MOST)
