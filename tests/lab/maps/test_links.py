"""Set-ups as links: round trips, and damaged links."""

import base64
import json
import re
import zlib
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

import asterion as at
from asterion.lab import limits
from asterion.lab.maps.map_setup import MapSetup
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.lab.terrain.setup import TerrainSetup
from support.damage import damaged
from support.setups import setups, terrain_setups

PAGES = [Setup, TerrainSetup]
GOOD = {page: page().to_link() for page in PAGES}


def packed(text):
    """A link that holds any text."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


def opened(link):
    data = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
    return json.loads(zlib.decompress(data))


def told(page, **parts):
    """A link of a page with some parts replaced."""
    return packed(json.dumps({**opened(GOOD[page]), **parts}))


def without(page, part):
    return packed(json.dumps({k: v for k, v in opened(GOOD[page]).items() if k != part}))


def read(page, link):
    """The set-up of a link, or its errors, in words for people."""
    try:
        return page.from_link(link)
    except at.AsterionError as error:
        message = str(error)
    assert 0 < len(message) < 400
    return message


def is_refused(page, link):
    message = read(page, link)
    assert isinstance(message, str), "it was taken"
    return message


# --- Round trips


def same_ground(a, b):
    assert (a.cells == b.cells).all()
    assert a.cells.shape == b.cells.shape
    assert (a.start, a.goal, a.diagonal) == (b.start, b.goal, b.diagonal)
    assert (a.links, a.fences) == (b.links, b.fences)


@given(setups())
def test_a_playground_survives_its_link(setup):
    back = Setup.from_link(setup.to_link())
    same_ground(setup, back)
    assert back.runs == setup.runs
    assert back.to_link() == setup.to_link()


@given(terrain_setups())
def test_a_terrain_survives_its_link(setup):
    back = TerrainSetup.from_link(setup.to_link())
    same_ground(setup, back)
    assert [(a.algorithm, dict(a.options)) for a in back.agents] == [
        (a.algorithm, dict(a.options)) for a in setup.agents
    ]
    assert (back.mode, back.sight) == (setup.mode, setup.sight)
    assert (back.starts, back.orders) == (setup.starts, setup.orders)
    assert back.to_link() == setup.to_link()


@pytest.mark.slow
def test_the_largest_map_has_a_link_too():
    cells = np.array(Random(3).choices(range(10), k=limits.MAP_CELLS), np.uint8).reshape(1536, 1536)
    setup = Setup().with_map(cells)
    link = setup.to_link()
    assert re.fullmatch(r"[-_A-Za-z0-9]+", link)
    same_ground(setup, Setup.from_link(link))


def test_a_link_of_a_padded_length_is_read():
    assert Setup.from_link(GOOD[Setup] + "=" * (-len(GOOD[Setup]) % 4)).runs == Setup().runs


# --- Damaged links


@pytest.mark.parametrize("page", PAGES)
def test_a_cut_link_is_refused(page):
    link = GOOD[page]
    for length in range(len(link) - 8):
        is_refused(page, link[:length])


@pytest.mark.parametrize("page", PAGES)
@given(data=st.data())
def test_a_link_with_a_few_bytes_changed_is_read_or_refused(page, data):
    link = data.draw(damaged(GOOD[page].encode())).decode("latin-1")
    assert isinstance(read(page, link), page | str)


@pytest.mark.parametrize("page", PAGES)
@given(data=st.data())
def test_a_set_up_with_a_few_letters_changed_is_read_or_refused(page, data):
    inside = json.dumps(opened(GOOD[page])).encode()
    assert isinstance(read(page, packed(data.draw(damaged(inside)))), page | str)


@pytest.mark.slow
@given(st.text() | st.binary().map(lambda data: base64.urlsafe_b64encode(data).decode()))
def test_noise_is_refused(link):
    is_refused(Setup, link)


@pytest.mark.parametrize("link", [None, 5, 2.5, ["a"], {"v": 1}, b"abc", True, float("nan")])
def test_what_is_no_text_is_refused(link):
    is_refused(Setup, link)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([10**30, -1, 10**4000, 1e308, "astar", "clear", "\ud800", "٣", "x" * 9999]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@pytest.mark.parametrize("page", PAGES)
@given(data=st.data())
def test_any_value_in_any_place_is_taken_or_refused(page, data):
    part = data.draw(st.sampled_from(sorted(opened(GOOD[page]))))
    link = told(page, **{part: data.draw(ANYTHING)})
    setup = read(page, link)
    if isinstance(setup, page):
        assert page.from_link(setup.to_link()).to_link() == setup.to_link()


@pytest.mark.parametrize("page", PAGES)
@given(data=st.data())
def test_any_options_are_taken_or_refused(page, data):
    name, key = ("astar", "runs") if page is Setup else ("dstar-lite", "agents")
    option = data.draw(st.sampled_from(["heuristic", "weight", "ties", "seed", "x", ""]))
    link = told(page, **{key: [[name, {option: data.draw(ANYTHING)}]]})
    assert isinstance(read(page, link), page | str)


@pytest.mark.parametrize("page", PAGES)
def test_a_link_that_lacks_a_part_says_which(page):
    for part in opened(GOOD[page]):
        message = is_refused(page, without(page, part))
        assert part in message or (part == "v" and "the link has the format" in message)


# Beside those of `refusals.txt`, which has the words for each part.
@pytest.mark.parametrize(
    "parts",
    [
        {"v": None},
        {"shape": [10**9, 10**9]},
        {"shape": [float("inf"), 1]},
        {"shape": [float("nan"), 1]},
        {"shape": [1, 3], "cells": "1-1"},
        {"shape": [1, 3], "cells": "1٣1"},
        {"shape": [1537, 1536], "cells": "1" * 1537 * 1536},
        {"start": [float("inf"), 0]},
        {"goal": [10**300, 0]},
        {"links": [[0, 0, 1, 0, float("nan"), 1]]},
        {"links": [[0, 0, 1, 0]]},
        {"runs": [["dstar-lite", {}]]},
        {"runs": [["astar", {"heuristic": [[1]]}]]},
        {"runs": [["astar", {"ties": "x" * 100_000}]]},
    ],
    ids=", ".join,
)
def test_a_link_with_a_part_that_is_not_one_is_refused(parts):
    is_refused(Setup, told(Setup, **parts))


def test_a_bomb_is_refused_before_it_goes_off():
    zeros = b'{"v": 1, "cells": "' + b"0" * 30_000_000
    is_refused(Setup, packed(zeros))


@pytest.mark.parametrize("text", ["[" * 99_999, '{"v":' * 99_999, '{"v":1,"runs":' + "[" * 50_000])
def test_a_deep_link_is_refused(text):
    is_refused(Setup, packed(text))


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "3", '"v"', "{}", "[1]", b"\xff\xfe", "9" * 5000]
)
def test_a_link_of_something_else_is_refused(text):
    is_refused(Setup, packed(text))


# --- Promises of a set-up


@given(setups(), setups())
def test_another_map_has_a_way_between_its_ends(setup, other):
    moved = setup.with_map(other.cells)
    assert other.cells[moved.start] > 0
    assert at.reachable(moved.grid(), moved.start)[moved.goal]
    assert moved.runs == setup.runs


@pytest.mark.parametrize("walls", [[8], [23], [8, 23], [2, 5, 8, 20]], ids=str)
def test_the_ends_on_another_map_are_in_its_largest_part_near_where_they_were(walls):
    cells = np.ones((32, 16), np.uint8)
    cells[walls] = 0
    moved = MapSetup(np.ones((4, 4), np.uint8), (0, 0), (3, 3)).with_map(cells)
    borders = [-1, *walls, 32]
    above, below = max(pairwise(borders), key=lambda part: part[1] - part[0])
    rows = range(above + 1, below)
    # The first cell of the former map covered rows 0 to 7 of this one and columns 0 to 3.
    for (row, col), middle in ((moved.start, (3.5, 1.5)), (moved.goal, (27.5, 13.5))):
        nearest = min(max(abs(r - middle[0]), abs(c - middle[1])) for r in rows for c in range(16))
        assert row in rows
        assert max(abs(row - middle[0]), abs(col - middle[1])) == nearest


def test_a_ground_alone_has_links_too():
    ground = MapSetup(np.ones((2, 2), np.uint8), (0, 0), (1, 1))
    same_ground(ground, MapSetup.from_link(ground.to_link()))


def test_titles_name_the_options():
    assert Run("astar").title == "A*"
    assert Run("astar", {"weight": 2.0, "ties": "fifo"}).title == "A*, weight 2, ties fifo"


# --- The terrain


@given(terrain_setups())
def test_a_set_up_of_a_terrain_begins_or_says_why_not(setup):
    try:
        session = setup.session()
    except at.InvalidValue as error:
        event(str(error))
        return
    assert (session.world.cost == setup.cells).all()
    assert session.goal == setup.goal
    assert session.setup is setup
    starts = setup.posts if setup.mode == "orders" else [setup.start] * len(setup.agents)
    assert [walker.agent.position for walker in session.walkers] == [*starts]


def test_the_first_set_ups_lead_somewhere():
    setup = Setup()
    assert at.find_path(setup.grid(), setup.start, setup.goal)
    session = TerrainSetup().session()
    while session.step():
        pass
    assert all(walker.reached for walker in session.walkers)
