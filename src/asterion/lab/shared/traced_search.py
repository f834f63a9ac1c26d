"""A search that is run slice by slice, within limits of time and of what its trace may hold."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from asterion.lab.shared import limits
from asterion.lab.shared.turns import Work
from asterion.search.find import Search

_EXPANSIONS = 20_000  # a slice: between two looks at the trace


def run_within_limits(make: Callable[..., Search], *, trace: bool) -> Work[tuple[Search, bool]]:
    """Runs ``make(trace=...)`` to its end or the end of its time; and says whether it has a trace.

    A trace that becomes too long is given up, and the search begins again without one: some
    searches record gigabytes in seconds.
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


def _length(search: Search) -> int:
    try:
        return search.trace_length
    except Exception:  # noqa: BLE001 - a custom search may raise anything, and may have no trace
        return 0


def is_too_long(trace: Any) -> bool:
    """Whether a trace has more events than are sent to a browser."""
    return len(trace) > limits.SEARCH_EVENTS
