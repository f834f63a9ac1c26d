"""A survey: an agent that explores until it has seen everything that can be reached.

It keeps going to the nearest frontier: a cell that it knows to be free, from which a move may lead
to an unseen cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion import _core
from asterion.navigate.explorer import believed, checked_sight
from asterion.search.find import find_path, reachable
from asterion.search.path import Path
from asterion.world.arguments import count, optional
from asterion.world.checks import check_squares
from asterion.world.grid import Cell, GridWorld, check_free
from asterion.world.moves import FREE_BESIDE_DIAGONAL, STEPS, shifted

if TYPE_CHECKING:
    import numpy.typing as npt

    Mask = npt.NDArray[np.bool_]


class Survey(NamedTuple):
    """The record of a survey."""

    complete: bool  # whether everything that can be reached has been seen, and the agent knows it
    trajectory: npt.NDArray[np.int64]  # the cells visited in order, the start included; (n, 2)
    seen: npt.NDArray[np.bool_]  # of the world's shape, walls included
    shares: npt.NDArray[np.float64]  # of the reachable cells, seen at each of the n cells

    @property
    def moves(self) -> int:
        """The number of moves."""
        return len(self.trajectory) - 1


def survey(world: GridWorld, start: Cell, *, sight: int = 1, moves: int | None = None) -> Survey:
    r"""Walk until everything that can be reached from ``start`` has been seen.

    The agent knows nothing of the world in advance. It sees the cells beside it (``sight=1``), or
    cells up to ``sight`` moves away that no wall hides, as an :class:`Explorer` does. It takes the
    cheapest known path to the nearest frontier, a cell from which a move may lead to an unseen one,
    until there is none, or for at most ``moves`` moves. It always ends, and then has seen every
    cell that :func:`reachable` names. It does not return to the start.

    O(cells) per frontier that it goes to, and per move. Source: B. Yamauchi, A frontier-based
    approach for autonomous exploration, 1997.

    >>> import asterion as at
    >>> cave = at.Grid.from_text(".....\n.###.\n...#.\n####.", diagonal="never")
    >>> record = at.survey(cave, (0, 0))
    >>> record.complete, record.moves
    (True, 15)
    >>> record.shares[[0, 4, -1]].round(2).tolist()
    [0.25, 0.5, 1.0]
    >>> at.survey(cave, (0, 0), sight=3).moves
    9

    Raises
    ------
    ValueError  ``start (1, 1) is a wall``
    ValueError  ``sight is 0; it must be at least 1``
    """
    check_squares(world, "survey")
    here = world._node(start, "start")
    check_free(world, world._name(here), "start")
    return _Surveyor(world, here, checked_sight(sight)).walk(optional(count, "moves", moves))


class _Surveyor:
    """The agent, with a chart of what it has seen: on it, unseen cells are walls."""

    def __init__(self, world: GridWorld, start: int, sight: int) -> None:
        self._world = world
        self._sight = sight
        self._chart = believed(world, np.zeros(world.shape, np.uint8))
        self._sensor = _core.Sensor(world._core_view, self._chart._store, sight)
        self._within_reach = reachable(world, world._name(start))
        self._frontier = np.zeros(world.shape, np.bool_)
        self._visited: list[Cell] = []
        self._seen: list[int] = []  # the number of cells seen within reach, at each cell visited
        self._enter(world._name(start))

    def walk(self, most: int | None) -> Survey:
        """Walk from frontier to frontier, for at most this many moves."""
        path = self._to_frontier()
        while path and (most is None or len(self._visited) <= most):
            for cell in path[1:]:
                self._enter(cell)
                # The surroundings of the frontier may have been seen from afar.
                if not self._frontier[path[-1]] or len(self._visited) - 1 == most:
                    break
            path = self._to_frontier()
        return Survey(
            not path,
            np.array(self._visited, np.int64),
            self._sensor.known(),
            np.array(self._seen) / np.count_nonzero(self._within_reach),
        )

    def _to_frontier(self) -> Path:
        """Return the cheapest path on the chart to a frontier, or one that is not found."""
        goals = np.argwhere(self._frontier)
        if not len(goals):
            return Path.not_found("unreachable")
        here = self._visited[-1]
        # Without component labels: the next look would change them.
        return find_path(self._chart, here, goals, algorithm="dijkstra", components=False)

    def _enter(self, cell: Cell) -> None:
        self._sensor.look(self._world._node(cell, "cell"))
        known = self._sensor.known()
        self._visited.append(cell)
        self._seen.append(int(np.count_nonzero(known & self._within_reach)))
        # A look changes the frontier only up to one move beyond sight.
        block, around = _block(cell, self._sight + 1), _block(cell, self._sight + 2)
        frontier = _frontier(known[around], self._chart.total[around] > 0, self._world.diagonal)
        inner = tuple(
            slice(small.start - large.start, small.stop - large.start)
            for small, large in zip(block, around, strict=True)
        )
        self._frontier[block] = frontier[inner]


def _block(cell: Cell, reach: int) -> tuple[slice, slice]:
    """A block of cells up to this many rows and columns away; any beyond the end do no harm."""
    row, col = (slice(max(0, at - reach), at + reach + 1) for at in cell)
    return row, col


def _frontier(known: Mask, free: Mask, diagonal: str) -> Mask:
    """The cells known to be free from which a move may lead to an unknown one."""
    passable = free | ~known
    frontier = np.zeros(known.shape, np.bool_)
    for step in STEPS:
        here, there = shifted(known.shape, *step)
        legal = ~known[there]
        if all(step):
            beside = passable[there[0], here[1]].astype(int) + passable[here[0], there[1]]
            legal &= beside >= FREE_BESIDE_DIAGONAL[diagonal]
        frontier[here] |= legal
    return frontier & free & known
