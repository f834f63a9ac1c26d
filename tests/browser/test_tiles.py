"""Hexagons, triangles, links and fences on the boards, in a real browser."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import expect

from asterion.lab.maps.moves import TITLES, Fence, Link
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.setup import TerrainSetup
from asterion.pictures.tiling import cells_at, extent
from support.boards import Boards, choose, open_drawer

SHAPE = 7, 9
# Every cell from its middle, and from points near each of its corners, inside it.
ROUND_TRIP = """(() => {
  const { view } = boards.boards[0], box = view.canvas.getBoundingClientRect();
  const ratio = view.canvas.width / box.width, wrong = [];
  for (let cell = 0; cell < view.map.costs.length; cell++) {
    const [x, y] = view.pointOf(cell);
    const near = view.corners(cell).map(([u, v]) =>
      [x + 0.93 * (box.left + u / ratio - x), y + 0.93 * (box.top + v / ratio - y)]);
    for (const point of [[x, y], ...near])
      if (view.cellAt(...point) !== cell) wrong.push([cell, ...point]);
  }
  return wrong;
})()"""
# The ends of lines drawn in a colour: [[x, y], ...], of all paths.
LINES = """((role) => {
  const { view } = boards.boards[0], { context } = view, points = [], calls = {};
  const style = getComputedStyle(document.documentElement);
  const palette = style.getPropertyValue(`--board-${role}`).trim();
  for (const name of ["moveTo", "lineTo", "quadraticCurveTo"]) {
    calls[name] = context[name];
    context[name] = (...at) => {
      if (context.strokeStyle === palette) points.push(at);
      calls[name].apply(context, at);
    };
  }
  view.drawNow();
  for (const name of Object.keys(calls)) delete context[name];
  return points;
})"""


def ground(moves, *, costs=None, **more):
    cells = np.ones(SHAPE, np.uint8) if costs is None else costs
    return Setup(cells, (1, 1), (5, 7), moves, (Run("astar"),), **more)


def opened(open_tab, setup, page="playground", **options):
    tab = open_tab(f"/{page}#s={setup.to_link()}", **options)
    boards = Boards(tab)
    boards.settled()
    return tab, boards


@pytest.mark.parametrize("moves", ["hex", "triangle"])
def test_the_browser_and_python_have_the_same_tiles(open_tab, moves):
    """Points all over the map, and beside it."""
    _, boards = opened(open_tab, ground(moves))
    tiles = ground(moves).tiles
    wide, high = (round(length * 12) for length in extent(tiles, SHAPE))
    known = cells_at(tiles, SHAPE, wide, high)
    seen = boards.ask(
        f"""(() => {{
          const {{ view }} = boards.boards[0], box = view.canvas.getBoundingClientRect();
          const ratio = view.canvas.width / box.width, cells = [];
          const [left, top, right, bottom] = view.edges; // of the whole map
          for (let row = 0; row < {known.shape[0]}; row++)
            for (let col = 0; col < {known.shape[1]}; col++) {{
              const x = left + (right - left) * (col + 0.5) / {wide};
              const y = top + (bottom - top) * (row + 0.5) / {high};
              cells.push(view.cellAt(box.left + x / ratio, box.top + y / ratio));
            }}
          return cells;
        }})()"""
    )
    differ = np.array(seen).reshape(known.shape) != known
    assert differ.mean() < 0.01  # points on an edge may be of either


@pytest.mark.parametrize("moves", ["hex"])
def test_a_click_on_a_tile_paints_that_tile(open_tab, moves):
    tab, boards = opened(open_tab, ground(moves))
    for cell in ((3, 4), (0, 8), (6, 3)):
        tab.page.mouse.click(*boards.point(cell))
        boards.settled()
        assert boards.cost(cell) == 0
    assert boards.ask("boards.map.costs.filter((cost) => cost === 0).length") == 3


@pytest.mark.parametrize("moves", ["hex"])
def test_links_and_fences_are_drawn_and_in_the_legend(open_tab, moves):
    fence = Fence((3, 3), (3, 4))
    setup = ground(moves, links=(Link((2, 2), (5, 6), 2.0, both=False),), fences=(fence,))
    tab, boards = opened(open_tab, setup)
    start, curve = boards.ask(f"{LINES}('link')")[:2]  # and then its head
    ends = boards.ask("[2 * 9 + 2, 5 * 9 + 6].map((cell) => boards.boards[0].view.center(cell))")
    size = boards.ask("boards.boards[0].view.size")
    for point, end in ((start, ends[0]), (curve[2:], ends[1])):
        assert np.hypot(*np.subtract(point, end)) < size * 0.4
    side = boards.ask(f"{LINES}('fence')")
    shared = boards.ask(
        """(() => {
          const { view } = boards.boards[0];
          const near = ([x, y]) => [Math.round(x), Math.round(y)].join();
          const other = new Set(view.corners(3 * 9 + 4).map(near));
          return view.corners(3 * 9 + 3).filter((corner) => other.has(near(corner)));
        })()"""
    )
    assert len(side) == 2
    assert np.allclose(sorted(side), sorted(shared), atol=0.01)
    open_drawer(tab.page)
    expect(tab.page.get_by_text("fence: no move across")).to_be_visible()
    expect(tab.page.get_by_label("Moves", exact=True)).to_have_value(TITLES[moves])


def test_other_tiles_are_chosen_under_moves_and_a_search_that_refuses_them_says_so(open_tab):
    tab, boards = opened(open_tab, replace(ground("clear"), runs=(Run("astar"), Run("jps"))))
    choose(tab.page, "Moves", "hexagons in rows")
    boards.wait("boards.map.tiling === 'hex'")
    boards.settled()
    assert boards.summary(0)["status"] == "found"
    assert boards.summary(1)["status"] == "error"
    expect(tab.page.locator(".caption.bad").first).to_contain_text("square tiles")
    choose(tab.page, "Moves", "triangles")
    boards.wait("boards.map.tiling === 'triangle'")
    boards.settled()
    assert boards.ask(ROUND_TRIP) == []


@pytest.mark.parametrize("moves", ["triangle"])
def test_agents_walk_over_links_on_any_tiles(open_tab, moves):
    cells = np.ones(SHAPE, np.uint8)
    cells[:, 4] = 0
    setup = TerrainSetup(
        cells, (1, 1), (5, 7), moves, (Choice("repeated-forward"),),
        links=(Link((3, 2), (3, 6), 1.0),), fences=(Fence((5, 6), (5, 7)),),
    )  # fmt: skip
    tab, boards = opened(open_tab, setup, "terrain")
    assert boards.ask("boards.map.links.length + boards.map.fences.length") == 2
    assert boards.ask(ROUND_TRIP) == []
    tab.page.keyboard.press("Space")
    boards.wait("boards.recording.at(boards.recording.time).agents[0].message !== ''")
    trail = boards.ask("boards.recording.at(boards.recording.time).agents[0].trail")
    places = [divmod(node, SHAPE[1]) for node in trail]
    assert places[-1] == (5, 7)
    assert ((3, 2), (3, 6)) in [*pairwise(places)]
    assert ((5, 6), (5, 7)) not in [*pairwise(places)]


def test_links_and_fences_are_drawn_undone_and_kept_by_a_reload(open_tab):
    tab = open_tab("/playground")
    page, boards = tab.page, Boards(tab)
    page.get_by_title("Draw links").click()
    page.get_by_label("Cost of a link").fill("2.5")
    boards.drag((1, 6), (39, 1))
    boards.settled()
    assert boards.ask("boards.map.links") == [[47, 1600, 2.5, True]]
    cheap = boards.summary()["cost"]
    (x, y), (u, v) = boards.point((6, 4)), boards.point((6, 8))
    half = boards.ask("boards.boards[0].view.size / 2 / devicePixelRatio")
    page.keyboard.press("b")
    page.mouse.move(x, y + 0.9 * half)
    page.mouse.down()
    page.mouse.move(u, v + 0.9 * half)
    page.mouse.up()
    boards.settled()
    sides = [[cell, cell + 41, True] for cell in range(250, 255)]
    assert boards.ask("boards.map.fences") == sides
    page.reload()
    boards.settled()
    assert boards.ask("boards.map.fences") == sides
    assert boards.summary()["cost"] == cheap
    open_drawer(page)
    expect(page.locator(".legend").filter(has_text="fence")).to_be_visible()
    page.keyboard.press("k")
    boards.drag((1, 6), (1, 6))
    boards.settled()
    assert boards.ask("boards.map.links") == []
    assert boards.summary()["cost"] > cheap
    page.keyboard.press("Control+z")
    boards.wait("boards.map.links.length === 1")
