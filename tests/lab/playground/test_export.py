"""A search as an animated picture."""

import io
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from PIL import Image, ImageSequence

from asterion.lab.playground.export import FRAMES, gif_of
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.shared.search_run import Run
from support.effort import scaled
from support.setups import setups

COLOURS = {
    "free": (255, 255, 255),
    "wall": (43, 48, 59),
    "open": (74, 169, 230),
    "closed": (191, 208, 230),
    "path": (240, 180, 0),
    "start": (11, 79, 158),
    "goal": (0, 122, 90),
}
NAMES = {colour: name for name, colour in COLOURS.items()}


def frames_of(setup, found):
    """The pictures, each as what the cells are; and for how many milliseconds they show."""
    picture = Image.open(io.BytesIO(gif_of(setup, found)))
    rows, cols = setup.cells.shape
    frames, times = [], []
    for frame in ImageSequence.Iterator(picture):
        times.append(frame.info.get("duration", 0))
        pixels = np.asarray(frame.convert("RGB"))
        side = pixels.shape[0] // rows
        assert pixels.shape == (rows * side, cols * side, 3)
        cells = pixels[side // 2 :: side, side // 2 :: side]
        assert (cells.repeat(side, 0).repeat(side, 1) == pixels).all()
        frames.append([[NAMES.get(tuple(map(int, cell))) for cell in row] for row in cells])
    return frames, times, picture


def counts(frame):
    cells = [cell for row in frame for cell in row]
    return {name: cells.count(name) for name in COLOURS}


def test_the_search_spreads_and_the_path_comes_last():
    setup = Setup(runs=(Run("astar"),))
    [found] = Playground(setup).solve()
    frames, times, picture = frames_of(setup, found)
    assert 30 < len(frames) <= FRAMES + 1
    assert picture.info["loop"] == 0
    assert times[-1] == 2500
    assert set(times[:-1]) == {60}
    closed = [counts(frame)["closed"] for frame in frames[:-1]]
    assert closed == sorted(closed)
    assert all(after > before for before, after in pairwise(closed))
    for frame in frames:
        assert frame[setup.start[0]][setup.start[1]] == "start"
        assert frame[setup.goal[0]][setup.goal[1]] == "goal"
        assert counts(frame)["wall"] == (setup.cells == 0).sum()
    assert all(counts(frame)["path"] == 0 for frame in frames[:-1])
    on_path = {(r, c) for r, row in enumerate(frames[-1]) for c, n in enumerate(row) if n == "path"}
    assert on_path == {*found.path} - {setup.start, setup.goal}


def test_terrain_grows_darker_with_its_cost():
    cells = np.array([[1, *range(1, 10), 1]], np.uint8)
    setup = Setup(cells, (0, 0), (0, 0), runs=(Run("bfs"),))
    [found] = Playground(setup).solve()
    picture = Image.open(io.BytesIO(gif_of(setup, found))).convert("RGB")
    side = picture.width // cells.size
    light = [sum(picture.getpixel((side * col, 0))) for col in range(1, 10)]
    assert light[0] == 3 * 255
    assert all(after < before for before, after in pairwise(light))


@pytest.mark.slow
@given(setups())
@settings(max_examples=scaled(30, least=10))
def test_every_search_with_a_trace_has_a_picture(setup):
    for found in Playground(setup).solve():
        if found.trace is None:
            continue
        frames, times, _ = frames_of(setup, found)
        assert len(frames) <= FRAMES + 2
        if len(frames) > 1:
            assert times[-1] >= 2500


def test_a_search_without_a_trace_has_none():
    setup = Setup()
    with pytest.raises(ValueError, match="without a trace"):
        gif_of(setup, Playground(setup).solve(briefly=True)[0])


@pytest.mark.slow
def test_the_largest_map_is_drawn():
    setup = Setup(runs=(Run("astar"),)).with_map(np.ones((512, 512), np.uint8))
    [found] = Playground(setup).solve()
    picture = Image.open(io.BytesIO(gif_of(setup, found)))
    assert picture.size == (512, 512)


@pytest.mark.slow
def test_a_picture_is_of_the_map_that_was_searched():
    playground = Playground()
    [found, _] = playground.solve()
    searched = playground.setup
    playground.adopt(searched.with_map(np.ones((3, 4), np.uint8)))  # and not yet solved
    assert playground.solved is searched
    frames, _, _ = frames_of(playground.solved, found)
    assert counts(frames[-1])["wall"] == (searched.cells == 0).sum()
