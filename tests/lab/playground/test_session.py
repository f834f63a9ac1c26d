"""The session of the playground: edits and their history, and the results of its searches."""

import re
from dataclasses import replace
from random import Random
from threading import Event, Thread

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import asterion as at
from asterion.lab import limits
from asterion.lab.maps.scenes import scene_of
from asterion.lab.playground import session
from asterion.lab.playground.scenes import SCENES
from asterion.lab.playground.session import Found, Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.searches import traced_search
from asterion.lab.searches.search_run import Run, board_searches
from asterion.search import registry
from asterion.search.trace import KINDS
from support.effort import scaled
from support.moments import state_at
from support.setups import SEARCHES, grounds, options_of

MOST_UNDO = limits.UNDO_EDITS


def shape_of(setup):
    return setup.cells.tolist(), setup.start, setup.goal


def flat(cell, setup):
    return cell[0] * setup.cells.shape[1] + cell[1]


# --- Edits


class Edits(RuleBasedStateMachine):
    """A playground beside a list of all its states."""

    @initialize(ground=grounds(4))
    def begin(self, ground):
        self.playground = Playground(Setup(**ground))
        self.cells, self.start, self.goal = shape_of(self.playground.setup)
        self.past, self.future = [], []
        self.stroke = None  # what it was when the pointer went down
        self.opened = None  # a wall that start or goal was put on since then
        self.touched = False
        self.version = 0

    def now(self):
        return [row[:] for row in self.cells], self.start, self.goal

    def before_edit(self):
        if self.stroke is None:
            self.remember(self.now())
        self.touched = True
        self.version += 1

    def remember(self, then):
        self.past = [*self.past, then][-MOST_UNDO:]
        self.future = []

    def lift(self):
        if self.stroke is not None and self.touched:
            self.remember(self.stroke)
        self.stroke = None

    @rule(data=st.data(), cost=st.integers(0, 9))
    def paint(self, data, cost):
        size = len(self.cells) * len(self.cells[0])
        nodes = data.draw(st.lists(st.integers(0, size - 1), max_size=4))
        self.before_edit()
        for node in nodes:
            row, col = divmod(node, len(self.cells[0]))
            if cost or (row, col) not in (self.start, self.goal):
                self.cells[row][col] = cost
        self.playground.paint(nodes, cost)

    @rule(data=st.data(), end=st.sampled_from(["start", "goal"]))
    def move(self, data, end):
        node = data.draw(st.integers(0, len(self.cells) * len(self.cells[0]) - 1))
        self.before_edit()
        cell = row, col = divmod(node, len(self.cells[0]))
        if self.stroke is None:
            self.opened = None
        was, other = getattr(self, end), self.goal if end == "start" else self.start
        was_wall = self.cells[row][col] == 0
        if self.opened is not None and self.opened == was != cell and was != other:
            self.cells[was[0]][was[1]] = 0  # it only passed over that wall
        if was_wall:
            self.opened = cell
        elif self.opened != cell:
            self.opened = None
        setattr(self, end, cell)
        self.cells[row][col] = self.cells[row][col] or 1
        self.playground.move(end, node)

    @rule()
    def clear(self):
        self.before_edit()
        self.cells = [[1] * len(row) for row in self.cells]
        self.playground.clear()

    @rule()
    def pointer_down(self):
        self.lift()
        self.stroke, self.touched, self.opened = self.now(), False, None
        self.playground.begin_stroke()

    @rule()
    def pointer_up(self):
        self.lift()
        self.playground.end_stroke()

    @rule()
    def undo(self):
        self.travel(self.playground.undo, "past", "future")

    @rule()
    def redo(self):
        self.travel(self.playground.redo, "future", "past")

    def travel(self, call, source, target):
        """While the pointer is down, the stroke so far counts as one, and another begins."""
        down = self.stroke is not None
        self.lift()
        self.opened = None
        there = getattr(self, source)
        assert call() == bool(there)
        if there:
            getattr(self, target).append(self.now())
            self.cells, self.start, self.goal = there.pop()
            self.version += 1
        if down:
            self.stroke, self.touched = self.now(), False

    @precondition(lambda self: self.stroke is None)
    @rule(bad=st.sampled_from([([10**6], 1), ([-1], 1), ([0], 10), ([0], -1), ([2**70], 0)]))
    def bad_paint(self, bad):
        with pytest.raises(at.AsterionError):
            self.playground.paint(*bad)

    @rule(bad=st.sampled_from([("start", -1), ("goal", 10**6), ("agent", 0), ("start", 2**70)]))
    def bad_move(self, bad):
        with pytest.raises(at.AsterionError):
            self.playground.move(*bad)

    @invariant()
    def it_is_what_the_list_says(self):
        assert shape_of(self.playground.setup) == (self.cells, self.start, self.goal)
        assert self.playground.version == self.version


