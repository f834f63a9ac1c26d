"""Searches run slice by slice, within limits of time and of the size of a trace."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from asterion.lab import limits
from asterion.lab.searches.moments import Moments
from asterion.lab.work import Work

if TYPE_CHECKING:
    from asterion.search.path import Stats

_CLOSED = 2


class Runs(Protocol):
    """A search, or anything that can be shown like one."""

    @property
    def status(self) -> str:
        """``"running"``, or how it ended."""

    @property
    def trace_length(self) -> int:
        """The number of events in its trace."""

    def run(self, *, expansions: int | None = None, seconds: float | None = None) -> str:
        """Continue for up to this many expansions or seconds."""


S = TypeVar("S", bound=Runs)
_EXPANSIONS = 20_000  # per slice: between two checks of the trace


class Recorded(NamedTuple, Generic[S]):
    """A search at its end, or at the end of its time, and what can be played of it."""

    search: S
    traced: bool  # whether it has a trace
    moments: Moments | None = None  # in its stead


def run_within_limits(
    make: Callable[..., S], *, trace: bool, known: Stats | None = None
) -> Work[Recorded[S]]:
    """Run ``make(trace=...)`` to its end or the end of its time, recorded event by event if asked.

    A trace that becomes too long is dropped, and the search begins again, recorded at moments: some
    searches record gigabytes in seconds. ``known`` are the counts of the same search without a
    trace, which may say at once that its trace would be too long.
    """
    if not trace or (known and known.generated + known.expanded > limits.SEARCH_EVENTS):
        return (yield from _run_coarsely(make, known, records=trace))
    search, spent = make(trace=True), 0.0
    while search.status == "running" and spent < limits.SEARCH_SECONDS:
        begin = perf_counter()
        search.run(expansions=_EXPANSIONS, seconds=limits.SLICE_SECONDS)
        spent += perf_counter() - begin
        if _length(search) > limits.SEARCH_EVENTS:
            del search
            return (yield from _run_coarsely(make, known, records=True))
        yield
    return Recorded(search, traced=True)


def _run_coarsely(
    make: Callable[..., S], known: Stats | None, *, records: bool
) -> Work[Recorded[S]]:
    """Run a search without a trace; note its state at moments, if it is to be recorded."""
    search, spent = make(trace=False), 0.0
    moments = Moments(known.expanded if known else None) if records else None
    moments = _noted(moments, search)
    while search.status == "running" and spent < limits.SEARCH_SECONDS:
        expansions = _EXPANSIONS
        if moments is not None:
            expansions = min(expansions, moments.due - _expanded(search))
        begin = perf_counter()
        search.run(expansions=expansions, seconds=limits.SLICE_SECONDS)
        spent += perf_counter() - begin
        moments = _noted(moments, search)
        yield
    return Recorded(search, traced=False, moments=_noted(moments, search, is_end=True))


def _noted(moments: Moments | None, search: Any, *, is_end: bool = False) -> Moments | None:
    """Add the present state if it is due; None if the search does not show what that needs."""
    if moments is None:
        return None
    expanded = _expanded(search)
    if not is_end and expanded < moments.due:
        # One that counts no expansions while it runs cannot be placed in time.
        return moments if expanded or search.status != "running" else None
    try:
        state = np.asarray(search.state, np.uint8)
    except Exception:  # noqa: BLE001 - a custom search may raise anything
        return None
    if state.shape != search.world.shape:
        return None
    moments.add(expanded, np.minimum(state, _CLOSED))
    return moments


def _expanded(search: Any) -> int:
    try:
        return int(search.stats.expanded)
    except Exception:  # noqa: BLE001 - a custom search may raise anything
        return 0


def _length(search: Runs) -> int:
    try:
        return search.trace_length
    except Exception:  # noqa: BLE001 - a custom search may raise anything, and may have no trace
        return 0


def is_too_long(trace: Any) -> bool:
    """Whether a trace has more events than are sent to a browser."""
    return len(trace) > limits.SEARCH_EVENTS
