"""Heuristics that have looked at the map: what they share, and what a search gets from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from asterion.errors import InvalidValue, WorldChanged, shown
from asterion.world.base import Node, World
from asterion.world.grid import GridWorld

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

Trust = Literal["none", "admissible", "consistent"]

MOST_GOALS = 8  # that are estimated one by one; of more, what can be said of all at once


class MapHeuristic:
    """What is known of one world, at one version of it. Accepted wherever a heuristic is.

    The first question for a goal makes a value for every node, which is kept for the next question
    with the same goal. A world that has been edited since is refused: an old value may be too
    large. ``refresh()`` looks at the map again.
    """

    world: World
    version: int  # of the world that was looked at
    trust: Trust  # what is sure of the estimates

    def __init__(self, world: World) -> None:
        self.world = world
        self.refresh()

    def refresh(self) -> None:
        """Looks at the world as it is now; costs what the first look did."""
        version = self.world.version  # before the look: an edit meanwhile will be noticed
        self._look()
        self._kept: tuple[Any, Values] | None = None
        self.version = version

    def _look(self) -> None:
        """Learns the map."""
        raise NotImplementedError

    def estimates(self, nodes: list[int], *, direction: str = "to") -> Values:
        """For every node, the estimated cost to the nearest of these, or ``"from"`` it.

        An estimate of what ``distances`` gives for the same nodes, of the same shape. Nodes are
        numbers: the one of a grid's cell is row x columns + column. ``inf`` where there is no path.
        """
        raise NotImplementedError

    def for_search(self, world: World, start: int, goals: list[int], *, backward: bool) -> Values:
        """The values that a search from start to goals needs, one a node, in a row."""
        self.check(world)
        question = ("from", [start]) if backward else ("to", goals)
        kept = self._kept
        if kept is None or kept[0] != question:
            values = self.estimates(question[1], direction=question[0]).ravel()
            # A node without a way to a goal leads to such nodes alone: what is said of it is idle.
            values[np.isinf(values)] = 0
            values.setflags(write=False)
            self._kept = kept = (question, values)
        return kept[1]

    def check(self, world: World) -> None:
        """An error, unless this is the world that was looked at, and as it was then."""
        if world is not self.world:
            raise InvalidValue(
                f"heuristic is {shown(self)}; it knows another world than {shown(world)}"
            )
        if world.version != self.version:
            raise WorldChanged(
                f"heuristic was made for version {self.version} of the world, which is at version "
                f"{world.version} now; its refresh() looks at the map again"
            )


def free_nodes(world: World) -> npt.NDArray[np.bool_]:
    """Which nodes can be on a path: of a grid, the cells that are no walls."""
    if not isinstance(world, GridWorld):
        return np.ones(world.shape, np.bool_)
    free: npt.NDArray[np.bool_] = world.total > 0
    return free


def as_nodes(world: World, numbers: npt.ArrayLike) -> npt.NDArray[np.int64] | list[Node]:
    """Nodes as a user writes them, from their numbers: of a grid, an (n, 2) array of cells."""
    if not isinstance(world, GridWorld):
        return [world._name(number) for number in np.asarray(numbers, np.int64).tolist()]
    return np.stack(np.divmod(np.asarray(numbers, np.int64), world.shape[1]), axis=1)
