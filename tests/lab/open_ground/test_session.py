"""The open ground page without a browser: edits, links and files, searches, and messages."""

import json
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.lab import limits
from asterion.lab.open_ground.channel import EDITS, OpenGroundChannel
from asterion.lab.open_ground.sampling import free_cells
from asterion.lab.open_ground.scenes import SCENES, box, polygon
from asterion.lab.open_ground.session import GroundSession
from asterion.lab.open_ground.setup import CELLS, HEIGHT, OUTLINE, WIDTH, GroundSetup
from asterion.lab.work import drained
from support import loops
from support.damage import damaged


def solved(setup):
    session = GroundSession()
    session.adopt(setup)
    assert drained(session.solving())
    return session.answer


def random_shape(random):
    x, y = random.uniform(-1, WIDTH + 1), random.uniform(-1, HEIGHT + 1)
    if random.random() < 0.5:
        return box(*(round(each, 3) for each in (x, y, x + random.random() * 4, y + 1)))
    return polygon(x, y, random.uniform(0.1, 4), random.randint(3, 8), random.random())


def random_setup(random, obstacles=6):
    shapes = tuple(random_shape(random) for _ in range(obstacles))
    ends = [(random.randint(0, 24000) / 1000, random.randint(0, 24000) / 1000) for _ in range(2)]
    radius = random.choice([0.0, round(random.random() * 2, 2)])
    return GroundSetup(shapes, *ends, radius, random.choice(CELLS))


# --- Searches


def test_after_any_edits_the_path_is_that_of_a_mesh_made_at_once():
    random, session = Random(5), GroundSession()
    setup = random_setup(random)
    for _ in range(60):
        match random.choice(["add", "erase", "shape", "undo", "move", "twice"]):
            case "add":
                setup = setup.with_obstacle(random_shape(random))
            case "erase" if setup.obstacles:
                setup = setup.without(random.randrange(len(setup.obstacles)))
            case "shape" if setup.obstacles:
                setup = setup.reshaped(random.randrange(len(setup.obstacles)), random_shape(random))
            case "twice" if setup.obstacles:
                setup = setup.with_obstacle(setup.obstacles[0])
            case "move":
                setup = setup.moved("goal", random.uniform(0, 24), random.uniform(0, 24))
            case "undo":
                session.undo()
                setup = session.setup
        session.adopt(setup)
        assert drained(session.solving())
        mesh, ends = at.Mesh.from_polygons(OUTLINE, setup.obstacles), (setup.start, setup.goal)
        room = all(mesh.contains(end, radius=setup.radius) for end in ends)
        path = at.find_path(mesh, *ends, radius=setup.radius) if room else ()
        line = session.answer.line
        assert bool(len(line.points)) == bool(path)
        if path:
            assert line.length == pytest.approx(path.cost, rel=1e-6)
            at.validate(mesh, path, radius=setup.radius)


def test_a_path_on_the_grid_is_a_path_of_the_disc_and_no_shorter():
    random, found = Random(11), 0
    for _ in range(60):
        setup = random_setup(random)
        answer = solved(setup)
        mesh = at.Mesh.from_polygons(OUTLINE, setup.obstacles)
        for line in answer.grid_lines:
            if not len(line.points):
                continue
            found += 1
            assert line.length >= answer.line.length * (1 - 1e-9)
            legs = zip(line.points[:-1], line.points[1:], strict=True)
            room = max(0.0, setup.radius - 1e-5)
            assert all(at.line_of_sight(mesh, a, b, radius=room) for a, b in legs)
    assert found > 40


