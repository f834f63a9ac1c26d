"""Frames of a path service on the playground's map: the state of each unit.

In a frame the service works for as many expansions as the budget allows, then each unit makes a
move, then the edits drawn at that frame are made. The picture of a frame shows the state after all
three. Frame 0 is before any work. The same set-up gives the same frames.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from asterion.errors import AsterionError
from asterion.lab import limits
from asterion.navigate.path_service import PathService
from asterion.search.find import find_path
from asterion.search.path import validate

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from asterion.lab.playground.frame_budget import Edit, FrameBudget
    from asterion.lab.playground.setup import Setup
    from asterion.lab.work import Work
    from asterion.navigate.path_service import PathRequest
    from asterion.world.grid import Cell, Grid

    Nodes = npt.NDArray[np.int32]

STATUSES = ("waiting", "quick", "full", "arrived", "unreachable")  # by their numbers in a frame
STEPS = ("", "quick", "full", "splice")  # the same; the first is none
_ENDED = ("arrived", "unreachable")


@dataclass(frozen=True)
class Route:
    """A path that a unit had for some frames."""

    nodes: Nodes  # flat indices
    quick: int  # moves of its first part, from a quick search
    step: int  # of STEPS: the source of the rest


@dataclass(frozen=True)
class Unit:
    """A unit in a frame; it is at a node of its route."""

    route: int  # in the list of all
    at: int  # the index in the route
    status: int  # of STATUSES
    needs: int  # of STEPS: the step it waits for
    before: int  # searches that come before its own


@dataclass
class FrameRun:
    """The record of a service, frame by frame."""

    setup: Setup
    budget: FrameBudget
    routes: list[Route] = field(default_factory=list)
    frames: list[list[Unit]] = field(default_factory=list)  # each unit in each frame
    expanded: list[int] = field(default_factory=list)  # in each frame
    sent_back: list[int] = field(default_factory=list)  # requests whose path an edit has touched
    status: str = "done"  # "stopped" where the lab's limits ended it, or "error"
    message: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)  # for a table, one for each unit

    @property
    def title(self) -> str:
        """The title, for people."""
        return f"Frame budget: {self.budget.expansions:,} expansions per frame"

    @property
    def caption(self) -> str:
        """The end of the run, in a line."""
        if self.status == "error":
            return self.message
        last = [STATUSES[unit.status] for unit in self.frames[-1]]
        words = [f"{last.count(status)} {status}" for status in STATUSES if status in last]
        end = f"{len(self.frames) - 1} frames: {', '.join(words)}"
        return f"{end}; {self.message}" if self.message else end

    def trail(self, number: int) -> list[Cell]:
        """Return a unit's positions, each cell once as long as it stays there."""
        cols = self.setup.cells.shape[1]
        units = (frame[number] for frame in self.frames)
        nodes = [int(self.routes[unit.route].nodes[unit.at]) for unit in units]
        moves = [node for i, node in enumerate(nodes) if i == 0 or node != nodes[i - 1]]
        return [divmod(node, cols) for node in moves]


def running(
    setup: Setup, budget: FrameBudget, is_stale: Callable[[], bool], *, briefly: bool = False
) -> Work[FrameRun | None]:
    """Run all frames of a set-up, up to the last move or a limit; None as soon as it is stale."""
    run = FrameRun(setup, budget)
    try:
        recorder = _Recorder(run)
        for _ in recorder.frames():
            if is_stale():
                return None
            yield
        grid = None if briefly or budget.edits else setup.grid()
        for number in range(len(setup.units)):
            run.rows.append(_row(run, number, grid))
            yield
    except AsterionError as error:
        run.status, run.message = "error", str(error)
    return run


