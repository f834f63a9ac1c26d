"""The base of heuristics that are computed from the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from asterion import _core
from asterion.errors import InvalidValue, WorldChanged, short_repr
from asterion.world.base import Node, World
from asterion.world.grid import GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

Trust = Literal["none", "admissible", "consistent"]


class MapHeuristic:
    """A heuristic computed from one version of a world. Accepted wherever a heuristic is.

    A search asks for the nodes that it touches, so a new goal costs no pass over the map. Once its
    world is edited it is rejected, because an old value may be too large. ``refresh()`` computes
    the heuristic again.
    """

    world: World
    version: int  # of the world for which the heuristic was computed
    trust: Trust  # the guarantee of the estimates
    _known: _core.MapEstimates  # the data that searches read

    def __init__(self, world: World) -> None:
        self.world = world
        self.refresh()

    def refresh(self) -> None:
        """Compute the heuristic again, for the world as it is now."""
        version = self.world.version  # read first, so that an edit meanwhile is noticed
        self._known = self._compute()
        self.version = version

    def _compute(self) -> _core.MapEstimates:
        """Compute all data about the map."""
        raise NotImplementedError

    def estimates(self, nodes: list[int], *, direction: str = "to") -> Values:
        """Return every node's estimated cost to the nearest of these, or ``"from"`` it.

        It estimates what ``distances`` returns for the same nodes, in the same shape. Nodes are
        given by number: a grid's cell is row x columns + column. ``inf`` without a path.
        """
        core: Any = self.world._core_view
        return self._known.estimates(core, nodes, backward=direction != "to")

    def _known_of(self, world: World) -> _core.MapEstimates:
        """Return the data that searches of this world read; another world is an error."""
        self.check(world)
        return self._known

    def check(self, world: World) -> None:
        """Raise an error unless the heuristic was computed for this version of this world."""
        if world is not self.world:
            raise InvalidValue(
                f"heuristic is {short_repr(self)}; it was made for another world than "
                f"{short_repr(world)}"
            )
        if world.version != self.version:
            raise WorldChanged(
                f"heuristic was made for version {self.version} of the world, which is at version "
                f"{world.version} now; refresh() computes it again"
            )


def free_nodes(world: World) -> npt.NDArray[np.bool_]:
    """A mask of the nodes that can be on a path: on a grid, the cells that are not walls."""
    if not isinstance(world, GridWorld):
        return np.ones(world.shape, np.bool_)
    free: npt.NDArray[np.bool_] = world.total > 0
    return free


def as_nodes(world: World, numbers: npt.ArrayLike) -> npt.NDArray[np.int64] | list[Node]:
    """Nodes as users write them, from their numbers: for a grid, an (n, 2) array of cells."""
    if not isinstance(world, GridWorld):
        return [world._name(number) for number in np.asarray(numbers, np.int64).tolist()]
    return np.stack(np.divmod(np.asarray(numbers, np.int64), world.shape[1]), axis=1)