@given(seed=st.integers(0, 10**6))
def test_a_cell_is_free_where_the_disc_has_room_on_its_whole_square(seed):
    shapely = pytest.importorskip("shapely")
    setup = random_setup(Random(seed), obstacles=3)
    setup = replace(setup, cell=max(1.0, setup.cell))
    walls = shapely.union_all([shapely.Polygon(shape) for shape in setup.obstacles])
    inner = shapely.box(0, 0, WIDTH, HEIGHT).buffer(-setup.radius, join_style="mitre")
    for (row, col), free in np.ndenumerate(free_cells(setup)):
        left, top = col * setup.cell, row * setup.cell
        square = shapely.box(left, top, left + setup.cell, top + setup.cell)
        gap = square.distance(walls)
        room = square.buffer(-1e-4).disjoint(walls) and gap >= setup.radius - 1e-4
        tight = square.buffer(1e-4).intersects(walls) or gap < setup.radius + 1e-4
        within = inner.buffer(1e-4).contains(square)
        assert room and within if free else tight or not within


@pytest.mark.parametrize("end", ["start", "goal"])
def test_an_end_without_room_is_told_with_the_nearest_place(end):
    setup = GroundSetup((box(10, 10, 14, 14),)).moved(end, 11, 12)
    answer = solved(setup)
    near = "the nearest place with room is (10.00, 12.00)"
    assert answer.line.message == f"the {end} is inside an obstacle; {near}"
    message = solved(setup.moved(end, 9.5, 12).with_radius(1)).line.message
    near = "the nearest place with room is (9.00, 12.00)"
    assert message == f"the {end} has no room for a disc of radius 1; {near}"
    assert not len(answer.f)
    everywhere = setup.with_obstacle(OUTLINE)
    assert solved(everywhere).line.message.endswith("; no place has")


def test_a_goal_that_is_walled_in_is_told():
    ring = [box(8, 8, 16, 9), box(8, 15, 16, 16), box(8, 8, 9, 16), box(15, 8, 16, 16)]
    setup = GroundSetup(tuple(ring)).moved("goal", 12, 12)
    assert solved(setup).line.message == "there is no path"
    assert solved(setup.with_radius(1)).line.message == "there is no path for a disc of radius 1"
    assert {line.message for line in solved(setup).grid_lines} == {"there is no path"}


def test_an_interval_is_expanded_when_its_f_is_the_smallest():
    for scene in SCENES:
        answer = solved(scene.make())
        assert (np.diff(answer.f) >= -1e-9).all()
        assert len(answer.f) == len(answer.intervals)


def test_results_say_how_much_longer_each_path_is():
    answer = solved(GroundSetup((), (2.5, 8.5), (21.5, 16.5)))
    first, *others = answer.rows()
    assert first["length"] == pytest.approx(np.hypot(19, 8), abs=1e-3)
    assert [row["notes"]["length"] for row in others] == ["+0.0 %", "+0.0 %", "+8.2 %"]
    assert [row["corners"] for row in answer.rows()] == [0, 0, 0, 1]


# --- Links and files


def test_a_set_up_survives_its_link_and_its_file():
    for seed in range(30):
        setup = random_setup(Random(seed))
        assert GroundSetup.from_link(setup.to_link()) == setup
        assert GroundSetup.from_file(setup.to_file()) == setup


GOOD = SCENES[0].make()


@given(data=st.data())
def test_a_damaged_link_or_file_is_read_or_refused(data):
    link = data.draw(damaged(GOOD.to_link().encode())).decode("latin-1")
    text = data.draw(damaged(GOOD.to_file().encode())).decode("latin-1")
    for read in (partial(GroundSetup.from_link, link), partial(GroundSetup.from_file, text)):
        with suppress(at.AsterionError):
            assert isinstance(read(), GroundSetup)


def test_an_end_outside_is_moved_to_the_edge():
    assert GroundSetup().moved("start", -5, 99).start == (0, HEIGHT)


# --- Messages


class Browser:
    """The newest message of each topic."""

    def __init__(self):
        self.errors = []
        self.told = {}
        self.received = 0
        self.parts = ""

    def send(self, topic, message, **_):
        if topic == "error":
            self.errors.append(json.loads(message)["text"])
        else:
            self.told[topic] = json.loads(message) if isinstance(message, str) else message


