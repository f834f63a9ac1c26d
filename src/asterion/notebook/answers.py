"""Answers of an algorithm on a board: a search from its beginning, or a living navigator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import AsterionError
from asterion.lab import limits
from asterion.lab.playground.drawn_world import World
from asterion.lab.playground.payload import found_message
from asterion.lab.playground.session import solved
from asterion.lab.searches.search_run import Run, titled
from asterion.lab.wire.messages import result_message
from asterion.lab.wire.packing import pack
from asterion.lab.work import drained
from asterion.navigate.navigator import Navigator
from asterion.search.path import Path

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.navigate.stats import NavigatorStats
    from asterion.world.grid import Cell, Grid

_OPEN, _CLOSED = 1, 2


class Answer(NamedTuple):
    """An answer, and the same as bytes for the page."""

    status: str  # of the path; "error" if the algorithm or its options are at fault
    caption: str  # in words
    path: Path
    packed: bytes = b""


@dataclass(frozen=True)
class _Query(Run):
    """A search whose options it checks by itself, because it may take any."""

    def __post_init__(self) -> None:
        pass


class Searching:
    """Answers of a search that runs again for each; only an index is kept."""

    def __init__(self, grid: Grid, algorithm: str, options: dict[str, Any]) -> None:
        self._world = World(grid)
        self._run = _Query(algorithm, options)

    def answer(self, ends: tuple[Cell, Cell], number: int, *, brief: bool) -> Answer:
        """Return the answer for the grid as it is; a brief one has no trace."""
        work = solved(self._world, ends, self._run, lambda: False, trace=not brief)
        found = drained(work)
        if found is None:  # only if it could become stale
            return Answer("stopped", "stopped", Path.not_found("stopped"))
        path = Path.not_found("stopped") if found.path is None else found.path
        packed = pack(found_message(0, number, found, self._world.grid.shape, brief=brief))
        return Answer(found.status, found.caption, path, packed)


class Navigating:
    """Answers of a navigator, which repairs its plan for each."""

    def __init__(self, grid: Grid, algorithm: str, options: dict[str, Any]) -> None:
        self._grid = grid
        self._algorithm, self._options = algorithm, options
        self.navigator: Navigator | None = None
        self.trail: list[Cell] = []  # the cells where it was seen
        self._before: NavigatorStats | None = None  # before the present stroke

    def answer(self, ends: tuple[Cell, Cell], number: int, *, brief: bool) -> Answer:
        """Return the answer for the grid and the agent as they are; it is put at the start."""
        status, path, state = "error", Path.not_found("stopped"), None
        try:
            agent = self.sent(ends)
            before = agent.stats if self._before is None else self._before
            self._before = before if brief else None
            if agent.plan(seconds=limits.SEARCH_SECONDS) == "running":
                status, caption = "stopped", f"stopped after {limits.SEARCH_SECONDS:g} s"
            else:
                path = agent.path
                status, caption = path.status, _in_words(agent, path, before)
                state = _state_of(agent)
        except AsterionError as error:
            caption = str(error)
        except Exception as error:  # noqa: BLE001 - a custom navigator may raise anything
            caption = f"{type(error).__name__}: {error}"
        title = titled(self._algorithm, self._options, "navigator")
        summary = {"title": title, "name": title, "status": status, "brief": brief}
        summary["caption"] = caption
        packed = pack(result_message(0, number, summary, path, None, state, self._grid.shape))
        return Answer(status, caption, path, packed)

    def sent(self, ends: tuple[Cell, Cell]) -> Navigator:
        """Return the agent, on its way between these ends."""
        start, goal = ends
        agent = self.navigator
        is_fixed = self._algorithm == "lpa"  # its start is fixed, so it is made again
        if agent is None or (is_fixed and agent.position != start):
            options = {"algorithm": self._algorithm, **self._options}
            agent = self.navigator = Navigator(self._grid, start, goal, **options)
            self.trail = [start]
        if agent.position != start:  # it was carried there
            agent.move_to(start)
            self.trail = [start]
        if agent.goal != goal:
            agent.goal = goal
        return agent

    def step(self) -> None:
        """Make one move, if there is a path."""
        if self.navigator is not None:
            self.navigator.step()
            self.look()

    def look(self) -> tuple[Any, Any] | None:
        """Read the agent's position and goal, which a program may have changed."""
        agent = self.navigator
        if agent is None:
            return None
        if self.trail[-1:] != [agent.position]:
            self.trail = [*self.trail, agent.position][-limits.FRAME_EDITS :]
        return agent.position, agent.goal


def _in_words(agent: Navigator, path: Path, before: NavigatorStats) -> str:
    if agent.arrived:
        return "arrived"
    now = agent.stats
    plans, expanded = now.searches - before.searches, now.expanded - before.expanded
    work = f"{expanded:g} expanded for this change" if plans else "no search was needed"
    found = f"cost {path.cost:.4g}" if path.found else path.status
    plural = "" if now.searches == 1 else "s"
    return f"{found}, {work}; {now.searches:g} plan{plural}, {now.expanded:g} expanded in all"


def _state_of(agent: Navigator) -> npt.NDArray[np.uint8] | None:
    """The open and closed nodes; None where a custom navigator does not show them."""
    try:
        state = np.asarray(agent.state)
    except Exception:  # noqa: BLE001 - it may raise anything
        return None
    if state.shape != agent.world.shape:
        return None
    reached = np.where(state == _CLOSED, _CLOSED, _OPEN)
    return np.where(state == 0, 0, reached).astype(np.uint8)
