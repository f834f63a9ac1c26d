"""The searches of an explorer's journey, one by one, each with its values as it left them.

An explorer keeps the values of its last search alone. The others are found by walking the same way
again: no result of this package depends on anything but the world and the options.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from asterion.errors import InvalidValue
from asterion.world.grid import Cell, Grid

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.navigate.explorer import Explorer

    Numbers = npt.NDArray[np.float64]

# Their estimates grow from search to search.
LEARNING = ("adaptive", "mpaa", "generalised-adaptive")


class Planned(NamedTuple):
    """One search of a journey: where it began, what was believed, and its values for each cell."""

    number: int  # from 1
    start: Cell  # where the agent was
    belief: Grid  # the world as the agent believed it to be
    g: Numbers
    h: Numbers  # the estimates that the search used
    new_h: Numbers | None  # what it made of them, for searches that learn
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
    learns = explorer.algorithm in LEARNING
    before = _before_all(explorer) if learns and explorer.searches else None
    for number, twin in _replayed(explorer):
        state = twin.state
        reached[state > 0] = reached[explorer.goal] = number
        after = twin.h
        yield Planned(
            number,
            twin.position,
            twin.belief.copy(),
            twin.g,
            after if before is None else before,
            after if learns else None,
            state,
            twin.parent,
            reached.copy(),
        )
        before = after if learns else None


def estimates_before_last(explorer: Explorer) -> Numbers:
    """The estimates that the last search used; two arrays are read, not those of every search."""
    last = len(explorer.searches)
    if last <= 1:
        return _before_all(explorer)
    before = next(twin for number, twin in _replayed(explorer) if number == last - 1)
    return before.h


def _replayed(explorer: Explorer) -> Iterator[tuple[int, Explorer]]:
    """The number of each search, and an agent that has just made it and has not moved on."""
    twin = explorer._twin()
    done, count = 0, len(explorer.searches)
    while done < count:
        twin.plan()
        if len(twin.searches) > done:
            done = len(twin.searches)
            yield done, twin
        if twin.step() is None:
            return


def _before_all(explorer: Explorer) -> Numbers:
    """The estimates before anything was learned.

    The first search is that of ``"repeated-forward"``, which has learned nothing where it was; and
    elsewhere a search that learns has not learned anything yet.
    """
    _, learned = next(_replayed(explorer))
    plain = explorer._twin(algorithm="repeated-forward").h
    return np.where(np.isnan(plain), learned.h, plain)


def check_unchanged(then: int, now: int) -> None:
    """An error if the world is another one than when the agent set out."""
    if then != now:
        raise InvalidValue(
            f"the world has changed since the agent set out (version {then}, now {now}); "
            "its searches cannot be repeated"
        )
