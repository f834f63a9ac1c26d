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
from asterion.lab.maps.moves import Fence, Link
from asterion.lab.maps.tiles import extent, middle
from asterion.lab.playground.export import FRAMES, gif_of
from asterion.lab.playground.session import Playground
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.lab.work import drained
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


HEAVY = np.array((138, 109, 59))  # as palette.js has it
TOP, LEFT = 34, 12  # of the first board, in pixels


def gif(setup, *results):
    return Image.open(io.BytesIO(drained(gif_of(setup, results))))


def frames_of(setup, found):
    """The pictures, each as what the cells are; and for how many milliseconds they show."""
    picture = gif(setup, found)
    rows, cols = setup.cells.shape
    side = max(1, 520 // max(rows, cols))
    frames, times = [], []
    for frame in ImageSequence.Iterator(picture):
        times.append(frame.info.get("duration", 0))
        pixels = np.asarray(frame.convert("RGB"))[TOP:, LEFT:][: rows * side, : cols * side]
        cells = pixels[side // 2 :: side, side // 2 :: side]
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


def test_terrain_grows_darker_with_its_cost_under_the_search_too():
    cells = np.array([[1, *range(1, 10), 1]], np.uint8)
    ways = {"as it is": ((0, 0), (0, 0)), "searched": ((0, 0), (0, 10))}
    shades = {}
    for name, (start, goal) in ways.items():
        setup = Setup(cells, start, goal, runs=(Run("bfs"),))
        picture = gif(setup, *Playground(setup).solve())
        picture.seek(picture.n_frames - 1)
        pixels = np.asarray(picture.convert("RGB"))[TOP]  # above strokes and path
        shades[name] = [pixels[LEFT + 47 * col + 2].astype(int) for col in range(1, 10)]
        light = [shade.sum() for shade in shades[name]]
        assert all(after < before for before, after in pairwise(light)), name
    assert shades["as it is"][0].sum() == 3 * 255
    closed = np.array(COLOURS["closed"])
    assert (shades["searched"][0] == closed).all()
    for bare, searched in zip(shades["as it is"][1:], shades["searched"][1:], strict=True):
        assert (abs(searched - bare) > 0).any()  # it was tinted
        assert abs(searched - HEAVY).sum() < abs(closed - HEAVY).sum()  # and shows through


def test_dear_ground_has_strokes_where_cells_are_large_enough():
    def strokes(cost, cols):
        cells = np.full((1, cols), 1, np.uint8)
        cells[0, 2] = cost
        setup = Setup(cells, (0, 0), (0, 0), runs=(Run("bfs"),))
        picture = np.asarray(gif(setup, *Playground(setup).solve()).convert("RGB"))
        side = 520 // cols
        column = picture[TOP : TOP + side, LEFT + 2 * side + side // 2]
        return sum(tuple(map(int, pixel)) == (98, 88, 66) for pixel in column)

    assert [strokes(cost, 20) for cost in (1, 2, 4, 5, 7, 8, 9)] == [0, 1, 1, 2, 2, 3, 3]
    assert strokes(9, 86) == 3
    assert strokes(9, 87) == 0  # 5 pixels a cell


def test_all_boards_are_in_it_with_titles_and_costs():
    setup = Setup(runs=(Run("dijkstra"), Run("astar"), Run("greedy")))
    setup = setup.with_map(maps.rooms((25, 41), seed=4).cost.astype(np.uint8))
    results = Playground(setup).solve()
    one, three = gif(setup, results[0]), gif(setup, *results)
    assert three.n_frames <= FRAMES + 2
    assert three.width == 2 * one.width - 12  # two beside each other, the third below
    assert three.height == 2 * one.height - 12
    page = np.asarray(three.convert("L"))
    for title in (page[12:34, 12:200], page[12:34, one.width : one.width + 180]):
        assert title.min() < 90  # written in ink
    alone = np.asarray(gif(setup, results[1]).convert("L"))
    below = slice(TOP + 12 * 25, TOP + 12 * 25 + 22)
    assert (alone[below, 12:200] == page[below, one.width : one.width + 188]).all()


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


def test_searches_without_traces_have_none():
    setup = Setup()
    with pytest.raises(InvalidValue, match="no board has a trace"):
        gif(setup, *Playground(setup).solve(briefly=True))


@pytest.mark.slow
def test_the_largest_map_is_drawn():
    setup = Setup(runs=(Run("astar"),)).with_map(np.ones((1024, 1024), np.uint8))
    [found] = Playground(setup).solve()
    assert gif(setup, found).size == (1024 + 24, 1024 + 2 * 22 + 24)


@pytest.mark.slow
def test_a_picture_is_of_the_map_that_was_searched():
    playground = Playground()
    [found, _] = playground.solve()
    searched = playground.setup
    playground.adopt(searched.with_map(np.ones((3, 4), np.uint8)))  # and not yet solved
    assert playground.solved is searched
    frames, _, _ = frames_of(playground.solved, found)
    assert counts(frames[-1])["wall"] == (searched.cells == 0).sum()


@pytest.mark.parametrize("moves", ["hex", "hex-columns", "triangle"])
def test_tiles_are_drawn_where_they_are(moves):
    cells = np.ones((6, 8), np.uint8)
    cells[2, 3] = 0
    setup = Setup(cells, (0, 0), (5, 7), moves, (Run("astar"),))
    [found] = Playground(setup).solve()
    picture = gif(setup, found)
    picture.seek(picture.n_frames - 1)
    pixels = np.asarray(picture.convert("RGB"))[TOP:, LEFT:]
    scale = int(520 / max(extent(cells.shape, moves)))
    names = {}
    for cell in np.ndindex(*cells.shape):
        down, right = middle(cell, moves)
        colour = pixels[int(down * scale), int(right * scale)]
        names[cell] = NAMES.get(tuple(map(int, colour)))
    assert (names[0, 0], names[5, 7], names[2, 3]) == ("start", "goal", "wall")
    assert {cell for cell, name in names.items() if name == "path"} == {*found.path[1:-1]}


def test_links_and_fences_are_drawn():
    ways = {"links": (Link((1, 1), (4, 6), 2.0),), "fences": (Fence((2, 2), (2, 3)),)}
    plain = Setup(np.ones((6, 8), np.uint8), (0, 0), (5, 7), "never", (Run("astar"),))
    for setup, is_drawn in ((plain, False), (replace(plain, **ways), True)):
        [found] = Playground(setup).solve()
        pixels = np.asarray(gif(setup, found).convert("RGB"))
        for colour in ((140, 26, 255), (230, 0, 0)):
            assert (pixels == colour).all(axis=2).any() == is_drawn
