"""``at.plot`` and ``at.animate``: everything with a picture can be plotted, and runs animated."""

import builtins
import os
import re
import sys
from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image, ImageSequence

import asterion as at
from asterion.pictures import display
from asterion.pictures.crowd_scenes import plan_scenes
from asterion.pictures.scene import Scene
from pictures.test_notebooks import THINGS, level, small_graph

mpl.use("agg")


def axes():
    return Figure().subplots()


@pytest.mark.slow
@pytest.mark.parametrize("name", THINGS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everything_that_shows_itself_can_be_plotted(name, theme):
    thing, words = THINGS[name]
    if name == "graph without nodes":
        pytest.skip("a table without rows")
    ax = axes()
    assert at.plot(thing, ax=ax, theme=theme) is ax
    assert words in ax.get_title()
    ax.figure.draw_without_rendering()
    scene = display.drawn(thing)
    if not isinstance(scene, Scene):
        (table,) = ax.tables
        words = {place: cell.get_text().get_text() for place, cell in table.get_celld().items()}
        rows = [scene.head or [""] * len(scene.rows[0]), *scene.rows]
        assert words == {(y, x): each for y, row in enumerate(rows) for x, each in enumerate(row)}
        return
    assert len(ax.images) == (scene.raster is not None)
    shapes = [mark.shape for mark in scene.marks]
    boxes, lines = shapes.count("box"), sum(1 + line.cased for line in scene.lines)
    rounds = [mark for mark in scene.marks if mark.shape in ("circle", "unit")]
    assert len(ax.patches) == boxes
    assert len(ax.lines) == lines + len(shapes) - boxes - len(rounds)
    places = [(mark.x, mark.y) for mark in rounds]
    assert [tuple(each) for drawn in ax.collections for each in drawn.get_offsets()] == places
    names = [mark.label for mark in scene.marks if mark.shape == "node" and mark.label]
    assert [text.get_text() for text in ax.texts] == names
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, scene.width), (scene.height, 0))


def test_cells_and_journeys_are_drawn_on_their_world():
    grid = at.Grid(np.ones((5, 8)))
    path = at.find_path(grid, (0, 0), (4, 7))
    ax = at.plot(path.smoothed(), world=grid, ax=axes(), title="")
    assert ax.get_title() == ""
    assert len(ax.images) == 1
    at.plot(at.explore(grid, (0, 0), (4, 7)), world=grid, ax=ax, ground=False)
    assert len(ax.images) == 1


def test_values_are_drawn_from_near_to_far():
    grid = at.Grid.from_text("...#.")
    ax = at.plot(grid, values=at.distances(grid, (0, 0)), ax=axes())
    (image,) = ax.images
    blues = image.get_array()[0, :, 0].astype(int).tolist()  # red: less, the farther
    assert blues[0] > blues[1] > blues[2]
    assert blues[4] == 255  # cannot be reached


def test_a_new_figure_is_made_if_none_is_given():
    from matplotlib import pyplot as plt

    ax = at.plot(at.Grid([[1, 0]]))
    assert ax.figure.number in plt.get_fignums()
    plt.close(ax.figure)


@pytest.mark.parametrize(
    ("package", "call", "words"),
    [
        ("matplotlib", lambda: at.plot(level()), "at.plot needs Matplotlib: pip install"),
        (
            "PIL",
            lambda: at.animate(at.find_path(level(), (0, 0), (4, 9)), "a.gif"),
            "at.animate needs Pillow: pip install",
        ),
    ],
)
def test_without_the_package_the_call_says_what_to_install(package, call, words, monkeypatch):
    for name in [*sys.modules]:
        if name.split(".")[0] == package:
            monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def without(name, *rest, **named):
        if name.split(".")[0] == package:
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=words):
        call()


def frames_of(file):
    with Image.open(file) as picture:
        return [np.array(frame.convert("RGB")) for frame in ImageSequence.Iterator(picture)]


