"""The playground: a set-up that a person edits, and the results of its searches.

Edits are quick and happen one at a time; :meth:`Playground.solve` may take long, belongs on another
thread, and ends early when an edit has made it pointless. It edits one grid in place, so that the
library's data about that grid, an index too, is updated and not built again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from asterion.errors import AsterionError, InvalidValue
from asterion.lab import limits
from asterion.lab.maps.map_setup import EndMoves
from asterion.lab.maps.undo_stack import EditedSession
from asterion.lab.playground.drawn_world import DrawnWorld, World
from asterion.lab.playground.frame_run import FrameRun, running
from asterion.lab.playground.index_query import IndexQuery
from asterion.lab.playground.map_layers import MapLayers, layers_message
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.moments import Moments
from asterion.lab.searches.search_run import Run, board_info, shows_index
from asterion.lab.searches.traced_search import Recorded, is_too_long, run_within_limits
from asterion.lab.work import Work, drained
from asterion.search.find import Search, find_path
from asterion.search.registry import info_of
from asterion.search.trace import KINDS, Trace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from asterion.search.path import Path, Stats
    from asterion.world.grid import Cell

T = TypeVar("T")
_CLOSED = KINDS.index("closed")
_RUNS_TIMED = 5
_TIMING_SECONDS = 0.01  # for all of them together


@dataclass(frozen=True)
class Found:
    """The result of a search; it is played from a trace, or from moments if that is too long.

    Without both `state` shows how it ended.
    """

    run: Run
    status: str  # "found", "unreachable", "stopped" (out of time), or "error"
    message: str  # for people: why there is no path, or what is wrong with the options
    path: Path | None = None
    stats: Stats | None = None
    trace: Trace | None = None
    moments: Moments | None = None
    state: npt.NDArray[np.uint8] | None = None
    seconds: float | None = None  # the median of several runs
    over: float | None = None  # the share by which the path costs more than a cheapest one

    @property
    def overrun(self) -> str:
        """The extra cost over a cheapest path: "+3.8 %"."""
        percent = 100 * (self.over or 0.0)
        return f"+{percent:.1f} %" if percent < 10 else f"+{percent:.0f} %"

    @property
    def caption(self) -> str:
        """The result in a line."""
        if self.path is None or not self.path.found:
            return self.message
        quality = f"{self.overrun} over the optimum" if self.over else self.message
        expanded = "?" if self.stats is None else f"{self.stats.expanded:,}"
        return f"cost {_in_figures(self.path.cost)} ({quality}), {expanded} expanded"

    @property
    def brief_caption(self) -> str:
        """The line before it is known how good the path is."""
        if self.path is None or not self.path.found or self.path.optimal or self.stats is None:
            return self.caption
        return f"cost {_in_figures(self.path.cost)}, {self.stats.expanded:,} expanded"

    @property
    def playback(self) -> str:
        """What a line on the result adds where a step is not just one expansion."""
        if self.moments is not None:
            return f"; shown every {self.moments.interval:,} expansions"
        if self.trace is not None and self.stats is not None:
            closed = np.count_nonzero(self.trace.kind == _CLOSED)
            if closed > self.stats.expanded:  # two fronts drop cells that cannot matter any more
                return f"; {closed - self.stats.expanded:,} more closed, each a step"
        has_ended_without = self.trace is None and self.status in ("found", "stopped")
        return "; its steps are not recorded" if has_ended_without else ""

    def row(self) -> dict[str, Any]:
        """The result as a row of a table."""
        row: dict[str, Any] = {"search": self.run.title, "result": self.message}
        if self.path is not None and self.path.found:
            row["cost"] = round(self.path.cost, 3)
            row["cells"] = len(self.path)
            if self.over:
                row["notes"] = {"cost": self.overrun}
        if self.stats is not None:
            row["expanded"] = self.stats.expanded
            if not shows_index(self.run.algorithm):  # an index does not count its queues
                row["generated"] = self.stats.generated
                row["peak open"] = self.stats.peak_open
            seconds = self.stats.seconds if self.seconds is None else self.seconds
            row["ms"] = round(seconds * 1000, 3)
        return row


class Playground(EditedSession[Setup]):
    """A set-up with undo and redo, and the last results."""

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup or Setup())
        self._moves = EndMoves()
        self.results: list[Found] = []  # of searches
        self.frames: FrameRun | None = None  # with a frame budget
        self.solved: Setup | None = None  # the set-up that the results belong to
        self.solved_version = -1  # its version
        self.is_brief = False  # whether they lack traces, which come later
        self.layers = MapLayers()
        self._world: DrawnWorld | None = None  # the world of the results

    # --- Edits

    def begin_stroke(self) -> None:
        """Begin a stroke: all edits until :meth:`end_stroke` are undone at once."""
        self._moves.forget()
        self.edits.begin_stroke()

    def end_stroke(self) -> None:
        """End a stroke."""
        self.edits.end_stroke()

    def adopt(self, setup: Setup) -> None:
        """Replace the set-up; another map is another world, with no data about it yet."""
        if setup.cells is not self.setup.cells:
            self._world = None
        super().adopt(setup)

    def restore(self, setup: Setup) -> None:
        """Take over the set-up of a link, with nothing to undo."""
        self._world = None
        super().restore(setup)

    def paint(self, nodes: Sequence[int], cost: int, frame: int = 0) -> None:
        """Give cells, by their flat indices, another cost; the ends stay as they are.

        With a frame budget it may be an edit after a frame.
        """
        super().adopt(self.setup.painted(nodes, cost, frame))

    def move(self, end: str, node: int, unit: int = 0) -> None:
        """Put "start" or "goal" of a unit on a cell; a wall there is opened while it is on it."""
        led, in_stroke = self.setup.led_by(unit), self.edits.in_stroke
        super().adopt(self._moves.moved(led, end, node, in_stroke=in_stroke).led_by(unit))

    def link(self, a: int, b: int, cost: float, *, both: bool) -> None:
        """Draw a link between two cells, by their flat indices."""
        super().adopt(self.setup.linked(a, b, cost, both=both))

    def unlink(self, node: int) -> None:
        """Erase the links of a cell."""
        super().adopt(self.setup.unlinked(node))

    def fence(self, sides: Sequence[tuple[int, int]], *, on: bool, both: bool) -> None:
        """Draw or erase fences between pairs of cells."""
        super().adopt(self.setup.fenced(sides, on=on, both=both))

    def clear(self) -> None:
        """Make floor everywhere, without links and fences."""
        super().adopt(self.setup.cleared())

    def travelled(self, changed: bool) -> bool:
        """React to an undo or a redo, which may have changed something."""
        self._moves.forget()
        return super().travelled(changed)

    # --- Results

    @property
    def is_solved(self) -> bool:
        """Whether there are results of the present set-up, brief or whole."""
        return self.solved_version == self.version

    def solve(self, *, briefly: bool = False) -> list[Found] | None:
        """Run :meth:`solving` in one go."""
        return drained(self.solving(briefly=briefly))

    def forget(self) -> None:
        """Drop the results and the world, which are large and can be made again."""
        self.results, self.frames, self._world = [], None, None
        self.solved_version = -1

    def solving(
        self,
        *,
        briefly: bool = False,
        patience: float = 0.0,
        told: Callable[[int, Found, int], None] = lambda *_: None,
    ) -> Work[list[Found] | None]:
        """Run every search on the set-up as it is now; None if it has changed meanwhile.

        With a frame budget it plays the frames instead, and there are no searches. `briefly` leaves
        out what takes long, such as traces. Within its `patience`, in seconds, it goes on though
        the set-up has changed: who draws without a pause sees results a moment later, not at the
        end.
        Each brief result is `told`, with its board and the version, as soon as it is there.
        """
        # Now, not when the work begins; in this order, so that an edit in between is noticed.
        version, setup = self.version, self.setup
        return self._solving(setup, version, patience, told, briefly=briefly)

    def _solving(
        self,
        setup: Setup,
        version: int,
        patience: float,
        told: Callable[[int, Found, int], None],
        *,
        briefly: bool,
    ) -> Work[list[Found] | None]:
        begin = perf_counter()

        def is_stale() -> bool:
            return self.version != version and perf_counter() - begin >= patience

        if setup.budget is not None:
            frames = yield from running(setup, setup.budget, is_stale, briefly=briefly)
            if frames is None or is_stale():
                return None
            self._keep([], frames, setup, version, is_brief=briefly)
            return []
        world, by_board = self._world_of(setup), {}
        known = self.results if self.solved_version == version and self.is_brief else []
        for board in self._quickest_first(setup.runs):
            before = known[board] if known else None
            found = yield from _searched(
                world, setup, board, is_stale, trace=not briefly, known=before
            )
            if found is None:
                return None
            by_board[board] = found
            if briefly:
                told(board, found, version)
        results = [by_board[board] for board in range(len(setup.runs))]
        if not briefly:
            results = yield from _compared(world, setup, results, is_stale)
            if is_stale():
                return None
        self._keep(results, None, setup, version, is_brief=briefly)
        return results

    def _world_of(self, setup: Setup) -> DrawnWorld:
        """The world, after edits; another one where more than cells has changed."""
        world = self._world
        if world is None or not world.take(setup):
            world = self._world = DrawnWorld(setup)
        return world

    def layering(self, patience: float = 0.0) -> Work[dict[str, Any] | None]:
        """Make the message of the layers, for the map that the results belong to.

        None if there are none, or the set-up has changed and the `patience`, in seconds, is over.
        """
        layers, setup, version = self.layers, self.solved, self.solved_version
        begin = perf_counter()

        def is_stale() -> bool:
            return self.version != version and perf_counter() - begin >= patience

        if not layers or setup is None or setup.budget is not None or is_stale():
            return None
        paths = [found.path for found in self.results]
        world = self._world_of(setup)
        message = yield from layers_message(layers, world, setup, paths, is_stale)
        return message and {**message, "version": version}

    def _quickest_first(self, runs: tuple[Run, ...]) -> list[int]:
        """The boards in the order of the times that their searches took before."""
        before = {found.run.title: found.stats.seconds for found in self.results if found.stats}
        return sorted(range(len(runs)), key=lambda board: before.get(runs[board].title, 0.0))

    def _keep(
        self,
        results: list[Found],
        frames: FrameRun | None,
        setup: Setup,
        version: int,
        *,
        is_brief: bool,
    ) -> None:
        self.results, self.frames = results, frames
        self.solved, self.solved_version, self.is_brief = setup, version, is_brief


def _searched(
    world: World,
    setup: Setup,
    board: int,
    is_stale: Callable[[], bool],
    *,
    trace: bool,
    known: Found | None,
) -> Work[Found | None]:
    """Run the search of a board as if nothing else had been drawn before on this map.

    The first board finds that there is no way, and leaves labels by which the others know it.
    """
    run, ends = setup.runs[board], (setup.start, setup.goal)
    found = yield from solved(world, ends, run, is_stale, trace=trace, known=known)
    if found is None or found.status != "unreachable" or not _asks_labels(run):
        return found
    knows = found.stats is None or found.stats.expanded == 0
    if knows == any(map(_asks_labels, setup.runs[:board])):
        return found
    again = DrawnWorld(setup) if knows else world
    return (yield from solved(again, ends, run, is_stale, trace=trace, known=known))


def _asks_labels(run: Run) -> bool:
    """Whether component labels, once there are some, tell a search that there is no way."""
    has_option = "components" in board_info(run.algorithm).options
    return has_option and bool(run.options.get("components", True))


def solved(
    world: World,
    ends: tuple[Cell, Cell],
    run: Run,
    is_stale: Callable[[], bool],
    *,
    trace: bool,
    known: Found | None = None,
) -> Work[Found | None]:
    """Run one search to its end or the end of its time; None as soon as it is stale.

    With a `trace` it is recorded to be played; `known` is its brief result, if there is one.
    """
    is_brief = not trace

    def make(*, trace: bool) -> Search | IndexQuery:
        if shows_index(run.algorithm):
            return IndexQuery(world.index, *ends, brief=is_brief)
        options = world.options_of(run)
        return Search(world.grid, *ends, algorithm=run.algorithm, trace=trace, **options)

    try:
        work = run_within_limits(make, trace=trace, known=known.stats if known else None)
        while not is_stale():
            try:
                next(work)
            except StopIteration as end:
                found = _found(end.value, run, trace=trace)
                if found.status == "stopped" and known is not None and known.path is not None:
                    return known  # only the recording takes too long
                return found
            yield
    except AsterionError as error:
        return Found(run, "error", str(error))
    except Exception as error:  # noqa: BLE001 - a custom search may raise anything
        return Found(run, "error", f"{type(error).__name__}: {error}")
    return None


def _compared(
    world: World, setup: Setup, results: list[Found], is_stale: Callable[[], bool]
) -> Work[list[Found]]:
    """Add each path's extra cost over the cheapest, and each search's real time."""
    paths = [found.path for found in results if found.path is not None and found.path.found]
    best = min((path.cost for path in paths if path.optimal), default=None)
    if best is None and paths:
        best = find_path(world.grid, setup.start, setup.goal).cost
        yield
    compared = []
    for found in results:
        over = None
        if best and found.path is not None and found.path.found:
            over = max(0.0, found.path.cost / best - 1)
        seconds = yield from _usual_seconds(world, setup, found, is_stale)
        compared.append(replace(found, seconds=seconds, over=over))
        yield
    return compared


def _usual_seconds(
    world: World, setup: Setup, found: Found, is_stale: Callable[[], bool]
) -> Work[float | None]:
    """The median of several runs without a trace, or the time of one where it takes long.

    None for searches that measure their own time, and as soon as it is stale.
    """
    if found.stats is None or found.status not in ("found", "unreachable"):
        return None
    if shows_index(found.run.algorithm) or info_of(found.run.algorithm).factory is not None:
        return None  # these measure their own time, and cannot be paused here
    times: list[float] = []
    options = dict(world.options_of(found.run))
    if found.status == "unreachable" and found.stats.expanded and _asks_labels(found.run):
        options["components"] = False  # by now labels would answer
    while not times or (len(times) < _RUNS_TIMED and sum(times) + times[-1] < _TIMING_SECONDS):
        ends = setup.start, setup.goal
        search = Search(world.grid, *ends, algorithm=found.run.algorithm, **options)
        while search.run(seconds=limits.SLICE_SECONDS) == "running":
            if is_stale():
                return None
            yield
        times.append(search.stats.seconds)
    return median(times)


def _found(recorded: Recorded[Search | IndexQuery], run: Run, *, trace: bool) -> Found:
    search, status, moments = recorded.search, recorded.search.status, recorded.moments
    stats = _or_none(lambda: search.stats)
    traced = _or_none(lambda: _trace_of(search)) if recorded.traced else None
    if traced is not None and is_too_long(traced):
        traced = None
    is_played = traced is not None or moments is not None
    state = None if is_played else _or_none(lambda: _state_of(search))
    if isinstance(search, IndexQuery) and search.is_answered:
        status = search.path.status
    parts = stats, traced, moments, state
    if status == "running":
        seconds = f"{limits.SEARCH_SECONDS:g} s"
        return Found(run, "stopped", f"stopped after {seconds}", None, *parts)
    path = search.path
    message = {"found": "optimal" if path.optimal else "a path"}.get(status, status)
    if isinstance(search, IndexQuery):
        return Found(run, status, f"{message}; {search.made}", path, *parts)
    if status == "unreachable" and stats is not None and stats.expanded == 0:
        message = "unreachable: component labels answer"
    if status == "unreachable" and trace:
        place = _or_none(lambda: search.best_so_far[-1])
        message += "" if place is None else f"; nearest reachable {place}"
    return Found(run, status, message, path, *parts)


def _in_figures(cost: float) -> str:
    """A cost of four figures, or all before the point."""
    return f"{cost:,.0f}" if cost >= 1000 else f"{cost:.4g}"


def _or_none(look: Callable[[], T]) -> T | None:
    """Return a reading of a search, or None if a custom one has none, or has invalid values."""
    try:
        return look()
    except Exception:  # noqa: BLE001 - it may raise anything
        return None


def _state_of(search: Search | IndexQuery) -> npt.NDArray[np.uint8]:
    state = np.asarray(search.state, np.uint8)
    if state.shape != search.world.shape:
        raise InvalidValue(f"the state has shape {state.shape}")
    return np.minimum(state, 2)  # closed, whatever a custom search has beside it


def _trace_of(search: Search | IndexQuery) -> Trace:
    traced = search.trace
    trace = Trace(
        search.world,
        kind=np.asarray(traced.kind, np.uint8),
        node=np.asarray(traced.node, np.int64),
        parent=np.asarray(traced.parent, np.int64),
        g=np.asarray(traced.g, np.float64),
        h=np.asarray(traced.h, np.float64),
    )
    rows, cols = traced.shape
    for name, least, end in (
        ("kind", 0, len(KINDS)),
        ("node", 0, rows * cols),
        ("parent", -1, rows * cols),
        ("g", None, None),
        ("h", None, None),
    ):
        column = getattr(trace, name)
        if column.shape != (len(trace),):
            raise InvalidValue(f"the column {name} of the trace has shape {column.shape}")
        if least is not None and len(trace) and not least <= column.min() <= column.max() < end:
            raise InvalidValue(f"the column {name} of the trace has values out of range")
    return trace