def _row(run: FrameRun, number: int, grid: Grid | None) -> dict[str, Any]:
    """The times when a unit got its paths; on an unchanged grid, also the cost of its walk."""
    states = [STATUSES[frame[number].status] for frame in run.frames]
    row: dict[str, Any] = {"unit": number + 1, "result": states[-1]}
    firsts = {
        "first path": ("quick", "full", "arrived"),
        "whole path": ("full", "arrived"),
        "arrived": ("arrived",),
    }
    for name, wanted in firsts.items():
        frame = next((frame for frame, state in enumerate(states) if state in wanted), None)
        if frame is not None:
            row[name] = frame
    trail = run.trail(number)
    row["moves"] = len(trail) - 1
    row["sent back"] = sum(now == "waiting" != before for before, now in pairwise(states))
    if grid is not None and states[-1] == "arrived":
        cost = validate(grid, trail) if len(trail) > 1 else 0.0
        row["cost"] = round(cost, 3)
        cheapest = find_path(grid, *run.setup.units[number]).cost
        if cost > cheapest * (1 + 1e-9):
            row["notes"] = {"cost": f"+{100 * (cost / cheapest - 1):.1f} %"}
    return row


class _Recorder:
    """The service at work, and the record of it."""

    def __init__(self, run: FrameRun) -> None:
        self.run = run
        self.grid: Grid = run.setup.grid()
        self.service = PathService(self.grid, quick=run.budget.quick)
        self.requests = [self.service.request(*ends) for ends in run.setup.units]
        self.work = 0  # expansions, and cells of paths that were read
        self.cells = 0  # of routes
        self.noted = self.service.stats
        self.edits: dict[int, list[Edit]] = {}
        for edit in run.budget.edits:
            self.edits.setdefault(edit.frame, []).append(edit)

    def frames(self) -> Work[None]:
        """Yield after each frame."""
        self._note()
        yield
        while not self._is_over():
            if (reason := self._limit()) is not None:
                self.run.status, self.run.message = "stopped", f"stopped there: {reason}"
                return
            self.service.run(expansions=self.run.budget.expansions)
            self.service.step(self.requests)
            self._edit(len(self.run.frames))
            self._note()
            yield

    def _is_over(self) -> bool:
        """Whether no unit will move any more."""
        now = len(self.run.frames) - 1
        last = self.run.frames[-1]
        return all(STATUSES[unit.status] in _ENDED for unit in last) and not any(
            frame > now for frame in self.edits
        )

    def _limit(self) -> str | None:
        """The limit that ends the frames here, if one does."""
        if len(self.run.frames) > limits.FRAMES:
            return f"the lab plays {limits.FRAMES} frames"
        if self.work > limits.FRAME_WORK:
            return f"more than {limits.FRAME_WORK} expansions, or cells of paths, were looked at"
        if self.cells > limits.FRAME_CELLS:
            return f"the paths have more than {limits.FRAME_CELLS} cells"
        return None

    def _edit(self, frame: int) -> None:
        cols = self.grid.shape[1]
        for edit in self.edits.get(frame, ()):
            self.grid[divmod(edit.node, cols)] = edit.cost

    # --- Records

    def _note(self) -> None:
        units = [self._unit(i, request) for i, request in enumerate(self.requests)]
        stats = self.service.stats  # after the units, which notice the edits
        self.run.frames.append(units)
        self.run.expanded.append(stats.expanded - self.noted.expanded)
        self.run.sent_back.append(stats.sent_back - self.noted.sent_back)
        self.noted = stats
        self.work += self.run.expanded[-1]

    def _unit(self, number: int, request: PathRequest) -> Unit:
        status = STATUSES.index(request.status)
        needs, before = request.place or ("", 0)
        route, at = self._route(number, request)
        return Unit(route, at, status, STEPS.index(needs), before)

    def _route(self, number: int, request: PathRequest) -> tuple[int, int]:
        """The unit's route, and its place on it; a new one if its path has changed."""
        cells = np.asarray(request.path.cells)
        if not len(cells):
            cells = np.array([request.position])
        nodes = (cells[:, 0] * self.grid.shape[1] + cells[:, 1]).astype(np.int32)
        self.work += len(nodes)
        parts = request.parts
        quick = parts[0][1] if len(parts) > 1 else 0
        step = STEPS.index(parts[-1][0]) if parts else 0
        if self.run.frames:
            last = self.run.frames[-1][number]
            route = self.run.routes[last.route]
            at = len(route.nodes) - len(nodes)
            if (
                at >= last.at
                and route.step == step
                and max(0, route.quick - at) == quick
                and np.array_equal(route.nodes[at:], nodes)
            ):
                return last.route, at
        self.run.routes.append(Route(nodes, quick, step))
        self.cells += len(nodes)
        return len(self.run.routes) - 1, 0
