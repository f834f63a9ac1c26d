"""The searches of an explorer's journey, each with the values that it left.

An explorer keeps the values of its last search alone. The others are found by repeating the walk:
no result of this package depends on anything but the world and the options.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.search.find import distances
from asterion.search.options import heuristic_kind
from asterion.world.grid import Cell, Grid

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.navigate.explorer import Explorer

    Numbers = npt.NDArray[np.float64]

# Their estimates grow from search to search.
LEARNING = ("adaptive", "mpaa", "generalised-adaptive")


class Planned(NamedTuple):
    """One search of a journey: its start, its belief, and its values for each cell."""

    number: int  # from 1
    start: Cell  # where the agent was
    belief: Grid  # the world as the agent believed it to be
    g: Numbers
    h: Numbers  # the estimates that the search used
    new_h: Numbers | None  # the estimates it left, for searches that learn
    state: npt.NDArray[np.uint8]
    parent: npt.NDArray[np.int64]
    search: npt.NDArray[np.int64]  # the number of the search that last reached a cell; 0 for none

    @property
    def f(self) -> Numbers:
        """The f of each cell, g + h."""
        return self.g + self.h


def plans_of(explorer: Explorer) -> Iterator[Planned]:
    """Each search of the journey so far."""
    reached = np.zeros(explorer.world.shape, np.int64)
    knowledge = _Knowledge(explorer) if explorer.algorithm in LEARNING else None
    for number, twin in _replayed(explorer):
        state = twin.state
        reached[state > 0] = reached[twin.goal] = number
        used = twin.h if knowledge is None else knowledge.used_by(twin)
        yield Planned(
            number,
            twin.position,
            twin.belief.copy(),
            twin.g,
            used,
            None if knowledge is None else knowledge.learned,
            state,
            twin.parent,
            reached.copy(),
        )


class _Knowledge:
    """The estimates that searches learn from each other."""

    def __init__(self, explorer: Explorer) -> None:
        self._heuristic = explorer._asked["heuristic"]
        self._lowers = explorer.algorithm == "generalised-adaptive"
        self._restarts = 0.0
        self._goal: Cell | None = None
        self.learned: Numbers | None = None  # by the last search

    def used_by(self, agent: Explorer) -> Numbers:
        """Return the estimates of the search that the agent has just made; note what it learned."""
        before, restarts = self.learned, agent.stats.restarts
        if before is None or self._goal is None or restarts > self._restarts:
            before = self._plain(agent)
        if not agent.belief.total[agent.goal] > 0:  # nothing was searched, so nothing was learned
            self.learned = before
            return before
        if self._lowers and self._goal is not None and restarts == self._restarts:
            if agent.goal != self._goal:
                before = np.maximum(before - before[agent.goal], self._plain(agent))
            before = _lowered(agent.belief, before)
        self._restarts, self._goal, self.learned = restarts, agent.goal, agent.h
        return before

    def _plain(self, agent: Explorer) -> Numbers:
        """The estimates of a search that has learned nothing."""
        belief, goal = agent.belief, agent.goal
        if not callable(self._heuristic):
            kind = heuristic_kind(self._heuristic, belief._kind)
            return belief._core_view.estimates(kind, belief._node(goal, "goal"))
        estimates = agent.h  # searches ask for no walls
        for row, col in np.argwhere(belief.total > 0).tolist():
            estimates[row, col] = self._heuristic((row, col), goal)
        return estimates


def _lowered(belief: Grid, estimates: Numbers) -> Numbers:
    """The largest consistent estimates up to these: smaller where costs have fallen."""
    known = (belief.total > 0) & np.isfinite(estimates)
    cells = np.argwhere(known)
    lowered = distances(belief, cells, values=estimates[known], direction="to")
    return np.where(known, lowered, estimates)


def _replayed(explorer: Explorer) -> Iterator[tuple[int, Explorer]]:
    """The number of each search, and an agent that has just made it and has not moved on."""
    twin = explorer._twin()
    orders = explorer._orders[:0:-1]
    moves, done, count = 0, 0, len(explorer.searches)
    while done < count:
        while orders and orders[-1][:2] == (moves, done):
            twin.goal = twin._cell(orders.pop()[2])
        twin.plan()
        if len(twin.searches) > done:
            done = len(twin.searches)
            yield done, twin
        elif twin.step() is None:
            return
        else:
            moves += 1
