"""The graphs page's session: a graph that a person draws, and a search of it, list by list.

Edits are quick and happen one at a time; :meth:`GraphSession.solving` belongs on another thread,
since a custom search may take long.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite
from time import perf_counter
from typing import Any

import numpy as np

from asterion.errors import AsterionError
from asterion.heuristics.check import HeuristicReport, check_heuristic
from asterion.lab import limits
from asterion.lab.graphs.setup import GraphSetup
from asterion.lab.maps.undo_stack import EditedSession
from asterion.lab.work import Work
from asterion.lecture import Iteration, LectureTrace
from asterion.search.find import Search, distances
from asterion.search.path import Path
from asterion.search.registry import info_of


@dataclass(frozen=True)
class Written:
    """The result of a search, and its lists, iteration by iteration."""

    status: str  # "found", "unreachable", "stopped" or "error"
    message: str  # for people
    lines: str = ""  # in the notation of `asterion.lecture`
    steps: list[dict[str, Any]] = field(default_factory=list)  # the lists, from the beginning on
    log: dict[str, list[Any]] | None = None  # the columns of the trace
    path: list[int] = field(default_factory=list)  # nodes
    walked: list[int] = field(default_factory=list)  # connections


class GraphSession(EditedSession[GraphSetup]):
    """A graph that a person draws, and the lists of its search."""

    def __init__(self) -> None:
        super().__init__(GraphSetup.example())
        self.solved: GraphSetup | None = None  # the set-up that the lists belong to
        self.written = Written("running", "")

    def solving(self) -> Work[bool]:
        """Search the graph as it is now; False if it has changed meanwhile."""
        version, setup = self.version, self.setup  # in this order: an edit in between is noticed
        if self.solved is not None and setup.is_searched_as(self.solved):
            self.solved = setup  # with its nodes elsewhere
            return True
        written = yield from self._searched(setup, version)
        if written is None:
            return False
        self.written, self.solved = written, setup
        return True

    def _searched(self, setup: GraphSetup, version: int) -> Work[Written | None]:
        try:
            search = _search_of(setup)
            status, spent, left = "running", 0.0, limits.GRAPH_ITERATIONS
            while status == "running" and left > 0 and spent < limits.GRAPH_SECONDS:
                if self.version != version:
                    return None
                begin = perf_counter()
                status = search.step()
                left -= 1
                spent += perf_counter() - begin
                yield
            return _written(setup, search, status)
        except AsterionError as error:
            return Written("error", str(error))
        except Exception as error:  # noqa: BLE001 - a custom search may raise anything
            return Written("error", f"{type(error).__name__}: {error}")

    # --- Estimates

    def true_costs(self) -> GraphSetup:
        """Return true costs to the goal as estimates; 0 where the goal is unreachable."""
        left = distances(self.setup.graph(), self.setup.goal, direction="to")
        pairs = zip(self.setup.names, np.where(left < inf, left, 0.0).tolist(), strict=True)
        return self.setup.with_estimates(dict(pairs))

    def diagnosis(self) -> str:
        """Say what is wrong with the estimates."""
        table = {spot.name: spot.estimate for spot in self.setup.nodes}
        return report_text(check_heuristic(self.setup.graph(), table, self.setup.goal))


def report_text(report: HeuristicReport) -> str:
    """Say a report on estimates in a sentence or two."""
    if report.consistent:
        return "Admissible and consistent."
    too_large = f"too large at {report.overestimated_at} by {report.overestimate:.6g}"
    parts = ["Admissible." if report.admissible else f"Not admissible: {too_large}."]
    if report.inconsistent_move is not None:
        here, there = report.inconsistent_move
        more = f"{report.inconsistency:.6g} more than the connection costs"
        parts.append(f"Not consistent: from {here} to {there} the estimate falls by {more}.")
    return " ".join(parts)


def _search_of(setup: GraphSetup) -> Search:
    options = dict(setup.run.options)
    if (estimates := setup.estimates) is not None:
        options["heuristic"] = estimates
    if "components" in info_of(setup.run.algorithm).options:
        options["components"] = False  # the lists are to be shown, not only the answer
    return Search(
        setup.graph(),
        setup.start,
        setup.goal,
        algorithm=setup.run.algorithm,
        trace=True,
        **options,
    )


def _written(setup: GraphSetup, search: Search, status: str) -> Written:
    lists = _lists(search, estimated=setup.estimates is not None)
    if status == "running":
        return Written("stopped", f"stopped after {search.stats.expanded:,} iterations", **lists)
    path = search.path
    message = _message(setup, path) if status == "found" else status
    if status == "unreachable":
        message = f"there is no path from {setup.start} to {setup.goal}"
    if lists:
        count = len(lists["steps"]) - 1
        message += f", after {count} iteration{'' if count == 1 else 's'}"
    else:
        message += f"; {setup.run.algorithm} shows no lists"
    numbers = {name: i for i, name in enumerate(setup.names)}
    walked = path.connections.tolist() if path else []
    return Written(status, message, path=[numbers[name] for name in path], walked=walked, **lists)


def _message(setup: GraphSetup, path: Path) -> str:
    best = float(distances(setup.graph(), setup.start)[setup.names.index(setup.goal)])
    more = "" if path.cost <= best + 1e-9 else f" ({path.cost - best:g} more than the cheapest)"
    return f"{' → '.join(path)} costs {path.cost:g}{more}"


def _lists(search: Search, *, estimated: bool) -> dict[str, Any]:
    """The lists of a search; nothing if a custom search has none, or invalid ones."""
    try:
        trace = LectureTrace(search, estimated=estimated)
        iterations = [trace.beginning, *trace]
        before = [None, *iterations]
        events = search.trace
        columns = {name: getattr(events, name).tolist() for name in ("kind", "node", "parent")}
        numbers = {name: _finite(getattr(events, name).tolist()) for name in ("g", "h")}
        return {
            "lines": str(trace),
            "steps": [_step(*each) for each in zip(iterations, before, strict=False)],
            "log": {**columns, **numbers},
        }
    except Exception:  # noqa: BLE001 - it may raise anything
        return {}


def _finite(numbers: list[float]) -> list[float | None]:
    """The number, or None: JSON has no infinity and no NaN."""
    return [number if isfinite(number) else None for number in numbers]


def _step(now: Iteration, before: Iteration | None) -> dict[str, Any]:
    """The lists as texts, and for each entry whether it is new or changed."""
    lists: dict[str, Any] = {"number": now.number, "node": now.node}
    for name in ("closed", "open", "unvisited"):
        old = set(() if before is None else getattr(before, name))
        lists[name] = [[str(each), each not in old] for each in getattr(now, name)]
    return lists
