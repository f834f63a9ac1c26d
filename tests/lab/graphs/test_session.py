"""The graphs page without a browser: edits, links and files, and records of its searches."""

import contextlib
import json
from random import Random
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.lab import limits
from asterion.lab.graphs.channel import EDITS, GraphsChannel
from asterion.lab.graphs.parts import HIGHEST, Arc, Spot
from asterion.lab.graphs.session import GraphSession
from asterion.lab.graphs.setup import (
    OPTIONS,
    GraphSetup,
    searches,
)
from asterion.lab.searches.search_run import Run
from asterion.lab.work import drained
from asterion.search import registry
from support import loops
from support.damage import damaged

NAMES = [info.name for info in searches()]


def solved(setup):
    session = GraphSession()
    session.adopt(setup)
    assert drained(session.solving())
    return session


def example(number=1):
    return GraphSetup.example(number)


# --- Records


@pytest.mark.parametrize(("number", "iterations"), [(1, 5), (2, 5), (3, 9)])
def test_an_example_is_written_down_as_the_lecture_does(number, iterations):
    written = solved(example(number)).written
    assert len(written.steps) == iterations + 1
    _, graph, start, goal, heuristic = at.lecture.example(number)
    assert written.lines == str(at.lecture_trace(graph, start, goal, heuristic=heuristic))
    assert written.message == f"A → B → C → D → E → F costs 14, after {iterations} iterations"
    assert written.path == [0, 1, 2, 3, 4, 5]


def test_a_step_says_what_is_new_in_it():
    sixth = solved(example(3)).written.steps[6]
    assert sixth["node"] == "B"
    assert sixth["open"] == [["C(B,4,15)", True]]
    assert [text for text, is_new in sixth["closed"] if is_new] == ["B(A,3,19)"]