TestEdits = Edits.TestCase
TestEdits.settings = settings(max_examples=scaled(60, least=10), stateful_step_count=40)


def test_history_ends_after_two_hundred_edits():
    playground = Playground()
    for i in range(250):
        playground.paint([i], i % 9 + 1)
    undone = 0
    while playground.undo():
        undone += 1
    assert undone == MOST_UNDO


def test_a_set_up_is_never_changed_under_those_who_hold_it():
    playground = Playground()
    before, cells = playground.setup, playground.setup.cells.copy()
    playground.paint(range(100), 9)
    playground.move("goal", 0)
    playground.clear()
    assert playground.setup is not before
    assert (before.cells == cells).all()


def test_a_set_up_that_is_adopted_at_the_start_is_not_undone():
    playground = Playground()
    setup = Setup(np.ones((2, 2), np.uint8), (0, 0), (1, 1))
    playground.restore(setup)
    assert not playground.undo()
    assert playground.setup is setup


# --- Results


def same_path(found, path):
    assert found.status == path.status
    assert [*found.path] == [*path]
    assert found.path.cost == path.cost
    assert found.path.optimal == path.optimal
    assert found.stats.expanded == path.stats.expanded


@pytest.mark.parametrize("algorithm", SEARCHES)
@given(data=st.data(), ground=grounds())
@settings(max_examples=scaled(40, least=10))
def test_finds_what_find_path_finds(algorithm, data, ground):
    run = Run(algorithm, data.draw(options_of(algorithm)))
    playground = Playground(Setup(**ground, runs=(run,)))
    setup = playground.setup
    try:
        path = at.find_path(
            setup.grid(), setup.start, setup.goal, algorithm=algorithm, **run.options
        )
    except at.AsterionError as error:
        refused = str(error)
        [found] = playground.solve()
        assert (found.status, found.message) == ("error", refused)
        return
    [found] = playground.solve()
    same_path(found, path)
    assert found.state is None
    state = found.trace.replay()
    assert found.trace.shape == setup.cells.shape
    assert not state[setup.cells == 0].any()
    [brief] = Playground(setup).solve(briefly=True)
    same_path(brief, path)
    assert brief.trace is None
    assert brief.state.shape == setup.cells.shape
    row = brief.row()
    assert row["expanded"] == path.stats.expanded
    assert ("cost" in row) == path.found


def test_an_end_in_a_wall_is_told():
    cells = np.array([[1, 0]], np.uint8)
    from_wall, to_wall = Setup(cells, (0, 1), (0, 0)), Setup(cells, (0, 0), (0, 1))
    found = Playground(from_wall).solve()[0]
    assert (found.status, found.message) == ("error", "start (0, 1) is a wall")
    assert Playground(to_wall).solve()[0].status == "unreachable"


def test_a_search_out_of_time_is_shown_as_far_as_it_came(monkeypatch):
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.05)
    monkeypatch.setattr(traced_search, "_EXPANSIONS", 50)
    cells = at.maps.maze(41, seed=1, opened=60).cost.astype(np.uint8)
    setup = Setup(runs=(Run("ida"),)).with_map(cells)
    found = Playground(setup).solve(briefly=True)[0]
    assert (found.status, found.message) == ("stopped", "stopped after 0.05 s")
    assert found.path is None
    assert found.stats.expanded > 0
    assert found.row()["expanded"] == found.stats.expanded
    assert "cost" not in found.row()


