"""A search that is too long to record event by event: its open and closed cells at some moments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.lab import limits

if TYPE_CHECKING:
    import numpy.typing as npt

    Change = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]  # nodes, and their states from now

_FIRST_INTERVAL = 64  # expansions, where nothing is known of the length of a search


class Moments:
    """The state of every node after known numbers of expansions, as differences.

    Moments are equally far apart, from the beginning on, but for the last, which is the end. When
    there are too many, every second one is dropped and the interval doubled, so that memory is
    about that of one change of each node, however long the search is.

    >>> moments = Moments(expected=2)
    >>> moments.add(0, np.array([[1, 0]], np.uint8))
    >>> moments.add(1, np.array([[2, 1]], np.uint8))
    >>> moments.add(2, np.array([[2, 2]], np.uint8))
    >>> for name, values in moments.message().items(): print(name, values)
    expanded [0 1 2]
    ends [1 3 4]
    cells [0 0 1 1]
    states [1 2 1 2]
    """

    def __init__(self, expected: int | None = None) -> None:
        self.interval = _FIRST_INTERVAL if expected is None else 1  # expansions
        while expected is not None and self.interval * limits.SEARCH_MOMENTS < expected:
            self.interval *= 2
        self.expanded: list[int] = []  # by each moment
        self._changes: list[Change] = []
        self._last: Any = None  # the state of the last moment

    def __len__(self) -> int:
        return len(self.expanded)

    @property
    def due(self) -> int:
        """The number of expansions at which the next state is to be added."""
        return self.interval * len(self)

    def add(self, expanded: int, state: npt.NDArray[np.uint8]) -> None:
        """Add the state after this many expansions: those that are due, or all at the end."""
        last = np.zeros_like(state) if self._last is None else self._last
        nodes = np.flatnonzero(state != last).astype(np.int32)
        change = nodes, state.flat[nodes].astype(np.uint8)
        self._last = state.copy()
        if self.expanded and self.expanded[-1] == expanded:
            self._changes[-1] = _merged(self._changes[-1], change)
            return
        self.expanded.append(expanded)
        self._changes.append(change)
        if len(self) > limits.SEARCH_MOMENTS and expanded == self.interval * (len(self) - 1):
            self.interval *= 2
            self.expanded = self.expanded[::2]
            first, *others = self._changes
            pairs = zip(others[::2], others[1::2], strict=True)
            self._changes = [first, *(_merged(*pair) for pair in pairs)]

    def message(self) -> dict[str, Any]:
        """Return the arrays for a ``CoarseReplay`` in the browser."""
        sizes = [len(nodes) for nodes, _ in self._changes]
        return {
            "expanded": np.array(self.expanded, np.uint32),
            "ends": np.cumsum(sizes, dtype=np.uint32),  # of the changes up to each moment
            "cells": np.concatenate([nodes for nodes, _ in self._changes]),
            "states": np.concatenate([states for _, states in self._changes]),
        }


def _merged(first: Change, second: Change) -> Change:
    """Return both changes as one: the second counts where they meet."""
    is_kept = ~np.isin(first[0], second[0], assume_unique=True)
    nodes = np.concatenate([first[0][is_kept], second[0]])
    return nodes, np.concatenate([first[1][is_kept], second[1]])
