"""Statistics of a navigator's planning.

The columns follow Z. Moori, Testing an Analysis of D* Algorithms, 2008 (the D* study).
"""

from __future__ import annotations

from math import log2
from typing import Any, NamedTuple

from asterion.world.notebooks import pictured


@pictured
class NavigatorStats(NamedTuple):
    """The work of planning: counts that do not depend on the machine, seconds and bytes.

    ``operations``, ``height`` and ``depth`` are columns of Moori's D* study: the number of queue
    operations, the height of the queue as a binary heap, and the comparisons in the worst case.

    >>> import asterion as at
    >>> at.NavigatorStats(pushes=888.6, pops=809.23, mean_open=13.86).depth
    6439.6...
    """

    searches: float = 0  # plans that were made or repaired
    restarts: float = 0  # plans that could reuse nothing, apart from the first
    expanded: float = 0
    generated: float = 0  # nodes put into the queue for the first time in a plan
    pushes: float = 0  # nodes put into the queue
    pops: float = 0  # nodes taken out of it
    rekeys: float = 0  # changes of the keys of nodes in it
    peak_open: float = 0
    mean_open: float = 0.0  # mean size of the queue after an expansion
    seconds: float = 0.0
    memory: float = 0  # bytes, without the world's
    moves: float = 0  # evaluated from the expanded nodes

    @property
    def operations(self) -> float:
        """The number of nodes put into the queue and taken out of it."""
        return self.pushes + self.pops

    @property
    def height(self) -> float:
        """The height of the queue as a binary heap: log2 of its mean size."""
        return log2(self.mean_open) if self.mean_open > 0 else 0.0

    @property
    def depth(self) -> float:
        """Operations times height: the worst case of the D* study."""
        return self.operations * self.height


def stats_of(segment: Any, memory: int) -> NavigatorStats:
    """The statistics of one of the core's segments, which is one goal's."""
    search = segment.search
    return NavigatorStats(
        searches=segment.searches,
        restarts=segment.restarts,
        expanded=search.expanded,
        generated=search.generated,
        pushes=search.pushes,
        pops=search.pops,
        rekeys=segment.rekeys,
        peak_open=search.peak_open,
        mean_open=search.mean_open,
        seconds=search.seconds,
        memory=memory,
        moves=search.moves,
    )


def together(a: NavigatorStats, b: NavigatorStats) -> NavigatorStats:
    """Add the statistics of two segments; the mean size is over all expansions."""
    expanded = a.expanded + b.expanded
    sizes = a.mean_open * a.expanded + b.mean_open * b.expanded
    added = NavigatorStats(*(x + y for x, y in zip(a, b, strict=True)))
    return added._replace(
        peak_open=max(a.peak_open, b.peak_open),
        mean_open=sizes / expanded if expanded else 0.0,
        memory=max(a.memory, b.memory),
    )