def test_a_trace_that_is_too_long_is_replaced_by_moments(monkeypatch):
    whole = Playground().solve()[0]
    monkeypatch.setattr(limits, "SEARCH_EVENTS", 10)
    playground = Playground()
    playground.solve(briefly=True)
    found = playground.solve()[0]
    assert found.trace is None
    assert (found.status, found.caption) == ("found", whole.caption)
    assert found.playback == f"; shown every {found.moments.interval} expansions"
    closings = [*np.flatnonzero(whole.trace.kind == KINDS.index("closed")), len(whole.trace)]
    assert found.moments.expanded[-1] == len(closings) - 1
    for step in found.moments.expanded:
        then = whole.trace.replay(int(closings[step]))
        assert (state_at(found.moments, step, then.shape) == then).all()


@pytest.mark.parametrize("name", [info.name for info in board_searches()])
def test_a_result_says_how_many_steps_of_the_timeline_are_no_expansions(monkeypatch, name):
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.2)
    cells = at.maps.rooms((15, 15), seed=4).cost.astype(np.uint8)
    [found] = Playground(Setup(runs=(Run(name),)).with_map(cells)).solve()
    steps = np.count_nonzero(found.trace.kind == KINDS.index("closed"))
    said = re.search(r"; (\d+) more closed, each a step$", found.playback)
    assert steps == found.stats.expanded + (int(said[1]) if said else 0)


def test_a_search_that_is_found_but_not_recorded_in_time_keeps_its_result(monkeypatch):
    playground = Playground(Setup(runs=(Run("astar"),)))
    [brief] = playground.solve(briefly=True)
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0)
    [found] = playground.solve()
    assert (found.status, found.path, found.trace) == ("found", brief.path, None)
    assert found.playback == "; its steps are not recorded"


# --- Stale


class Slow:
    """A search that waits until it is let go."""

    begun, go_on = Event(), Event()

    def __init__(self, *_arguments):
        type(self).started.set()

    def step(self):
        assert type(self).go_on.wait(30)
        return "running"

    path = at.Path.not_found("running")


@pytest.fixture
def register():
    """Register searches for the time of a test."""
    names = []

    def registered(name, factory, **about):
        at.register(name, factory, **about)
        names.append(name)

    yield registered
    for name in names:
        del registry._REGISTRY["search", name]


def test_an_edit_makes_a_solve_pointless(register, monkeypatch):
    monkeypatch.setattr(traced_search, "_EXPANSIONS", 1)
    Slow.started, Slow.go_on = Event(), Event()
    register("slow", Slow)
    playground = Playground(Setup(runs=(Run("slow"), Run("astar"))))
    results = ["nothing"]
    worker = Thread(target=lambda: results.append(playground.solve()))
    worker.start()
    assert Slow.started.wait(30)
    playground.paint([0], 5)
    Slow.go_on.set()
    worker.join(30)
    assert results == ["nothing", None]
    assert playground.results == []


class Interrupted(Playground):
    """Somebody edits at the moment that solve looks at the set-up."""

    armed = False

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        if name == "setup" and self.armed:
            self.armed = False
            self.paint([0], 5)
        return value


def test_an_edit_while_a_solve_begins_makes_it_pointless_too():
    playground = Interrupted()
    playground.armed = True
    assert playground.solve() is None
    assert playground.solve() is not None


# --- Custom algorithms


class Own:
    """Goes nowhere: the start is its path."""

    def __init__(self, world, start, _goals, **_options):
        self.world, self.start = world, start

    def step(self):
        return "found"

    @property
    def path(self):
        return at.Path.from_nodes(self.world, [self.start])


def own(**parts):
    return type("Part", (Own,), parts)


def result_of(register, factory, **about):
    register("own", factory, **about)
    playground = Playground(Setup(runs=(Run("own"), Run("astar"))))
    found, other = playground.solve()
    assert other.status == "found"
    return found


def test_a_search_that_shows_nothing_is_shown_with_its_path(register):
    found = result_of(register, Own)
    assert (found.status, found.message) == ("found", "a path")
    assert [*found.path] == [(1, 1)]
    assert found.trace is None
    assert found.state is None
    assert found.row()["cost"] == 0