def test_a_search_is_animated_and_stays_where_it_is(tmp_path):
    world = at.maps.rooms(31, seed=3)
    search = at.Search(world, (1, 1), (29, 29), algorithm="astar", weight=1.5)
    search.step(5)
    at.animate(search, tmp_path / "search.gif", frames=12)
    assert search.stats.expanded == 5
    frames = frames_of(tmp_path / "search.gif")
    assert 3 < len(frames) <= 12
    changed = [(a != b).any(axis=2).mean() for a, b in pairwise(frames)]
    assert min(changed) > 0
    assert (tmp_path / "search.gif").stat().st_size < 100_000


def test_an_animated_search_has_its_options(tmp_path):
    ends = []
    for algorithm in ("dijkstra", "greedy"):
        search = at.Search(at.maps.rooms(31, seed=3), (1, 1), (29, 29), algorithm=algorithm)
        at.animate(search, tmp_path / "search.gif", frames=4)
        ends.append(frames_of(tmp_path / "search.gif")[-1])
    assert (ends[0] != ends[1]).any()


@pytest.mark.parametrize("kind", [at.Navigator, at.Explorer])
def test_an_agent_walks_to_its_goal(kind, tmp_path):
    agent = kind(at.maps.rooms(31, seed=3), (1, 1), (29, 29))
    at.animate(agent, tmp_path / "walk.gif", frames=10, theme="dark")
    assert agent.arrived
    assert 5 <= len(frames_of(tmp_path / "walk.gif")) <= 11


def test_the_last_frame_is_the_end(tmp_path):
    grid = at.Grid(np.ones((3, 24)))
    agent = at.Navigator(grid, (1, 0), (1, 23))
    at.animate(agent, tmp_path / "walk.gif", frames=5)
    last = frames_of(tmp_path / "walk.gif")[-1]
    arrived = np.array([int(x) for x in (11, 79, 158)])  # the colour of an agent
    found = np.argwhere(np.abs(last.astype(int) - arrived).sum(axis=2) < 12)
    assert found[:, 1].min() > 0.9 * last.shape[1]


def test_paths_journeys_and_cells_are_walked(tmp_path):
    grid = at.Grid(np.ones((6, 6)), tiles="hex")
    path = at.find_path(grid, (0, 0), (5, 5))
    at.animate(path, tmp_path / "path.gif")
    assert len(frames_of(tmp_path / "path.gif")) == len(path)
    at.animate(at.explore(grid, (0, 0), (5, 5)), tmp_path / "journey.gif", world=grid)
    at.animate(path.cells, tmp_path / "cells.gif", world=grid, frames=3)
    assert len(frames_of(tmp_path / "cells.gif")) == 3


def test_a_film_has_every_picture_and_stays_at_the_last(tmp_path, monkeypatch):
    """With a program that takes ffmpeg's place: it keeps what it is given."""
    program = tmp_path / "ffmpeg"
    program.write_text('#!/bin/sh\nfor file; do :; done\n{ echo "$@"; cat; } > "$file"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)  # so that it is not imported
    path = at.find_path(at.Grid(np.ones((3, 5))), (0, 0), (2, 4))
    at.animate(path, tmp_path / "run.gif", seconds=2)
    at.animate(path, tmp_path / "run.mp4", seconds=2)
    told, shown = (tmp_path / "run.mp4").read_bytes().split(b"\n", 1)
    wide, high = map(int, re.search(r"-s (\d+)x(\d+)", told.decode()).groups())
    rate = float(re.search(r"-r (\S+)", told.decode())[1])
    frames = np.frombuffer(shown, np.uint8).reshape(-1, high, wide, 3)
    assert rate == pytest.approx(len(path) / 2)
    assert (len(frames) - len(path) + 1) / rate == pytest.approx(1.5, abs=0.5 / rate)  # the end
    for film, picture in zip(frames, frames_of(tmp_path / "run.gif"), strict=False):
        assert np.abs(film.astype(int) - picture).mean() < 8  # a GIF has few colours
    assert (frames[len(path) - 1 :] == frames[-1]).all()
    assert (frames[len(path) - 2] != frames[-1]).any()


def test_a_film_without_ffmpeg_or_with_a_broken_one_is_refused(tmp_path, monkeypatch):
    path = at.find_path(at.Grid([[1, 1]]), (0, 0), (0, 1))
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ImportError, match=r"needs ffmpeg: pip install imageio-ffmpeg; a \.gif"):
        at.animate(path, tmp_path / "run.mp4")
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho no encoder >&2\nexit 3\n")
    program.chmod(0o755)
    with pytest.raises(OSError, match="ffmpeg could not write the film: no encoder"):
        at.animate(path, tmp_path / "run.mp4")
    assert not (tmp_path / "run.mp4").exists()


