"""``at.Board`` for a program: its state, its callbacks, and any message of a page."""

import gc
import subprocess
import sys
import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.lab import limits
from asterion.notebook.checks import MOST_CELLS
from asterion.search import registry
from support.packed import unpack


def open_grid():
    return at.Grid(np.ones((9, 12)))


def open_board(**options):
    return at.Board(open_grid(), (4, 1), (4, 10), **{"algorithm": "astar", **options})


def map_of(board):
    return unpack(board.widget._map)


def do(board, *acts, number=1):
    board.widget._handle_custom_msg({"n": number, "acts": [*acts]}, [])


def stroke(*acts):
    return {"type": "begin"}, *acts, {"type": "end"}


def paint(*cells, cost=0):
    return {"type": "paint", "cells": [*cells], "cost": cost}


@pytest.fixture
def own_registry(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))


# --- State


def test_without_ends_the_path_crosses_the_largest_region():
    board = at.Board(at.Grid.from_text(".#....\n##.#..\n...#.."))
    assert (board.start, board.goal) == ((0, 2), (2, 5))
    assert board.path.found
    walls = at.Board(at.Grid(np.zeros((2, 2))))
    assert walls.status == "error"
    assert walls.caption.startswith("start (0, 0) is a wall: 0 is a wall and 1 is floor")


def test_the_grid_is_the_callers_own_and_a_view_of_it_notices_strokes():
    grid = open_grid()
    agent = at.Navigator(grid, (0, 5), (8, 5))
    board = at.Board(grid, (4, 1), (4, 10))
    assert board.grid is grid
    before = agent.path.cost
    do(board, *stroke(paint(*range(4 * 12, 4 * 12 + 12))))
    assert board.grid[4, 5] == 0
    assert board.grid[4, 1] == board.grid[4, 10] == 1  # ends never become walls
    assert agent.path.cost > before


def test_what_is_read_is_of_the_grid_as_it_is():
    board = open_board()
    board.grid[0:8, 6] = 0
    assert board.path.cost == at.find_path(board.grid, (4, 1), (4, 10)).cost
    board.grid[8, 6] = 0
    assert (board.status, board.path.found) == ("unreachable", False)
    assert board.caption.startswith("unreachable")


def test_everything_that_can_be_set_is_answered():
    board = open_board()
    board.start, board.goal = (0, 0), [8, 11]
    assert (board.path[0], board.path[-1]) == ((0, 0), (8, 11))
    board.algorithm = "bfs"
    assert board.path.optimal is False
    board.algorithm, board.options = "astar", {"weight": 2.0}
    assert board.options == {"weight": 2.0}
    board.algorithm = "bfs"
    assert board.caption == (
        "'bfs' does not take weight=2.0; it takes direction, max_expansions, components"
    )
    board.options = {}
    assert board.status == "found"
    board.kind = "navigator"
    assert (board.algorithm, board.navigator.position) == ("auto", (0, 0))