def test_a_search_that_shows_its_state_is_shown_with_it(register):
    state = np.arange(41 * 41).reshape(41, 41) % 3
    found = result_of(register, own(state=lambda _: state))
    assert found.trace is None
    assert (found.state == state).all()
    assert found.state.dtype == np.uint8


def test_a_search_that_shows_its_trace_is_shown_with_it(register):
    log = (
        np.array([0, 3], np.uint8),
        np.array([42, 42]),
        np.array([-1, -1]),
        np.zeros(2),
        np.zeros(2),
    )
    found = result_of(register, own(trace=lambda _: log))
    assert [event.kind for event in found.trace] == ["opened", "closed"]


@pytest.mark.parametrize(
    "parts",
    [
        {"state": lambda _: "nonsense"},
        {"state": lambda _: np.zeros((3, 3), np.uint8)},
        {"state": lambda _: [[1, 2], [3]]},
        {"state": lambda _: 1 / 0},
        {"trace": lambda _: "nonsense"},
        {"trace": lambda _: ([0], [1], [2], [3])},
        {"trace": lambda _: ([0], [10**6], [-1], [0.0], [0.0])},
        {"trace": lambda _: ([9], [42], [-1], [0.0], [0.0])},
        {"trace": lambda _: ([0], [42], [-1], [0.0], ["x"])},
        {"trace": lambda _: 1 / 0},
    ],
)
def test_what_a_search_shows_wrongly_is_not_shown(register, parts):
    found = result_of(register, own(**parts))
    assert found.status == "found"
    assert found.trace is None
    assert found.state is None


class OwnError(Exception):
    pass


def raises(error):
    def method(*_arguments, **_options):
        raise error

    return method


@pytest.mark.parametrize("error", [OwnError("it broke"), KeyError("it broke"), ValueError()])
@pytest.mark.parametrize("part", ["__init__", "step", "path"])
def test_a_search_that_raises_is_told_and_the_others_go_on(register, error, part):
    method = property(raises(error)) if part == "path" else raises(error)
    found = result_of(register, own(**{part: method}))
    assert found.status == "error"
    assert type(error).__name__ in found.message
    assert str(error) in found.message
    assert found.row()["result"] == found.message


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"step": lambda _: "perhaps"}, "a step of 'own' gave 'perhaps'"),
        ({"path": "here"}, "the path of 'own' is 'here'"),
    ],
)
def test_a_search_that_misbehaves_is_named(register, parts, message):
    found = result_of(register, own(**parts))
    assert found.status == "error"
    assert message in found.message


def test_a_search_that_never_ends_is_stopped(register, monkeypatch):
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.1)
    found = result_of(register, own(step=lambda _: "running"))
    assert found.status == "stopped"


def test_a_result_without_anything_has_a_row():
    assert Found(Run("bfs"), "error", "why").row() == {"search": "Breadth-first", "result": "why"}


def test_a_trace_that_becomes_too_long_is_given_up_while_it_grows(monkeypatch):
    """A search such as ida records gigabytes in the seconds that it has."""
    monkeypatch.setattr(limits, "SEARCH_EVENTS", 20_000)
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.3)
    monkeypatch.setattr(traced_search, "_EXPANSIONS", 1000)
    lengths = []

    class Watched(at.Search):
        def run(self, **slice_):
            status = super().run(**slice_)
            if self._traced:
                lengths.append(len(self.trace))
            return status

    monkeypatch.setattr(session, "Search", Watched)
    cells = np.ones((30, 30), np.uint8)
    cells[:29, 15] = 0  # a long way around: far more paths than a search without memory can try
    playground = Playground(Setup(cells, (0, 0), (0, 29), "clear", (Run("ida"),)))
    (found,) = playground.solve()
    assert 20_000 < max(lengths) <= 20_000 + 2 * 9 * 1000
    assert found.trace is None
    assert found.status in ("found", "stopped")
    assert found.stats.expanded > 0
    assert found.moments.expanded[-1] == found.stats.expanded