def test_the_fast_rule_is_said_to_miss_the_cheapest_path():
    written = solved(example(3).with_search("astar", stop="fast")).written
    assert (
        written.message
        == "A → C → D → E → F costs 15 (1 more than the cheapest), after 4 iterations"
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_search_on_offer_writes_down_its_lists(name):
    session = solved(example(2).with_search(name))
    written = session.written
    assert written.status == "found"
    assert at.validate(session.setup.graph(), at.find_path(session.setup.graph(), "A", "F")) == 14
    for step in written.steps:
        listed = [text.split("(")[0] for part in ("closed", "open") for text, _ in step[part]]
        assert sorted(listed + [text for text, _ in step["unvisited"]]) == list("ABCDEF")
    assert len(written.log["kind"]) == len(written.log["g"])


def test_a_goal_out_of_reach_is_an_answer():
    written = solved(example().with_ends(start="F", goal="A")).written
    assert written.status == "unreachable"
    assert written.message == "there is no path from F to A, after 1 iteration"
    assert written.steps[-1]["unvisited"] == [[name, False] for name in "ABCDE"]


def test_a_long_search_is_shown_as_far_as_it_came(monkeypatch):
    monkeypatch.setattr(limits, "GRAPH_ITERATIONS", 3)
    written = solved(example()).written
    assert (written.status, written.message) == ("stopped", "stopped after 3 iterations")
    assert [step["node"] for step in written.steps] == [None, *"ABC"]
    assert written.path == []


def test_options_that_no_search_takes_are_said_and_the_graph_stays():
    session = solved(GraphSetup.from_file(changed(options={"ties": "straight", "stop": "fast"})))
    assert session.written.status == "error"
    assert "straight" in session.written.message
    assert session.written.steps == []


@pytest.mark.parametrize("fault", ["raises", "shows nothing", "shows nonsense"])
def test_a_search_of_ones_own_may_be_as_bad_as_it_likes(monkeypatch, fault):
    class Own:
        def __init__(self, world, start, goals):
            self.path = at.find_path(world, start, goals[0])
            if fault == "shows nonsense":
                self.trace = at.Trace(world, kind=[9], node=[99], parent=[77], g=["x"], h=[None])

        def step(self):
            if fault == "raises":
                raise RuntimeError("no idea")
            return "found"

    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("mine", Own, worlds=("graph",))
    written = solved(example().with_search("mine")).written
    if fault == "raises":
        assert (written.status, written.message) == ("error", "RuntimeError: no idea")
    else:
        assert written.message.endswith("costs 14; mine shows no lists")
        assert written.log is None


def test_a_search_that_is_slow_is_ended_by_its_time_after_any_step(monkeypatch):
    class Own:
        steps = 0

        def __init__(self, world, start, goals):
            pass

        def step(self):
            Own.steps += 1
            sleep(limits.GRAPH_SECONDS)
            return "running"

    monkeypatch.setattr(limits, "GRAPH_SECONDS", 0.01)
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("mine", Own, worlds=("graph",))
    assert solved(example().with_search("mine")).written.status == "stopped"
    assert Own.steps == 1


# --- Estimates


def test_the_doctor_speaks_in_sentences():
    assert solved(example(1)).diagnosis() == "Admissible and consistent."
    assert solved(example(2)).diagnosis() == (
        "Admissible. Not consistent: from B to C the estimate falls by 1 more than the "
        "connection costs."
    )
    assert (
        solved(example(3))
        .diagnosis()
        .startswith("Not admissible: too large at B by 5. Not consistent")
    )


def test_true_costs_as_estimates_lead_along_the_path():
    session = solved(example(3))
    session.adopt(session.true_costs())
    assert [spot.estimate for spot in session.setup.nodes] == [14, 11, 10, 7, 1, 0]
    drained(session.solving())
    assert [step["node"] for step in session.written.steps] == [None, *"ABCDE"]


# --- Edits


def test_edits_leave_what_was_there_before_as_it_was():
    before = example()
    after = (
        before.with_node(0.5, 0.25)
        .connected("A", "G", both=True)
        .with_cost(9, 2.5)
        .turned(10)
        .with_estimate("G", 3)
        .renamed("A", " home ")
        .moved("G", 2, -1)
    )
    assert before == example()
    assert after.nodes[-1] == Spot("G", 1, 0, 3)
    assert after.connections[-2:] == (Arc("home", "G", 2.5), Arc("home", "G", 1))
    assert (after.start, after.connections[0].source) == ("home", "home")


def test_parallel_connections_are_kept_apart():
    setup = example().connected("A", "B").with_cost(9, 3.5)
    assert [arc.cost for arc in setup.connections if arc[:2] == ("A", "B")] == [3, 3.5]
    assert solved(setup).written.walked[0] == 0
    assert solved(setup.with_cost(0, 8)).written.walked[0] == 9


def test_deleting_a_node_takes_its_connections_and_passes_its_role_on():
    setup = example().without_node("A")
    assert setup.start == "B"
    assert all("A" not in arc[:2] for arc in setup.connections)
    assert example().without_node("F").goal == "E"
    assert len(example().without_connection(0).connections) == 8
    assert example().cleared().names == ["A", "F"]
    assert example().cleared().connections == ()


def test_new_nodes_get_the_first_name_that_is_free():
    setup = example().without_node("B").with_node(0, 0)
    assert setup.nodes[-1].name == "B"
    for _ in range(limits.GRAPH_NODES - 6):
        setup = setup.with_node(0.5, 0.5)
    assert setup.nodes[-1].name == "H2"
    with pytest.raises(at.InvalidValue, match="the graph has 61 nodes; the lab takes 1 to 60"):
        setup.with_node(0, 0)


def test_another_search_keeps_the_options_that_it_takes():
    setup = example(3).with_search("astar", stop="fast", ties="lifo")
    assert setup.with_search("dijkstra").run == Run("dijkstra", {"ties": "lifo", "stop": "fast"})
    assert setup.with_search("greedy").run == Run("greedy", {"ties": "lifo"})
    assert setup.with_search("bfs").with_search("astar").run.options["stop"] == "guaranteed"


def test_connections_have_a_limit():
    setup = example()
    while len(setup.connections) < limits.GRAPH_CONNECTIONS:
        setup = setup.connected("A", "B")
    with pytest.raises(
        at.InvalidValue, match="the graph has 241 connections; the lab takes at most 240"
    ):
        setup.connected("A", "B")


def test_what_was_searched_for_before_an_edit_is_not_shown():
    session = GraphSession()
    search = session.solving()
    next(search)
    session.adopt(session.setup.with_ends(start="F", goal="A"))
    assert drained(search) is False
    assert (session.solved, session.written.status) == (None, "running")
    assert drained(session.solving()) is True
    assert session.written.message == "there is no path from F to A, after 1 iteration"
    assert session.solved is session.setup


def test_undo_and_redo_take_whole_strokes():
    session = GraphSession()
    session.edits.begin_stroke()
    for x in (0.1, 0.2, 0.3):
        session.adopt(session.setup.moved("C", x, 0.5))
    session.edits.end_stroke()
    session.adopt(session.setup.with_cost(0, 9))
    assert session.undo()
    assert session.setup.connections[0].cost == 3
    assert session.undo()
    assert session.setup == example()
    assert not session.undo()
    assert session.redo()
    assert session.setup.nodes[2].x == 0.3


def test_what_changes_nothing_is_nothing_to_undo():
    session = GraphSession()
    session.adopt(session.setup.with_cost(0, 3.0))
    assert not session.undo()


def test_moving_nodes_about_searches_nothing_again():
    session = solved(example())
    written = session.written
    session.adopt(session.setup.moved("C", 0.1, 0.1))
    assert drained(session.solving())
    assert session.written is written
    session.adopt(session.setup.with_cost(0, 4))
    assert drained(session.solving())
    assert session.written is not written


# --- Links and files


def changed(**parts):
    return json.dumps({**json.loads(example().to_file()), **parts})


@st.composite
def graph_setups(draw):
    names = draw(st.lists(st.text("ABCäö→ 1", min_size=1, max_size=5), min_size=1, unique=True))
    names = [name for name in names if name.strip()] or ["A"]
    place, number = st.floats(0, 1), st.floats(0, HIGHEST)
    spots = tuple(Spot(name, draw(place), draw(place), draw(number)) for name in names)
    ends = st.tuples(st.sampled_from(names), st.sampled_from(names))
    pairs = [pair for pair in draw(st.lists(ends, max_size=8)) if pair[0] != pair[1]]
    arcs = tuple(Arc(*pair, draw(number)) for pair in pairs)
    name = draw(st.sampled_from(NAMES))
    choices = {
        "ties": st.sampled_from(["fifo", "lifo", "random"]),
        "stop": st.sampled_from(["fast", "guaranteed"]),
        "reopen": st.sampled_from(["passive", "active", "off"]),
        "weight": st.sampled_from([0.5, 1, 2.0]),
    }
    taken = next(info.options for info in searches() if info.name == name)
    options = {key: draw(choices[key]) for key in OPTIONS if key in taken and key in choices}
    return GraphSetup(spots, arcs, *draw(ends), Run(name, options))


@given(graph_setups())
def test_links_and_files_hold_all_of_it(setup):
    assert GraphSetup.from_link(setup.to_link()) == setup
    assert GraphSetup.from_file(setup.to_file()) == setup
    session = solved(setup)
    assert session.written.status in ("found", "unreachable")
    json.dumps(session.written.log, allow_nan=False)


@given(st.binary(max_size=60) | damaged(example().to_file().encode()))
def test_a_damaged_file_is_refused_or_read_and_nothing_else(data):
    with contextlib.suppress(at.InvalidValue):
        solved(GraphSetup.from_file(data.decode("utf-8", "replace")))


# --- Messages


class Browser:
    """Says things, and keeps the answers."""

    def __init__(self):
        self.graph = self.places = self.link = None
        self.errors = []
        self.received = 0
        self.parts = ""

    def send(self, topic, text, **_):
        message = json.loads(text)
        if topic == "error":
            self.errors.append(message["text"])
        elif topic in ("graph", "places", "link"):
            setattr(self, topic, message)


def talked(*messages):
    """The state of a browser after all these messages."""

    async def talk():
        channel, browser = GraphsChannel(), Browser()
        channel.watchers.add(browser)
        for message in ({"type": "hello"}, *messages):
            await channel.on_message(browser, message)
            if channel._work is not None:
                await channel._work
        return channel, browser

    return loops.run(talk())


def test_a_browser_draws_and_is_told_what_was_found():
    channel, browser = talked(
        {"type": "add", "x": 0.9, "y": 0.1},
        {"type": "connect", "source": "A", "target": "G", "both": False},
        {"type": "connect", "source": "G", "target": "F", "both": True},
        {"type": "cost", "connection": 9, "cost": "2"},
        {"type": "estimate", "node": "G", "value": 4},
        {"type": "place", "node": "G", "x": 0.5, "y": 0.5},
    )
    assert browser.errors == []
    assert browser.graph["message"] == "A → G → F costs 3, after 2 iterations"
    assert browser.graph["connections"][-3:] == [[0, 6, 2], [6, 5, 1], [5, 6, 1]]
    assert browser.graph["walked"] == [9, 10]
    assert browser.places["places"]["G"] == [0.5, 0.5]
    assert GraphSetup.from_link(browser.link["link"]) == channel.session.setup


def test_random_edits_never_break_the_session():
    random = Random(7)
    kinds = [*EDITS, "undo", "redo", "begin", "end"]
    names = [*"ABCDEFGH", "Z"]
    messages = [
        {
            "type": random.choice(kinds),
            "node": random.choice(names),
            "name": random.choice(names),
            "source": random.choice(names),
            "target": random.choice(names),
            "both": random.random() < 0.3,
            "connection": random.randrange(-1, 12),
            "cost": random.choice([0, 1, 5, -1, "3", None]),
            "value": random.choice([0, 2, 9, -1, "x"]),
            "x": random.random(),
            "y": random.random(),
        }
        for _ in range(400)
    ]
    channel, browser = talked(*messages)
    assert channel.session.solved == channel.session.setup
    assert browser.graph["status"] in ("found", "unreachable")
    assert GraphSetup.from_link(browser.link["link"]) == channel.session.setup