def talked(*messages):
    """A channel, and what its browser has heard, after these messages."""

    async def talk():
        channel, browser = OpenGroundChannel(), Browser()
        channel.watchers.add(browser)
        for message in ({"type": "hello"}, *messages):
            await channel.on_message(browser, message)
            if channel._work is not None:
                await channel._work
        return channel, browser

    return loops.run(talk())


def test_a_browser_draws_and_is_told_the_ground_and_the_answer():
    wall = [[10, 2], [12, 2], [12, 24], [10, 24]]
    channel, browser = talked(
        {"type": "clear"},
        {"type": "add", "points": wall},
        {"type": "place", "end": "start", "x": 2, "y": 20},
        {"type": "radius", "value": 0.5},
    )
    assert browser.errors == []
    setup = browser.told["setup"]
    assert setup["obstacles"] == [wall]
    assert (setup["start"], setup["radius"], setup["n"]) == ([2, 20], 0.5, 5)
    answer = channel.session.answer
    assert answer.line.length > np.hypot(10, 18)
    assert b'"shortest"' in browser.told["answer"]
    assert GroundSetup.from_link(browser.told["link"]["link"]) == channel.session.setup


def test_a_drag_is_one_edit():
    moves = [{"type": "place", "end": "goal", "x": x, "y": 20} for x in range(9)]
    drag = [{"type": "begin"}, *moves, {"type": "end"}]
    assert talked(*drag)[0].session.setup.goal == (8, 20)
    assert talked(*drag, {"type": "undo"})[0].session.setup == GOOD


def test_edits_during_a_search_are_answered_by_the_last_one():
    async def talk():
        channel, browser = OpenGroundChannel(), Browser()
        channel.watchers.add(browser)
        for y in range(1, 21):
            await channel.on_message(browser, {"type": "place", "end": "goal", "x": 20, "y": y})
        await channel._work
        return channel, browser

    channel, browser = loops.run(talk())
    assert channel.session.answer.setup.goal == (20, 20)
    assert browser.told["setup"]["goal"] == [20, 20]
    assert browser.told["done"]["n"] == 20


def test_random_messages_never_break_the_session():
    random = Random(7)
    numbers = [0, 3, 7.25, -4, 1e9, float("nan"), float("inf"), "2", None, [], True]
    shapes = [[[1, 1], [5, 1], [3, 6]], [[1, 1], [3, 3], [3, 1], [1, 3]], [[0, 0]], 7, [[1]], None]
    messages = [
        {
            "type": random.choice([*EDITS, "undo", "redo", "begin", "end", "again"]),
            "points": random.choice([*shapes, [*map(list, random_shape(random))]]),
            "at": random.choice([0, 1, 5, -1, "0", None, 1.5]),
            "end": random.choice(["start", "goal", "middle"]),
            "x": random.choice(numbers),
            "y": random.choice(numbers),
            "value": random.choice(numbers),
        }
        for _ in range(300)
    ]
    channel, browser = talked(*messages)
    assert channel.session.answer.setup == channel.session.setup
    assert GroundSetup.from_link(browser.told["link"]["link"]) == channel.session.setup
    assert not [text for text in browser.errors if text.split(" ")[0].endswith("Error:")]


def test_the_most_obstacles_are_answered_soon(monkeypatch):
    random = Random(3)
    setup = random_setup(random, obstacles=limits.GROUND_OBSTACLES)
    with pytest.raises(at.InvalidValue, match="at most 400"):
        setup.with_obstacle(random_shape(random))
    monkeypatch.setattr(limits, "GROUND_INTERVALS", 5)
    small = [polygon(random.random() * 24, random.random() * 24, 0.1, 6) for _ in range(200)]
    answer = solved(GroundSetup(tuple(small), (0, 0), (24, 24)))
    assert answer.line.points.size
    assert len(answer.f) == 5