def crowd_plan(grid):
    return at.solve_crowd(grid, [(0, 0), (2, 2)], [(2, 2), (0, 0)])


def test_a_plan_for_many_units_is_drawn_on_its_world():
    grid = at.Grid(np.ones((3, 3)))
    ax = at.plot(crowd_plan(grid), world=grid, ax=axes())
    assert ax.get_title().startswith("Plan for 2 units: ")
    (discs,) = ax.collections
    # Two circles where they go, two discs where they are.
    assert discs.get_offsets().tolist() == [[2.5, 2.5], [0.5, 0.5], [0.5, 0.5], [2.5, 2.5]]
    ax.figure.draw_without_rendering()
    walled = at.Grid([[1, 1, 0, 1]])
    none = at.solve_crowd(walled, [(0, 0)], [(0, 3)])
    title = at.plot(none, world=walled, ax=axes()).get_title()
    assert title.startswith("No plan for many units (unsolvable)")


def test_units_of_an_animated_plan_move_evenly_between_cells(tmp_path):
    grid = at.Grid(np.ones((3, 9)))
    plan = at.solve_crowd(grid, [(0, 0), (2, 8)], [(0, 8), (2, 0)])
    scenes = plan_scenes(plan, grid, 17)
    assert len(scenes) == 17
    moments = [[(mark.x, mark.y) for mark in each.marks if mark.shape == "unit"] for each in scenes]
    for tick in range(9):
        cells = plan.positions[tick][:, ::-1] + 0.5
        assert np.allclose(moments[2 * tick], cells)
    for before, between, after in zip(moments[::2], moments[1::2], moments[2::2], strict=False):
        assert np.allclose(between, np.mean([before, after], axis=0))
    at.animate(plan, tmp_path / "plan.gif", world=grid, frames=9)
    with Image.open(tmp_path / "plan.gif") as picture:
        assert picture.n_frames == 9
    stay = at.solve_crowd(grid, [(0, 0)], [(0, 0)])
    assert len(plan_scenes(stay, grid, 17)) == 1


def test_a_unit_that_takes_a_link_is_at_one_of_its_ends():
    grid = at.Grid([[1, 0, 0, 1]])
    grid.links.add((0, 0), (0, 3), cost=1)
    scenes = plan_scenes(at.solve_crowd(grid, [(0, 0)], [(0, 3)]), grid, 5)
    units = [next(mark for mark in each.marks if mark.shape == "unit") for each in scenes]
    assert [mark.x for mark in units] == [0.5] * 4 + [3.5]


def test_a_search_of_a_graph_is_animated(tmp_path):
    graph = small_graph()
    at.animate(at.Search(graph, "A", "D", algorithm="dijkstra"), tmp_path / "graph.gif")
    assert len(frames_of(tmp_path / "graph.gif")) > 2


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path):
    old = tmp_path / "old.gif"
    old.write_bytes(b"old")
    with pytest.raises(ValueError, match="no cells"):
        at.animate([], old, world=level())
    assert old.read_bytes() == b"old"