def test_undo_keeps_no_more_bytes_than_it_may(monkeypatch):
    playground = Playground()
    size = playground.setup.nbytes
    monkeypatch.setattr(limits, "UNDO_BYTES", 10 * size)
    for i in range(50):
        playground.paint([100 + i], 5)
    assert sum(past.nbytes for past in playground.edits._undo) <= 10 * size
    undone = 0
    while playground.undo():
        undone += 1
    assert undone == 10
    while playground.redo():
        pass
    assert playground.setup.cells.flat[149] == 5


# --- Times


def test_times_are_medians_of_runs_without_a_trace():
    found = Playground(Setup(runs=(Run("astar"),))).solve()[0]
    assert found.seconds > 0
    assert found.row()["ms"] == round(found.seconds * 1000, 3)


def test_a_search_that_takes_long_is_timed_without_its_trace_too(monkeypatch):
    monkeypatch.setattr(session, "_TIMING_SECONDS", 0.0)  # then each takes long
    found = Playground(Setup(runs=(Run("dijkstra"),))).solve()[0]
    assert found.seconds > 0
    assert found.seconds != found.stats.seconds


def test_a_custom_search_is_run_once_however_short_it_says_it_is(register):
    """It may take seconds each time, and cannot be paused while it is timed."""
    made = []

    class Own:
        stats = at.Stats()  # of no time at all

        def __init__(self, world, start, goals):
            made.append(at.find_path(world, start, goals))
            self.path = made[-1]

        def step(self):
            return "found"

    register("own", Own)
    found = Playground(Setup(runs=(Run("own"),))).solve()[0]
    assert found.status == "found"
    assert found.seconds is None
    assert len(made) <= 2  # with a trace, and without if it has none


@pytest.mark.parametrize("names", [("dijkstra", "astar"), ("textbook/bfs", "astar", "jps", "bfs")])
def test_the_first_board_finds_that_there_is_no_way_and_the_others_know_it(names):
    setup = scene_of(SCENES, "nowhere-to-go").make()
    playground = Playground(replace(setup, runs=tuple(map(Run, reversed(names)))))
    playground.solve()  # the times of these decide which search is run first
    playground.adopt(replace(setup, runs=tuple(map(Run, names))))
    grid = setup.grid()
    counts = [
        at.find_path(grid, setup.start, setup.goal, algorithm=name).stats.expanded for name in names
    ]
    for briefly in (True, False, False):
        found = playground.solve(briefly=briefly)
        assert [each.stats.expanded for each in found] == counts


def test_where_there_is_no_path_the_nearest_cell_that_can_be_reached_is_named():
    named = 0
    for seed in range(30):
        random = Random(seed)
        rows = [[random.choice([0, 1, 1]) for _ in range(14)] for _ in range(9)]
        cells = np.array(rows, np.uint8)
        cells[0, 0] = cells[8, 13] = 1
        setup = Setup(cells, (0, 0), (8, 13), "clear", (Run("astar"), Run("dijkstra"), Run("bfs")))
        nearest = at.find_path(setup.grid(), setup.start, setup.goal, partial=True)
        for found in Playground(setup).solve():
            if found.status == "unreachable":
                named += 1
                assert found.message.endswith(f"; nearest reachable {nearest[-1]}")
                assert found.caption == found.message
            else:
                assert nearest.found
    assert named > 10


# --- One grid, edited in place


