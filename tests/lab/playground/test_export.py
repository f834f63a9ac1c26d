"""Searches as an animated picture."""

import io
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from PIL import Image, ImageSequence

from asterion import maps
from asterion.errors import InvalidValue
from asterion.lab import limits
from asterion.lab.maps.moves import Fence, Link
from asterion.lab.playground.export import FRAMES, GAP, LINE, gif_of
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.lab.work import drained
from asterion.pictures import tiling
from asterion.pictures.colours import LIGHT, rgb
from support.effort import scaled
from support.setups import setups

ROLES = ("free", "wall", "open", "closed", "path", "agent", "goal")
COLOURS = np.stack([rgb(LIGHT[role]) for role in ROLES])


def gif(setup, *results):
    return Image.open(io.BytesIO(drained(gif_of(setup, results))))


def boards(picture):
    """The pixels of the only board, frame by frame."""
    for frame in ImageSequence.Iterator(picture):
        yield np.asarray(frame.convert("RGB"), float)[GAP + LINE : -LINE - GAP, GAP:-GAP]


def roles_at(pixels, setup, x, y):
    """By cell: the role whose colour is nearest, at a place in its tile; (0, 0) is its middle."""
    scale = min(480 / max(tiling.extent(setup.tiles, setup.cells.shape)), 24)
    centres = tiling.centres(setup.tiles, np.argwhere(np.ones(setup.cells.shape)))
    col, row = ((centres + np.array([x, y])) * scale).astype(int).T
    away = np.abs(pixels[row, col][:, None] - COLOURS).sum(axis=2)
    return np.array(ROLES)[away.argmin(axis=1)].reshape(setup.cells.shape)


@pytest.mark.slow
def test_the_search_spreads_and_the_path_comes_last():
    setup = Setup(runs=(Run("astar"),))
    [found] = Playground(setup).solve()
    picture = gif(setup, found)
    assert 30 < picture.n_frames <= FRAMES + 1
    frames = [*boards(picture)]
    ground = [roles_at(frame, setup, -0.3, -0.3) for frame in frames]
    closed = [np.count_nonzero(frame == "closed") for frame in ground]
    assert all(before < after for before, after in pairwise(closed[:-1]))
    for frame in ground:
        assert ((frame == "wall") == (setup.cells == 0)).all()
    middles = [roles_at(frame, setup, 0, 0) for frame in frames]
    assert not any((frame == "path").any() for frame in middles[:-1])
    on_path = {(row, col) for row, col in np.argwhere(middles[-1] == "path").tolist()}
    assert on_path == {*found.path} - {setup.start, setup.goal}


@pytest.mark.slow
def test_all_boards_are_in_it_each_as_it_is_alone():
    setup = Setup(runs=(Run("dijkstra"), Run("astar"), Run("greedy")))
    setup = setup.with_map(maps.rooms((25, 41), seed=4).cost.astype(np.uint8))
    results = Playground(setup).solve()
    one, three = gif(setup, results[1]), gif(setup, *results)
    assert three.width == 2 * one.width - GAP  # two beside each other, the third below
    assert three.height == 2 * one.height - GAP
    for picture in (one, three):
        picture.seek(picture.n_frames - 1)
    alone, page = (np.asarray(each.convert("RGB"), int) for each in (one, three))
    beside = page[: one.height, -one.width :]
    assert np.abs(beside - alone).max() < 40  # both have their own palette
    assert alone[:LINE, GAP:].min() < 90  # its title is written in ink


@pytest.mark.slow
@given(setups())
@settings(max_examples=scaled(30, least=10))
def test_every_search_with_a_trace_has_a_picture(setup):
    for found in Playground(setup).solve():
        if found.trace is not None:
            assert gif(setup, found).n_frames <= FRAMES + 2


def test_a_search_recorded_at_moments_has_a_picture(monkeypatch):
    monkeypatch.setattr(limits, "SEARCH_EVENTS", 100)
    setup = Setup(runs=(Run("dijkstra"),))
    [found] = Playground(setup).solve()
    assert found.trace is None
    *_, before, last = (roles_at(board, setup, -0.3, -0.3) for board in boards(gif(setup, found)))
    assert 0 < (before == "closed").sum() < (last == "closed").sum()


def test_searches_without_traces_have_none():
    setup = Setup()
    with pytest.raises(InvalidValue, match="no board can be played"):
        gif(setup, *Playground(setup).solve(briefly=True))


@pytest.mark.parametrize("moves", ["hex", "hex-columns", "triangle"])
def test_tiles_are_drawn_where_they_are(moves):
    cells = np.ones((6, 8), np.uint8)
    cells[2, 3] = 0
    setup = Setup(cells, (0, 0), (5, 7), moves, (Run("astar"),))
    [found] = Playground(setup).solve()
    names = roles_at([*boards(gif(setup, found))][-1], setup, 0, 0)
    assert (names[5, 7], names[2, 3]) == ("goal", "wall")
    on_path = {(row, col) for row, col in np.argwhere(names == "path").tolist()}
    assert on_path == {*found.path[1:-1]}


def test_links_and_fences_are_drawn():
    ways = {"links": (Link((1, 1), (4, 6), 2.0),), "fences": (Fence((2, 2), (2, 3)),)}
    plain = Setup(np.ones((6, 8), np.uint8), (0, 0), (5, 7), "never", (Run("astar"),))
    for setup, is_drawn in ((plain, False), (replace(plain, **ways), True)):
        [found] = Playground(setup).solve()
        pixels = [*boards(gif(setup, found))][-1]
        for role in ("link", "fence"):
            near = np.abs(pixels - rgb(LIGHT[role])).sum(axis=2) < 40
            assert near.any() == is_drawn