@pytest.mark.parametrize(
    ("name", "value", "error", "words"),
    [
        ("start", (9, 0), IndexError, "start (9, 0) is outside the grid of 9 rows and 12 columns"),
        ("start", (3, 3), ValueError, "start (3, 3) is a wall"),
        ("goal", "here", TypeError, "goal"),
        ("algorithm", "magic", ValueError, "algorithm is 'magic'; choose one of 'auto', 'bfs'"),
        ("algorithm", None, ValueError, "algorithm is None"),
        ("kind", "agent", ValueError, "kind is 'agent'; choose one of 'search', 'navigator'"),
        ("options", 3, TypeError, "options is 3; it must be a dict"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_changes(name, value, error, words):
    board = open_board()
    board.grid[3, 3] = 0
    before = repr(board)
    with pytest.raises(error, match=words.replace("(", r"\(").replace(")", r"\)")):
        setattr(board, name, value)
    assert repr(board) == before


def test_maps_above_the_limit_and_other_worlds_are_refused():
    side = int(MOST_CELLS**0.5)
    assert at.Board(at.Grid(np.ones((side, side)))).path.found
    with pytest.raises(
        ValueError, match=f"grid has {side} x {side + 1} cells; a board shows up to"
    ):
        at.Board(at.Grid(np.ones((side, side + 1))))
    with pytest.raises(TypeError, match="a board is made of a Grid"):
        at.Board(open_grid().view(size=2))
    with pytest.raises(ValueError, match="height is 5; it must be from 100 to 2000"):
        open_board(height=5)


def test_without_anywidget_the_name_is_there_and_says_what_to_install():
    code = """
import sys
sys.modules["anywidget"] = None
import asterion as at
assert "Board" in dir(at)
try:
    at.Board(at.Grid([[1]]))
except ImportError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "at.Board needs anywidget: pip install 'anywidget>=0.9.18'\n"


def test_the_script_of_the_widget_needs_nothing_of_the_lab_but_its_files():
    code = """
import sys
for name in ("nicegui", "starlette", "fastapi", "typer", "rich"):
    sys.modules[name] = None
import asterion as at
print(len(at.Board(at.Grid([[1, 1]])).path))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "2\n"


# --- Navigators


@pytest.mark.parametrize("algorithm", ["auto", *(i.name for i in at.algorithms("navigator"))])
def test_every_navigator_answers_strokes_and_carries(algorithm):
    board = open_board(algorithm=algorithm, kind="navigator")
    for acts in (
        stroke(paint(*range(6, 8 * 12, 12))),
        [{"type": "step"}],
        [{"type": "step"}],
        stroke({"type": "move", "end": "start", "cell": 8 * 12}),
        stroke(paint(3, 4, cost=7)),
        stroke({"type": "move", "end": "goal", "cell": 11}),
        [{"type": "undo"}],
    ):
        do(board, *acts)
        assert board.message == ""
        assert board.start == board.navigator.position
        if algorithm == "lpa" and len(acts) == 1:
            continue  # it keeps the path from where it began
        truth = at.find_path(board.grid, board.start, board.goal)
        assert board.path.cost == pytest.approx(truth.cost)


def test_an_agent_that_a_program_moves_is_followed():
    board = open_board(algorithm="dstar-lite", kind="navigator")
    agent = board.navigator
    first = agent.step()
    agent.goal = (0, 11)
    assert (board.start, board.goal) == (first, (0, 11))
    second = agent.step()
    board.goal = (8, 8)  # the agent stays where it has gone
    assert board.start == agent.position == second
    assert board.path.cost == at.find_path(board.grid, second, (8, 8)).cost
    do(board, {"type": "step"})
    trail = board.widget._shown["trail"]
    assert [divmod(node, 12) for node in trail][-1] == board.navigator.position


# --- Strokes


def test_undo_takes_strokes_back_and_leaves_what_a_program_did():
    board = open_board()
    do(board, *stroke(paint(1, 2, cost=5), paint(3, cost=0)))
    do(board, *stroke({"type": "move", "end": "goal", "cell": 0}))
    board.grid[8, 8] = 3.5
    do(board, {"type": "undo"}, {"type": "undo"}, {"type": "undo"})
    assert board.goal == (4, 10)
    assert (board.grid.cost[0] == 1).all()
    assert board.grid[8, 8] == 3.5
    do(board, {"type": "redo"})
    assert board.grid.cost[0, :4].tolist() == [1, 5, 5, 0]
    do(board, *stroke(paint(7)))  # the undone strokes are gone
    do(board, {"type": "redo"})
    assert board.goal == (4, 10)
    do(board, {"type": "clear"})
    assert (board.grid.cost == 1).all()
    do(board, {"type": "undo"})
    assert board.grid[8, 8] == 3.5


def test_an_end_on_a_wall_opens_it_only_where_it_stays():
    board = open_board()
    board.grid[:, 5:7] = 0
    moves = [{"type": "move", "end": "start", "cell": 4 * 12 + col} for col in (5, 6, 7)]
    do(board, *stroke(*moves))
    assert board.start == (4, 7)
    assert (board.grid.cost[:, 5:7] == 0).all()
    do(board, *stroke(moves[1]))
    assert (board.start, board.grid[4, 6]) == ((4, 6), 1)


def test_a_stroke_that_never_ended_ends_with_the_next():
    board = open_board()
    do(board, {"type": "begin"}, paint(1))
    do(board, *stroke(paint(2)))
    do(board, {"type": "undo"})
    assert board.grid.cost[0, :3].tolist() == [1, 0, 1]
    do(board, {"type": "undo"})
    assert board.grid.cost[0, :3].tolist() == [1, 1, 1]


# --- Messages of a page

hostile = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
kinds = ["begin", "paint", "move", "end", "undo", "redo", "clear", "choose", "step", "__init__"]
acts = st.fixed_dictionaries(
    {"type": st.sampled_from(kinds)},
    optional={
        "cells": hostile | st.lists(st.integers(-3, 120)),
        "cost": hostile | st.integers(-1, 10),
        "end": st.sampled_from(["start", "goal", "grid"]) | hostile,
        "cell": st.integers(-1, 120) | hostile,
        "kind": st.sampled_from(["search", "navigator"]) | hostile,
        "algorithm": st.sampled_from(["astar", "lpa", "best-first", "x"]) | hostile,
    },
)


@given(st.lists(hostile | st.fixed_dictionaries({"n": st.integers(), "acts": st.lists(acts)})))
def test_no_message_of_a_page_raises_or_leaves_a_board_that_is_wrong(messages):
    board = open_board()
    for message in messages:
        board.widget._handle_custom_msg(message, [])
        board.widget.set_state(message)
        assert board.message  # a page sets no trait
    board.widget._handle_custom_msg({"n": 5, "acts": []}, [])
    assert (board.message, board.widget._shown["n"]) == ("", 5)
    assert board.grid.cost.min() >= 0
    assert board.grid.cost.max() <= 9
    if board.algorithm not in ("best-first", "lpa"):
        assert board.path.found == at.find_path(board.grid, board.start, board.goal).found


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (paint(108), "cell 108 is not one of the map's 108"),
        (paint(1, cost=10), "the brush is 10; a cell costs 1 to 9, a wall 0"),
        (paint(1, cost=True), None),
        (paint(1.5), "cell 1.5 is not one of the map's 108"),
        ({"type": "paint", "cells": "all"}, "cells is 'all'; it must be a list of cells"),
        ({"type": "move", "end": "wall", "cell": 3}, "'wall' is neither start nor goal"),
        ({"type": "choose", "kind": "search", "algorithm": "x"}, "algorithm is 'x'; choose one of"),
        ({"type": "grid"}, "unknown message type 'grid'"),
        ("undo", "an act is 'undo'; it must be an object with a type"),
    ],
)
def test_what_is_wrong_with_a_message_is_said(act, words):
    board = open_board()
    do(board, act, number=77)
    assert board.message.startswith(words) if words else True
    assert board.widget._shown["note"] == board.message
    assert board.widget._shown["n"] == 77
    do(board, *stroke(paint(3)))
    assert (board.message, board.grid[0, 3]) == ("", 0)


def test_a_message_of_too_many_acts_is_refused():
    board = open_board()
    do(board, *[paint(1)] * 1001)
    assert board.message == "a message has 1001 acts; it may have up to 1000"
    assert board.grid[0, 1] == 1


def test_costs_that_are_no_digits_are_shades_from_1_to_9():
    grid = at.Grid([[0.5, 1, 2.5, 0, 40]])
    board = at.Board(grid, (0, 0), (0, 2))
    shown = map_of(board)
    assert shown["costs"].tolist() == [1, 2, 4, 0, 9]
    assert shown["totals"].tolist() == [0.5, 1, 2.5, 0, 40]
    grid[0, 4], grid[0, :3] = 9, 3
    board.refresh()
    shown = map_of(board)
    assert shown["costs"].tolist() == [3, 3, 3, 0, 9]
    assert shown["totals"] is None


# --- Algorithms and callbacks that raise


def test_a_custom_algorithm_is_in_the_list_and_what_it_raises_is_on_the_board(own_registry):
    del own_registry

    class Slow:
        def __init__(self, *_arguments):
            pass

        def step(self):
            return "running"

    class Raises(Slow):
        def plan(self, *_arguments):
            raise ZeroDivisionError("no steps left")

    at.register("slow", Slow)
    at.register("raises", Raises, kind="navigator", summary="It raises.")
    board = open_board()
    assert ["slow", "slow"] in board.widget._shown["algorithms"]["search"]
    limit = limits.SEARCH_SECONDS
    try:
        limits.SEARCH_SECONDS = 0.05
        board.algorithm = "slow"
    finally:
        limits.SEARCH_SECONDS = limit
    assert (board.status, board.path.found) == ("stopped", False)
    assert board.caption == "stopped after 0.05 s"
    do(board, {"type": "choose", "kind": "navigator", "algorithm": "raises"})
    assert board.caption == "ZeroDivisionError: no steps left"
    do(board, {"type": "step"})
    assert board.message == "ZeroDivisionError: no steps left"


def test_callbacks_are_called_once_a_change_and_what_they_raise_is_on_the_board():
    board = open_board()
    seen = []

    @board.on_change
    def note(changed):
        changed.grid[8, 0] = 2 + len(seen)  # does not call it again
        seen.append(changed.path.cost)

    do(board, *stroke(paint(*range(6, 8 * 12, 12))))
    assert seen == [board.path.cost]
    assert map_of(board)["costs"][8 * 12] == 2  # what it changed is shown
    board.refresh()
    assert len(seen) == 1
    board.goal = (0, 11)
    assert len(seen) == 2
    board.on_change(note, remove=True)
    board.on_change(lambda _board: 1 / 0)
    do(board, *stroke(paint(0)))
    assert board.message == "on_change: ZeroDivisionError: division by zero"
    assert board.grid[0, 0] == 0
    with pytest.raises(TypeError, match="callback is 3; it must be callable"):
        board.on_change(3)


def test_a_board_that_nobody_has_is_freed():
    board = open_board(kind="navigator", algorithm="auto")
    board.close()
    kept = weakref.ref(board)
    del board
    gc.collect()
    assert kept() is None


def test_after_each_cell_of_ipython_the_board_shows_what_the_cell_has_changed(monkeypatch):
    class Shell:
        """The part of IPython that a board needs."""

        events = property(lambda self: self)

        def __init__(self):
            self.called = []

        def register(self, event, function):
            assert event == "post_run_cell"
            self.called.append(function)

        def unregister(self, _event, function):
            self.called.remove(function)

        def run(self):
            for function in [*self.called]:
                function(None)

    shell = Shell()
    module = type(sys)("IPython")
    module.get_ipython = lambda: shell
    monkeypatch.setitem(sys.modules, "IPython", module)
    board = open_board()
    before = board.widget._map
    board.grid[0, 0] = 7
    assert board.widget._map == before
    shell.run()
    assert board.widget._map != before
    board.on_change(lambda _board: 1 / 0)
    board.grid[0, 0] = 8
    shell.run()  # the cell is not at fault
    assert board.message == "on_change: ZeroDivisionError: division by zero"
    del board
    gc.collect()
    shell.run()
    assert shell.called == []


def test_all_that_a_page_shows_is_sent_to_it():
    sent = {
        name: trait.metadata.get("sync") for name, trait in open_board().widget.traits().items()
    }
    assert [sent[name] for name in ("_map", "_answer", "_shown")] == 3 * [True]


def test_the_caption_of_a_navigator_tells_the_work_of_each_change():
    board = open_board(kind="navigator", algorithm="dstar-lite")
    captions = [board.caption]
    for cells in ((4 * 12 + 5,), (0,), (3 * 12 + 5, 5 * 12 + 5)):
        do(board, *stroke(paint(*cells)), number=len(captions))
        captions.append(board.caption)
    assert captions == [
        "cost 9, 9 expanded for this change; 1 plan, 9 expanded in all",
        "cost 9.828, 22 expanded for this change; 2 plans, 31 expanded in all",
        "cost 9.828, no search was needed; 2 plans, 31 expanded in all",
        "cost 10.66, 29 expanded for this change; 3 plans, 60 expanded in all",
    ]


def test_a_board_that_is_shown_shows_the_grid_as_it_is():
    board = open_board()
    before = board.widget._map
    board.grid[0, 0] = 7
    board._repr_mimebundle_()
    assert board.widget._map != before