@given(data=st.data(), ground=grounds())
@settings(max_examples=scaled(60, least=15))
def test_a_playground_that_is_drawn_on_finds_what_a_new_one_finds(data, ground):
    runs = tuple(map(Run, ("astar", "jps", "index", "dijkstra")))
    playground = Playground(Setup(**ground, runs=runs))
    size = playground.setup.cells.size
    nodes = st.integers(0, size - 1)
    acts = {
        "paint": lambda: playground.paint(
            data.draw(st.lists(nodes, max_size=6)), data.draw(st.sampled_from([0, 0, 1, 5]))
        ),
        "move": lambda: playground.move(
            data.draw(st.sampled_from(["start", "goal"])), data.draw(nodes)
        ),
        "down": playground.begin_stroke,
        "up": playground.end_stroke,
        "undo": playground.undo,
        "redo": playground.redo,
        "clear": playground.clear,
        "other moves": lambda: playground.adopt(
            playground.setup.with_moves(data.draw(st.sampled_from(["never", "clear", "hex"])))
        ),
        "forget": playground.forget,
    }
    for act in data.draw(st.lists(st.sampled_from([*acts, "paint", "paint", "undo"]), max_size=12)):
        acts[act]()
        briefly = data.draw(st.booleans())
        drawn_on = playground.solve(briefly=briefly)
        setup = playground.setup
        for found, new in zip(drawn_on, Playground(setup).solve(briefly=briefly), strict=True):
            assert (found.status, found.over) == (new.status, new.over)
            if new.path is None:
                assert found.path is None
                continue
            if found.run.algorithm != "index":  # which may be an older one
                assert (found.caption, found.stats.expanded) == (new.caption, new.stats.expanded)
            assert found.path.cost == pytest.approx(new.path.cost)
            if found.status == "found" and found.run.algorithm != "index":
                same_path(found, new.path)
            if found.status == "found":
                assert at.validate(setup.grid(), found.path) == pytest.approx(new.path.cost)


def test_an_edit_beside_the_path_does_not_make_the_index_again():
    walls = at.maps.rooms(127, size=15, seed=4).cost.astype(np.uint8)
    playground = Playground(Setup(runs=(Run("index"),)).with_map(walls))
    [found] = playground.solve()
    assert found.path.how == "index"
    index = playground._world.index
    version, on_path = index.stats.version, found.path[20]
    apart = (
        node
        for node in np.flatnonzero(walls == 1).tolist()
        if np.abs(np.array(divmod(node, 127)) - found.path.cells).max(axis=1).min() > 3
    )
    for briefly in (True, False):
        playground.paint([next(apart)], 0)
        [found] = playground.solve(briefly=briefly)
        assert (found.path.how, index.stats.version) == ("certified", version)
    playground.paint([flat(on_path, playground.setup)], 0)
    [found] = playground.solve(briefly=True)
    assert (found.path.how, index.stats.version) == ("searched", version)
    [found] = playground.solve()
    assert found.path.how == "index"
    assert playground._world.index is index


# --- An index on a board


def test_an_index_is_shown_by_its_climbs_from_both_ends():
    setup = Setup(runs=(Run("jps"), Run("index")))
    jumped, asked = Playground(setup).solve()
    assert asked.status == "found"
    assert asked.path.cost == jumped.path.cost
    assert asked.path.how == "index"
    assert asked.message.startswith("optimal; 59 corners")
    closed = asked.trace.kind == KINDS.index("closed")
    ends = [setup.start, setup.goal]
    assert [event.cell for event in asked.trace if event.parent is None][::2] == ends
    assert 2 < closed.sum() < 60
    parents = dict(zip(asked.trace.node.tolist(), asked.trace.parent.tolist(), strict=True))
    way = [flat(setup.goal, setup)]
    while parents[way[-1]] >= 0:
        way.append(parents[way[-1]])
    assert way[-1] == flat(setup.start, setup)  # over shortcuts
    assert {*way} < {flat(cell, setup) for cell in asked.path}
    assert Run("index").title == "Index"


def test_what_an_index_refuses_is_told_on_its_board():
    setup = Setup(diagonal="hex", runs=(Run("astar"), Run("index")))
    found, refused = Playground(setup).solve()
    assert found.status == "found"
    assert (refused.status, refused.message) == (
        "error",
        "an index takes square tiles; this grid has tiles='hex'",
    )


def test_an_index_that_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.02)
    monkeypatch.setattr(limits, "SLICE_SECONDS", 0.001)
    walls = at.maps.scattered(300, density=0.3, seed=1).cost.astype(np.uint8)
    walls[0, 0] = walls[299, 299] = 1
    playground = Playground(Setup(walls, (0, 0), (299, 299), runs=(Run("index"),)))
    (found,) = playground.solve()
    assert (found.status, found.message) == ("stopped", "stopped after 0.02 s")
