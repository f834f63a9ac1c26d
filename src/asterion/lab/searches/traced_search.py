"""Searches run slice by slice, within limits of time and of the size of a trace."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Protocol, TypeVar

from asterion.lab import limits
from asterion.lab.work import Work


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


def run_within_limits(make: Callable[..., S], *, trace: bool) -> Work[tuple[S, bool]]:
    """Run ``make(trace=...)`` to its end or the end of its time; and say whether it has a trace.

    A trace that becomes too long is dropped, and the search begins again without one: some searches
    record gigabytes in seconds.
    """
    search, spent = make(trace=trace), 0.0
    while search.status == "running" and spent < limits.SEARCH_SECONDS:
        begin = perf_counter()
        search.run(expansions=_EXPANSIONS, seconds=limits.SLICE_SECONDS)
        if trace and _length(search) > limits.SEARCH_EVENTS:
            trace = False
            search = make(trace=False)
        spent += perf_counter() - begin
        yield
    return search, trace


def _length(search: Runs) -> int:
    try:
        return search.trace_length
    except Exception:  # noqa: BLE001 - a custom search may raise anything, and may have no trace
        return 0


def is_too_long(trace: Any) -> bool:
    """Whether a trace has more events than are sent to a browser."""
    return len(trace) > limits.SEARCH_EVENTS
